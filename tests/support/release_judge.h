// SPDX-License-Identifier: MIT
// Judges a release by the server's data before and after it: was the right lock freed, and are all statements of the report and of the
// audit true? It knows the meaning of the states, but not how a release compares them.
#pragma once

#include "lockcore/monitor/release/release.h"
#include "support/keyspace.h"

#include <QJsonObject>

namespace lockcore::test {

struct JudgedRelease
{
    const ReleasePlan &plan;
    const ReleaseReport &report;
    Keyspace before;                ///< the state from which the plan was made
    Keyspace decided;               ///< the state when the release was decided
    Keyspace after;                 ///< the state at the end
    bool changedLater = false;      ///< another client has changed something after the decision
    int writes = 0;                 ///< number of the release's commands that changed something
    std::vector<QJsonObject> audit; ///< the lines of the audit
};

/// The first mistake; empty: none.
std::string faultIn(const JudgedRelease &judged);

} // namespace lockcore::test
