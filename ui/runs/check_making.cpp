// SPDX-License-Identifier: MIT
#include "ui/runs/check_making.h"

#include "lockcore/report/pitfall.h"

#include <algorithm>
#include <set>

namespace lockscope {

using namespace lockcore;

namespace {

using Kind = CheckReason::Kind;

bool counts(const LabResult &result, const Verdict &verdict) { return breaksAPromise(verdict) && !informs(result); }

bool isWhole(const LabResult &result)
{
    const bool blameless = std::ranges::all_of(result.remarks, [](const RunRemark &one) { return one.weight == RunRemark::Weight::Note; });
    return !result.error && result.skips.empty() && result.premises.complete && result.disagreement.empty() && blameless;
}

// The properties that the story is made for: those that its own, broken protocol violates; of a sound one, all.
std::set<Property> subjectsOf(const Scenario &scenario)
{
    std::set<Property> broken, all;
    for (const auto &[property, outcome] : scenario.expected) {
        all.insert(property);
        if (outcome != Outcome::Held)
            broken.insert(property);
    }
    return broken.empty() ? all : broken;
}

bool isAbout(const Scenario &scenario, std::string_view pitfall) { return std::ranges::count(scenario.pitfalls, pitfall) > 0; }

const Verdict *verdictOn(const LabResult &result, Outcome outcome, const std::set<Property> &properties)
{
    const auto found = std::ranges::find_if(
        result.verdicts, [&](const Verdict &verdict) { return verdict.outcome == outcome && properties.contains(verdict.property); });
    return found == result.verdicts.end() ? nullptr : &*found;
}

const Verdict *worstCounting(const LabResult &result)
{
    const auto found = std::ranges::find_if(result.verdicts, [&](const Verdict &verdict) { return counts(result, verdict); });
    return found == result.verdicts.end() ? nullptr : &*found;
}

bool keeps(const LabResult &result, std::string_view pitfall)
{
    const auto names = [=](const Verdict &verdict) {
        return verdict.pitfall == pitfall && (verdict.outcome == Outcome::Violated || verdict.outcome == Outcome::Outlived);
    };
    const auto subjects = subjectsOf(result.scenario);
    return isWhole(result) && isAbout(result.scenario, pitfall) && !worstCounting(result) && std::ranges::none_of(result.verdicts, names)
           && verdictOn(result, Outcome::Held, subjects) && !verdictOn(result, Outcome::Skipped, subjects);
}

std::string joined(const std::vector<std::string> &texts)
{
    std::string all;
    for (const auto &text : texts)
        all.append(all.empty() ? "" : ", ").append(text);
    return all;
}

std::string unmetOf(const LabResult &result)
{
    std::vector<std::string> texts;
    for (const auto &condition : result.unmet)
        texts.push_back(toString(condition));
    return joined(texts);
}

CheckReason becauseOf(Kind kind, std::string text, bool isOpen = false) { return {kind, std::move(text), {}, isOpen}; }

// Why the story decided less than it could. A machine that was late may decide it another time; a story that does not take place on a
// punctual one, or twice for the same reason, cannot apply to this library.
CheckReason shortfallOf(const LabResult &result, const std::vector<Condition> *unmetBefore)
{
    if (result.error)
        return becauseOf(Kind::Failed, result.error->text, result.error->kind != ErrorKind::Protocol);
    if (!result.skips.empty())
        return becauseOf(Kind::Skipped, "the library has no " + joined(result.skips));
    if (!result.notApplicable.empty())
        return becauseOf(Kind::Skipped, result.notApplicable);
    if (!result.disagreement.empty())
        return becauseOf(Kind::Inconclusive, result.disagreement, true);
    const bool isLate = !onTime(result.scenario, result.premises);
    if (!result.premises.complete)
        return becauseOf(Kind::DidNotHappen, unmetOf(result), isLate && !(unmetBefore && *unmetBefore == result.unmet));
    for (const auto &remark : result.remarks) {
        if (remark.weight == RunRemark::Weight::Spoils)
            return becauseOf(Kind::Inconclusive, remark.sentence, true);
        if (remark.weight == RunRemark::Weight::Mistake)
            return becauseOf(Kind::OtherBroken, remark.sentence);
    }
    std::set<Property> named;
    for (const auto &[property, outcome] : result.scenario.expected)
        named.insert(property);
    if (const auto *open = verdictOn(result, Outcome::Inconclusive, named))
        return becauseOf(Kind::Inconclusive, open->sentence, !informs(result) && open->importance != Importance::Informative);
    if (const auto *broken = worstCounting(result))
        return becauseOf(Kind::OtherBroken, broken->sentence);
    const auto subjects = subjectsOf(result.scenario);
    if (const auto *violated = verdictOn(result, Outcome::Violated, subjects))
        return becauseOf(Kind::OtherBroken, violated->sentence);
    if (const auto *outlived = verdictOn(result, Outcome::Outlived, subjects))
        return becauseOf(Kind::OtherBroken, outlived->sentence);
    if (const auto *silent = verdictOn(result, Outcome::NotExercised, named))
        return becauseOf(Kind::NotExercised, silent->sentence, isLate && !informs(result));
    if (const auto *skipped = verdictOn(result, Outcome::Skipped, named))
        return becauseOf(Kind::Skipped, skipped->sentence);
    return becauseOf(Kind::NotExercised, {});
}

bool hasGap(const LabResult &result)
{
    return !result.error && (isSkipped(result) || !result.disagreement.empty() || matchOf(result) == Match::Open);
}

std::string nameOf(const SweepRun &cell) { return "sweep " + lockcore::nameOf(cell.cell); }

// A run of any part.
struct Evidence
{
    const LabResult *result = nullptr;
    std::string run;
    bool hasNoLease = false; ///< by design, so a lock that never ends is no violation

