// SPDX-License-Identifier: MIT
// The holdings whose begin was seen, until their end is: how long was each? No I/O, no clock; one thread.
#pragma once

#include "lockcore/monitor/model/monitor_state.h"

#include <unordered_map>

namespace lockcore {

class HoldingsSeen
{
public:
    /// The lengths of the holdings that this event ends.
    std::vector<Milliseconds> apply(const LockEvent &event);
    void forget(const LockId &id) { m_begins.erase(id); } ///< the lock is gone; its last event may have been dropped

private:
    struct Begin
    {
        Bytes owner;
        ServerTime time{};
    };
    static constexpr std::size_t mostHolders = 100; ///< of one lock

    std::vector<Milliseconds> endAll(const LockId &id, ServerTime time);
    std::vector<Milliseconds> endOne(const LockEvent &event);

    std::unordered_map<LockId, std::vector<Begin>> m_begins;
};

} // namespace lockcore
