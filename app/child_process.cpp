// SPDX-License-Identifier: MIT
#include "app/child_process.h"

#include "app/exit_codes.h"

#include <QFile>

#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

namespace lockscope {

namespace {

int ownTerminal()
{
    if (!::isatty(STDIN_FILENO) || !::isatty(STDOUT_FILENO))
        return -1; // part of a pipe: the terminal belongs to all of that
    const int terminal = ::open("/dev/tty", O_RDWR | O_CLOEXEC);
    if (terminal >= 0 && ::tcgetpgrp(terminal) == ::getpgrp())
        return terminal;
    if (terminal >= 0)
        ::close(terminal);
    return -1;
}

// From a background group tcsetpgrp() would stop us.
void setForeground(int terminal, pid_t group)
{
    sigset_t stop;
    sigset_t before;
    sigemptyset(&stop);
    sigaddset(&stop, SIGTTOU);
    ::pthread_sigmask(SIG_BLOCK, &stop, &before);
    ::tcsetpgrp(terminal, group);
    ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

void setUp(posix_spawnattr_t &attributes)
{
    sigset_t usual; // Qt and we ignore it, the command shall not
    sigset_t none;
    sigemptyset(&usual);
    sigaddset(&usual, SIGPIPE);
    sigemptyset(&none);
    ::posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK);
    ::posix_spawnattr_setpgroup(&attributes, 0);
    ::posix_spawnattr_setsigdefault(&attributes, &usual);
    ::posix_spawnattr_setsigmask(&attributes, &none);
}

} // namespace

ChildProcess::~ChildProcess()
{
    if (m_terminal >= 0)
        ::close(m_terminal);
}

int ChildProcess::start(const QStringList &command)
{
    std::vector<QByteArray> words;
    for (const auto &word : command)
        words.push_back(QFile::encodeName(word));
    std::vector<char *> arguments;
    for (auto &word : words)
        arguments.push_back(word.data());
    arguments.push_back(nullptr);

    posix_spawnattr_t attributes;
    posix_spawn_file_actions_t actions;
    ::posix_spawnattr_init(&attributes);
    ::posix_spawn_file_actions_init(&actions);
    setUp(attributes);
    m_terminal = ownTerminal();
    if (m_terminal >= 0) // by the child, before the command begins: it may read at once
        ::posix_spawn_file_actions_addtcsetpgrp_np(&actions, m_terminal);
    pid_t child = 0;
    const int error = ::posix_spawnp(&child, arguments.front(), &actions, &attributes, arguments.data(), environ);
    ::posix_spawn_file_actions_destroy(&actions);
    ::posix_spawnattr_destroy(&attributes);
    if (error == 0)
        m_group = child;
    else
        takeTerminalBack();
    return error;
}

void ChildProcess::childChanged()
{
    int status = 0;
    while (started() && !m_reaped && ::waitpid(m_group, &status, WNOHANG | WUNTRACED) == m_group) {
        if (WIFSTOPPED(status)) {
            stopWithIt();
            continue;
        }
        m_reaped = true;
        takeTerminalBack();
        m_ended.complete(WIFSIGNALED(status) ? exitBySignal + WTERMSIG(status) : WEXITSTATUS(status));
    }
}

void ChildProcess::takeTerminalBack() const
{
    if (m_terminal >= 0)
        setForeground(m_terminal, ::getpgrp());
}

void ChildProcess::stopWithIt() const
{
    if (m_terminal < 0)
        return;
    takeTerminalBack();
    ::kill(0, SIGSTOP); // the shell looks at our job; we go on here when it is continued
    if (::tcgetpgrp(m_terminal) == ::getpgrp())
        setForeground(m_terminal, m_group);
    signal(SIGCONT);
}

void ChildProcess::signal(int number) const
{
    if (started())
        ::kill(-m_group, number);
}

bool ChildProcess::groupLives() const
{
    return started() && ::kill(-m_group, 0) == 0;
}

} // namespace lockscope
