// SPDX-License-Identifier: MIT
// Checks whether the keyspace log can explain a reported event. The log knows what happened and when; the writer's journal knows which
// owner. Together they give every state that a lock ever had, each with the time when it began. An event is explained if one of the states
// possible at its `notBefore`, one possible at its `time`, and the changes between these two make it true.
#pragma once

#include "bench/churn.h"
#include "bench/keyspace_log.h"
#include "lockcore/monitor/model/event.h"

namespace lockcore::bench {

class EventExplainer final
{
public:
    EventExplainer(const KeyspaceLog::ByKey &log, const std::vector<Change> &journal, const RedissonLocks &locks);

    /// Entries of the log that do not match the journal: with any of these the benchmark itself is wrong.
    std::int64_t misfits() const { return m_misfits; }

    bool explains(const LockEvent &event) const;
    std::string story(const LockEvent &event) const; ///< the log around it, for a reader

private:
    struct State
    {
        ServerTime from{};  ///< it began after this
        ServerTime until{}; ///< and before this
        ChangeKind by = ChangeKind::Delete;
        std::string owner;
        std::int64_t count = 0; ///< 0: free
    };
    using States = std::vector<State>;

    void join(const std::string &key, const std::vector<LogEntry> &entries, const std::vector<const Change *> &changes);
    static bool possibleAt(const States &states, std::size_t i, ServerTime time);
    static bool fits(const LockEvent &event, const States &states, std::size_t first, std::size_t last);

    std::map<std::string, States> m_states;
    std::int64_t m_misfits = 0;
};

} // namespace lockcore::bench
