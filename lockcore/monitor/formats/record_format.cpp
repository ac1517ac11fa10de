// SPDX-License-Identifier: MIT
// A lock written as a record that names its owner, under a lock word: a JSON object, or a hash with fields such as `owner`, `token`, `lockedBy`.
// Many programs write their own; no library is named.
#include "lockcore/base/ascii.h"
#include "lockcore/base/iso_time.h"
#include "lockcore/monitor/formats/grammar.h"
#include "lockcore/monitor/formats/json_members.h"
#include "lockcore/monitor/formats/owner_facts.h"
#include "lockcore/monitor/formats/record_words.h"
#include "lockcore/monitor/formats/serialised.h"
#include "lockcore/monitor/formats/string_locks.h"
#include "lockcore/monitor/model/lock_words.h"

#include <algorithm>

namespace lockcore::record_format {

namespace {

constexpr std::string_view library = "unknown";
constexpr std::size_t mostFields = 16;
constexpr std::int64_t mostCounted = 1000;

using record::OwnerKind;
using Members = std::vector<JsonMember>;

struct Candidate
{
    const JsonMember *member;
    const record::OwnerWord *word;
    bool named; ///< it names somebody
};

using Candidates = std::vector<Candidate>;

bool meansFree(std::string_view text) { return serialised::meaningOf(text) == serialised::Meaning::Free; }

bool isUnset(std::string_view text)
{
    return withoutBlanks(text).empty() || equalsIgnoringCase(text, "null") || equalsIgnoringCase(text, "nil");
}

// Of `[[…]]` the inside.
std::string_view withoutBrackets(std::string_view text)
{
    while (text.size() > 1 && text.front() == '[' && text.back() == ']')
        text = withoutBlanks(text.substr(1, text.size() - 2));
    return text;
}

// `[null,""]`, `[[],{}]`: there is nothing between the signs.
bool isListOfNothings(std::string_view text)
{
    constexpr std::string_view signs = "[]{},\" \t\r\n";
    constexpr std::string_view null = "null";
    if (!text.starts_with('['))
        return false;
    while (!text.empty() && (text.starts_with(null) || signs.find(text.front()) != signs.npos))
        text.remove_prefix(text.starts_with(null) ? null.size() : 1);
    return text.empty();
}

// A process or a worker may have the number 0. An owner may be an object or a list, in which somebody is named or nobody.
bool namesSomebody(std::string_view owner)
{
    if (isListOfNothings(owner))
        return false;
    const auto text = withoutBrackets(owner);
    if (const auto members = text.size() <= Value::mostTextBytes ? jsonMembers(text) : std::nullopt)
        return std::ranges::any_of(*members, [](const JsonMember &member) { return namesSomebody(member.text); });
    return !text.empty() && (text == "0" || !meansFree(text));
}

bool isSetTime(std::string_view text)
{
    const auto time = timeFromIso(text);
    return !text.empty() && !meansFree(text) && !(time && *time <= ServerTime());
}

bool hasTimeOfLock(const Members &members)
{
    return std::ranges::any_of(members,
                               [](const JsonMember &member) { return record::isTimeOfLock(member.name) && isSetTime(member.text); });
}

bool isDrawnIfItMustBe(const JsonMember &member)
{
    const auto *word = record::ownerWord(member.name);
    return !word || word->kind != OwnerKind::Drawn || grammar::looksDrawn(member.text);
}

// `writer` 1 or `true` says that somebody writes, but not who; an id of a process is larger.
bool isFlag(std::string_view text) { return text == "1" || equalsIgnoringCase(text, "true"); }

// Articles and books have a writer, too, so it counts only where nothing else is than what locks have.
bool mayNameWriter(const JsonMember &member, bool brief) { return !record::isWriter(member.name) || (brief && !isFlag(member.text)); }

bool isToken(OwnerKind kind) { return kind == OwnerKind::Token || kind == OwnerKind::LockId; }

// `token: 17` counts acquisitions, and `lockId: orders:17` is the name of what is locked.
bool isSerial(const Candidate &candidate)
{
    const std::string_view text = candidate.member->text;
    const auto kind = candidate.word->kind;
    return (isToken(kind) && parseInteger(text)) || (kind == OwnerKind::LockId && !grammar::looksDrawn(text));
}

// What is null or empty names nobody, so it takes a serial's place only where it says that nobody owns the lock. A host, a process or a person
// may have the lock again, and the serial shows it.
bool isSurer(const Candidate &candidate)
{
    const auto kind = candidate.word->kind;
    return kind <= OwnerKind::Owner || (candidate.named && kind == OwnerKind::Worker);
}

bool isOfWord(char c) { return (c >= '0' && c <= '9') || (toLowerCase(c) >= 'a' && toLowerCase(c) <= 'z'); }

// As a part of its own: `lock:17` holds 17, but not 7.
bool holds(std::string_view key, std::string_view text)
{
    for (auto i = text.empty() ? key.npos : key.find(text); i != key.npos; i = key.find(text, i + 1)) {
        const auto end = i + text.size();
        if ((i == 0 || !isOfWord(key[i - 1])) && (end == key.size() || !isOfWord(key[end])))
            return true;
    }
    return false;
}

bool isOf(const Candidate &candidate, OwnerKind kind) { return candidate.word->kind == kind; }

// `id` and `name` are those of what is locked, or of a thing that a page shows, if the key holds the id, too, or if it is not drawn.
bool describesThing(const Candidates &candidates, std::string_view key)
{
    const auto id = std::ranges::find_if(candidates, [](const Candidate &candidate) { return isOf(candidate, OwnerKind::Thing); });
    if (id == candidates.end())
        return false;
    const bool named = std::ranges::any_of(candidates, [](const Candidate &candidate) { return isOf(candidate, OwnerKind::Name); });
    const std::string_view text = id->member->text;
    return holds(key, text) || (named && !grammar::looksDrawn(text));
}

// Every field that may name the owner, the surest first. A serial may only if no surer field does, and the name of what is locked, which the
// key has, too, only if no other field up to `vaguest` does.
Candidates candidatesIn(const Members &members, std::string_view key, OwnerKind vaguest)
{
    Candidates candidates;
    for (const auto &member : members) {
        const auto *word = record::ownerWord(member.name);
        const bool noWriter = record::isWriter(member.name) && meansFree(member.text);
        if (word && mayNameWriter(member, vaguest == OwnerKind::Vague))
            candidates.push_back({&member, word, namesSomebody(member.text) && !noWriter});
    }
    std::erase_if(candidates, [](const Candidate &candidate) {
        const bool isPlainRun = candidate.word->kind == OwnerKind::Run && !grammar::isOneOwners(candidate.member->text);
        return isPlainRun || !isDrawnIfItMustBe(*candidate.member);
    });
    std::ranges::stable_sort(candidates, {}, &Candidate::word);
    const bool surer = std::ranges::any_of(candidates, isSurer);
    const bool others = std::ranges::any_of(candidates, [&](const Candidate &candidate) {
        return candidate.named && !isToken(candidate.word->kind) && candidate.word->kind <= vaguest;
    });
    std::erase_if(candidates, [&](const Candidate &candidate) {
        const bool isOfKey = candidate.word->kind == OwnerKind::LockId && key.find(candidate.member->text) != key.npos;
        return isSerial(candidate) && (surer || (others && isOfKey));
    });
    if (describesThing(candidates, key)) {
        const auto ofThing = [](const Candidate &candidate) { return candidate.word->kind >= OwnerKind::Thing; };
        const bool named = std::ranges::any_of(candidates, [](const Candidate &candidate) { return isOf(candidate, OwnerKind::Name); });
        if (!named || hasTimeOfLock(members))
            std::erase_if(candidates, ofThing);
        else
            std::ranges::for_each(candidates, [&](Candidate &candidate) { candidate.named = candidate.named && !ofThing(candidate); });
    }
    return candidates;
}

// Of these groups, the first one that a record has says who holds it, or that nobody does: where `lockedBy` is null, `name` and `id` are those
// of what is locked.
int groupOf(const Candidate &candidate)
{
    const auto kind = candidate.word->kind;
    return kind <= OwnerKind::Owner ? 0 : isToken(kind) ? 1 : kind < OwnerKind::Run ? 2 : kind == OwnerKind::Run ? 3 : 4;
}

// Where only a token is missing, a time of locking says that somebody holds it: then this is the next one, if it is a worker. Where `owner` or
// the like is empty, that is what its release has left.
const Candidate *holderIn(const Candidates &candidates, bool taken)
{
    const auto mayHold = [&](const Candidate &candidate) {
        const int first = groupOf(candidates.front());
        return candidate.named && (groupOf(candidate) == first || (taken && first > 0 && candidate.word->kind <= OwnerKind::Host));
    };
    const auto found = std::ranges::find_if(candidates, mayHold);
    return found != candidates.end() ? &*found : nullptr;
}

// A worker's number, like that of a process, is unique on its host only.
record::OwnerPart partOf(const Candidate &candidate)
{
    const auto part = candidate.word->part;
    const bool numbered = candidate.word->kind == OwnerKind::Worker && parseInteger(candidate.member->text);
    return part == record::OwnerPart::None && numbered ? record::OwnerPart::Process : part;
}

// The fields that together say who holds it, from the place to the thread: pid 7 of web-3 is not pid 7 of web-4. A better owner is one alone.
std::vector<const JsonMember *> ownersFields(const Candidates &candidates, const Candidate &holder)
{
    using enum record::OwnerPart;
    std::vector<const JsonMember *> fields;
    if (partOf(holder) == None)
        return {holder.member};
    for (const auto part : {Place, Process, Thread}) {
        for (const auto &candidate : candidates) {
            if (candidate.named && partOf(candidate) == part)
                fields.push_back(candidate.member);
        }
    }
    return fields;
}

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

// 0 may be the first state or the first hold of an owner. What was never set says nothing.
bool isOff(const JsonMember &member, bool owned)
{
    const bool numbered = owned && member.text == "0" && record::isVagueSwitch(member.name);
    return record::isSwitch(member.name) && !isUnset(member.text) && !numbered && meansFree(member.text);
}

bool saysOff(const Members &members, const Candidates &candidates)
{
    const bool owned = std::ranges::any_of(candidates, [](const Candidate &candidate) {
        const auto kind = candidate.word->kind;
        return candidate.named && (kind < OwnerKind::Thing || (kind == OwnerKind::Thing && grammar::looksDrawn(candidate.member->text)));
    });
    return std::ranges::any_of(members, [&](const JsonMember &member) { return isOff(member, owned); });
}

// A number may be anything. A text is a time, but one far away was never set (1970, 2000), or means "never" (9999).
std::optional<ServerTime> timeOf(const JsonMember &member, ServerTime now)
{
    constexpr ServerTime redisIsThere = std::chrono::sys_days(std::chrono::year(2009) / 1 / 1);
    if (const auto number = grammar::plausibleTime(member.text, now))
        return number;
    const auto time = timeFromIso(member.text);
    return time && *time >= redisIsThere && *time < now + std::chrono::years(100) ? time : std::nullopt;
}

struct Deadline
{
    const JsonMember *member;
    ServerTime time;
};

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

bool isKnown(const Members &members)
{
    return std::ranges::all_of(members, [](const JsonMember &member) {
        return record::isKnown(member.name) && isDrawnIfItMustBe(member) && (!record::isMode(member.name) || record::modeFrom(member.text));
    });
}

// Nothing is there but what a lock's record has. Only then `user`, `id` or `timestamp` are enough: other records have them, too.
bool isBrief(const Members &members)
{
    constexpr std::size_t longest = 128;
    std::size_t size = 0;
    for (const auto &member : members)
        size += member.name.size() + member.text.size();
    return size <= longest && isKnown(members);
}

// What only a lock's record has. `owner` and `host` also describe a door's lock or a leased flat, which have no TTL.
bool speaksOfLocking(const JsonMember &member)
{
    const auto *word = record::ownerWord(member.name);
    return (word && (word->kind == OwnerKind::Holder || isToken(word->kind)))
           || (record::isTimeOfLock(member.name) && isSetTime(member.text));
}

// `{"locked":true}`
bool saysLocked(const JsonMember &member)
{
    return record::isSwitch(member.name) && !record::isVagueSwitch(member.name) && !isUnset(member.text) && !meansFree(member.text);
}

// An owner until when it is locked: that is a lock, whatever else the record says. Without an owner it may be an account after wrong passwords.
bool isOwnedUntil(const Members &members, const Candidate *holder)
{
    return holder && holder->word->kind <= OwnerKind::Owner && std::ranges::any_of(members, [](const JsonMember &member) {
               return record::isDeadlineOfLock(member.name) && isSetTime(member.text);
           });
}

std::optional<Members> membersOf(const Look &look)
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
        if (!isOwner && record::isKnown(member.name) && member.text.size() <= longestFact)
            holder.facts.push_back({escaped(member.name), escaped(member.text)});
    }
    return holder;
}

