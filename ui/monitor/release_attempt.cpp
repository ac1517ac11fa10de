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

// An earlier deadline does not count, because it may have been read just before the look. The guard in the script rejects a real change
// anyway.
bool movedOn(const std::optional<ServerTime> &now, const std::optional<ServerTime> &shown)
{
    return now.has_value() != shown.has_value() || (now && *now - *shown > deadlineTolerance);
}

} // namespace

ReleaseAttempt::ReleaseAttempt(ReleaseDesk *desk, ReleaseRequest wish, QObject *parent)
    : QObject(parent)
    , m_desk(desk)
    , m_wish(std::move(wish))
{
    connect(desk, &ReleaseDesk::planned, this, &ReleaseAttempt::takePlan);
    connect(desk, &ReleaseDesk::reported, this, &ReleaseAttempt::takeReport);
    connect(desk, &ReleaseDesk::watched, this, &ReleaseAttempt::takeAftermath);
    connect(desk, &QObject::destroyed, this, &ReleaseAttempt::cutOff);
}

void ReleaseAttempt::look()
{
    if (!m_desk || underWay())
        return;
    m_since = Since::Nothing;
    moveTo(Stage::Looking);
    m_request = newRequestId();
    m_desk->plan(m_request, m_wish);
}

void ReleaseAttempt::setWish(const ReleaseRequest &wish)
{
    if (wish == m_wish || underWay())
        return;
    m_wish = wish;
    look();
}

void ReleaseAttempt::carryOut(const QString &reason)
{
    if (!m_desk || m_stage != Stage::Shown)
        return;
    moveTo(Stage::Sent);
    m_request = newRequestId();
    auto order = m_plan->order;
    order.reason = reason.trimmed().toStdString();
    m_desk->release(m_request, order);
}

void ReleaseAttempt::takePlan(RequestId id, const ReleasePlan &plan)
{
    if (id != m_request)
        return;
    m_plan = plan;
    moveTo(plan.possible() ? Stage::Shown : Stage::Impossible);
}

void ReleaseAttempt::takeReport(RequestId id, const ReleaseReport &report)
{
    if (id != m_request)
        return;
    m_report = report;
    const bool watched = report.done() && m_wish.action == ReleaseAction::Release;
    moveTo(watched ? Stage::Watching : Stage::Ended);
}

void ReleaseAttempt::takeAftermath(RequestId id, const ReleaseAftermath &aftermath)
{
    if (id != m_request || m_stage != Stage::Watching)
        return;
    m_aftermath = aftermath;
    moveTo(Stage::Ended);
}

// A pending answer will never come. A report that has already come stays.
void ReleaseAttempt::cutOff() { moveTo(m_stage == Stage::Watching || m_stage == Stage::Ended ? Stage::Ended : Stage::CutOff); }

void ReleaseAttempt::note(const LockInfo &lock)
{
    if (m_stage != Stage::Shown)
        return;
    const auto &shown = m_plan->order;
    const auto before = std::pair(m_since, lifeIn(*m_plan));
    const bool same = sameHolders(lock.holders, shown.match.holders);
    if (same)
        judgeAgain(*m_plan, lock);
    m_since = !same                                                                  ? Since::OtherHolders
              : movedOn(lock.deadline, shown.look.deadline) && !m_wish.evenIfRenewed ? Since::Renewed
                                                                                     : Since::Nothing;
    if (std::pair(m_since, lifeIn(*m_plan)) != before)
        emit changed();
}

void ReleaseAttempt::noteGone()
{
    if (m_stage != Stage::Shown || m_since == Since::Gone)
        return;
    m_since = Since::Gone;
    emit changed();
}

bool ReleaseAttempt::mayLookAgain() const
{
    const bool done = m_stage == Stage::Ended && m_report && m_report->done();
    return m_desk && !underWay() && !done && m_stage != Stage::Looking;
}

bool ReleaseAttempt::maybeNoLock() const { return m_plan && m_plan->order.match.confidence < sureEnough; }

void ReleaseAttempt::moveTo(Stage stage)
{
    const bool ends = stage == Stage::Ended && m_stage != Stage::Ended;
    m_stage = stage;
    emit changed();
    if (ends)
        emit ended();
}

} // namespace lockscope
