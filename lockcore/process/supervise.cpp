// SPDX-License-Identifier: MIT
#include "lockcore/process/supervise.h"

#include "lockcore/process/pipe.h"
#include "lockcore/process/process_family.h"

#include <array>
#include <cerrno>
#include <thread>

#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/wait.h>

namespace lockcore {

namespace {

constexpr auto grace = std::chrono::milliseconds(300); // Lockscope promises that all its processes are gone within a second

void report(const std::string &text)
{
    // The text is far smaller than a pipe's buffer: this cannot block. If Lockscope is gone, nobody reads the text.
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

enum class Wake { Nothing, ChildEnded, Asked, AskedToKill, Abandoned };

Wake readSignals(int signalFd, pid_t child)
{
    signalfd_siginfo info{};
    bool asked = false;
    while (::read(signalFd, &info, sizeof info) == sizeof info)
        asked = asked || info.ssi_signo != SIGCHLD;
    return hasEnded(child) ? Wake::ChildEnded : asked ? Wake::Asked : Wake::Nothing;
}

// The byte that Lockscope sent; 0: Lockscope is gone.
char readAsked()
{
    char byte = 0;
    return ::read(supervision::lifeFd, &byte, 1) == 1 ? byte : '\0';
}

Wake waitForEnd(int signalFd, pid_t child)
{
    while (true) {
        std::array<pollfd, 2> waiting = {{{supervision::lifeFd, POLLIN, 0}, {signalFd, POLLIN, 0}}};
        if (::poll(waiting.data(), waiting.size(), -1) < 0) {
            if (errno != EINTR)
                return Wake::Asked;
            continue;
        }
        if (waiting[0].revents != 0) {
            const char asked = readAsked();
            return asked == supervision::killProgram ? Wake::AskedToKill : asked == '\0' ? Wake::Abandoned : Wake::Asked;
        }
        if (waiting[1].revents != 0) {
            if (const auto wake = readSignals(signalFd, child); wake != Wake::Nothing)
                return wake;
        }
    }
}

// Kills the program and waits for the next request of Lockscope.
char killAndWait(pid_t child)
{
    ::kill(-child, SIGKILL);
    ::waitpid(child, nullptr, 0);
    report("killed\n");
    return readAsked();
}

pid_t startAndReport(const StartProcess &program)
{
    const auto child = startProcess(program);
    report(child > 0 ? "started " + std::to_string(child) + '\n' : "failed " + std::to_string(errno) + '\n');
    return child;
}

// Nobody will use what an abandoned program might still save.
void endGroup(int signalFd, pid_t child, bool abandoned)
{
    ::kill(-child, abandoned ? SIGKILL : SIGTERM);
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

// Ends the processes that Lockscope has started directly and could not end any more. The pipe may be closed a little before Lockscope is
// gone.
void endFamiliesOf(pid_t lockscope)
{
    const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(1);
    while (::getppid() == lockscope && std::chrono::steady_clock::now() < deadline)
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    if (::getppid() != lockscope)
        ProcessFamily::allMarkedBy(lockscope).end();
}

} // namespace

bool becomeSupervisor()
{
    if (::fcntl(supervision::keptFd, F_SETFD, FD_CLOEXEC) != 0)
        return false;
    ::close_range(supervision::keptFd + 1, ~0U, 0); // descriptors that the parent leaked must not stay open here
    ::prctl(PR_SET_NAME, "lockscope");
    std::signal(SIGPIPE, SIG_IGN);
    return true;
}

void supervise(Supervised what)
{
    what.program.group = StartProcess::Group::Own;
    what.program.diesWithUs = true;
    const auto lockscope = ::getppid();
    const auto signalFd = blockedSignals();
    auto child = startAndReport(what.program);
    bool abandoned = false;
    while (child > 0) {
        const auto wake = waitForEnd(signalFd.get(), child);
        abandoned = wake == Wake::Abandoned;
        if (wake != Wake::AskedToKill)
            break;
        const char next = killAndWait(child);
        abandoned = next == '\0';
        child = next == supervision::startProgram ? startAndReport(what.program) : -1;
    }
    if (child > 0) {
        if (hasEnded(child))
            report(what.lastWords());
        endGroup(signalFd.get(), child, abandoned);
    }
    if (abandoned)
        endFamiliesOf(lockscope);
    what.cleanUp();
}

} // namespace lockcore
