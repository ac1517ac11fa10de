// SPDX-License-Identifier: MIT
#include "app/lock/child_process.h"

#include "app/command/exit_codes.h"
#include "app/lock/command_runner.h"
#include "lockcore/process/descendants.h"

#include <QTimer>

#include <array>
#include <cerrno>
#include <csignal>

#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

namespace lockscope {

ChildProcess::ChildProcess(std::span<char *const> arguments, std::size_t command)
{
    std::array<int, 2> ends{};
    if (::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends.data()) != 0)
        return;
    ::prctl(PR_SET_CHILD_SUBREAPER, 1); // if the runner is killed, we adopt the processes that the command has started
    const auto guard = ::getpid();
    sigset_t all, before;
    sigfillset(&all);
    ::sigprocmask(SIG_SETMASK, &all, &before);
    m_runner = ::fork();
    if (m_runner == 0) {
        ::close(ends[0]);
        runCommandFor(ends[1], guard, arguments, command, before);
    }
    ::sigprocmask(SIG_SETMASK, &before, nullptr);
    ::close(ends[1]);
    m_socket = ends[0];
}

ChildProcess::~ChildProcess()
{
    m_notifier.reset();
    ::close(m_socket);
}

int ChildProcess::start(const Start &how)
{
    if (m_runner < 0)
        return EAGAIN;
    m_keepRunning = how.keepRunning;
    send({ToRunner::Kind::Start, how.keepRunning, how.fencingToken.value_or(ToRunner::noToken)});
    if (how.until)
        holdsUntil(*how.until);
    for (FromRunner message; receive(message);) {
        if (message.kind == FromRunner::Kind::NotStarted)
            return message.value;
        if (message.kind == FromRunner::Kind::Started) {
            m_command = message.value;
            m_notifier = std::make_unique<QSocketNotifier>(m_socket, QSocketNotifier::Read);
            QObject::connect(m_notifier.get(), &QSocketNotifier::activated, m_notifier.get(), [this] { read(); });
            return 0;
        }
        heed(message);
    }
    return ECHILD;
}

void ChildProcess::send(const ToRunner &message) const
{
    [[maybe_unused]] const auto sent = ::send(m_socket, &message, sizeof message, MSG_NOSIGNAL);
}

// Continues the runner, which another process may have stopped. Do not call this when a Ctrl+Z may be on its way to the runner: SIGCONT
// would cancel it.
void ChildProcess::wakeRunner() const
{
    if (m_runner > 0)
        ::kill(m_runner, SIGCONT);
}

bool ChildProcess::receive(FromRunner &message) const
{
    ssize_t size = -1;
    do
        size = ::recv(m_socket, &message, sizeof message, 0);
    while (size < 0 && errno == EINTR);
    return size == sizeof message;
}

void ChildProcess::read()
{
    pollfd waiting = {m_socket, POLLIN, 0};
    while (!m_over && m_runner > 0 && ::poll(&waiting, 1, 0) > 0) {
        FromRunner message;
        if (receive(message))
            heed(message);
        else
            runnerLost();
    }
    if (m_over)
        m_notifier->setEnabled(false);
}

void ChildProcess::heed(const FromRunner &message)
{
    switch (message.kind) {
    case FromRunner::Kind::Started:
    case FromRunner::Kind::NotStarted: break;
    case FromRunner::Kind::Caught: m_cameToAll.set(static_cast<std::size_t>(message.value)); break;
    case FromRunner::Kind::Stopped:
        stopOurselves(message.value);
        send({ToRunner::Kind::Continue});
        break;
    case FromRunner::Kind::Ending: m_runnerEnds = true; break;
    case FromRunner::Kind::Ended: noteEnd(message.value);
    }
}

void ChildProcess::noteEnd(int status)
{
    m_over = true;
    m_ended.complete(WIFSIGNALED(status) ? exitBySignal + WTERMSIG(status) : WEXITSTATUS(status));
}

// The runner was killed, and with it the command, unless the command may outlive it. We adopt the processes that the command had started.
void ChildProcess::runnerLost()
{
    m_notifier->setEnabled(false);
    while (::waitpid(m_runner, nullptr, 0) < 0 && errno == EINTR) { }
    m_runner = -1;
    if (m_keepRunning)
        return waitForTheCommand();
    do {
        for (const auto pid : lockcore::descendantsOf(::getpid()))
            ::kill(pid, SIGKILL);
    } while (::waitpid(-1, nullptr, 0) > 0);
    noteEnd(SIGKILL);
}

void ChildProcess::waitForTheCommand()
{
    m_death = lockcore::FileDescriptor(static_cast<int>(::syscall(SYS_pidfd_open, m_command, 0)));
    if (!m_death)
        return noteEnd(SIGKILL);         // the exit status was lost with the runner
    m_notifier.release()->deleteLater(); // the notifier is calling this function
    m_notifier = std::make_unique<QSocketNotifier>(m_death.get(), QSocketNotifier::Read);
    QObject::connect(m_notifier.get(), &QSocketNotifier::activated, m_notifier.get(), [this] {
        int status = SIGKILL;
        ::waitpid(m_command, &status, 0);
        m_notifier->setEnabled(false);
        noteEnd(status);
    });
}

void ChildProcess::holdsUntil(lockcore::Moment until)
{
    if (std::exchange(m_until, until) != until)
        send({ToRunner::Kind::Until, false, until.time_since_epoch().count()});
}

void ChildProcess::pass(int signal)
{
    send({ToRunner::Kind::Pass, false, signal});
    if (signal != SIGTSTP)
        wakeRunner();
    if (m_runner < 0 && running()) {
        ::kill(m_command, signal);
        ::kill(m_command, SIGCONT);
    }
}

void ChildProcess::end()
{
    constexpr auto patience = std::chrono::seconds(2);
    send({ToRunner::Kind::End});
    wakeRunner();
    QTimer::singleShot(patience, m_notifier.get(), [this] {
        if (!m_runnerEnds && !m_over && m_runner > 0)
            ::kill(m_runner, SIGKILL); // the runner does not respond; if it is killed, the command dies, too
    });
}

bool ChildProcess::cameToAll(int signal)
{
    send({ToRunner::Kind::LateSignals});
    ::shutdown(m_socket, SHUT_WR);
    for (FromRunner message; receive(message);) {
        if (message.kind == FromRunner::Kind::Caught)
            heed(message);
    }
    return m_cameToAll.test(static_cast<std::size_t>(signal));
}

void ChildProcess::stopOurselves(int signal)
{
    struct sigaction usual
    { };
    struct sigaction before
    { };
    usual.sa_handler = SIG_DFL;
    ::sigaction(signal, &usual, &before);
    ::raise(signal);
    ::sigaction(signal, &before, nullptr);
}

} // namespace lockscope
