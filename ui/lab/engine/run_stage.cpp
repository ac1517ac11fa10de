// SPDX-License-Identifier: MIT
#include "ui/lab/engine/run_stage.h"

#include "lockcore/lab/scenario/by_hand.h"
#include "lockcore/lab/scenario/scenario_text.h"
#include "lockcore/lab/scenario/stretched_times.h"
#include "ui/runs/run_folder.h"
#include "ui/runs/run_setup.h"
#include "ui/runs/run_sources.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>

namespace lockscope {

using namespace Qt::Literals::StringLiterals;
using namespace lockcore;

namespace {

struct RunStageWords
{
    Q_DECLARE_TR_FUNCTIONS(RunStageWords)
};

constexpr int liveAtOnce = 2; // beside those that end by themselves: a run of minutes must not hold those up

LabResult resultFor(const LabOrder &order)
{
    LabResult result;
    result.scenario = stretched(order.scenario, order.stretch);
    if (order.live) {
        auto expected = std::move(result.scenario.expected); // a scenario's file names some
        result.scenario = byHand(std::move(result.scenario));
        result.scenario.expected = std::move(expected);
    }
    result.byHand = order.live;
    result.expects = order.command.empty() && !order.live && !order.scenario.expected.empty();
    result.seed = order.seed != 0 ? order.seed : order.scenario.seed.value_or(newRunSeed());
    return result;
}

Result<QString> newFolder(const LabResult &result, const QString &runs)
{
    const auto &name = result.scenario.name;
    return newRunFolder(runs, (isRunName(name) ? QString::fromStdString(name) : u"scenario"_s) + u'-' + QString::number(result.seed));
}

} // namespace

struct RunStage::Pools
{
    EventLoop loop;
    RunPool judged{RunPool::usualThreads()};
    RunPool live{liveAtOnce};
    Scope scope{loop};
};

RunStage::RunStage(RunPoolEngine::Options options)
    : m_options(std::move(options))
{ }

RunStage::~RunStage() = default;

void RunStage::play(int run, LabOrder order)
{
    if (!m_pools)
        m_pools = std::make_unique<Pools>();
    m_pools->scope.start(playing(run, std::move(order)));
}

void RunStage::stop(int run)
{
    if (const auto found = m_handles.find(run); found != m_handles.end())
        found->second.stop();
}

void RunStage::act(int run, const Fault &fault)
{
    if (const auto found = m_handles.find(run); found != m_handles.end())
        found->second.act(fault);
}

RunOrder RunStage::orderFor(int run, const LabResult &result, const LabOrder &order)
{
    RunOrder all;
    all.scenario = result.scenario;
    all.options = runOptionsFor(result, {m_options.program, order.command, m_options.server, std::nullopt});
    all.serves = [this, run](const Endpoint &server) { emit serves(run, server); };
    if (order.live)
        all.news = [this, run, result, command = order.command](const RunNews &added) { emit news({run, result, command, added}); };
    return all;
}

Task<void> RunStage::playing(int run, LabOrder order)
{
    auto result = resultFor(order);
    if (order.scenario.protocol == "external" && order.command.empty())
        result.error =
            Error{ErrorKind::Refused, RunStageWords::tr("this scenario needs a command for its workers").toStdString(), "command"};
    const auto folder = result.error ? Result<QString>(QString()) : newFolder(result, m_options.runs);
    if (!folder)
        result.error = folder.error();
    if (result.error) {
        finish(run, result, {}, order.command);
        co_return;
    }
    result.folder = *folder;
    auto &pool = order.live ? m_pools->live : m_pools->judged;
    auto waiting = pool.play(orderFor(run, result, order), &m_handles[run]);
    const auto played = co_await waiting;
    m_handles.erase(run);
    noteRun(result, played);
    finish(run, result, played.played ? played.played->history : played.soFar, order.command);
}

void RunStage::finish(int run, LabResult &result, const History &history, const std::vector<std::string> &command)
{
    if (!result.skips.empty())
        result.error = Error{ErrorKind::Refused, skipText(result).toStdString(), "skipped"};
    if (history.entries.empty() && !result.folder.isEmpty()) { // nothing was played
        QFile::remove(historyFileIn(result.folder));
        QDir().rmdir(result.folder);
        result.folder.clear();
    }
    auto shown = std::make_unique<ShownRun>(RunReport{result, history, sourcesOf(history, command)}, result.folder);
    if (!result.folder.isEmpty()) {
        const auto scenario = QByteArray::fromStdString(textOf(result.scenario));
        if (const auto kept = keepRun(shown->report, shown->lanes, scenario); !kept && !result.error)
            shown->report.error = kept.error();
    }
    emit ended(run, shared(std::move(shown)));
}

} // namespace lockscope
