// SPDX-License-Identifier: MIT
// What an operator does to the Lab's own etcd, as `etcdctl` would: it looks who holds the lock, and deletes that key if it is still the one that was
// seen. Thread of the Poller, which outlives the task.
#pragma once

#include "lockcore/base/bytes.h"
#include "lockcore/base/result.h"
#include "lockcore/base/task.h"

namespace lockcore {

class Poller;

/// Where the holdings of a lock are, as a worker's key shows it: that key up to the lock's name, with the `/` behind it if it goes on.
Bytes prefixOfHolding(const Bytes &key, const std::string &lock);

/// The oldest key with this prefix: by the recipes of etcd, it is the holder's. Error: Transport.
Task<Result<void>> deleteHolding(int port, Bytes prefix, Poller *poller);

Task<Result<void>> deleteEverything(int port, Poller *poller); ///< likewise

} // namespace lockcore
