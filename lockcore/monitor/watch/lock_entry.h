// SPDX-License-Identifier: MIT
// What the LockTable knows of one name.
#pragma once

#include "lockcore/monitor/watch/kept_look.h"
#include "lockcore/monitor/watch/name_past.h"

namespace lockcore {

struct LeaseSeen
{
    ValueType type{};
    Milliseconds lease{};
};

struct LockEntry
{
    std::optional<KeptLook> last; ///< none: the last look saw it free
    LockInfo info;
    Rare<NamePast> past;
    std::optional<LeaseSeen> leaseSeen; ///< outlives the lock, so that the next one under this name can be compared
    ServerTime waitersTold{};
    std::size_t moment = 0;       ///< for the AlarmHeap
    std::size_t counted = 0;      ///< its place among the locks whose channels are counted, from 1; 0: it is not there
    bool changed = false;         ///< and among the changed ones
    bool beforeRestart = false;   ///< of the server, and no look since
    bool beforeExchange = false;  ///< of the data, and no look since
    bool beforeCut = false;       ///< of the connection, and no look since
    bool afterOurRelease = false; ///< the lock was seen to disappear, and nobody has it since
    bool wasFair = false;         ///< it announces only if somebody waits, and looks like others if nobody does

    bool isOfOtherData() const { return beforeRestart || beforeExchange; } ///< where its owner may still have it
};

} // namespace lockcore
