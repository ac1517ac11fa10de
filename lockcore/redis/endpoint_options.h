// SPDX-License-Identifier: MIT
// What stands behind the host of an endpoint's URL. Private to the endpoint's files.
#pragma once

#include "redis/endpoint.h"

namespace lockcore {

Result<void> readDb(std::string_view text, Endpoint &endpoint);

/// `query` without its question mark. `dbIsGiven`: the path has named a database already.
Result<void> readOptions(std::string_view query, bool dbIsGiven, Endpoint &endpoint);

} // namespace lockcore
