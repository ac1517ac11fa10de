// SPDX-License-Identifier: MIT
// What the details panel says about a lock, group by group. Pure.
#pragma once

#include "lockcore/monitor/statistics/lock_statistics.h"
#include "ui/monitor/lock_model.h"
#include "ui/widgets/details_section.h"

namespace lockscope {

QString detailsSubtitle(const lockcore::LockInfo &lock);
QList<Fact> holderFacts(const LockRow &row, LockModel &locks);
QList<Fact> leaseFacts(const LockRow &row, lockcore::ServerTime now);
QList<Fact> waitingFacts(const lockcore::LockInfo &lock, lockcore::ServerTime now);
QList<Fact> statisticsFacts(const lockcore::LockStatistics &statistics); ///< empty: nothing happened
QList<Fact> stateFacts(const lockcore::LockInfo &lock);
QList<Fact> whyFacts(const lockcore::LockInfo &lock);
QList<Fact> companionFacts(const lockcore::LockInfo &lock);
QList<Fact> structureFacts(const lockcore::LockInfo &lock);

} // namespace lockscope
