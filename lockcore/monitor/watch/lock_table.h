// SPDX-License-Identifier: MIT
// Every lock that is known, built from looks alone. No I/O, no clock: time comes with the looks and with tick(). One thread.
#pragma once

#include "lockcore/monitor/model/event_rules.h"
#include "lockcore/monitor/model/monitor_state.h"
#include "lockcore/monitor/reading/classifier.h"
#include "lockcore/monitor/reading/hand_overs.h"
#include "lockcore/monitor/watch/alarm_heap.h"
#include "lockcore/monitor/watch/kept_look.h"
#include "lockcore/monitor/watch/rare.h"
#include "lockcore/monitor/watch/sentence_pool.h"

#include <memory>
#include <unordered_map>
#include <unordered_set>

namespace lockcore {

class LockTable
{
public:
    explicit LockTable(const Classifier &classifier)
        : m_classifier(classifier)
    { }

    void setFingerprints(SharedNames libraries) { m_around.fingerprints = std::move(libraries); }
    void setChannels(SharedNames channels) { m_around.channels = std::move(channels); }
    const Surroundings &surroundings() const { return m_around; }

    /// Processes one look. Fills in what the evidence says about the lock's past. `classified`: it need not be classified again if nothing
    /// more is known here.
    std::vector<LockEvent> apply(Look look, Evidence evidence, std::optional<Classified> classified = {});

    /// Our own release of the lock succeeded at this time of the server's clock; later looks are judged by it. `owners`: those
    /// that were freed; empty: all.
    void releasedByUs(const LockId &id, ServerTime at, std::vector<Bytes> owners = {});

    /// The looks so far came from another server process. Locks that it did not keep may have been re-acquired by the same owner.
    void serverRestarted();
    void dataExchanged(); ///< it may be other data since: SWAPDB, a full synchronisation, a promotion
    /// The server's clock was set, or this machine slept: moves the times that were read before. Deadlines stay.
    void clockJumped(Microseconds by);
    void connectionLost(); ///< until its next look, a lock may change unnoticed

    void setWaiters(const LockId &id, Waiters waiters);

    /// Time has passed: updates the states that follow from time alone. Its cost depends on how many change.
    void tick(ServerTime now);

    /// Locks without the lease that is due (leaseIsDue()): first seen without it at `before` or earlier, and no look since then is late
    /// enough to prove that it is missing.
    std::vector<LockId> bareSince(ServerTime before) const;

    /// Locks whose deadline had passed by then.
    std::vector<LockId> lapsedAt(ServerTime now) const;

    /// Drops locks that can no longer be read: nothing is known about their end. `why` they cannot.
    template <class Lost>
    std::vector<LockEvent> forget(Lost lost, std::string_view why)
    {
        std::vector<LockEvent> events;
        for (auto &[id, entry] : m_entries) {
            if (entry->last && lost(id))
                events.push_back(loseSight(*entry, why));
        }
        return events;
    }

    std::optional<LockEvent> loseSight(const LockId &id, std::string_view why); ///< the same of one lock, if it is known

    /// The first holder of this lock whose time is over before that of the whole lock.
    std::optional<ServerTime> nextEndOfAHolder(const LockId &id) const;

    /// Forgets free names for which `keep` returns false.
    template <class Keep>
    void prune(Keep keep)
    {
        if (freeNames() == 0) // a quiet server has no free names, and a hundred thousand locks to visit
            return;
        std::erase_if(m_changed, [](const Entry *entry) { return !entry->changed; });
        std::erase_if(m_entries, [&](const auto &item) { return !item.second->last && !keep(item.first); });
    }

    std::size_t freeNames() const { return m_entries.size() - m_present; } ///< that are not forgotten yet

    const LockInfo *find(const LockId &id) const;

    /// The surroundings of this lock, including what watching it has shown.
    Surroundings surroundingsOf(const LockId &id) const;
    std::optional<Snapshot> snapshotOf(const LockId &id) const; ///< the last look that showed it
    std::size_t size() const { return m_present; }

    /// Locks whose waiters only the subscribers of their channels can count, and these channels.
    std::vector<LockId> countedByChannels() const;
    std::vector<Bytes> waitChannelsOf(const LockId &id) const;

    /// Locks that changed and locks that disappeared since the last call.
    std::vector<LockInfo> takeChanged();
    std::vector<MonitorChange::Gone> takeGone() { return std::exchange(m_goneNow, {}); }

private:
    struct LeaseSeen
    {
        ValueType type{};
        Milliseconds lease{};
    };

