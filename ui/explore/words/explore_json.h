// SPDX-License-Identifier: MIT
// Counterexamples and bounds as JSON: for `lockscope explore --json` and for an export from the window (docs/explorer.md, JSON).
#pragma once

#include "ui/explore/words/explore_steps.h"

#include <QJsonArray>
#include <QJsonObject>

namespace lockscope {

QJsonArray stepsJson(const QList<ExploreStep> &steps, bool manyServers);

/// `isUsual`: at most one of their faults at once.
QJsonObject exploreBoundsJson(const lockcore::explorer::Bounds &bounds, bool isUsual);

} // namespace lockscope
