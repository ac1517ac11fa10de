// SPDX-License-Identifier: MIT
// The kinds of locks that a TruthWorkload uses: how their clients write them, in Lua, and how to read a dump of them.
#pragma once

#include "support/event_truth.h"

#include "lockcore/base/reply.h"

#include <random>
#include <span>

namespace lockcore::test {

using TruthRandom = std::mt19937;

/// The body of a script. It may use: key, other (a companion, or the key of another lock), owner (the client's), lease (ms), pick (a random
/// number), now (ms), kind (the type of the key), and holder(), keep(), gone(), which act for a holder and record which one.
struct TruthOperation
{
    TrueAct act;
    int weight;
    const char *body;
};

struct TruthKind
{
    const char *name;            ///< with % in place of the lock's number
    const char *other = nullptr; ///< the companion, also with %
    bool tokens = true;          ///< each acquisition has a new random owner
    bool renames = false;
    bool mayLoseLease = true; ///< other clients may remove or shorten its lease
    Bytes (*owner)(TruthRandom &, int lock) = nullptr;
    TrueState (*read)(const Reply &key, const Reply &other, int lock) = nullptr;
    std::vector<TruthOperation> operations;
};

std::span<const TruthKind> truthKinds();

/// Operations of other clients on locks of any kind.
std::span<const TruthOperation> strangersOperations();

/// The lease that all clients of one lock share, for libraries that are configured with one.
Milliseconds sharedLease(int lock);

} // namespace lockcore::test
