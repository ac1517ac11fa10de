// SPDX-License-Identifier: MIT
#include "ui/words/lock_words.h"

#include "lockcore/base/duration.h"
#include "ui/words/shown_text.h"
#include "ui/words/tr.h"

#include <QLocale>

#include <algorithm>

namespace lockscope {

using namespace Qt::Literals::StringLiterals;
using lockcore::LockInfo;
using lockcore::LockKind;
using lockcore::Milliseconds;
using lockcore::ServerTime;

namespace {

constexpr std::size_t longestOwner = 24;

bool isHex(std::string_view text)
{
    return std::ranges::all_of(text, [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); });
}

// The length of a UUID (with or without hyphens) at the front, or 0.
std::size_t uuidLength(std::string_view text)
{
    constexpr std::size_t dashed = 36;
    constexpr std::size_t bare = 32;
    if (text.size() >= dashed && text[8] == '-' && text[13] == '-' && text[18] == '-' && text[23] == '-' && isHex(text.substr(0, 8))
        && isHex(text.substr(9, 4)) && isHex(text.substr(24, 12)))
        return dashed;
    const bool ends = text.size() == bare || (text.size() > bare && !isHex(text.substr(bare, 1)));
    return ends && isHex(text.substr(0, bare)) ? bare : 0;
}

QString kindWord(LockKind kind)
{
    switch (kind) {
    case LockKind::Lock: return Words::tr("lock");
    case LockKind::FairLock: return Words::tr("fair lock");
    case LockKind::RwLock: return Words::tr("read/write lock");
    case LockKind::Semaphore: return Words::tr("semaphore");
    case LockKind::Latch: return Words::tr("latch");
    case LockKind::JobLock: return Words::tr("job lock");
    case LockKind::Timestamp: return Words::tr("timestamp");
    case LockKind::Anonymous: return Words::tr("anonymous");
    }
    return {};
}

// With seconds: a time in minutes would not change for a minute and look frozen.
QString movingText(Milliseconds left)
{
    using namespace std::chrono;
    if (left < 10min || left >= 24h)
        return spanText(left);
    const hh_mm_ss time(floor<seconds>(left));
    const auto two = [](std::int64_t number) { return QString::number(number).rightJustified(2, u'0'); };
    const auto minutes = two(time.minutes().count()), seconds = two(time.seconds().count());
    return left < 1h ? Words::tr("%1 m %2 s").arg(minutes, seconds)
                     : Words::tr("%1 h %2 m %3 s").arg(QString::number(time.hours().count()), minutes, seconds);
}

} // namespace

QString kindText(const LockInfo &lock)
{
    auto what = lock.variant.empty() ? kindWord(lock.kind) : shownText(lock.variant, 40);
    if (lock.library.empty() || lock.library == "unknown")
        return what;
    return shownText(lock.library, 40) + u' ' + what;
}

QString ownerText(const lockcore::Bytes &owner)
{
    if (owner.empty())
        return Words::tr("anonymous");
    if (const auto length = uuidLength(owner)) // its first eight digits distinguish owners; the text after the UUID distinguishes threads
        return shownText(owner.substr(0, 8)) + u'…' + shownText(std::string_view(owner).substr(length), longestOwner - 9);
    return shownText(owner, longestOwner);
}

QString ownerText(const lockcore::Holder &holder) { return ownerText(holder.owner); }

QString ownersText(const LockInfo &lock)
{
    if (lock.holders.empty())
        return lock.moreHolders > 0 ? Words::tr("%1 (not listed)").arg(numberText(lock.moreHolders)) : Words::tr("not recorded");
    const auto more = lock.holderCount() - 1;
    const auto first = ownerText(lock.holders.front());
    return more == 0 ? first : Words::tr("%1 and %2 more").arg(first, numberText(more));
}

QString waitersText(const lockcore::Waiters &waiters)
{
    switch (waiters.knowledge) {
    case lockcore::Waiters::Knowledge::Exact: return numberText(waiters.count);
    case lockcore::Waiters::Knowledge::AtLeast:
        return waiters.count > 0 ? u"≥ "_s + numberText(waiters.count) : u"?"_s; // "at least 0" says nothing
    case lockcore::Waiters::Knowledge::Unknown: break;
    }
    return u"?"_s;
}

QString ttlText(const LockInfo &lock, ServerTime now)
{
    const auto left = timeLeft(lock, now);
    return left ? spanText(std::max(Milliseconds::zero(), *left)) : Words::tr("none");
}

QString heldForText(const LockInfo &lock, ServerTime now)
{
    const auto held = heldFor(lock, now);
    if (!held)
        return u"?"_s;
    return lock.heldSinceObserved ? spanText(*held) : u"≥ "_s + spanText(*held);
}

QString noLeaseText(const LockInfo &lock, ServerTime now)
{
    return lock.noLeaseSince ? movingText(std::max(Milliseconds::zero(), std::chrono::floor<Milliseconds>(now - *lock.noLeaseSince)))
                             : QString();
}

QString wholeLeaseText(const LockInfo &lock)
{
    if (!lock.lease)
        return {};
    const bool wholeMinutes = *lock.lease % std::chrono::minutes(1) < std::chrono::seconds(1);
    auto shown = wholeMinutes ? spanText(*lock.lease) : movingText(*lock.lease);
    switch (lock.leaseKnowledge) {
    case lockcore::LeaseKnowledge::AsSet: break;
    case lockcore::LeaseKnowledge::AtLeast: return Words::tr("at least %1").arg(shown);
    case lockcore::LeaseKnowledge::Usual: return Words::tr("usually %1").arg(shown);
    }
    return shown;
}

QString leaseText(Milliseconds left, const LockInfo &lock)
{
    const auto shown = movingText(std::max(left, Milliseconds::zero()));
    const bool endless = lock.deadline && lockcore::isLatest(*lock.deadline);
    return lock.lease && !endless ? Words::tr("%1 of %2").arg(shown, wholeLeaseText(lock)) : shown;
}

QString spanText(Milliseconds duration)
{
    return QString::fromStdString(lockcore::durationText(duration)).replace(u"."_s, QLocale().decimalPoint());
}

QString numberText(std::int64_t number) { return QLocale().toString(static_cast<qlonglong>(number)); }

} // namespace lockscope
