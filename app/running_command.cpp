// SPDX-License-Identifier: MIT
#include "app/running_command.h"

#include "lockcore/process/descendants.h"
#include "lockcore/process/start_process.h"

#include <cerrno>

#include <unistd.h>

namespace lockscope {

int RunningCommand::start(const Start &how)
{
    lockcore::StartProcess start;
    start.program = how.words[0];
    for (char **word = how.words; *word; ++word)
        start.words.emplace_back(*word);
    start.group = lockcore::StartProcess::Group::Inherited; // as under flock: the terminal's
    start.diesWithUs = how.diesWithUs;                      // the last resort: the runner itself was killed
    start.mask = how.mask;
    start.environment = {{"LOCKSCOPE_PASSWORD", std::nullopt}, {"LOCKSCOPE_FENCING_TOKEN", std::nullopt}}; // this may be a lock in a lock
    if (how.fencingToken)
        start.environment.back().second = std::to_string(*how.fencingToken);
    const auto pid = lockcore::startProcess(start);
    if (pid < 0)
        return errno;
    m_pid = pid;
    return 0;
}

void RunningCommand::signal(int number) const { ::kill(m_pid, number); }

void RunningCommand::signalGroup(int number) const
{
    const auto group = ::getpgid(m_pid);
    for (const auto pid : lockcore::descendantsOf(::getpid())) {
        if (::getpgid(pid) == group)
            ::kill(pid, number);
    }
}

void RunningCommand::signalAll(int number) const
{
    if (m_pid <= 0)
        return;
    for (const auto pid : lockcore::descendantsOf(::getpid()))
        ::kill(pid, number);
}

bool RunningCommand::isInOurGroup() const { return ::getpgid(m_pid) == ::getpgrp(); }

} // namespace lockscope
