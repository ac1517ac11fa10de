// SPDX-License-Identifier: MIT
#include "lockcore/monitor/monitor_desk.h"

#include "lockcore/monitor/release/release_server.h"

namespace lockcore {

namespace {

/// Ends the release for the Board, even if the coroutine is cancelled.
struct UnderWay
{
    Board &board;
    ReleaseReport report;
    ~UnderWay() { board.releaseEnds(report); }
};

// From the event loop, not from a coroutine, because a slot may destroy the Monitor.
template <class Answer>
void answer(ReleaseDesk *desk, void (ReleaseDesk::*signal)(RequestId, const Answer &), RequestId id, Answer what)
{
    QMetaObject::invokeMethod(
        desk, [=, what = std::move(what)] { emit(desk->*signal)(id, what); }, Qt::QueuedConnection);
}

} // namespace

MonitorDesk::MonitorDesk(const Endpoint &endpoint, Releaser::Options options, const Classifier &classifier, Board &board, EventLoop &loop,
                         Clock &clock)
    : m_board(board)
    , m_releaser(endpoint, std::move(options), classifier, loop, clock)
    , m_scope(loop)
{ }

void MonitorDesk::preview(RequestId id, const LockId &lock)
{
    auto snapshot = m_board.table().snapshotOf(lock);
    if (!snapshot)
        return;
    ReleaseOrder order;
    order.wish.id = lock;
    order.look = std::move(snapshot->look);
    order.lock = *m_board.table().find(lock);
    order.finding = std::move(snapshot->finding);
    emit planned(id, planFor(std::move(order), releaseServer(m_board.state.server)));
}

Task<void> MonitorDesk::answerPlan(RequestId id, ReleaseWish wish)
{
    const auto *known = m_board.table().find(wish.id);
    auto lock = known ? std::optional(*known) : std::nullopt;
    auto around = m_board.table().surroundingsOf(wish.id);
    auto plan = co_await m_releaser.plan(std::move(wish), std::move(around), std::move(lock));
    answer(this, &ReleaseDesk::planned, id, std::move(plan));
}

Task<ReleaseReport> MonitorDesk::underWay(ReleaseOrder order)
{
    UnderWay release{m_board, {}};
    release.report.order.wish = order.wish;
    m_board.releaseBegins(order.wish.id);
    release.report = co_await m_releaser.release(std::move(order));
    co_return release.report;
}

Task<void> MonitorDesk::carryOut(RequestId id, ReleaseOrder order)
{
    auto report = co_await underWay(std::move(order));
    answer(this, &ReleaseDesk::reported, id, report);
    if (!report.done())
        co_return;
    auto aftermath = co_await m_releaser.watch(std::move(report));
    answer(this, &ReleaseDesk::watched, id, std::move(aftermath));
}

} // namespace lockcore
