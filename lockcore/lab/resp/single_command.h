// SPDX-License-Identifier: MIT
// Sends one command to a server on its own connection. Thread of the event loop, which must outlive the task.
#pragma once

#include "lockcore/base/clock.h"
#include "lockcore/base/task.h"
#include "lockcore/redis/endpoint.h"
#include "lockcore/redis/event_loop.h"
#include "lockcore/redis/pipeline.h"

namespace lockcore {

/// Errors as Connection::open(); a server's error is an Error, too.
Task<Result<Reply>> singleCommand(Endpoint endpoint, Args words, EventLoop *loop, Clock *clock);

/// The server's own name and version: `redis 7.0.15`. Errors likewise.
Task<Result<std::string>> versionOf(Endpoint endpoint, EventLoop *loop, Clock *clock);

/// The rest of the INFO line that begins with `name`; empty: there is none.
std::string lineOfInfo(std::string_view info, std::string_view name);

} // namespace lockcore
