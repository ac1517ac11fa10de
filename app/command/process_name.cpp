// SPDX-License-Identifier: MIT
#include "app/command/process_name.h"

#include <algorithm>
#include <cstring>
#include <string>

#include <sys/prctl.h>

namespace lockscope {

void renameProcess(std::span<char *const> argv, std::string_view name)
{
    ::prctl(PR_SET_NAME, std::string(name).c_str());
    auto *end = argv.front();
    for (auto *word : argv) {
        if (word == end) // the kernel stores the words directly one after the other
            end += std::strlen(word) + 1;
    }
    const auto room = static_cast<std::size_t>(end - argv.front());
    std::memset(argv.front(), 0, room);
    std::memcpy(argv.front(), name.data(), std::min(name.size(), room - 1));
}

} // namespace lockscope
