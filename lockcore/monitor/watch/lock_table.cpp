// SPDX-License-Identifier: MIT
#include "lockcore/monitor/watch/lock_table.h"

#include "lockcore/monitor/formats/owner_facts.h"
#include "lockcore/monitor/model/kept_leases.h"
#include "lockcore/monitor/model/lease_meant.h"
#include "lockcore/monitor/model/state_rules.h"
#include "lockcore/monitor/reading/same_record.h"

#include <algorithm>

namespace lockcore {

namespace {

std::string structureText(const Value &value)
{
    const auto count = std::to_string(value.length);
    const auto things = [&](const char *one, const char *many) { return count + (value.length == 1 ? one : many); };
    switch (value.type) {
    case ValueType::String: return "string, " + things(" byte", " bytes");
    case ValueType::Hash: return "hash, " + things(" field", " fields");
    case ValueType::Zset: return "sorted set, " + things(" member", " members");
    case ValueType::List: return "list, " + things(" element", " elements");
    case ValueType::Set: return "set, " + things(" member", " members");
    default: return {};
    }
}

// A holder whose own time was over at that look: its end was told then.
bool hadLapsed(const Snapshot &snapshot)
{
    return std::ranges::any_of(snapshot.finding.holders, [&](const Holder &holder) { return isLapsed(holder, snapshot.look.at); });
}

// All that was there is there still; a number under the same deadline may have been counted up. So nobody has released anything.
bool hasOnlyMore(const Snapshot &before, const Look &look)
{
    const auto &was = before.look.value;
    const auto &is = look.value;
    const bool sameDeadline = look.deadline.has_value() == before.look.deadline.has_value()
                              && (!look.deadline || std::chrono::abs(*look.deadline - *before.look.deadline) <= deadlineNoise);
    if (is.type != was.type)
        return false;
    if (hasOnlyMoreFields(is, was))
        return true;
    if (was.type == ValueType::String) // of a semaphore, the counter rises with each release
        return sameDeadline && before.finding.kind != LockKind::Semaphore && countsUp(was, is) && is.text != "0";
    return was.type != ValueType::Hash && !was.elements.empty() && holdsAllOf(is, was);
}

bool stillNamesOne(const Snapshot &before, const Look &look)
{
    return std::ranges::any_of(before.finding.holders,
                               [&](const Holder &holder) { return stillNames(look, before.look.value, holder.owner); });
}

bool isByToken(const Finding &finding) { return !finding.holders.empty() && grammar::looksDrawn(finding.holders.front().owner); }

// Has the one holder taken the field away that named it? A token that is left still holds the lock.
bool hasLostItsOwner(const Snapshot &before, const Look &look, const Finding &finding)
{
    const auto &was = before.finding;
    return was.holders.size() == 1 && was.moreHolders == 0 && !isByToken(finding)
           && isLeftOf(look.value, before.look.value, was.holders.front().owner);
}

// Of several holders, one may have said so.
bool hasSaidItsEnd(const Snapshot &before, const Look &look)
{
    return before.finding.holders.size() == 1 && before.finding.moreHolders == 0 && isGivenUpSince(look, before.look.value);
}

// What is left of a record then names nobody, or somebody who does not hold it, for as long as nothing new is written.
bool isLeftOver(Rare<NamePast> &past, const Snapshot *before, const Look &look, const std::optional<Finding> &finding)
{
    const bool rewritten = before && finding && look.value != before->look.value; // most looks show another deadline only
    if (rewritten && (hasLostItsOwner(*before, look, *finding) || hasSaidItsEnd(*before, look)))
        past.own().leftOver = look.value;
    const bool stays = finding && past->leftOver
                       && namesNobodyNew(look.value, *past->leftOver, finding->holders.empty() ? Bytes() : finding->holders.front().owner);
    if (past->leftOver && !stays)
        past.own().leftOver.reset();
    return stays;
}

// Since the look before, or since it was free.
bool isOneWrite(const Evidence &evidence, bool afterCut)
{
    return !evidence.firstSweep && !evidence.unprompted && !evidence.several && !evidence.outrun && !afterCut;
}

bool isAnotherHolding(const Snapshot &before, const Snapshot &after, const std::vector<LockEvent> &events)
{
    const auto isSingle = [](const Finding &finding) {
        const auto &holders = finding.holders;
        return finding.moreHolders == 0
               && (holders.empty() || (holders.size() == 1 && (!holders.front().owner.empty() || holders.front().count <= 1)));
    };
    const bool single = isSingle(before.finding) && isSingle(after.finding); // where several are only counted, the others stay
    return has(events, EventType::ForceReleased) || !isSameHolding(before, after) || (single && has(events, EventType::Acquired));
}

LockEvent eventOf(const LockInfo &lock, EventType type, ServerTime at)
{
    LockEvent event;
    event.time = at;
    event.type = type;
    event.id = lock.id;
    event.library = lock.library;
    event.kind = lock.kind;
    event.confidence = lock.confidence;
    if (!lock.holders.empty()) {
        event.owner = lock.holders.front().owner;
        event.count = lock.holders.front().count;
    }
    return event;
}

} // namespace

std::vector<LockEvent> LockTable::apply(Look look, Evidence evidence, std::optional<Classified> classified)
{
    auto [found, isNew] = m_entries.try_emplace(look.id);
    if (isNew)
        found->second = std::make_unique<LockEntry>();
    auto &entry = *found->second;
    const auto last = entry.last ? std::optional(restored(*entry.last, entry.info)) : std::nullopt;
    const auto *before = last ? &*last : nullptr;
    if (!before && entry.past->released.isLongAgo(look.at))
        entry.past.own().released = {};
    if (!before && classified && classified->surroundings.handedOver)
        entry.past.own().released = {ReleasedTokens::enough, look.at}; // seen while the name was not followed
    const bool oneWrite = isOneWrite(evidence, entry.beforeCut);
    auto finding = m_recogniser.recognise(look, before, surroundingsOf(entry), oneWrite, std::move(classified), entry.past);
    if (evidence.bySweep && finding && (finding->byScriptsAlone || finding->byShortTtl))
        evidence.firstSweep = evidence.passedBy = true; // earlier sweeps saw it, and did not list it although it was held
    const bool leftOver = isLeftOver(entry.past, before, look, finding);
    if (leftOver)
        finding.reset();
    if (!finding && !before) {
        auto &past = entry.past.own();
        entry.beforeCut = false;
        past.unlisted = look.value.exists() && !leftOver;
        past.lastFree = past.unlisted ? std::nullopt : std::optional(look.at);
        return {};
    }
    if (!finding && look.value.exists() && !look.value.whole())
        return {loseSight(entry, look.at, "what is there now is too large to be read")};
    if (!finding && look.value.exists() && hasOnlyMore(*before, look))
        return {loseSight(entry, look.at, "more is there than a lock has, so it may never have been one")};
    if (!finding && look.value.exists() && stillNamesOne(*before, look))
        return {loseSight(entry, look.at, "its holder is still named there, but the rest is not that of a lock")};
    evidence.firstSweep = (evidence.firstSweep && (isNew || !entry.past->lastFree || evidence.withSlot)) || entry.past->unlisted;
    evidence.passedBy = evidence.passedBy || entry.past->unlisted;
    if (entry.past->unlisted)
        entry.past.own().unlisted = false;
    const auto at = look.at;
    const bool sinceOurs = entry.past->isSinceOurs(at);
    evidence = judged(std::move(evidence), entry, look, finding ? &*finding : nullptr);
    const bool otherHolders = before && finding && finding->holders != before->finding.holders;
    evidence.onlyMore = otherHolders && hasOnlyMoreFields(look.value, before->look.value);
    evidence.onlyLess = otherHolders && isPartOf(look.value, before->look.value);
    evidence.anotherToken = before && finding && hasAnotherToken(look.value, before->look.value);
    evidence.anotherTime = before && finding && hasAnotherTimeOfLock(look.value, before->look.value);
    const bool isNoLock = look.value.exists() && !finding;
    std::optional<Snapshot> after;
    if (finding)
        after = Snapshot{std::move(look), *std::move(finding)};
    auto events = eventsBetween(before, after ? &*after : nullptr, found->first, at, evidence);
    // The counter of a semaphore stays when all its permits are free.
    if (isNoLock && !events.empty() && before->finding.kind != LockKind::Semaphore)
        events.back().why += "; the key now holds something that is not a lock";
    notePast(entry, events, at, after ? &*after : nullptr, evidence.announced);
    const bool isHeld = after.has_value();
    if (isHeld)
        present(entry, before, *std::move(after), events, evidence.unprompted);
    else
        vanish(entry, at, !events.empty() ? events.back().type : hadLapsed(*before) ? EventType::Expired : EventType::Released);
    entry.afterOurRelease = !isHeld && sinceOurs;
    if (sinceOurs)
        entry.past.own().releasedByUs.reset();
    return events;
}

// Adds what the entry knows of the past.
Evidence LockTable::judged(Evidence evidence, const LockEntry &entry, const Look &look, const Finding *finding) const
{
    const auto &past = *entry.past;
    evidence.seenFree = past.lastFree.has_value();
    if (past.lastFree)
        evidence.lastFree = past.lastFree;
    // A look from before our release shows the state before it.
    const bool sinceOurs = past.isSinceOurs(look.at);
    evidence.releasedByUs = sinceOurs && past.freedByUs.empty();
    if (sinceOurs)
        evidence.freedByUs = past.freedByUs;
    evidence.restarted = entry.beforeRestart;
    evidence.exchanged = entry.beforeExchange;
    evidence.unprompted = evidence.unprompted || entry.beforeCut;
    evidence.afterOurRelease = entry.afterOurRelease;
    evidence.announces = evidence.announces && entry.last && past.announces(entry.last->traits.format) && !entry.wasFair;
    if (finding)
        evidence.returned = returned(entry, *finding);
    return evidence;
}

std::vector<Bytes> LockTable::returned(const LockEntry &entry, const Finding &finding)
{
    std::vector<Bytes> owners;
    if (finding.ownerScope == OwnerScope::Nobody || (finding.ownerScope != OwnerScope::Acquisition && !entry.afterOurRelease))
        return owners;
    for (const auto &holder : finding.holders) {
        if (entry.past->hadOwner(holder.owner))
            owners.push_back(holder.owner);
    }
    return owners;
}

void LockTable::notePast(LockEntry &entry, const std::vector<LockEvent> &events, ServerTime at, const Snapshot *after, bool announced)
{
    if (!entry.last)
        return;
    const auto &traits = entry.last->traits;
    entry.wasFair = entry.wasFair || entry.info.kind == LockKind::FairLock;
    if (announced)
        noteAnnounced(entry.past, traits.format);
    else if (has(events, EventType::Released))
        noteSilentRelease(entry.past);
    if (!after)
        noteReleased(entry.past, entry.info, at, events);
    const bool mayBeHeld = has(events, EventType::OutOfSight) || entry.isOfOtherData();
    if (!mayBeHeld && traits.ownerScope != OwnerScope::Nobody)
        noteGone(entry.past, entry.info.holders, after);
}

Surroundings LockTable::surroundingsOf(const LockId &id) const
{
    const auto found = m_entries.find(id);
    return found == m_entries.end() ? m_around : surroundingsOf(*found->second);
}

Surroundings LockTable::surroundingsOf(const LockEntry &entry) const
{
    auto around = m_around;
    around.renewalSeen = entry.info.renewals.count > 0;
    around.contentionSeen = entry.info.waiters.any();
    around.ownerRepeats = m_owners.hasAnother(entry);
    around.handedOver = entry.past->released.prove();
    around.scores = entry.past->scores;
    return around;
}

void LockTable::present(LockEntry &entry, const Snapshot *before, Snapshot after, const std::vector<LockEvent> &events, bool unprompted)
{
    if (!before)
        ++m_present;
    else
        m_owners.remove(entry);
    const auto &[look, found] = after;
    entry.beforeRestart = false;
    entry.beforeExchange = false;
    entry.beforeCut = false;
    const bool seen = has(events, EventType::Seen); // it was there already; since when is not known
    if (!before || seen || isAnotherHolding(*before, after, events))
        restart(entry, look.at, !seen);
    if (has(events, EventType::TakenOver))
        entry.past.own().takenOverAt = look.at;

    auto &info = entry.info;
    info.id = look.id;
    static_cast<Recognition &>(info) = found;
    info.why = m_sentences.shared(found.why);
    info.structure = structureText(look.value);
    info.deadline = look.deadline;
    if (found.waiters.knowledge == Waiters::Knowledge::Exact || found.waitChannels.empty())
        info.waiters = found.waiters;
    if (has(events, EventType::Renewed) && !has(events, EventType::Reentered) && !has(events, EventType::PartlyReleased))
        countRenewal(entry, look.at);
    info.noLeaseSince = look.deadline ? std::nullopt : std::optional(info.noLeaseSince.value_or(look.at));
    if (look.deadline) {
        noteLease(info, std::chrono::ceil<Milliseconds>(*look.deadline - look.at), found.usualLease, events, unprompted);
        entry.leaseSeen = {look.value.type, *info.lease};
    }
    entry.last = kept(std::move(after));
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
        m_bare.insert(entry.info.id);
    else
        m_bare.erase(entry.info.id);
}

void LockTable::noteLease(LockInfo &info, Milliseconds left, std::optional<Milliseconds> usual, const std::vector<LockEvent> &events,
                          bool unprompted)
{
    constexpr auto lateLook = std::chrono::seconds(1); // after what it finds
    const bool begins = has(events, EventType::Acquired) || has(events, EventType::Resurrected) || has(events, EventType::TakenOver);
    const bool renewed = has(events, EventType::Renewed);
    if (has(events, EventType::Seen) || (unprompted && begins)) { // how long it has been running is not known; a default says more
        info.leaseKnowledge = usual && left <= *usual ? LeaseKnowledge::Usual : LeaseKnowledge::AtLeast;
        info.lease = usual && left <= *usual ? *usual : left;
        return;
    }
    if (renewed && !unprompted && info.leaseKnowledge != LeaseKnowledge::AsSet) {
        const bool asUsual =
            info.leaseKnowledge == LeaseKnowledge::Usual && info.lease && left <= *info.lease && *info.lease - left <= lateLook;
        if (!asUsual)
            info.lease = left;
        info.leaseKnowledge = LeaseKnowledge::AsSet;
    }
    const auto measured = info.leaseKnowledge == LeaseKnowledge::AsSet ? leaseMeant(left) : left;
    info.lease = std::max(info.lease.value_or(measured), measured);
}

void LockTable::vanish(LockEntry &entry, ServerTime at, EventType how)
{
    const auto id = entry.info.id;
    m_owners.remove(entry);
    // It is not known how long the old server process, or the data before, still had the lock after the last look.
    const bool otherData = entry.isOfOtherData();
    const auto until = otherData ? std::optional(entry.last->at) : std::nullopt;
    entry.info.heldSinceObserved = entry.info.heldSinceObserved && !otherData;
    entry.last.reset();
    noteCounted(entry);
    m_moments.set(entry, {});
    m_bare.erase(id);
    entry.beforeRestart = false;
    entry.beforeExchange = false;
    entry.beforeCut = false;
    entry.past.own().lastFree = at;
    entry.past.own().takenOverAt.reset();
    --m_present;
    entry.changed = false;
    m_goneNow.push_back({entry.info, how, until});
}

std::optional<LockEvent> LockTable::loseSight(const LockId &id, ServerTime at, std::string_view why)
{
    const auto found = m_entries.find(id);
    return found == m_entries.end() || !found->second->last ? std::nullopt : std::optional(loseSight(*found->second, at, why));
}

LockEvent LockTable::loseSight(LockEntry &entry, ServerTime at, std::string_view why)
{
    auto event = eventOf(entry.info, EventType::OutOfSight, at);
    event.notBefore = entry.last->at;
    event.why = std::string(why) + "; nothing is known of its end";
    vanish(entry, event.time, EventType::OutOfSight);
    entry.past.own().lastFree.reset();
    entry.past.own().unlisted = true; // it may be there still
    return event;
}

void LockTable::prune(const Keep &keep)
{
    if (freeNames() == 0) // a quiet server has no free names, and a hundred thousand locks to visit
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

void LockTable::forgetPeriods(LockEntry &entry)
{
    if (!entry.past->periods.empty())
        entry.past.own().periods.clear();
}

void LockTable::restart(LockEntry &entry, ServerTime at, bool observed)
{
    entry.info.heldSince = at;
    entry.info.heldSinceObserved = observed;
    entry.info.renewals = {};
    entry.info.lease.reset();
    entry.info.leaseKnowledge = LeaseKnowledge::AsSet;
    entry.info.waiters = {};
    forgetPeriods(entry);
    entry.info.noLeaseSince.reset();
}

void LockTable::countRenewal(LockEntry &entry, ServerTime at)
{
    auto &renewals = entry.info.renewals;
    const auto before = std::exchange(renewals.last, at);
    ++renewals.count;
    if (entry.info.holders.size() > 1) { // each renews its own
        forgetPeriods(entry);
        renewals.period.reset();
        return;
    }
    renewals.period = usualPeriod(entry.past, before ? std::optional(at - *before) : std::nullopt);
}

void LockTable::updateState(LockEntry &entry, ServerTime now)
{
    const auto &last = *entry.last;
    StateEvidence evidence;
    evidence.now = now;
    evidence.leaseRule = last.traits.leaseRule;
    evidence.leaseBefore = leaseBefore(entry);
    evidence.lapses = last.traits.lapses;
    evidence.mayBeTaken = entry.info.kind == LockKind::Timestamp && !entry.info.deadline && !last.traits.scores;
    evidence.lastLook = last.at;
    evidence.takenOverAt = entry.past->takenOverAt;
    evidence.ownerScope = last.traits.ownerScope;
    evidence.attentionAfter = m_attentionAfter;
    auto verdict = stateOf(entry.info, evidence);
    // A reason that contains a duration would change at every tick, so it is updated with the state or with a new look.
    auto &info = entry.info;
    const bool tooLongNow = verdict.noLeaseTooLong && !info.noLeaseTooLong;
    const bool other = verdict.state != info.state || verdict.noLeaseTooLong != info.noLeaseTooLong;
    if (other || now == last.at) {
        if (other)
            noteChange(entry);
        info.state = verdict.state;
        info.noLeaseTooLong = verdict.noLeaseTooLong;
        info.stateReason = std::move(verdict.reason);
    }
    if (tooLongNow) {
        auto event = eventOf(info, EventType::StillNoLease, now);
        event.why = info.stateReason;
        m_stillNoLease.push_back(std::move(event));
    }
    m_moments.set(entry, nextChange(info, evidence));
}

void LockTable::setAttentionAfter(Milliseconds after, ServerTime now)
{
    m_attentionAfter = after;
    for (auto &[id, entry] : m_entries) {
        if (entry->last && entry->info.noLeaseSince)
            updateState(*entry, std::max(entry->last->at, now));
    }
}

// A value of another type belongs to another library, whose habits say nothing about this one.
std::optional<Milliseconds> LockTable::leaseBefore(const LockEntry &entry)
{
    if (!entry.leaseSeen || entry.leaseSeen->type != entry.last->value.type)
        return std::nullopt;
    return entry.leaseSeen->lease;
}

bool LockTable::lacksLease(const LockEntry &entry)
{
    return !entry.info.deadline && leaseIsDue(entry.last->traits.leaseRule, leaseBefore(entry).has_value());
}

// That its owner has another lock may name the library. Which companions were missing is not kept: if that has named the library, the next
// look decides.
void LockTable::recogniseAgain(LockEntry &entry)
{
    auto snapshot = restored(*entry.last, entry.info);
    auto around = surroundingsOf(entry);
    around.ownerRepeats = false;
    const auto asKept = m_classifier.classify(snapshot.look, around);
    auto finding = m_recogniser.classify(snapshot.look, &snapshot, surroundingsOf(entry));
    if (!finding || !asKept || asKept->library != entry.info.library)
        return;
    keepLeases(&snapshot, snapshot.look, false, *finding);
    m_owners.remove(entry);
    static_cast<Recognition &>(entry.info) = *finding;
    entry.info.why = m_sentences.shared(finding->why);
    snapshot.finding = *std::move(finding);
    entry.last = kept(std::move(snapshot));
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

void LockTable::serverRestarted() { otherData(&LockEntry::beforeRestart); }

void LockTable::dataExchanged() { otherData(&LockEntry::beforeExchange); }

void LockTable::otherData(bool LockEntry::*before)
{
    for (auto &[id, entry] : m_entries) {
        (*entry).*before = entry->last.has_value();
        noteOtherData(entry->past, entry->last.has_value());
    }
}

// If this machine slept, a lock has been held for longer than that.
void LockTable::clockJumped(Microseconds by)
{
    const auto move = [by](std::optional<ServerTime> &time) {
        if (time)
            *time += by;
    };
    for (auto &[id, place] : m_entries) {
        auto &entry = *place;
        entry.info.heldSince += by;
        entry.info.heldSinceObserved = entry.info.heldSinceObserved && by < Microseconds(0);
        move(entry.info.renewals.last);
        move(entry.info.noLeaseSince);
        if (entry.past->lastFree || entry.past->takenOverAt) {
            move(entry.past.own().lastFree);
            move(entry.past.own().takenOverAt);
        }
        if (entry.last)
            noteChange(entry);
    }
}

void LockTable::connectionLost()
{
    for (auto &[id, entry] : m_entries)
        entry->beforeCut = true;
}

void LockTable::setWaiters(const LockId &id, Waiters waiters)
{
    // The same count again changes only its age: of many locks that is told less often.
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
        updateState(m_moments.first(), now); // which schedules its next moment
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

std::optional<Snapshot> LockTable::snapshotOf(const LockId &id) const
{
    const auto *entry = held(id);
    return entry ? std::optional(restored(*entry->last, entry->info)) : std::nullopt;
}

std::vector<LockId> LockTable::bareSince(ServerTime before) const
{
    std::vector<LockId> ids;
    for (const auto &id : m_bare) {
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
    entry.counted = 0; // after that: it may be the same
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

// One that has gone since is not told; one that came back is there twice.
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
