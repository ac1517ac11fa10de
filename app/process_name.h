// SPDX-License-Identifier: MIT
// What `ps`, `pkill` and `killall` call this process.
#pragma once

#include <span>
#include <string_view>

namespace lockscope {

/// Overwrites argv, from which copies must have been made. Of a long name only the beginning: 15 bytes for `killall`, and as
/// many as argv has room for.
void renameProcess(std::span<char *const> argv, std::string_view name);

} // namespace lockscope
