// SPDX-License-Identifier: MIT
// What the checks of the workers' answers ask of a run: what Redis had for each claim, and what excuses a worker. Pure; any thread.
#pragma once

#include "lockcore/judge/disturbance.h"
#include "lockcore/judge/holding.h"
#include "lockcore/report/held_elements.h"

#include <map>
#include <vector>

namespace lockcore::detail {

struct AnsweredRun
{
    explicit AnsweredRun(const Run &of);

    bool isDisturbed(const Incarnation &who, Number from, Number to) const;
    bool isLeaving(const Incarnation &who, Number by) const;
    bool isSettled(const Incarnation &who, Number answered) const; ///< false: its last command may still be on its way when the run ends
    bool isEndedBy(const Element &element, const Incarnation &who) const;

    const Run &run;
    const Disturbances disturbances;
    const bool hasRecord;                ///< of the server; without it, the following are empty
    const std::vector<Holding> holdings; ///< one per claim, with the same index
    const std::vector<HeldElement> held;

private:
    std::map<Incarnation, Number> m_leaving; ///< since which entry
};

} // namespace lockcore::detail
