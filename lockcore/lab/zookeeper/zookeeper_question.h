// SPDX-License-Identifier: MIT
// One request of an operator to a ZooKeeper, over a connection and a session of its own to a port of 127.0.0.1. Thread of the Poller, which
// outlives the task.
#pragma once

#include "lockcore/base/bytes.h"
#include "lockcore/base/result.h"
#include "lockcore/base/task.h"

#include <functional>

namespace lockcore {

class Poller;

/// Deletes a node, whatever its version. `begins` is called before the request is sent. The reply as shown() shows it. Error: Transport.
Task<Result<Bytes>> zookeeperDelete(int port, Bytes path, std::function<void()> begins, Poller *poller);

} // namespace lockcore
