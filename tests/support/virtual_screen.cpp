// SPDX-License-Identifier: MIT
#include "support/virtual_screen.h"

#include <QCoreApplication>
#include <QTemporaryDir>

#include <csignal>

#include <sys/prctl.h>

namespace lockcore::test {

using namespace Qt::Literals::StringLiterals;

namespace {

constexpr auto mark = "LOCKSCOPE_TEST_ON_VIRTUAL_SCREEN";
constexpr int longestStart = 30'000; // ms

// Uses SIGTERM, so that the X server removes its lock file. Unblocks the signal, because the child inherits the signals that this process
// blocks.
void endWithParent()
{
    ::prctl(PR_SET_PDEATHSIG, SIGTERM);
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, nullptr);
}

// Both programs print a line when they are ready.
QByteArray firstLine(QProcess &process, const QString &program, const QStringList &words)
{
    process.setChildProcessModifier(endWithParent);
    process.setStandardErrorFile(QProcess::nullDevice());
    process.start(program, words);
    while (!process.canReadLine()) {
        if (!process.waitForReadyRead(longestStart))
            qFatal("%s does not start: %s", qPrintable(program), qPrintable(process.errorString()));
    }
    return process.readLine().trimmed();
}

void end(QProcess &process)
{
    if (process.state() == QProcess::NotRunning)
        return;
    process.terminate();
    process.waitForFinished();
}

} // namespace

VirtualScreen::VirtualScreen(QSize size, Manager manager)
{
    const auto geometry = u"%1x%2x24"_s.arg(size.width()).arg(size.height());
    m_display =
        u':'
        + QString::fromLatin1(firstLine(
            m_server, u"Xvfb"_s, {u"-displayfd"_s, u"1"_s, u"-screen"_s, u"0"_s, geometry, u"-nolisten"_s, u"tcp"_s, u"-noreset"_s}));
    if (manager == Manager::None)
        return;
    m_manager.setProcessEnvironment(environment());
    firstLine(m_manager, u"openbox"_s, {u"--startup"_s, u"echo ready"_s});
}

VirtualScreen::~VirtualScreen()
{
    end(m_manager);
    end(m_server);
}

QProcessEnvironment VirtualScreen::environment() const
{
    auto environment = QProcessEnvironment::systemEnvironment();
    environment.insert(u"DISPLAY"_s, m_display);
    environment.insert(u"QT_QPA_PLATFORM"_s, u"xcb"_s);
    environment.remove(u"WAYLAND_DISPLAY"_s);
    return environment;
}

std::optional<int> runOnVirtualScreen(int &argc, char **argv)
{
    if (qEnvironmentVariableIsSet(mark))
        return std::nullopt;
    const QCoreApplication application(argc, argv);
    const QTemporaryDir home; // without a user's settings for window manager and desktop
    const VirtualScreen screen({1440, 900}, VirtualScreen::Manager::Openbox);
    auto environment = screen.environment();
    environment.insert(QString::fromLatin1(mark), u"1"_s);
    for (const auto *name : {"HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME"})
        environment.insert(QString::fromLatin1(name), home.path());
    QProcess program;
    program.setProcessEnvironment(environment);
    program.setProcessChannelMode(QProcess::ForwardedChannels);
    program.setChildProcessModifier(endWithParent);
    program.start(QCoreApplication::applicationFilePath(), QCoreApplication::arguments().mid(1));
    program.waitForFinished(-1);
    return program.exitStatus() == QProcess::NormalExit ? program.exitCode() : 1;
}

} // namespace lockcore::test
