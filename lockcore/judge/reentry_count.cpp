// SPDX-License-Identifier: MIT
// Re-entry accounting: each acquire needs its release. An inner release keeps the lock, the last one frees it.
#include "lockcore/judge/properties.h"
#include "lockcore/judge/words.h"

#include <algorithm>

namespace lockcore::detail {

namespace {

class CountJudge
{
public:
    CountJudge(const Case &of, std::size_t claim, Findings &findings)
        : m_case(of)
        , m_run(of.run)
        , m_claim(of.run.claims[claim])
        , m_holding(of.holdings[claim])
        , m_first(of.run.first(m_claim))
        , m_findings(findings)
    { }

    void judge()
    {
        for (const auto &release : m_claim.releases) {
            const bool believed = m_claim.end == 0 || release.sent <= m_claim.end; // a worker that has lost the lock no longer counts
            if (believed && release.ok && release.count && *release.count != release.expected)
                miscounted(nameOf(m_first) + " counts " + std::to_string(*release.count) + " after a release that leaves "
                               + std::to_string(release.expected),
                           unsure(release.sent) || !countsFromNothing(release.sent, release.answered), {release.sent, release.answered},
                           *release.count > release.expected ? "E4" : "");
        }
        for (const auto &interval : m_holding.intervals) {
            if (interval.to != 0)
                ended(endingOf(m_run, m_claim, interval.to));
        }
    }

private:
    void ended(const Ending &ending)
    {
        const bool gaveUp = m_claim.how == ClaimEnd::Lost || m_claim.how == ClaimEnd::ExtendRefused;
        if (ending.kind == EndKind::OwnRemoval && !gaveUp && (m_claim.end == 0 || ending.number < m_claim.end))
            miscounted(nameOf(m_first) + "'s inner release freed the lock, of which " + nameOf(m_first) + " still holds "
                           + std::to_string(heldAt(ending.number)),
                       !countsFromNothing(ending.number, ending.number), {ending.cause, ending.number}, {});
        const auto &last = m_claim.releases;
        const bool returned = m_claim.how == ClaimEnd::Released && last.back().ok && last.back().count.value_or(0) == 0;
        if (ending.kind == EndKind::Expired && returned && ending.number > last.back().answered)
            miscounted(nameOf(m_first) + " released as often as it had acquired, and its lock stayed until its lease ended",
                       disturbed(ending.number) || !countsFromNothing(ending.number, ending.number),
                       {last.back().sent, last.back().answered, ending.number}, "E4");
        if (const auto *left = returned ? leftBehindBy(ending) : nullptr)
            m_findings.inconclusive(nameOf(m_first)
                                        + " released as often as it had acquired, and wrote something in place of its lock, which "
                                        + "may be a count that is too high",
                                    {last.back().sent, last.back().answered, left->created});
    }

    // The element that the last release wrote in place of the holding, and that nobody removed.
    const Element *leftBehindBy(const Ending &ending) const
    {
        const auto *const removed = m_run.as<entry::KeyChanged>(ending.number);
        if (ending.kind != EndKind::OwnRemoval || ending.number < m_claim.release)
            return nullptr;
        const auto found = std::ranges::find_if(m_run.elements, [&](const Element &element) {
            const auto *const ended = m_run.as<entry::KeyChanged>(element.ended);
            return sameKey(element, *removed) && element.created > ending.number
                   && m_run.as<entry::KeyChanged>(element.created)->cause == removed->cause
                   && (!ended || ended->event == entry::KeyEvent::Expired);
        });
        return found == m_run.elements.end() ? nullptr : &*found;
    }

    void miscounted(const std::string &how, bool excused, std::vector<Number> events, std::string pitfall)
    {
        if (excused)
            m_findings.inconclusive("possible, but not proved: " + how, proof(std::move(events)));
        else
            m_findings.add(Outcome::Violated, Cause::Miscounted, how, std::move(pitfall), proof(std::move(events)));
    }

    // The worker's count equals the server's count, if its first acquire made the holding and, since then, only its own requests have
    // changed it.
    bool countsFromNothing(Number from, Number to) const
    {
        if (m_holding.intervals.empty())
            return !m_run.header().record && !leftBehind() && serverChanged(m_run, m_first.sent, to) == 0;
        const auto &interval = m_holding.intervals.front();
        return interval.from > m_first.sent && (interval.to == 0 || interval.to >= from) && m_holding.adopted == 0
               && serverChanged(m_run, interval.from, to) == 0;
    }

