// SPDX-License-Identifier: MIT
#include "ui/lab/engine/lab_stage.h"

#include "lockcore/lab/scenario/by_hand.h"
#include "lockcore/lab/scenario/scenario_text.h"
#include "lockcore/lab/scenario/stretched_times.h"
#include "ui/report/check_words.h"
#include "ui/runs/boundary_sweep.h"
#include "ui/runs/lock_check.h"
#include "ui/runs/run_folder.h"
#include "ui/runs/run_setup.h"
#include "ui/runs/run_sources.h"
#include "ui/words/tr.h"

namespace lockscope {

using namespace Qt::Literals::StringLiterals;
using namespace lockcore;

namespace {

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

struct LabStage::Pools
{
    EventLoop loop;
    RunPool judged{RunPool::usualThreads()};
    RunPool live{liveAtOnce};
    Scope scope{loop};
};

struct LabStage::Table
{
    explicit Table(PooledRuns::Options options)
        : runs(std::make_unique<PooledRuns>(std::move(options)))
        , scope(runs->loop())
    { }
    explicit Table(std::unique_ptr<StoreComparison> comparison)
        : stores(std::move(comparison))
        , scope(stores->loop())
    { }
    explicit Table(LockCheck::Options options)
        : check(std::make_unique<LockCheck>(std::move(options)))
        , scope(check->loop())
    { }

    Task<void> play()
    {
        return suite ? suite->play() : sweep ? sweep->play() : comparison ? comparison->play() : stores ? stores->play() : check->play();
    }

