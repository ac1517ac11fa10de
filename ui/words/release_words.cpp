// SPDX-License-Identifier: MIT
#include "ui/words/release_words.h"

#include "ui/words/lock_words.h"
#include "ui/words/shown_text.h"
#include "ui/words/tr.h"

#include <QStringList>

#include <algorithm>

namespace lockscope {

using namespace Qt::Literals::StringLiterals;
using lockcore::Aftermath;
using lockcore::Difference;
using lockcore::Holder;
using lockcore::ReleaseAction;
using lockcore::ReleaseOutcome;
using lockcore::ReleaseReport;
using Kind = lockcore::ReleaseWarning::Kind;

namespace {

constexpr std::size_t shownKeyLength = 80;

QString keyText(const lockcore::LockId &id) { return shownText(id.key, shownKeyLength); }

QString holdersText(const std::vector<Holder> &holders)
{
    constexpr std::size_t some = 3;
    QStringList names;
    for (std::size_t i = 0; i < std::min(holders.size(), some); ++i) {
        if (i > 0 && !holders[i].owner.empty() && holders[i].owner == holders[i - 1].owner)
            continue; // one holder that reads and writes
        const auto &[owner, count] = std::tie(holders[i].owner, holders[i].count);
        names += !owner.empty() ? shownText(owner, shownKeyLength)
                 : count == 1   ? Words::tr("an unnamed holder")
                                : Words::tr("%Ln unnamed holders", nullptr, static_cast<int>(count));
    }
    const auto text = names.join(u", "_s);
    return holders.size() > some ? Words::tr("%1 and %n more", nullptr, static_cast<int>(holders.size() - some)).arg(text) : text;
}

// The key's deadline, or the latest one if each holder has its own deadline.
std::optional<lockcore::ServerTime> endOf(const lockcore::KeySnapshot &now, const std::vector<Holder> &holders)
{
    const auto last = std::ranges::max_element(holders, {}, &Holder::deadline);
    const bool each = std::ranges::all_of(holders, [](const Holder &holder) { return holder.deadline.has_value(); });
    return !now.deadline && each && last != holders.end() ? last->deadline : now.deadline;
}

QString nowText(const ReleaseReport &report)
{
    if (!report.now)
        return {};
    if (!report.now->value.exists())
        return Words::tr("The key does not exist now.");
    if (report.holdersNow.empty())
        return Words::tr("The key now holds a %1; by itself, it does not show who holds it.")
            .arg(shownText(toString(report.now->value.type)));
    const auto left = lockcore::timeLeft(endOf(*report.now, report.holdersNow), report.now->at);
    if (!left)
        return Words::tr("Now it is held by %1, without a TTL.").arg(holdersText(report.holdersNow));
    return Words::tr("Now it is held by %1; its lease has %2 left.").arg(holdersText(report.holdersNow), spanText(*left));
}

QString joined(const QStringList &sentences)
{
    QStringList present = sentences;
    present.removeAll(QString());
    return present.join(u' ');
}

QString doneText(const ReleaseReport &report)
{
    const auto key = keyText(report.order.wish.id);
    switch (report.order.wish.action) {
    case ReleaseAction::Release: break;
    case ReleaseAction::GiveLease: return Words::tr("%1 has a lease of %2 now.").arg(key, spanText(report.order.wish.lease));
    case ReleaseAction::DropDeadHead: return Words::tr("The first waiter of %1 is dropped from the queue.").arg(key);
    }
    if (!report.freesAll && !report.freed.empty())
        return joined({Words::tr("%1 is no longer held by %2; whoever else holds it was left alone.").arg(key, holdersText(report.freed)),
                       report.told == 0 ? QString() : Words::tr("The release was announced.")});
    // The number of receivers is not shown, because the server also counts pattern subscribers, and Lockscope is one of them.
    return report.told == 0 ? Words::tr("%1 is released.").arg(key) : Words::tr("%1 is released, and the release was announced.").arg(key);
}

QString dryText(const ReleaseReport &report)
{
    const auto key = keyText(report.order.wish.id);
    switch (report.order.wish.action) {
    case ReleaseAction::Release:
        return report.freesAll || report.freed.empty()
                   ? Words::tr("%1 would be released. Nothing was changed.").arg(key)
                   : Words::tr("%1 would be taken from %2; others would still hold it. Nothing was changed.")
                         .arg(key, holdersText(report.freed));
    case ReleaseAction::GiveLease: return Words::tr("%1 would be given a lease. Nothing was changed.").arg(key);
    case ReleaseAction::DropDeadHead: return Words::tr("The first waiter of %1 would be dropped. Nothing was changed.").arg(key);
    }
    return {};
}

QString auditSentence(const lockcore::Error &error)
{
    return Words::tr("The audit file cannot be written: %1. Make room, or set XDG_STATE_HOME to another directory.")
        .arg(shownText(error.text));
}

QString errorText(const lockcore::Error &error, const lockcore::Endpoint &endpoint, lockcore::Milliseconds timeout)
{
    auto sentence = error.detail == "audit" ? auditSentence(error) : errorSentence(error, endpoint, timeout);
    if (!error.is("CROSSSLOT"))
        return sentence;
    return sentence + u' '
           + Words::tr("The lock and what belongs to it have different slots, and Lockscope frees only what can be freed "
                       "in one step. Let its lease end, or delete the key yourself; the waiters are then not notified.");
}

QString withPeriod(std::optional<lockcore::Milliseconds> period, const QString &sentence)
{
    return period ? Words::tr("%1 (Every %2.)").arg(sentence, spanText(*period)) : sentence;
}

QString withParticulars(const QString &sentence, const std::string &text)
{
    return text.empty() ? sentence : u"%1 (%2)"_s.arg(sentence, shownText(text));
}

} // namespace

QString releaseTitle(const lockcore::ReleasePlan &plan)
{
    const auto key = keyText(plan.order.wish.id);
    switch (plan.order.wish.action) {
    case ReleaseAction::Release: break;
    case ReleaseAction::GiveLease: return Words::tr("Give %1 a lease of %2").arg(key, spanText(plan.order.wish.lease));
    case ReleaseAction::DropDeadHead: return Words::tr("Drop the first waiter of %1").arg(key);
    }
    return plan.freed.empty() ? Words::tr("Release %1").arg(key) : Words::tr("Release %1, held by %2").arg(key, holdersText(plan.freed));
}

QString hindranceText(const lockcore::ReleasePlan &plan, const lockcore::Endpoint &endpoint, lockcore::Milliseconds timeout)
{
    if (!plan.hindrance)
        return {};
    if (plan.hindrance->error)
        return errorText(*plan.hindrance->error, endpoint, timeout) + u' ' + Words::tr("Nothing was changed.");
    return Words::tr("%1: %2. Nothing was changed.").arg(keyText(plan.order.wish.id), shownText(plan.hindrance->text));
}

QString lifeText(Kind kind)
{
    switch (kind) {
    case Kind::HolderRenews: return Words::tr("The holder was seen renewing: it is alive.");
    case Kind::HolderExtended: return Words::tr("It was renewed, or acquired again, since it was shown: most likely a holder is alive.");
    case Kind::HolderStopped: return Words::tr("The holder renewed and has stopped: it may be dead, paused or cut off.");
    case Kind::HolderMayBeAlive: return Words::tr("Nothing shows whether the holder is alive.");
    default: return {};
    }
}

QString warningText(const lockcore::ReleaseWarning &warning)
{
    const auto with = [&](const QString &sentence) { return withParticulars(sentence, warning.text); };
    const auto text = shownText(warning.text);
    switch (warning.kind) {
    case Kind::HolderRenews:
    case Kind::HolderExtended:
        return withPeriod(warning.period,
                          joined({lifeText(warning.kind), Words::tr("Releasing breaks mutual exclusion, two will work at once.")}));
    case Kind::HolderStopped: return joined({lifeText(warning.kind), Words::tr("If it still works, two will work at once.")});
    case Kind::HolderMayBeAlive: return joined({lifeText(warning.kind), Words::tr("If it is, two will work at once.")});
    case Kind::WaiterMayBeAlive: return Words::tr("Its time is not over: the waiter may be alive, and loses its place.");
    case Kind::LeaseMayEnd:
        return Words::tr("When the lease ends, the key is deleted. A holder that still works does not notice, and two will work at once.");
    case Kind::RetakeUnseen:
        return Words::tr(
            "Lockscope cannot distinguish one hold of this lock from the next: the owner may have the same name for each, or has none, and "
            "no deadline would show it. If it is released and acquired again before this runs, Lockscope does not notice, and the "
            "new hold is released.");
    case Kind::Resurrects: return with(Words::tr("If the holder is alive, it acquires the lock again by itself."));
    case Kind::MayResurrect: return with(Words::tr("If the holder is alive, it may acquire the lock again by extending it."));
    case Kind::DeletesNextOwners: return with(Words::tr("When the old holder is done, it deletes the next owner's lock too."));
    case Kind::OneOfSeveralServers:
        return Words::tr("If this is a Redlock, it is held on several servers; it is free when a majority of them is released.");
    case Kind::SeveralKeys: return with(Words::tr("The same holder may hold further keys; they stay."));
    case Kind::JobRunsTwice: return with(Words::tr("The job may run a second time."));
    case Kind::JobMayHaveEnded: return with(Words::tr("The work may already have ended; the library keeps the lock on purpose."));
    case Kind::Throttle: return with(Words::tr("It may be a rate limit and not a critical section."));
    case Kind::TransactionCommits: return Words::tr("A transaction is being committed under it.");
    case Kind::Leadership: return with(Words::tr("It represents leadership: releasing it causes a fail-over."));
    case Kind::OtherHoldersStay:
        return warning.holders == 1 ? Words::tr("One other holder stays, and so does the lock's deadline, if it has one.")
                                    : Words::tr("%Ln other holders stay, and so does the lock's deadline, if it has one.", nullptr,
                                                static_cast<int>(warning.holders));
    case Kind::UnnamedAreFreed:
        return warning.holders == 1
                   ? Words::tr("A holder who is counted without a name is freed, too.")
                   : Words::tr("%Ln holders who are counted without a name are freed, too.", nullptr, static_cast<int>(warning.holders));
    case Kind::WaitersPoll: return Words::tr("The waiters cannot be notified: such clients poll.");
    case Kind::WaitersSleepOn: return Words::tr("The present waiters are not notified when the lease ends, and may keep waiting.");
    case Kind::MaybeNoLock: return Words::tr("It may not be a lock: the evidence is weak.");
    case Kind::FenceStays:
        return Words::tr("The key stays with its fencing token, from which the next one may be counted up. If clients then still take "
                         "it for held, delete the key yourself.");
    case Kind::FenceGoes:
        return Words::tr("The fencing token goes with the value. If clients count the next one up from it, they begin again, and what is "
                         "fenced by it may refuse them.");
    case Kind::CompanionIsALock: return Words::tr("%1 is a separate lock and stays.").arg(text);
    case Kind::WakesByGuess:
        return Words::
            tr("The channels are a guess, in case this is a lock of %1. Others hear it only if they listen to all channels, or by a pattern.")
                .arg(text);
    }
    return {};
}

QString differenceText(Difference difference)
{
    switch (difference) {
    case Difference::Type: return Words::tr("The key, or one that belongs to it, holds something of another type.");
    case Difference::Owner: return Words::tr("An owner that was to be freed no longer holds it.");
    case Difference::Count:
        return Words::tr("Its count is different: a hold or a permit was acquired or released in between, so a holder is alive.");
    case Difference::Holders: return Words::tr("Others have joined or left its holders.");
    case Difference::Lease: return Words::tr("Its deadline is different: it was renewed, or released and acquired again.");
    case Difference::Queue:
        return Words::tr("The head of the queue is different: another waiter, none, or the same one with another time.");
    case Difference::Value:
        return Words::tr("What it holds is different: it was renewed, has another owner, or something else was written to it.");
    }
    return {};
}

namespace {

// A holder renewed the lock if the deadline is later; an earlier or a missing deadline may have any cause.
QString leaseText(const ReleaseReport &report)
{
    const auto &was = report.order.look.deadline;
    const auto *now = report.now && report.now->value.exists() ? &*report.now : nullptr;
    if (now && was && !now->deadline)
        return Words::tr("It has no deadline any more: its lease was removed, or it was released and acquired again.");
    if (now && was && *now->deadline < *was)
        return Words::tr("Its deadline is earlier: its lease was shortened, or it was released and acquired again.");
    if (now && !was && now->deadline)
        return Words::tr("It has a deadline now: a lease was given to it, or it was released and acquired again.");
    const bool later = now && was && *now->deadline > *was;
    if (later && !report.freesAll && !report.freed.empty() && report.freed.size() < report.holdersNow.size())
        return Words::tr("The deadline that its holders share is later: one of them renewed it, or somebody joined them.");
    return joined({differenceText(Difference::Lease), later ? Words::tr("Most likely the holder is alive.") : QString()});
}

} // namespace

QString outcomeText(const ReleaseReport &report, const lockcore::Endpoint &endpoint, lockcore::Milliseconds timeout)
{
    const auto error = report.error ? errorText(*report.error, endpoint, timeout) : QString();
    const auto audit = report.auditError ? auditSentence(*report.auditError) : QString();
    const auto key = keyText(report.order.wish.id);
    switch (report.outcome) {
    case ReleaseOutcome::Released: return joined({report.dry ? dryText(report) : doneText(report), audit});
    case ReleaseOutcome::ReleasedUntold:
        return joined({doneText(report), Words::tr("But the wake-up failed, so the waiters may keep waiting."), error, audit});
    case ReleaseOutcome::Changed:
        if (!report.changed)
            return joined(
                {Words::tr("%1, or something that belongs to it, changes too fast to be released without a script; nothing was changed.")
                     .arg(key),
                 nowText(report), audit});
        return joined({Words::tr("%1 has changed since Lockscope looked at it, and was left as it is.").arg(key),
                       *report.changed == Difference::Lease ? leaseText(report) : differenceText(*report.changed), nowText(report), audit});
    case ReleaseOutcome::NotThere: return joined({Words::tr("%1 is not there; nothing was changed.").arg(key), audit});
    case ReleaseOutcome::NotPermitted: return joined({Words::tr("Nothing was changed."), error, audit});
    case ReleaseOutcome::Unknown:
        return joined({Words::tr("The answer was lost: %1 may or may not be released.").arg(key), nowText(report), error, audit});
    }
    return {};
}

QString aftermathText(const lockcore::ReleaseAftermath &aftermath, const lockcore::Endpoint &endpoint, lockcore::Milliseconds timeout)
{
    const auto key = keyText(aftermath.order.wish.id);
    switch (aftermath.how) {
    case Aftermath::StillFree: return Words::tr("Nobody was seen acquiring %1 in the %2 since then.").arg(key, spanText(aftermath.watched));
    case Aftermath::NewOwner:
        if (std::ranges::all_of(aftermath.holders, [](const Holder &holder) { return holder.owner.empty(); }))
            return Words::tr("%1 is held again; its value does not say by whom.").arg(key);
        return Words::tr("%1 has a new owner: %2.").arg(key, holdersText(aftermath.holders));
    case Aftermath::Resurrected:
        return Words::tr("%1 is held again under the same owner (%2): the holder is alive, or another one uses the same owner text.")
            .arg(key, holdersText(aftermath.holders));
    case Aftermath::NotWatched: break;
    }
    return aftermath.error
               ? Words::tr("%1 could not be watched afterwards. %2").arg(key, errorSentence(*aftermath.error, endpoint, timeout))
               : QString();
}

} // namespace lockscope
