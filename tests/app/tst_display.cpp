// SPDX-License-Identifier: MIT
#include "support/test_program.h"

#include "app/command/display.h"

#include <QCoreApplication>
#include <QLocalServer>
#include <QTcpServer>
#include <QTemporaryDir>
#include <QTest>

using namespace lockscope;
using namespace Qt::Literals::StringLiterals;

namespace {

QProcessEnvironment environment(const QList<std::pair<QString, QString>> &variables)
{
    QProcessEnvironment environment;
    for (const auto &[name, value] : variables)
        environment.insert(name, value);
    return environment;
}

// No X server has such a high number, and no two tests run with the same one.
qint64 displayNumber() { return 1'000'000 + QCoreApplication::applicationPid(); }

} // namespace

class DisplayTest final : public QObject
{
    Q_OBJECT

private slots:
    void nothingSet_isReported();
    void offscreen_needsNoServer_data();
    void offscreen_needsNoServer();
    void deadDisplay_isNamed_data();
    void deadDisplay_isNamed();
    void abstractSocket_isEnough();
    void tcpDisplay_isEnough();
    void socketPath_isEnough();
    void deadWayland_isNamed();
    void deadWayland_withLiveX11_isUsable();
    void namedPlatform_decidesAlone();
};

void DisplayTest::nothingSet_isReported()
{
    const auto check = checkDisplay(environment({}));
    QVERIFY(!check.usable);
    QVERIFY(check.reason.contains(u"DISPLAY"_s) && check.reason.endsWith(u'.'));
}

void DisplayTest::offscreen_needsNoServer_data()
{
    QTest::addColumn<QString>("platform");
    for (const auto *platform : {"offscreen", "minimal", "vnc:size=800x600", "xcb;offscreen"})
        QTest::newRow(platform) << QString::fromLatin1(platform);
}

void DisplayTest::offscreen_needsNoServer()
{
    QFETCH(QString, platform);
    const auto check = checkDisplay(environment({{u"QT_QPA_PLATFORM"_s, platform}, {u"DISPLAY"_s, u":%1"_s.arg(displayNumber())}}));
    QVERIFY(check.usable);
    QVERIFY(check.reason.isEmpty());
}

void DisplayTest::deadDisplay_isNamed_data()
{
    QTest::addColumn<QString>("display");
    QTest::newRow("local") << u":%1"_s.arg(displayNumber());
    QTest::newRow("unix") << u"unix:%1.0"_s.arg(displayNumber());
    QTest::newRow("port out of range") << u"127.0.0.1:%1"_s.arg(displayNumber());
    QTest::newRow("host that cannot be") << u"no-such-host.invalid:0"_s;
    QTest::newRow("no number") << u"localhost"_s;
    QTest::newRow("garbage") << u":a"_s;
    QTest::newRow("negative") << u":-1"_s;
}

void DisplayTest::deadDisplay_isNamed()
{
    QFETCH(QString, display);
    const auto check = checkDisplay(environment({{u"DISPLAY"_s, display}}));
    QVERIFY(!check.usable);
    QVERIFY2(check.reason.contains(display), qPrintable(check.reason));
}

void DisplayTest::abstractSocket_isEnough()
{
    QLocalServer server;
    server.setSocketOptions(QLocalServer::AbstractNamespaceOption);
    QVERIFY(server.listen(u"/tmp/.X11-unix/X%1"_s.arg(displayNumber())));
    for (const auto &form : {u":%1"_s, u":%1.0"_s, u"unix:%1"_s}) {
        const auto check = checkDisplay(environment({{u"DISPLAY"_s, form.arg(displayNumber())}}));
        QVERIFY2(check.usable, qPrintable(check.reason));
    }
}

void DisplayTest::tcpDisplay_isEnough()
{
    QTcpServer server;
    QVERIFY(server.listen(QHostAddress::LocalHost)); // any port: those that the system chooses are above 6000
    const auto display = u"127.0.0.1:%1.0"_s.arg(server.serverPort() - 6000);
    QVERIFY(checkDisplay(environment({{u"DISPLAY"_s, display}})).usable);
    server.close();
    QVERIFY(!checkDisplay(environment({{u"DISPLAY"_s, display}})).usable);
}

void DisplayTest::socketPath_isEnough()
{
    QTemporaryDir directory;
    QLocalServer server;
    QVERIFY(server.listen(directory.filePath(u"x"_s)));
    QVERIFY(checkDisplay(environment({{u"DISPLAY"_s, directory.filePath(u"x"_s) + u":0"_s}})).usable);
}

void DisplayTest::deadWayland_isNamed()
{
    QTemporaryDir directory;
    const auto check = checkDisplay(environment({{u"WAYLAND_DISPLAY"_s, u"wayland-7"_s}, {u"XDG_RUNTIME_DIR"_s, directory.path()}}));
    QVERIFY(!check.usable);
    QVERIFY2(check.reason.contains(u"wayland-7"_s), qPrintable(check.reason));
}

void DisplayTest::deadWayland_withLiveX11_isUsable()
{
    QLocalServer server;
    server.setSocketOptions(QLocalServer::AbstractNamespaceOption);
    QVERIFY(server.listen(u"/tmp/.X11-unix/X%1"_s.arg(displayNumber())));
    const auto variables = environment({{u"WAYLAND_DISPLAY"_s, u"/nowhere/wayland-7"_s}, {u"DISPLAY"_s, u":%1"_s.arg(displayNumber())}});
    QVERIFY(checkDisplay(variables).usable);
}

void DisplayTest::namedPlatform_decidesAlone()
{
    QLocalServer server;
    server.setSocketOptions(QLocalServer::AbstractNamespaceOption);
    QVERIFY(server.listen(u"/tmp/.X11-unix/X%1"_s.arg(displayNumber())));
    auto variables = environment({{u"QT_QPA_PLATFORM"_s, u"wayland"_s},
                                  {u"WAYLAND_DISPLAY"_s, u"/nowhere/wayland-7"_s},
                                  {u"DISPLAY"_s, u":%1"_s.arg(displayNumber())}});
    QVERIFY(!checkDisplay(variables).usable);
    variables.insert(u"QT_QPA_PLATFORM"_s, u"xcb"_s);
    QVERIFY(checkDisplay(variables).usable);
}

LOCKSCOPE_TEST(DisplayTest)
#include "tst_display.moc"
