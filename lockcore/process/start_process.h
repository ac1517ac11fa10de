// SPDX-License-Identifier: MIT
// Starts a program in a new process, with what QProcess cannot give it: a process group of its own, any descriptors, the
// parent-death signal. Any thread; but a parent-death signal follows the thread that called.
#pragma once

#include <csignal>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <sys/types.h>

namespace lockcore {

struct StartProcess
{
    enum class Group {
        Inherited,  ///< the caller's: the terminal's signals reach it
        Own,        ///< can be signalled as a whole: kill(-pid, …)
        OwnSession, ///< and has no terminal
    };

    std::string program;                            ///< a path, or a name to search in PATH
    std::vector<std::string> words;                 ///< its argv, with the name it sees itself under
    std::vector<std::pair<int, int>> descriptors{}; ///< {ours, its}; ours are above 9. Others without close-on-exec are inherited
    Group group = Group::Own;
    bool diesWithUs = true; ///< SIGKILL when the calling thread ends
    /// What is blocked. If nothing is said, nothing is blocked or ignored; otherwise what the caller ignores stays ignored (nohup).
    std::optional<sigset_t> mask{};
    std::vector<std::pair<std::string, std::optional<std::string>>> environment{}; ///< changes: name, and value or none
};

/// The process, or -1 with the errno of fork() or exec(). The program runs when this returns.
pid_t startProcess(const StartProcess &start);

/// Has this child ended? It is not reaped: as long as it is a zombie, its number and its group's are nobody else's.
bool hasEnded(pid_t child);

} // namespace lockcore
