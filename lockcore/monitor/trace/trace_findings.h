// SPDX-License-Identifier: MIT
// Which changes were made to a lock that another one held, and whether that is proved. A connection is no process, so that another
// connection released a lock proves nothing by itself. Proved is only what one of two rules shows:
//
//   discipline  the connection has an acquisition of this very lock that it has not given back, and under such names every connection gave
//               back only what it had taken, at least leastPairs times
//   owner text  later somebody sends the removed owner, and that owner was never sent from the host that removed it
//
// Everything else is told as unproved. Pure; one thread.
#pragma once

#include "lockcore/monitor/trace/attribution.h"

namespace lockcore {

struct TraceFinding
{
    enum class Kind { RemovedWhileHeld, RenewedByAnother, TakenWhileHeld };

    std::uint64_t number = 0; ///< the same again: what was unproved is proved now
    Kind kind = Kind::RemovedWhileHeld;
    bool proved = false;
    ServerTime at{};
    LockId id;
    TraceActor by;
    Bytes command;
    Bytes owner;                      ///< whose lock it was
    std::optional<TraceActor> holder; ///< who had acquired it, if that was seen
    std::optional<Milliseconds> left; ///< of its lease
    std::vector<std::string> why;     ///< the evidence, or the doubt; locale-free English
};

std::string_view toString(TraceFinding::Kind kind); ///< removed-while-held renewed-by-another taken-while-held

/// Who is behind an owner's text.
struct TraceHolder
{
    struct Sender
    {
        TraceActor actor;
        std::int64_t times = 0; ///< renewals and compares with this owner
        ServerTime first{};
        ServerTime last{};
    };

    LockId id;
    Bytes owner;
    std::optional<TraceActor> acquiredBy;
    ServerTime acquiredAt{};
    std::vector<Sender> senders; ///< the latest last
};

class TraceFindings
{
public:
    static constexpr int leastPairs = 10;
    using IsOneConnection = std::function<bool(const TraceActor &)>;

    TraceFindings(IsOneConnection isOneConnection, const TraceRules &rules = {})
        : m_isOneConnection(std::move(isOneConnection))
        , m_rules(rules)
    { }

    std::vector<TraceFinding> feed(const AttributedChange &change);
    std::vector<TraceFinding> feed(const AttributedUse &use);
    void feed(const AttributedDoubt &doubt);

    /// Who holds a lock, as far as a renewal or compare by another client than before has shown it since the last call.
    std::vector<TraceHolder> learned();

    /// The owners of these locks, as far as their clients are known.
    std::vector<TraceHolder> holders(const std::vector<LockInfo> &locks) const;

private:
    struct Owner
    {
        TraceHolder holder;
        OwnerScope scope = OwnerScope::Unknown;
        std::optional<ServerTime> endedAt;
    };
    struct OfKey
    {
        std::vector<Owner> owners;             ///< the latest last, at most mostOwners
        std::map<TraceActor, ServerTime> open; ///< acquisitions that their connections have not given back
        std::set<TraceActor> perhapsOpen;      ///< that may have acquired it in a change that is not sure
        std::optional<Bytes> before;           ///< owner from before the trace that has not given back: somebody may still do it
        std::vector<TraceFinding> unproved;    ///< removals that a later use may prove
    };
    struct Tally
    {
        int pairs = 0;      ///< taken and given back by the same connection
        int violations = 0; ///< given back by one that had not taken it
    };

    void prune();
    Owner *ownerOf(OfKey &key, const Bytes &owner);
    Owner &noteOwner(OfKey &key, const AttributedChange &change);
    void acquired(OfKey &key, const AttributedChange &change);
    std::vector<TraceFinding> touched(OfKey &key, const AttributedChange &change, TraceFinding::Kind kind, const Bytes &owner);
    bool isProved(const OfKey &key, const TraceFinding &finding, const Tally &tally, std::optional<ServerTime> open,
                  std::vector<std::string> &why);
    bool isProvedWrongly(const TraceFinding &finding, bool isLate) const;

    const IsOneConnection m_isOneConnection;
    const TraceRules m_rules;
    std::map<LockId, OfKey> m_keys;
    std::set<LockId> m_learned;       ///< with another sender of an owner since learned()
    std::size_t m_pruneAt = 0;        ///< keys
    std::map<Bytes, Tally> m_tallies; ///< by kindOf() the name
    std::uint64_t m_number = 0;
};

} // namespace lockcore
