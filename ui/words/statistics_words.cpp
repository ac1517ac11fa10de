// SPDX-License-Identifier: MIT
#include "ui/words/statistics_words.h"

#include "ui/words/lock_words.h"
#include "ui/words/shown_text.h"
#include "ui/words/tr.h"

#include <QLocale>

namespace lockscope {

using namespace Qt::Literals::StringLiterals;

QString rateText(double perSecond)
{
    const QLocale locale;
    if (perSecond >= 0.1)
        return Words::tr("%1/s").arg(locale.toString(perSecond, 'f', perSecond < 100 ? 1 : 0));
    return Words::tr("%1/min").arg(locale.toString(perSecond * 60, 'f', 1));
}

QString percentileText(const lockcore::DurationCounts &counts, double part)
{
    const auto duration = counts.percentile(part);
    if (!duration)
        return u"–"_s;
    return *duration < std::chrono::seconds(1) ? Words::tr("%1 ms").arg(duration->count()) : spanText(*duration);
}

QString kindOfNamesText(const std::string &kind) { return kind.empty() ? Words::tr("others") : shownText(kind); }

QList<StatisticsColumn> statisticsColumns()
{
    const auto held = Words::tr("How long it was held, of holdings whose begin and end were seen: half of them not longer");
    const auto heldLong = Words::tr("How long it was held: 99 of 100 holdings not longer");
    const auto waited = Words::tr("How long waiters were in the library's queue before they held it: half of them not longer. "
                                  "Only where there is a queue that can be read");
    const auto waitedLong = Words::tr("How long waiters were in the library's queue: 99 of 100 not longer");
    return {{Words::tr("Hand-overs"), Words::tr("How often a holder got it, as far as it was seen")},
            {Words::tr("Rate"), Words::tr("Hand-overs per second, on average")},
            {Words::tr("Held p50"), held},
            {Words::tr("Held p99"), heldLong},
            {Words::tr("Expired"), Words::tr("How often its lease ran out")},
            {Words::tr("Waited p50"), waited},
            {Words::tr("Waited p99"), waitedLong}};
}

QStringList statisticsCells(const lockcore::LockStatistics &statistics)
{
    return {numberText(statistics.handOvers),      rateText(statistics.handOversPerSecond()),
            percentileText(statistics.holds, 0.5), percentileText(statistics.holds, 0.99),
            numberText(statistics.expired),        percentileText(statistics.waits, 0.5),
            percentileText(statistics.waits, 0.99)};
}

} // namespace lockscope
