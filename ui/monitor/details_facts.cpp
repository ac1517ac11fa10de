// SPDX-License-Identifier: MIT
#include "ui/monitor/details_facts.h"

#include "lockcore/monitor/formats/token_time.h"
#include "ui/words/event_words.h"
#include "ui/words/lock_words.h"
#include "ui/words/shown_text.h"
#include "ui/words/statistics_words.h"
#include "ui/words/tone.h"
#include "ui/words/tr.h"
#include "ui/words/verdict_words.h"

namespace lockscope {

using namespace lockcore;
using namespace Qt::Literals::StringLiterals;

namespace {

constexpr std::size_t mostHolders = 20;
constexpr std::size_t longestShown = 400; // characters of a key or an owner; the table's tooltip shows all of them

QString countText(const Holder &holder)
{
    const auto count = numberText(holder.count);
    if (holder.count == 2)
        return Words::tr("%1 (re-entered once)").arg(count);
    return holder.count > 2 ? Words::tr("%1 (re-entered %2 times)").arg(count, numberText(holder.count - 1)) : count;
}

// A long part that the owner shows as it is would only push what matters out of sight.
bool isSaidBy(const Bytes &owner, const OwnerFact &fact)
{
    constexpr std::size_t longPart = 20;
    return fact.text.size() >= longPart && owner.find(fact.text) != owner.npos;
}

QString drawnText(ServerTime drawn, ServerTime now)
{
    const auto age = std::chrono::duration_cast<Milliseconds>(now - drawn);
    return age.count() >= 0 ? Words::tr("Token drawn %1 ago, by its client's clock.").arg(spanText(age))
                            : Words::tr("Token drawn by a clock that is %1 ahead of the server's.").arg(spanText(-age));
}

void addHolder(QList<Fact> &facts, const Holder &holder, const LockInfo &lock, ServerTime now, const OwnerColour &colourOf)
{
    const bool nobody = holder.owner.empty();
    facts.append({{},
                  nobody ? Words::tr("not recorded") : shownText(holder.owner, longestShown),
                  nobody ? Fact::KeySnapshot::Light : Fact::KeySnapshot::Key,
                  colourOf ? colourOf(holder.owner) : -1,
                  true});
    const auto drawn = tokenTime(holder.owner, now);
    if (drawn)
        facts.append({{}, drawnText(*drawn, now), Fact::KeySnapshot::Light, -1, true});
    for (const auto &fact : holder.facts) {
        if (!isSaidBy(holder.owner, fact) && !(drawn && fact.label == "drawn at"))
            facts.append({shownText(fact.label, 24), shownText(fact.text, longestShown), Fact::KeySnapshot::Plain, -1});
    }
    if (lock.kind == LockKind::Semaphore)
        facts.append({Words::tr("permits"), numberText(holder.count), Fact::KeySnapshot::Plain, -1, false, u"permit"_s});
    else if (holder.count != 1)
        facts.append({Words::tr("hold count"), countText(holder), Fact::KeySnapshot::Plain, -1, false, u"hold count"_s});
    if (holder.deadline && holder.deadline != lock.deadline)
        facts.append({Words::tr("until"), timeText(*holder.deadline), Fact::KeySnapshot::Plain, -1, false, u"deadline"_s});
    if (holder.mode != Mode::Exclusive)
        facts.append({Words::tr("mode"), holder.mode == Mode::Read ? Words::tr("read") : Words::tr("write"), Fact::KeySnapshot::Plain, -1,
                      false, u"mode"_s});
}

QString leaseLeftText(const LockRow &row, ServerTime now)
{
    const auto left = leaseLeft(row, now);
    if (!left)
        return row.lock.state == LockState::Immortal ? Words::tr("none, although there should be one") : Words::tr("none set");
    return leaseText(*left, row.lock);
}

QString goneText(const LockRow &row)
{
    const auto how = eventText(row.last);
    return row.goneAtServer ? Words::tr("%1 at %2").arg(how, timeText(*row.goneAtServer)) : how;
}

QString renewalText(const Renewals &renewals)
{
    if (renewals.count == 0)
        return Words::tr("none seen");
    const auto count = renewals.count == 1 ? Words::tr("1 renewal") : Words::tr("%Ln renewals", nullptr, static_cast<int>(renewals.count));
    return renewals.period ? Words::tr("%1, about every %2").arg(count, spanText(*renewals.period)) : count;
}

QString waitingText(const Waiters &waiters, ServerTime now)
{
    QString said;
    switch (waiters.knowledge) {
    case Waiters::Knowledge::Unknown: return Words::tr("not known");
    case Waiters::Knowledge::AtLeast:
        if (waiters.count == 0)
            return Words::tr("not known");
        said = Words::tr("at least %1").arg(numberText(waiters.count));
        break;
    case Waiters::Knowledge::Exact: said = waiters.count == 0 ? Words::tr("none") : numberText(waiters.count); break;
    }
    if (!waiters.asOf)
        return said;
    const auto age = std::max(Milliseconds::zero(), std::chrono::duration_cast<Milliseconds>(now - *waiters.asOf));
    return Words::tr("%1 (asked %2 ago)").arg(said, spanText(age));
}

} // namespace

QString detailsSubtitle(const LockRow &row)
{
    const auto &lock = row.lock;
    const auto where = Words::tr("db %1").arg(lock.id.db);
    QStringList parts = {row.gone() ? Words::tr("gone") : stateText(lock), kindText(lock), where, shownText(lock.structure, 60)};
    parts.removeAll({});
    return parts.join(u" · "_s);
}

QList<Fact> holderFacts(const LockRow &row, ServerTime now, const OwnerColour &colourOf, const TracedFacts &traced)
{
    QList<Fact> facts;
    const auto &holders = row.lock.holders;
    const auto shown = std::min(holders.size(), mostHolders);
    for (std::size_t i = 0; i < shown; ++i) {
        addHolder(facts, holders[i], row.lock, now, colourOf);
        if (traced)
            facts += traced(holders[i].owner);
    }
    const auto more = row.lock.holderCount() - static_cast<std::int64_t>(shown);
    if (more > 0 && !holders.empty())
        facts.append({{}, Words::tr("and %Ln more", nullptr, static_cast<int>(more)), Fact::KeySnapshot::Light, -1});
    if (holders.empty())
        facts.append({{}, ownersText(row.lock), Fact::KeySnapshot::Light, -1, true});
    return facts;
}

QList<Fact> leaseFacts(const LockRow &row, ServerTime now)
{
    const auto &lock = row.lock;
    const bool danger = toneOf(lock) == Tone::Danger;
    QList<Fact> facts;
    if (row.gone())
        facts.append({Words::tr("gone"), goneText(row), Fact::KeySnapshot::Light, -1});
    else
        facts.append({Words::tr("left"), leaseLeftText(row, now), danger ? Fact::KeySnapshot::Danger : Fact::KeySnapshot::Plain, -1, false,
                      u"lease"_s});
    if (const auto text = noLeaseText(lock, now); !row.gone() && !text.isEmpty())
        facts.append({Words::tr("no expiry for"), text, lock.noLeaseTooLong ? Fact::KeySnapshot::Warning : Fact::KeySnapshot::Plain, -1,
                      false, u"no lease"_s});
    facts.append({Words::tr("renewals"), renewalText(lock.renewals), Fact::KeySnapshot::Plain, -1, false, u"renewal"_s});
    const auto since = timeText(lock.heldSince);
    const auto held =
        heldFor(row, now) ? lock.heldSinceObserved ? since : Words::tr("before %1 (first seen)").arg(since) : Words::tr("not known");
    facts.append({Words::tr("held since"), held, Fact::KeySnapshot::Plain, -1, false, u"held for"_s});
    return facts;
}

QList<Fact> waitingFacts(const LockInfo &lock, ServerTime now)
{
    QList<Fact> facts = {{Words::tr("waiters"), waitingText(lock.waiters, now), Fact::KeySnapshot::Plain, -1, false, u"waiter"_s}};
    for (const auto &waiter : lock.waiters.ids)
        facts.append({{}, shownText(waiter, longestShown), Fact::KeySnapshot::Key, -1});
    return facts;
}

QList<Fact> statisticsFacts(const LockStatistics &statistics)
{
    if (!statistics.any() && statistics.holds.count() == 0)
        return {};
    const auto both = [](const DurationCounts &counts) {
        return Words::tr("p50 %1 · p99 %2").arg(percentileText(counts, 0.5), percentileText(counts, 0.99));
    };
    QList<Fact> facts = {{Words::tr("acquired"),
                          Words::tr("%1 (%2)").arg(rateText(statistics.handOversPerSecond()), numberText(statistics.handOvers)),
                          Fact::KeySnapshot::Plain, -1}};
    if (statistics.holds.count() > 0)
        facts.append({Words::tr("held for"), both(statistics.holds), Fact::KeySnapshot::Plain, -1});
    if (statistics.waits.count() > 0)
        facts.append({Words::tr("in its queue"), both(statistics.waits), Fact::KeySnapshot::Plain, -1});
    facts.append({Words::tr("expired"), numberText(statistics.expired), Fact::KeySnapshot::Plain, -1});
    facts.append({{}, Words::tr("of the last %1, as far as it was seen").arg(spanText(statistics.over)), Fact::KeySnapshot::Light, -1});
    return facts;
}

QString verdictOf(const LockRow &row, ServerTime now)
{
    if (row.goneAtServer)
        return asSentence(Words::tr("%1 at %2").arg(eventText(row.last), timeText(*row.goneAtServer)).toStdString());
    return (isTrouble(toneOf(row.lock)) ? u"▲ "_s : QString()) + verdictText(row.lock, now);
}

// The reasons of the other states are in the verdict, or with the evidence.
QString outlookOf(const LockRow &row)
{
    if (row.gone())
        return {};
    const auto &lock = row.lock;
    const bool said = lock.state == LockState::Contended || lock.state == LockState::Expiring || lock.state == LockState::RenewalOverdue;
    QStringList sentences{outlookText(lock), said ? QString() : asSentence(lock.stateReason)};
    sentences.removeAll({});
    return sentences.join(u' ');
}

QList<Fact> whyFacts(const LockInfo &lock)
{
    QList<Fact> facts;
    for (const auto &reason : lock.why)
        facts.append({{}, asSentence(reason), Fact::KeySnapshot::Plain, -1});
    return facts;
}

QList<Fact> companionFacts(const LockInfo &lock)
{
    QList<Fact> facts;
    for (const auto &companion : lock.companions) {
        QStringList said = {shownText(companion.role), shownText(companion.summary),
                            companion.mustStay ? Words::tr("a release does not touch it") : QString()};
        said.removeAll({});
        facts.append({{}, shownText(companion.key, longestShown), Fact::KeySnapshot::Key, -1});
        facts.append({{}, said.join(u" · "_s), Fact::KeySnapshot::Light, -1});
    }
    return facts;
}

QList<Fact> structureFacts(const LockInfo &lock)
{
    return {{Words::tr("key"), shownText(lock.id.key, longestShown), Fact::KeySnapshot::Key, -1},
            {Words::tr("value"), shownText(lock.structure), Fact::KeySnapshot::Plain, -1}};
}

} // namespace lockscope
