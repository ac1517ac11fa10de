// SPDX-License-Identifier: MIT
#include "lockcore/lab/context/stall_watch.h"

#include <cstdio>
#include <memory>
#include <optional>
#include <string>

#include <dirent.h>

namespace lockcore {

namespace {

std::optional<std::int64_t> waitOf(const std::string &path)
{
    const std::unique_ptr<std::FILE, int (*)(std::FILE *)> file(std::fopen(path.c_str(), "re"), &std::fclose);
    long long ran = 0;
    long long waited = 0;
    if (!file || std::fscanf(file.get(), "%lld %lld", &ran, &waited) != 2) // NOLINT(cert-err34-c): the kernel wrote it
        return std::nullopt;
    return waited;
}

} // namespace

Microseconds StallWatch::waited(pid_t pid)
{
    const auto tasks = "/proc/" + std::to_string(pid) + "/task/";
    const std::unique_ptr<DIR, int (*)(DIR *)> directory(::opendir(tasks.c_str()), &::closedir);
    std::int64_t longest = 0;
    auto &before = m_waits[pid];
    while (const auto *task = directory ? ::readdir(directory.get()) : nullptr) {
        const std::string name = task->d_name;
        if (name.front() == '.')
            continue;
        const auto wait = waitOf(tasks + name + "/schedstat");
        if (!wait)
            continue;
        const auto [known, isNew] = before.try_emplace(static_cast<pid_t>(std::stol(name)), *wait);
        if (!isNew)
            longest = std::max(longest, *wait - known->second);
        known->second = *wait;
    }
    return std::chrono::duration_cast<Microseconds>(std::chrono::nanoseconds(longest));
}

} // namespace lockcore
