// SPDX-License-Identifier: MIT
// What a command answers to the shell. Part of the interface: scripts rest on it.
#pragma once

namespace lockscope {

inline constexpr int exitYes = 0;
inline constexpr int exitNoConnection = 1;
inline constexpr int exitUsage = 2;
inline constexpr int exitNotComplete = 3;
inline constexpr int exitNotThere = 4;     ///< release, as the next two
inline constexpr int exitNotPermitted = 5; ///< nothing was changed
inline constexpr int exitUntold = 6;       ///< released, but the waiters could not be told
inline constexpr int exitFoundSome = 10; ///< list --fail-if-any

// lock, where the command's own code is the answer: those of sysexits.h and of the shell for all else.
inline constexpr int exitLockUsage = 64;
inline constexpr int exitNoServer = 69;
inline constexpr int exitNotInTime = 75;
inline constexpr int exitLeaseLost = 76;
inline constexpr int exitNotExecutable = 126;
inline constexpr int exitNotFound = 127;
inline constexpr int exitBySignal = 128; ///< and its number

} // namespace lockscope
