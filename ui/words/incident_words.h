// SPDX-License-Identifier: MIT
// Incidents as short texts. How bad each is comes from the table of events (tone.h).
#pragma once

#include "lockcore/monitor/incidents/incident.h"
#include "ui/words/tone.h"

namespace lockscope {

Tone toneOf(const lockcore::Incident &incident);           ///< what is not proved is no trouble yet
QString incidentText(lockcore::Incident::Kind kind);       ///< "deleted early"
QString incidentTimes(const lockcore::Incident &incident); ///< "02:40:13.201", "02:40:13.201 · 3 times"
QString incidentPlace(const lockcore::Incident &incident); ///< the server, and the node if its name is another one

/// How sure it is, and whether it is known who did it; empty: it is a state that can be seen, or it is about no lock.
QString incidentCertainty(const lockcore::Incident &incident);

} // namespace lockscope
