// SPDX-License-Identifier: MIT
// A lock written as a record that names its owner, under a lock word: a JSON object, or a hash with fields such as `owner`, `token`, `lockedBy`.
// Many programs write their own; no library is named.
#include "lockcore/base/ascii.h"
#include "lockcore/base/iso_time.h"
#include "lockcore/base/time_text.h"
#include "lockcore/monitor/formats/grammar.h"
#include "lockcore/monitor/formats/kept_fence.h"
#include "lockcore/monitor/formats/owner_facts.h"
#include "lockcore/monitor/formats/record_ends.h"
#include "lockcore/monitor/formats/serialised.h"
#include "lockcore/monitor/formats/string_locks.h"
#include "lockcore/monitor/model/lock_words.h"

#include <algorithm>

namespace lockcore::record_format {

namespace {

constexpr std::string_view library = "unknown";
constexpr std::size_t mostFields = 16;
constexpr std::int64_t mostCounted = 1000;

using record::Candidate;
using record::Candidates;
using record::GivenUp;
using record::isDrawnIfItMustBe;
using record::isFlag;
using record::isSetTime;
using record::isToken;
using record::isUnset;
using record::meansFree;
using record::Members;
using record::OwnerKind;
using record::saysWhen;
using record::timeOf;

template <class TextOf>
Bytes joined(const std::vector<const JsonMember *> &fields, std::string_view between, TextOf textOf)
{
    Bytes text;
    for (const auto *field : fields) {
        text += text.empty() ? std::string_view() : between;
        text += textOf(*field);
    }
    return text;
}

bool saysOff(const Members &members, const Candidates &candidates)
{
    const bool owned = std::ranges::any_of(candidates, [](const Candidate &candidate) {
        const auto kind = candidate.word->kind;
        return candidate.named && (kind < OwnerKind::Thing || (kind == OwnerKind::Thing && grammar::looksDrawn(candidate.member->text)));
    });
    return std::ranges::any_of(members, [&](const JsonMember &member) { return record::isOff(member, owned); });
}

struct Deadline
{
    const JsonMember *member;
    ServerTime time;
};

// A deadline whose text names no zone, and is over in all of them.
bool isOverInAnyZone(const JsonMember &member, ServerTime now)
{
    const auto latest = record::isDeadline(member.name) ? timeFromIso(member.text + "-12:00") : std::nullopt;
    return latest && *latest > now - std::chrono::years(10) && *latest <= now;
}

// The latest one: nobody else may take the lock before.
std::optional<Deadline> deadlineOf(const Members &members, ServerTime now)
{
    std::optional<Deadline> latest;
    for (const auto &member : members) {
        const auto time = record::isDeadline(member.name) ? timeOf(member, now) : std::nullopt;
        if (time && (!latest || *time > latest->time))
            latest = Deadline{&member, *time};
    }
    return latest;
}

// Since when it is locked. Another acquisition has another time.
bool saysSince(const Members &members, ServerTime now)
{
    return std::ranges::any_of(members,
                               [&](const JsonMember &member) { return record::isTimeOfLock(member.name) && saysWhen(member, now); });
}

// Of a day alone, and at midnight, two acquisitions say the same.
bool saysMoment(const JsonMember &member, ServerTime now)
{
    const auto time = timeOf(member, now);
    return time ? time->time_since_epoch() % std::chrono::days(1) != Microseconds(0)
                : isTimeText(member.text) && member.text.find(':') != Bytes::npos;
}

bool isKnownField(const JsonMember &member)
{
    return (record::isKnown(member.name) || record::isEnd(member.name)) && isDrawnIfItMustBe(member)
           && (!record::isMode(member.name) || record::modeFrom(member.text));
}

bool isKnown(const Members &members) { return std::ranges::all_of(members, isKnownField); }

// Nothing is there but what a lock's record has. Only then `user`, `id` or `timestamp` are enough: other records have them, too.
bool isBrief(const Members &members)
{
    constexpr std::size_t longest = 128;
    std::size_t size = 0;
    for (const auto &member : members)
        size += member.name.size() + member.text.size();
    return size <= longest && isKnown(members);
}

// `{"by": "alice", "title": "Locks"}`: who has what, and nothing else.
bool saysWhoHas(const Members &members)
{
    constexpr std::size_t longest = 100;
    const auto names = [](const JsonMember &member) {
        const auto *word = record::ownerWord(member.name);
        return word && word->kind <= OwnerKind::Vague;
    };
    return std::ranges::any_of(members, names) && std::ranges::all_of(members, [](const JsonMember &member) {
               return (isKnownField(member) || record::isThing(member.name)) && member.text.size() <= longest;
           });
}

// While a TTL runs, or beside a time of locking, a person is the owner, whatever else the record says of what is locked.
OwnerKind vaguestOwner(const KeySnapshot &look, const Members &members, bool brief, bool taken)
{
    if (brief || (taken && isKnown(members)) || (look.deadline && saysWhoHas(members)))
        return OwnerKind::Name;
    const bool person = std::ranges::any_of(members, [](const JsonMember &member) { return record::isPerson(member.name); });
    return taken || (look.deadline && person && lockWordIn(look.id.key) != LockWord::Ambiguous && !saysReport(look.id.key))
               ? OwnerKind::Vague
               : OwnerKind::Host;
}

// `web-3:17 1`: the field is the owner, as hash_reentrant knows it.
bool isOwnerWithCount(const Members &members)
{
    const auto counts = [](const JsonMember &member) { return grammar::isSmallCount(member.text); };
    return std::ranges::any_of(members, [&](const JsonMember &member) { return counts(member) && grammar::isOneOwners(member.name); })
           && std::ranges::all_of(members, [&](const JsonMember &member) {
                  return counts(member) || record::isTime(member.name) || record::isDeadline(member.name) || record::isMode(member.name)
                         || record::isNumber(member.name);
              });
}

// What only a lock's record has. `owner` and `host` also describe a door's lock or a leased flat, which have no TTL.
bool speaksOfLocking(const JsonMember &member)
{
    const auto *word = record::ownerWord(member.name);
    return (word && (word->kind == OwnerKind::Holder || isToken(word->kind)))
           || (record::isTimeOfLock(member.name) && isSetTime(member.text));
}

// `{"locked":true}`, `{"status":"locked"}`
bool saysLocked(const JsonMember &member)
{
    if (record::isVagueSwitch(member.name))
        return equalsIgnoringCase(member.text, "locked");
    const bool counts = parseInteger(member.text).value_or(1) != 1; // how often
    return record::isSwitch(member.name) && !isUnset(member.text) && !meansFree(member.text) && !counts;
}

// An owner until when it is locked: that is a lock, whatever else the record says. Without an owner it may be an account after wrong passwords.
bool isOwnedUntil(const Members &members, const Candidate *holder)
{
    return holder && holder->word->kind <= OwnerKind::Owner && std::ranges::any_of(members, [](const JsonMember &member) {
               return record::isDeadlineOfLock(member.name) && isSetTime(member.text);
           });
}

// Of a person, a deadline that is over may be that of a rented flat.
bool isProcess(const Candidate *holder)
{
    return holder && holder->word->kind <= OwnerKind::Owner && grammar::isOneOwners(holder->member->text);
}

// Without a TTL. A person may own a door's lock, or rent a flat whose deadline is over, and a service may say of itself where it runs: but such records
// say more than who it is. What a process owns or has left behind is a lock that nobody freed.
bool isLeftBehind(const KeySnapshot &look, const Members &members, const Candidate *holder)
{
    if (!holder || lockWordIn(look.id.key) == LockWord::Ambiguous || saysReport(look.id.key))
        return false;
    if (record::mayNameNobody(holder->member->text) && !grammar::isDigits(holder->member->text, 1, 19)) // a container's pid is 1
        return false;
    if (holder->word->kind <= OwnerKind::Worker && grammar::isProcess(holder->member->text))
        return true;
    const auto isWhen = [&](const JsonMember &member) {
        return record::isTime(member.name) || (record::isPlainTime(member.name) && saysWhen(member, look.at));
    };
    const bool named = isProcess(holder) && !grammar::looksDrawn(holder->member->text); // a thing's owner may be drawn
    const auto isOfState = [](const JsonMember &member) {
        return ((record::isHoldCount(member.name) || record::isFence(member.name)) && parseInteger(member.text))
               || record::isEnd(member.name);
    };
    const auto isOfPlace = [&](const JsonMember &member) {
        const auto *word = record::ownerWord(member.name);
        const bool vague = record::isVagueSwitch(member.name); // `count` may count anything, and a service may be up
        return isWhen(member) || record::isWork(member.name) || (vague ? record::saysItRuns(member.text) : isOfState(member))
               || (word && (word->part != record::OwnerPart::None || word->kind == OwnerKind::Worker));
    };
    const auto isPid = [](const JsonMember &member) {
        const auto *word = record::ownerWord(member.name);
        return word && word->kind == OwnerKind::Host && word->part == record::OwnerPart::Process
               && parseInteger(member.text).value_or(0) > 0;
    };
    const bool pid = std::ranges::any_of(members, isPid);
    const auto isOfHolding = [&](const JsonMember &member) {
        return &member == holder->member || (named ? isWhen(member) : record::isTime(member.name)) || isOfState(member)
               || (pid && isOfPlace(member));
    };
    if (holder->word->kind <= OwnerKind::Owner)
        return std::ranges::all_of(members, isOfHolding);
    const bool works = holder->word->kind == OwnerKind::Worker
                           ? std::ranges::any_of(members, isWhen)
                           : std::ranges::any_of(members, [](const JsonMember &member) { return record::isBegin(member.name); });
    return members.size() > 1 && std::ranges::all_of(members, isOfPlace) && (pid || works);
}

// `web-3`, a token, a process: and not a person or a thing, whose records say other things, too.
bool mayBeMachine(std::string_view owner)
{
    return grammar::isOneOwners(owner) || (std::ranges::any_of(owner, isDigit) && std::ranges::any_of(owner, isLetter));
}

// A machine owns it since some time, or is at it.
bool isOfMachine(const KeySnapshot &look, const Members &members, const Candidate *holder)
{
    if (!holder || holder->word->kind > OwnerKind::Host || !mayBeMachine(holder->member->text) || saysReport(look.id.key)
        || lockWordIn(look.id.key) == LockWord::Ambiguous)
        return false;
    const auto has = [&](auto isIt) { return std::ranges::any_of(members, isIt); };
    const bool owner = holder->word->kind <= OwnerKind::Owner;
    const bool taken = has([&](const JsonMember &member) {
        return (owner ? record::isBegin(member.name) : record::isTimeOfLock(member.name)) && saysWhen(member, look.at);
    });
    const bool begun = has([&](const JsonMember &member) { return record::isTime(member.name) && saysWhen(member, look.at); });
    const bool runs = has([](const JsonMember &member) {
        return saysLocked(member) || (record::isVagueSwitch(member.name) && record::saysItRuns(member.text));
    });
    const bool drawn = grammar::looksDrawn(holder->member->text); // a thing's owner may be
    return taken || ((begun || (owner && runs && !drawn)) && isKnown(members));
}

// Whatever the zone is, if the text names none.
bool mayLapseLater(const JsonMember &deadline, ServerTime now)
{
    constexpr std::chrono::hours anyZone(14);
    const auto time = timeOf(deadline, now);
    const auto local = time ? std::nullopt : timeFromIso(deadline.text + "-14:00");
    return record::isDeadline(deadline.name) && ((time && *time > now) || (local && *local > now && *local < now + 2 * anyZone));
}

// It names a process or a machine that owns it, or says until when it is owned; or it has nothing but what only a lock's record has.
bool isLocksWithoutTtl(const KeySnapshot &look, const Members &members, const Candidate *holder, const std::optional<Deadline> &ends)
{
    if (isOwnedUntil(members, holder) || isLeftBehind(look, members, holder) || isOfMachine(look, members, holder)
        || (saysSince(members, look.at) && isProcess(holder)))
        return true;
    const bool lapsed = ends || std::ranges::any_of(members, [&](const JsonMember &member) { return isOverInAnyZone(member, look.at); });
    const bool mayHaveCrashed = lapsed && holder && holder->word->kind <= OwnerKind::Owner && mayBeMachine(holder->member->text);
    const bool lapses =
        mayHaveCrashed || std::ranges::any_of(members, [&](const JsonMember &member) { return mayLapseLater(member, look.at); });
    // An account that somebody has locked has a reason, too; so has the lock of a deployment.
    const auto isOther = [&](const JsonMember &member) {
        return record::isOfLeases(member.name) && (!record::isReason(member.name) || saysAccount(look.id.key));
    };
    return (lapses || std::ranges::any_of(members, speaksOfLocking)) && isKnown(members) && std::ranges::none_of(members, isOther);
}

std::optional<Members> membersOf(const KeySnapshot &look)
{
    if (!look.value.whole())
        return std::nullopt;
    if (look.value.type == ValueType::String)
        return jsonMembers(look.value.text);
    Members members;
    for (const auto &[field, value] : look.value.elements)
        members.push_back({field, value});
    return members;
}

Holder holderOf(const Members &members, const std::vector<const JsonMember *> &owner)
{
    constexpr std::size_t longestFact = 80;
    Holder holder;
    holder.owner = joined(owner, ":", [](const JsonMember &field) { return field.text; });
    for (const auto &member : members) {
        const bool isOwner = owner.size() == 1 && owner.front() == &member;
        const bool known = record::isKnown(member.name) || record::isEnd(member.name) || record::isThing(member.name);
        if (!isOwner && known && member.text.size() <= longestFact)
            holder.facts.push_back({escaped(member.name), escaped(member.text)});
    }
    return holder;
}

// `token: 17` or `fence: 17`: the next one is counted up from it.
bool isFencingToken(const JsonMember &member)
{
    const auto *word = record::ownerWord(member.name);
    const bool numbered = word && word->kind == OwnerKind::Token && parseInteger(member.text);
    return numbered || record::isFence(member.name);
}

// What a release leaves.
bool isKeptFence(const KeySnapshot &look, const Members &members)
{
    return look.value.type == ValueType::Hash && !look.deadline && std::ranges::all_of(members, isFencingToken);
}

// As many as `readers` counts or lists.
std::optional<std::int64_t> readersBy(const JsonMember &member)
{
    if (!record::isReaders(member.name))
        return std::nullopt;
    constexpr std::int64_t most = 100'000;
    const auto count = parseInteger(member.text);
    return count ? (*count >= 0 && *count <= most ? count : std::nullopt) : entriesOfJsonList(member.text);
}

// As many readers as the record knows, or one writer of whom the record says no name.
std::optional<Holder> unnamedIn(const Members &members)
{
    Holder holder = holderOf(members, {});
    const auto mode = record::modeIn(members);
    for (const auto &member : members) {
        const bool counts = mode == Mode::Read && record::isHoldCount(member.name);
        const auto readers = counts && grammar::isSmallCount(member.text) ? parseInteger(member.text) : readersBy(member);
        const bool writes = !record::isReaders(member.name) && record::isSide(member.name) && isFlag(member.text);
        if (writes || readers.value_or(0) > 0) {
            holder.mode = writes ? Mode::Write : Mode::Read;
            holder.count = writes ? 1 : *readers;
            return mode.value_or(holder.mode) == holder.mode ? std::optional(std::move(holder)) : std::nullopt;
        }
    }
    return std::nullopt;
}

// `{"mode":"write","web-3:17":1}`: the owners are the names of the fields. Of several, which JSON cannot free one by one, only the number is kept.
std::optional<Holder> holderByField(const Members &members)
{
    const auto mode = record::modeIn(members);
    Holder holder;
    std::int64_t owners = 0;
    for (const auto &[name, text] : members) {
        if (record::isMode(name) || record::isWaiters(name) || record::isSide(name) || record::isTime(name) || record::isDeadline(name))
            continue;
        if (!mode || !grammar::isSmallCount(text) || !grammar::isOneOwners(name))
            return std::nullopt;
        holder.owner = name;
        holder.count = *parseInteger(text);
        ++owners;
    }
    if (owners == 0)
        return std::nullopt;
    if (owners > 1) {
        holder.owner.clear();
        holder.count = owners;
    }
    holder.mode = *mode;
    return holder;
}

LockMatch sharedFinding(const KeySnapshot &look, Holder holder)
{
    const bool json = look.value.type == ValueType::String;
    auto match = stringlock::match(library, json ? "JSON record" : "record", 2, look);
    match.kind = LockKind::RwLock;
    match.ownerScope = OwnerScope::Unknown;
    match.why = {std::string(json ? "the value is a JSON object" : "a hash") + " that says "
                     + (!holder.owner.empty()       ? "who has it, and whether they read or write"
                        : holder.mode == Mode::Read ? "how many read"
                                                    : "that somebody writes, but not who"),
                 "the name says that it is a lock"};
    match.holders.clear();
    if (json && holder.owner.empty() && holder.mode == Mode::Read)
        match.moreHolders = holder.count; // which one leaves is not known
    else
        match.holders.push_back(std::move(holder));
    return match;
}

bool countsNoReaders(const JsonMember &member) { return readersBy(member) == 0; }

// hash_reentrant knows the hashes of counts alone, in which each reader may have a field.
bool isOfCounts(const KeySnapshot &look, const Members &members)
{
    return look.value.type == ValueType::Hash && std::ranges::all_of(members, [](const JsonMember &member) {
               return record::isMode(member.name) || isUnset(member.text)
                      || parseInteger(member.text).value_or(mostCounted + 1) <= mostCounted;
           });
}

// Larger numbers count something else. `reentrant` may be true.
std::int64_t holdCountIn(const Members &members)
{
    for (const auto &[name, text] : members) {
        const auto count = record::isHoldCount(name) ? parseInteger(text) : std::nullopt;
        if (count && *count > 0 && *count <= mostCounted)
            return *count;
    }
    return 1;
}

// Whether it is held still.
std::optional<std::string> doubtOf(const Members &members, const record::End &end, ServerTime now)
{
    if (end.givenUp == GivenUp::Perhaps)
        return "it may have been given up: " + escaped(end.member->name) + " says when, but not whether it was locked again since";
    if (end.givenUp == GivenUp::Done)
        return escaped(end.member->name) + " says that the work is done: while its TTL runs, the key keeps others out";
    for (const auto &member : members) {
        if (isOverInAnyZone(member, now))
            return escaped(member.name) + " names no time zone, but is over in all of them: it has lapsed, if its program goes by that";
        if (record::isHoldCount(member.name) && member.text == "0")
            return escaped(member.name) + " is 0: it is free, unless the first hold counts as 0";
    }
    return std::nullopt;
}

// Beside a writer who waits for them, or has not yet been let in.
std::int64_t readersIn(const Members &members)
{
    for (const auto &member : members) {
        if (const auto readers = readersBy(member))
            return *readers;
    }
    return 0;
}

// The field `writer` names one who writes; any other owner has the lock in the mode that the record says.
void setMode(LockMatch &match, const Members &members, const Candidate &holder)
{
    const bool writer = record::isWriter(holder.member->name);
    const auto mode = writer ? std::optional(Mode::Write) : record::modeIn(members);
    if (!mode)
        return;
    match.kind = LockKind::RwLock;
    match.holders.front().mode = *mode;
}

std::optional<LockMatch> classify(const KeySnapshot &look, const RecognitionContext &)
{
    if (!hasLockWord(look.id.key))
        return std::nullopt;
    const auto members = membersOf(look);
    if (!members || members->empty() || members->size() > mostFields)
        return std::nullopt;
    const bool brief = look.deadline && isBrief(*members);
    const bool taken = saysSince(*members, look.at);
    const auto vaguest = vaguestOwner(look, *members, brief, taken);
    const auto candidates = record::candidatesIn(*members, look.id.key, std::min(vaguest, OwnerKind::Vague));
    const auto *holder = record::holderIn(candidates, taken);
    const auto end = record::endOf(*members, look);
    const bool past =
        !look.deadline && std::ranges::any_of(*members, [](const JsonMember &member) { return record::isDuration(member.name); });
    if (past || saysOff(*members, candidates) || end.givenUp == GivenUp::Yes || isKeptFence(look, *members))
        return std::nullopt;
    if (!holder && look.value.type == ValueType::Hash && isOwnerWithCount(*members))
        return std::nullopt;
    if (look.deadline && !holder && !isOfCounts(look, *members)) {
        auto unnamed = brief ? unnamedIn(*members) : holderByField(*members);
        if (unnamed)
            return sharedFinding(look, std::move(*unnamed));
    }
    if (!holder && (!candidates.empty() || std::ranges::any_of(*members, countsNoReaders)))
        return std::nullopt;
    const bool owned = holder && holder->word->kind <= vaguest;
    const auto owner = owned ? record::ownersFields(candidates, *holder) : std::vector<const JsonMember *>();
    const auto ends = deadlineOf(*members, look.at);
    const bool speaks = std::ranges::any_of(*members, speaksOfLocking);
    const bool dated = brief && std::ranges::any_of(*members, [&](const JsonMember &member) { return saysWhen(member, look.at); });
    const bool json = look.value.type == ValueType::String;
    const bool marked = json && brief && candidates.empty() && !saysFigure(look.id.key) && std::ranges::any_of(*members, saysLocked);
    if (!(owned || speaks || dated || marked) || !(look.deadline || isLocksWithoutTtl(look, *members, holder, ends)))
        return std::nullopt;
    auto match = stringlock::match(library, json ? "JSON record" : "record", 2, look);
    match.holders = {holderOf(*members, owner)};
    match.ownerScope = owned ? OwnerScope::Unknown : OwnerScope::Nobody;
    if (owned) {
        setMode(match, *members, *holder);
        match.holders.front().count = holdCountIn(*members);
        const bool isOneOfThem = match.holders.front().mode == Mode::Read;
        match.moreHolders = std::max<std::int64_t>(0, readersIn(*members) - (isOneOfThem ? 1 : 0));
    }
    if (auto doubt = doubtOf(*members, end, look.at)) {
        match.mayBeOver = true;
        match.why.push_back(*std::move(doubt));
    }
    match.why.push_back(std::string(json ? "the value is a JSON object" : "a hash") + " with "
                        + (owned ? "the owner under " + joined(owner, ", ", [](const JsonMember &field) { return escaped(field.name); })
                           : speaks || dated ? "a time, and without an owner"
                                             : "a field that says that it is taken, but not by whom"));
    match.why.emplace_back("the name says that it is a lock");
    if (ends) {
        match.lapses = ends->time;
        match.why.push_back("the record says under " + escaped(ends->member->name) + " when it lapses");
    }
    return match;
}

// The owner's text is no field's name, so the whole record is compared and deleted. But without a TTL, the next fencing token is counted up from the
// last one, and would begin again.
ReleaseRecipe release(const ReleaseCase &what)
{
    ReleaseRecipe recipe;
    recipe::warnOfMark(recipe, what.match);
    const auto &hash = what.look.value;
    const auto members = membersOf(what.look);
    recipe.showsRetake = members && std::ranges::any_of(*members, [&](const JsonMember &member) {
                             const bool moves = record::isTimeOfLock(member.name) || record::isDeadline(member.name);
                             return moves && saysMoment(member, what.look.at);
                         });
    const auto isOwner = [&](const auto &field) {
        const auto isSame = [&](const auto &other) { return other.second == field.second && !isFencingToken({other.first, other.second}); };
        return std::ranges::any_of(what.match.holders, [&](const Holder &holder) { return holder.owner == field.second; })
               && std::ranges::none_of(hash.elements, isSame);
    };
    const auto isFence = [&](const auto &field) {
        return record::isFence(field.first) || (isFencingToken({field.first, field.second}) && !isOwner(field));
    };
    const bool fenced = hash.type == ValueType::Hash && std::ranges::any_of(hash.elements, isFence);
    const auto mayFence = [&](const JsonMember &member) {
        return record::isSerial(member.name) ? parseInteger(member.text).has_value() : isFence(std::pair(member.name, member.text));
    };
    if (!what.look.deadline && !fenced && members && std::ranges::any_of(*members, mayFence))
        recipe.warnings.push_back({ReleaseWarning::Kind::FenceGoes, {}});
    if (what.look.deadline || !fenced)
        return recipe;
    for (const auto &field : hash.elements) {
        if (isFence(field))
            recipe.guards.push_back(recipe::field(what.look.id.key, field));
        else
            recipe.elements.push_back({field.first, Difference::Value});
    }
    auto size = recipe::size(what.look.id.key, hash);
    size.difference = Difference::Value;
    recipe.guards.push_back(std::move(size));
    record::keepFence(recipe);
    recipe.showsRetake = true;
    return recipe;
}

} // namespace

extern const Format format;
const Format format = {
    .library = library,
    .variants = {"JSON record", "record"},
    .types = {ValueType::String, ValueType::Hash},
    .rank = -4,
    .classify = classify,
    .release = release,
};

} // namespace lockcore::record_format
