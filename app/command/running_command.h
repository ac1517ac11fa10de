// SPDX-License-Identifier: MIT
// The command under a lock, as the runner sees it: its process and all processes that it has started. Works only in a process that adopts
// orphans (PR_SET_CHILD_SUBREAPER) and has no other children. Without Qt, one thread.
#pragma once

#include <csignal>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <sys/types.h>

namespace lockscope {

class RunningCommand final
{
public:
    struct Start
    {
        const std::vector<std::string> &words;
        sigset_t mask; ///< the signals that are blocked when the command starts
        std::optional<std::int64_t> fencingToken;
        bool diesWithUs;
    };
    int start(const Start &how); ///< returns 0 or the errno

    pid_t pid() const { return m_pid; } ///< 0: not started

    void signal(int number) const; ///< sends it only to the command
    /// Sends it to the command and to the processes started by it, if they are in the command's process group. Other members of that group
    /// are left alone: they may not be ours.
    void signalGroup(int number) const;
    void signalAll(int number) const; ///< sends it to the command and to all processes started by it; does nothing before the start

    bool isInOurGroup() const;

private:
    pid_t m_pid = 0;
};

} // namespace lockscope