    /// What happened under a name, which is little for most of them.
    struct Past
    {
        std::optional<ServerTime> lastFree;
        std::optional<Scores> scores; ///< see Surroundings
        bool unlisted = false;        ///< at the last look something was there that was no lock, or not recognised as one
        std::optional<ServerTime> takenOverAt;
        std::optional<ServerTime> noLapse;      ///< a deadline in the value by which the lock does not end
        std::vector<Bytes> owners;              ///< that were seen to disappear
        std::vector<Milliseconds> periods;      ///< times between the last renewals
        std::optional<ServerTime> releasedByUs; ///< and there has been no look since
        std::vector<Bytes> freedByUs;           ///< empty: all
        const Format *announcedBy = nullptr;    ///< of the last lock whose release was announced
        int announced = 0;                      ///< how many such ends in a row, as far as it matters
        ReleasedTokens released;                ///< before their deadline
    };

    struct Entry
    {
        std::optional<KeptLook> last; ///< none: the last look saw it free
        LockInfo info;
        Rare<Past> past;
        std::optional<ServerTime> noLeaseSince;
        std::optional<LeaseSeen> leaseSeen; ///< outlives the lock, so that the next one under this name can be compared
        ServerTime waitersTold{};
        std::size_t moment = 0;       ///< in m_moments
        std::size_t counted = 0;      ///< its place in m_counted, from 1; 0: it is not there
        bool changed = false;         ///< and in m_changed
        bool beforeRestart = false;   ///< of the server, and no look since
        bool beforeExchange = false;  ///< of the data, and no look since
        bool beforeCut = false;       ///< of the connection, and no look since
        bool afterOurRelease = false; ///< the lock was seen to disappear, and nobody has it since
        bool wasFair = false;         ///< it announces only if somebody waits, and looks like others if nobody does
    };

    /// Of one owner under one prefix.
    struct OwnersLocks
    {
        int count = 0;
        Entry *only = nullptr; ///< while there has been no other
    };

    static std::size_t &momentOf(Entry &entry) { return entry.moment; }
    const Entry *held(const LockId &id) const;
    Surroundings surroundingsOf(const LockId &id, const Entry &entry) const;
    std::optional<Finding> recognise(const Look &look, Entry &entry, const Snapshot *before, const Evidence &evidence,
                                     std::optional<Classified> classified) const;
    std::optional<Finding> classify(const Look &look, const Entry &entry, const Snapshot *before,
                                    std::optional<Classified> classified) const;
    Finding rememberScores(Entry &entry, const Snapshot *before, const Look &look, Finding finding) const;
    std::optional<Finding> withoutItsTtl(Look look, const Surroundings &around, const Snapshot &before) const;
    void present(Entry &entry, const Snapshot *before, Snapshot after, const std::vector<LockEvent> &events, bool unprompted);
    Evidence judged(Evidence evidence, const Entry &entry, const Look &look, const Finding *finding) const;
    static std::vector<Bytes> returned(const Entry &entry, const Finding &finding);
    static void notePast(Entry &entry, const Finding *after);
    static void noteReleased(Entry &entry, ServerTime at, const std::vector<LockEvent> &events);
    static void doubtLapse(Entry &entry, const Snapshot *before, const Look &look, Finding &finding);
    static void noteAnnouncement(Entry &entry, const Evidence &evidence, bool releasedSilently);
    void otherData(bool Entry::*before);
    void vanish(Entry &entry, ServerTime at, EventType how);
    LockEvent loseSight(Entry &entry, std::string_view why);
    static void noteLease(LockInfo &info, Milliseconds left, std::optional<Milliseconds> usual, const std::vector<LockEvent> &events,
                          bool unprompted);
    void restart(Entry &entry, ServerTime at, bool observed);
    void countRenewal(Entry &entry, ServerTime at);
    void updateState(Entry &entry, ServerTime now);
    void noteChange(Entry &entry);
    void noteBare(const Entry &entry);
    void noteCounted(Entry &entry);
    static std::optional<Milliseconds> leaseBefore(const Entry &entry);
    static bool lacksLease(const Entry &entry);
    void countOwner(Entry &entry, int by);
    bool isHeldElsewhere(const LockId &id, const Finding &finding) const;
    void recogniseAgain(Entry &entry);
    bool ownerRepeats(const LockId &id, const Entry &entry) const;

    const Classifier &m_classifier;
    Surroundings m_around;
    std::unordered_map<LockId, std::unique_ptr<Entry>> m_entries; ///< apart, so that a search passes small nodes only
    SentencePool m_sentences;
    std::unordered_map<std::size_t, OwnersLocks> m_owners; ///< by the hash of name prefix and owner
    std::vector<Entry *> m_changed;
    std::vector<Entry *> m_counted;       ///< the locks of countedByChannels(): not to visit all of them each second
    std::unordered_set<LockId> m_bare;    ///< without the lease that is due, as far as one look can tell
    AlarmHeap<Entry, momentOf> m_moments; ///< when time alone may change the state of a lock
    std::vector<MonitorChange::Gone> m_goneNow;
    std::size_t m_present = 0;
};

} // namespace lockcore
