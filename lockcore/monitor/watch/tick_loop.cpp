// SPDX-License-Identifier: MIT
#include "lockcore/monitor/watch/tick_loop.h"

namespace lockcore {

namespace {

constexpr auto period = std::chrono::milliseconds(500);
constexpr int perSecond = 2;
constexpr int perPruning = 20;

} // namespace

Task<void> TickLoop::run()
{
    auto &store = m_parts.store;
    ClockJumps jumps(m_parts.serverClock);
    auto commandsBefore = m_links.commandsSent();
    for (int n = 1;; ++n) {
        co_await m_parts.clock.after(period);
        if (const auto jump = jumps.take(); jump != Microseconds(0))
            m_report.add({Notice::Kind::ClockJumped, std::to_string(jump / Milliseconds(1)) + " ms"});
        store.table().tick(m_parts.serverNow());
        m_withoutTtl.readAgain();
        if (n % perSecond == 0) {
            const auto commands = m_links.commandsSent();
            store.state.commandsPerSecond = static_cast<double>(commands - std::exchange(commandsBefore, commands));
        }
        if (n % perPruning == 0)
            m_intake.forgetFreeNames();
        m_sweeps.noteProgress();
        m_report.post();
    }
}

} // namespace lockcore
