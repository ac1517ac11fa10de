// SPDX-License-Identifier: MIT
// The meaning of a history's entries taken together: lives, attempts, claims, elements in Redis, presences in the resource. Every property
// reads a Run, and only its builder reads requests and answers. Numbers are entry numbers; 0 means none.
#pragma once

#include "lockcore/judge/history.h"

#include <map>
#include <span>

namespace lockcore::detail {

using Number = std::uint64_t;

enum class Certainty { No, Maybe, Yes };

/// An act that proves that the process was alive at the time `at`. `read` is the entry that shows it.
struct Sign
{
    Number at = 0;
    Number read = 0; ///< 0: not a line from the worker
};

struct Life
{
    Number started = 0;
    entry::Ready ready;
    bool skewed = false; ///< its wall clock is wrong
    Number died = 0;
    entry::Death death = entry::Death::Bye;
    std::vector<Sign> signs;
};

/// An acquire, from its request to its answer.
struct Attempt
{
    Incarnation who;
    std::string lock, owner;
    entry::Mode mode = entry::Mode::Exclusive;
    Number sent = 0;
    std::optional<Milliseconds> wait;
    std::optional<Milliseconds> lease;        ///< the effective one: asked for, or the default; none: without a lease
    std::optional<Milliseconds> longestLease; ///< the longest that the library may make of it, with its minimum and its step
    bool watchdog = false;                    ///< the library renews it
    Number answered = 0;
    bool granted = false;
    bool indefinite = false; ///< the error leaves open whether it happened
    entry::Received answer;
    Number waiting = 0;   ///< the worker reported that it was waiting
    Number cancelled = 0; ///< the Lab told it to stop waiting or to quit, or ended its owner by a throw
};

enum class ClaimEnd { None, Released, Lost, ExtendRefused, Thrown, Died };

/// An extend that was not refused. Unless the answer is ok, it is unknown whether it happened.
struct Extension
{
    Number sent = 0;
    Number answered = 0;
    bool ok = false;
    std::optional<Milliseconds> lease;    ///< none: not known
    std::optional<Milliseconds> validity; ///< as the worker published it with its answer
};

struct Release
{
    Number sent = 0;
    Number answered = 0;
    bool ok = false;
    bool refused = false;              ///< the server did not release it
    std::optional<std::int64_t> count; ///< hold count that is left, as the worker said
    std::int64_t expected = 0;         ///< hold count that is left, by the requests
};

/// What an owner believes about a lock, from the first `ok` until it stops believing. Re-entries are attempts of the same claim.
struct Claim
{
    std::vector<std::size_t> attempts; ///< those that were granted
    std::vector<Extension> extensions; ///< in order
    std::vector<Number> renewals;      ///< entries of the `renewed` reports
    std::vector<Release> releases;
    std::vector<std::pair<Number, Number>> probes; ///< asked, answered: it believes that it holds the lock
    std::int64_t depth = 1;                        ///< acquires minus releases
    std::int64_t deepest = 1;
    Number begin = 0; ///< the first `ok`
    Number end = 0;   ///< the entry that ended the belief
    ClaimEnd how = ClaimEnd::None;
    Number asked = 0;   ///< the request whose answer ended it, for Thrown and ExtendRefused
    Number release = 0; ///< the request that released the lock, also after a `lost`
    Number over = 0;    ///< released, thrown or dead: from here on it does nothing as an owner of the lock
};

/// One element of a key, from its creation to its removal.
struct Element
{
    std::int64_t server = 0;
    std::int64_t database = 0;
    Bytes key, mark;
    std::string lock;
    entry::Role role = entry::Role::Unknown;
    Number created = 0;
    std::optional<Incarnation> by;
    std::optional<Milliseconds> ttl;
    Number ended = 0;
    std::vector<Number> extended; ///< Changed and Extended entries
    bool bySession = false;       ///< it lasts until its maker's session ends
};

/// An owner inside the critical section.
struct Presence
{
    Incarnation who;
    std::string lock, owner;
    entry::Mode mode = entry::Mode::Exclusive;
    Number enter = 0;
    Number end = 0;
};

class Run
{
public:
    Run(const History &history); ///< keeps a reference to the history; implicit, so that a single caller passes a History

