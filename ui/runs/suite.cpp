// SPDX-License-Identifier: MIT
#include "ui/runs/suite.h"

#include "lockcore/base/duration.h"
#include "lockcore/lab/scenario/scenario_text.h"
#include "lockcore/lab/scenario/store_fit.h"
#include "ui/runs/files.h"
#include "ui/runs/run_folder.h"
#include "ui/words/shown_text.h"
#include "ui/words/tr.h"

namespace lockscope {

using namespace Qt::Literals::StringLiterals;
using namespace lockcore;

namespace {

// Read now, before somebody changes the file.
QByteArray bytesOf(const Scenario &scenario)
{
    if (scenario.file.empty())
        return QByteArray::fromStdString(textOf(scenario));
    const auto bytes = readFile(QString::fromStdString(scenario.file));
    return bytes ? *bytes : QByteArray();
}

} // namespace

std::vector<LabResult> playedOf(const SuiteResult &suite)
{
    std::vector<LabResult> played;
    for (const auto &result : suite.results) {
        if (result)
            played.push_back(*result);
    }
    return played;
}

std::optional<std::string> whyUnplayable(const Scenario &scenario)
{
    const auto lack = lackOfStore(scenario);
    return lack ? std::optional("not playable on " + std::string(nameOf(scenario.store)) + ": " + *lack) : std::nullopt;
}

Suite::Suite(PooledRuns &runs, std::vector<Scenario> scenarios, QString replayOf)
    : m_runs(runs)
    , m_replayOf(std::move(replayOf))
    , m_playing(runs.loop())
{
    m_result.scenarios = std::move(scenarios);
    m_result.results.resize(m_result.scenarios.size());
}

Task<void> Suite::play()
{
    for (std::size_t i = 0; i < m_result.scenarios.size() && !(isOver && isOver()); ++i) {
        m_playing.start(playOne(i));
        co_await m_playing.whenAtMost(m_runs.atOnce() - 1); // a run gets its folder only when it begins
    }
    co_await m_playing.whenIdle();
}

LabResult Suite::planned(const Scenario &scenario) const
{
    const auto &options = m_runs.options();
    const auto &command = options.setup.command;
    LabResult result;
    result.scenario = scenario;
    result.expects = command.empty() && !scenario.expected.empty();
    result.replayOf = m_replayOf;
    result.seed = options.seed.value_or(scenario.seed.value_or(newRunSeed()));
    if (scenario.protocol == "external" && command.empty()) {
        result.error = Error{ErrorKind::Refused, "this scenario needs workers of yours: give their command after --", "command"};
        return result;
    }
    result.notApplicable = whyUnplayable(scenario).value_or(std::string());
    if (!result.notApplicable.empty())
        return result;
    const auto name = QString::fromStdString(scenario.name) + u'-' + QString::number(result.seed);
    if (const auto folder = newRunFolder(options.runs, name))
        result.folder = *folder;
    else
        result.error = folder.error();
    return result;
}

Task<void> Suite::playOne(std::size_t index)
{
    const auto scenario = m_result.scenarios[index];
    PooledRuns::Run run;
    run.result = planned(scenario);
    const auto bytes = bytesOf(scenario);
    if (!run.result.error && run.result.notApplicable.empty()) {
        auto playing = m_runs.play(std::move(run.result), progressOf(scenario));
        run = co_await playing;
    }
    finish(index, std::move(run), bytes);
}

void Suite::finish(std::size_t index, PooledRuns::Run run, const QByteArray &scenario)
{
    if (run.result.skips.empty())
        m_runs.keep(run, scenario);
    else
        dropFolder(run.result);
    m_runs.tell({});
    m_result.results[index] = std::move(run.result);
    if (played)
        played(*m_result.results[index]);
}

std::function<void(std::size_t)> Suite::progressOf(const Scenario &scenario) const
{
    if (!m_runs.options().progress)
        return nullptr;
    return [&runs = m_runs, name = shownText(scenario.name), begin = m_runs.clock().now()](std::size_t entries) {
        const auto time = std::chrono::duration_cast<Milliseconds>(runs.clock().now() - begin);
        runs.tell(Words::tr("%1: %2, %3 entries").arg(name, QString::fromStdString(durationText(time)), QString::number(entries)));
    };
}

} // namespace lockscope
