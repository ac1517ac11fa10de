// SPDX-License-Identifier: MIT
// A process between Lockscope and a program of its own. It ends the program's process group when Lockscope is gone, even if Lockscope was
// killed. (A parent-death signal alone would follow the *thread* that started the program.) After such a death it also ends the process
// families of Lockscope (process_family.h), which may have escaped from their group. It has
//     0  the reading end of a pipe whose writing end only Lockscope has: end-of-file means that Lockscope is gone;
//        a byte asks to kill the program's group, to start it again, or to end,
//     1  a pipe to Lockscope: "started PID\n" or "failed ERRNO\n", "killed\n", and the program's last words if it ends by itself,
//     3  a file that stays open as long as the supervisor lives.
// One thread, so that the parent-death signal of the program follows this process. Without Qt: call it before Qt begins.
#pragma once

#include "lockcore/process/start_process.h"

#include <functional>
#include <string>

namespace lockcore {

/// What Lockscope's end (supervisor.h) and this one agree on.
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
    StartProcess program;                   ///< in a group of its own, whatever it says
    std::function<std::string()> lastWords; ///< after it has ended by itself
    std::function<void()> cleanUp;          ///< at the end, whatever happened
};

/// Is this process a supervisor, started by Lockscope with its three descriptors? Closes all others.
bool becomeSupervisor();

/// Starts the program, waits until the program or Lockscope ends, ends the group (SIGTERM, SIGKILL after 0.3 s), cleans up.
void supervise(Supervised what);

} // namespace lockcore
