// SPDX-License-Identifier: MIT
// A program, usually lockscope, on its own pseudo-terminal, on which the test types.
#pragma once

#include <QByteArrayList>

#include <sys/types.h>

namespace lockcore::test {

class OnTerminal final
{
public:
    explicit OnTerminal(const QByteArrayList &words)
        : OnTerminal(LOCKSCOPE_BINARY, words)
    { }
    OnTerminal(const QByteArray &program, const QByteArrayList &words);
    ~OnTerminal();
    OnTerminal(const OnTerminal &) = delete;
    OnTerminal &operator=(const OnTerminal &) = delete;

    void type(const QByteArray &bytes); ///< \x03 is Ctrl+C, \x04 Ctrl+D, \x1a Ctrl+Z
    const QByteArray &shown();          ///< everything it has shown so far
    bool ended();
    int status() const { return m_status; } ///< the status from waitpid(), after it has ended
    pid_t pid() const { return m_child; }   ///< of the program, which leads the session and its first process group

private:
    int m_terminal = -1;
    pid_t m_child = -1;
    QByteArray m_shown;
    bool m_ended = false;
    int m_status = 0;
};

} // namespace lockcore::test
