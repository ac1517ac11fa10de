// SPDX-License-Identifier: MIT
#include "lockcore/monitor/watch/lock_table.h"

#include "lockcore/monitor/formats/grammar.h"
#include "lockcore/monitor/formats/owner_facts.h"
#include "lockcore/monitor/model/kept_leases.h"
#include "lockcore/monitor/model/lease_meant.h"
#include "lockcore/monitor/model/state_rules.h"
#include "lockcore/monitor/reading/same_record.h"

#include <algorithm>
#include <array>

namespace lockcore {

namespace {

constexpr std::size_t mostPastOwners = 8;
constexpr std::size_t mostPeriods = 8;
// One may be that of a release by Lockscope, anywhere, which wakes the waiters of a library that may announce nothing itself.
constexpr int provenAnnouncements = 2;
constexpr int strong = 4; // behaviour makes nothing stronger

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

// One that may be an owner's alone.
const Bytes *ownerOf(const Recognition &lock, OwnerScope scope)
{
    if (lock.holders.empty() || scope == OwnerScope::Nobody)
        return nullptr;
    const auto &owner = lock.holders.front().owner;
    return grammar::isOneOwners(owner) ? &owner : nullptr;
}

std::size_t ownerKey(const LockId &id, const Bytes &owner)
{
    const std::hash<std::string_view> hash;
    const std::string_view key = id.key;
    const auto colon = key.find(':');
    return hash(key.substr(0, colon == key.npos ? 0 : colon)) * 31 + hash(owner);
}

// Beside a writer who is named, readers may only be counted.
bool areListed(const Finding &finding, const Value &value)
{
    return std::ssize(finding.holders) <= Value::mostHolders && (finding.moreHolders == 0 || (value.whole() && !finding.holders.empty()));
}

// Which of them are read may differ from look to look, so nothing can be said about one holder.
void leaveOutHolders(Finding &finding)
{
    finding.moreHolders += static_cast<std::int64_t>(finding.holders.size());
    finding.holders.clear();
    finding.why.push_back((finding.moreHolders > Value::mostHolders
                               ? "it has more than " + std::to_string(Value::mostHolders) + " holders: they"
                               : std::string("its holders"))
                          + " are counted, not listed");
}

// The oldest is dropped. (A deque takes half a kilobyte even when it is empty.)
template <class T>
void pushBounded(std::vector<T> &ring, T value, std::size_t most)
{
    if (ring.size() >= most)
        ring.erase(ring.begin());
    ring.push_back(std::move(value));
}

bool has(const std::vector<LockEvent> &events, EventType type)
{
    return std::ranges::any_of(events, [&](const LockEvent &event) { return event.type == type; });
}

bool isUnchanged(const Snapshot &before, const Look &look)
{
    const bool ownLeases = std::ranges::any_of(before.finding.holders, [](const Holder &holder) { return holder.deadline.has_value(); });
    return look.value == before.look.value && !ownLeases && !before.finding.holders.empty();
}

// Clocks differ, a look comes some milliseconds later, and seconds are rounded.
bool isAboutNow(std::string_view score, ServerTime now)
{
    constexpr auto second = std::chrono::seconds(1);
    return std::ranges::any_of(std::array{grammar::timeFromMilliseconds(score), grammar::timeFromSeconds(score)}, [&](const auto &time) {
        const bool rounded = time && time->time_since_epoch() % second == Microseconds(0);
        return time && *time > now - Milliseconds(rounded ? 1000 : 30) && *time < now + Milliseconds(rounded ? 1000 : 250);
    });
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
    if (was.type == ValueType::String) // of a semaphore, the counter rises with each release
        return sameDeadline && before.finding.kind != LockKind::Semaphore && countsUp(was, is) && is.text != "0";
    return !was.elements.empty() && holdsAllOf(is, was);
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

} // namespace

std::vector<LockEvent> LockTable::apply(Look look, Evidence evidence, std::optional<Classified> classified)
{
    auto [found, isNew] = m_entries.try_emplace(look.id);
    if (isNew)
        found->second = std::make_unique<Entry>();
    auto &entry = *found->second;
    const auto last = entry.last ? std::optional(restored(*entry.last, entry.info)) : std::nullopt;
    const auto *before = last ? &*last : nullptr;
    if (!before && entry.past->released.isLongAgo(look.at))
        entry.past.own().released = {};
    if (!before && classified && classified->surroundings.handedOver)
        entry.past.own().released = {ReleasedTokens::enough, look.at}; // seen while the name was not followed
    auto finding = recognise(look, entry, before, evidence, std::move(classified));
    if (!finding && !before) {
        auto &past = entry.past.own();
        entry.beforeCut = false;
        past.unlisted = look.value.exists();
        past.lastFree = past.unlisted ? std::nullopt : std::optional(look.at);
        return {};
    }
    if (!finding && look.value.exists() && !look.value.whole())
        return {loseSight(entry, "what is there now is too large to be read")};
    if (!finding && look.value.exists() && hasOnlyMore(*before, look))
        return {loseSight(entry, "more is there than a lock has, so it may never have been one")};
    evidence.firstSweep = (evidence.firstSweep && (isNew || !entry.past->lastFree)) || entry.past->unlisted;
    evidence.passedBy = evidence.passedBy || entry.past->unlisted;
    if (entry.past->unlisted)
        entry.past.own().unlisted = false;
    const auto at = look.at;
    const auto ours = entry.past->releasedByUs;
    const bool sinceOurs = ours && at >= *ours;
    evidence = judged(std::move(evidence), entry, look, finding ? &*finding : nullptr);
    const bool isNoLock = look.value.exists() && !finding;
    std::optional<Snapshot> after;
    if (finding)
        after = Snapshot{std::move(look), *std::move(finding)};
    auto events = eventsBetween(before, after ? &*after : nullptr, found->first, at, evidence);
    // The counter of a semaphore stays when all its permits are free.
    if (isNoLock && !events.empty() && before->finding.kind != LockKind::Semaphore)
        events.back().why += "; the key now holds something that is not a lock";
    noteAnnouncement(entry, evidence, !evidence.announced && has(events, EventType::Released));
    if (!after)
        noteReleased(entry, at, events);
    if (!has(events, EventType::OutOfSight)) // else the holder may still have it
        notePast(entry, after ? &after->finding : nullptr);
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

// As far as one look shows it, and with what is remembered of the name.
std::optional<Finding> LockTable::recognise(const Look &look, Entry &entry, const Snapshot *before, const Evidence &evidence,
                                            std::optional<Classified> classified) const
{
    auto finding = look.value.exists() ? classify(look, entry, before, std::move(classified)) : std::nullopt;
    if (!look.value.exists() && entry.past->scores)
        entry.past.own().scores.reset();
    if (!finding)
        return std::nullopt;
    if (finding->scores)
        finding = rememberScores(entry, before, look, *std::move(finding));
    keepLeases(before, look, isOneWrite(evidence, entry.beforeCut), *finding);
    if (finding->lapses)
        doubtLapse(entry, before, look, *finding);
    if (!areListed(*finding, look.value))
        leaveOutHolders(*finding);
    return finding;
}

// Adds what the entry knows of the past.
Evidence LockTable::judged(Evidence evidence, const Entry &entry, const Look &look, const Finding *finding) const
{
    const auto &past = *entry.past;
    evidence.seenFree = past.lastFree.has_value();
    if (past.lastFree)
        evidence.lastFree = past.lastFree;
    // A look from before our release shows the state before it.
    const bool sinceOurs = past.releasedByUs && look.at >= *past.releasedByUs;
    evidence.releasedByUs = sinceOurs && past.freedByUs.empty();
    if (sinceOurs)
        evidence.freedByUs = past.freedByUs;
    evidence.restarted = entry.beforeRestart;
    evidence.exchanged = entry.beforeExchange;
    evidence.unprompted = evidence.unprompted || entry.beforeCut;
    evidence.afterOurRelease = entry.afterOurRelease;
    // What one library announces, another one under the same name does not.
    evidence.announces = evidence.announces && entry.last && past.announced >= provenAnnouncements
                         && past.announcedBy == entry.last->traits.format && !entry.wasFair;
    if (finding)
        evidence.returned = returned(entry, *finding);
    return evidence;
}

std::vector<Bytes> LockTable::returned(const Entry &entry, const Finding &finding)
{
    std::vector<Bytes> owners;
    if (finding.ownerScope == OwnerScope::Nobody || (finding.ownerScope != OwnerScope::Acquisition && !entry.afterOurRelease))
        return owners;
    for (const auto &holder : finding.holders) {
        if (std::ranges::find(entry.past->owners, holder.owner) != entry.past->owners.end())
            owners.push_back(holder.owner);
    }
    return owners;
}

// Remembers the holders that have gone.
void LockTable::notePast(Entry &entry, const Finding *after)
{
    const bool otherData = entry.beforeRestart || entry.beforeExchange; // where its owner may still have it
    if (!entry.last || otherData || entry.last->traits.ownerScope == OwnerScope::Nobody)
        return;
    for (const auto &holder : entry.info.holders) {
        const bool stays = after && std::ranges::find(after->holders, holder.owner, &Holder::owner) != after->holders.end();
        if (!stays && std::ranges::find(entry.past->owners, holder.owner) == entry.past->owners.end())
            pushBounded(entry.past.own().owners, holder.owner, mostPastOwners);
    }
}

// Who renews by the TTL alone leaves an older deadline in the value, or it is that of something else, such as a job.
void LockTable::doubtLapse(Entry &entry, const Snapshot *before, const Look &look, Finding &finding)
{
    const bool stays = before && before->finding.lapses == finding.lapses;
    const auto was = before ? before->look.deadline : std::nullopt;
    if (stays && was && look.deadline && *look.deadline > *was + deadlineNoise)
        entry.past.own().noLapse = finding.lapses;
    if (entry.past->noLapse == finding.lapses)
        finding.lapses.reset();
}

// To be called before notePast(), which makes its token one of those that were seen.
void LockTable::noteReleased(Entry &entry, ServerTime at, const std::vector<LockEvent> &events)
{
    const auto &holders = entry.info.holders;
    const bool early =
        (!entry.info.deadline || *entry.info.deadline > at) && (has(events, EventType::Released) || has(events, EventType::DeletedEarly));
    if (!early || holders.size() != 1 || std::ranges::find(entry.past->owners, holders.front().owner) != entry.past->owners.end())
        return;
    entry.past.own().released.add(at);
}

void LockTable::noteAnnouncement(Entry &entry, const Evidence &evidence, bool releasedSilently)
{
    if (!entry.last)
        return;
    entry.wasFair = entry.wasFair || entry.info.kind == LockKind::FairLock;
    const auto *format = entry.last->traits.format;
    if (evidence.announced) {
        auto &past = entry.past.own();
        past.announced = past.announcedBy == format ? past.announced + 1 : 1;
        past.announcedBy = format;
    } else if (releasedSilently && entry.past->announced > 0 && entry.past->announced < provenAnnouncements) {
        entry.past.own().announced = 0;
    }
}

Surroundings LockTable::surroundingsOf(const LockId &id) const
{
    const auto found = m_entries.find(id);
    return found == m_entries.end() ? m_around : surroundingsOf(id, *found->second);
}

Surroundings LockTable::surroundingsOf(const LockId &id, const Entry &entry) const
{
    auto around = m_around;
    around.renewalSeen = entry.info.renewals.count > 0;
    around.contentionSeen = entry.info.waiters.any();
    around.ownerRepeats = entry.last && ownerRepeats(id, entry);
    around.handedOver = entry.past->released.prove();
    around.scores = entry.past->scores;
    return around;
}

std::optional<Finding> LockTable::classify(const Look &look, const Entry &entry, const Snapshot *before,
                                           std::optional<Classified> classified) const
{
    auto around = surroundingsOf(look.id, entry);
    auto finding = classified && classified->isIn(around) ? std::move(classified->finding) : m_classifier.classify(look, around);
    // At a first look, only the finding says who the owner is.
    if (finding && !before && finding->confidence < strong && isHeldElsewhere(look.id, *finding)) {
        around.ownerRepeats = true;
        finding = m_classifier.classify(look, around);
    }
    // What is listed stays listed while it is still recognised: a longer lease makes it less certain, and not something else.
    if (finding && before && finding->library == before->finding.library)
        finding->confidence = std::max(finding->confidence, Classifier::leastListed);
    if (finding && finding->confidence < Classifier::leastListed)
        finding.reset();
    // Some formats recognise only locks with a TTL. Without it, the same value or the same owner is still the same lock.
    if (!finding && before && isUnchanged(*before, look))
        finding = before->finding;
    if (!finding && before && !look.deadline)
        finding = withoutItsTtl(look, around, *before);
    return finding;
}

// Whoever joins with the present time as the score shows that the scores are times of acquisition, and that another client's clock is ahead if some
// are yet to come.
Finding LockTable::rememberScores(Entry &entry, const Snapshot *before, const Look &look, Finding finding) const
{
    const auto joinedNow = [&](const auto &element) {
        return !before->look.value.find(element.first) && isAboutNow(element.second, look.at);
    };
    if (before && std::ranges::any_of(look.value.elements, joinedNow)) {
        entry.past.own().scores = Scores::Times;
        if (auto other = m_classifier.classify(look, surroundingsOf(look.id, entry)))
            finding = *std::move(other);
    } else if (finding.scores == Scores::Deadlines) {
        entry.past.own().scores = Scores::Deadlines;
    }
    return finding;
}

// What it would be if the TTL that it had still ran.
std::optional<Finding> LockTable::withoutItsTtl(Look look, const Surroundings &around, const Snapshot &before) const
{
    look.deadline = before.look.deadline.value_or(look.at + std::chrono::seconds(30));
    auto finding = m_classifier.classify(look, around);
    const auto held = [&](const Holder &holder) {
        return !holder.owner.empty() && std::ranges::find(finding->holders, holder.owner, &Holder::owner) != finding->holders.end();
    };
    const bool same = finding && finding->library == before.finding.library && std::ranges::any_of(before.finding.holders, held)
                      && isSameRecord(before.look.value, look.value);
    return same ? std::move(finding) : std::nullopt;
}

void LockTable::present(Entry &entry, const Snapshot *before, Snapshot after, const std::vector<LockEvent> &events, bool unprompted)
{
    if (!before)
        ++m_present;
    else
        countOwner(entry, -1);
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
    if (!look.deadline)
        entry.noLeaseSince = entry.noLeaseSince.value_or(look.at);
    else
        entry.noLeaseSince.reset();
    if (look.deadline) {
        noteLease(info, std::chrono::ceil<Milliseconds>(*look.deadline - look.at), found.usualLease, events, unprompted);
        entry.leaseSeen = {look.value.type, *info.lease};
    }
    entry.last = kept(std::move(after));
    noteCounted(entry);
    countOwner(entry, +1);
    updateState(entry, entry.last->at);
    noteBare(entry);
    noteChange(entry);
}

void LockTable::noteBare(const Entry &entry)
{
    if (entry.noLeaseSince && lacksLease(entry) && entry.last->at - *entry.noLeaseSince < betweenLooks)
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

void LockTable::vanish(Entry &entry, ServerTime at, EventType how)
{
    const auto id = entry.info.id;
    countOwner(entry, -1);
    // It is not known how long the old server process, or the data before, still had the lock after the last look.
    const bool otherData = entry.beforeRestart || entry.beforeExchange;
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
    entry.noLeaseSince.reset();
    --m_present;
    entry.changed = false;
    m_goneNow.push_back({entry.info, how, until});
}

std::optional<LockEvent> LockTable::loseSight(const LockId &id, std::string_view why)
{
    const auto found = m_entries.find(id);
    return found == m_entries.end() || !found->second->last ? std::nullopt : std::optional(loseSight(*found->second, why));
}

LockEvent LockTable::loseSight(Entry &entry, std::string_view why)
{
    LockEvent event;
    const auto &info = entry.info;
    event.time = entry.last->at;
    event.type = EventType::OutOfSight;
    event.id = info.id;
    event.library = info.library;
    event.kind = info.kind;
    if (!info.holders.empty()) {
        event.owner = info.holders.front().owner;
        event.count = info.holders.front().count;
    }
    event.why = std::string(why) + "; nothing is known of its end";
    vanish(entry, event.time, EventType::OutOfSight);
    entry.past.own().lastFree.reset();
    entry.past.own().unlisted = true; // it may be there still
    return event;
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

void LockTable::restart(Entry &entry, ServerTime at, bool observed)
{
    entry.info.heldSince = at;
    entry.info.heldSinceObserved = observed;
    entry.info.renewals = {};
    entry.info.lease.reset();
    entry.info.leaseKnowledge = LeaseKnowledge::AsSet;
    entry.info.waiters = {};
    if (!entry.past->periods.empty())
        entry.past.own().periods.clear();
    entry.noLeaseSince.reset();
}

void LockTable::countRenewal(Entry &entry, ServerTime at)
{
    auto &renewals = entry.info.renewals;
    auto &periods = entry.past.own().periods;
    const auto before = std::exchange(renewals.last, at);
    ++renewals.count;
    if (entry.info.holders.size() > 1) { // each renews its own
        periods.clear();
        renewals.period.reset();
        return;
    }
    if (before)
        pushBounded(periods, std::chrono::duration_cast<Milliseconds>(at - *before), mostPeriods);
    if (periods.empty())
        return;
    auto sorted = periods;
    const auto middle = sorted.begin() + static_cast<std::ptrdiff_t>(sorted.size() / 2);
    std::ranges::nth_element(sorted, middle);
    renewals.period = *middle;
}

void LockTable::updateState(Entry &entry, ServerTime now)
{
    const auto &last = *entry.last;
    StateEvidence evidence;
    evidence.now = now;
    evidence.leaseRule = last.traits.leaseRule;
    evidence.leaseBefore = leaseBefore(entry);
    evidence.lapses = last.traits.lapses;
    evidence.noLeaseSince = entry.noLeaseSince;
    evidence.lastLook = last.at;
    evidence.takenOverAt = entry.past->takenOverAt;
    evidence.ownerScope = last.traits.ownerScope;
    auto verdict = stateOf(entry.info, evidence);
    // A reason that contains a duration would change at every tick, so it is updated with the state or with a new look.
    if (verdict.state != entry.info.state || now == last.at) {
        if (verdict.state != entry.info.state)
            noteChange(entry);
        entry.info.state = verdict.state;
        entry.info.stateReason = std::move(verdict.reason);
    }
    m_moments.set(entry, nextChange(entry.info, evidence));
}

// A value of another type belongs to another library, whose habits say nothing about this one.
std::optional<Milliseconds> LockTable::leaseBefore(const Entry &entry)
{
    if (!entry.leaseSeen || entry.leaseSeen->type != entry.last->value.type)
        return std::nullopt;
    return entry.leaseSeen->lease;
}

bool LockTable::lacksLease(const Entry &entry)
{
    return !entry.info.deadline && leaseIsDue(entry.last->traits.leaseRule, leaseBefore(entry).has_value());
}

void LockTable::countOwner(Entry &entry, int by)
{
    const auto *owner = ownerOf(entry.info, entry.last->traits.ownerScope);
    if (!owner)
        return;
    const auto counted = m_owners.try_emplace(ownerKey(entry.info.id, *owner)).first;
    auto &locks = counted->second;
    locks.count += by;
    if (locks.count <= 0)
        m_owners.erase(counted);
    else if (locks.count == 1 && by > 0)
        locks.only = &entry;
    else if (auto *first = std::exchange(locks.only, nullptr); first && first->info.confidence < strong)
        recogniseAgain(*first);
}

bool LockTable::isHeldElsewhere(const LockId &id, const Finding &finding) const
{
    const auto *owner = ownerOf(finding, finding.ownerScope);
    return owner && m_owners.contains(ownerKey(id, *owner));
}

// That its owner has another lock may name the library. Which companions were missing is not kept: if that has named the library, the next
// look decides.
void LockTable::recogniseAgain(Entry &entry)
{
    auto snapshot = restored(*entry.last, entry.info);
    auto around = surroundingsOf(entry.info.id, entry);
    around.ownerRepeats = false;
    const auto asKept = m_classifier.classify(snapshot.look, around);
    auto finding = classify(snapshot.look, entry, &snapshot, {});
    if (!finding || !asKept || asKept->library != entry.info.library)
        return;
    keepLeases(&snapshot, snapshot.look, false, *finding);
    static_cast<Recognition &>(entry.info) = *finding;
    entry.info.why = m_sentences.shared(finding->why);
    snapshot.finding = *std::move(finding);
    entry.last = kept(std::move(snapshot));
    noteCounted(entry);
    noteChange(entry);
}

bool LockTable::ownerRepeats(const LockId &id, const Entry &entry) const
{
    const auto *owner = ownerOf(entry.info, entry.last->traits.ownerScope);
    if (!owner)
        return false;
    const auto found = m_owners.find(ownerKey(id, *owner));
    return found != m_owners.end() && found->second.count > 1;
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

void LockTable::serverRestarted() { otherData(&Entry::beforeRestart); }

void LockTable::dataExchanged() { otherData(&Entry::beforeExchange); }

// That a name was free, or an owner gone, says nothing about the other data.
void LockTable::otherData(bool Entry::*before)
{
    for (auto &[id, place] : m_entries) {
        auto &entry = *place;
        entry.*before = entry.last.has_value();
        if (entry.past->lastFree) {
            entry.past.own().lastFree.reset();
            entry.past.own().unlisted = !entry.last; // there, it may have been held for long
        }
        if (!entry.past->owners.empty()) {
            entry.past.own().owners.clear();
            entry.past.own().released = {};
        }
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
        move(entry.noLeaseSince);
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

const LockTable::Entry *LockTable::held(const LockId &id) const
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
        if (*m_entries.at(id)->noLeaseSince <= before)
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

void LockTable::noteCounted(Entry &entry)
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

void LockTable::noteChange(Entry &entry)
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
