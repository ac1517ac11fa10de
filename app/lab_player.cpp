// SPDX-License-Identifier: MIT
#include "app/lab_player.h"

#include "app/run_folder.h"
#include "app/standard_output.h"
#include "lockcore/lab/history_file.h"
#include "lockcore/lab/scenario_text.h"
#include "lockcore/lab/sweep_finding.h"
#include "lockcore/locks/catalogue.h"

#include <QCoreApplication>
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
    LabRun::Options options;
    options.program = QCoreApplication::applicationFilePath().toStdString();
    options.command = m_options.command;
    options.server = m_options.server.toStdString();
    options.seed = result.seed;
    if (!folder.isEmpty() && QDir().mkpath(folder))
        options.historyFile = folder.toStdString() + "/history.jsonl";
    const auto begin = m_clock.now();
    RunOrder order{std::move(scenario), std::move(options)};
    auto playing = m_pool.play(std::move(order));
    auto played = co_await playing;
    result.took = std::chrono::duration_cast<Milliseconds>(m_clock.now() - begin);
    if (!played.played) {
        result.error = played.played.error();
        co_return run;
    }
    auto &all = *played.played;
    result.verdicts = std::move(played.verdicts);
    result.disagreement = std::move(played.disagreement);
    result.premises = all.premises;
    result.unmet = std::move(all.unmet);
    result.library = std::move(all.library);
    result.server = std::move(all.server);
    result.entries = all.history.entries.size();
    run.history = std::move(all.history);
    co_return run;
}

void LabPlayer::keep(const LabResult &result)
{
    if (result.folder.isEmpty())
        return;
    auto scenario = result.scenario;
    if (!result.error)
        scenario.expected = expectationOf(result.verdicts);
    writeRunFile(result.folder + u"/scenario.json"_s, QByteArray::fromStdString(textOf(scenario)));
    writeRunFile(result.folder + u"/verdicts.json"_s, verdictsJson(result));
}

void LabPlayer::keep(const LabResult &result, const History &history)
{
    HistoryFile file;
    if (!QDir().mkpath(result.folder) || !file.open(result.folder.toStdString() + "/history.jsonl", history.header))
        return;
    for (const auto &entry : history.entries)
        file.add(entry);
    if (file.flush())
        keep(result);
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
