// SPDX-License-Identifier: MIT
#include "ui/lab/engine/run_pool_engine.h"

#include "ui/lab/engine/lab_stage.h"
#include "ui/lab/player/live_reader.h"

#include <QElapsedTimer>
#include <QTimer>

#include <algorithm>
#include <utility>

namespace lockscope {

using namespace lockcore;

namespace {

// Showing a live run takes the longer the longer it is. A window that shows it has most of its time for the person.
constexpr int pausesPerShowing = 4;
constexpr qint64 shortestPause = 100, longestPause = 2000; // ms

} // namespace

RunPoolEngine::RunPoolEngine(QObject *parent)
    : RunPoolEngine(Options(), parent)
{ }

RunPoolEngine::RunPoolEngine(Options options, QObject *parent)
    : LabEngine(parent)
    , m_stage(new LabStage(std::move(options)))
    , m_reader(new LiveReader)
    , m_pause(new QTimer(this))
    , m_stageThread(m_stage, QStringLiteral("lab-stage"))
    , m_readerThread(m_reader, QStringLiteral("lab-reader"))
{
    connect(m_stage, &LabStage::serves, this, &RunPoolEngine::noteServer);
    connect(m_stage, &LabStage::ended, this, &RunPoolEngine::noteEnd);
    connect(m_stage, &LabStage::news, m_reader, &LiveReader::take);
    connect(m_stage, &LabStage::ended, m_reader, &LiveReader::forget);
    connect(m_reader, &LiveReader::made, this, &RunPoolEngine::tellGrown);
    connect(m_stage, &LabStage::suiteChanged, this, &LabEngine::suiteChanged);
    connect(m_stage, &LabStage::sweepChanged, this, &LabEngine::sweepChanged);
    connect(m_stage, &LabStage::checkChanged, this, &LabEngine::checkChanged);
    connect(m_stage, &LabStage::comparisonChanged, this, &LabEngine::comparisonChanged);
    connect(m_stage, &LabStage::storesChanged, this, &LabEngine::storesChanged);
    connect(m_stage, &LabStage::tableTold, this, &LabEngine::tableTold);
    connect(m_stage, &LabStage::tableEnded, this, &LabEngine::tableEnded);
    m_pause->setSingleShot(true);
    connect(m_pause, &QTimer::timeout, m_reader, &LiveReader::readAgain);
}

RunPoolEngine::~RunPoolEngine()
{
    m_stage->disconnect();
    m_reader->disconnect();
}

template <class Call>
void RunPoolEngine::onStage(Call call)
{
    QMetaObject::invokeMethod(
        m_stage, [stage = m_stage, call = std::move(call)] { call(*stage); }, Qt::QueuedConnection);
}

int RunPoolEngine::play(LabOrder order)
{
    const int run = ++m_lastRun;
    m_servers[run];
    onStage([run, order = std::move(order)](LabStage &stage) { stage.play(run, order); });
    return run;
}

void RunPoolEngine::stop(int run)
{
    onStage([run](LabStage &stage) { stage.stop(run); });
}

void RunPoolEngine::act(int run, const Fault &fault)
{
    onStage([run, fault](LabStage &stage) { stage.act(run, fault); });
}

void RunPoolEngine::playTable(TableOrder order)
{
    onStage([order = std::move(order)](LabStage &stage) { stage.playTable(order); });
}

void RunPoolEngine::stopTable()
{
    onStage([](LabStage &stage) { stage.stopTable(); });
}

std::optional<Endpoint> RunPoolEngine::serverOf(int run) const
{
    const auto found = m_servers.find(run);
    return found == m_servers.end() ? std::nullopt : found->second;
}

void RunPoolEngine::noteServer(int run, const Endpoint &server)
{
    m_servers[run] = server;
    emit began(run, QString::fromStdString(toString(server)));
}

void RunPoolEngine::tellGrown(int run, const ShownRunPtr &shown)
{
    QElapsedTimer showing;
    showing.start();
    emit grew(run, shown);
    m_pause->start(static_cast<int>(std::clamp(showing.elapsed() * pausesPerShowing, shortestPause, longestPause)));
}

void RunPoolEngine::noteEnd(int run, const ShownRunPtr &shown)
{
    m_servers.erase(run);
    emit ended(run, shown);
}

} // namespace lockscope
