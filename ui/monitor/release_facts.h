// SPDX-License-Identifier: MIT
// What the release dialog says about a plan, group by group. Pure.
#pragma once

#include "ui/monitor/lock_model.h"
#include "ui/monitor/release_attempt.h"
#include "ui/widgets/details_section.h"

namespace lockscope {

/// The lock of a plan as a row of the table. If `freed` names holders, the row has only these.
LockRow plannedRow(const lockcore::ReleasePlan &plan);

QList<Fact> aliveFacts(const lockcore::ReleasePlan &plan);       ///< whether the release breaks mutual exclusion
QList<Fact> warningFacts(const lockcore::ReleasePlan &plan);     ///< all other warnings for the user
QList<Fact> firstWaiterFacts(const lockcore::ReleasePlan &plan); ///< the waiter that DropDeadHead drops
QList<Fact> commandFacts(const lockcore::ReleasePlan &plan);     ///< compared, changed, published; long lines are cut in the middle
QList<Fact> waiterFacts(const lockcore::ReleasePlan &plan);
QList<Fact> leftAloneFacts(const lockcore::ReleasePlan &plan);

/// For the details panel: what the release would do to the holder, and what would run. `whyNot`: why it is not permitted now; empty: it is
/// permitted.
QList<Fact> previewFacts(const lockcore::ReleasePlan &plan, const lockcore::Endpoint &endpoint, const QString &whyNot);

QString commandsText(const lockcore::ReleasePlan &plan); ///< the same commands, uncut, for copying
QString scriptText(const lockcore::ReleasePlan &plan);   ///< the Lua with its KEYS and ARGV

/// The state of an attempt: the result, the aftermath and where it is recorded, or what has changed since the plan was shown.
QList<Fact> verdictFacts(const ReleaseAttempt &attempt, const lockcore::Endpoint &endpoint);

QString stageWord(const ReleaseAttempt &attempt); ///< "ready", "released"; for a cell of the list

/// The text that a user types to confirm: the name as shown, or the end of a long name.
QString confirmationOf(const lockcore::LockId &id);
bool isWholeName(const lockcore::LockId &id, const QString &confirmation);

/// What the release would do: "Release order:{42}", "Give sync:{9} a lease of 30 s".
QString deedText(const lockcore::ReleaseRequest &wish);

} // namespace lockscope
