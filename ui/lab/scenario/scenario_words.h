// SPDX-License-Identifier: MIT
// A scenario in words that a person says: `pause A at its lease's end`, `A renews by itself`. Escaped. GUI thread or any.
#pragma once

#include "lockcore/lab/scenario/scenario.h"

#include <QString>

namespace lockscope {

QString conditionText(const lockcore::Condition &condition,
                      const std::string &speaker = {}); ///< `B is inside`; about `speaker`: `it is inside`
QString actionText(const lockcore::Fault &fault);       ///< `pause A`, `hold B's reply to its release`
QString faultText(const lockcore::Fault &fault);        ///< `pause A when it is inside, after 5 ms`
QString protocolText(const std::string &protocol);      ///< `token`; `your own command` for external
QString timeText(lockcore::Milliseconds time);          ///< `400 ms`, `30 s`

} // namespace lockscope
