// SPDX-License-Identifier: MIT
#pragma once

#include "lockcore/live/asking.h"
#include "lockcore/live/cluster_links.h"
#include "lockcore/live/live_context.h"
#include "lockcore/live/subscription_hub.h"

namespace lockcore {

struct LiveServers::Private
{
    Private(LiveServers &q, std::vector<Endpoint> endpoints, Options options, EventLoop &loop, Clock &clock);

    ConnectionOptions connectionOptions() const;
    SubscriptionHub *hub(std::string_view channel); ///< of the first server; null: a cluster does not serve the channel's slot
    Task<void> keepOpening(Connection &connection);
    void noticeFailover(Connection &connection);

    LiveServers &q;
    const std::vector<Endpoint> endpoints;
    const Options options;
    EventLoop &loop;
    Clock &clock;
    const Bytes instance;
    std::unique_ptr<ClusterLinks> cluster; ///< if set, all endpoints are addresses of this one, and there is no connection below
    std::vector<KnownScripts> scripts;     ///< by server
    std::vector<std::unique_ptr<Connection>> connections;
    std::unique_ptr<SubscriptionHub> subscriptions;
    Scope scope;
};

} // namespace lockcore
