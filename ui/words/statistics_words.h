// SPDX-License-Identifier: MIT
// Statistics of locks as short texts for table cells, the same in window and command. Numbers in the user's locale.
#pragma once

#include "lockcore/monitor/statistics/lock_statistics.h"

#include <QStringList>

namespace lockscope {

struct StatisticsColumn
{
    QString title;
    QString explanation;
};

QString rateText(double perSecond);                                          ///< "27.3/s", "1.2/min"
QString percentileText(const lockcore::DurationCounts &counts, double part); ///< "33 ms"; "–": none was measured
QString kindOfNamesText(const std::string &kind);                            ///< "order:#"; "others"

/// Hand-overs, their rate, how long held (p50, p99), expired, how long waited (p50, p99).
QList<StatisticsColumn> statisticsColumns();
QStringList statisticsCells(const lockcore::LockStatistics &statistics); ///< one for each column

} // namespace lockscope