    const HistoryHeader &header() const { return m_history->header; }
    std::size_t size() const { return m_size; } ///< entries before the first gap, up to the last complete turn
    bool complete() const { return m_gap.empty(); }
    const std::string &gap() const { return m_gap; } ///< why the history is incomplete; empty if it is complete

    const HistoryEntry &entry(Number number) const { return m_history->entries[number - 1]; }
    Microseconds at(Number number) const { return entry(number).at; }

    /// The entry if it is of this kind.
    template <class Kind>
    const Kind *as(Number number) const
    {
        return number > m_size ? nullptr : m_history->as<Kind>(number);
    }

    /// The worker whose command changed the key.
    std::optional<Incarnation> author(const entry::KeyChanged &change) const;

    const Attempt &first(const Claim &claim) const { return attempts[claim.attempts.front()]; }

    bool isSkewed(const Incarnation &who) const { return lives.contains(who) && lives.at(who).skewed; }

    /// Indexes of the attempts that were granted this lock after the entry, in the order of their answers.
    std::span<const std::size_t> grantsAfter(Number entry, const std::string &lock) const;

    /// The last turn that ended between these entries, on this server or of this worker; 0 if there was none. The next turn began after it.
    Number lastTurn(std::int64_t server, Number from, Number to) const
    {
        return last<entry::Turn>(from, to, [&](const entry::Turn &turn) { return turn.server == server; });
    }
    Number lastTurn(const Incarnation &who, Number from, Number to) const
    {
        return last<entry::Turn>(from, to, [&](const entry::Turn &turn) { return turn.who == who; });
    }

    /// The last entry between these about the network of this worker, a fault or its end; 0 if there was none.
    Number lastNetwork(const Incarnation &who, Number from, Number to) const
    {
        return last<entry::NetworkFaulted>(from, to, [&](const entry::NetworkFaulted &network) { return network.who == who; });
    }

    Number lastServerFault(Number from, Number to) const
    {
        return last<entry::ServerFaulted>(from, to, [](const entry::ServerFaulted &) { return true; });
    }

    /// The last entry after which this worker can have read a reply to what it was sent at `from`.
    Number lastReply(const Incarnation &who, Number from, Number to) const
    {
        const auto network = lastNetwork(who, from, to);
        if (header().quorum > 1) // a majority is enough: it need not have waited for what a fault held back
            return network == 0 ? std::max(from, lastTurn(who, from, to)) : majorityTurn(who, from, to);
        return std::max({from, lastTurn(who, from, to), isHealed(network) ? network : 0});
    }

    bool isHealed(Number number) const
    {
        const auto *const network = as<entry::NetworkFaulted>(number);
        return network && network->fault == entry::NetworkFault::Healed;
    }

    std::map<Incarnation, Life> lives;
    std::vector<Attempt> attempts;
    std::map<std::string, std::vector<std::size_t>> grants; ///< attempts that were granted this lock, in the order of their answers
    std::vector<Claim> claims;
    std::vector<Element> elements;
    std::vector<Presence> presences;
    Number begin = 0; ///< the end of the warm-up
    /// How long a queue keeps the place of a waiter that is gone: as the workers say; else as the scenario does. None: nobody has said it.
    std::optional<Milliseconds> queueTimeout;

private:
    Number majorityTurn(const Incarnation &who, Number from, Number to) const; ///< by which a majority has executed something; or `from`

    template <class Kind, class Which>
    Number last(Number from, Number to, Which which) const
    {
        while (--to > from) {
            const auto *const entry = as<Kind>(to);
            if (entry && which(*entry))
                return to;
        }
        return 0;
    }

    const History *m_history;
    std::size_t m_size = 0;
    std::string m_gap;
};

/// Elements and changes are compared by server, database and key.
bool sameKey(const auto &one, const auto &other)
{
    return one.server == other.server && one.database == other.database && one.key == other.key;
}

bool compatible(entry::Mode one, entry::Mode other); ///< true for two readers
bool sameOwner(const Attempt &one, const Attempt &other);
bool shareWorker(const Attempt &one, const Attempt &other); ///< true for two owners in one worker that ask for the same lock
bool asksBeside(const Attempt &attempt, const Attempt &other,
                Number number); ///< `other` is of another owner in the worker, and waits at this entry

} // namespace lockcore::detail

namespace lockcore {

/// A history with its index, built once for all that interpret the entries together: judge, lanes, moments, figures, remarks.
using HistoryIndex = detail::Run;

} // namespace lockcore
