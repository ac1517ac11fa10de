// SPDX-License-Identifier: MIT
// Everything in a small database, as values: read from a server in one step, and written to one.
#pragma once

#include "lockcore/monitor/model/look.h"
#include "support/redis_server.h"

namespace lockcore::test {

struct KeyState
{
    ValueType type = ValueType::None;
    std::vector<std::pair<Bytes, Bytes>> elements; ///< as Look has them; a string is one element without a name
    std::optional<Milliseconds> ends;              ///< epoch; none: no TTL

    bool sameContent(const KeyState &other) const { return type == other.type && elements == other.elements; }
    bool sameEnd(const KeyState &other) const; ///< within 50 ms: before 7.0 a server does not report it exactly
    const Bytes *find(std::string_view name) const;
};

using Keyspace = std::map<Bytes, KeyState>;

Keyspace readKeyspace(RedisServer &server);

/// Replaces what is under `key`.
void writeKey(RedisServer &server, const Bytes &key, const KeyState &state);

bool sameState(const Keyspace &a, const Keyspace &b);

std::string toString(const Keyspace &keyspace); ///< one line for a failed test

} // namespace lockcore::test