    bool counts(const Verdict &verdict) const { return !hasNoLease || verdict.property != Property::NoImmortalLock; }
};

bool hasNoLease(const SweepResult &sweep, const SweepRun &cell)
{
    return !sweep.ownLeaseEnds && cell.cell.place.part == SweepPart::OwnLease;
}

class Maker
{
public:
    explicit Maker(const CheckParts &parts)
        : m_parts(parts)
        , m_check(parts.known)
    {
        for (const auto &story : parts.suite.results) {
            if (story)
                m_runs.push_back({&*story, story->scenario.name});
        }
        for (const auto &cell : parts.sweep.cells) {
            if (cell)
                m_runs.push_back({&cell->result, nameOf(*cell), hasNoLease(parts.sweep, *cell)});
        }
        if (parts.hunt.found) {
            m_hunted.verdicts = {parts.hunt.found->verdict};
            m_hunted.folder = parts.hunt.found->folder;
            m_hunted.expects = false;
            m_runs.push_back({&m_hunted, "hunt"});
        }
    }

    Check make()
    {
        noteSubject();
        noteMistakes();
        for (std::size_t i = 0; i < wordsOf<Property>.size(); ++i)
            m_check.properties.push_back(propertyItem(static_cast<Property>(i)));
        for (const auto &pitfall : pitfalls())
            m_check.pitfalls.push_back(pitfallItem(pitfall));
        noteGaps();
        return std::move(m_check);
    }

private:
    static CheckProof proofOf(const Evidence &run, const Verdict &verdict)
    {
        return {verdict.sentence, verdict.events, run.run, run.result->folder};
    }

    void noteSubject()
    {
        for (const auto &run : m_runs) {
            if (!m_check.library.empty())
                return;
            m_check.library = run.result->library;
            m_check.server = run.result->server;
        }
    }

    // Each sentence once: the same mistake may end every run.
    void addMistake(const std::string &sentence, const std::string &run, const QString &folder,
                    const std::vector<std::uint64_t> &events = {})
    {
        if (std::ranges::find(m_check.mistakes, sentence, &CheckProof::sentence) == m_check.mistakes.end())
            m_check.mistakes.push_back({sentence, events, run, folder});
    }

