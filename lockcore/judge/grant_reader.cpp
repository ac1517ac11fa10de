// SPDX-License-Identifier: MIT
#include "lockcore/judge/grant_reader.h"

#include <algorithm>
#include <set>

namespace lockcore::detail {

namespace {

constexpr auto never = ~std::uint64_t(0);

class GrantReader
{
public:
    explicit GrantReader(const History &history)
        : m_history(history)
    { }

    ClientView read()
    {
        ClientView view;
        for (const auto &entry : m_history.entries) {
            if (entry.number != ++m_number)
                return view;
            m_at = entry.at;
            std::visit([this](const auto &what) { take(what); }, entry.what);
        }
        view.complete = m_ended;
        view.serverFault = m_serverFault;
        for (auto &held : m_held) {
            if (held.grant.sent > m_begun)
                view.grants.push_back(finished(held));
        }
        return view;
    }

private:
    struct Owner
    {
        Incarnation who;
        std::string owner, lock;
        auto operator<=>(const Owner &) const = default;
    };
    struct Held
    {
        Owner owner;
        ClientGrant grant;
        int depth = 1;
        std::uint64_t releasing = 0;          ///< id of an inner release without an answer so far
        bool doubtful = false;                ///< it ended at an unknown time
        std::uint64_t lost = 0;               ///< the last report of its loss
        std::uint64_t ended = never;          ///< released, thrown or dead
        std::optional<Microseconds> leaseEnd; ///< at the earliest
        std::optional<Microseconds> validity; ///< its end, at the earliest
        std::optional<Microseconds> lapsed;   ///< when it may have ended before the next request
        std::optional<Milliseconds> lease;
        std::optional<Microseconds> renewed; ///< the last `renewed` report
    };
    struct Asked
    {
        entry::Sent sent;
        std::uint64_t number = 0;
        Microseconds at{0};
    };

    template <class Other>
    void take(const Other &)
    { }
    void take(const entry::Begun &) { m_begun = m_number; }
    void take(const entry::Ended &) { m_ended = true; }
    void take(const entry::Operated &) { m_serverFault = true; }
    void take(const entry::ServerFaulted &fault)
    {
        using enum entry::ServerFault;
        m_serverFault = m_serverFault || (fault.fault != ScriptsFlushed && fault.fault != SlotMoving && fault.fault != SlotMoved);
    }
    void take(const entry::Ready &ready) { m_ready[ready.who] = ready; }

    void take(const entry::Sent &sent)
    {
        if (m_dead.contains(sent.who))
            return;
        m_asked[{sent.who, sent.id}] = {sent, m_number, m_at};
        auto *const held = current({sent.who, sent.owner, sent.lock});
        if (sent.request == entry::Request::Release && held) {
            held->releasing = sent.id;
            if (--held->depth == 0)
                held->ended = m_number;
        }
        if (sent.request == entry::Request::Extend && held) // the extend may have made the lease shorter
            held->leaseEnd = earlier(held->leaseEnd, extendedEnd(sent, m_at));
    }

    void take(const entry::Received &received)
    {
        const auto found = m_asked.find({received.who, received.id});
        if (found == m_asked.end() || m_dead.contains(received.who))
            return;
        const auto asked = found->second;
        m_asked.erase(found);
        const bool ok = received.answer == entry::Answer::Ok;
        if (asked.sent.request == entry::Request::Acquire && ok)
            granted(asked, received);
        if (asked.sent.request == entry::Request::Extend)
            extended(asked, received);
        const bool refused = !ok && !received.indefinite;
        auto *const held = current({asked.sent.who, asked.sent.owner, asked.sent.lock});
        if (asked.sent.request == entry::Request::Release && refused && held && held->releasing == received.id) {
            ++held->depth;
            held->doubtful = held->doubtful || received.answer == entry::Answer::No;
        }
        if (asked.sent.request == entry::Request::Probe && held && received.answer == entry::Answer::Held && !received.holding)
            held->doubtful = true;
        if (asked.sent.request == entry::Request::Throw && ok)
            end(received.who, asked.number,
                [&](const Held &held) { return asked.sent.owner.empty() || held.owner.owner == asked.sent.owner; });
    }

    void take(const entry::Reported &reported)
    {
        auto *const held = current({reported.who, reported.owner, reported.lock});
        if (!held)
            return;
        if (reported.report == entry::Report::Lost) {
            held->doubtful = true;
            held->lost = m_number;
        }
        // A renewal happens after the report of the one before. After the end of the lease, it may have been of another's lock.
        if (reported.report == entry::Report::Renewed && held->lease) {
            if (held->renewed && held->leaseEnd && *held->renewed <= *held->leaseEnd)
                held->leaseEnd = *held->renewed + part(*held->lease);
            held->renewed = m_at;
        }
    }

