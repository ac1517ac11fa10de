// SPDX-License-Identifier: MIT
// All that `lockscope explore` and the Explorer's room find out about one lock: a search for each set of faults, each counterexample run once
// more on fresh servers, and what else breaks the lock.
#pragma once

#include "lockcore/explorer/exploration.h"
#include "lockcore/oracle/server_oracle.h"

#include <functional>

namespace lockcore {

struct ExaminationWish
{
    explorer::Bounds bounds;
    std::vector<explorer::FaultBudget> faults; ///< sets of them, each searched for itself
    bool isUsual = false;                      ///< the usual faults; then what else breaks it is searched for, too
    ServerOracleOptions server;
};

struct Examination
{
    explorer::Exploration exploration;
    bool isUsual = false;
    std::vector<explorer::FrontierRow> frontier; ///< usual: what else breaks it
    std::optional<bool> sameInReplay;            ///< of the violations; none: there was none
    std::optional<Reply> aloneReply; ///< of scripts that a worker which is alone never acquires the lock with: what they answer it
    double seconds = 0;              ///< without replay and frontier
    std::string server;              ///< "redis 7.0.15"
};

/// The bounds with which a finding was made: the faults and times of its trace.
explorer::Bounds boundsOf(const explorer::Bounds &bounds, explorer::Property property, const explorer::Violation &violation);

/// Blocks. `found`: called once the exploration and its replay are there, before the frontier is searched. Errors as search() and
/// ServerOracle::start().
Result<Examination> examine(const ExaminationWish &wish, explorer::Oracle &oracle, explorer::Control &control,
                            const std::function<void(const Examination &)> &found = {});

/// Whether what else breaks it is searched for: not where nothing was put to the test.
bool hasFrontier(const Examination &examination);

bool isViolated(const Examination &examination);
bool isDecided(const Examination &examination); ///< complete, and what every lock must keep was put to the test

} // namespace lockcore
