// SPDX-License-Identifier: MIT
// What `ps`, `pkill` and `killall` call this process.
#pragma once

#include <span>
#include <string_view>

namespace lockscope {

/// Overwrites argv: make copies before. Only the beginning of a long name is visible: 15 bytes in `killall`, and in `ps` as many as argv
/// has room for.
void renameProcess(std::span<char *const> argv, std::string_view name);

} // namespace lockscope
