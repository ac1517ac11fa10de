// SPDX-License-Identifier: MIT
// A process between Lockscope and a program that Lockscope starts. It ends the program's process group when Lockscope is gone, even if
// Lockscope was killed. (A parent-death signal alone would follow the *thread* that started the program.) After such a death it also ends
// the process families of Lockscope (process_family.h), which may have left the process group. Its descriptors are:
//     0  the reading end of a pipe whose writing end only Lockscope has: end-of-file means that Lockscope is gone;
//        a byte is a request to kill the program's group, to start the program again, or to end,
//     1  a pipe to Lockscope: "started PID\n" or "failed ERRNO\n", "killed\n", and the program's last words if it ends by itself,
//     3  a file that stays open as long as the supervisor lives.
// It has one thread, so that the parent-death signal of the program follows this process. Without Qt: call it before Qt begins.
#pragma once

#include "lockcore/process/start_process.h"

#include <functional>
#include <string>

namespace lockcore {

/// Constants shared with Lockscope's end of the pipes (supervisor.h).
namespace supervision {
inline constexpr int lifeFd = 0;
inline constexpr int reportFd = 1;
inline constexpr int keptFd = 3;
inline constexpr char killProgram = 'k';
inline constexpr char startProgram = 's';
inline constexpr char end = 'e';
} // namespace supervision

struct Supervised
{
    StartProcess program;                   ///< always started in its own group
    std::function<std::string()> lastWords; ///< text to report after the program has ended by itself
    std::function<void()> cleanUp;          ///< always called at the end
};

/// Is this process a supervisor, started by Lockscope with its three descriptors? Closes all others.
bool becomeSupervisor();

/// Starts the program, waits until the program or Lockscope ends, ends the group (SIGTERM, SIGKILL after 0.3 s; if Lockscope is gone, SIGKILL
/// at once), cleans up.
void supervise(Supervised what);

} // namespace lockcore
