// SPDX-License-Identifier: MIT
// What is known, and what of it has not been told yet: the LockTable, the events, the state. Makes MonitorChanges.
// One thread, the Monitor's.
#pragma once

#include "monitor/lock_table.h"
#include "monitor/monitor.h"
#include "monitor/server_clock.h"

#include <deque>
#include <map>

namespace lockcore {

class Board
{
public:
    Board(const Classifier &classifier, std::size_t mostEvents) : m_table(classifier), m_mostEvents(mostEvents) { }

    std::optional<ServerTime> lastSweepBegan; ///< of the last complete one, in whatever session: what it did not find, was not there

    MonitorState state; ///< written by whoever knows; eventsForgotten, coalesced and locks are filled in by take()

    LockTable &table() { return m_table; }
    const LockTable &table() const { return m_table; }

    void apply(const Look &look, const Evidence &evidence);

    /// A release of ours is under way: looks at the lock wait until it is known what became of it, so that our own
    /// deletion is not taken for somebody's, whichever connection tells of it first.
    void releaseBegins(const LockId &id);
    void releaseEnds(const ReleaseReport &report);

    /// Everything since the last take().
    MonitorChange take(const ServerClock &clock, Moment now);

private:
    LockTable m_table;
    const std::size_t m_mostEvents; ///< that wait to be taken; the oldest go
    std::deque<LockEvent> m_events;
    std::map<LockId, int> m_releasing; ///< how many at once
    std::vector<std::pair<Look, Evidence>> m_heldBack;
    std::uint64_t m_number = 0;
    std::int64_t m_forgotten = 0;
    std::int64_t m_coalesced = 0;
};

} // namespace lockcore
