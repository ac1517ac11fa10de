// SPDX-License-Identifier: MIT
// Words for the decisive moments of a run, for the window, the terminal and pages. Any thread.
#pragma once

#include "lockcore/judge/history.h"
#include "lockcore/report/decisive.h"

#include <QString>

namespace lockscope {

/// `✓ refused: fencing token 1 < 2`, `▸ cause: a pause of A`; of a finding: the outcome, `✗ violated`. Escaped.
QString decisiveText(const lockcore::DecisiveMoment &moment);

/// The same where the sentence of the entry is shown, too; empty if that says it already: a refusal does.
QString decisiveAddition(const lockcore::History &history, const lockcore::DecisiveMoment &moment);

} // namespace lockscope
