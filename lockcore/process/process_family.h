// SPDX-License-Identifier: MIT
// A process and everything that it has started, as far as /proc shows: its descendants, and every process that has inherited its mark, a
// variable of its environment. The mark finds processes that have a new session and whose parents have ended. A process that also clears
// its environment is not found. Any thread. Without Qt.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include <sys/types.h>

namespace lockcore {

class ProcessFamily final
{
public:
    ProcessFamily() = default;
    ProcessFamily(pid_t head, std::string mark)
        : m_head(head)
        , m_mark(std::move(mark) + '\0')
    { }

    /// All families whose marks the process `maker` has made. For use when `maker` has ended.
    static ProcessFamily allMarkedBy(pid_t maker);

    /// A mark that no other process has. Put it into the head's environment: StartProcess::environment.
    static std::pair<std::string, std::string> newMark();

    /// The head has been reaped: its number may now belong to a stranger.
    void forgetHead() { m_head = -1; }

    std::vector<pid_t> members() const; ///< without zombies. Reads the environment of every process

    void signal(int number) const; ///< to each member

    /// Sends SIGSTOP to the members that run. True: there are members, and every thread of each of them is stopped (state T). If false,
    /// call it again: a process may have started another one before it stopped. Cheap until the head and its descendants are stopped.
    bool stop() const;

    /// Sends SIGKILL to all until none is left, for at most 1 s. Reaps those that are children of this process, except the head. Returns
    /// whether none is left.
    bool end() const;

private:
    std::vector<pid_t> near() const; ///< the head and its descendants

    pid_t m_head = -1;
    std::string m_mark; ///< NAME=VALUE and a 0, or a prefix of it
};

} // namespace lockcore
