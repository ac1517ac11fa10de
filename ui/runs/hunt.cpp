// SPDX-License-Identifier: MIT
#include "ui/runs/hunt.h"

#include "lockcore/base/duration.h"
#include "lockcore/lab/scenario/scenario_text.h"
#include "lockcore/lab/scenario/store_fit.h"
#include "lockcore/lab/search/sweep_scenario.h"
#include "ui/runs/files.h"
#include "ui/words/tr.h"

#include <algorithm>

namespace lockscope {

using namespace Qt::Literals::StringLiterals;
using namespace lockcore;

namespace {

constexpr Milliseconds huntLease{250};
constexpr int playsOfEach = 4; ///< plays of each smaller scenario
constexpr int leastShown = 2;  ///< at least this many of these plays must show the mistake
constexpr int mostShown = 3;   ///< more are never required
constexpr int playsAtEnd = 5;
constexpr int mostFailuresInARow = 10;
constexpr Milliseconds leastShrinking = std::chrono::minutes(1);

} // namespace

Hunt::Hunt(PooledRuns &runs, Milliseconds limit)
    : m_runs(runs)
    , m_begin(runs.clock().now())
    , m_end(m_begin + limit)
    , m_playing(runs.loop())
{
    m_result.subject = runs.options().subject;
    m_result.subject.lease = std::max(huntLease, leastLease(m_result.subject.store));
    m_result.seed = runs.seed();
    m_result.limit = limit;
}

HuntResult Hunt::result() const
{
    auto result = m_result;
    result.took = std::chrono::duration_cast<Milliseconds>(m_runs.clock().now() - m_begin);
    result.interrupted = !m_done;
    return result;
}

Task<void> Hunt::play()
{
    auto learning = learn();
    co_await learning;
    if (!m_result.error) {
        auto playing = playScenarios();
        co_await playing;
    }
    if (m_result.found) {
        auto shrinking = shrink();
        co_await shrinking;
    }
    m_runs.tell({});
    m_done = true;
}

Task<void> Hunt::learn()
{
    auto playing = m_runs.play(dryRunScenario(m_result.subject, SweepPart::GivenLease), QString());
    const auto run = co_await playing;
    const auto learned = run.result.error ? DryRun() : dryRunOf(run.history, sweepVictim);
    if (!learned.acquired) {
        m_result.error = run.result.error.value_or(
            Error{ErrorKind::Refused, "without any fault, the worker did not get a lock that was free", "dry-run"});
        co_return;
    }
    m_result.library = run.result.library;
    m_result.server = run.result.server;
    m_result.subject = fittedTo(m_result.subject, learned);
    m_plan.emplace(m_result.subject, huntAbilities(learned.greeting, m_result.subject.lease), m_result.bounds, m_result.seed);
}

// ---- random scenarios

// Plays at least one scenario, even if it took all the time to find out what the library can do.
Task<void> Hunt::playScenarios()
{
    while ((m_plan->drawn() == 0 || !isOver()) && !m_result.found && !m_result.error) {
        m_playing.start(playNext());
        co_await m_playing.whenAtMost(m_runs.atOnce() - 1);
    }
    co_await m_playing.whenIdle();
}

Task<void> Hunt::playNext()
{
    auto scenario = m_plan->next();
    const auto number = m_plan->drawn();
    auto playing = m_runs.play(std::move(scenario), QString());
    auto run = co_await playing;
    note(run);
    if (mistakeIn(run.result) && !m_result.mistake)
        noteMistake(number, run);
    if (gravestViolation(run.result.verdicts) && (!m_result.found || number < m_result.found->number))
        noteCatch(number, std::move(run));
    showProgress();
}

void Hunt::note(const PooledRuns::Run &run)
{
    ++m_result.played;
    m_result.worstStall = std::max(m_result.worstStall, run.result.premises.worstStall);
    if (run.result.error) {
        ++m_result.failed;
        m_result.failure = run.result.error->text;
        if (++m_failedInARow == mostFailuresInARow)
            m_result.error = run.result.error;
        return;
    }
    m_failedInARow = 0;
    const auto isOpen = [](const Verdict &verdict) {
        return verdict.outcome == Outcome::Inconclusive && verdict.importance == Importance::Must && !verdict.events.empty();
    };
    m_result.inconclusive += std::any_of(run.result.verdicts.begin(), run.result.verdicts.end(), isOpen) ? 1 : 0;
    m_result.disagreements += run.result.disagreement.empty() ? 0 : 1;
}

// Keeps the run in a folder of this name, and returns its path; empty if it could not be made, which does not keep back what was found.
QString Hunt::kept(const QString &name, PooledRuns::Run &run)
{
    if (m_folder.isEmpty()) {
        if (const auto folder = m_runs.newFolder(u"hunt"_s))
            m_folder = *folder;
        else
            m_result.error = folder.error();
    }
    if (m_folder.isEmpty())
        return {};
    m_runs.keepIn(m_folder + u'/' + name, run);
    return m_folder + u'/' + name;
}

void Hunt::noteMistake(std::uint64_t number, PooledRuns::Run &run)
{
    m_result.mistake = HuntMistake{number, *mistakeIn(run.result), kept(u"mistake"_s, run)};
}

void Hunt::noteCatch(std::uint64_t number, PooledRuns::Run run)
{
    HuntCatch found;
    found.number = number;
    found.verdict = *gravestViolation(run.result.verdicts);
    found.folder = kept(u"first"_s, run);
    found.first = found.smallest = std::move(run.result.scenario);
    m_result.found = std::move(found);
    save();
}

// ---- the smallest

// Shrinks for the rest of the time, or for a minute if less is left.
Task<void> Hunt::shrink()
{
    m_end = std::max(m_end, m_runs.clock().now() + leastShrinking);
    auto &found = *m_result.found;
    auto counting = playOften(found.first, playsOfEach, false);
    const auto shownFirst = co_await counting;
    const int needed = std::clamp(shownFirst.runs, leastShown, mostShown);
    for (bool smaller = true; smaller && !isOver();) {
        auto shrinking = shrinkOnce(needed, &smaller);
        co_await shrinking;
        found.shrunk = !smaller && !isOver();
    }
    auto firming = firm();
    co_await firming;
    auto playing = playOften(found.smallest, playsAtEnd, true);
    const auto shown = co_await playing;
    found.plays = playsAtEnd;
    found.shown = shown.runs;
    found.verdict = shown.verdict.value_or(found.verdict);
    save();
}

Task<void> Hunt::shrinkOnce(int needed, bool *smaller)
{
    *smaller = false;
    auto &found = *m_result.found;
    auto candidates = smallerScenarios(found.smallest);
    for (auto &candidate : candidates) {
        if (isOver())
            co_return;
        ++found.tried;
        showProgress();
        auto playing = playOften(candidate, playsOfEach, false);
        const auto shown = co_await playing;
        if (shown.runs < needed)
            continue;
        found.smallest = std::move(candidate);
        found.verdict = *shown.verdict;
        *smaller = true;
        save();
        co_return;
    }
}

// A violation that occurs only sometimes, because the order of the workers is random, occurs more often with an enforced order.
Task<void> Hunt::firm()
{
    auto &found = *m_result.found;
    auto counting = playOften(found.smallest, playsOfEach, false);
    auto best = co_await counting;
    auto candidates = firmerScenarios(found.smallest);
    for (auto &candidate : candidates) {
        if (isOver() || best.runs == playsOfEach)
            co_return;
        auto playing = playOften(candidate, playsOfEach, false);
        auto shown = co_await playing;
        if (shown.runs <= best.runs)
            continue;
        best = std::move(shown);
        found.smallest = std::move(candidate);
        found.verdict = *best.verdict;
        save();
    }
}

Task<Shown> Hunt::playOften(Scenario scenario, int plays, bool keepsFolders)
{
    std::vector<LabResult> results;
    for (int i = 0; i < plays; ++i)
        m_playing.start(
            playOnce(scenario, keepsFolders && !m_folder.isEmpty() ? m_folder + u"/run-"_s + QString::number(i + 1) : QString(), &results));
    co_await m_playing.whenIdle();
    std::vector<std::vector<Verdict>> runs;
    for (const auto &result : results)
        runs.push_back(result.verdicts);
    auto shown = shownIn(runs, m_result.found->verdict);
    for (const auto &result : results) {
        const bool shows =
            shown.verdict && std::find(result.verdicts.begin(), result.verdicts.end(), *shown.verdict) != result.verdicts.end();
        if (shows && !result.folder.isEmpty())
            m_result.found->folder = result.folder;
    }
    co_return shown;
}

Task<void> Hunt::playOnce(Scenario scenario, QString folder, std::vector<LabResult> *results)
{
    auto playing = m_runs.play(std::move(scenario), folder);
    auto run = co_await playing;
    m_runs.keep(run);
    results->push_back(std::move(run.result));
}

// ---- what is kept

void Hunt::save()
{
    auto &found = *m_result.found;
    auto scenario = found.smallest;
    scenario.title = "Found by a hunt: " + found.verdict.sentence;
    scenario.story =
        "A hunt with seed " + std::to_string(m_result.seed) + " found this in its scenario " + std::to_string(found.number)
        + (found.plays == 0 ? std::string(".")
                            : ". It violated the same in " + std::to_string(found.shown) + " of " + std::to_string(found.plays) + " runs.");
    if (!found.verdict.pitfall.empty())
        scenario.pitfalls = {found.verdict.pitfall};
    scenario.expected = {{found.verdict.property, Outcome::Violated}};
    const auto file = m_folder + u"/counterexample.json"_s;
    if (!m_folder.isEmpty() && writeFile(file, QByteArray::fromStdString(textOf(scenario))))
        found.file = file;
}

void Hunt::showProgress() const
{
    const auto time = std::chrono::duration_cast<Milliseconds>(m_runs.clock().now() - m_begin);
    const auto text = m_result.found ? Words::tr("found; %1 smaller ones tried").arg(m_result.found->tried)
                                     : Words::tr("%1 scenarios").arg(m_result.played);
    m_runs.tell(QString::fromStdString(durationText(time)) + u": "_s + text);
    if (changed)
        changed();
}

} // namespace lockscope
