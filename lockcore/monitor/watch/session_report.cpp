// SPDX-License-Identifier: MIT
#include "lockcore/monitor/watch/session_report.h"

#include "lockcore/monitor/reading/refusal.h"

#include <algorithm>

namespace lockcore {

namespace {

std::string briefly(const LargeNames &large)
{
    constexpr std::size_t enough = 120; // bytes
    constexpr std::size_t mostOfOne = 40;
    std::string text;
    std::int64_t named = 0;
    for (const auto &name : large.names(enough / 3)) {
        if (text.size() >= enough)
            break;
        text += (named++ > 0 ? ", " : "") + elidedInMiddle(escaped(name), mostOfOne);
    }
    if (named < large.size())
        text += " and " + std::to_string(large.size() - named) + " more";
    return text;
}

void addTo(std::vector<Notice> &notices, const UnreadKeys &unread, const LargeNames &large)
{
    const auto count = std::to_string(unread.keys);
    const auto andWhy = count + (unread.said.empty() ? "" : "; " + elidedInMiddle(unread.said, 120));
    switch (unread.why) {
    case UnreadKeys::Why::Denied: notices.push_back({Notice::Kind::DeniedKeys, count}); break;
    case UnreadKeys::Why::Elsewhere: notices.push_back({Notice::Kind::KeysElsewhere, andWhy}); break;
    case UnreadKeys::Why::Failed: notices.push_back({Notice::Kind::KeysFailed, andWhy}); break;
    case UnreadKeys::Why::Unmeasured:
        notices.push_back(noticeOfRefused(serverError(unread.said), "MEMORY USAGE"));
        notices.push_back({Notice::Kind::Unmeasured, count});
        break;
    case UnreadKeys::Why::TooLarge: notices.push_back({Notice::Kind::TooLarge, briefly(large)}); break;
    }
}

} // namespace

void SessionReport::setServer(const ServerCheck &check)
{
    m_ofServer = check.notices;
    m_stale = isStale(check.info);
}

void SessionReport::post()
{
    auto &state = m_parts.store.state;
    const auto &feed = m_feed.state();
    state.coverage = coverage();
    state.notices = notices(state.coverage);
    state.feed = feed.source;
    state.feedReason = feed.reason;
    state.allNames = feed.allNames;
    state.prefixes = feed.prefixes;
    state.heartbeatOk = feed.heartbeatOk;
    state.roundTrip = feed.roundTrip.value_or(m_opened.roundTrip);
    state.pollInterval = feed.pollInterval;
    state.blindSpots = blindSpots();
    state.nextSweepIn.reset();
    if (m_nextSweep)
        state.nextSweepIn = std::chrono::duration_cast<Milliseconds>(std::max(*m_nextSweep - m_parts.clock.now(), Duration(0)));
    m_parts.store.noteChange();
}

Coverage SessionReport::coverage() const { return {m_parts.denied.unread(), m_stale, m_refused ? m_refused : m_feed.state().refused}; }

std::vector<Notice> SessionReport::notices(const Coverage &coverage) const
{
    auto notices = m_ofServer;
    notices.insert(notices.end(), m_notices.begin(), m_notices.end());
    for (const auto &unread : coverage.unread)
        addTo(notices, unread, m_parts.denied.large());
    if (coverage.refused)
        notices.push_back({isDown(*coverage.refused) ? Notice::Kind::NoReads : Notice::Kind::Busy, coverage.refused->text});
    if (m_waitersDear)
        notices.push_back({Notice::Kind::WaitersNotPolled, {}});
    return notices;
}

std::vector<std::string> SessionReport::blindSpots() const
{
    std::vector<std::string> spots;
    if (m_opened.check.facts.mode != "cluster") // it has only one
        spots.push_back("databases other than " + std::to_string(m_parts.db) + " are not watched");
    else // SSUBSCRIBE would make Lockscope one more waiter
        spots.push_back(
            "releases that are announced in sharded channels (Redisson) are not heard: no end of such a lock is called deleted early");
    if (!m_opened.freeStrings)
        spots.push_back("strings under names that do not suggest a lock are only found by a deep sweep");
    const auto &feed = m_feed.state();
    const std::string soon = m_heedsExchanges ? "within seconds" : "within minutes";
    switch (feed.source) {
    case MonitorState::Feed::Tracking:
        spots.push_back("SWAPDB sends no message: what it exchanges is noticed " + soon);
        if (!feed.allNames)
            spots.push_back("the server is busy: a new lock under a name outside the prefixes is found by the next sweep");
        break;
    case MonitorState::Feed::KeyspaceEvents:
        spots.push_back("SWAPDB and FLUSHDB send no event for a key: they are noticed within minutes");
        if (!feed.allNames)
            spots.push_back("the server is busy: a new lock under a name that does not suggest one is found by the next sweep");
        break;
    case MonitorState::Feed::Polling: spots.push_back("a lock that is taken and released between two polls is missed"); break;
    case MonitorState::Feed::None: break;
    }
    if (feed.readsInVain)
        spots.push_back(
            "most keys that may have changed have not: they are read at most a thousand times a second, so changes are reported late");
    if (feed.source != MonitorState::Feed::None && !feed.announcementsHeard)
        spots.push_back("release announcements may not be subscribed to: an early deletion cannot be distinguished from a release");
    return spots;
}

} // namespace lockcore
