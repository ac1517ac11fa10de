// SPDX-License-Identifier: MIT
#include "ui/monitor/release_attempt.h"

#include <algorithm>

namespace lockscope {

using namespace lockcore;

namespace {

bool sameHolders(const std::vector<Holder> &a, const std::vector<Holder> &b)
{
    return std::ranges::equal(a, b, [](const Holder &x, const Holder &y) { return x.owner == y.owner && x.count == y.count; });
}

// An earlier deadline may just be older news than the look; the guard rejects it anyway.
bool movedOn(const std::optional<ServerTime> &now, const std::optional<ServerTime> &shown)
{
    return now.has_value() != shown.has_value() || (now && *now - *shown > deadlineTolerance);
}

} // namespace

ReleaseAttempt::ReleaseAttempt(MonitorSource *source, ReleaseWish wish, QObject *parent)
    : QObject(parent)
    , m_source(source)
    , m_wish(std::move(wish))
{
    connect(source, &MonitorSource::releasePlanned, this, &ReleaseAttempt::takePlan);
    connect(source, &MonitorSource::releaseReported, this, &ReleaseAttempt::takeReport);
    connect(source, &MonitorSource::releaseWatched, this, &ReleaseAttempt::takeAftermath);
    connect(source, &QObject::destroyed, this, &ReleaseAttempt::cutOff);
}

void ReleaseAttempt::look()
{
    if (!m_source || underWay())
        return;
    m_since = Since::Nothing;
    moveTo(Stage::Looking);
    m_source->planRelease(m_wish);
}

void ReleaseAttempt::setWish(const ReleaseWish &wish)
{
    if (wish == m_wish || underWay())
        return;
    m_wish = wish;
    look();
}

void ReleaseAttempt::carryOut()
{
    if (!m_source || m_stage != Stage::Shown)
        return;
    moveTo(Stage::Sent);
    m_source->release(m_plan->order);
}

void ReleaseAttempt::takePlan(const ReleasePlan &plan)
{
    if (m_stage != Stage::Looking || plan.order.wish != m_wish)
        return;
    m_plan = plan;
    moveTo(plan.possible() ? Stage::Shown : Stage::Impossible);
}

void ReleaseAttempt::takeReport(const ReleaseReport &report)
{
    if (m_stage != Stage::Sent || report.order != m_plan->order)
        return;
    m_report = report;
    const bool watched = report.done() && m_wish.action == ReleaseAction::Release;
    moveTo(watched ? Stage::Watching : Stage::Ended);
}

void ReleaseAttempt::takeAftermath(const ReleaseAftermath &aftermath)
{
    if (m_stage != Stage::Watching || aftermath.order != m_report->order)
        return;
    m_aftermath = aftermath;
    moveTo(Stage::Ended);
}

// A pending answer will never come. What was reported stays.
void ReleaseAttempt::cutOff() { moveTo(m_stage == Stage::Watching || m_stage == Stage::Ended ? Stage::Ended : Stage::CutOff); }

void ReleaseAttempt::note(const LockInfo &lock)
{
    if (m_stage != Stage::Shown)
        return;
    const auto &shown = m_plan->order;
    if (!sameHolders(lock.holders, shown.finding.holders))
        setSince(Since::OtherHolders);
    else if (movedOn(lock.deadline, shown.look.deadline) && !m_wish.evenIfRenewed)
        setSince(Since::Renewed);
    else
        setSince(Since::Nothing); // restores the previous state
}

void ReleaseAttempt::noteGone()
{
    if (m_stage == Stage::Shown)
        setSince(Since::Gone);
}

bool ReleaseAttempt::mayLookAgain() const
{
    const bool done = m_stage == Stage::Ended && m_report && m_report->done();
    return m_source && !underWay() && !done && m_stage != Stage::Looking;
}

bool ReleaseAttempt::maybeNoLock() const { return m_plan && m_plan->order.finding.confidence < sureEnough; }

void ReleaseAttempt::moveTo(Stage stage)
{
    const bool ends = stage == Stage::Ended && m_stage != Stage::Ended;
    m_stage = stage;
    emit changed();
    if (ends)
        emit ended();
}

void ReleaseAttempt::setSince(Since since)
{
    if (since == m_since)
        return;
    m_since = since;
    emit changed();
}

} // namespace lockscope
