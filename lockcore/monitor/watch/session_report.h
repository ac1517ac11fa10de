// SPDX-License-Identifier: MIT
// What a Session reports about itself in the MonitorStore's state: notices, the feed, what it cannot see. Each part of the Session adds
// what it learns. One thread.
#pragma once

#include "lockcore/monitor/watch/feed.h"
#include "lockcore/monitor/watch/opening.h"
#include "lockcore/monitor/watch/session_parts.h"

namespace lockcore {

class SessionReport
{
public:
    SessionReport(const SessionParts &parts, const Feed &feed, const Opened &opened)
        : m_parts(parts)
        , m_feed(feed)
        , m_opened(opened)
        , m_notices(opened.notices)
    { }

    void setServer(const ServerCheck &check); ///< from the latest check
    void add(Notice notice) { m_notices.push_back(std::move(notice)); }
    void setRefused(std::optional<Error> said) { m_refused = std::move(said); } ///< the server's answer to a sweep; see isBusy()
    void setWaitersDear(bool dear) { m_waitersDear = dear; }
    void setHeedsExchanges(bool heeds) { m_heedsExchanges = heeds; } ///< exchanges of the data by SWAPDB and the like are noticed
    void setNextSweep(std::optional<Moment> when) { m_nextSweep = when; }

    void post(); ///< writes everything into the MonitorStore's state

private:
    Coverage coverage() const;
    std::vector<Notice> notices(const Coverage &coverage) const;
    std::vector<std::string> blindSpots() const;

    const SessionParts &m_parts;
    const Feed &m_feed;
    const Opened &m_opened;
    std::vector<Notice> m_ofServer;
    std::vector<Notice> m_notices;
    std::optional<Moment> m_nextSweep;
    std::optional<Error> m_refused;
    bool m_stale = false;
    bool m_waitersDear = false;
    bool m_heedsExchanges = false;
};

} // namespace lockcore
