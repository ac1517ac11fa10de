// SPDX-License-Identifier: MIT
// Measures how long a process was ready to run but had no processor: an unplanned delay, measured without help from the process. Any
// thread. Source: Documentation/scheduler/sched-stats.rst: the second number of /proc/PID/task/TID/schedstat, in nanoseconds.
#pragma once

#include "lockcore/base/clock.h"

#include <sys/types.h>

#include <map>

namespace lockcore {

class StallWatch final
{
public:
    /// The longest wait of one of its threads since the last call for this process; 0 at the first call.
    Microseconds waited(pid_t pid);
    void forget(pid_t pid) { m_waits.erase(pid); }

private:
    std::map<pid_t, std::map<pid_t, std::int64_t>> m_waits; ///< by process and thread, in nanoseconds
};

} // namespace lockcore
