// SPDX-License-Identifier: MIT
// What a frozen window has missed, joined into one change: the latest state of each lock, and the events. Its memory is bounded by the locks
// that are there, and by a number of events. GUI thread.
#pragma once

#include "lockcore/monitor/model/monitor_state.h"
#include "ui/monitor/wait_change.h"

#include <deque>
#include <unordered_map>

namespace lockscope {

class LockModel;

struct MissedChanges
{
    lockcore::ServerTime since{}; ///< the moment of the snapshot
    lockcore::MonitorChange change;
    std::vector<WaitChange> waits;
    std::int64_t dropped = 0;                            ///< the oldest events, of which there were too many
    std::optional<lockcore::ServerTime> completeSince{}; ///< with dropped ones: when the first event that was kept happened
};

class CollectedChanges final
{
public:
    static constexpr std::size_t mostEvents = 50'000;

    /// `locks` does not change meanwhile.
    explicit CollectedChanges(const LockModel &locks)
        : m_locks(locks)
    { }

    void add(const lockcore::MonitorChange &change);
    std::int64_t events() const { return m_dropped + static_cast<std::int64_t>(m_events.size()); } ///< kept or not
    bool any() const { return m_any; }
    MissedChanges take();

private:
    void keepFew(const lockcore::LockId &brief);
    void noteWait(const lockcore::LockId &id, bool awaited, lockcore::ServerTime at);

    const LockModel &m_locks;
    lockcore::MonitorChange m_last; ///< without locks and events
    std::unordered_map<lockcore::LockId, lockcore::LockInfo> m_changed;
    std::unordered_map<lockcore::LockId, lockcore::MonitorChange::Gone> m_gone;
    std::unordered_map<lockcore::LockId, bool> m_awaited;
    std::deque<lockcore::LockEvent> m_events;
    std::deque<WaitChange> m_waits;
    std::deque<lockcore::LockId> m_brief; ///< the locks of m_gone without a row
    std::int64_t m_dropped = 0;
    bool m_any = false;
};

} // namespace lockscope
