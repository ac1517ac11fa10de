// SPDX-License-Identifier: MIT
#include "ui/words/verdict_words.h"

#include "ui/words/lock_words.h"
#include "ui/words/tr.h"

#include <algorithm>

namespace lockscope {

using namespace lockcore;

namespace {

QString agoText(ServerTime then, ServerTime now)
{
    return spanText(std::max(Milliseconds::zero(), std::chrono::floor<Milliseconds>(now - then)));
}

bool eachHasADeadline(const LockInfo &lock)
{
    return !lock.holders.empty() && lock.moreHolders == 0
           && std::ranges::all_of(lock.holders, [](const Holder &holder) { return holder.deadline.has_value(); });
}

QString withoutDeadline(const LockInfo &lock)
{
    switch (lock.state) {
    case LockState::Immortal: return Words::tr("Will never end by itself: its lease is missing.");
    case LockState::NoLease: return Words::tr("Will never end by itself: it has no expiry.");
    case LockState::Stale: return Words::tr("Its value says that it lapsed; the next client that asks may take it.");
    default: break;
    }
    if (eachHasADeadline(lock))
        return Words::tr("Each holder has a deadline of its own.");
    return lock.kind == LockKind::Timestamp ? Words::tr("Lapses by the time in its value; Redis will not end it.")
                                            : Words::tr("Redis will not end it: it has no expiry.");
}

QString untilText(Milliseconds left, const LockInfo &lock, ServerTime now)
{
    if (left <= Milliseconds::zero())
        return Words::tr("its lease is over");
    if (isLeast(left, now))
        return Words::tr("its lease has no end in sight");
    return lock.holderCount() > 1 ? Words::tr("the last lease ends in %1 unless renewed").arg(spanText(left))
                                  : Words::tr("free in %1 unless renewed").arg(spanText(left));
}

// Who waits, for the middle of a sentence; empty: nobody is known to wait.
QString waitText(const Waiters &waiters)
{
    if (!waiters.any())
        return {};
    const auto number = numberText(waiters.count);
    if (waiters.knowledge == Waiters::Knowledge::AtLeast)
        return waiters.count == 1 ? Words::tr("at least 1 waits") : Words::tr("at least %1 wait").arg(number);
    return waiters.count == 1 ? Words::tr("1 waits") : Words::tr("%1 wait").arg(number);
}

QString endText(const LockInfo &lock)
{
    const auto lease = wholeLeaseText(lock);
    if (!lock.deadline)
        return Words::tr("if its holder dies it stays locked");
    if (lease.isEmpty() || isLatest(*lock.deadline))
        return {};
    return lock.renewals.count > 0 ? Words::tr("if its holder dies it is free %1 later").arg(lease)
                                   : Words::tr("if its holder dies it is free when the lease of %1 ends").arg(lease);
}

} // namespace

QString verdictText(const LockInfo &lock, ServerTime now)
{
    if (!heldFor(lock, now))
        return Words::tr("It counts permits; whether some are taken is not known.");
    const auto left = timeLeft(lock, now);
    if (!left || lock.state == LockState::Stale)
        return withoutDeadline(lock);
    const auto &renewals = lock.renewals;
    if (renewals.count == 0 || !renewals.last)
        return Words::tr("No renewal seen; %1.").arg(untilText(*left, lock, now));
    const auto ago = agoText(*renewals.last, now);
    if (lock.state == LockState::RenewalOverdue)
        return Words::tr("Its renewals stopped %1 ago; %2.").arg(ago, untilText(*left, lock, now));
    if (lock.state == LockState::HeldTooLong)
        return Words::tr("Held for %1 and still renewed, %2 ago.").arg(spanText(*heldFor(lock, now)), ago);
    return Words::tr("Renewed %1 ago.").arg(ago);
}

QString outlookText(const LockInfo &lock)
{
    if (lock.state == LockState::Stale || lock.holderCount() > 1 || eachHasADeadline(lock) || lock.kind == LockKind::Timestamp)
        return {}; // no single holder decides when it is free
    QStringList now;
    if (lock.renewals.period)
        now << Words::tr("renewed every %1").arg(spanText(*lock.renewals.period));
    if (const auto waiting = waitText(lock.waiters); !waiting.isEmpty())
        now << waiting;
    QStringList parts{now.join(Words::tr(", ", "between parts of a sentence")), endText(lock)};
    parts.removeAll({});
    auto sentence = parts.join(Words::tr("; ", "between halves of a sentence"));
    if (sentence.isEmpty())
        return {};
    return sentence.at(0).toUpper() + sentence.mid(1) + u'.';
}

} // namespace lockscope
