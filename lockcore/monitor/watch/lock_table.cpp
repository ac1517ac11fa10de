// SPDX-License-Identifier: MIT
#include "lockcore/monitor/watch/lock_table.h"

#include "lockcore/monitor/model/state_rules.h"

#include <algorithm>

namespace lockcore {

namespace {

// Two in a row may be a caller that extends its lease when it likes; a person is alerted only of a watchdog that has stopped.
constexpr std::int64_t regularRenewals = 3;

} // namespace

std::vector<LockEvent> LockTable::apply(KeySnapshot look, const ObservationInterval &observed, std::optional<Classified> classified)
{
    auto &place = m_entries[look.id];
    if (!place)
        place = std::make_unique<LockEntry>();
    auto &entry = *place;
    auto around = m_around;
    around.ownerRepeats = m_owners.hasAnother(entry);
    const bool wasHeld = entry.last.has_value();
    m_owners.remove(entry);
    auto result = transition(entry, std::move(look), observed, m_recogniser, std::move(around), std::move(classified));
    if (entry.last)
        present(entry, wasHeld);
    else if (result.gone)
        vanish(entry, *std::move(result.gone));
    return std::move(result.events);
}

RecognitionContext LockTable::surroundingsOf(const LockId &id) const
{
    const auto found = m_entries.find(id);
    return found == m_entries.end() ? m_around : surroundingsOf(*found->second);
}

RecognitionContext LockTable::surroundingsOf(const LockEntry &entry) const
{
    auto around = m_around;
    around.ownerRepeats = m_owners.hasAnother(entry);
    entry.addTo(around);
    return around;
}

void LockTable::present(LockEntry &entry, bool wasHeld)
{
    m_present += wasHeld ? 0 : 1;
    entry.info.why = m_sentences.shared(entry.info.why);
    noteCounted(entry);
    if (auto *other = m_owners.add(entry); other && other->info.confidence < Classifier::mostByBehaviour)
        recogniseAgain(*other);
    updateState(entry, entry.last->at);
    noteBare(entry);
    noteChange(entry);
}

void LockTable::noteBare(const LockEntry &entry)
{
    if (entry.info.noLeaseSince && lacksLease(entry) && entry.last->at - *entry.info.noLeaseSince < betweenLooks)
        m_withoutTtl.insert(entry.info.id);
    else
        m_withoutTtl.erase(entry.info.id);
}

void LockTable::vanish(LockEntry &entry, MonitorChange::Gone gone)
{
    noteCounted(entry);
    m_moments.set(entry, {});
    m_withoutTtl.erase(entry.info.id);
    --m_present;
    entry.changed = false;
    m_goneNow.push_back(std::move(gone));
}

std::optional<LockEvent> LockTable::loseSight(const LockId &id, ServerTime at, std::string_view why)
{
    const auto found = m_entries.find(id);
    return found == m_entries.end() || !found->second->last ? std::nullopt : std::optional(loseSight(*found->second, at, why));
}

LockEvent LockTable::loseSight(LockEntry &entry, ServerTime at, std::string_view why)
{
    m_owners.remove(entry);
    auto loss = lossOfSight(entry, at, why);
    vanish(entry, *std::move(loss.gone));
    return std::move(loss.events.front());
}

void LockTable::prune(const Keep &keep)
{
    if (freeNames() == 0) // quiet servers have no free names: do not visit a hundred thousand locks
        return;
    std::erase_if(m_changed, [](const LockEntry *entry) { return !entry->changed; });
    std::erase_if(m_entries, [&](const auto &item) { return !item.second->last && !keep(item.first); });
}

std::optional<ServerTime> LockTable::nextEndOfAHolder(const LockId &id) const
{
    std::optional<ServerTime> next;
    const auto *entry = held(id);
    if (!entry)
        return next;
    for (const auto &holder : entry->info.holders) {
        const bool later = holder.deadline && *holder.deadline > entry->last->at;
        if (later && (!next || *holder.deadline < *next))
            next = holder.deadline;
    }
    return next;
}

void LockTable::updateState(LockEntry &entry, ServerTime now)
{
    const auto &last = *entry.last;
    StateEvidence evidence;
    evidence.now = now;
    evidence.leaseRule = last.traits.leaseRule;
    evidence.leaseBefore = entry.leaseBefore();
    evidence.lapses = last.traits.lapses;
    evidence.mayBeTaken = entry.info.kind == LockKind::Timestamp && !entry.info.deadline && !last.traits.scores;
    evidence.lastLook = last.at;
    evidence.takenOverAt = entry.past->takenOverAt;
    evidence.ownerScope = last.traits.ownerScope;
    evidence.attentionAfter = m_attentionAfter;
    auto verdict = stateOf(entry.info, evidence);
    // A reason that contains a duration would change at every tick, so it is updated only with the state or with a new look.
    auto &info = entry.info;
    const bool tooLongNow = verdict.noLeaseTooLong && !info.noLeaseTooLong;
    const bool otherState = verdict.state != info.state;
    const bool other = otherState || verdict.noLeaseTooLong != info.noLeaseTooLong;
    if (other || now == last.at) {
        if (other)
            noteChange(entry);
        info.state = verdict.state;
        info.noLeaseTooLong = verdict.noLeaseTooLong;
        info.stateReason = std::move(verdict.reason);
    }
    if (tooLongNow)
        raiseAlarm(info, EventType::StillNoLease, now);
    if (otherState && info.state == LockState::RenewalOverdue && info.renewals.count >= regularRenewals)
        raiseAlarm(info, EventType::RenewalOverdue, now);
    if (otherState && info.state == LockState::Immortal)
        raiseAlarm(info, EventType::Immortal, now);
    m_moments.set(entry, nextChange(info, evidence));
}

void LockTable::raiseAlarm(const LockInfo &info, EventType type, ServerTime now)
{
    m_alarms.push_back(eventOf(info, type, now, info.stateReason));
    m_alarms.back().ttl = timeLeft(info, now);
}

void LockTable::setAttentionAfter(Milliseconds after, ServerTime now)
{
    m_attentionAfter = after;
    for (auto &[id, entry] : m_entries) {
        if (entry->last && entry->info.noLeaseSince)
            updateState(*entry, std::max(entry->last->at, now));
    }
}

bool LockTable::lacksLease(const LockEntry &entry)
{
    return !entry.info.deadline && leaseIsDue(entry.last->traits.leaseRule, entry.leaseBefore().has_value());
}

void LockTable::recogniseAgain(LockEntry &entry)
{
    auto snapshot = *entry.snapshot();
    auto match = m_recogniser.recogniseAgain(snapshot, surroundingsOf(entry));
    if (!match)
        return;
    m_owners.remove(entry);
    static_cast<Recognition &>(entry.info) = *match;
    entry.info.why = m_sentences.shared(match->why);
    snapshot.match = *std::move(match);
    entry.keep(std::move(snapshot));
    m_owners.add(entry);
    noteCounted(entry);
    noteChange(entry);
}

void LockTable::releasedByUs(const LockId &id, ServerTime at, std::vector<Bytes> owners)
{
    const auto found = m_entries.find(id);
    if (found == m_entries.end())
        return;
    auto &past = found->second->past.own();
    past.releasedByUs = at;
    past.freedByUs = std::move(owners);
}

void LockTable::serverRestarted() { dataIsOther(&KeyHistory::beforeRestart); }

void LockTable::failedOver() { dataIsOther(&KeyHistory::beforeFailover); }

void LockTable::dataExchanged() { dataIsOther(&KeyHistory::beforeExchange); }

void LockTable::dataIsOther(bool KeyHistory::*because)
{
    for (auto &[id, entry] : m_entries)
        entry->dataIsOther(because);
}

void LockTable::clockJumped(Microseconds by)
{
    for (auto &[id, entry] : m_entries) {
        entry->clockJumped(by);
        if (entry->last)
            noteChange(*entry);
    }
}

void LockTable::connectionLost()
{
    for (auto &[id, entry] : m_entries)
        entry->beforeCut = true;
}

void LockTable::setWaiters(const LockId &id, Waiters waiters)
{
    // An unchanged count only gets a new time. With many locks, that is reported less often.
    const auto retold = std::chrono::seconds(m_present <= 1000 ? 5 : 60);
    const auto found = m_entries.find(id);
    if (found == m_entries.end() || !found->second->last)
        return;
    auto &entry = *found->second;
    const auto asOf = waiters.asOf.value_or(entry.last->at);
    const auto &was = entry.info.waiters;
    const bool same = was.knowledge == waiters.knowledge && was.count == waiters.count && was.ids == waiters.ids;
    if (!same || asOf - entry.waitersTold >= retold) {
        entry.waitersTold = asOf;
        noteChange(entry);
    }
    entry.info.waiters = std::move(waiters);
    if (same)
        return;
    updateState(entry, std::max(entry.last->at, asOf));
}

void LockTable::tick(ServerTime now)
{
    while (!m_moments.empty() && m_moments.next() <= now)
        updateState(m_moments.first(), now); // also schedules its next moment
}

const LockEntry *LockTable::held(const LockId &id) const
{
    const auto found = m_entries.find(id);
    return found != m_entries.end() && found->second->last ? found->second.get() : nullptr;
}

const LockInfo *LockTable::find(const LockId &id) const
{
    const auto *entry = held(id);
    return entry ? &entry->info : nullptr;
}

std::optional<ServerTime> LockTable::lookedAt(const LockId &id) const
{
    const auto *entry = held(id);
    return entry ? std::optional(entry->last->at) : std::nullopt;
}

std::optional<LockSnapshot> LockTable::snapshotOf(const LockId &id) const
{
    const auto *entry = held(id);
    return entry ? entry->snapshot() : std::nullopt;
}

std::vector<LockId> LockTable::bareSince(ServerTime before) const
{
    std::vector<LockId> ids;
    for (const auto &id : m_withoutTtl) {
        if (*m_entries.at(id)->info.noLeaseSince <= before)
            ids.push_back(id);
    }
    return ids;
}

std::vector<LockId> LockTable::lapsedAt(ServerTime now) const
{
    std::vector<LockId> ids;
    for (const auto &[id, entry] : m_entries) {
        if (entry->last && hasLapsed(entry->info, now))
            ids.push_back(id);
    }
    return ids;
}

std::vector<LockId> LockTable::countedByChannels() const
{
    std::vector<LockId> ids;
    ids.reserve(m_counted.size());
    for (const auto *entry : m_counted)
        ids.push_back(entry->info.id);
    return ids;
}

void LockTable::noteCounted(LockEntry &entry)
{
    const bool counts = entry.last && !entry.last->traits.waitChannels.empty();
    if (counts == (entry.counted != 0))
        return;
    if (counts) {
        m_counted.push_back(&entry);
        entry.counted = m_counted.size();
        return;
    }
    auto *const last = m_counted.back();
    m_counted[entry.counted - 1] = last;
    last->counted = entry.counted;
    entry.counted = 0; // after the line above: both may be the same entry
    m_counted.pop_back();
}

std::vector<Bytes> LockTable::waitChannelsOf(const LockId &id) const
{
    const auto *entry = held(id);
    return entry ? entry->last->traits.waitChannels : std::vector<Bytes>();
}

void LockTable::noteChange(LockEntry &entry)
{
    if (!std::exchange(entry.changed, true))
        m_changed.push_back(&entry);
}

// A lock that has gone since is skipped; a lock that came back is in the list twice.
std::vector<LockInfo> LockTable::takeChanged()
{
    std::vector<LockInfo> changed;
    changed.reserve(m_changed.size());
    for (auto *entry : std::exchange(m_changed, {})) {
        if (std::exchange(entry->changed, false))
            changed.push_back(entry->info);
    }
    return changed;
}

} // namespace lockcore
