// SPDX-License-Identifier: MIT
// What the details panel says about a lock, group by group. Pure.
#pragma once

#include "ui/monitor/lock_model.h"
#include "ui/widgets/details_section.h"

namespace lockscope {

QString detailsSubtitle(const LockRow &row);
QString verdictOf(const LockRow &row, lockcore::ServerTime now); ///< what a person must know first, in one sentence
QString outlookOf(const LockRow &row);                           ///< how it goes on, and why it is in its state; may be empty
QList<Fact> holderFacts(const LockRow &row, LockModel &locks);
QList<Fact> leaseFacts(const LockRow &row, lockcore::ServerTime now);
QList<Fact> waitingFacts(const lockcore::LockInfo &lock, lockcore::ServerTime now);
QList<Fact> whyFacts(const lockcore::LockInfo &lock);
QList<Fact> companionFacts(const lockcore::LockInfo &lock);
QList<Fact> structureFacts(const lockcore::LockInfo &lock);

} // namespace lockscope
