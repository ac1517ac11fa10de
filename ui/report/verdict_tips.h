// SPDX-License-Identifier: MIT
// Tooltips for the words and codes of verdicts, wherever they are shown. Any thread.
#pragma once

#include "lockcore/judge/verdict.h"

#include <QString>

namespace lockscope {

QString outcomeTip(lockcore::Outcome outcome);        ///< what the word means, in a sentence
QString verdictTip(const lockcore::Verdict &verdict); ///< the same, also for what held only while the lease lasted

/// `R1 · Deleting another's lock. The library answers for it; a lock can prevent it.`; empty for an unknown code.
QString pitfallTip(const std::string &code);

/// One line for each pitfall that the verdicts name.
QString pitfallTips(const std::vector<lockcore::Verdict> &verdicts);

} // namespace lockscope
