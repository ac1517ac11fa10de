// SPDX-License-Identifier: MIT
// Fills a server with what a sweep must read: keys that are not locks, and locks of many kinds among them.
#pragma once

#include "support/redis_server.h"

#include <set>

namespace lockcore::bench {

/// A fifth of the keys are hashes of one to nine fields; the others are strings, most with a TTL, and a few sorted sets, sets and lists.
void addOtherKeys(test::RedisServer &server, std::size_t count);

/// Locks of twelve kinds with leases of an hour (one kind has none); returns their names.
std::set<std::string> addLocks(test::RedisServer &server, std::size_t count);

} // namespace lockcore::bench
