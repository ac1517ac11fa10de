// SPDX-License-Identifier: MIT
#include "ui/runs/lock_check.h"

#include "lockcore/lab/scenario/built_in_scenarios.h"
#include "lockcore/lab/scenario/store_fit.h"
#include "ui/report/check_page.h"
#include "ui/runs/check_json.h"
#include "ui/runs/files.h"
#include "ui/runs/run_folder.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QStandardPaths>

#include <algorithm>

namespace lockscope {

using namespace Qt::Literals::StringLiterals;
using namespace lockcore;

namespace {

std::optional<Error> unusable(const std::vector<std::string> &command)
{
    const auto name = command.empty() ? QString() : QString::fromLocal8Bit(command.front());
    const QFileInfo program(name.contains(u'/') ? name : QStandardPaths::findExecutable(name));
    if (!name.isEmpty() && program.isFile() && program.isExecutable())
        return std::nullopt;
    return Error{ErrorKind::Refused, "there is no program \"" + name.toStdString() + '"', "command"};
}

} // namespace

Milliseconds timeToHunt(Store store, Milliseconds soFar)
{
    constexpr Milliseconds least = std::chrono::seconds(30), most = std::chrono::minutes(2), whole = std::chrono::seconds(285);
    return store == Store::Redis ? std::clamp(whole - soFar, least, most) : most;
}

LockCheck::LockCheck(Options options)
    : m_options(std::move(options))
    , m_begin(m_clock.now())
    , m_partBegin(m_begin)
{
    auto &known = m_parts.known;
    known.command = m_options.setup.command;
    known.seed = m_options.seed.value_or(newRunSeed());
    for (const auto kind : {Part::Selftest, Part::Stories, Part::Sweep, Part::Retry, Part::Hunt})
        known.parts.push_back({kind, CheckPart::State::Waits, 0, 0, {}, {}});
    known.error = unusable(known.command);
    if (!known.error) {
        if (const auto folder = newRunFolder(m_options.runs, u"check-"_s + QString::number(known.seed)))
            known.folder = *folder;
        else
            known.error = folder.error();
    }
    for (const auto &story : builtInScenarios(m_options.store)) {
        auto fitted = fittedTo(m_options.store, story).scenario;
        if (const auto why = whyUnplayable(fitted))
            m_parts.unplayable.emplace_back(std::move(fitted), *why);
        else
            m_parts.suite.scenarios.push_back(std::move(fitted));
    }
    m_parts.suite.results.resize(m_parts.suite.scenarios.size());
    m_runs = std::make_unique<PooledRuns>(pooled(m_options, known.folder, known.seed));
}

PooledRuns::Options LockCheck::pooled(const Options &options, const QString &folder, std::uint64_t seed)
{
    PooledRuns::Options pooled;
    pooled.setup = options.setup;
    pooled.subject = subjectOf({}, {}, options.store);
    pooled.seed = seed;
    pooled.runs = folder;
    return pooled;
}

Task<void> LockCheck::play()
{
    auto playing = playParts();
    co_await playing;
    m_parts.known.took = std::chrono::duration_cast<Milliseconds>(m_clock.now() - m_begin);
    keep(result());
    tell();
}

// A page that cannot be written changes no result: each run has its own folder.
void LockCheck::keep(const Check &check) const
{
    if (check.folder.isEmpty())
        return;
    static_cast<void>(writeFile(check.folder + u"/check.html"_s, checkPage(check)));
    static_cast<void>(writeFile(check.folder + u"/check.json"_s, checkJson(check)));
}

Task<void> LockCheck::playParts()
{
    if (isOver())
        co_return;
    auto selftest = playSelftest();
    co_await selftest;
    if (isOver())
        co_return;
    auto stories = playStories();
    co_await stories;
    if (isOver())
        co_return;
    auto sweep = playSweep();
    co_await sweep;
    auto again = playOpenAgain();
    co_await again;
    auto hunt = playHunt();
    co_await hunt;
}

Task<void> LockCheck::playSelftest()
{
    begin(Part::Selftest);
    const auto &program = m_options.setup.program;
    m_selftest = std::make_unique<SelftestRun>(program.isEmpty() ? QCoreApplication::applicationFilePath() : program, m_options.store,
                                               m_options.setup.command);
    m_selftest->changed = [this] { tell(); };
    auto playing = m_selftest->play();
    co_await playing;
    if (m_selftest->error())
        fail(*m_selftest->error());
    end(Part::Selftest, m_selftest->result().wrong.empty() ? "" : m_selftest->result().wrong.front());
}

Task<void> LockCheck::playStories()
{
    begin(Part::Stories);
    m_suite = std::make_unique<Suite>(*m_runs, m_parts.suite.scenarios);
    m_suite->played = [this](const LabResult &result) {
        const auto at = std::ranges::find(m_parts.suite.scenarios, result.scenario.name, &Scenario::name) - m_parts.suite.scenarios.begin();
        m_parts.suite.results[static_cast<std::size_t>(at)] = result;
        if (result.error && result.error->kind == ErrorKind::Transport)
            fail(*result.error); // without a server, no other story can be played, either
        tell();
    };
    m_suite->isOver = [this] { return isOver(); };
    auto playing = m_suite->play();
    co_await playing;
    end(Part::Stories);
}

Task<void> LockCheck::playSweep()
{
    begin(Part::Sweep);
    m_sweep = std::make_unique<BoundarySweep>(*m_runs);
    m_sweep->changed = [this] { tell(); };
    auto playing = m_sweep->play();
    co_await playing;
    const auto error = m_sweep->result().error;
    end(Part::Sweep, error ? error->text : "");
}

// One at a time, so that nothing else keeps the processors busy. Twice, because chance may leave a story open again: for example, another
// worker takes the lock in the last moments of a lease.
Task<void> LockCheck::playOpenAgain()
{
    constexpr int mostPlays = 2;
    begin(Part::Retry);
    for (std::size_t i = 0; i < m_parts.suite.scenarios.size(); ++i) {
        const auto &result = m_parts.suite.results[i];
        for (int plays = 0; plays < mostPlays && result && isOpen(*result); ++plays) {
            Suite once(*m_runs, {m_parts.suite.scenarios[i]});
            auto playing = once.play();
            co_await playing;
            m_parts.unmetBefore[result->scenario.name] = result->unmet;
            m_parts.suite.results[i] = once.result().results.front();
            ++part(Part::Retry).done;
            tell();
        }
    }
    auto cells = m_sweep->playAgain([](const SweepRun &cell) { return isOpen(cell); });
    const auto played = co_await cells;
    part(Part::Retry).done += played;
    end(Part::Retry);
}

Task<void> LockCheck::playHunt()
{
    begin(Part::Hunt);
    const auto soFar = std::chrono::duration_cast<Milliseconds>(m_clock.now() - m_begin);
    m_hunt = std::make_unique<Hunt>(*m_runs, m_options.huntTime.value_or(timeToHunt(m_options.store, soFar)));
    m_hunt->changed = [this] { tell(); };
    auto playing = m_hunt->play();
    co_await playing;
    const auto error = m_hunt->result().error;
    end(Part::Hunt, error ? error->text : "");
}

void LockCheck::fail(Error error)
{
    if (!m_parts.known.error)
        m_parts.known.error = std::move(error);
}

bool LockCheck::isOver() const { return m_parts.known.error || (m_selftest && !m_selftest->result().isUsable()); }

CheckPart &LockCheck::part(Part kind) { return *std::ranges::find(m_parts.known.parts, kind, &CheckPart::kind); }

void LockCheck::begin(Part kind)
{
    m_partBegin = m_clock.now();
    part(kind).state = CheckPart::State::Plays;
    tell();
}

void LockCheck::end(Part kind, const std::string &failure)
{
    auto &ended = part(kind);
    ended.took = std::chrono::duration_cast<Milliseconds>(m_clock.now() - m_partBegin);
    ended.state = failure.empty() && !m_parts.known.error ? CheckPart::State::Done : CheckPart::State::Failed;
    ended.failure = failure;
    tell();
}

void LockCheck::tell()
{
    if (changed)
        changed();
}

Check LockCheck::result() const
{
    auto parts = m_parts;
    if (m_selftest)
        parts.selftest = m_selftest->result();
    if (m_sweep)
        parts.sweep = m_sweep->result();
    if (m_hunt)
        parts.hunt = m_hunt->result();
    for (auto &part : parts.known.parts) {
        if (part.state == CheckPart::State::Plays)
            part.took = std::chrono::duration_cast<Milliseconds>(m_clock.now() - m_partBegin);
        switch (part.kind) {
        case Part::Selftest: part.done = parts.selftest.passed; break;
        case Part::Stories:
            part.planned = std::ssize(parts.suite.scenarios);
            part.done = std::ssize(playedOf(parts.suite));
            break;
        case Part::Sweep:
            part.planned = std::ssize(parts.sweep.planned);
            part.done = countsOf(parts.sweep).played;
            break;
        case Part::Hunt: part.done = parts.hunt.played; break;
        case Part::Retry: break;
        }
    }
    if (parts.known.took == Milliseconds(0))
        parts.known.took = std::chrono::duration_cast<Milliseconds>(m_clock.now() - m_begin);
    return checkOf(parts);
}

Check LockCheck::stop()
{
    m_parts.known.stopped = true;
    for (auto &part : m_parts.known.parts) {
        if (part.state == CheckPart::State::Plays) {
            part.state = CheckPart::State::Stopped;
            part.took = std::chrono::duration_cast<Milliseconds>(m_clock.now() - m_partBegin);
        }
    }
    auto check = result();
    keep(check);
    return check;
}

} // namespace lockscope
