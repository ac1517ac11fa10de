// SPDX-License-Identifier: MIT
// What another client may do to a lock while it is being released, on a real server.
#pragma once

#include "support/keyspace.h"

#include <span>

namespace lockcore::test {

/// The lock to change, as it was when its release was planned.
struct MutationTarget
{
    RedisServer &server;
    const Keyspace &before;
    Bytes key;
    Bytes owner; ///< of the holder that is to be freed; empty: it names none

    const KeyState &state() const { return before.at(key); }
};

struct Mutation
{
    const char *name;
    void (*apply)(const MutationTarget &);
};

std::span<const Mutation> mutations();

/// `text` with another letter or digit in place of the last one, so that it stays well-formed.
Bytes anotherName(Bytes text);

} // namespace lockcore::test
