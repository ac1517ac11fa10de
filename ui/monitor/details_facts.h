// SPDX-License-Identifier: MIT
// What the details panel says about a lock, group by group. Pure.
#pragma once

#include "lockcore/monitor/statistics/lock_statistics.h"
#include "ui/monitor/lock_model.h"
#include "ui/widgets/details_section.h"

#include <functional>

namespace lockscope {

QString detailsSubtitle(const LockRow &row);
QString verdictOf(const LockRow &row, lockcore::ServerTime now); ///< what a person must know first, in one sentence
QString outlookOf(const LockRow &row);                           ///< how it goes on, and why it is in its state; may be empty

/// The colour that an owner has in the lane of its lock; -1: none.
using OwnerColour = std::function<int(const lockcore::Bytes &owner)>;

/// Who is behind an owner, as traces have shown it; empty: nobody knows.
using TracedFacts = std::function<QList<Fact>(const lockcore::Bytes &owner)>;

/// `now`: by the server's clock, for the age of a token.
QList<Fact> holderFacts(const LockRow &row, lockcore::ServerTime now, const OwnerColour &colourOf = {}, const TracedFacts &traced = {});

QList<Fact> leaseFacts(const LockRow &row, lockcore::ServerTime now);
QList<Fact> waitingFacts(const lockcore::LockInfo &lock, lockcore::ServerTime now);
QList<Fact> statisticsFacts(const lockcore::LockStatistics &statistics); ///< empty: nothing happened
QList<Fact> whyFacts(const lockcore::LockInfo &lock);
QList<Fact> companionFacts(const lockcore::LockInfo &lock);
QList<Fact> structureFacts(const lockcore::LockInfo &lock);

} // namespace lockscope
