// SPDX-License-Identifier: MIT
#include "lockcore/process/process_family.h"

#include "lockcore/process/descendants.h"

#include <algorithm>
#include <atomic>
#include <charconv>
#include <chrono>
#include <csignal>
#include <cstring>
#include <fstream>
#include <functional>
#include <iterator>
#include <memory>
#include <thread>

#include <dirent.h>
#include <sys/wait.h>
#include <unistd.h>

namespace lockcore {

namespace {

constexpr auto markName = "LOCKSCOPE_FAMILY";

std::string contentOf(const std::string &path)
{
    std::ifstream file(path);
    return {std::istreambuf_iterator<char>(file), {}};
}

// Calls `see` for each entry of a directory in /proc whose name is a number.
void eachNumber(const std::string &path, const std::function<void(pid_t)> &see)
{
    const std::unique_ptr<DIR, int (*)(DIR *)> directory(::opendir(path.c_str()), &::closedir);
    while (const auto *entry = directory ? ::readdir(directory.get()) : nullptr) {
        pid_t number = 0;
        const auto *end = entry->d_name + std::strlen(entry->d_name);
        if (std::from_chars(entry->d_name, end, number).ptr == end)
            see(number);
    }
}

bool carries(pid_t pid, const std::string &mark)
{
    const auto environment = '\0' + contentOf("/proc/" + std::to_string(pid) + "/environ");
    return environment.find('\0' + mark + '\0') != std::string::npos;
}

// The state letter in /proc/…/stat; 0: the process is gone.
char stateIn(const std::string &stat)
{
    const auto name = stat.rfind(')'); // the name may contain anything, even ')'
    return name == std::string::npos || name + 2 >= stat.size() ? '\0' : stat[name + 2];
}

bool isStoppedProcess(pid_t pid)
{
    const auto threads = "/proc/" + std::to_string(pid) + "/task";
    bool stopped = true;
    eachNumber(threads, [&](pid_t thread) {
        const auto state = stateIn(contentOf(threads + '/' + std::to_string(thread) + "/stat"));
        stopped = stopped && (state == 'T' || state == 't' || state == 'Z' || state == 'X' || state == '\0');
    });
    return stopped;
}

} // namespace

std::pair<std::string, std::string> ProcessFamily::newMark()
{
    static std::atomic<unsigned> number = 0;
    const auto now = std::chrono::steady_clock::now().time_since_epoch().count(); // the system reuses process numbers
    return {markName, std::to_string(::getpid()) + '-' + std::to_string(now) + '-' + std::to_string(++number)};
}

std::vector<pid_t> ProcessFamily::members() const
{
    if (m_mark.empty())
        return {};
    auto found = m_head > 0 ? descendantsOf(m_head) : std::vector<pid_t>();
    const auto self = ::getpid();
    eachNumber("/proc", [&](pid_t pid) {
        if (pid != self && (pid == m_head || carries(pid, m_mark)) && stateIn(contentOf("/proc/" + std::to_string(pid) + "/stat")) != 'Z')
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

bool ProcessFamily::isStopped() const
{
    const auto all = members();
    return !all.empty() && std::all_of(all.begin(), all.end(), isStoppedProcess);
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
        if (Clock::now() > deadline)
            return false;
        std::this_thread::sleep_for(std::chrono::microseconds(200));
    }
    for (const auto pid : killed) {
        if (pid != m_head) // its number must stay taken until its owner has reaped it
            ::waitpid(pid, nullptr, WNOHANG);
    }
    return true;
}

} // namespace lockcore
