// SPDX-License-Identifier: MIT
#include "lockcore/process/descendants.h"

#include "lockcore/process/proc_files.h"

#include <map>
#include <optional>
#include <sstream>

#include <unistd.h>

namespace lockcore {

namespace {

struct Stat
{
    char state = 0;
    pid_t parent = 0;
    long threads = 0;
};

// nullopt: the process is gone.
std::optional<Stat> statOf(pid_t pid)
{
    constexpr int betweenParentAndThreads = 15;
    const auto text = proc::content("/proc/" + std::to_string(pid) + "/stat");
    const auto name = text.rfind(')'); // the name may contain anything, even ')'
    if (name == std::string::npos)
        return std::nullopt;
    std::istringstream fields(text.substr(name + 1));
    Stat stat;
    fields >> stat.state >> stat.parent;
    std::string skipped;
    for (int i = 0; i < betweenParentAndThreads; ++i)
        fields >> skipped;
    fields >> stat.threads;
    return fields ? std::optional(stat) : std::nullopt;
}

// A process of which only the first thread has ended looks like a zombie, but still works: its other threads run.
bool ended(const std::optional<Stat> &stat) { return !stat || ((stat->state == 'Z' || stat->state == 'X') && stat->threads <= 1); }

std::multimap<pid_t, pid_t> childrenByParent()
{
    std::multimap<pid_t, pid_t> children;
    proc::eachNumber("/proc", [&](pid_t pid) {
        const auto stat = statOf(pid);
        if (!ended(stat))
            children.emplace(stat->parent, pid);
    });
    return children;
}

template <class ChildrenOf>
std::vector<pid_t> allBelow(pid_t ancestor, ChildrenOf childrenOf)
{
    std::vector<pid_t> found = {ancestor};
    for (std::size_t i = 0; i < found.size(); ++i) {
        const auto children = childrenOf(found[i]);
        found.insert(found.end(), children.begin(), children.end());
    }
    found.erase(found.begin());
    return found;
}

// The file exists in a kernel with CONFIG_PROC_CHILDREN.
bool kernelListsChildren()
{
    static const bool lists = ::access(("/proc/self/task/" + std::to_string(::getpid()) + "/children").c_str(), R_OK) == 0;
    return lists;
}

std::vector<pid_t> listedChildrenOf(pid_t parent)
{
    std::vector<pid_t> children;
    const auto tasks = "/proc/" + std::to_string(parent) + "/task";
    proc::eachNumber(tasks, [&](pid_t task) {
        std::istringstream list(proc::content(tasks + '/' + std::to_string(task) + "/children"));
        for (pid_t child = 0; list >> child;) {
            if (!isOver(child))
                children.push_back(child);
        }
    });
    return children;
}

} // namespace

bool isOver(pid_t pid) { return ended(statOf(pid)); }

std::vector<pid_t> descendantsOf(pid_t ancestor)
{
    const auto children = childrenByParent();
    return allBelow(ancestor, [&](pid_t parent) {
        std::vector<pid_t> found;
        const auto [first, last] = children.equal_range(parent);
        for (auto child = first; child != last; ++child)
            found.push_back(child->second);
        return found;
    });
}

std::vector<pid_t> descendantsListedFor(pid_t ancestor)
{
    return kernelListsChildren() ? allBelow(ancestor, listedChildrenOf) : descendantsOf(ancestor);
}

} // namespace lockcore
