// SPDX-License-Identifier: MIT
#include "monitor/board.h"

namespace lockcore {

void Board::apply(const Look &look, const Evidence &evidence)
{
    for (auto &event : m_table.apply(look, evidence)) {
        event.number = ++m_number;
        m_coalesced += event.coalesced ? 1 : 0;
        m_events.push_back(std::move(event));
        if (m_events.size() > m_mostEvents) {
            m_events.pop_front();
            ++m_forgotten;
        }
    }
}

MonitorChange Board::take(const ServerClock &clock, Moment now)
{
    state.locks = static_cast<std::int64_t>(m_table.size());
    state.eventsForgotten = m_forgotten;
    state.coalesced = m_coalesced;
    MonitorChange change;
    change.state = state;
    change.at = now;
    if (clock.known())
        change.serverNow = clock.at(now);
    change.changed = m_table.takeChanged();
    for (auto &[last, how] : m_table.takeGone())
        change.gone.push_back({std::move(last), how});
    change.events.assign(std::make_move_iterator(m_events.begin()), std::make_move_iterator(m_events.end()));
    m_events.clear();
    return change;
}

} // namespace lockcore
