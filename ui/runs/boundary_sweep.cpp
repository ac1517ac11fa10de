// SPDX-License-Identifier: MIT
#include "ui/runs/boundary_sweep.h"

#include "lockcore/lab/search/sweep_scenario.h"
#include "ui/words/tr.h"

#include <algorithm>

namespace lockscope {

using namespace lockcore;

namespace {

constexpr int mostLessons = 5; // plays of a run without faults, if the machine stalls
constexpr Milliseconds noticeableStall{20};

// The machine may be the cause, so another run may give a clear result.
bool isWorthAnother(const SweepFinding &finding, const LabResult &result)
{
    if (result.error)
        return true;
    const bool isClear = finding.tone != SweepFinding::Tone::Open && finding.tone != SweepFinding::Tone::Warns;
    return !isClear && (finding.access == SweepFinding::Access::NotTried || result.premises.worstStall > noticeableStall);
}

} // namespace

BoundarySweep::BoundarySweep(PooledRuns &runs)
    : m_runs(runs)
    , m_begin(runs.clock().now())
    , m_playing(runs.loop())
{
    m_result.subject = runs.options().subject;
    m_result.seed = runs.seed();
}

Task<void> BoundarySweep::play()
{
    auto learning = learnAll();
    co_await learning;
    if (!m_result.error)
        plan();
    for (std::size_t i = 0; i < m_result.planned.size(); ++i)
        m_playing.start(playCell(i, SweepRun::usualPlays));
    co_await m_playing.whenIdle();
    m_runs.tell({});
}

Task<std::int64_t> BoundarySweep::playAgain(std::function<bool(const SweepRun &)> which)
{
    std::int64_t played = 0;
    for (std::size_t i = 0; i < m_result.cells.size(); ++i) {
        if (!m_result.cells[i] || !which(*m_result.cells[i]))
            continue;
        auto playing = playCell(i, 1);
        co_await playing;
        ++played;
    }
    m_runs.tell({});
    co_return played;
}

SweepResult BoundarySweep::result() const
{
    auto result = m_result;
    result.took = std::chrono::duration_cast<Milliseconds>(m_runs.clock().now() - m_begin);
    return result;
}

void BoundarySweep::fail(const Error &error)
{
    if (!m_result.error)
        m_result.error = error;
}

Task<void> BoundarySweep::learnAll()
{
    const auto subject = m_result.subject;
    auto first = learn(SweepPart::GivenLease, &m_lessons.given);
    co_await first;
    if (!m_lessons.given)
        co_return;
    m_result.subject = fittedTo(subject, *m_lessons.given);
    const auto &fitted = m_result.subject;
    if (fitted.lease != subject.lease || fitted.servers != subject.servers) {
        auto again = learn(SweepPart::GivenLease, &m_lessons.given);
        co_await again;
    }
    m_playing.start(learn(SweepPart::OwnLease, &m_lessons.own));
    if (fitted.extends)
        m_playing.start(learn(SweepPart::GivenLease, &m_lessons.extending, true));
    if (fitted.reEnters)
        m_playing.start(learn(SweepPart::ReEntering, &m_lessons.reEntering));
    if (fitted.readWrite)
        m_playing.start(learn(SweepPart::Sharing, &m_lessons.sharing));
    m_playing.start(learn(SweepPart::Waiting, &m_lessons.waiting));
    m_playing.start(learn(SweepPart::HandingOver, &m_lessons.handingOver));
    co_await m_playing.whenIdle();
}

Task<void> BoundarySweep::learn(SweepPart part, std::optional<DryRun> *lesson, bool extends)
{
    m_runs.tell(Words::tr("learning the commands of each request"));
    PooledRuns::Run run;
    for (int plays = 1; plays <= mostLessons; ++plays) {
        auto playing = m_runs.play(dryRunScenario(m_result.subject, part, extends), QString());
        run = co_await playing;
        const bool failed = run.result.error && (plays > 1 || run.result.error->kind == ErrorKind::Transport);
        const bool isClear = !run.result.error && run.result.premises.worstStall <= noticeableStall;
        if (failed || isClear)
            break; // with a stall, the lease may end, and the run would show something else
    }
    auto learned = run.result.error ? DryRun() : dryRunOf(run.history, sweepVictim);
    if (learned.acquired) {
        m_result.library = run.result.library;
        m_result.server = run.result.server;
        *lesson = std::move(learned);
        co_return;
    }
    const auto why =
        run.result.error.value_or(Error{ErrorKind::Refused, "without any fault, the worker did not get a lock that was free", "dry-run"});
    if (part != SweepPart::GivenLease)
        m_result.refusals.emplace(part, why.text);
    else if (!extends)
        fail(why);
}

void BoundarySweep::plan()
{
    const auto folder = m_runs.newFolder(QStringLiteral("sweep"));
    if (!folder)
        return fail(folder.error());
    m_result.folder = *folder;
    using OwnLease = SweepResult::OwnLease;
    auto &own = m_lessons.own;
    m_result.ownLease = !own ? OwnLease::Refused : isSameTaking(*m_lessons.given, *own) ? OwnLease::Same : OwnLease::Swept;
    m_result.ownLeaseEnds = !own || own->ttl || own->greeting.defaultLease;
    if (m_result.ownLease == OwnLease::Same)
        own.reset();
    m_result.planned = sweepCells(m_lessons);
    m_result.cells.resize(m_result.planned.size());
    tellProgress();
}

Task<void> BoundarySweep::playCell(std::size_t index, int mostPlays)
{
    const auto cell = m_result.planned[index];
    const auto folder = m_result.folder + u'/' + QString::fromStdString(nameOf(cell));
    const int earlier = m_result.cells[index] ? m_result.cells[index]->plays : 0;
    for (int plays = 1; plays <= mostPlays && !m_result.error; ++plays) {
        auto playing = m_runs.play(sweepScenario(m_result.subject, cell), folder);
        auto run = co_await playing;
        m_runs.keep(run);
        auto finding = run.result.error ? SweepFinding() : sweepFinding(cell, run.history, run.result.verdicts);
        const bool again = isWorthAnother(finding, run.result);
        m_result.cells[index] = SweepRun{cell, std::move(finding), std::move(run.result), earlier + plays};
        if (!again)
            break;
    }
    tellProgress();
}

void BoundarySweep::tellProgress() const
{
    m_runs.tell(Words::tr("%1 of %2 runs").arg(QString::number(countsOf(m_result).played), QString::number(m_result.planned.size())));
    if (changed)
        changed();
}

} // namespace lockscope
