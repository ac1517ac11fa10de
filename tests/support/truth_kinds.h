// SPDX-License-Identifier: MIT
// The kinds of locks that a TruthWorkload uses: how their clients write them, in Lua, and what a dump of them means.
#pragma once

#include "support/event_truth.h"

#include "lockcore/base/reply.h"

#include <random>
#include <span>

namespace lockcore::test {

using TruthRandom = std::mt19937;

/// A script's body. It may use: key, other (a companion, or the key of another lock), owner (the one who comes), lease (ms), pick (a random
/// number), now (ms), kind (the type of key), and holder(), keep(), gone(), which act for a holder and say who it was.
struct TruthOperation
{
    TrueAct act;
    int weight;
    const char *body;
};

struct TruthKind
{
    const char *name;            ///< with % for the number of the lock
    const char *other = nullptr; ///< the companion, likewise
    bool tokens = true;          ///< drawn for each acquisition
    bool renames = false;
    bool mayLoseLease = true; ///< others may take its lease away or shorten it
    Bytes (*owner)(TruthRandom &, int lock) = nullptr;
    TrueState (*read)(const Reply &key, const Reply &other, int lock) = nullptr;
    std::vector<TruthOperation> operations;
};

std::span<const TruthKind> truthKinds();

/// What others do to locks of any kind.
std::span<const TruthOperation> strangersOperations();

/// The lease that the clients of one lock share, where a library is configured with one.
Milliseconds sharedLease(int lock);

} // namespace lockcore::test
