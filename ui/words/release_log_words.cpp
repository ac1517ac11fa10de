// SPDX-License-Identifier: MIT
#include "ui/words/release_log_words.h"

#include "ui/words/event_words.h"
#include "ui/words/lock_words.h"
#include "ui/words/shown_text.h"

#include <QCoreApplication>
#include <QStringList>

#include <algorithm>

namespace lockscope {

using namespace Qt::Literals::StringLiterals;
using lockcore::ReleaseLogEntry;

namespace {

constexpr std::size_t longest = 2000;

struct ReleaseLogWords
{
    Q_DECLARE_TR_FUNCTIONS(ReleaseLogWords)
};

QString done(const ReleaseLogEntry &entry)
{
    if (entry.action == "give-lease")
        return ReleaseLogWords::tr("lease given");
    if (entry.action == "drop-dead-head")
        return ReleaseLogWords::tr("waiter dropped");
    return ReleaseLogWords::tr("released");
}

QString heldText(const ReleaseLogEntry &entry)
{
    if (!entry.heldSince)
        return ReleaseLogWords::tr("not watched before");
    const auto since = timeText(*entry.heldSince);
    return entry.heldLonger ? ReleaseLogWords::tr("%1 or earlier").arg(since) : since;
}

} // namespace

QString outcomeWord(const ReleaseLogEntry &entry)
{
    const auto &outcome = entry.outcome;
    if (outcome == "released")
        return done(entry);
    if (outcome == "released-untold")
        return ReleaseLogWords::tr("%1, waiters not notified").arg(done(entry));
    if (outcome == "changed")
        return ReleaseLogWords::tr("refused: it had changed");
    if (outcome == "not-there")
        return ReleaseLogWords::tr("refused: not there");
    if (outcome == "not-permitted")
        return ReleaseLogWords::tr("not permitted");
    if (outcome == "unknown")
        return ReleaseLogWords::tr("answer lost");
    return outcome.empty() ? ReleaseLogWords::tr("never answered") : shownText(outcome, 40);
}

QString releasedOwners(const ReleaseLogEntry &entry)
{
    if (entry.owners.empty())
        return ReleaseLogWords::tr("all");
    const auto first = ownerText(entry.owners.front());
    return entry.owners.size() == 1
               ? first
               : ReleaseLogWords::tr("%1 and %2 more").arg(first, numberText(static_cast<std::int64_t>(entry.owners.size()) - 1));
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
    add(ReleaseLogWords::tr("Outcome"), outcomeWord(entry));
    add(ReleaseLogWords::tr("When"), timeText(entry.time));
    add(ReleaseLogWords::tr("By"), shownText(entry.user, 100));
    add(ReleaseLogWords::tr("Server"), shownText(entry.server, longest));
    add(ReleaseLogWords::tr("Reason"), shownText(entry.reason, longest));
    add(ReleaseLogWords::tr("Changed"), shownText(entry.changed, 100));
    add(ReleaseLogWords::tr("Error"), shownText(entry.error, longest));
    add(ReleaseLogWords::tr("Lock"), shownText(entry.lock.key, longest));
    add(ReleaseLogWords::tr("Owner"), owners.isEmpty() ? ReleaseLogWords::tr("all") : owners.join(u", "_s));
    add(ReleaseLogWords::tr("Library"), shownText(entry.library, 60));
    add(ReleaseLogWords::tr("Held since"), heldText(entry));
    if (entry.renewals)
        add(ReleaseLogWords::tr("Renewals seen"), numberText(*entry.renewals));
    add(ReleaseLogWords::tr("Lease left"), entry.ttl ? spanText(*entry.ttl) : ReleaseLogWords::tr("none set"));
    add(ReleaseLogWords::tr("Waiters"), entry.waiters ? numberText(*entry.waiters) : ReleaseLogWords::tr("not known"));
    add(ReleaseLogWords::tr("Value seen"), shownText(entry.before, longest));
    return lines.join(u'\n');
}

} // namespace lockscope