    std::unique_ptr<PooledRuns> runs; ///< a check has its own
    std::unique_ptr<Suite> suite;
    std::unique_ptr<BoundarySweep> sweep;
    std::unique_ptr<LockCheck> check;
    std::unique_ptr<Comparison> comparison;
    std::unique_ptr<StoreComparison> stores; ///< likewise
    bool hasEnded = false;
    Scope scope;
};

LabStage::LabStage(RunPoolEngine::Options options)
    : m_options(std::move(options))
{ }

LabStage::~LabStage() = default;

void LabStage::play(int run, LabOrder order)
{
    if (!m_pools)
        m_pools = std::make_unique<Pools>();
    m_pools->scope.start(playing(run, std::move(order)));
}

void LabStage::stop(int run)
{
    if (const auto found = m_handles.find(run); found != m_handles.end())
        found->second.stop();
}

void LabStage::act(int run, const Fault &fault)
{
    if (const auto found = m_handles.find(run); found != m_handles.end())
        found->second.act(fault);
}

RunOrder LabStage::orderFor(int run, const LabResult &result, const LabOrder &order)
{
    RunOrder all;
    all.scenario = result.scenario;
    all.options = runOptionsFor(result, {m_options.program, order.command, m_options.server, std::nullopt});
    all.serves = [this, run](const Endpoint &server) { emit serves(run, server); };
    if (order.live)
        all.news = [this, run, result, command = order.command](const RunNews &added) { emit news({run, result, command, added}); };
    return all;
}

Task<void> LabStage::playing(int run, LabOrder order)
{
    auto result = resultFor(order);
    if (order.scenario.protocol == "external" && order.command.empty())
        result.error = Error{ErrorKind::Refused, Words::tr("this scenario needs a command for its workers").toStdString(), "command"};
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

void LabStage::finish(int run, LabResult &result, const History &history, const std::vector<std::string> &command)
{
    if (!result.skips.empty())
        result.error = Error{ErrorKind::Refused, skipText(result).toStdString(), "skipped"};
    if (history.entries.empty() && !result.folder.isEmpty())
        dropFolder(result);
    auto shown = std::make_unique<ShownRun>(RunReport{result, history, sourcesOf(history, command)}, result.folder);
    if (!result.folder.isEmpty()) {
        const auto scenario = QByteArray::fromStdString(textOf(result.scenario));
        if (const auto kept = keepRun(shown->report, shown->lanes, scenario); !kept && !result.error)
            shown->report.error = kept.error();
    }
    emit ended(run, shared(std::move(shown)));
}

PooledRuns::Options LabStage::optionsFor(const TableOrder &order)
{
    PooledRuns::Options options;
    options.setup = {m_options.program, order.command, m_options.server, std::nullopt};
    options.subject = subjectOf(order.command.empty() ? order.protocol : std::string(), {}, order.store);
    options.runs = m_options.runs;
    options.progress = [this](const QString &text) { emit tableTold(text); };
    return options;
}

void LabStage::playTable(const TableOrder &order)
{
    if (order.kind == TableOrder::Kind::Suite)
        beginSuite(order);
    else if (order.kind == TableOrder::Kind::Sweep)
        beginSweep(order);
    else if (order.kind == TableOrder::Kind::Compare)
        beginComparison(order);
    else if (order.kind == TableOrder::Kind::Stores)
        beginStores(order);
    else
        beginCheck(order);
    m_table->scope.start(playingTable());
}

// All its runs are in one folder: each of them among the earlier runs would push out everything else.
void LabStage::beginSuite(const TableOrder &order)
{
    auto options = optionsFor(order);
    if (const auto folder = newRunFolder(m_options.runs, u"suite-"_s + QString::number(newRunSeed())))
        options.runs = *folder;
    options.progress = nullptr; // several are played at once
    m_table = std::make_unique<Table>(std::move(options));
    m_table->suite = std::make_unique<Suite>(*m_table->runs, order.scenarios);
    m_table->suite->played = [this](const LabResult &) { emit suiteChanged(m_table->suite->result()); };
    emit suiteChanged(m_table->suite->result());
}

void LabStage::beginSweep(const TableOrder &order)
{
    m_table = std::make_unique<Table>(optionsFor(order));
    m_table->sweep = std::make_unique<BoundarySweep>(*m_table->runs);
    m_table->sweep->changed = [this] { emit sweepChanged(m_table->sweep->result()); };
}

void LabStage::beginCheck(const TableOrder &order)
{
    LockCheck::Options options;
    options.setup = {m_options.program, order.command, m_options.server, std::nullopt};
    if (order.command.empty())
        options.setup.command = workerCommandOf(m_options.program, order.protocol);
    options.store = order.store;
    options.runs = m_options.runs;
    m_table = std::make_unique<Table>(std::move(options));
    m_table->check->changed = [this] { tellCheck(); };
}

void LabStage::beginComparison(const TableOrder &order)
{
    auto options = optionsFor(order);
    options.atOnce = 1;
    m_table = std::make_unique<Table>(std::move(options));
    m_table->comparison = std::make_unique<Comparison>(*m_table->runs, order.story, order.scenarios);
    m_table->comparison->changed = [this] { emit comparisonChanged(m_table->comparison->result()); };
    emit comparisonChanged(m_table->comparison->result());
}

void LabStage::beginStores(const TableOrder &order)
{
    m_table = std::make_unique<Table>(std::make_unique<StoreComparison>(optionsFor(order), order.stores));
    m_table->stores->changed = [this] { emit storesChanged(m_table->stores->result()); };
    emit storesChanged(m_table->stores->result());
}

void LabStage::tellCheck()
{
    const auto soFar = m_table->check->result();
    emit tableTold(checkProgress(soFar));
    emit checkChanged(soFar);
}

Task<void> LabStage::playingTable()
{
    auto task = m_table->play();
    co_await task;
    if (m_table->sweep)
        emit sweepChanged(m_table->sweep->result()); // also with an error
    m_table->hasEnded = true;
    emit tableEnded();
    const auto forget = [this, over = m_table.get()] { // later, as this is its scope; there may be another one by then
        if (m_table.get() == over)
            m_table.reset();
    };
    QMetaObject::invokeMethod(this, forget, Qt::QueuedConnection);
}

void LabStage::stopTable()
{
    if (!m_table || m_table->hasEnded)
        return;
    if (m_table->check)
        emit checkChanged(m_table->check->stop());
    m_table.reset();
    emit tableEnded();
}

} // namespace lockscope
