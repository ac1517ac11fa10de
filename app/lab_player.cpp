// SPDX-License-Identifier: MIT
#include "app/lab_player.h"

#include "app/standard_output.h"
#include "lockcore/lab/history_file.h"
#include "lockcore/lab/scenario_text.h"
#include "lockcore/lab/sweep_finding.h"
#include "lockcore/locks/catalogue.h"
#include "ui/runs/run_folder.h"
#include "ui/runs/run_setup.h"
#include "ui/runs/run_sources.h"

#include <QDir>

#include <unistd.h>

namespace lockscope {

using namespace Qt::Literals::StringLiterals;
using namespace lockcore;

namespace {

constexpr std::int64_t serversOfMany = 3; // of a protocol that needs more than one

}

LabPlayer::LabPlayer(const LabOptions &options)
    : m_options(options)
    , m_seed(options.seed.value_or(newRunSeed()))
    , m_showsProgress(::isatty(STDERR_FILENO) == 1)
    , m_pool(RunPool::usualThreads())
{ }

SweepSubject LabPlayer::subject() const
{
    SweepSubject subject;
    const auto *protocol = m_options.command.empty() ? findProtocol(m_options.protocol) : nullptr;
    if (!protocol)
        return subject;
    subject.protocol = m_options.protocol;
    subject.options = m_options.protocolOptions;
    subject.servers = protocol->manyServers ? serversOfMany : 1;
    return subject;
}

Task<LabPlayer::Run> LabPlayer::play(Scenario scenario, QString folder)
{
    Run run;
    auto &result = run.result;
    result.scenario = scenario;
    result.expects = false;
    result.seed = scenario.seed.value_or(m_seed);
    result.folder = folder;
    if (!folder.isEmpty())
        QDir().mkpath(folder);
    const auto begin = m_clock.now();
    RunOrder order{std::move(scenario), runOptionsFor(result, setupOf(m_options))};
    auto playing = m_pool.play(std::move(order));
    auto played = co_await playing;
    result.took = std::chrono::duration_cast<Milliseconds>(m_clock.now() - begin);
    noteRun(result, played);
    if (played.played)
        run.history = std::move(played.played->history);
    co_return run;
}

void LabPlayer::keep(Run &run) const
{
    auto &result = run.result;
    if (result.folder.isEmpty())
        return;
    auto scenario = result.scenario;
    if (!result.error)
        scenario.expected = expectationOf(result.verdicts);
    const auto kept = keepRun(result, reportOf(result, run.history, sourcesOf(run.history, m_options.command)),
                              QByteArray::fromStdString(textOf(scenario)));
    if (!kept && !result.error)
        result.error = kept.error();
}

void LabPlayer::keepIn(const QString &folder, Run &run) const
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

Result<QString> LabPlayer::newFolder(const QString &kind) const
{
    const auto subject = m_options.command.empty() ? QString::fromStdString(m_options.protocol) : u"external"_s;
    return newRunFolder(m_options.runs, kind + u'-' + subject + u'-' + QString::number(m_seed));
}

void LabPlayer::showProgress(const QString &text) const
{
    if (m_showsProgress)
        writeAll(STDERR_FILENO, (u"\r\033[K"_s + text).toUtf8());
}

void LabPlayer::clearProgress() const
{
    if (m_showsProgress)
        writeAll(STDERR_FILENO, "\r\033[K");
}

} // namespace lockscope
