// SPDX-License-Identifier: MIT
// The descendants of one of our processes, from /proc. A process that adopts orphans (PR_SET_CHILD_SUBREAPER) finds everything that its
// children have started. Without Qt: it runs in a forked process.
#pragma once

#include <vector>

#include <sys/types.h>

namespace lockcore {

/// Children, their children, and so on; without zombies.
std::vector<pid_t> descendantsOf(pid_t ancestor);

} // namespace lockcore
