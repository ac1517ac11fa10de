// SPDX-License-Identifier: MIT
#include "lockcore/lab/search/sweep_finding.h"

#include "lockcore/judge/run.h"
#include "lockcore/lab/context/assessment.h"
#include "lockcore/lab/search/sweep_scenario.h"

#include <algorithm>

namespace lockcore {

namespace {

using detail::Attempt;
using detail::Element;
using detail::Number;
using detail::Run;

class FindingReader
{
public:
    FindingReader(const SweepCell &cell, const History &history)
        : m_cell(cell)
        , m_run(history)
        , m_fault(faultIn())
    { }

    void read(SweepFinding &finding) const
    {
        const auto since = m_cell.place.part == SweepPart::HandingOver ? m_run.begin : m_fault;
        const auto *asked = m_fault == 0 ? nullptr : attempt(since, [](const Attempt &one) { return one.who.worker == sweepContender; });
        if (!asked)
            return;
        const auto *got = asked->granted ? asked : attempt(m_fault, [](const Attempt &one) {
            return one.granted && one.who.worker != sweepVictim && one.who.worker != sweepContender;
        });
        finding.access = !got ? SweepFinding::Access::NotYet : got == asked ? SweepFinding::Access::After : SweepFinding::Access::Late;
        if (got)
            readWay(finding, *asked, *got);
    }

private:
    Number faultIn() const
    {
        for (Number number = m_run.begin + 1; number <= m_run.size(); ++number) {
            if (isFault(number))
                return number;
        }
        return 0;
    }

    bool isFault(Number number) const
    {
        const auto isVictims = [](const auto *entry) { return entry && entry->who.worker == sweepVictim; };
        switch (m_cell.fault) {
        case SweepFault::Kill: {
            const auto *died = m_run.as<entry::Died>(number);
            return isVictims(died) && died->death == entry::Death::Killed;
        }
        case SweepFault::Pause: return isVictims(m_run.as<entry::Paused>(number));
        case SweepFault::HoldReply:
        case SweepFault::LoseRequest:
        case SweepFault::LoseReply: return isVictims(m_run.as<entry::NetworkFaulted>(number));
        }
        return false;
    }

    template <class Is>
    const Attempt *attempt(Number since, Is is) const
    {
        const auto found =
            std::find_if(m_run.attempts.begin(), m_run.attempts.end(), [&](const Attempt &one) { return one.sent > since && is(one); });
        return found == m_run.attempts.end() ? nullptr : &*found;
    }

    // Finds the holding that was in Redis when the contender asked, and that ended before the contender got the lock.
    void readWay(SweepFinding &finding, const Attempt &asked, const Attempt &got) const
    {
        const Element *last = nullptr;
        for (const auto &element : m_run.elements) {
            const bool wasThere = element.created > m_run.begin && element.created < asked.sent && element.ended > asked.sent;
            const bool isHolding = element.role != entry::Role::Other && (element.lock.empty() || element.lock == asked.lock);
            if (wasThere && isHolding && element.ended < got.answered && (!last || element.ended > last->ended))
                last = &element;
        }
        finding.after = std::chrono::round<Milliseconds>(std::max(m_run.at(got.answered), m_run.at(m_fault)) - m_run.at(m_fault));
        if (last)
            finding.freed = freedBy(*last);
        // A holding that the contender itself replaced at its first try did not delay it.
        const bool wasFree = !last || finding.freed == SweepFinding::Freed::Taken;
        if (wasFree && finding.access == SweepFinding::Access::After && !hadToWait(asked))
            finding.access = SweepFinding::Access::AtOnce;
    }

    // Was the contender delayed? No element needs to have ended for this: the lease may be a part of a value.
    bool hadToWait(const Attempt &asked) const
    {
        const auto lease = Microseconds(m_run.header().lease.value_or(Milliseconds(0)));
        return asked.waiting != 0 || (lease > Microseconds(0) && m_run.at(asked.answered) - m_run.at(asked.sent) >= lease / 2);
    }

    SweepFinding::Freed freedBy(const Element &element) const
    {
        const auto *change = m_run.as<entry::KeyChanged>(element.ended);
        if (change && change->event == entry::KeyEvent::Expired)
            return SweepFinding::Freed::Lease;
        const auto by = change && change->event == entry::KeyEvent::Removed ? m_run.author(*change) : std::nullopt;
        if (!by)
            return SweepFinding::Freed::Unknown;
        return by->worker == sweepContender ? SweepFinding::Freed::Taken : SweepFinding::Freed::Release;
    }

    const SweepCell m_cell;
    const Run m_run;
    const Number m_fault;
};

// True if something was seen that could not be judged. Without events the verdict only means that nobody contended, as in most cells.
bool isOpen(const Verdict &verdict)
{
    const bool isAboutTheCell = verdict.property == Property::MutualExclusion || verdict.property == Property::Ownership
                                || verdict.property == Property::NoImmortalLock || verdict.property == Property::Progress;
    return isAboutTheCell && verdict.outcome == Outcome::Inconclusive && verdict.importance == Importance::Must && !verdict.events.empty();
}

SweepFinding::Tone toneOf(const SweepFinding &finding)
{
    using Access = SweepFinding::Access;
    if (!finding.broken.empty())
        return SweepFinding::Tone::Bad;
    if (finding.access == Access::NotYet || finding.access == Access::NotTried || !finding.open.empty())
        return SweepFinding::Tone::Open;
    if (finding.access == Access::Late)
        return SweepFinding::Tone::Warns;
    return finding.access == Access::AtOnce && !finding.outlived ? SweepFinding::Tone::Good : SweepFinding::Tone::Waits;
}

} // namespace

SweepFinding sweepFinding(const SweepCell &cell, const History &history, const std::vector<Verdict> &verdicts)
{
    SweepFinding finding;
    FindingReader(cell, history).read(finding);
    for (const auto &verdict : verdicts) {
        if (breaksAPromise(verdict))
            finding.broken.push_back(verdict);
        else if (isOpen(verdict))
            finding.open.push_back(verdict);
        else if (verdict.outcome == Outcome::Outlived)
            finding.outlived = true;
        if (verdict.property == Property::NoImmortalLock && verdict.outcome == Outcome::Violated)
            finding.access = SweepFinding::Access::Never;
    }
    finding.tone = toneOf(finding);
    return finding;
}

std::map<Property, Outcome> expectationOf(const std::vector<Verdict> &verdicts)
{
    std::map<Property, Outcome> expected;
    for (const auto &verdict : verdicts) {
        if (verdict.outcome == Outcome::Violated || verdict.outcome == Outcome::Outlived
            || (verdict.outcome == Outcome::Held && verdict.importance != Importance::Informative))
            expected[verdict.property] = verdict.outcome;
    }
    if (expected.empty())
        expected[Property::MutualExclusion] = Outcome::NotExercised;
    return expected;
}

} // namespace lockcore
