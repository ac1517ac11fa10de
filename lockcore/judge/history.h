// SPDX-License-Identifier: MIT
// Everything about one run of the Lab: the agreed settings (line 1 of its file), and then the numbered entries. The verdict depends on
// nothing else. Never contains expectations, passwords, or arguments of AUTH, HELLO, CONFIG and ACL.
#pragma once

#include "lockcore/judge/entry.h"
#include "lockcore/judge/verdict.h"

#include <set>
#include <utility>

namespace lockcore {

struct HistoryHeader
{
    std::int64_t version = 1; ///< of this format
    std::uint64_t seed = 0;
    std::string scenario, protocol, library;
    std::string store;              ///< the name of its servers' kind, such as ZooKeeper; empty: Redis. See storeOf()
    std::vector<std::string> locks; ///< if there are several, in the order of the scenario
    std::int64_t servers = 1;
    std::int64_t quorum = 1;                                  ///< servers on which a holding must exist: more than 1 for Redlock
    bool cluster = false;                                     ///< server 0 is a cluster
    std::optional<std::int64_t> votes;                        ///< addresses of that cluster that the protocol takes for independent servers
    std::optional<Milliseconds> lease;                        ///< for an acquire without a lease, if the library has no default of its own
    Milliseconds work{0};                                     ///< the longest time that the script keeps a worker in its critical section
    std::optional<Milliseconds> queueTimeout;                 ///< after which a fair lock forgets a dead waiter
    std::optional<Milliseconds> commandTimeout;               ///< after this time a worker stops waiting for a reply, and may try again
    std::optional<Milliseconds> retry;                        ///< the longest pause between two tries of a worker that polls
    bool looks = true;                                        ///< the Lab read the values, so elements are distinguished
    bool record = true;                                       ///< the servers belong to the Lab, and the KeyChanged entries are complete
    std::string whyNoRecord;                                  ///< the proof that is missing; empty without a record: a foreign server
    bool fencing = false;                                     ///< the resource refuses stale tokens
    Milliseconds stallLimit{20};                              ///< an unplanned stall above this breaks a premise
    std::optional<std::int64_t> stock;                        ///< the stock at the start, if the resource is a stock
    std::vector<Capability> capabilities;                     ///< of every worker
    std::vector<Property> promised;                           ///< by the capabilities
    std::vector<std::pair<std::string, std::string>> sources; ///< file and hash
    bool operator==(const HistoryHeader &) const = default;

    template <class Self, class Visit>
    static void each(Self &self, Visit &&visit)
    {
        visit("version", self.version);
        visit("seed", self.seed);
        visit("scenario", self.scenario);
        visit("protocol", self.protocol);
        visit("library", self.library);
        visit("store", self.store);
        visit("locks", self.locks);
        visit("servers", self.servers);
        visit("quorum", self.quorum);
        visit("cluster", self.cluster);
        visit("votes", self.votes);
        visit("lease_ms", self.lease);
        visit("work_ms", self.work);
        visit("queue_timeout_ms", self.queueTimeout);
        visit("command_timeout_ms", self.commandTimeout);
        visit("retry_ms", self.retry);
        visit("looks", self.looks);
        visit("record", self.record);
        visit("why_no_record", self.whyNoRecord);
        visit("fencing", self.fencing);
        visit("stall_limit_ms", self.stallLimit);
        visit("stock", self.stock);
        visit("capabilities", self.capabilities);
        visit("promised", self.promised);
        visit("sources", self.sources);
    }
};

struct History
{
    HistoryHeader header;
    std::vector<HistoryEntry> entries;
    bool operator==(const History &) const = default;

    /// The entry with this number, counted from 1, if it is of this kind.
    template <class Kind>
    const Kind *as(std::uint64_t number) const
    {
        return number == 0 || number > entries.size() ? nullptr : std::get_if<Kind>(&entries[number - 1].what);
    }
};

inline std::string storeOf(const HistoryHeader &header) { return header.store.empty() ? "Redis" : header.store; } ///< for sentences

std::string toString(const HistoryHeader &header);
std::string toString(const History &history); ///< one line per entry

/// The worker whose command made the element of this KeyChanged.
std::optional<Incarnation> makerOf(const History &history, std::uint64_t change);

/// The history without these entries, renumbered; references to removed entries become 0. Without the proof of a verdict, a sound judge
/// gives another verdict.
History without(const History &history, const std::set<std::uint64_t> &numbers);

} // namespace lockcore
