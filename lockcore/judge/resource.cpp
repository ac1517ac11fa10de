// SPDX-License-Identifier: MIT
// The protected resource: the Lab hosts it and numbers every call, so these are facts that need no clock and no server.
#include "lockcore/judge/lease_ends.h"
#include "lockcore/judge/resource_content.h"
#include "lockcore/judge/words.h"

#include <algorithm>

namespace lockcore::detail {

namespace {

class ResourceJudge
{
public:
    ResourceJudge(const Case &of, Findings &findings)
        : m_case(of)
        , m_run(of.run)
        , m_leaseEnds(leaseEnds(of))
        , m_findings(findings)
    { }

    void judge()
    {
        for (Number number = 1; number <= m_run.size(); ++number) {
            const auto *const call = m_run.as<entry::Accessed>(number);
            if (!call || number < m_run.begin)
                continue;
            m_writes += call->step == entry::Step::Write;
            if (call->refused)
                m_late += isLate(*call);
            else
                accepted(number, *call);
        }
        for (auto &[sentence, proof] : m_decidedOutside) // after the findings that a lock can prevent
            m_findings.add(Outcome::Violated, Cause::DecidedOutside, std::move(sentence), "L21", std::move(proof));
        if (m_writes + m_late > 0)
            m_findings.exercised(m_late > 0
                                     ? "no update was lost, and " + counted(m_late, "late access was", "late accesses were") + " refused"
                                     : "no update was lost");
        else
            m_findings.notExercised("nobody wrote to the resource");
    }

private:
    struct Content : ResourceContent
    {
        Number written = 0;
        std::optional<std::int64_t> token; ///< the greatest that the resource has seen
        Number tokenSeen = 0;
        std::vector<Number> sales;
        std::map<std::pair<Incarnation, std::string>, Number> reads; ///< by owner
    };

    bool isLate(const entry::Accessed &call) const
    {
        const auto found = m_contents.find(call.lock);
        return call.token && found != m_contents.end() && found->second.token && *call.token < *found->second.token;
    }

    void accepted(Number number, const entry::Accessed &call)
    {
        auto &content = m_contents[call.lock];
        if (call.step == entry::Step::Read && call.version) {
            content.reads[{call.who, call.owner}] = number;
            content.read(call);
        }
        if (call.step == entry::Step::Write)
            written(number, call, content);
        if (call.token && (!content.token || *call.token > *content.token)) {
            content.token = call.token;
            content.tokenSeen = number;
        }
    }

    void written(Number number, const entry::Accessed &call, Content &content)
    {
        if (call.token && content.token && *call.token < *content.token)
            m_findings.add(Outcome::Violated, Cause::StaleWrite,
                           nameOf(call.who, call.owner) + " wrote with fencing token " + std::to_string(*call.token) + " after "
                               + std::to_string(*content.token) + " had been seen",
                           isNewer(call, content)   ? "D13"
                           : m_run.header().fencing ? ""
                                                    : "D15",
                           {content.tokenSeen, number});
        const bool undoes = call.based && content.written != 0 && *call.based < content.version;
        const bool outside = undoes && isOutside(content.reads[{call.who, call.owner}], number);
        if (undoes)
            lost(number, call, content, outside);
        sold(number, call, content, !undoes ? "" : outside ? "L21" : pitfallOf(number, content.written));
        content.write(call);
        content.written = number;
    }

    // Was the token issued after the resource had seen the greater one? Then the tokens went backwards.
    bool isNewer(const entry::Accessed &call, const Content &content) const
    {
        return std::ranges::any_of(m_run.attempts, [&](const Attempt &attempt) {
            return attempt.who == call.who && attempt.owner == call.owner && attempt.lock == call.lock && attempt.answer.token == call.token
                   && attempt.sent > content.tokenSeen;
        });
    }

    void lost(Number number, const entry::Accessed &call, Content &content, bool outside)
    {
        const auto &before = *m_run.as<entry::Accessed>(content.written);
        auto sentence = nameOf(call.who, call.owner) + " wrote on top of version " + std::to_string(*call.based) + ", and so undid version "
                        + std::to_string(content.version) + ", which " + nameOf(before.who, before.owner) + " had written";
        const auto read = content.reads[{call.who, call.owner}];
        if (outside)
            m_decidedOutside.push_back({sentence + ": it had read before it had the lock", {read, content.written, number}});
        else
            m_findings.add(Outcome::Violated, Cause::LostUpdate, std::move(sentence), pitfallOf(number, content.written),
                           {read, content.written, number});
    }

    // Was this version read before the worker entered the critical section in which it writes?
    bool isOutside(Number read, Number write) const
    {
        const auto &call = *m_run.as<entry::Accessed>(write);
        return std::ranges::any_of(m_run.presences, [&](const Presence &presence) {
            return presence.who == call.who && presence.owner == call.owner && presence.lock == call.lock && read < presence.enter
                   && presence.enter < write && (presence.end == 0 || presence.end > write);
        });
    }

    // Why the lock did not separate the two writers.
    std::string pitfallOf(Number later, Number earlier) const
    {
        const auto one = claimBehind(later), other = claimBehind(earlier);
        for (const auto &overlap : m_case.overlaps) {
            const bool isTheirs = one && other && *one != *other && std::minmax(overlap.first, overlap.second) == std::minmax(*one, *other);
            if (!isTheirs || overlap.at > later)
                continue;
            const auto [pitfall, lapsed] = reasonOf(m_case, overlap);
            const auto end = lapsed ? std::ranges::find(m_leaseEnds, *lapsed, &LeaseEnd::claim) : m_leaseEnds.end();
            return end == m_leaseEnds.end() ? pitfall : end->pitfall;
        }
        return {};
    }

    // The claim under which its worker made this call.
    std::optional<std::size_t> claimBehind(Number number) const
    {
        const auto &call = *m_run.as<entry::Accessed>(number);
        for (auto i = m_run.claims.size(); i-- > 0;) {
            const auto &claim = m_run.claims[i];
            const auto &first = m_run.first(claim);
            if (first.who == call.who && first.owner == call.owner && first.lock == call.lock && claim.begin < number)
                return i;
        }
        return std::nullopt;
    }

    void sold(Number number, const entry::Accessed &call, Content &content, std::string pitfall)
    {
        const auto &stock = m_run.header().stock;
        if (!stock || !content.sell(call))
            return;
        content.sales.push_back(number);
        if (content.sold > *stock)
            m_findings.add(Outcome::Violated, Cause::Oversold, "sold " + std::to_string(content.sold) + " of " + std::to_string(*stock),
                           std::move(pitfall), content.sales);
    }

    const Case &m_case;
    const Run &m_run;
    const std::vector<LeaseEnd> m_leaseEnds;
    Findings &m_findings;
    struct DecidedOutside
    {
        std::string sentence;
        std::vector<Number> proof;
    };
    std::vector<DecidedOutside> m_decidedOutside; ///< decided by reads from before the lock was held
    std::map<std::string, Content> m_contents;
    std::uint64_t m_writes = 0;
    std::uint64_t m_late = 0; ///< refused, with an older fencing token
};

} // namespace

Verdict resource(const Case &of)
{
    Findings findings(of.run, Property::Resource, of.run.header().fencing ? Importance::Promised : Importance::Informative);
    ResourceJudge(of, findings).judge();
    auto verdict = std::move(findings).verdict();
    if (verdict.cause == Cause::DecidedOutside) // neither a lock nor a token can prevent it
        verdict.importance = Importance::Informative;
    return verdict;
}

} // namespace lockcore::detail
