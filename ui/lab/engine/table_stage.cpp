// SPDX-License-Identifier: MIT
#include "ui/lab/engine/table_stage.h"

#include "ui/runs/boundary_sweep.h"
#include "ui/runs/run_folder.h"

namespace lockscope {

using namespace Qt::Literals::StringLiterals;
using namespace lockcore;

struct TableStage::Work
{
    explicit Work(PooledRuns::Options options)
        : runs(std::move(options))
        , scope(runs.loop())
    { }

    PooledRuns runs;
    std::unique_ptr<Suite> suite;
    std::unique_ptr<BoundarySweep> sweep;
    Scope scope;
};

TableStage::TableStage(RunPoolEngine::Options options)
    : m_options(std::move(options))
{ }

TableStage::~TableStage() = default;

PooledRuns::Options TableStage::optionsFor(int number, const TableOrder &order)
{
    PooledRuns::Options options;
    options.setup = {m_options.program, order.command, m_options.server, std::nullopt};
    options.subject = subjectOf(order.command.empty() ? order.protocol : std::string());
    options.runs = m_options.runs;
    options.progress = [this, number](const QString &text) { emit told(number, text); };
    return options;
}

void TableStage::play(int number, const TableOrder &order)
{
    if (order.kind == TableOrder::Kind::Suite)
        playSuite(number, order);
    else
        playSweep(number, order);
    m_work->scope.start(playing(number));
}

// All its runs are in one folder: each of them among the earlier runs would push out everything else.
void TableStage::playSuite(int number, const TableOrder &order)
{
    auto options = optionsFor(number, order);
    if (const auto folder = newRunFolder(m_options.runs, u"suite-"_s + QString::number(newRunSeed())))
        options.runs = *folder;
    options.progress = nullptr; // several are played at once
    m_work = std::make_unique<Work>(std::move(options));
    m_work->suite = std::make_unique<Suite>(m_work->runs, order.scenarios);
    m_work->suite->played = [this, number](const LabResult &) { emit suiteChanged(number, m_work->suite->result()); };
    emit suiteChanged(number, m_work->suite->result());
}

void TableStage::playSweep(int number, const TableOrder &order)
{
    m_work = std::make_unique<Work>(optionsFor(number, order));
    m_work->sweep = std::make_unique<BoundarySweep>(m_work->runs);
    m_work->sweep->changed = [this, number] { emit sweepChanged(number, m_work->sweep->result()); };
}

Task<void> TableStage::playing(int number)
{
    auto task = m_work->suite ? m_work->suite->play() : m_work->sweep->play();
    co_await task;
    if (m_work->sweep)
        emit sweepChanged(number, m_work->sweep->result()); // also with an error
    emit ended(number);
    const auto forget = [this, over = m_work.get()] { // later, as this is its scope; there may be another one by then
        if (m_work.get() == over)
            m_work.reset();
    };
    QMetaObject::invokeMethod(this, forget, Qt::QueuedConnection);
}

void TableStage::stop(int number)
{
    if (!m_work)
        return;
    m_work.reset();
    emit ended(number);
}

} // namespace lockscope
