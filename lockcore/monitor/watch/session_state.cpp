// SPDX-License-Identifier: MIT
// What a Session reports about itself.
#include "lockcore/monitor/watch/session.h"

#include <algorithm>

namespace lockcore {

void Session::noteState()
{
    auto &state = m_board.state;
    const auto &feed = m_feed.state();
    state.notices = m_check ? m_check->notices : std::vector<Notice>();
    state.notices.insert(state.notices.end(), m_ownNotices.begin(), m_ownNotices.end());
    if (m_denied.count() > 0)
        state.notices.push_back({Notice::Kind::DeniedKeys, std::to_string(m_denied.count())});
    if (feed.busy || m_busy)
        state.notices.push_back({Notice::Kind::Busy, {}});
    state.feed = feed.source;
    state.feedReason = feed.reason;
    state.allNames = feed.allNames;
    state.prefixes = feed.prefixes;
    state.heartbeatOk = feed.heartbeatOk;
    state.roundTrip = feed.roundTrip ? feed.roundTrip : std::optional(m_roundTrip);
    state.pollInterval = feed.pollInterval;
    state.blindSpots = blindSpots();
    state.nextSweepIn.reset();
    if (m_nextSweep)
        state.nextSweepIn = std::chrono::duration_cast<Milliseconds>(std::max(*m_nextSweep - m_clock.now(), Duration(0)));
    emit boardChanged();
}

// A later sweep begins at 0 again: what the last one saw is what is known until it is complete.
void Session::noteProgress()
{
    if (m_sweep && m_board.state.sweeping && !m_board.state.everLive)
        m_board.state.keysSeen = m_sweep->progress().keysSeen;
}

std::vector<std::string> Session::blindSpots() const
{
    std::vector<std::string> spots;
    spots.push_back("other databases than " + std::to_string(m_endpoint.db) + " are not looked at");
    if (!freeStrings())
        spots.push_back("strings under names that say nothing of a lock are only found by a deep sweep");
    const auto &feed = m_feed.state();
    switch (feed.source) {
    case MonitorState::Feed::Tracking:
        spots.push_back("SWAPDB sends no message: what it exchanges is noticed within a minute");
        if (!feed.allNames)
            spots.push_back("the server is busy: a new lock under a name outside the prefixes is found by the next sweep");
        break;
    case MonitorState::Feed::KeyspaceEvents:
        spots.push_back("SWAPDB and FLUSHDB send no event for a key: they are noticed within a minute");
        break;
    case MonitorState::Feed::Polling: spots.push_back("a lock that is taken and released between two polls is missed"); break;
    case MonitorState::Feed::None: break;
    }
    if (feed.source != MonitorState::Feed::None && !feed.announcementsHeard)
        spots.push_back("release announcements may not be subscribed to: an early deletion cannot be distinguished from a release");
    return spots;
}

} // namespace lockcore
