// SPDX-License-Identifier: MIT
// What is known, and what has not been reported yet: the LockTable, the events, the state. Builds MonitorChanges.
// One thread, the Monitor's.
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
    void loseSight(const LockId &id, ServerTime at, std::string_view why); ///< the same of one lock, if it is known

    /// What a sweep finds from now on may have been there for long, although earlier ones did not find it.
    void otherData();
    void sweepBegins() { m_sweepsThisData = m_sweepsSinceMissed = true; }
    void sweepCompleted(ServerTime began);

    /// Not every name was heard until now: a name that is heard next need not be new.
    void missedNames();
    bool mayHaveMissedNames() const { return m_missedNames; } ///< and no complete sweep since

    void noteChange() { m_changed(); } ///< call it after looks, table() or state have changed

    /// A release by Lockscope is in progress. Looks at the lock wait until its result is known, so that our own deletion is not
    /// attributed to somebody else, no matter which connection reports it first.
    void releaseBegins(const LockId &id);
    void releaseEnds(const ReleaseReport &report);

    /// Everything since the last take().
    MonitorChange take(const ServerClock &clock, Moment now);

private:
    void report(LockEvent event);

    const std::unique_ptr<LockTable> m_table;
    const std::size_t m_mostEvents; ///< waiting to be taken; the oldest are dropped
    const std::function<void()> m_changed;
    std::deque<LockEvent> m_events;
    std::map<LockId, int> m_releasing; ///< how many at once
    std::vector<std::pair<KeySnapshot, ObservationInterval>> m_heldBack;
    std::optional<ServerTime> m_lastSweepBegan; ///< of the last complete sweep, in any session: what it did not find was not there
    bool m_otherData = false;                   ///< and no complete sweep since
    bool m_sweepsThisData = false;              ///< the sweep that is under way began after that
    bool m_missedNames = false;
    bool m_sweepsSinceMissed = false; ///< the sweep that is under way began after that
    std::uint64_t m_number = 0;
    std::int64_t m_forgotten = 0;
    std::int64_t m_coalesced = 0;
};

} // namespace lockcore
