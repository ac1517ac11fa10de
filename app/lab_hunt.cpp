// SPDX-License-Identifier: MIT
#include "app/lab_hunt.h"

#include "app/run_folder.h"
#include "lockcore/base/duration.h"
#include "lockcore/lab/scenario_text.h"

#include <QCoreApplication>

#include <algorithm>

namespace lockscope {

using namespace Qt::Literals::StringLiterals;
using namespace lockcore;

namespace {

struct LabHuntWords
{
    Q_DECLARE_TR_FUNCTIONS(LabHuntWords)
};

constexpr Milliseconds huntLease{250};
constexpr int playsOfEach = 3; ///< of a smaller scenario
constexpr int playsAtEnd = 5;
constexpr Milliseconds leastShrinking = std::chrono::minutes(1);

} // namespace

LabHunt::LabHunt(LabPlayer &player, Milliseconds limit)
    : m_player(player)
    , m_begin(player.clock().now())
    , m_end(m_begin + limit)
    , m_playing(player.loop())
{
    m_result.subject = player.subject();
    m_result.subject.lease = huntLease;
    m_result.seed = player.seed();
    m_result.limit = limit;
}

HuntResult LabHunt::result() const
{
    auto result = m_result;
    result.took = std::chrono::duration_cast<Milliseconds>(m_player.clock().now() - m_begin);
    result.interrupted = !m_done;
    return result;
}

Task<void> LabHunt::play()
{
    const auto folder = m_player.newFolder(u"hunt"_s);
    if (folder) {
        m_folder = *folder;
        auto learning = learn();
        co_await learning;
    } else {
        m_result.error = folder.error();
    }
    if (!m_result.error) {
        auto playing = playScenarios();
        co_await playing;
    }
    if (m_result.found) {
        auto shrinking = shrink();
        co_await shrinking;
    }
    m_player.clearProgress();
    m_done = true;
}

Task<void> LabHunt::learn()
{
    auto playing = m_player.play(dryRunScenario(m_result.subject, DryRunKind::GivenLease), QString());
    const auto run = co_await playing;
    const auto learned = dryRunOf(run.history, "A");
    if (!learned.acquired) {
        m_result.error = run.result.error.value_or(
            Error{ErrorKind::Refused, "without any fault, the worker did not get a lock that was free", "dry-run"});
        co_return;
    }
    m_result.library = run.result.library;
    m_result.server = run.result.server;
    m_result.subject = withLeaseOf(m_result.subject, learned.greeting);
    m_abilities = huntAbilities(learned.greeting, m_result.subject.lease);
}

// ---- random scenarios

Task<void> LabHunt::playScenarios()
{
    while (!isOver() && !m_result.found && !m_result.error) {
        m_playing.start(playNext());
        co_await m_playing.whenAtMost(m_player.atOnce() - 1);
    }
    co_await m_playing.whenIdle();
}

Task<void> LabHunt::playNext()
{
    const auto index = m_next++;
    auto playing = m_player.play(huntScenario(m_result.subject, m_abilities, m_result.bounds, m_result.seed, index), QString());
    auto run = co_await playing;
    note(run);
    if (gravestViolation(run.result.verdicts) && (!m_result.found || index + 1 < m_result.found->number))
        noteCatch(index, std::move(run));
    showProgress();
}

void LabHunt::note(const LabPlayer::Run &run)
{
    ++m_result.played;
    m_result.worstStall = std::max(m_result.worstStall, run.result.premises.worstStall);
    if (run.result.error) {
        ++m_result.failed;
        m_result.failure = run.result.error->text;
        if (run.result.error->kind == ErrorKind::Transport)
            m_result.error = run.result.error;
        return;
    }
    const auto isOpen = [](const Verdict &verdict) {
        return verdict.outcome == Outcome::Inconclusive && verdict.importance == Importance::Must && !verdict.events.empty();
    };
    m_result.inconclusive += std::any_of(run.result.verdicts.begin(), run.result.verdicts.end(), isOpen) ? 1 : 0;
    m_result.disagreements += run.result.disagreement.empty() ? 0 : 1;
}

void LabHunt::noteCatch(std::uint64_t index, LabPlayer::Run run)
{
    HuntCatch found;
    found.number = index + 1;
    found.verdict = *gravestViolation(run.result.verdicts);
    run.result.folder = found.folder = m_folder + u"/first"_s;
    LabPlayer::keep(run.result, run.history);
    found.first = found.smallest = std::move(run.result.scenario);
    m_violation = {found.verdict.property, found.verdict.cause};
    m_result.found = std::move(found);
    save();
}

// ---- the smallest

// It has the rest of the time, or a minute.
Task<void> LabHunt::shrink()
{
    m_end = std::max(m_end, m_player.clock().now() + leastShrinking);
    auto &found = *m_result.found;
    auto counting = countViolations(found.first, playsOfEach);
    const int shown = co_await counting;
    m_needed = std::max(1, std::min(shown, playsOfEach - 1));
    for (bool smaller = true; smaller && !isOver();) {
        auto shrinking = shrinkOnce(&smaller);
        co_await shrinking;
        found.shrunk = !smaller && !isOver();
    }
    for (int i = 0; i < playsAtEnd; ++i)
        m_playing.start(countOne(found.smallest, m_folder + u"/run-"_s + QString::number(i + 1), &found.shown));
    co_await m_playing.whenIdle();
    found.plays = playsAtEnd;
    save();
}

Task<void> LabHunt::shrinkOnce(bool *smaller)
{
    *smaller = false;
    auto &found = *m_result.found;
    for (auto &candidate : smallerScenarios(found.smallest)) {
        if (isOver())
            co_return;
        ++found.tried;
        showProgress();
        auto counting = countViolations(candidate, playsOfEach);
        const int shown = co_await counting;
        if (shown < m_needed)
            continue;
        found.smallest = std::move(candidate);
        *smaller = true;
        save();
        co_return;
    }
}

Task<int> LabHunt::countViolations(Scenario scenario, int plays)
{
    int count = 0;
    for (int i = 0; i < plays; ++i)
        m_playing.start(countOne(scenario, QString(), &count));
    co_await m_playing.whenIdle();
    co_return count;
}

Task<void> LabHunt::countOne(Scenario scenario, QString folder, int *count)
{
    auto playing = m_player.play(std::move(scenario), folder);
    auto run = co_await playing;
    LabPlayer::keep(run.result);
    if (!violates(run.result.verdicts, m_violation))
        co_return;
    ++*count;
    auto &found = *m_result.found;
    for (const auto &verdict : run.result.verdicts) {
        if (verdict.property == m_violation.property)
            found.verdict = verdict;
    }
    if (!folder.isEmpty())
        found.folder = folder;
}

// ---- what stays

void LabHunt::save()
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
    scenario.expected = {{m_violation.property, Outcome::Violated}};
    const auto file = m_folder + u"/counterexample.json"_s;
    if (writeRunFile(file, QByteArray::fromStdString(textOf(scenario))))
        found.file = file;
}

void LabHunt::showProgress() const
{
    const auto time = std::chrono::duration_cast<Milliseconds>(m_player.clock().now() - m_begin);
    const auto text = m_result.found ? LabHuntWords::tr("found; %1 smaller ones tried").arg(m_result.found->tried)
                                     : LabHuntWords::tr("%1 scenarios").arg(m_result.played);
    m_player.showProgress(QString::fromStdString(durationText(time)) + u": "_s + text);
}

} // namespace lockscope
