// SPDX-License-Identifier: MIT
#include "lockcore/process/process_family.h"

#include "lockcore/process/descendants.h"
#include "lockcore/process/proc_files.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <csignal>
#include <thread>

#include <sys/wait.h>

namespace lockcore {

namespace {

constexpr auto markName = "LOCKSCOPE_FAMILY";

bool carries(pid_t pid, const std::string &mark)
{
    const auto environment = '\0' + proc::content("/proc/" + std::to_string(pid) + "/environ"); // empty for a zombie
    return environment.find('\0' + mark) != std::string::npos;
}

// The state letter in /proc/…/stat; 0: the process is gone.
char stateIn(const std::string &stat)
{
    const auto name = stat.rfind(')'); // the name may contain anything, even ')'
    return name == std::string::npos || name + 2 >= stat.size() ? '\0' : stat[name + 2];
}

bool isStopped(pid_t pid)
{
    const auto threads = "/proc/" + std::to_string(pid) + "/task";
    bool stopped = true;
    proc::eachNumber(threads, [&](pid_t thread) {
        const auto state = stateIn(proc::content(threads + '/' + std::to_string(thread) + "/stat"));
        stopped = stopped && (state == 'T' || state == 't' || state == 'Z' || state == 'X' || state == '\0');
    });
    return stopped;
}

bool stopAll(const std::vector<pid_t> &pids)
{
    bool stopped = !pids.empty();
    for (const auto pid : pids) {
        if (isStopped(pid))
            continue;
        ::kill(pid, SIGSTOP);
        stopped = false;
    }
    return stopped;
}

} // namespace

std::pair<std::string, std::string> ProcessFamily::newMark()
{
    static std::atomic<unsigned> number = 0;
    // The time makes the mark unique, because the system reuses process numbers.
    const auto now = std::chrono::steady_clock::now().time_since_epoch().count();
    return {markName, std::to_string(::getpid()) + '-' + std::to_string(now) + '-' + std::to_string(++number)};
}

ProcessFamily ProcessFamily::allMarkedBy(pid_t maker)
{
    ProcessFamily all;
    all.m_mark = std::string(markName) + '=' + std::to_string(maker) + '-';
    return all;
}

std::vector<pid_t> ProcessFamily::near() const
{
    if (m_head <= 0 || isOver(m_head))
        return {};
    auto found = descendantsListedFor(m_head);
    found.push_back(m_head);
    return found;
}

std::vector<pid_t> ProcessFamily::members() const
{
    if (m_mark.empty())
        return {};
    auto found = near();
    const auto self = ::getpid();
    proc::eachNumber("/proc", [&](pid_t pid) {
        if (pid != self && carries(pid, m_mark))
            found.push_back(pid);
    });
    std::sort(found.begin(), found.end());
    found.erase(std::unique(found.begin(), found.end()), found.end());
    return found;
}

void ProcessFamily::signal(int number) const
{
    for (const auto pid : members())
        ::kill(pid, number);
}

bool ProcessFamily::stop() const
{
    const auto close = near();
    return (close.empty() || stopAll(close)) && stopAll(members());
}

bool ProcessFamily::end() const
{
    using Clock = std::chrono::steady_clock;
    const auto deadline = Clock::now() + std::chrono::seconds(1);
    std::vector<pid_t> killed;
    for (auto left = members(); !left.empty(); left = members()) {
        for (const auto pid : left)
            ::kill(pid, SIGKILL);
        killed.insert(killed.end(), left.begin(), left.end());
        while (!std::all_of(left.begin(), left.end(), isOver)) {
            if (Clock::now() > deadline)
                return false;
            std::this_thread::sleep_for(std::chrono::microseconds(200));
        }
        if (Clock::now() > deadline)
            return false;
    }
    for (const auto pid : killed) {
        if (pid != m_head) // the head's number must stay taken until its owner has reaped it
            ::waitpid(pid, nullptr, WNOHANG);
    }
    return true;
}

} // namespace lockcore
