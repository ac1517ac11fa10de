// SPDX-License-Identifier: MIT
// Judges a release by what the server really held and did: was the right lock freed, and is each word of the report and of the audit true?
// Knows what the states mean, but nothing about how a release compares.
#pragma once

#include "lockcore/monitor/release/release.h"
#include "support/keyspace.h"

#include <QJsonObject>

namespace lockcore::test {

struct JudgedRelease
{
    const ReleasePlan &plan;
    const ReleaseReport &report;
    Keyspace before;                ///< what the plan was made from
    Keyspace decided;               ///< what was there when it was decided
    Keyspace after;                 ///< what is there at the end
    bool changedLater = false;      ///< another client has changed something after it was decided
    int writes = 0;                 ///< commands of the release that changed something
    std::vector<QJsonObject> audit; ///< its lines
};

/// What is wrong; empty: nothing.
std::string faultIn(const JudgedRelease &judged);

} // namespace lockcore::test
