// SPDX-License-Identifier: MIT
// The facts about a pitfall in words, for the window and the terminal. Pure; any thread.
#pragma once

#include "lockcore/lab/scenario/scenario.h"
#include "lockcore/report/pitfall.h"

#include <QString>

#include <span>

namespace lockscope {

QString codeText(const lockcore::Pitfall &pitfall);
QString titleText(const lockcore::Pitfall &pitfall);
QString happensText(const lockcore::Pitfall &pitfall);
QString fixText(const lockcore::Pitfall &pitfall);
QString answersText(const lockcore::Pitfall &pitfall); ///< `The lock library. A lock can prevent it.`

/// Every word of the search is in its code, its texts or a title of its stories.
bool isFoundBy(const lockcore::Pitfall &pitfall, const QString &search, std::span<const lockcore::Scenario> stories);

/// Those that put the pitfall to the test, in the order of `stories`.
std::vector<lockcore::Scenario> storiesAbout(const lockcore::Pitfall &pitfall, std::span<const lockcore::Scenario> stories);

} // namespace lockscope
