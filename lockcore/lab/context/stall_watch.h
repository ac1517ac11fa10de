// SPDX-License-Identifier: MIT
// How long a process was ready to run and got no processor: what nobody planned, measured without its help. Any thread.
// Source: Documentation/scheduler/sched-stats.rst: the second number of /proc/PID/task/TID/schedstat, in nanoseconds.
#pragma once

#include "lockcore/base/clock.h"

#include <sys/types.h>

#include <map>

namespace lockcore {

class StallWatch final
{
public:
    /// The longest wait of one of its threads since the last call for this process; 0 at the first one.
    Microseconds waited(pid_t pid);
    void forget(pid_t pid) { m_waits.erase(pid); }

private:
    std::map<pid_t, std::map<pid_t, std::int64_t>> m_waits; ///< by process and thread, in nanoseconds
};

} // namespace lockcore
