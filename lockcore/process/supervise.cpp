// SPDX-License-Identifier: MIT
#include "lockcore/process/supervise.h"

#include "lockcore/process/pipe.h"

#include <array>
#include <cerrno>

#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/wait.h>

namespace lockcore {

namespace {

constexpr auto grace = std::chrono::milliseconds(300); // Lockscope promises that all is gone within a second

void report(const std::string &text)
{
    // The text is far smaller than a pipe's buffer: this cannot block. If Lockscope is gone, nobody needs it.
    [[maybe_unused]] const auto written = ::write(supervision::reportFd, text.data(), text.size());
}

FileDescriptor blockedSignals()
{
    sigset_t set;
    sigemptyset(&set);
    for (const int signal : {SIGCHLD, SIGTERM, SIGINT, SIGHUP, SIGQUIT})
        sigaddset(&set, signal);
    sigprocmask(SIG_SETMASK, &set, nullptr);
    return FileDescriptor(::signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK));
}

enum class Wake { Nothing, ChildEnded, Asked };

Wake readSignals(int signalFd, pid_t child)
{
    signalfd_siginfo info{};
    bool asked = false;
    while (::read(signalFd, &info, sizeof info) == sizeof info)
        asked = asked || info.ssi_signo != SIGCHLD;
    return hasEnded(child) ? Wake::ChildEnded : asked ? Wake::Asked : Wake::Nothing;
}

void waitForEnd(int signalFd, pid_t child)
{
    char byte = 0;
    while (true) {
        std::array<pollfd, 2> waiting = {{{supervision::lifeFd, POLLIN, 0}, {signalFd, POLLIN, 0}}};
        if (::poll(waiting.data(), waiting.size(), -1) < 0 && errno != EINTR)
            return;
        if (waiting[0].revents != 0 && ::read(supervision::lifeFd, &byte, 1) <= 0)
            return;
        if (waiting[1].revents != 0 && readSignals(signalFd, child) != Wake::Nothing)
            return;
    }
}

void endGroup(int signalFd, pid_t child)
{
    ::kill(-child, SIGTERM);
    const auto deadline = std::chrono::steady_clock::now() + grace;
    while (!hasEnded(child)) {
        const int left = millisecondsUntil(deadline);
        pollfd waiting = {signalFd, POLLIN, 0};
        if (left <= 0)
            break;
        if (::poll(&waiting, 1, left) > 0)
            readSignals(signalFd, child);
    }
    ::kill(-child, SIGKILL); // a child of the program may outlive it (redis-server's background save)
    ::waitpid(child, nullptr, 0);
}

} // namespace

bool becomeSupervisor()
{
    if (::fcntl(supervision::keptFd, F_SETFD, FD_CLOEXEC) != 0)
        return false;
    ::close_range(supervision::keptFd + 1, ~0U, 0); // what the parent leaked must not stay open here
    ::prctl(PR_SET_NAME, "lockscope");
    std::signal(SIGPIPE, SIG_IGN);
    return true;
}

void supervise(Supervised what)
{
    what.program.group = StartProcess::Group::Own;
    what.program.diesWithUs = true;
    const auto signalFd = blockedSignals();
    const auto child = startProcess(what.program);
    if (child > 0) {
        report("started " + std::to_string(child) + '\n');
        waitForEnd(signalFd.get(), child);
        if (hasEnded(child))
            report(what.lastWords());
        endGroup(signalFd.get(), child);
    } else {
        report("failed " + std::to_string(errno) + '\n');
    }
    what.cleanUp();
}

} // namespace lockcore
