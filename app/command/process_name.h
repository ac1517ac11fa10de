// SPDX-License-Identifier: MIT
// Sets the name that `ps`, `pkill` and `killall` show for this process.
#pragma once

#include <span>
#include <string_view>

namespace lockscope {

/// Overwrites argv, so copy the arguments before. A long name is cut: `killall` shows 15 bytes, `ps` as many as argv has room for.
void renameProcess(std::span<char *const> argv, std::string_view name);

} // namespace lockscope
