// SPDX-License-Identifier: MIT
#include "lockcore/process/descendants.h"

#include <charconv>
#include <cstring>
#include <fstream>
#include <map>
#include <memory>
#include <optional>
#include <sstream>
#include <string>

#include <dirent.h>

namespace lockcore {

namespace {

std::optional<pid_t> pidOf(const char *name)
{
    pid_t pid = 0;
    const auto *end = name + std::strlen(name);
    const auto read = std::from_chars(name, end, pid);
    return read.ec == std::errc() && read.ptr == end ? std::optional(pid) : std::nullopt;
}

// None: the process is gone or a zombie. If only its first thread has ended, it looks like a zombie but still works.
std::optional<pid_t> parentOf(pid_t pid)
{
    constexpr int betweenParentAndThreads = 15;
    std::ifstream file("/proc/" + std::to_string(pid) + "/stat");
    std::string text;
    std::getline(file, text, '\0');
    const auto name = text.rfind(')'); // the name may contain anything, even ')'
    if (name == std::string::npos)
        return std::nullopt;
    std::istringstream fields(text.substr(name + 1));
    char state = 0;
    pid_t parent = 0;
    long threads = 0;
    fields >> state >> parent;
    std::string skipped;
    for (int i = 0; i < betweenParentAndThreads; ++i)
        fields >> skipped;
    fields >> threads;
    const bool over = (state == 'Z' || state == 'X') && threads <= 1;
    return fields && !over ? std::optional(parent) : std::nullopt;
}

std::multimap<pid_t, pid_t> childrenByParent()
{
    std::multimap<pid_t, pid_t> children;
    const std::unique_ptr<DIR, int (*)(DIR *)> directory(::opendir("/proc"), &::closedir);
    while (const auto *entry = directory ? ::readdir(directory.get()) : nullptr) {
        const auto pid = pidOf(entry->d_name);
        const auto parent = pid ? parentOf(*pid) : std::nullopt;
        if (parent)
            children.emplace(*parent, *pid);
    }
    return children;
}

} // namespace

std::vector<pid_t> descendantsOf(pid_t ancestor)
{
    const auto children = childrenByParent();
    std::vector<pid_t> found = {ancestor};
    for (std::size_t i = 0; i < found.size(); ++i) {
        const auto [first, last] = children.equal_range(found[i]);
        for (auto child = first; child != last; ++child)
            found.push_back(child->second);
    }
    found.erase(found.begin());
    return found;
}

} // namespace lockcore
