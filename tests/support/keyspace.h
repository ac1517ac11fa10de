// SPDX-License-Identifier: MIT
// All keys of a small database as values: read from a server in one step, and written to one.
#pragma once

#include "lockcore/monitor/model/key_snapshot.h"
#include "support/redis_server.h"

namespace lockcore::test {

struct KeyState
{
    ValueType type = ValueType::None;
    std::vector<std::pair<Bytes, Bytes>> elements; ///< as in Look; a string is one element without a name
    std::optional<Milliseconds> ends;              ///< since 1970; none: no TTL

    bool sameContent(const KeyState &other) const { return type == other.type && elements == other.elements; }
    bool sameEnd(const KeyState &other) const; ///< within 50 ms, because a server before 7.0 does not report it exactly
    const Bytes *find(std::string_view name) const;
};

using Keyspace = std::map<Bytes, KeyState>;

Keyspace readKeyspace(RedisServer &server);

/// Replaces the value of `key`.
void writeKey(RedisServer &server, const Bytes &key, const KeyState &state);

bool sameState(const Keyspace &a, const Keyspace &b);

std::string toString(const Keyspace &keyspace); ///< one line for the output of a failed test

} // namespace lockcore::test
