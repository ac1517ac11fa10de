// SPDX-License-Identifier: MIT
// The runs of a sweep, as scenarios: those without a fault, from which it learns, and that of each cell. Pure; any thread.
#pragma once

#include "lockcore/lab/search/sweep_plan.h"

namespace lockcore {

inline const std::string sweepVictim = "A";    ///< the worker that the fault hits
inline const std::string sweepContender = "B"; ///< the worker that also wants the lock
inline const std::string sweepHolder = "H";    ///< the worker that has the lock when the victim asks for it

/// A run without faults, whose history shows the library's commands. The observed worker is the victim. With its own lease it works for most
/// of it, so that renewals are visible.
Scenario dryRunScenario(const SweepSubject &subject, SweepPart part, bool extends = false);

/// `A` meets the fault, and if it lives, asks once more later. `B` wants the lock from then on, and once it has the lock, it stays inside
/// until `A` is done. If `A` waits, `H` holds the lock until the fault strikes, and `B` stays inside for a short time; of a library with
/// readers and writers, `A` is a writer, the others are readers. If `A` shares the lock, `H` has it for most of a lease, and `B` is the
/// writer. At the end a fresh worker tries. It expects nothing.
Scenario sweepScenario(const SweepSubject &subject, const SweepCell &cell);

} // namespace lockcore
