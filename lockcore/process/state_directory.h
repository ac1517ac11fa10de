// SPDX-License-Identifier: MIT
// Where Lockscope keeps what it must not lose: the audit of releases, the runs of the Lab (XDG Base Directory Specification).
#pragma once

#include <string>

namespace lockcore {

/// $XDG_STATE_HOME/lockscope, or ~/.local/state/lockscope. If HOME is not set, the user database names the home directory. The directory
/// may not exist.
std::string stateDirectory();

} // namespace lockcore
