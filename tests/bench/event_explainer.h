// SPDX-License-Identifier: MIT
// Checks whether the keyspace log can explain a reported event. The log knows what happened and when; the writer's journal knows the
// owners. Together they give every state of a lock, each with the time when it began. An event is explained if it follows from one of the
// states possible at its `notBefore`, one possible at its `time`, and the changes between these two.
#pragma once

#include "bench/churn.h"
#include "bench/keyspace_log.h"
#include "lockcore/monitor/model/event.h"

namespace lockcore::bench {

class EventExplainer final
{
public:
    EventExplainer(const KeyspaceLog::ByKey &log, const std::vector<Change> &journal, const RedissonLocks &locks);

    /// Entries of the log that do not match the journal. If there are any, the benchmark itself is wrong.
    std::int64_t misfits() const { return m_misfits; }

    bool explains(const LockEvent &event) const;
    std::string story(const LockEvent &event) const; ///< the log around the event, for a person

private:
    struct State
    {
        ServerTime from{};  ///< the state began after this time
        ServerTime until{}; ///< the state began before this time
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
