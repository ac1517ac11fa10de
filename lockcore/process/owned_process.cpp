// SPDX-License-Identifier: MIT
#include "lockcore/process/owned_process.h"

#include <QSocketNotifier>

#include <cerrno>

#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

namespace lockcore {

namespace {

int waitFor(pid_t pid)
{
    int status = 0;
    while (::waitpid(pid, &status, 0) < 0 && errno == EINTR) { }
    return status;
}

} // namespace

OwnedProcess::OwnedProcess(QObject *parent)
    : QObject(parent)
{
    std::signal(SIGPIPE, SIG_IGN); // as QProcess does: a write to a process that has just died must not end us
}

OwnedProcess::~OwnedProcess() { kill(); }

int OwnedProcess::start(StartProcess how)
{
    how.group = StartProcess::Group::Own;
    const auto pid = startProcess(how);
    if (pid < 0)
        return errno;
    // Not pidfd_open(): glibc 2.36 declares it without extern "C".
    m_death = FileDescriptor(static_cast<int>(::syscall(SYS_pidfd_open, pid, 0)));
    if (!m_death) {
        const int error = errno;
        ::kill(-pid, SIGKILL);
        waitFor(pid);
        return error;
    }
    m_pid = pid;
    m_notifier = std::make_unique<QSocketNotifier>(m_death.get(), QSocketNotifier::Read);
    connect(m_notifier.get(), &QSocketNotifier::activated, this, &OwnedProcess::reap);
    return 0;
}

void OwnedProcess::signalGroup(int number) const
{
    if (m_pid > 0)
        ::kill(-m_pid, number);
}

void OwnedProcess::kill()
{
    if (m_pid <= 0)
        return;
    signalGroup(SIGKILL);
    m_notifier.reset();
    waitFor(std::exchange(m_pid, -1));
}

bool OwnedProcess::checkEnd()
{
    const bool over = m_pid > 0 && hasEnded(m_pid);
    if (over)
        reap();
    return over;
}

void OwnedProcess::reap()
{
    signalGroup(SIGKILL); // what the process has started must not outlive it
    m_notifier->setEnabled(false);
    m_notifier.release()->deleteLater(); // the notifier is calling this function
    const int status = waitFor(std::exchange(m_pid, -1));
    m_death.close();
    emit ended(status);
}

} // namespace lockcore
