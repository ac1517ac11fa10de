// SPDX-License-Identifier: MIT
// Changes that another client may make to a lock during its release, on a real server.
#pragma once

#include "support/keyspace.h"

#include <span>

namespace lockcore::test {

/// The lock to change, in the state for which its release was planned.
struct MutationTarget
{
    RedisServer &server;
    const Keyspace &before;
    Bytes key;
    Bytes owner; ///< the holder to be freed; empty: the lock names no holder

    const KeyState &state() const { return before.at(key); }
};

struct Mutation
{
    const char *name;
    void (*apply)(const MutationTarget &);
};

std::span<const Mutation> mutations();

/// `text` with its last letter or digit replaced by another one, so that it stays well-formed.
Bytes anotherName(Bytes text);

} // namespace lockcore::test
