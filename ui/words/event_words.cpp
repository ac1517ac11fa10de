// SPDX-License-Identifier: MIT
#include "words/event_words.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QLocale>

namespace lockscope {

using namespace Qt::Literals::StringLiterals;
using lockcore::EventType;

namespace {

struct EventWords
{
    Q_DECLARE_TR_FUNCTIONS(EventWords)
};

} // namespace

QString eventText(EventType type)
{
    switch (type) {
    case EventType::Seen: return EventWords::tr("seen");
    case EventType::Acquired: return EventWords::tr("acquired");
    case EventType::TakenOver: return EventWords::tr("taken over");
    case EventType::Released: return EventWords::tr("released");
    case EventType::Expired: return EventWords::tr("expired");
    case EventType::DeletedEarly: return EventWords::tr("deleted early");
    case EventType::Renewed: return EventWords::tr("renewed");
    case EventType::Reentered: return EventWords::tr("re-entered");
    case EventType::PartlyReleased: return EventWords::tr("partly released");
    case EventType::LeaseSet: return EventWords::tr("lease set");
    case EventType::LeaseShortened: return EventWords::tr("lease shortened");
    case EventType::LeaseRemoved: return EventWords::tr("lease removed");
    case EventType::Resurrected: return EventWords::tr("resurrected");
    case EventType::ForceReleased: return EventWords::tr("force-released");
    }
    return {};
}

QString timeText(lockcore::ServerTime time)
{
    const auto milliseconds = std::chrono::floor<std::chrono::milliseconds>(time.time_since_epoch()).count();
    const auto local = QDateTime::fromMSecsSinceEpoch(milliseconds);
    const auto clock = local.toString(u"HH:mm:ss.zzz"_s);
    if (local.date() == QDate::currentDate())
        return clock;
    return QLocale().toString(local.date(), QLocale::ShortFormat) + u' ' + clock;
}

} // namespace lockscope
