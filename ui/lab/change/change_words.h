// SPDX-License-Identifier: MIT
// A change of a scenario as a sentence: `The same pause against “token”, lease 800 ms`. Any thread.
#pragma once

#include "ui/lab/change/scenario_change.h"

#include <QString>

namespace lockscope {

QString changeText(const lockcore::Scenario &scenario, const Change &change); ///< empty: no difference

QString workText(lockcore::Milliseconds work); ///< `work 800 ms`, `no time for work`

/// For a button that offers the twin: `Same with “token”`, or `Compare: A watchdog that…` if the protocol is the same.
QString twinText(const lockcore::Scenario &scenario, const lockcore::Scenario &twin);

} // namespace lockscope
