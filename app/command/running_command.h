// SPDX-License-Identifier: MIT
// The command under a lock, as the runner sees it: its process, and everything that this process has started. Needs a process that adopts
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
        sigset_t mask; ///< the signals that are blocked when it starts
        std::optional<std::int64_t> fencingToken;
        bool diesWithUs;
    };
    int start(const Start &how); ///< 0, or the errno

    pid_t pid() const { return m_pid; } ///< 0: not started

    void signal(int number) const; ///< only to the command
    /// To the command and what it has started, as far as they are in the command's process group: other members of that group may not be
    /// ours.
    void signalGroup(int number) const;
    void signalAll(int number) const; ///< to everything that it has started; nothing before its start

    bool isInOurGroup() const;

private:
    pid_t m_pid = 0;
};

} // namespace lockscope
