// SPDX-License-Identifier: MIT
// The database and the options in an endpoint's URL.
#pragma once

#include "lockcore/redis/endpoint.h"

namespace lockcore {

Result<void> readDb(std::string_view text, Endpoint &endpoint);

/// `host`, `host:port`, an IPv6 address in brackets. The port is `usualPort` if the text has none.
Result<HostPort> readAddress(std::string_view text, int usualPort = 6379);

/// Adds `announced=reachable[,…]` to the map of the endpoint's sentinels or cluster. Refused: the text, or an endpoint that has neither.
Result<void> readMap(std::string_view text, Endpoint &endpoint);

/// `query` without its question mark. `dbIsGiven`: the path already names a database.
Result<void> readOptions(std::string_view query, bool dbIsGiven, Endpoint &endpoint);

} // namespace lockcore
