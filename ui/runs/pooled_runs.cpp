// SPDX-License-Identifier: MIT
#include "ui/runs/pooled_runs.h"

#include "lockcore/lab/record/history_file.h"
#include "lockcore/lab/scenario/scenario_text.h"
#include "lockcore/lab/search/sweep_finding.h"
#include "lockcore/locks/catalogue.h"
#include "ui/runs/run_folder.h"
#include "ui/runs/run_sources.h"

#include <QDir>

namespace lockscope {

using namespace Qt::Literals::StringLiterals;
using namespace lockcore;

namespace {

constexpr std::int64_t serversOfMany = 3; // for a protocol that needs more than one, and to see whether a library does

std::function<void(const RunNews &)> counted(std::function<void(std::size_t)> entries)
{
    if (!entries)
        return nullptr;
    const auto all = std::make_shared<std::size_t>(0); // shared, because the function is copied
    return [entries = std::move(entries), all](const RunNews &news) { entries(*all += news.entries.size()); };
}

} // namespace

PooledRuns::PooledRuns(Options options)
    : m_options(std::move(options))
    , m_seed(m_options.seed.value_or(newRunSeed()))
    , m_pool(m_options.atOnce)
{ }

Task<PooledRuns::Run> PooledRuns::play(LabResult planned, std::function<void(std::size_t)> entries)
{
    Run run{std::move(planned), {}};
    auto &result = run.result;
    if (!result.folder.isEmpty())
        QDir().mkpath(result.folder);
    const auto begin = m_clock.now();
    RunOrder order{result.scenario, runOptionsFor(result, m_options.setup)};
    order.news = counted(std::move(entries));
    auto playing = m_pool.play(std::move(order));
    auto played = co_await playing;
    result.took = std::chrono::duration_cast<Milliseconds>(m_clock.now() - begin);
    noteRun(result, played);
    run.history = played.played ? std::move(played.played->history) : std::move(played.soFar);
    co_return run;
}

Task<PooledRuns::Run> PooledRuns::play(Scenario scenario, QString folder)
{
    LabResult planned;
    planned.seed = scenario.seed.value_or(m_seed);
    planned.scenario = std::move(scenario);
    planned.expects = false;
    planned.folder = std::move(folder);
    return play(std::move(planned));
}

void PooledRuns::keep(Run &run, const QByteArray &scenario) const
{
    auto &result = run.result;
    if (result.folder.isEmpty())
        return;
    const RunReport report{result, run.history, sourcesOf(run.history, m_options.setup.command)};
    const auto kept = keepRun(report, lanesOf(report.history, report.verdicts), scenario);
    if (!kept && !result.error)
        result.error = kept.error();
}

void PooledRuns::keep(Run &run) const
{
    auto scenario = run.result.scenario;
    if (!run.result.error)
        scenario.expected = expectationOf(run.result.verdicts);
    keep(run, QByteArray::fromStdString(textOf(scenario)));
}

void PooledRuns::keepIn(const QString &folder, Run &run) const
{
    run.result.folder = folder;
    HistoryFile file;
    if (!QDir().mkpath(folder) || !file.open(historyFileIn(folder).toStdString(), run.history.header))
        return;
    for (const auto &entry : run.history.entries)
        file.add(entry);
    if (file.flush())
        keep(run);
}

Result<QString> PooledRuns::newFolder(const QString &kind) const
{
    const auto subject = QString::fromStdString(m_options.subject.protocol);
    return newRunFolder(m_options.runs, kind + u'-' + subject + u'-' + QString::number(m_seed));
}

void PooledRuns::tell(const QString &progress) const
{
    if (m_options.progress)
        m_options.progress(progress);
}

SweepSubject subjectOf(const std::string &protocol, std::map<std::string, std::string> options, Store store)
{
    auto subject = onStore({}, store);
    const auto *found = findProtocol(protocol);
    if (!found) {
        subject.servers = store == Store::Redis ? serversOfMany : 1;
        return subject;
    }
    subject.protocol = protocol;
    subject.options = std::move(options);
    subject.servers = found->manyServers ? serversOfMany : 1;
    return subject;
}

} // namespace lockscope
