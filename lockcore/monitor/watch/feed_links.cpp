// SPDX-License-Identifier: MIT
#include "lockcore/monitor/watch/feed_links.h"

namespace lockcore {

namespace {

ConnectionOptions options(Milliseconds timeout, bool subscriber, bool skipsLargeReplies = false)
{
    ConnectionOptions options;
    options.connectTimeout = options.commandTimeout = timeout;
    options.subscriber = options.followsPrimary = subscriber; // one is enough: the loss of any closes all
    options.skipsLargeReplies = skipsLargeReplies;
    return options;
}

} // namespace

FeedLinks::FeedLinks(const Endpoint &endpoint, Milliseconds timeout, EventLoop &loop, Clock &clock)
    : m_sweep(endpoint, options(timeout, false, true), loop, clock)
    , m_watched(endpoint, options(timeout, false, true), loop, clock)
    , m_broadcast(endpoint, options(timeout, false), loop, clock)
    , m_subscription(endpoint, options(timeout, true), loop, clock)
{
    for (auto *connection : m_all)
        connect(connection, &Connection::lost, this, &FeedLinks::giveUp);
    connect(&m_subscription, &Connection::pushed, this, &FeedLinks::pushed);
}

Task<Result<void>> FeedLinks::openSweep() { co_return co_await m_sweep.open(); }

Task<Result<void>> FeedLinks::readReplica()
{
    for (auto *reader : {&m_sweep, &m_watched, &m_broadcast}) {
        if (reader->state() == Connection::State::Open || reader->state() == Connection::State::Resuming) {
            const auto reply = co_await reader->command("READONLY");
            if (!reply)
                co_return reply.error();
            if (reply->isError())
                co_return reply->toError();
        }
        reader->setReadsReplica(true);
    }
    m_readsReplica = true;
    co_return Result<void>();
}

Task<Result<void>> FeedLinks::openOthers()
{
    std::array<Waiting<Result<void>>, 3> opening{m_watched.open(), m_broadcast.open(), m_subscription.open()};
    for (auto &one : opening) {
        if (const auto result = co_await one; !result)
            co_return result.error();
    }
    for (const auto *connection : m_all) {
        if (connection->reached() != m_sweep.reached())
            co_return Error{ErrorKind::Transport, "the sentinels named two primaries while Lockscope connected", "failover"};
    }
    co_return Result<void>();
}

void FeedLinks::close()
{
    for (auto *connection : m_all)
        connection->close();
}

std::uint64_t FeedLinks::commandsSent() const
{
    std::uint64_t sum = 0;
    for (const auto *connection : m_all)
        sum += connection->commandsSent();
    return sum;
}

void FeedLinks::giveUp(const Error &error)
{
    if (std::exchange(m_whyLost, m_whyLost.value_or(error)))
        return;
    close();
    emit lost(error);
}

} // namespace lockcore
