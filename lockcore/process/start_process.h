// SPDX-License-Identifier: MIT
// Starts a program in a new process, with what QProcess does not offer: its own process group, any descriptors, the parent-death
// signal. Any thread; but a parent-death signal follows the thread that called.
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
        OwnSession, ///< its own group, and no terminal
    };

    std::string program;            ///< a path, or a name to search in PATH
    std::vector<std::string> words; ///< its argv; the first word is the program's name
    /// {our number, the child's number}; ours are above 9. The child also inherits every descriptor without close-on-exec.
    std::vector<std::pair<int, int>> descriptors{};
    Group group = Group::Own;
    bool diesWithUs = true; ///< SIGKILL when the calling thread ends
    /// The signals to block. Without a mask, none is blocked or ignored. With one, signals that the caller ignores stay ignored (nohup).
    std::optional<sigset_t> mask{};
    /// Changes: a name with its new value, or with none to remove it.
    std::vector<std::pair<std::string, std::optional<std::string>>> environment{};
};

/// Returns the process, or -1 with the errno of fork() or exec(). The program is running when this returns.
pid_t startProcess(const StartProcess &start);

/// Has this child ended? It is not reaped: while it is a zombie, no other process gets its number or the number of its group.
bool hasEnded(pid_t child);

} // namespace lockcore
