// SPDX-License-Identifier: MIT
// What a trace reports, as JSON lines, independent of the locale. `time` is ISO, `at` is µs of the server's clock. `node`: of a cluster, the
// primary that is traced, `host:port`; empty: one server.
#pragma once

#include "lockcore/monitor/trace/tracer.h"

#include <QByteArray>

namespace lockscope {

QByteArray traceStartedJson(lockcore::ServerTime at, const std::string &node = {});
QByteArray jsonLine(const lockcore::TraceItem &item, const std::string &node = {});      ///< `change`, `unshown` or `finding`
QByteArray jsonLines(const lockcore::TraceReport &report, const std::string &node = {}); ///< `holder` for each holder, then `ended`

} // namespace lockscope
