// SPDX-License-Identifier: MIT
// Updates what changes with time alone: states, the progress of the first sweep, Lockscope's own commands per second, second looks. One
// thread.
#pragma once

#include "lockcore/monitor/watch/locks_without_ttl.h"
#include "lockcore/monitor/watch/sweep_loop.h"

namespace lockcore {

class TickLoop
{
public:
    TickLoop(const SessionParts &parts, const FeedLinks &links, Intake &intake, LocksWithoutTtl &bare, SweepLoop &sweeps,
             SessionReport &report)
        : m_parts(parts)
        , m_links(links)
        , m_intake(intake)
        , m_withoutTtl(bare)
        , m_sweeps(sweeps)
        , m_report(report)
    { }

    Task<void> run(); ///< never ends

private:
    const SessionParts &m_parts;
    const FeedLinks &m_links;
    Intake &m_intake;
    LocksWithoutTtl &m_withoutTtl;
    SweepLoop &m_sweeps;
    SessionReport &m_report;
};

} // namespace lockcore
