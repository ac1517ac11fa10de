// SPDX-License-Identifier: MIT
// What is known and what was not reported yet: the LockTable, the events, the state. Builds MonitorChanges. Belongs to the Monitor's
// thread.
#pragma once

#include "lockcore/monitor/model/monitor_state.h"
#include "lockcore/monitor/reading/server_clock.h"
#include "lockcore/monitor/release/release.h"
#include "lockcore/monitor/watch/lock_table.h"

#include <deque>
#include <functional>
#include <map>

namespace lockcore {

class MonitorStore
{
public:
    /// `changed` is called whenever there is something to take. It must not call take() itself.
    MonitorStore(std::unique_ptr<LockTable> table, std::size_t mostEvents, std::function<void()> changed)
        : m_table(std::move(table))
        , m_mostEvents(mostEvents)
        , m_changed(std::move(changed))
    { }

    std::optional<LockId> selected; ///< see Monitor::select()
    MonitorState state;             ///< written by the code that knows it; take() fills in eventsForgotten, coalesced and locks

    LockTable &table() { return *m_table; }
    const LockTable &table() const { return *m_table; }

    /// What is known about any key before a look at it.
    ObservationInterval observed() const;

    void apply(KeySnapshot look, const ObservationInterval &observed, std::optional<Classified> classified = {});

    /// Drops locks that can no longer be read, or recognised, and reports `why`.
    template <class Lost>
    void forget(Lost lost, ServerTime at, std::string_view why = "it can no longer be read")
    {
        for (auto &event : m_table->forget(lost, at, why))
            report(std::move(event));
    }
    void loseSight(const LockId &id, ServerTime at, std::string_view why); ///< the same for one lock, if it is known

    /// The data was exchanged: a key that a sweep finds from now on may be old, although earlier sweeps did not find it.
    void otherData();
    void sweepBegins() { m_sweepsThisData = m_sweepsSinceMissed = true; }
    void sweepCompleted(ServerTime began);

    /// Some names were not heard: a name that is heard next need not be new.
    void missedNames();
    bool mayHaveMissedNames() const { return m_missedNames; } ///< true until a complete sweep after missedNames()

    /// This is a lock: it is no longer a possible one. Was it one, with one of these holders, at the last sweep? Then it is not new.
    bool wasPossible(const LockId &id, const LockMatch &match);

    void noteChange() { m_changed(); } ///< call it after looks, table() or state have changed

    /// Lockscope releases this lock. Looks at the lock wait until the result is known, so that the deletion is not attributed to somebody
    /// else, whichever connection reports it first.
    void releaseBegins(const LockId &id);
    void releaseEnds(const ReleaseReport &report);

    /// Everything since the last take().
    MonitorChange take(const ServerClock &clock, Moment now);

private:
    void report(LockEvent event);

    const std::unique_ptr<LockTable> m_table;
    const std::size_t m_mostEvents; ///< that wait to be taken; the oldest are dropped
    const std::function<void()> m_changed;
    std::deque<LockEvent> m_events;
    std::map<LockId, int> m_releasing; ///< how many releases of each lock are in progress
    std::vector<std::pair<KeySnapshot, ObservationInterval>> m_heldBack;
    std::optional<ServerTime> m_lastSweepBegan; ///< start of the last complete sweep, in any session: what it did not find did not exist
    bool m_otherData = false;                   ///< otherData() was called, and no sweep was complete since
    bool m_sweepsThisData = false;              ///< the current sweep began after otherData()
    bool m_missedNames = false;
    bool m_sweepsSinceMissed = false; ///< the current sweep began after missedNames()
    std::uint64_t m_number = 0;
    std::int64_t m_forgotten = 0;
    std::int64_t m_coalesced = 0;
};

} // namespace lockcore
