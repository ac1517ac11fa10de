// SPDX-License-Identifier: MIT
// The processes of this machine, from /proc.
#pragma once

#include <QStringList>

#include <vector>

#include <sys/types.h>

namespace lockcore::test {

struct Process
{
    pid_t pid = 0;
    pid_t parent = 0;
    bool zombie = false;
    quint64 started = 0; ///< clock ticks since boot: distinguishes it from a later process with the same number
    QStringList words;
};

std::vector<Process> childrenOf(qint64 parent); ///< without zombies
bool isAlive(const Process &process);

} // namespace lockcore::test
