// SPDX-License-Identifier: MIT
// An incident as one line of JSON: in the file that keeps them, and, of a blind feed, in `watch --json`. Bytes as in lock_json.h.
#pragma once

#include "lockcore/monitor/incidents/incident.h"

#include <QByteArray>

namespace lockscope {

QByteArray jsonLine(const lockcore::Incident &incident); ///< with its line end

/// Nothing, if the line is not one that jsonLine() writes. A line of more than 64 KiB is none.
std::optional<lockcore::Incident> incidentFrom(const QByteArray &line);

} // namespace lockscope
