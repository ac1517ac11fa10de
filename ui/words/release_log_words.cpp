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

// Owners in a cell.
QString briefly(const std::vector<lockcore::Bytes> &owners)
{
    const auto first = ownerText(owners.front());
    return owners.size() == 1 ? first : Words::tr("%1 and %2 more").arg(first, numberText(static_cast<std::int64_t>(owners.size()) - 1));
}

QString inFull(const std::vector<lockcore::Bytes> &owners)
{
    QStringList names;
    for (const auto &owner : owners)
        names << shownText(owner, longest);
    return names.join(u", "_s);
}

// A lock that is released as a whole, and of which no holder was known. The value may be a mark.
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
    const auto &owners = entry.owners.empty() ? entry.holders : entry.owners;
    return owners.empty() ? wholeLock(entry) : briefly(owners);
}

QString releaseLogDetails(const ReleaseLogEntry &entry)
{
    QStringList lines;
    const auto add = [&](const QString &name, const QString &value) {
        if (!value.isEmpty())
            lines << u"%1: %2"_s.arg(name, value);
    };
    const auto &owners = entry.owners.empty() ? entry.holders : entry.owners;
    add(Words::tr("Outcome"), outcomeWord(entry));
    add(Words::tr("When"), timeText(entry.time));
    add(Words::tr("By"), shownText(entry.user, 100));
    add(Words::tr("Server"), shownText(entry.server, longest));
    add(Words::tr("Reason"), shownText(entry.reason, longest));
    add(Words::tr("Changed"), shownText(entry.changed, 100));
    add(Words::tr("Error"), shownText(entry.error, longest));
    add(Words::tr("Lock"), shownText(entry.lock.key, longest));
    add(Words::tr("Owner"), owners.empty() ? wholeLock(entry) : inFull(owners));
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
