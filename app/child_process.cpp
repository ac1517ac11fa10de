// SPDX-License-Identifier: MIT
#include "app/child_process.h"

#include "app/command_runner.h"
#include "app/exit_codes.h"
#include "lockcore/process/descendants.h"

#include <array>
#include <cerrno>
#include <csignal>

#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

namespace lockscope {

ChildProcess::ChildProcess(char **command)
{
    std::array<int, 2> ends{};
    if (::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends.data()) != 0)
        return;
    ::prctl(PR_SET_CHILD_SUBREAPER, 1); // what the command has started is ours if the runner is killed
    const auto guard = ::getpid();
    m_runner = ::fork();
    if (m_runner == 0) {
        ::close(ends[0]);
        runCommandFor(ends[1], guard, command);
    }
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
    send({ToRunner::Kind::Start, how.keepRunning, how.fencingToken.value_or(ToRunner::noToken)});
    if (how.until)
        holdsUntil(*how.until);
    for (FromRunner message; receive(message);) {
        if (message.kind == FromRunner::Kind::NotStarted)
            return message.value;
        if (message.kind == FromRunner::Kind::Started) {
            m_started = true;
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
    while (!m_over && ::poll(&waiting, 1, 0) > 0) {
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
    case FromRunner::Kind::Ended:
        m_over = true;
        m_ended.complete(WIFSIGNALED(message.value) ? exitBySignal + WTERMSIG(message.value) : WEXITSTATUS(message.value));
    }
}

// Somebody has killed it, and the command with it. What that had started is ours now.
void ChildProcess::runnerLost()
{
    do {
        for (const auto pid : lockcore::descendantsOf(::getpid()))
            ::kill(pid, SIGKILL);
    } while (::waitpid(-1, nullptr, 0) > 0);
    m_over = true;
    m_ended.complete(exitBySignal + SIGKILL);
}

void ChildProcess::holdsUntil(lockcore::Moment until)
{
    if (std::exchange(m_until, until) != until)
        send({ToRunner::Kind::Until, false, until.time_since_epoch().count()});
}

void ChildProcess::pass(int signal) { send({ToRunner::Kind::Pass, false, signal}); }

void ChildProcess::end() { send({ToRunner::Kind::End}); }

bool ChildProcess::cameToAll(int signal)
{
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
