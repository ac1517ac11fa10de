// SPDX-License-Identifier: MIT
#include "ui/words/event_words.h"

#include <QDateTime>
#include <QLocale>

namespace lockscope {

using namespace Qt::Literals::StringLiterals;
QString timeText(lockcore::ServerTime time)
{
    const auto milliseconds = std::chrono::floor<std::chrono::milliseconds>(time.time_since_epoch()).count();
    const auto local = QDateTime::fromMSecsSinceEpoch(milliseconds);
    auto clock = local.toString(u"HH:mm:ss.zzz"_s);
    if (local.date() == QDate::currentDate())
        return clock;
    return QLocale().toString(local.date(), QLocale::ShortFormat) + u' ' + clock;
}

} // namespace lockscope
