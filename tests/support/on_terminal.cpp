// SPDX-License-Identifier: MIT
#include "support/on_terminal.h"

#include <QtGlobal>

#include <array>
#include <csignal>
#include <fcntl.h>
#include <pty.h>
#include <sys/wait.h>
#include <unistd.h>

#include <vector>

namespace lockcore::test {

OnTerminal::OnTerminal(const QByteArray &program, const QByteArrayList &words)
{
    std::vector<char *> arguments = {const_cast<char *>(program.constData())};
    for (const auto &word : words)
        arguments.push_back(const_cast<char *>(word.constData()));
    arguments.push_back(nullptr);
    m_child = ::forkpty(&m_terminal, nullptr, nullptr, nullptr);
    if (m_child < 0)
        qFatal("there is no terminal to be had");
    if (m_child == 0) {
        ::execvp(program.constData(), arguments.data());
        ::_exit(127);
    }
    ::fcntl(m_terminal, F_SETFL, O_NONBLOCK);
}

OnTerminal::~OnTerminal()
{
    if (!ended()) {
        ::kill(m_child, SIGKILL);
        ::waitpid(m_child, nullptr, 0);
    }
    ::close(m_terminal);
}

void OnTerminal::type(const QByteArray &bytes)
{
    if (::write(m_terminal, bytes.constData(), static_cast<std::size_t>(bytes.size())) != bytes.size())
        qFatal("the terminal does not take what is typed");
}

const QByteArray &OnTerminal::shown()
{
    std::array<char, 4096> buffer{};
    for (;;) {
        const auto count = ::read(m_terminal, buffer.data(), buffer.size());
        if (count <= 0)
            return m_shown;
        m_shown.append(buffer.data(), static_cast<qsizetype>(count));
    }
}

bool OnTerminal::ended()
{
    (void)shown(); // reads its output, because the program may wait for space in the terminal
    m_ended = m_ended || ::waitpid(m_child, &m_status, WNOHANG) == m_child;
    return m_ended;
}

} // namespace lockcore::test
