// SPDX-License-Identifier: MIT
// What happened to one lock, newest first, as the details show it. GUI thread.
#pragma once

#include "ui/monitor/event_model.h"
#include "ui/widgets/details_section.h"

#include <functional>

namespace lockscope {

/// Consecutive renewals of one holding are one line. A few lines, then a hint where to find the rest.
QList<Fact> historyFacts(const EventModel &events, const lockcore::LockId &id,
                         const std::function<int(const lockcore::Bytes &owner)> &colourOf);

} // namespace lockscope