    void noteMistakes()
    {
        for (const auto &sentence : m_parts.selftest.wrong)
            addMistake(sentence, "selftest", {});
        for (const auto &run : m_runs) {
            if (run.result->error && run.result->error->kind == ErrorKind::Protocol)
                addMistake(run.result->error->text, run.run, run.result->folder);
            for (const auto &remark : run.result->remarks) {
                if (remark.weight == RunRemark::Weight::Mistake)
                    addMistake(remark.sentence, run.run, run.result->folder, remark.events);
            }
        }
        if (const auto &mistake = m_parts.hunt.mistake)
            addMistake(mistake->remark.sentence, "hunt", mistake->folder, mistake->remark.events);
        for (const auto &[error, part] : {std::pair(m_parts.sweep.error, "sweep"), std::pair(m_parts.hunt.error, "hunt")}) {
            if (error && error->kind == ErrorKind::Protocol)
                addMistake(error->text, part, {});
        }
    }

    // Collects the verdicts that show something: what must hold and does not; the same in a story that only informs; and what came after the
    // end of a lease, which no protocol is to blame for.
    struct Shown
    {
        std::size_t failing = 0, informing = 0, outlived = 0;
        std::optional<CheckProof> failure, information, end;
    };

    // The proof is that of the first story about `pitfall`, else of the first run.
    template <class IsAsked>
    Shown shown(IsAsked isAsked, std::string_view pitfall = {}) const
    {
        Shown all;
        const auto note = [](std::size_t &count, std::optional<CheckProof> &proof, const CheckProof &one) {
            ++count;
            if (!proof)
                proof = one;
        };
        auto runs = m_runs;
        std::ranges::stable_partition(runs, [=](const Evidence &run) { return isAbout(run.result->scenario, pitfall); });
        for (const auto &run : runs) {
            if (run.result->error || !run.result->disagreement.empty())
                continue;
            for (const auto &verdict : run.result->verdicts) {
                if (!isAsked(verdict) || !run.counts(verdict))
                    continue;
                const bool violated = verdict.outcome == Outcome::Violated;
                if (violated && counts(*run.result, verdict))
                    note(all.failing, all.failure, proofOf(run, verdict));
                else if (violated && verdict.importance != Importance::Informative)
                    note(all.informing, all.information, proofOf(run, verdict));
                else if (violated || verdict.outcome == Outcome::Outlived)
                    note(all.outlived, all.end, proofOf(run, verdict));
            }
        }
        return all;
    }

    // What a run says beside its verdicts.
    void noteRemarks(std::string_view pitfall, Shown &found) const
    {
        for (const auto &run : m_runs) {
            for (const auto &remark : run.result->remarks) {
                if (remark.pitfall != pitfall)
                    continue;
                ++found.informing;
                if (!found.information)
                    found.information = CheckProof{remark.sentence, remark.events, run.run, run.result->folder};
            }
        }
    }

    CheckItem propertyItem(Property property) const
    {
        CheckItem item;
        item.name = wordOf(property);
        const auto found = shown([=](const Verdict &verdict) { return verdict.property == property; });
        std::size_t held = 0;
        std::optional<CheckReason> open, silent;
        for (const auto &run : m_runs) {
            for (const auto &verdict : run.result->verdicts) {
                if (verdict.property != property || run.result->error)
                    continue;
                held += verdict.outcome == Outcome::Held ? 1 : 0;
                if (verdict.outcome == Outcome::Inconclusive && !open)
                    open = CheckReason{Kind::Inconclusive, verdict.sentence, run.run, false};
                const bool skipped = verdict.outcome == Outcome::Skipped;
                if ((skipped || verdict.outcome == Outcome::NotExercised) && !silent)
                    silent = CheckReason{skipped ? Kind::Skipped : Kind::NotExercised, verdict.sentence, run.run, false};
            }
        }
        if (found.failing > 0)
            return broken(item, found.failing, found.failure, true);
        const bool isTokens = property == Property::LeaseOutlived || property == Property::Resource; // what only fencing prevents
        if (isTokens && found.outlived > 0)
            return beyond(item, found.outlived, found.end);
        if (held > 0)
            return kept(item, held);
        if (found.informing + found.outlived > 0)
            return beyond(item, found.informing + found.outlived, found.information ? found.information : found.end);
        item.reason = open ? open : silent ? silent : notPlayed();
        return item;
    }

