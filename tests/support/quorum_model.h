// SPDX-License-Identifier: MIT
// A simulation of several servers, several owners in one worker, readers and writers, that writes histories. It knows the truth about a
// history from the simulation itself. lock_model.h simulates the life of one lock; this model simulates who owns it. One seed makes one
// run.
#pragma once

#include "support/lock_truth.h"

#include "lockcore/judge/history.h"

namespace lockcore::test {

struct QuorumPlan
{
    enum class Flaw {
        None,
        PlainDelete,  ///< a release removes the element, whoever owns it
        Minority,     ///< one server is enough to hold the lock
        SharedObject, ///< the owners of a worker share one token variable: a release removes what the last of them took
        SharedId,     ///< all owners of a worker have the same id in the lock
        OpenToReaders ///< a reader does not check for a writer
    };
    enum class Names { Nothing, Keys, Marks }; ///< what a worker reports about its holding

    Flaw flaw = Flaw::None;
    Names names = Names::Nothing;
    int servers = 1;
    int workers = 3;
    int owners = 1;       ///< per worker
    bool readers = false; ///< some acquires are for reading
    int restarts = 0, evictions = 0, kills = 0;
};

struct QuorumRun
{
    History history;
    Truth mutualExclusion = Truth::Sound;
    Truth ownership = Truth::Sound;
};

QuorumPlan randomQuorumPlan(std::uint64_t seed);
std::string toString(const QuorumPlan &plan);
QuorumRun runQuorumModel(const QuorumPlan &plan, std::uint64_t seed);

} // namespace lockcore::test
