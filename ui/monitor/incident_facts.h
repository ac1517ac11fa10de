// SPDX-License-Identifier: MIT
// An incident in the details of its lock: what was seen, how sure that is, who did it if that is known, and whom it does not concern.
#pragma once

#include "lockcore/monitor/incidents/incident.h"
#include "ui/monitor/details_facts.h"

namespace lockscope {

/// `now`: the lock as it is now; null: nothing is known of it any more.
QList<Fact> incidentFacts(const lockcore::Incident &incident, const LockRow *now, const OwnerColour &colourOf);

} // namespace lockscope
