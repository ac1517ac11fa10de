// SPDX-License-Identifier: MIT
// Every known lock, built from looks alone. No I/O, no clock: time comes with the looks and with tick(). One thread.
// All input and output is virtual, so that a table in the tests can record it (tests/support/recorded_table.h).
#pragma once

#include "lockcore/monitor/model/monitor_state.h"
#include "lockcore/monitor/transition/transition.h"
#include "lockcore/monitor/watch/alarm_heap.h"
#include "lockcore/monitor/watch/owner_index.h"
#include "lockcore/monitor/watch/sentence_pool.h"

#include <functional>
#include <memory>
#include <unordered_map>
#include <unordered_set>

namespace lockcore {

class LockTable
{
public:
    explicit LockTable(const Classifier &classifier)
        : m_recogniser(classifier, [this](const LockId &id, const LockMatch &match) { return m_owners.hasAnother(id, match); })
    { }
    LockTable(const LockTable &) = delete; // its parts refer to each other
    LockTable &operator=(const LockTable &) = delete;
    virtual ~LockTable() = default;

    virtual void setFingerprints(SharedNames libraries) { m_around.fingerprints = std::move(libraries); }
    virtual void setChannels(SharedNames channels) { m_around.channels = std::move(channels); }
    const RecognitionContext &surroundings() const { return m_around; }

    /// Processes one look: see transition().
    virtual std::vector<LockEvent> apply(KeySnapshot look, const ObservationInterval &observed, std::optional<Classified> classified = {});

    /// Lockscope released the lock successfully at this time of the server's clock; later looks are judged by it. `owners`: the freed ones;
    /// empty: all.
    virtual void releasedByUs(const LockId &id, ServerTime at, std::vector<Bytes> owners = {});

    /// The earlier looks came from another server process. If that process did not keep a lock, its owner may have re-acquired it.
    virtual void serverRestarted();
    virtual void failedOver();    ///< another primary is watched from now on
    virtual void dataExchanged(); ///< from now on the data may be other data: SWAPDB, a full synchronisation, a promotion
    /// The server's clock was set, or this machine slept: shifts the times that were read before. Deadlines stay.
    virtual void clockJumped(Microseconds by);
    virtual void connectionLost(); ///< until its next look, a lock may change without a message

    virtual void setWaiters(const LockId &id, Waiters waiters);

    /// Updates the states that depend on time alone. Its cost depends on how many of them change.
    virtual void tick(ServerTime now);

    /// Sets how long a lock may be without a lease before it needs attention; applies at once.
    void setAttentionAfter(Milliseconds after, ServerTime now);

    /// Locks without the lease that is due (leaseIsDue()), which a look first showed at `before` or earlier, and for which no later look
    /// has yet proved that the lease is missing.
    std::vector<LockId> bareSince(ServerTime before) const;

    /// Locks whose deadline had passed at this time.
    std::vector<LockId> lapsedAt(ServerTime now) const;

    /// Drops locks that can no longer be read; their end stays unknown. `at`: when that was found; `why`: the reason.
    template <class Lost>
    std::vector<LockEvent> forget(Lost lost, ServerTime at, std::string_view why)
    {
        std::vector<LockEvent> events;
        for (auto &[id, entry] : m_entries) {
            if (entry->last && lost(id))
                events.push_back(*loseSight(id, at, why));
        }
        return events;
    }

    /// The same for one lock, if it is known.
    virtual std::optional<LockEvent> loseSight(const LockId &id, ServerTime at, std::string_view why);

    /// The earliest end of a holder's own lease, if it is before the end of the lock.
    std::optional<ServerTime> nextEndOfAHolder(const LockId &id) const;

    using Keep = std::function<bool(const LockId &)>;
    virtual void prune(const Keep &keep); ///< forgets free names for which `keep` returns false

    std::size_t freeNames() const { return m_entries.size() - m_present; } ///< free names that were not forgotten yet

    const LockInfo *find(const LockId &id) const;
    std::optional<ServerTime> lookedAt(const LockId &id) const; ///< when the last look at a known lock was taken

    /// The context of this lock, including what earlier looks at it have shown.
    RecognitionContext surroundingsOf(const LockId &id) const;
    std::optional<LockSnapshot> snapshotOf(const LockId &id) const; ///< the last look at which it existed
    std::size_t size() const { return m_present; }

    /// Locks whose waiters can be counted only as subscribers of these channels.
    std::vector<LockId> countedByChannels() const;
    std::vector<Bytes> waitChannelsOf(const LockId &id) const;

    /// Locks that have changed or disappeared since the last call.
    virtual std::vector<LockInfo> takeChanged();
    virtual std::vector<MonitorChange::Gone> takeGone() { return std::exchange(m_goneNow, {}); }

    /// One event for each lock that, since the last call, has begun to need attention: its renewal is overdue, it is immortal, or it still
    /// has no lease.
    virtual std::vector<LockEvent> takeAlarms() { return std::exchange(m_alarms, {}); }

private:
    static std::size_t &momentOf(LockEntry &entry) { return entry.moment; }
    const LockEntry *held(const LockId &id) const;
    RecognitionContext surroundingsOf(const LockEntry &entry) const;
    void present(LockEntry &entry, bool wasHeld);
    void vanish(LockEntry &entry, MonitorChange::Gone gone);
    void dataIsOther(bool KeyHistory::*because);
    LockEvent loseSight(LockEntry &entry, ServerTime at, std::string_view why);
    void updateState(LockEntry &entry, ServerTime now);
    void raiseAlarm(const LockInfo &info, EventType type, ServerTime now);
    void noteChange(LockEntry &entry);
    void noteBare(const LockEntry &entry);
    void noteCounted(LockEntry &entry);
    static bool lacksLease(const LockEntry &entry);
    void recogniseAgain(LockEntry &entry);

    RecognitionContext m_around;
    std::unordered_map<LockId, std::unique_ptr<LockEntry>> m_entries; ///< behind a pointer, so that a search visits small nodes only
    SentencePool m_sentences;
    OwnerIndex m_owners;
    const Recogniser m_recogniser;
    std::vector<LockEntry *> m_changed;
    std::vector<LockEntry *> m_counted;       ///< the locks of countedByChannels(), so that not all are visited each second
    std::unordered_set<LockId> m_withoutTtl;  ///< without the lease that is due, according to one look
    AlarmHeap<LockEntry, momentOf> m_moments; ///< when time alone may change the state of each lock
    std::vector<MonitorChange::Gone> m_goneNow;
    std::vector<LockEvent> m_alarms;
    Milliseconds m_attentionAfter = usualAttentionAfter;
    std::size_t m_present = 0;
};

} // namespace lockcore
