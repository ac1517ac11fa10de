// SPDX-License-Identifier: MIT
#include "lockcore/process/start_process.h"

#include "lockcore/process/pipe.h"

#include <algorithm>
#include <cerrno>

#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace lockcore {

namespace {

// Prepared before the fork, because it allocates: another thread of ours may hold the allocator's lock during the fork.
struct Prepared
{
    std::vector<char *> arguments;
    std::vector<char *> environment;
};

std::vector<char *> pointers(const std::vector<std::string> &words)
{
    std::vector<char *> result;
    result.reserve(words.size() + 1);
    for (const auto &word : words)
        result.push_back(const_cast<char *>(word.c_str())); // exec() does not change it
    result.push_back(nullptr);
    return result;
}

bool isNamed(std::string_view variable, std::string_view name)
{
    return variable.size() > name.size() && variable.starts_with(name) && variable[name.size()] == '=';
}

std::vector<std::string> changedEnvironment(const StartProcess &start)
{
    std::vector<std::string> result;
    for (char **variable = environ; *variable; ++variable) {
        const auto isChanged = [&](const auto &change) { return isNamed(*variable, change.first); };
        if (std::ranges::none_of(start.environment, isChanged))
            result.emplace_back(*variable);
    }
    for (const auto &[name, value] : start.environment) {
        if (value)
            result.push_back(name + '=' + *value);
    }
    return result;
}

void setSignals(const StartProcess &start)
{
    sigset_t none;
    sigemptyset(&none);
    if (!start.mask) {
        for (int number = 1; number < NSIG; ++number)
            std::signal(number, SIG_DFL);
    }
    ::sigprocmask(SIG_SETMASK, start.mask ? &*start.mask : &none, nullptr);
}

// Runs in the child. Returns only if it failed, with errno set.
void become(const StartProcess &start, const Prepared &prepared, pid_t parent)
{
    if (start.group == StartProcess::Group::Own)
        ::setpgid(0, 0);
    else if (start.group == StartProcess::Group::OwnSession)
        ::setsid();
    if (start.diesWithUs) {
        ::prctl(PR_SET_PDEATHSIG, SIGKILL);
        if (::getppid() != parent)
            ::_exit(1); // the parent has ended before prctl() took effect
    }
    for (const auto &[ours, its] : start.descriptors) {
        if (::dup2(ours, its) < 0)
            return;
    }
    setSignals(start);
    ::execvpe(start.program.c_str(), prepared.arguments.data(), prepared.environment.data());
}

} // namespace

pid_t startProcess(const StartProcess &start)
{
    const auto environment = changedEnvironment(start);
    const Prepared prepared{pointers(start.words), pointers(environment)};
    auto failure = makePipe();
    if (!failure)
        return -1;
    const auto parent = ::getpid();
    const auto child = ::fork();
    if (child == 0) {
        become(start, prepared, parent);
        const int error = errno;
        [[maybe_unused]] const auto written = ::write(failure->writing.get(), &error, sizeof error);
        ::_exit(127);
    }
    int error = errno;
    failure->writing.close();
    if (child < 0) {
        errno = error;
        return -1;
    }
    ssize_t size = -1;
    do
        size = ::read(failure->reading.get(), &error, sizeof error);
    while (size < 0 && errno == EINTR);
    if (size != sizeof error)
        return child;
    while (::waitpid(child, nullptr, 0) < 0 && errno == EINTR) { }
    errno = error;
    return -1;
}

bool hasEnded(pid_t child)
{
    siginfo_t info{};
    return ::waitid(P_PID, static_cast<id_t>(child), &info, WEXITED | WNOHANG | WNOWAIT) == 0 && info.si_pid == child;
}

} // namespace lockcore
