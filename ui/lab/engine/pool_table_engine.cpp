// SPDX-License-Identifier: MIT
#include "ui/lab/engine/pool_table_engine.h"

#include "ui/lab/engine/table_stage.h"

namespace lockscope {

PoolTableEngine::PoolTableEngine(const RunPoolEngine::Options &options, QObject *parent)
    : TableEngine(parent)
    , m_stage(new TableStage(options))
    , m_thread(m_stage, QStringLiteral("lab-tables"))
{
    const auto ofThis = [this](int number) { return number == m_number; };
    connect(m_stage, &TableStage::suiteChanged, this, [=, this](int number, const SuiteResult &soFar) {
        if (ofThis(number))
            emit suiteChanged(soFar);
    });
    connect(m_stage, &TableStage::sweepChanged, this, [=, this](int number, const SweepResult &soFar) {
        if (ofThis(number))
            emit sweepChanged(soFar);
    });
    connect(m_stage, &TableStage::told, this, [=, this](int number, const QString &progress) {
        if (ofThis(number))
            emit told(progress);
    });
    connect(m_stage, &TableStage::ended, this, [=, this](int number) {
        if (ofThis(number))
            emit ended();
    });
}

PoolTableEngine::~PoolTableEngine() { m_stage->disconnect(this); }

void PoolTableEngine::play(TableOrder order)
{
    const int number = ++m_number;
    QMetaObject::invokeMethod(
        m_stage, [stage = m_stage, number, order = std::move(order)] { stage->play(number, order); }, Qt::QueuedConnection);
}

void PoolTableEngine::stop()
{
    QMetaObject::invokeMethod(
        m_stage, [stage = m_stage, number = m_number] { stage->stop(number); }, Qt::QueuedConnection);
}

} // namespace lockscope
