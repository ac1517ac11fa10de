// SPDX-License-Identifier: MIT
// Turns the changes of a Monitor into what `lockscope watch` prints. Pure: no terminal, no event loop.
#pragma once

#include "app/monitor/known_locks.h"
#include "app/monitor/list_output.h"
#include "app/monitor/statistics_output.h"
#include "lockcore/monitor/incidents/incident_finder.h"

#include <functional>
#include <map>

namespace lockscope {

class WatchOutput final
{
public:
    WatchOutput(Options options, TextStyle style)
        : m_options(std::move(options))
        , m_style(style)
        , m_statistics(m_options, style)
        , m_incidents(shortName(m_options.endpoint), shortName(m_options.endpoint))
    { }

    /// One line on stdout per event that passes the filter; locks that were there at the start are events, too. Changes of the connection
    /// and of the feed go to stderr. With Options::byPrefix: statistics instead of the events.
    CommandOutput feed(const lockcore::MonitorChange &change);

    /// One line for stderr at the end: how many incidents were printed. Empty: none.
    QString summary() const;

private:
    QByteArray events(const lockcore::MonitorChange &change, const std::function<bool(const lockcore::LockEvent &)> &wanted);
    QByteArray blindness(const lockcore::MonitorChange &change);
    QByteArray line(const lockcore::LockEvent &event) const;
    QStringList messages(const lockcore::MonitorState &state) const;
    QStringList liveMessages(const lockcore::MonitorState &state) const;
    QString remedy(const lockcore::Notice &notice, const lockcore::MonitorState &state) const; ///< of a lost node: why, and what to do
    QString lostMessage(const lockcore::MonitorState &state) const;

    Options m_options;
    TextStyle m_style;
    StatisticsOutput m_statistics;
    KnownLocks m_locks;
    lockcore::MonitorState m_last; ///< the state in the last change
    std::vector<lockcore::Notice> m_toldNotices;
    std::int64_t m_toldUnread = 0;
    bool m_wasLive = false;
    lockcore::IncidentFinder m_incidents;
    std::map<lockcore::Incident::Kind, int> m_counts; ///< of what was printed
};

} // namespace lockscope
