// SPDX-License-Identifier: MIT
// What `lockscope lab --pitfalls [CODE]` prints. Pure; any thread.
#pragma once

#include "app/command/text_columns.h"
#include "lockcore/base/result.h"
#include "lockcore/lab/scenario/scenario.h"
#include "lockcore/report/pitfall.h"

namespace lockscope {

/// The pitfalls that `code` means, in either case of letters; empty: all. Error: Refused.
lockcore::Result<std::vector<lockcore::Pitfall>> pitfallsOf(const QString &code);

/// One: all that is known of it. Several: a line each.
QString pitfallsText(const std::vector<lockcore::Pitfall> &pitfalls, const std::vector<lockcore::Scenario> &stories,
                     const TextStyle &style);
QByteArray pitfallsJson(const std::vector<lockcore::Pitfall> &pitfalls, const std::vector<lockcore::Scenario> &stories);

} // namespace lockscope
