// SPDX-License-Identifier: MIT
#include "lockcore/monitor/cluster_desk.h"

#include "lockcore/monitor/cluster/time_shift.h"
#include "lockcore/monitor/reading/refusal.h"

namespace lockcore {

namespace {

constexpr int mostLooks = 4; // about one a second: a slot that moves by itself has arrived by then

/// Another node serves the slot, or will soon; or this one does not serve it any more.
bool maySettle(const std::optional<Error> &error)
{
    return error && (isOnItsWay(*error) || isDown(*error) || error->kind == ErrorKind::Transport);
}

Error moving(const Error &said)
{
    return {ErrorKind::Refused,
            "its slot is on its way to another node, so nothing was done; look again (the node said: " + said.text + ")", "slot-moves"};
}

} // namespace

ClusterDesk::ClusterDesk(const ClusterView &view, TopologyWatch &topology, EventLoop &loop)
    : m_view(view)
    , m_topology(topology)
    , m_scope(loop)
{ }

void ClusterDesk::addNode(std::size_t node, ReleaseDesk &desk)
{
    m_desks.resize(std::max(m_desks.size(), node + 1));
    m_desks[node] = &desk;
    connect(&desk, &ReleaseDesk::planned, this, [this, node](RequestId id, const ReleasePlan &plan) { takePlan(id, plan, node); });
    connect(&desk, &ReleaseDesk::reported, this, [this, node](RequestId id, const ReleaseReport &report) { takeReport(id, report, node); });
    connect(&desk, &ReleaseDesk::watched, this, [this, node](RequestId id, ReleaseAftermath aftermath) {
        shift(aftermath, m_view.shiftOf(node));
        emit watched(id, aftermath);
    });
}

void ClusterDesk::plan(RequestId id, const ReleaseRequest &wish)
{
    m_wishes[id] = {wish};
    look(id);
}

void ClusterDesk::look(RequestId id)
{
    auto &wish = m_wishes.at(id);
    ++wish.looks;
    if (const auto node = m_view.nodeOf(wish.wish.id.key)) {
        m_desks.at(*node)->plan(id, wish.wish);
        return;
    }
    ReleasePlan plan;
    plan.order.wish = wish.wish;
    plan.hindrance = ReleasePlan::Hindrance{ReleaseOutcome::NotPermitted, noNode().text, noNode()};
    m_wishes.erase(id);
    QMetaObject::invokeMethod(
        this, [this, id, plan] { emit planned(id, plan); }, Qt::QueuedConnection);
}

Task<void> ClusterDesk::lookAgain(RequestId id)
{
    auto asked = m_topology.askedAgain();
    co_await asked;
    look(id);
}

void ClusterDesk::takePlan(RequestId id, ReleasePlan plan, std::size_t node)
{
    if (const auto wish = m_wishes.find(id); wish != m_wishes.end()) {
        if (plan.hindrance && maySettle(plan.hindrance->error) && wish->second.looks < mostLooks) {
            m_scope.start(lookAgain(id));
            return;
        }
        m_wishes.erase(wish);
    }
    if (plan.hindrance && plan.hindrance->error && isOnItsWay(*plan.hindrance->error)) {
        plan.hindrance->error = moving(*plan.hindrance->error);
        plan.hindrance->text = plan.hindrance->error->text;
    }
    shift(plan, m_view.shiftOf(node));
    emit planned(id, plan);
}

void ClusterDesk::preview(RequestId id, const LockId &lock)
{
    if (const auto node = m_view.nodeOf(lock.key))
        m_desks.at(*node)->preview(id, lock);
}

void ClusterDesk::release(RequestId id, const ReleasePlanInput &order)
{
    auto forNode = order;
    shift(forNode, -order.shift);
    if (const auto node = m_view.nodeOf(order.wish.id.key)) {
        m_desks.at(*node)->release(id, forNode);
        return;
    }
    ReleaseReport report;
    report.order = order;
    report.outcome = ReleaseOutcome::NotPermitted;
    report.error = noNode();
    QMetaObject::invokeMethod(
        this, [this, id, report] { emit reported(id, report); }, Qt::QueuedConnection);
}

void ClusterDesk::takeReport(RequestId id, ReleaseReport report, std::size_t node)
{
    if (report.error && isOnItsWay(*report.error))
        report.error = moving(*report.error);
    if (maySettle(report.error))
        m_topology.askSoon();
    shift(report, m_view.shiftOf(node));
    emit reported(id, report);
}

void ClusterDesk::cancel()
{
    m_scope.cancel();
    m_wishes.clear();
}

} // namespace lockcore
