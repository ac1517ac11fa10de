// SPDX-License-Identifier: MIT
// The colour of an owner within one lane: it shows that the lock changed hands, and nothing else. Pure.
#pragma once

#include "ui/widgets/timeline_history.h"

namespace lockscope {

/// The colour that the owner has in the lane; -1: it has none there, or it has no name. Looks back at most 64 spans.
int colourIn(const TimelineLane &lane, const QString &owner);

/// For the owner of the lane's next span: its colour if it is one of the last six owners, otherwise one that none of the last five has.
int nextColourIn(const TimelineLane &lane, const QString &owner);

} // namespace lockscope
