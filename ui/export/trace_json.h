// SPDX-License-Identifier: MIT
// What a trace reports, as JSON lines, independent of the locale. `time` is ISO, `at` is µs of the server's clock.
#pragma once

#include "lockcore/monitor/trace/tracer.h"

#include <QByteArray>

namespace lockscope {

QByteArray traceStartedJson(lockcore::ServerTime at);
QByteArray jsonLine(const lockcore::TraceItem &item);      ///< `change`, `unshown` or `finding`
QByteArray jsonLines(const lockcore::TraceReport &report); ///< `holder` for each holder, then `ended`

} // namespace lockscope
