// SPDX-License-Identifier: MIT
// Turns the changes of a Monitor into what `lockscope watch --by-prefix` prints. Pure: no terminal, no event loop.
#pragma once

#include "app/command/options.h"
#include "app/command/text_columns.h"
#include "lockcore/monitor/statistics/recent_statistics.h"

#include <QByteArray>

namespace lockscope {

class StatisticsOutput final
{
public:
    StatisticsOutput(const Options &options, TextStyle style)
        : m_interval(options.byPrefix.value_or(lockcore::Milliseconds(0)))
        , m_json(options.json)
        , m_style(style)
    { }

    /// One table, or one JSON object per prefix in a line, each time that the interval has passed; otherwise nothing.
    QByteArray feed(const lockcore::MonitorChange &change, const lockcore::RecentStatistics::Wanted &wanted);

private:
    QByteArray jsonLines(const std::vector<lockcore::KindStatistics> &kinds, lockcore::ServerTime now) const;
    QString table(const std::vector<lockcore::KindStatistics> &kinds, lockcore::ServerTime now) const;

    lockcore::Milliseconds m_interval;
    bool m_json;
    TextStyle m_style;
    lockcore::RecentStatistics m_recent;
    std::optional<lockcore::ServerTime> m_due;
};

} // namespace lockscope
