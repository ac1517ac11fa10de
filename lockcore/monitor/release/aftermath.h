// SPDX-License-Identifier: MIT
// Watches what happens to a lock after its release.
#pragma once

#include "lockcore/monitor/release/release_connection.h"

namespace lockcore {

/// Opens the connection and does what Releaser::watch() promises.
Task<ReleaseAftermath> watchAftermath(ReleaseConnection &connection, ReleaseReport report, const Classifier &classifier, Clock &clock);

} // namespace lockcore
