// SPDX-License-Identifier: MIT
// The command that runs under a lock: with our input, output and errors, in a process group of its own so that it can be
// ended with all that it started. Told of SIGCHLD by its owner.
//
// On a terminal (its input and its output are one, and it is ours) it becomes the foreground group, as a shell's job would:
// it may read, and Ctrl+C and Ctrl+Z reach it. When it stops, we stop with it.
#pragma once

#include "base/waiting.h"

#include <QStringList>

#include <sys/types.h>

namespace lockscope {

class ChildProcess final
{
public:
    ChildProcess() = default;
    ~ChildProcess();
    ChildProcess(const ChildProcess &) = delete;
    ChildProcess &operator=(const ChildProcess &) = delete;

    int start(const QStringList &command); ///< 0, or the errno
    bool started() const { return m_group > 0; }

    /// Its exit code as a shell tells it: 128 + n if signal n ended it.
    lockcore::Waiting<int> ended() { return m_ended.waiting(); }

    void childChanged();           ///< SIGCHLD came
    void signal(int number) const; ///< to the whole group
    bool groupLives() const;       ///< anybody of it, also when the command itself has ended

private:
    void takeTerminalBack() const;
    void stopWithIt() const;

    pid_t m_group = 0; ///< and the command's process id
    int m_terminal = -1;
    bool m_reaped = false;
    lockcore::Completion<int> m_ended;
};

} // namespace lockscope
