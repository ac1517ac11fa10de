// SPDX-License-Identifier: MIT
// What the entries of a history mean together: lives, attempts, claims, the elements in Redis, presences in the resource. Every
// property reads this; only this reads requests and answers. Numbers are entry numbers, 0 is none.
#pragma once

#include "lockcore/judge/history.h"

#include <map>
#include <span>

namespace lockcore::detail {

using Number = std::uint64_t;

enum class Certainty { No, Maybe, Yes };

/// What only a living process does, at a moment that is certain: it lived at `at`, as the line that was read as entry `read` shows.
struct Sign
{
    Number at = 0;
    Number read = 0; ///< 0: it is no line of the worker's
};

struct Life
{
    Number started = 0;
    entry::Ready ready;
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
    std::optional<Milliseconds> lease;        ///< that counts: asked for, or by default; none: none at all
    std::optional<Milliseconds> longestLease; ///< what the library may make of it: its least lease, and whole steps
    bool watchdog = false;                    ///< the library renews it
    Number answered = 0;
    bool granted = false;
    bool indefinite = false; ///< it may have happened
    entry::Received answer;
    Number waiting = 0;   ///< the worker reported that it waits
    Number cancelled = 0; ///< the Lab asked it to stop waiting, said bye, or ended its owner by a throw
};

enum class ClaimEnd { None, Released, Lost, ExtendRefused, Thrown, Died };

/// An extend that was not refused. Until it is answered by ok, nobody knows whether it happened.
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
    bool refused = false;              ///< it did not happen
    std::optional<std::int64_t> count; ///< still held, as the worker said
    std::int64_t expected = 0;         ///< still held, by the requests
};

/// What an owner believes, from the first `ok` to the end of its belief. Re-entries are attempts of the same claim.
struct Claim
{
    std::vector<std::size_t> attempts; ///< the granted ones
    std::vector<Extension> extensions; ///< in their order
    std::vector<Number> renewals;      ///< `renewed` reports
    std::vector<Release> releases;
    std::vector<std::pair<Number, Number>> probes; ///< asked, answered: it believes that it holds the lock
    std::int64_t depth = 1;                        ///< acquires less releases
    std::int64_t deepest = 1;
    Number begin = 0; ///< the first ok
    Number end = 0;   ///< what ended the belief
    ClaimEnd how = ClaimEnd::None;
    Number asked = 0;   ///< the request whose answer ended it, for Thrown and ExtendRefused
    Number release = 0; ///< the request that gave the lock back, also after a `lost`
    Number over = 0;    ///< released, thrown or dead: it does nothing more in the name of the lock
};

/// One life of one element of a key.
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
    Run(const History &history); ///< which outlives it; implicit, so that a single reader needs no Run of its own

    const HistoryHeader &header() const { return m_history->header; }
    std::size_t size() const { return m_size; } ///< entries before the first gap, in whole turns
    bool complete() const { return m_gap.empty(); }
    const std::string &gap() const { return m_gap; } ///< why it is not complete; empty if it is

    const HistoryEntry &entry(Number number) const { return m_history->entries[number - 1]; }
    Microseconds at(Number number) const { return entry(number).at; }

    /// The entry if it is of this kind.
    template <class Kind>
    const Kind *as(Number number) const
    {
        return number > m_size ? nullptr : m_history->as<Kind>(number);
    }

    /// The worker whose command is behind a key's change.
    std::optional<Incarnation> author(const entry::KeyChanged &change) const;

    const Attempt &first(const Claim &claim) const { return attempts[claim.attempts.front()]; }

    /// The attempts that got this lock by an answer after the entry, in the order of the answers: indexes.
    std::span<const std::size_t> grantsAfter(Number entry, const std::string &lock) const;

    /// The last turn that ended between these entries: on this server, or of this worker. 0: none. The next turn began after it.
    Number lastTurn(std::int64_t server, Number from, Number to) const
    {
        return last<entry::Turn>(from, to, [&](const entry::Turn &turn) { return turn.server == server; });
    }
    Number lastTurn(const Incarnation &who, Number from, Number to) const
    {
        return last<entry::Turn>(from, to, [&](const entry::Turn &turn) { return turn.who == who; });
    }

    std::map<Incarnation, Life> lives;
    std::vector<Attempt> attempts;
    std::map<std::string, std::vector<std::size_t>> grants; ///< attempts that got this lock, in the order of their answers
    std::vector<Claim> claims;
    std::vector<Element> elements;
    std::vector<Presence> presences;
    Number begin = 0; ///< the end of the warm-up

private:
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

/// Of one database of one server: elements, and changes of them.
bool sameKey(const auto &one, const auto &other)
{
    return one.server == other.server && one.database == other.database && one.key == other.key;
}

bool compatible(entry::Mode one, entry::Mode other); ///< both are readers
bool sameOwner(const Attempt &one, const Attempt &other);
bool shareWorker(const Attempt &one, const Attempt &other); ///< two owners in one worker, for one lock

} // namespace lockcore::detail

namespace lockcore {

/// A history that was read once, for all who ask what its entries mean together: judge, lanes, moments, figures, remarks.
using HistoryIndex = detail::Run;

} // namespace lockcore
