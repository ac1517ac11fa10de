// SPDX-License-Identifier: MIT
// How soon the window is up: from the start of the process until an X server shows it mapped, and painted.
#include "bench/figures.h"
#include "bench/lockscope_process.h"
#include "bench/population.h"
#include "bench/workplace.h"
#include "bench/x_display.h"

#include <QCoreApplication>
#include <QTemporaryDir>

using namespace lockcore;
using namespace lockcore::bench;
using namespace Qt::Literals::StringLiterals;

namespace {

constexpr int rounds = 7;

// An X server of our own on a display that it chooses, so that nobody's desktop is in the way.
class VirtualDisplay
{
public:
    VirtualDisplay()
    {
        m_process.setChildProcessModifier(endWithParent);
        m_process.setStandardErrorFile(QProcess::nullDevice());
        m_process.start(u"Xvfb"_s, {u"-displayfd"_s, u"1"_s, u"-screen"_s, u"0"_s, u"1440x900x24"_s, u"-nolisten"_s, u"tcp"_s,
                                    u"-noreset"_s});
        while (!m_process.canReadLine()) {
            if (!m_process.waitForReadyRead(20'000))
                qFatal("Xvfb does not start: %s", qPrintable(m_process.errorString()));
        }
        m_name = u':' + QString::fromLatin1(m_process.readLine().trimmed());
    }

    ~VirtualDisplay()
    {
        m_process.terminate(); // it removes its lock file itself
        m_process.waitForFinished();
    }

    QString name() const { return m_name; }

private:
    QProcess m_process;
    QString m_name;
};

QProcessEnvironment environment(const QString &display, const QString &home)
{
    auto environment = QProcessEnvironment::systemEnvironment();
    for (const auto *name : {"HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME"})
        environment.insert(QString::fromLatin1(name), home);
    environment.insert(u"DISPLAY"_s, display);
    environment.insert(u"QT_QPA_PLATFORM"_s, u"xcb"_s);
    environment.remove(u"WAYLAND_DISPLAY"_s);
    return environment;
}

} // namespace

int main(int argc, char *argv[])
{
    const Workplace workplace;
    const QCoreApplication app(argc, argv);
    test::RedisServer server;
    addLocks(server, 1'000);
    const VirtualDisplay display;
    const QTemporaryDir home;
    Figures figures("Window: from the start of the process, 1,000 locks on the server");
    std::vector<double> mapped, painted;
    for (int round = 0; round < rounds; ++round) {
        XDisplay eyes(display.name().toStdString());
        const LockscopeProcess process({}, server.endpoint(), true, environment(display.name(), home.path()));
        if (!eyes.waitMapped())
            qFatal("no window comes up");
        mapped.push_back(secondsOf(process.sinceStart()));
        if (!eyes.waitPainted())
            qFatal("the window stays empty");
        painted.push_back(secondsOf(process.sinceStart()));
    }
    figures.told("mapped", median(mapped), "s");
    figures.atMost("painted", 0.6, median(painted), "s");
    figures.told("painted, slowest start (the first reads from the disk)", percentile(painted, 1), "s");
    return figures.print();
}