    // An earlier claim of this owner ended without all its releases: Redis may still count acquires that the owner believes lost.
    bool leftBehind() const
    {
        return std::ranges::any_of(m_run.claims, [&](const Claim &claim) {
            const auto &first = m_run.first(claim);
            const bool returned = claim.how == ClaimEnd::Released && claim.releases.back().ok;
            return claim.begin < m_claim.begin && first.lock == m_first.lock && sameOwner(first, m_first) && !returned;
        });
    }

    std::int64_t heldAt(Number number) const
    {
        std::int64_t held = 0;
        for (const auto attempt : m_claim.attempts)
            held += m_run.attempts[attempt].answered < number;
        for (const auto &release : m_claim.releases)
            held -= release.sent < number && !release.refused;
        return held;
    }

    // A library repeats a request when the reply is lost. That is another pitfall.
    bool disturbed(Number until) const { return m_case.disturbances.fault(m_first.who, m_first.sent, until) != 0 || unsure(until); }

    // It is not known how many of the earlier acquires and releases happened.
    bool unsure(Number until) const
    {
        return std::ranges::any_of(m_run.attempts,
                                   [&](const Attempt &attempt) {
                                       return attempt.indefinite && attempt.sent < until && attempt.lock == m_first.lock
                                              && sameOwner(attempt, m_first);
                                   })
               || std::ranges::any_of(m_claim.releases, [&](const Release &release) {
                      return release.answered != 0 && release.sent < until && !release.ok && !release.refused;
                  });
    }

    std::vector<Number> proof(std::vector<Number> events) const
    {
        for (const auto attempt : m_claim.attempts) {
            events.push_back(m_run.attempts[attempt].sent);
            events.push_back(m_run.attempts[attempt].answered);
        }
        return events;
    }

    const Case &m_case;
    const Run &m_run;
    const Claim &m_claim;
    const Holding &m_holding;
    const Attempt &m_first;
    Findings &m_findings;
};

// Whether the owner holds the lock, by the server's record, all the time between these entries, and does not give it back.
bool holdsThroughout(const Case &of, std::size_t index, Number from, Number to)
{
    const auto &run = of.run;
    const auto &claim = run.claims[index];
    const auto isReleasing = [=](const Release &release) { return release.sent < to; };
    return claim.begin < from && claimedAt(run, claim, to) == Certainty::Yes && std::ranges::none_of(claim.releases, isReleasing)
           && std::ranges::any_of(of.holdings[index].intervals, [=](const Interval &held) { return held.covers(from) && held.covers(to); })
           && std::ranges::all_of(of.holdings[index].elements,
                                  [&](std::size_t element) { return isOver(run, claim, run.elements[element], to) == Certainty::No; });
}

// Who holds the lock, and asks for it in the same way, must get it.
void judgeRefusals(const Case &of, std::size_t index, Findings &findings)
{
    const auto &first = of.run.first(of.run.claims[index]);
    for (const auto &again : of.run.attempts) {
        const bool isRefused = again.answered != 0 && again.answer.answer == entry::Answer::No && again.cancelled == 0;
        if (isRefused && again.lock == first.lock && again.mode == first.mode && sameOwner(again, first)
            && holdsThroughout(of, index, again.sent, again.answered))
            findings.add(Outcome::Violated, Cause::NotServed, nameOf(first) + " was refused the lock that it held", {},
                         {first.sent, first.answered, again.sent, again.answered});
    }
}

// Whether the server's record shows it or, without a record, the workers report their counts.
bool isSeen(const Case &of, std::size_t claim)
{
    return of.run.header().record
               ? !of.holdings[claim].intervals.empty()
               : std::ranges::any_of(of.run.claims[claim].releases, [](const Release &release) { return release.count.has_value(); });
}

} // namespace

Verdict reentryCount(const Case &of)
{
    const auto &run = of.run;
    Findings findings(run, Property::ReentryCount, Importance::Promised);
    if (!hasCapability(run, Capability::Reentrant)) {
        findings.skip("the library is not re-entrant");
        return std::move(findings).verdict();
    }
    findings.notExercised("nobody acquired the lock again while it held it");
    for (std::size_t i = 0; i < run.claims.size(); ++i) {
        if (run.first(run.claims[i]).sent < run.begin)
            continue;
        judgeRefusals(of, i, findings);
        if (run.claims[i].deepest < 2)
            continue;
        if (isSeen(of, i))
            findings.exercised("each acquire needed its release");
        else
            findings.notExercised(unknownKey);
        CountJudge(of, i, findings).judge();
    }
    return std::move(findings).verdict();
}

} // namespace lockcore::detail
