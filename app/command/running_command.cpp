// SPDX-License-Identifier: MIT
#include "app/command/running_command.h"

#include "lockcore/process/descendants.h"
#include "lockcore/process/start_process.h"
#include "lockcore/redis/endpoint.h"

#include <cerrno>
#include <cstdlib>

#include <unistd.h>

namespace lockscope {

namespace {

// Returns none if the URL is invalid, because then it is not known which part is the password.
std::optional<std::string> withoutPassword(const char *url)
{
    const auto endpoint = lockcore::Endpoint::parse(url);
    if (!endpoint)
        return std::nullopt;
    return endpoint->password.empty() ? url : toString(*endpoint);
}

} // namespace

int RunningCommand::start(const Start &how)
{
    lockcore::StartProcess start;
    start.program = how.words.front();
    start.words = how.words;
    start.group = lockcore::StartProcess::Group::Inherited; // the terminal's group, as with flock
    start.diesWithUs = how.diesWithUs;                      // the last resort, for when the runner itself is killed
    start.mask = how.mask;
    // An outer `lockscope lock` may have set the token.
    start.environment = {
        {"LOCKSCOPE_PASSWORD", std::nullopt}, {"LOCKSCOPE_SENTINEL_PASSWORD", std::nullopt}, {"LOCKSCOPE_FENCING_TOKEN", std::nullopt}};
    if (how.fencingToken)
        start.environment.back().second = std::to_string(*how.fencingToken);
    if (const auto *url = std::getenv("LOCKSCOPE_URL"))
        start.environment.emplace_back("LOCKSCOPE_URL", withoutPassword(url));
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
