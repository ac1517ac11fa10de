// SPDX-License-Identifier: MIT
#pragma once

#include "lockcore/live/asking.h"
#include "lockcore/live/live_context.h"
#include "lockcore/live/subscription_hub.h"

namespace lockcore {

struct LiveServers::Private
{
    Private(std::vector<Endpoint> endpoints, Options options, EventLoop &loop, Clock &clock);

    ConnectionOptions connectionOptions() const;
    SubscriptionHub &hub(); ///< for the first server
    Task<void> keepOpening(Connection &connection);

    const std::vector<Endpoint> endpoints;
    const Options options;
    EventLoop &loop;
    Clock &clock;
    const Bytes instance;
    std::vector<KnownScripts> scripts; ///< by server
    std::vector<std::unique_ptr<Connection>> connections;
    std::unique_ptr<SubscriptionHub> subscriptions;
    Scope scope;
};

} // namespace lockcore