    CheckItem pitfallItem(const Pitfall &pitfall) const
    {
        CheckItem item;
        item.name = pitfall.code;
        auto found = shown([&](const Verdict &verdict) { return verdict.pitfall == pitfall.code; }, pitfall.code);
        noteRemarks(pitfall.code, found);
        std::size_t held = 0, fenced = 0;
        for (const auto &story : m_parts.suite.results) {
            if (!story || !keeps(*story, pitfall.code))
                continue;
            ++held;
            fenced += story->scenario.fenced ? 1 : 0;
        }
        if (found.failing > 0)
            return broken(item, found.failing, found.failure, true);
        const auto beside = found.informing + found.outlived;
        const auto &shownBeside = found.information ? found.information : found.end;
        if (beside > 0 && pitfall.keptBy == KeptBy::Lock)
            return broken(item, beside, shownBeside, false); // it is the library's, though nothing promises it
        item.reason = brokenInAnOpenWay(pitfall.code);
        if (item.reason)
            return item;
        if (fenced > 0) // the library has tokens, and the resource that checks them lost nothing
            return kept(item, fenced);
        if (beside > 0)
            return beyond(item, beside, shownBeside);
        if (held > 0)
            return kept(item, held);
        item.reason = nearestReason(pitfall.code);
        return item;
    }

    // A story about it is broken, and the proof leaves open by which pitfall: then other stories do not show that this one is kept.
    std::optional<CheckReason> brokenInAnOpenWay(std::string_view pitfall) const
    {
        for (const auto &story : m_parts.suite.results) {
            const auto *const worst = story && isAbout(story->scenario, pitfall) ? worstCounting(*story) : nullptr;
            if (worst && worst->pitfall.empty())
                return CheckReason{Kind::OtherBroken, worst->sentence, story->scenario.name, false};
        }
        return std::nullopt;
    }

    static CheckItem broken(CheckItem item, std::size_t runs, const std::optional<CheckProof> &proof, bool fails)
    {
        item.word = CheckWord::Broken;
        item.fails = fails;
        item.runs = runs;
        item.proof = proof;
        return item;
    }

    static CheckItem beyond(CheckItem item, std::size_t runs, const std::optional<CheckProof> &proof)
    {
        item.word = CheckWord::NoLockCan;
        item.runs = runs;
        item.proof = proof;
        return item;
    }

    static CheckItem kept(CheckItem item, std::size_t runs)
    {
        item.word = CheckWord::Kept;
        item.runs = runs;
        return item;
    }

    CheckReason nearestReason(std::string_view pitfall) const
    {
        CheckReason nearest;
        for (std::size_t i = 0; i < m_parts.suite.scenarios.size(); ++i) {
            const auto &scenario = m_parts.suite.scenarios[i];
            if (!isAbout(scenario, pitfall))
                continue;
            const auto &result = m_parts.suite.results[i];
            auto reason = result ? shortfallOf(*result, unmetBefore(scenario.name)) : notPlayed();
            reason.run = scenario.name;
            if (reason.kind < nearest.kind)
                nearest = std::move(reason);
        }
        for (const auto &[scenario, why] : m_parts.unplayable) {
            if (isAbout(scenario, pitfall) && Kind::Skipped < nearest.kind)
                nearest = {Kind::Skipped, why, scenario.name, false};
        }
        return nearest;
    }

    CheckReason notPlayed() const
    {
        return becauseOf(Kind::NotPlayed, m_check.stopped               ? "stopped"
                                          : m_parts.selftest.isUsable() ? ""
                                                                        : "the worker fails its self-test");
    }

    const std::vector<Condition> *unmetBefore(const std::string &story) const
    {
        const auto found = m_parts.unmetBefore.find(story);
        return found == m_parts.unmetBefore.end() ? nullptr : &found->second;
    }

    void addGap(std::string run, QString folder, CheckReason reason)
    {
        m_check.gaps.push_back({std::move(run), std::move(folder), std::move(reason)});
    }

