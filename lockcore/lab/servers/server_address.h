// SPDX-License-Identifier: MIT
// What `hello` says of a server.
#pragma once

#include "lockcore/lab/protocol/worker_message.h"
#include "lockcore/lab/scenario/store.h"
#include "lockcore/redis/endpoint.h"

namespace lockcore {

/// Of a server that is reached on this port of 127.0.0.1. `server`: its own user, password and database, which only Redis has.
worker::Server addressOf(Store store, const Endpoint &server, int port);

} // namespace lockcore
