// SPDX-License-Identifier: MIT
// The processes below one of ours, from /proc. A process that has adopted orphans (PR_SET_CHILD_SUBREAPER) thus knows all
// that its children have started. Without Qt: it runs in a forked process.
#pragma once

#include <vector>

#include <sys/types.h>

namespace lockcore {

/// Children, their children, and so on; without zombies.
std::vector<pid_t> descendantsOf(pid_t ancestor);

} // namespace lockcore