    void take(const entry::Died &died)
    {
        m_dead.insert(died.who);
        end(died.who, m_number, [&](Held &held) { return held.doubtful = held.doubtful || died.death == entry::Death::Crashed, true; });
    }

    void granted(const Asked &asked, const entry::Received &received)
    {
        const Owner owner{asked.sent.who, asked.sent.owner, asked.sent.lock};
        auto *const held = current(owner);
        const bool reads = asked.sent.mode == entry::Mode::Read;
        if (held && !held->doubtful) {
            ++held->depth;
            if (held->leaseEnd && m_at > *held->leaseEnd) // the lease was over before: another worker may have had the lock meanwhile
                held->lapsed = earlier(held->lapsed, *held->leaseEnd);
            held->grant.reads = held->grant.reads && reads;
            held->grant.writes = held->grant.writes && !reads;
            if (const auto lease = leaseOf(asked.sent)) { // a re-entry may have made the lease shorter
                held->leaseEnd = earlier(held->leaseEnd, asked.at + part(*lease));
                held->lease = std::min(held->lease.value_or(*lease), *lease);
            }
            return;
        }
        if (held)
            held->ended = asked.number;
        Held fresh;
        fresh.owner = owner;
        fresh.doubtful = held && held->lost > asked.number; // asked for as a re-entry, and the lock was lost meanwhile
        fresh.grant = {asked.sent.lock, reads, !reads, reads ? std::nullopt : received.token, asked.number, m_number, 0, 0};
        fresh.lease = leaseOf(asked.sent);
        if (fresh.lease)
            fresh.leaseEnd = asked.at + part(*fresh.lease);
        if (received.validity)
            fresh.validity = asked.at + part(*received.validity);
        m_held.push_back(std::move(fresh));
    }

    void extended(const Asked &asked, const entry::Received &received)
    {
        auto *const held = current({asked.sent.who, asked.sent.owner, asked.sent.lock});
        if (!held)
            return;
        if (received.answer == entry::Answer::Ok)
            held->leaseEnd = extendedEnd(asked.sent, asked.at);
        held->doubtful = held->doubtful || received.answer == entry::Answer::No;
    }

    template <class Which>
    void end(const Incarnation &who, std::uint64_t number, Which which)
    {
        for (auto &held : m_held) {
            if (held.owner.who == who && held.ended == never && which(held))
                held.ended = number;
        }
    }

    Held *current(const Owner &owner)
    {
        const auto found = std::find_if(m_held.rbegin(), m_held.rend(), [&](const Held &held) { return held.owner == owner; });
        return found != m_held.rend() && found->ended == never ? &*found : nullptr;
    }

    // Rounded down to whole steps of the library, for acquires and extends alike.
    std::optional<Milliseconds> leaseOf(const entry::Sent &sent) const
    {
        const auto found = m_ready.find(sent.who);
        const auto ready = found == m_ready.end() ? entry::Ready() : found->second;
        auto lease = sent.lease ? sent.lease : ready.defaultLease ? ready.defaultLease : m_history.header.lease;
        if (lease && ready.leaseStep && ready.leaseStep->count() > 0)
            *lease -= *lease % *ready.leaseStep;
        return lease;
    }

    Microseconds extendedEnd(const entry::Sent &sent, Microseconds at) const
    {
        const auto lease = leaseOf(sent);
        return lease ? at + part(*lease) : at;
    }

    static Microseconds earlier(std::optional<Microseconds> one, Microseconds other) { return one ? std::min(*one, other) : other; }

    // Clocks run at different speeds.
    static Microseconds part(Milliseconds length) { return Microseconds(length) * 98 / 100; }

    std::uint64_t firstAt(std::optional<Microseconds> time) const
    {
        if (!time)
            return never;
        const auto found = std::ranges::lower_bound(m_history.entries, *time, {}, &HistoryEntry::at);
        return found == m_history.entries.end() ? never : found->number;
    }

    ClientGrant finished(const Held &held) const
    {
        auto grant = held.grant;
        grant.latest = held.ended;
        const auto unseen = held.doubtful ? grant.answered : never;
        grant.earliest = std::min({held.ended, unseen, firstAt(held.leaseEnd), firstAt(held.validity), firstAt(held.lapsed)});
        return grant;
    }

    const History &m_history;
    std::uint64_t m_number = 0;
    std::uint64_t m_begun = 0;
    Microseconds m_at{0};
    bool m_ended = false;
    bool m_serverFault = false;
    std::map<Incarnation, entry::Ready> m_ready;
    std::set<Incarnation> m_dead;
    std::map<std::pair<Incarnation, std::uint64_t>, Asked> m_asked;
    std::vector<Held> m_held;
};

} // namespace

ClientView readGrants(const History &history) { return GrantReader(history).read(); }

} // namespace lockcore::detail
