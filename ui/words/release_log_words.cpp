// SPDX-License-Identifier: MIT
#include "ui/words/release_log_words.h"

#include "lockcore/json/json_bytes.h"
#include "ui/words/event_words.h"
#include "ui/words/lock_words.h"
#include "ui/words/shown_text.h"
#include "ui/words/tr.h"

#include <QJsonDocument>
#include <QJsonObject>
#include <QStringList>

#include <algorithm>

namespace lockscope {

using namespace Qt::Literals::StringLiterals;
using lockcore::ReleaseLogEntry;

namespace {

constexpr std::size_t longest = 2000;

// A lock that is one value is released as a whole. The value may name its holder, or be a mark.
QString wholeLock(const ReleaseLogEntry &entry)
{
    const auto value = lockcore::bytesIn(QJsonDocument::fromJson(QByteArray::fromStdString(entry.before)).object(), u"value"_s);
    return value.empty() ? Words::tr("all") : Words::tr("whoever held it (%1)").arg(ownerText(value));
}

QString done(const ReleaseLogEntry &entry)
{
    if (entry.action == "give-lease")
        return Words::tr("lease given");
    if (entry.action == "drop-dead-head")
        return Words::tr("waiter dropped");
    return Words::tr("released");
}

QString heldText(const ReleaseLogEntry &entry)
{
    if (!entry.heldSince)
        return Words::tr("not watched before");
    const auto since = timeText(*entry.heldSince);
    return entry.heldLonger ? Words::tr("%1 or earlier").arg(since) : since;
}

} // namespace

QString outcomeWord(const ReleaseLogEntry &entry)
{
    const auto &outcome = entry.outcome;
    if (outcome == "released")
        return done(entry);
    if (outcome == "released-untold")
        return Words::tr("%1, waiters not notified").arg(done(entry));
    if (outcome == "changed")
        return Words::tr("refused: it had changed");
    if (outcome == "not-there")
        return Words::tr("refused: not there");
    if (outcome == "not-permitted")
        return Words::tr("not permitted");
    if (outcome == "unknown")
        return Words::tr("answer lost");
    return outcome.empty() ? Words::tr("never answered") : shownText(outcome, 40);
}

QString releasedOwners(const ReleaseLogEntry &entry)
{
    if (entry.owners.empty())
        return wholeLock(entry);
    const auto first = ownerText(entry.owners.front());
    return entry.owners.size() == 1
               ? first
               : Words::tr("%1 and %2 more").arg(first, numberText(static_cast<std::int64_t>(entry.owners.size()) - 1));
}

QString releaseLogDetails(const ReleaseLogEntry &entry)
{
    QStringList lines;
    const auto add = [&](const QString &name, const QString &value) {
        if (!value.isEmpty())
            lines << u"%1: %2"_s.arg(name, value);
    };
    QStringList owners;
    for (const auto &owner : entry.owners)
        owners << shownText(owner, longest);
    add(Words::tr("Outcome"), outcomeWord(entry));
    add(Words::tr("When"), timeText(entry.time));
    add(Words::tr("By"), shownText(entry.user, 100));
    add(Words::tr("Server"), shownText(entry.server, longest));
    add(Words::tr("Reason"), shownText(entry.reason, longest));
    add(Words::tr("Changed"), shownText(entry.changed, 100));
    add(Words::tr("Error"), shownText(entry.error, longest));
    add(Words::tr("Lock"), shownText(entry.lock.key, longest));
    add(Words::tr("Owner"), owners.isEmpty() ? wholeLock(entry) : owners.join(u", "_s));
    add(Words::tr("Library"), shownText(entry.library, 60));
    add(Words::tr("Held since"), heldText(entry));
    if (entry.renewals)
        add(Words::tr("Renewals seen"), numberText(*entry.renewals));
    add(Words::tr("Lease left"), entry.ttl ? spanText(*entry.ttl) : Words::tr("none set"));
    add(Words::tr("Waiters"), entry.waiters ? numberText(*entry.waiters) : Words::tr("not known"));
    add(Words::tr("Value seen"), shownText(entry.before, longest));
    return lines.join(u'\n');
}

} // namespace lockscope
