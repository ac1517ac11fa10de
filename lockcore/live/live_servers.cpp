// SPDX-License-Identifier: MIT
#include "lockcore/live/live_servers_private.h"

#include <QUuid>

#include <algorithm>

namespace lockcore {

namespace {

bool isOfCluster(const Endpoint &endpoint) { return endpoint.cluster.has_value(); }

} // namespace

LiveServers::Private::Private(LiveServers &q, std::vector<Endpoint> endpoints, Options options, EventLoop &loop, Clock &clock)
    : q(q)
    , endpoints(std::move(endpoints))
    , options(std::move(options))
    , loop(loop)
    , clock(clock)
    , instance(QUuid::createUuid().toString(QUuid::WithoutBraces).toStdString())
    , scope(loop)
{
    const auto most = this->options.sameClusterTwice ? this->endpoints.size() : 1;
    if (!this->endpoints.empty() && this->endpoints.size() <= most && std::ranges::all_of(this->endpoints, isOfCluster)) {
        cluster = std::make_unique<ClusterLinks>(this->endpoints.front(), connectionOptions(), loop, clock);
        QObject::connect(cluster.get(), &ClusterLinks::failedOver, &q, &LiveServers::failedOver);
        return;
    }
    auto shared = connectionOptions();
    shared.reconnect = this->options.reconnect;
    scripts.resize(this->endpoints.size());
    for (const auto &endpoint : this->endpoints) {
        auto &connection = *connections.emplace_back(std::make_unique<Connection>(endpoint, shared, loop, clock));
        auto &known = scripts[connections.size() - 1];
        QObject::connect(&connection, &Connection::lost, &connection, [&known] { known.forget(); });
        if (endpoint.group)
            noticeFailover(connection);
    }
}

void LiveServers::Private::noticeFailover(Connection &connection)
{
    QObject::connect(&connection, &Connection::opened, &q, [this, &connection, last = HostPort()]() mutable {
        const HostPort now{connection.reached().host, connection.reached().port};
        const auto before = std::exchange(last, now);
        if (before.port != 0 && before != now)
            emit q.failedOver(now);
    });
}

ConnectionOptions LiveServers::Private::connectionOptions() const
{
    ConnectionOptions connection;
    connection.name = options.name;
    connection.commandTimeout = options.commandTimeout;
    connection.followsPrimary = options.reconnect;
    connection.connectTimeout = options.connectTimeout.value_or(std::min(connection.connectTimeout, options.commandTimeout));
    return connection;
}

SubscriptionHub *LiveServers::Private::hub(std::string_view channel)
{
    if (cluster)
        return cluster->hub(channel);
    if (!subscriptions) {
        auto subscriber = connectionOptions();
        subscriber.subscriber = true;
        subscriber.reconnect = options.reconnect;
        subscriptions = std::make_unique<SubscriptionHub>(endpoints.front(), subscriber, loop, clock);
    }
    return subscriptions.get();
}

// A Connection reconnects by itself only after a first success.
Task<void> LiveServers::Private::keepOpening(Connection &connection)
{
    for (Backoff backoff;;) {
        co_await clock.after(backoff.next());
        const auto opened = co_await connection.open();
        if (opened.ok())
            co_return;
    }
}

LiveServers::LiveServers(std::vector<Endpoint> endpoints, Options options, EventLoop &loop, Clock &clock)
    : d(std::make_unique<Private>(*this, std::move(endpoints), std::move(options), loop, clock))
{ }

LiveServers::~LiveServers() = default;

Task<Result<void>> LiveServers::open()
{
    if (d->cluster)
        co_return co_await d->cluster->open();
    if (std::ranges::any_of(d->endpoints, isOfCluster))
        co_return Error{ErrorKind::Refused, "a cluster cannot be one of several servers", "cluster"};
    std::vector<Waiting<Result<void>>> opening;
    for (const auto &connection : d->connections)
        opening.push_back(connection->open());
    std::optional<Error> firstError;
    std::vector<Connection *> missing;
    for (std::size_t i = 0; i < opening.size(); ++i) {
        auto &answer = opening[i];
        const auto opened = co_await answer;
        if (opened.ok())
            continue;
        missing.push_back(d->connections[i].get());
        if (!firstError)
            firstError = opened.error();
    }
    if (2 * missing.size() >= d->connections.size())
        co_return firstError.value_or(Error{ErrorKind::Refused, "there is no server", "servers"});
    for (auto *connection : missing) {
        if (d->options.reconnect)
            d->scope.start(d->keepOpening(*connection));
    }
    co_return Result<void>();
}

const Bytes &LiveServers::instance() const { return d->instance; }

} // namespace lockcore
