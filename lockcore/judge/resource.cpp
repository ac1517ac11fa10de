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
            if (call->refused)
                m_refused += call->step == entry::Step::Write;
            else
                accepted(number, *call);
        }
        for (auto &[sentence, proof] : m_decidedOutside) // after the findings that a lock can prevent
            m_findings.add(Outcome::Violated, Cause::DecidedOutside, std::move(sentence), "L21", std::move(proof));
        if (m_writes + m_refused > 0)
            m_findings.exercised(m_refused > 0 ? "no update was lost, and " + std::to_string(m_refused) + " stale writes were refused"
                                               : "no update was lost");
    }

private:
    struct Content : ResourceContent
    {
        Number written = 0;
        std::optional<std::int64_t> token; ///< the greatest that the resource has seen
        Number tokenSeen = 0;
        std::vector<Number> sales;
        std::map<Incarnation, Number> reads;
    };

    void accepted(Number number, const entry::Accessed &call)
    {
        auto &content = m_contents[call.lock];
        if (call.step == entry::Step::Read && call.version) {
            content.reads[call.who] = number;
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
        ++m_writes;
        if (call.token && content.token && *call.token < *content.token)
            m_findings.add(Outcome::Violated, Cause::StaleWrite,
                           toString(call.who) + " wrote with the token " + std::to_string(*call.token) + " after "
                               + std::to_string(*content.token) + " had been seen",
                           m_run.header().fencing || isNewer(call, content) ? "D13" : "D15", {content.tokenSeen, number});
        if (call.based && content.written != 0 && *call.based < content.version)
            lost(number, call, content);
        sold(number, call, content);
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

    void lost(Number number, const entry::Accessed &call, Content &content)
    {
        auto sentence = toString(call.who) + " wrote on top of version " + std::to_string(*call.based) + ", and so undid version "
                        + std::to_string(content.version);
        const auto read = content.reads[call.who];
        if (isOutside(read, number))
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

    // Why the lock did not separate the two writers: the end of the later writer's holding, or of the other's.
    std::string pitfallOf(Number later, Number earlier) const
    {
        for (const auto number : {later, earlier}) {
            if (auto pitfall = pitfallOfLoss(number); !pitfall.empty())
                return pitfall;
        }
        return "L1";
    }

    std::string pitfallOfLoss(Number number) const
    {
        const auto &call = *m_run.as<entry::Accessed>(number);
        for (auto i = m_run.claims.size(); i-- > 0;) {
            const auto &claim = m_run.claims[i];
            const auto &first = m_run.first(claim);
            if (first.who == call.who && first.owner == call.owner && first.lock == call.lock && claim.begin < number)
                return pitfallOfLoss(i, number);
        }
        return {};
    }

    std::string pitfallOfLoss(std::size_t claim, Number number) const
    {
        const auto &intervals = m_case.holdings[claim].intervals;
        if (intervals.empty() || intervals.back().to == 0 || intervals.back().to > number)
            return {};
        const auto ending = endingOf(m_run, m_run.claims[claim], intervals.back().to);
        switch (ending.kind) {
        case EndKind::OwnRemoval:
        case EndKind::Removed: return pitfallOfRemoval(m_run, m_run.claims[claim], ending);
        case EndKind::OtherOwner: return "R4";
        case EndKind::Operator: return "R12";
        case EndKind::ServerFault: return pitfallOfFault(m_run, ending.cause != 0 ? ending.cause : ending.number);
        default: break;
        }
        const auto end = std::ranges::find(m_leaseEnds, claim, &LeaseEnd::claim);
        return end == m_leaseEnds.end() ? "" : end->pitfall;
    }

    void sold(Number number, const entry::Accessed &call, Content &content)
    {
        const auto &stock = m_run.header().stock;
        if (!stock || !content.sell(call))
            return;
        content.sales.push_back(number);
        if (content.sold > *stock)
            m_findings.add(Outcome::Violated, Cause::Oversold, "sold " + std::to_string(content.sold) + " of " + std::to_string(*stock),
                           "R9", content.sales);
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
    std::uint64_t m_refused = 0;
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
