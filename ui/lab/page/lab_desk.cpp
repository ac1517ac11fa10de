// SPDX-License-Identifier: MIT
#include "ui/lab/page/lab_desk.h"

#include "ui/words/shown_text.h"

namespace lockscope {

LabDesk::LabDesk(LabEngine *engine, QObject *parent)
    : QObject(parent)
    , m_engine(engine)
{
    connect(engine, &LabEngine::began, this, [this](int run, const QString &server) {
        if (run == m_run)
            emit serverKnown(server);
    });
    connect(engine, &LabEngine::grew, this, [this](int run, const ShownRunPtr &shown) {
        if (run == m_run && m_phase == Phase::Live)
            emit liveChanged(shown);
    });
    connect(engine, &LabEngine::ended, this, &LabDesk::take);
}

LabDesk::~LabDesk()
{
    if (m_run != 0)
        m_engine->stop(m_run);
}

void LabDesk::play(LabOrder order) { begin(std::move(order), false); }

void LabDesk::stack(LabOrder order) { begin(std::move(order), m_upper != nullptr); }

void LabDesk::again()
{
    if (!m_order)
        return;
    auto order = *m_order;
    order.seed = 0;
    begin(std::move(order), m_below && m_lower);
}

void LabDesk::begin(LabOrder order, bool below)
{
    if (isBusy())
        return;
    m_order = order;
    m_below = below;
    m_isStopping = false;
    const auto phase = order.live ? Phase::Live : Phase::Playing;
    m_run = m_engine->play(std::move(order));
    setPhase(phase);
}

void LabDesk::stop()
{
    if (m_run == 0)
        return;
    m_isStopping = true;
    m_engine->stop(m_run);
}

void LabDesk::act(const lockcore::Fault &fault)
{
    if (m_phase == Phase::Live)
        m_engine->act(m_run, fault);
}

void LabDesk::take(int run, const ShownRunPtr &shown)
{
    if (run != m_run)
        return;
    m_run = 0;
    emit serverKnown({});
    const auto &report = shown->report;
    const bool hasPlayed = !report.history.entries.empty();
    if (hasPlayed) {
        (m_below ? m_lower : m_upper) = shown;
        if (!m_below)
            m_lower.reset();
    }
    setPhase(Phase::Idle);
    if (hasPlayed) {
        emit shownChanged();
        emit played(shown);
    }
    if (report.error)
        emit failed(asSentence(report.error->text));
    else if (!hasPlayed)
        emit failed(conclusionOf(report));
}

void LabDesk::open(ShownRunPtr run)
{
    m_upper = std::move(run);
    m_lower.reset();
    emit shownChanged();
}

void LabDesk::unstack()
{
    if (!m_lower)
        return;
    m_lower.reset();
    emit shownChanged();
}

void LabDesk::setPhase(Phase phase)
{
    if (std::exchange(m_phase, phase) != phase)
        emit phaseChanged();
}

} // namespace lockscope