    void noteGaps()
    {
        for (const auto &warning : m_parts.selftest.warnings)
            addGap("selftest", {}, becauseOf(Kind::Inconclusive, warning));
        for (std::size_t i = 0; i < m_parts.suite.scenarios.size(); ++i) {
            const auto &result = m_parts.suite.results[i];
            const auto &name = m_parts.suite.scenarios[i].name;
            if (!result)
                addGap(name, {}, notPlayed());
            else if (hasGap(*result) || (result->error && result->error->kind != ErrorKind::Protocol))
                addGap(name, result->folder, shortfallOf(*result, unmetBefore(name)));
        }
        for (const auto &[scenario, why] : m_parts.unplayable)
            addGap(scenario.name, {}, becauseOf(Kind::Skipped, why));
        noteSweepGaps();
        const auto &hunt = m_parts.hunt;
        if (hunt.error && hunt.error->kind != ErrorKind::Protocol)
            addGap("hunt", {}, becauseOf(Kind::Failed, hunt.error->text, true));
        if (hunt.disagreements > 0)
            addGap("hunt", {}, becauseOf(Kind::Inconclusive, "the two judges disagree", true));
        if (hunt.played > 0 && !hunt.found)
            addGap("hunt", {},
                   becauseOf(Kind::Beyond, hunt.subject.extends ? "an extension by less than a lease, or by more than a watchdog's" : ""));
    }

    void noteSweepGaps()
    {
        const auto &sweep = m_parts.sweep;
        if (sweep.error && sweep.error->kind != ErrorKind::Protocol)
            addGap("sweep", {}, becauseOf(Kind::Failed, sweep.error->text, true));
        for (const auto &[part, why] : sweep.refusals)
            addGap("sweep " + std::string(wordOf(part)), {}, becauseOf(Kind::Skipped, why));
        for (std::size_t i = 0; i < sweep.planned.size(); ++i) {
            const auto &cell = sweep.cells[i];
            if (!cell)
                addGap("sweep " + lockcore::nameOf(sweep.planned[i]), {}, notPlayed());
            else if (hasNoLease(sweep, *cell) && std::ranges::count(cell->finding.broken, Property::NoImmortalLock, &Verdict::property) > 0)
                addGap(nameOf(*cell), cell->result.folder, becauseOf(Kind::NoLease, {}));
            else if (toneOf(*cell) == SweepFinding::Tone::Open)
                addGap(nameOf(*cell), cell->result.folder, whyOpen(*cell));
        }
    }

    static CheckReason whyOpen(const SweepRun &cell)
    {
        if (cell.result.error)
            return becauseOf(Kind::Failed, cell.result.error->text, cell.result.error->kind != ErrorKind::Protocol);
        if (cell.finding.access == SweepFinding::Access::NotYet)
            return becauseOf(Kind::TooLong, {});
        if (cell.finding.open.empty())
            return becauseOf(Kind::DidNotHappen, "the command was not sent this time, or nobody asked for the lock in time", isOpen(cell));
        return becauseOf(Kind::Inconclusive, cell.finding.open.front().sentence, true);
    }

    const CheckParts &m_parts;
    Check m_check;
    std::vector<Evidence> m_runs;
    LabResult m_hunted; ///< the run that the hunt found
};

} // namespace

Check checkOf(const CheckParts &parts) { return Maker(parts).make(); }

bool isOpen(const LabResult &story)
{
    const bool failed = story.error && story.error->kind != ErrorKind::Protocol;
    return failed || (!story.error && story.skips.empty() && (!story.disagreement.empty() || matchOf(story) == Match::Open));
}

bool isOpen(const SweepRun &cell)
{
    if (toneOf(cell) != SweepFinding::Tone::Open || cell.finding.access == SweepFinding::Access::NotYet)
        return false;
    // What did not come in so many runs is not sent at all: a first run may show a try that the machine's delay has caused.
    const bool mayCome = !onTime(cell.result.scenario, cell.result.premises) && cell.plays <= SweepRun::usualPlays;
    return cell.result.error || !cell.finding.open.empty() || mayCome;
}

} // namespace lockscope
