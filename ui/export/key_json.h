// SPDX-License-Identifier: MIT
// A looked up key as JSON: `list --key NAME --json`.
#pragma once

#include "lockcore/monitor/key_lookup.h"

#include <QByteArray>

namespace lockscope {

/// One object with `what` and `type`; of a lock with all members of its object in `list --json`. `error` if it could not be read.
QByteArray keyAsJson(const lockcore::KeyFinding &finding);

} // namespace lockscope
