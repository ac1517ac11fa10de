// SPDX-License-Identifier: MIT
// Words about a worker at a moment: its state, and what it believes compared with what Redis says. Any thread.
#pragma once

#include "lockcore/report/moments.h"
#include "ui/words/tone.h"

#include <QString>

namespace lockscope {

QString workerName(const lockcore::WorkerMoment &worker); ///< `A`, `A#2` after a restart. Escaped

/// A sign and a word, never colour alone: `◆ working`, `◆ working without the lock`, `✗ dead`.
QString workerStateText(const lockcore::WorkerMoment &worker);

/// What the worker's gate does to its traffic: `reply held`; empty: nothing.
QString networkText(const lockcore::WorkerMoment &worker);

struct BeliefText
{
    QString text;
    Tone tone = Tone::Plain; ///< Danger: the worker believes something false. Warning: Redis knows more than the worker
};

/// `✗ believes that it holds the lock; in Redis it is B's`.
BeliefText beliefText(const lockcore::WorkerMoment &worker, const lockcore::RunMoment &moment);

/// Who holds this lock according to Redis: `B's`, `nobody's`, `A's on 2 of 3 servers`; empty: not known.
QString holdersText(const lockcore::RunMoment &moment, const std::string &lock);

/// Order in which workers deserve attention: first those with a wrong belief, then broken ones, holders, waiters; idle ones last.
int rankOf(const lockcore::WorkerMoment &worker);

} // namespace lockscope
