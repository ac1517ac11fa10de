// SPDX-License-Identifier: MIT
// A tiny world of several servers, several owners in one worker, readers and writers, that writes histories and knows the truth
// about them from what really happened. Where lock_model.h is about the life of one lock, this is about whose lock it is. One seed
// makes one run.
#pragma once

#include "support/lock_truth.h"

#include "lockcore/judge/history.h"

namespace lockcore::test {

struct QuorumPlan
{
    enum class Flaw {
        None,
        PlainDelete,  ///< a release removes whatever is there
        Minority,     ///< one server is enough
        SharedObject, ///< the owners of a worker share one token: a release removes what the last of them took
        SharedId,     ///< the owners of a worker are one to the lock
        OpenToReaders ///< a reader does not look for a writer
    };
    enum class Names { Nothing, Keys, Marks }; ///< what a worker says about its holding

    Flaw flaw = Flaw::None;
    Names names = Names::Nothing;
    int servers = 1;
    int workers = 3;
    int owners = 1;       ///< of each worker
    bool readers = false; ///< some acquires are a reader's
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
