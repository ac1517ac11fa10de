// SPDX-License-Identifier: MIT
// What the traces of this server have shown: who did what, and who holds what. It stays after a trace, until another server is watched. The
// commands of clients are not kept, only their names. GUI thread.
#pragma once

#include "lockcore/monitor/trace/tracer.h"
#include "ui/widgets/details_section.h"

#include <deque>

namespace lockscope {

/// Who did something.
struct TracedActor
{
    QString brief;                        ///< "cart-7 (10.0.3.17:51324)"; "unsure"
    QString full;                         ///< a sentence: also its user, its library and its command; or the doubt
    std::vector<lockcore::Bytes> names{}; ///< its address and names; empty: which client it was is not known
    bool operator==(const TracedActor &) const = default;
};

QString clientTerm(const std::vector<lockcore::Bytes> &names); ///< the filter's term for the client with these names, the address first

class TraceRecord final
{
public:
    static constexpr std::size_t most = 20'000; ///< changes; then the oldest are dropped

    void clear();
    void add(const std::vector<lockcore::TraceItem> &items);
    void add(const std::vector<lockcore::TracedHolder> &holders);

    /// Of the first and of the last traced change of the lock; none: there is none.
    std::optional<std::pair<lockcore::ServerTime, lockcore::ServerTime>> period(const lockcore::LockId &id) const;
    bool empty() const { return m_stories.empty() && m_holders.empty(); }
    bool hasChanges() const { return !m_stories.empty(); }

    /// Between two looks at a key, if nothing more is known.
    static constexpr std::chrono::seconds longestBetweenLooks{1};

    /// Who did what the Monitor has seen: the traced changes of that kind and owner between its two looks. None: no trace saw it, nobody did
    /// it, or several did.
    std::optional<TracedActor> by(const lockcore::LockEvent &event) const;

    /// Who ended this holding, which is over now. None: no trace saw it.
    std::optional<TracedActor> endOf(const lockcore::LockInfo &last) const;

    /// The addresses and names of all clients that the traces have seen to use the lock.
    std::vector<lockcore::Bytes> clientsOf(const lockcore::LockId &id) const;

    /// The client that holds the lock; none: nothing is known of this holding.
    std::optional<lockcore::TraceClient> holder(const lockcore::LockInfo &lock, const lockcore::Bytes &owner) const;

    /// Who holds the lock, and how that is known; empty: nothing is known of this holding.
    QList<Fact> holderFacts(const lockcore::LockInfo &lock, const lockcore::Bytes &owner, lockcore::ServerTime now) const;

private:
    enum class Family { Other, Taking, Ending, Lease };
    struct Change
    {
        Family family = Family::Other;
        lockcore::Bytes owner;
        lockcore::ServerTime at{};
        TracedActor by;
    };

    struct Story
    {
        std::deque<Change> changes;             ///< in the order of time
        std::map<lockcore::Bytes, int> clients; ///< addresses and names; in how many of the changes
    };

    static Family familyOf(lockcore::EventType type);
    void add(const lockcore::TracedChange &traced);
    void forgetOldest();
    const lockcore::TracedHolder *findHolder(const lockcore::LockInfo &lock, const lockcore::Bytes &owner) const;

    std::map<lockcore::LockId, Story> m_stories;
    std::deque<lockcore::LockId> m_order;                                                     ///< of all changes
    std::map<std::pair<lockcore::LockId, lockcore::Bytes>, lockcore::TracedHolder> m_holders; ///< by the owner
};

} // namespace lockscope
