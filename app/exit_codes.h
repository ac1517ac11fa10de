// SPDX-License-Identifier: MIT
// What a command answers to the shell. Part of the interface: scripts rest on it.
#pragma once

namespace lockscope {

inline constexpr int exitYes = 0;
inline constexpr int exitNoConnection = 1;
inline constexpr int exitUsage = 2;
inline constexpr int exitNotComplete = 3;
inline constexpr int exitFoundSome = 10; ///< list --fail-if-any

} // namespace lockscope
