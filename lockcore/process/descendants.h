// SPDX-License-Identifier: MIT
// The descendants of one of our processes, from /proc. A process that adopts orphans (PR_SET_CHILD_SUBREAPER) finds everything that its
// children have started. Without Qt: it runs in a forked process.
#pragma once

#include <vector>

#include <sys/types.h>

namespace lockcore {

/// Children, their children, and so on; without zombies. Reads the status of every process.
std::vector<pid_t> descendantsOf(pid_t ancestor);

/// The same from the kernel's own lists of children, if the kernel has them: at a thousandth of the cost. A child may be missing if another
/// one ends during the call. Source: Documentation/filesystems/proc.rst, 3.7.
std::vector<pid_t> descendantsListedFor(pid_t ancestor);

bool isOver(pid_t pid); ///< the process is gone, or a zombie

} // namespace lockcore