std::optional<Mode> modeIn(const Members &members)
{
    const auto mode = std::ranges::find_if(members, [](const JsonMember &member) { return record::isMode(member.name); });
    return mode != members.end() ? record::modeFrom(mode->text) : std::nullopt;
}

// As many readers as `readers` counts, or one writer of whom the record says no name.
std::optional<Holder> unnamedIn(const Members &members)
{
    Holder holder = holderOf(members, {});
    const auto mode = modeIn(members);
    for (const auto &[name, text] : members) {
        const auto count = record::isSide(name) ? parseInteger(text) : std::nullopt;
        const bool writes = !record::isReaders(name) && record::isSide(name) && isFlag(text);
        if (writes || (record::isReaders(name) && count && *count > 0 && grammar::isSmallCount(text))) {
            holder.mode = writes ? Mode::Write : Mode::Read;
            holder.count = writes ? 1 : *count;
            return mode.value_or(holder.mode) == holder.mode ? std::optional(std::move(holder)) : std::nullopt;
        }
    }
    return std::nullopt;
}

// `{"mode":"write","web-3:17":1}`: the owners are the names of the fields. Of several, which JSON cannot free one by one, only the number is kept.
std::optional<Holder> holderByField(const Members &members)
{
    const auto mode = modeIn(members);
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

Finding sharedFinding(const Look &look, Holder holder)
{
    const bool json = look.value.type == ValueType::String;
    auto finding = stringlock::finding(library, json ? "JSON record" : "record", 2, look);
    finding.kind = LockKind::RwLock;
    finding.ownerScope = OwnerScope::Unknown;
    finding.why = {std::string(json ? "the value is a JSON object" : "a hash") + " that says "
                       + (!holder.owner.empty()       ? "who has it, and whether they read or write"
                          : holder.mode == Mode::Read ? "how many read, but not who"
                                                      : "that somebody writes, but not who"),
                   "the name says that it is a lock"};
    finding.holders = {std::move(holder)};
    return finding;
}

bool countsNoReaders(const JsonMember &member) { return record::isReaders(member.name) && member.text == "0"; }

// hash_reentrant knows the hashes of counts alone, in which each reader may have a field.
bool isOfCounts(const Look &look, const Members &members)
{
    return look.value.type == ValueType::Hash && std::ranges::all_of(members, [](const JsonMember &member) {
               return record::isMode(member.name) || isUnset(member.text)
                      || parseInteger(member.text).value_or(mostCounted + 1) <= mostCounted;
           });
}

// Larger numbers count something else, and `reentrant` may be true.
std::int64_t holdCountIn(const Members &members)
{
    const auto counts = [](const JsonMember &member) { return record::isHoldCount(member.name) && grammar::isSmallCount(member.text); };
    const auto found = std::ranges::find_if(members, counts);
    return found != members.end() ? parseInteger(found->text).value_or(1) : 1;
}

// The field `writer` names one who writes; any other owner has the lock in the mode that the record says.
void setMode(Finding &finding, const Members &members, const Candidate &holder)
{
    const bool writer = record::isWriter(holder.member->name);
    const auto mode = writer ? std::optional(Mode::Write) : modeIn(members);
    if (!mode)
        return;
    finding.kind = LockKind::RwLock;
    finding.holders.front().mode = *mode;
}

std::optional<Finding> classify(const Look &look, const Surroundings &)
{
    if (!hasLockWord(look.id.key))
        return std::nullopt;
    const auto members = membersOf(look);
    if (!members || members->empty() || members->size() > mostFields)
        return std::nullopt;
    const bool brief = look.deadline && isBrief(*members);
    const auto candidates = candidatesIn(*members, look.id.key, brief ? OwnerKind::Vague : OwnerKind::Host);
    const bool taken = std::ranges::any_of(
        *members, [&](const JsonMember &member) { return record::isTimeOfLock(member.name) && timeOf(member, look.at); });
    const auto *holder = holderIn(candidates, taken);
    if (saysOff(*members, candidates))
        return std::nullopt;
    if (look.deadline && !holder && !isOfCounts(look, *members)) {
        auto unnamed = brief ? unnamedIn(*members) : holderByField(*members);
        if (unnamed)
            return sharedFinding(look, std::move(*unnamed));
    }
    if (!holder && (!candidates.empty() || std::ranges::any_of(*members, countsNoReaders)))
        return std::nullopt;
    const bool owned = holder && (brief || holder->word->kind <= OwnerKind::Host);
    const auto owner = owned ? ownersFields(candidates, *holder) : std::vector<const JsonMember *>();
    const auto ends = deadlineOf(*members, look.at);
    const bool speaks = std::ranges::any_of(*members, speaksOfLocking);
    const bool dated =
        brief && std::ranges::any_of(*members, [&](const JsonMember &member) { return timeOf(member, look.at).has_value(); });
    const bool json = look.value.type == ValueType::String;
    const bool marked = json && brief && candidates.empty() && std::ranges::any_of(*members, saysLocked);
    const bool known =
        isKnown(*members) && std::ranges::none_of(*members, [](const JsonMember &member) { return record::isOfLeases(member.name); });
    const bool runs = look.deadline || isOwnedUntil(*members, holder) || (known && (speaks || (ends && ends->time > look.at)));
    if (!(owned || speaks || dated || marked) || !runs)
        return std::nullopt;
    auto finding = stringlock::finding(library, json ? "JSON record" : "record", 2, look);
    finding.holders = {holderOf(*members, owner)};
    finding.ownerScope = owned ? OwnerScope::Unknown : OwnerScope::Nobody;
    if (owned) {
        setMode(finding, *members, *holder);
        finding.holders.front().count = holdCountIn(*members);
    }
    finding.why = {std::string(json ? "the value is a JSON object" : "a hash") + " with "
                       + (owned ? "the owner under " + joined(owner, ", ", [](const JsonMember &field) { return escaped(field.name); })
                          : speaks || dated ? "a time, and without an owner"
                                            : "a field that says that it is taken, but not by whom"),
                   "the name says that it is a lock"};
    if (ends) {
        finding.lapses = ends->time;
        finding.why.push_back("the record says under " + escaped(ends->member->name) + " when it lapses");
    }
    return finding;
}

// The owner's text is no field's name, so the whole record is compared and deleted.
ReleaseRecipe release(const ReleaseCase &) { return {}; }

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
