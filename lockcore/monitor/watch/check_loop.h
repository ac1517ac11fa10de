// SPDX-License-Identifier: MIT
// Checks the server every ten seconds: its notices, its clock, and whether it was restarted. One thread.
#pragma once

#include "lockcore/monitor/watch/session_report.h"

namespace lockcore {

class CheckLoop
{
public:
    CheckLoop(const SessionParts &parts, FeedLinks &links, Feed &feed, SessionReport &report)
        : m_parts(parts)
        , m_links(links)
        , m_feed(feed)
        , m_report(report)
    { }

    void note(const ServerCheck &check);

    Task<Result<void>> run(); ///< ends with an error only: the connection

private:
    void keepFacts(ServerFacts &facts) const;

    const SessionParts &m_parts;
    FeedLinks &m_links;
    Feed &m_feed;
    SessionReport &m_report;
};

} // namespace lockcore
