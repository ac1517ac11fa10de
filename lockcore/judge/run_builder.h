// SPDX-License-Identifier: MIT
// Reads the entries in order and fills a Run. Skips entries that contradict earlier ones.
#pragma once

#include "lockcore/judge/run.h"

#include <set>
#include <tuple>

namespace lockcore::detail {

class RunBuilder
{
public:
    explicit RunBuilder(Run &run)
        : m_run(run)
    { }

    void read();

private:
    using RequestKey = std::pair<Incarnation, std::uint64_t>;
    using OwnerKey = std::tuple<Incarnation, std::string, std::string>; ///< incarnation, lock, owner

    void take(const entry::Started &started);
    void take(const entry::Ready &ready);
    void take(const entry::Skewed &skewed) { m_run.lives[skewed.who].skewed = true; }
    void take(const entry::Sent &sent);
    void take(const entry::Received &received);
    void take(const entry::Reported &reported);
    void take(const entry::Accessed &accessed);
    void take(const entry::Died &died);
    void take(const entry::Paused &paused) { sign(paused.who); }
    void take(const entry::Resumed &resumed) { sign(resumed.who); }
    void take(const entry::KeyChanged &changed);
    void take(const entry::Begun &) { m_run.begin = m_number; }
    template <class Other>
    void take(const Other &)
    { }

    void learnHoldings();
    const Bytes *keyOfRound(const Claim &claim) const;
    template <class Which>
    void leave(Number number, Which which); ///< for the presences that match
    void acquireSent(const entry::Sent &sent);
    void releaseSent(const entry::Sent &sent);
    void extendSent(const entry::Sent &sent);
    void cancel(const entry::Sent &sent);
    void acquired(Attempt &attempt, const entry::Received &received);
    bool isGone(const Claim &claim, const Attempt &next) const;
    void released(Number number, const entry::Received &received);
    void extended(const entry::Sent &sent, Number number, const entry::Received &received);
    void refused(Claim &claim, Release &release);
    void thrown(const entry::Sent &sent, Number number);
    void probed(const entry::Sent &sent, Number number, const entry::Received &received);
    void sign(const Incarnation &who) { m_run.lives[who].signs.push_back({m_number, 0}); }
    bool dead(const Incarnation &who) { return m_run.lives[who].died != 0; }

    /// The claim of this owner that may still act, whether or not the owner still believes in it.
    Claim *claimOf(const Incarnation &who, const std::string &lock, const std::string &owner);
    void end(Claim &claim, ClaimEnd how, Number number);
    std::optional<Milliseconds> defaultLease(const Incarnation &who) const;
    template <class Which>
    void endWaits(Number number, Which which);
    Attempt *pending(const Incarnation &who, const std::string &lock, const std::string &owner);

    Run &m_run;
    Number m_number = 0;
    std::map<Incarnation, Number> m_calls;        ///< the last call to the resource
    std::map<RequestKey, Number> m_requests;      ///< unanswered
    std::map<RequestKey, std::size_t> m_attempts; ///< by the request

    // Only what is still open, by its index in the run: a long history contains many things that are over.
    std::map<OwnerKey, std::size_t> m_claims; ///< the last claim of each owner
    std::map<Number, std::size_t> m_releases; ///< claims, by the request of the release
    std::vector<std::size_t> m_inside;        ///< presences
    std::map<std::tuple<std::int64_t, std::int64_t, Bytes>, std::vector<std::size_t>>
        m_elements;                  ///< the elements that exist, by server, database, key
    std::set<std::size_t> m_pending; ///< attempts without an answer
};

} // namespace lockcore::detail
