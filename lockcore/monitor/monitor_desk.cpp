// SPDX-License-Identifier: MIT
#include "lockcore/monitor/monitor_desk.h"

#include "lockcore/monitor/release/release_server.h"

namespace lockcore {

namespace {

/// Ends the release for the MonitorStore, even if the coroutine is cancelled.
struct UnderWay
{
    MonitorStore &store;
    ReleaseReport report;
    ~UnderWay() { store.releaseEnds(report); }
};

// From the event loop, not from a coroutine, because a slot may destroy the Monitor.
template <class Answer>
void answer(ReleaseDesk *desk, void (ReleaseDesk::*signal)(RequestId, const Answer &), RequestId id, Answer what)
{
    QMetaObject::invokeMethod(
        desk, [=, what = std::move(what)] { emit(desk->*signal)(id, what); }, Qt::QueuedConnection);
}

} // namespace

MonitorDesk::MonitorDesk(const Endpoint &endpoint, Releaser::Options options, const Classifier &classifier, MonitorStore &store,
                         EventLoop &loop, Clock &clock)
    : m_store(store)
    , m_releaser(endpoint, std::move(options), classifier, loop, clock)
    , m_scope(loop)
{ }

void MonitorDesk::preview(RequestId id, const LockId &lock)
{
    auto snapshot = m_store.table().snapshotOf(lock);
    if (!snapshot)
        return;
    ReleasePlanInput order;
    order.wish.id = lock;
    order.look = std::move(snapshot->look);
    order.lock = *m_store.table().find(lock);
    order.match = std::move(snapshot->match);
    emit planned(id, planFor(std::move(order), releaseServer(m_store.state.server)));
}

Task<void> MonitorDesk::answerPlan(RequestId id, ReleaseRequest wish)
{
    const auto *known = m_store.table().find(wish.id);
    auto lock = known ? std::optional(*known) : std::nullopt;
    auto around = m_store.table().surroundingsOf(wish.id);
    auto plan = co_await m_releaser.plan(std::move(wish), std::move(around), std::move(lock));
    answer(this, &ReleaseDesk::planned, id, std::move(plan));
}

Task<ReleaseReport> MonitorDesk::underWay(ReleasePlanInput order)
{
    UnderWay release{m_store, {}};
    release.report.order.wish = order.wish;
    m_store.releaseBegins(order.wish.id);
    release.report = co_await m_releaser.release(std::move(order));
    co_return release.report;
}

Task<void> MonitorDesk::carryOut(RequestId id, ReleasePlanInput order)
{
    auto report = co_await underWay(std::move(order));
    answer(this, &ReleaseDesk::reported, id, report);
    if (!report.done())
        co_return;
    auto aftermath = co_await m_releaser.watch(std::move(report));
    answer(this, &ReleaseDesk::watched, id, std::move(aftermath));
}

} // namespace lockcore
