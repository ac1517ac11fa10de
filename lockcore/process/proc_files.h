// SPDX-License-Identifier: MIT
// Reading /proc. Any thread. Without Qt: it runs in a forked process.
#pragma once

#include <charconv>
#include <cstring>
#include <memory>
#include <string>

#include <dirent.h>
#include <fcntl.h>
#include <sys/types.h>
#include <unistd.h>

namespace lockcore::proc {

/// Empty: the file does not exist, or may not be read.
inline std::string content(const std::string &path)
{
    std::string text;
    const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return text;
    constexpr std::size_t step = 4096;
    for (ssize_t got = 1; got > 0;) {
        const auto size = text.size();
        text.resize(size + step);
        got = ::read(file, text.data() + size, step);
        text.resize(size + static_cast<std::size_t>(got > 0 ? got : 0));
    }
    ::close(file);
    return text;
}

/// Calls `see` for each entry of a directory of /proc whose name is a number.
template <class See>
void eachNumber(const std::string &path, See see)
{
    const std::unique_ptr<DIR, int (*)(DIR *)> directory(::opendir(path.c_str()), &::closedir);
    while (const auto *entry = directory ? ::readdir(directory.get()) : nullptr) {
        pid_t number = 0;
        const auto *end = entry->d_name + std::strlen(entry->d_name);
        const auto read = std::from_chars(entry->d_name, end, number);
        if (read.ec == std::errc() && read.ptr == end)
            see(number);
    }
}

} // namespace lockcore::proc
