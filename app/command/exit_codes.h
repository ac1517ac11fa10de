// SPDX-License-Identifier: MIT
// The exit codes of all commands. Scripts depend on them.
#pragma once

namespace lockscope {

inline constexpr int exitYes = 0;
inline constexpr int exitNoConnection = 1;
inline constexpr int exitViolated = 1; ///< lab: a property is violated, or a result differs from the expected one
inline constexpr int exitUsage = 2;
inline constexpr int exitNotComplete = 3;
inline constexpr int exitNotThere = 4;     ///< these three: release
inline constexpr int exitNotPermitted = 5; ///< nothing was changed
inline constexpr int exitUntold = 6;       ///< released, but notifying the waiters failed
inline constexpr int exitFoundSome = 10;   ///< list --fail-if-any found a lock

// `lock` returns the command's own exit code. The others are those of sysexits.h and of the shell.
inline constexpr int exitLockUsage = 64;
inline constexpr int exitNoServer = 69;
inline constexpr int exitNotInTime = 75;
inline constexpr int exitLeaseLost = 76;
inline constexpr int exitNotExecutable = 126;
inline constexpr int exitNotFound = 127;
inline constexpr int exitBySignal = 128; ///< plus the number of the signal

} // namespace lockscope
