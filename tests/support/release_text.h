// SPDX-License-Identifier: MIT
// The outcome of a release in one line, so that a failed comparison shows the reason.
#pragma once

#include "lockcore/monitor/release/release.h"

#include <QString>

namespace lockcore::test {

/// "released", "changed lease", "not-permitted: NOPERM …"
inline QString told(const ReleaseReport &report)
{
    auto text = std::string(toString(report.outcome));
    if (report.changed)
        text += ' ' + std::string(toString(*report.changed));
    if (report.error)
        text += ": " + report.error->text;
    return QString::fromStdString(text);
}

inline QString told(const ReleaseAftermath &aftermath)
{
    return QString::fromStdString(std::string(toString(aftermath.how)) + (aftermath.error ? ": " + aftermath.error->text : ""));
}

inline QString told(const ReleasePlan &plan)
{
    if (plan.possible())
        return QStringLiteral("possible");
    return QString::fromStdString(std::string(toString(plan.hindrance->outcome)) + ": " + plan.hindrance->text);
}

} // namespace lockcore::test
