// SPDX-License-Identifier: MIT
// The process between Lockscope and its redis-server: `lockscope supervise DIRECTORY PROGRAM [ARGUMENT]…`, with
//     0  the reading end of a pipe whose writing end only Lockscope has: end-of-file means that Lockscope is gone,
//     1  a pipe to Lockscope: "started PID\n" or "failed ERRNO\n", and the server's last words if it ends by itself,
//     3  the held lock of the directory.
// One thread, so that the parent-death signal of redis-server follows this process.
#include "lockcore/redis/private_server.h"
#include "lockcore/redis/server_directory.h"

#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <vector>

#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/wait.h>

namespace lockcore {

namespace {

constexpr int lifeFd = 0;
constexpr int reportFd = 1;
constexpr int lockFd = 3;
constexpr auto grace = std::chrono::milliseconds(300); // Lockscope promises that all is gone within a second

void report(const std::string &text)
{
    // The text is far smaller than a pipe's buffer: this cannot block. If Lockscope is gone, nobody needs it.
    [[maybe_unused]] const auto written = ::write(reportFd, text.data(), text.size());
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

// In the child. Returns only if the program could not be started.
void runProgram(const std::string &directory, char **programAndArguments, pid_t supervisor)
{
    ::setpgid(0, 0);
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (::getppid() != supervisor)
        ::_exit(1); // the supervisor ended before the line above
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, nullptr);
    std::signal(SIGPIPE, SIG_DFL);
    const int input = ::open("/dev/null", O_RDONLY | O_CLOEXEC);
    const int log = ::open(logFile(directory).c_str(), O_WRONLY | O_CREAT | O_APPEND | O_NOFOLLOW | O_CLOEXEC, 0600);
    if (input < 0 || log < 0 || ::dup2(input, 0) < 0 || ::dup2(log, 1) < 0 || ::dup2(log, 2) < 0)
        return;
    const auto config = configFile(directory);
    std::vector<char *> arguments = {programAndArguments[0], const_cast<char *>(config.c_str())};
    for (char **argument = programAndArguments + 1; *argument; ++argument)
        arguments.push_back(*argument);
    arguments.push_back(nullptr);
    ::execvp(arguments[0], arguments.data());
}

// The process, or -1 with errno.
pid_t startProgram(const std::string &directory, char **programAndArguments)
{
    std::array<int, 2> ends{};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0)
        return -1;
    const FileDescriptor failure(ends[0]);
    FileDescriptor failing(ends[1]);
    const auto supervisor = ::getpid();
    const auto child = ::fork();
    if (child == 0) {
        runProgram(directory, programAndArguments, supervisor);
        const int error = errno;
        [[maybe_unused]] const auto written = ::write(failing.get(), &error, sizeof error);
        ::_exit(127);
    }
    failing.close();
    int error = 0;
    if (child < 0 || ::read(failure.get(), &error, sizeof error) == 0)
        return child;
    ::waitpid(child, nullptr, 0);
    errno = error;
    return -1;
}

bool hasEnded(pid_t child)
{
    siginfo_t info{};
    // Not reaped yet: as long as it is a zombie, its number names its group and nobody else's.
    return ::waitid(P_PID, static_cast<id_t>(child), &info, WEXITED | WNOHANG | WNOWAIT) == 0 && info.si_pid == child;
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
        std::array<pollfd, 2> waiting = {{{lifeFd, POLLIN, 0}, {signalFd, POLLIN, 0}}};
        if (::poll(waiting.data(), waiting.size(), -1) < 0 && errno != EINTR)
            return;
        if (waiting[0].revents != 0 && ::read(lifeFd, &byte, 1) <= 0)
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
        const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - std::chrono::steady_clock::now());
        pollfd waiting = {signalFd, POLLIN, 0};
        if (left.count() <= 0)
            break;
        if (::poll(&waiting, 1, static_cast<int>(left.count())) > 0)
            readSignals(signalFd, child);
    }
    ::kill(-child, SIGKILL); // a child of redis-server (a background save) may outlive it
    ::waitpid(child, nullptr, 0);
}

} // namespace

int superviseMain(int argc, char **argv)
{
    if (argc < 4 || !isServerDirectoryPath(argv[2]) || ::fcntl(lockFd, F_SETFD, FD_CLOEXEC) != 0) {
        std::fputs("lockscope supervise is started by Lockscope itself\n", stderr);
        return 2;
    }
    ::close_range(lockFd + 1, ~0U, 0); // what the parent leaked must not stay open here
    ::prctl(PR_SET_NAME, "lockscope");
    std::signal(SIGPIPE, SIG_IGN);
    const std::string directory = argv[2];
    const auto signalFd = blockedSignals();
    const auto child = startProgram(directory, argv + 3);
    if (child > 0) {
        report("started " + std::to_string(child) + '\n');
        waitForEnd(signalFd.get(), child);
        if (hasEnded(child))
            report(logTail(directory));
        endGroup(signalFd.get(), child);
    } else {
        report("failed " + std::to_string(errno) + '\n');
    }
    removeServerDirectory(directory);
    return 0;
}

} // namespace lockcore
