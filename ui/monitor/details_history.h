// SPDX-License-Identifier: MIT
// What happened to one lock, newest first, as the details tell it. GUI thread.
#pragma once

#include "monitor/details_section.h"
#include "monitor/event_model.h"

#include <functional>

namespace lockscope {

/// Renewals of one holding in a row are one line; a handful of lines, and then where the rest is.
QList<Fact> historyFacts(const EventModel &events, const lockcore::LockId &id,
                         const std::function<int(const lockcore::Bytes &owner)> &colourOf);

} // namespace lockscope
