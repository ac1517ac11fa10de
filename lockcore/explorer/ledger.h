// SPDX-License-Identifier: MIT
// What is true of the lock and of the resource that it protects, whether or not a worker or a server knows it: by this a search judges what a
// worker does. Pure.
#pragma once

#include "lockcore/explorer/bounds.h"
#include "lockcore/explorer/hash.h"
#include "lockcore/explorer/request.h"

namespace lockcore::explorer {

/// Properties that something has broken, a bit each.
using Broken = std::uint8_t;
constexpr Broken bitOf(Property property) { return static_cast<Broken>(1u << static_cast<unsigned>(property)); }

struct Ledger
{
    static constexpr int unlimited = -1;

    /// Whose the lock on a server is: of the worker that changed it last while it acquired, until it is granted; then of that worker, until
    /// the lock is gone. So a loser that overwrites the stamp of a lock does not own it.
    struct Holding
    {
        std::int8_t worker = -1;
        bool isGranted = false;
        bool operator==(const Holding &) const = default;
        Hash hash() const { return Hash(worker, isGranted); }
    };

    struct Visitor
    {
        std::int8_t worker = -1;
        bool isOutdated = false;   ///< another one has written since it read
        bool isSuperseded = false; ///< one that was granted the lock later has written
        bool operator==(const Visitor &) const = default;
        Hash hash() const { return Hash(worker, isOutdated, isSuperseded); }
    };

    std::array<Holding, Bounds::mostServers> holdings;
    int ownedFor = unlimited;                  ///< ms, of a granted lease that no server ends
    std::array<Visitor, mostWorkers> visitors; ///< the workers in their critical sections, in the order in which they entered
    int newestFence = 0;                       ///< the greatest number that the resource has seen
    bool operator==(const Ledger &) const = default;
    Hash hash() const { return Hash(holdings, ownedFor, visitors, newestFence); }

    bool isGrantedTo(int worker) const;

    /// A command of this worker has changed the lock on this server.
    enum class Change : std::uint8_t { Made, Removed };
    Broken changed(int server, int worker, Change change, bool releases);
    void gone(int server); ///< not by a command of a worker

    /// It believes from now on that it holds the lock. `validity`: ms, of a lock that no server ends; or unlimited.
    void granted(int worker, int validity);
    void entered(int worker, int fence); ///< and has read; `fence` is 0 without one
    Broken wrote(int worker, int fence);
    void left(int worker);

    void pass(int milliseconds);
};

} // namespace lockcore::explorer
