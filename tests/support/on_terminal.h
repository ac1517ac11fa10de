// SPDX-License-Identifier: MIT
// The lockscope program on a terminal of its own, at which a person types.
#pragma once

#include <QByteArrayList>

#include <sys/types.h>

namespace lockcore::test {

class OnTerminal final
{
public:
    explicit OnTerminal(const QByteArrayList &words);
    ~OnTerminal();
    OnTerminal(const OnTerminal &) = delete;
    OnTerminal &operator=(const OnTerminal &) = delete;

    void type(const QByteArray &bytes); ///< \x03 is Ctrl+C, \x04 Ctrl+D
    const QByteArray &shown();          ///< so far
    bool ended();

private:
    int m_terminal = -1;
    pid_t m_child = -1;
    QByteArray m_shown;
    bool m_ended = false;
};

} // namespace lockcore::test
