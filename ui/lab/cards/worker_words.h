// SPDX-License-Identifier: MIT
// What is shown about a worker at a moment, in words: its state, and what it believes against what Redis says. Any thread.
#pragma once

#include "lockcore/report/moments.h"
#include "ui/words/tone.h"

#include <QString>

namespace lockscope {

QString workerName(const lockcore::WorkerMoment &worker); ///< `A`, `A#2` after a restart. Escaped

/// A sign and a word, never colour alone: `◆ working`, `◆ working without the lock`, `✗ dead`.
QString workerStateText(const lockcore::WorkerMoment &worker);

/// What its gate does to it: `reply held`; empty: nothing.
QString networkText(const lockcore::WorkerMoment &worker);

struct BeliefText
{
    QString text;
    Tone tone = Tone::Plain; ///< Danger: it believes what is not so. Warning: Redis knows more than the worker
};

/// `✗ believes that it holds the lock; in Redis it is B's`.
BeliefText beliefText(const lockcore::WorkerMoment &worker, const lockcore::RunMoment &moment);

/// Who holds this lock, as Redis has it: `B's`, `nobody's`, `A's on 2 of 3 servers`; empty: nobody looked.
QString holdersText(const lockcore::RunMoment &moment, const std::string &lock);

/// Which workers are worth a look first: what is contradicted, then what is broken, believes, waits; idle ones last.
int rankOf(const lockcore::WorkerMoment &worker);

} // namespace lockscope
