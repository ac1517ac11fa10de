// SPDX-License-Identifier: MIT
// A lock written as a record that names its owner, under a lock word: a JSON object, or a hash with fields such as `owner`, `token`, `lockedBy`.
// Many programs write their own; no library is named.
#include "lockcore/base/iso_time.h"
#include "lockcore/monitor/formats/grammar.h"
#include "lockcore/monitor/formats/json_members.h"
#include "lockcore/monitor/formats/serialised.h"
#include "lockcore/monitor/formats/string_locks.h"
#include "lockcore/monitor/model/lock_words.h"

#include <algorithm>
#include <array>

namespace lockcore::record_format {

namespace {

constexpr std::string_view library = "unknown";
constexpr std::size_t mostFields = 16;

using Members = std::vector<JsonMember>;

// Without underscores and in lower case, from the surest to the vaguest. The first one that a record has and that names somebody is its owner.
constexpr std::array<std::string_view, 37> owners = {
    "lockid",   "locktoken", "lockowner",  "lockedby", "lockholder", "acquiredby", "heldby",     "holder",   "holderid", "token",
    "owner",    "ownerid",   "ownertoken", "clientid", "workerid",   "worker",     "instanceid", "instance", "nodeid",   "node",
    "hostname", "host",      "processid",  "pid",      "requestid",  "sessionid",  "threadid",   "thread",   "machine",  "uuid",
    "userid",   "username",  "user",       "client",   "by",         "id",         "name",
};
constexpr std::size_t sureOwners = 10;   // of these; the next ones also describe people and machines
constexpr std::size_t likelyOwners = 26; // the rest describes anything
// Up to `ownertoken`, `by` and `name`. The first of these groups that a record has says who holds it, or that nobody does: where `lockedBy` is
// null, `name` is the lock's own name.
constexpr std::array<std::size_t, 3> groupEnds = {13, 35, owners.size()};

constexpr std::array<std::string_view, 7> times = {
    "acquiredat", "lockedat", "lockedsince", "takenat", "heldsince", "startedat", "acquired",
};
constexpr std::size_t sureTimes = 5;

constexpr std::array<std::string_view, 9> deadlines = {
    "lockeduntil", "leaseuntil", "validuntil", "until", "expiresat", "expireat", "expires", "expiry", "deadline",
};

// With `false`, 0, `released` …, nobody holds the lock.
constexpr std::array<std::string_view, 10> switches = {
    "locked", "islocked", "held", "isheld", "acquired", "holdcount", "lockcount", "state", "status", "count",
};
constexpr std::size_t sureSwitches = 7; // the rest may begin with 0: the first state, the first hold

constexpr std::array<std::string_view, 10> others = {
    "reentrant", "ttl", "timeout", "since", "timestamp", "time", "at", "created", "createdat", "resource",
};

std::string lowerCase(std::string_view text)
{
    std::string lower(text);
    for (char &c : lower)
        c = c >= 'A' && c <= 'Z' ? static_cast<char>(c | 0x20) : c;
    return lower;
}

std::string plain(std::string_view name)
{
    auto text = lowerCase(name);
    std::erase_if(text, [](char c) { return c == '_' || c == '-' || c == ' '; });
    return text;
}

template <std::size_t size>
std::size_t placeIn(const std::array<std::string_view, size> &all, std::string_view name)
{
    return static_cast<std::size_t>(std::find(all.begin(), all.end(), plain(name)) - all.begin());
}

template <std::size_t size>
bool isIn(const std::array<std::string_view, size> &all, const JsonMember &member)
{
    return placeIn(all, member.name) < size;
}

bool isKnown(const JsonMember &member)
{
    return isIn(owners, member) || isIn(times, member) || isIn(deadlines, member) || isIn(switches, member) || isIn(others, member);
}

bool meansFree(std::string_view text) { return serialised::meaningOf(text) == serialised::Meaning::Free; }

// A process or a worker may have the number 0.
bool namesNobody(const JsonMember &owner) { return owner.text.empty() || (owner.text != "0" && meansFree(owner.text)); }

// The end of the surest group of owners' names that the record has; 0 if it has none.
std::size_t placesOfOwner(const Members &members)
{
    const auto isThere = [&](std::size_t end) {
        return std::ranges::any_of(members, [&](const JsonMember &member) { return placeIn(owners, member.name) < end; });
    };
    const auto end = std::ranges::find_if(groupEnds, isThere);
    return end != groupEnds.end() ? *end : 0;
}

const JsonMember *ownerOf(const Members &members, std::size_t places)
{
    const auto place = [](const JsonMember &member) { return namesNobody(member) ? owners.size() : placeIn(owners, member.name); };
    const auto best = std::ranges::min_element(members, {}, place);
    return best != members.end() && place(*best) < places ? &*best : nullptr;
}

bool isOff(const JsonMember &member, bool isOwned)
{
    const auto place = placeIn(switches, member.name);
    const bool numbered = isOwned && place >= sureSwitches && member.text == "0";
    return place < switches.size() && !numbered && (meansFree(member.text) || meansFree(lowerCase(member.text)));
}

bool saysFree(const Members &members)
{
    const auto places = placesOfOwner(members);
    const bool isOwned = ownerOf(members, std::min(places, likelyOwners)) != nullptr;
    return std::ranges::any_of(members, [&](const JsonMember &member) { return isOff(member, isOwned); })
           || (places > 0 && !ownerOf(members, places));
}

// A time before 1970 is one that was never set: Go writes 0001-01-01T00:00:00Z then.
std::optional<ServerTime> timeOf(const JsonMember &member, ServerTime now)
{
    const auto number = grammar::plausibleTime(member.text, now);
    const auto time = number ? number : timeFromIso(member.text);
    return time && *time >= ServerTime() ? time : std::nullopt;
}

struct Deadline
{
    const JsonMember *member;
    ServerTime time;
};

std::optional<Deadline> deadlineOf(const Members &members, ServerTime now)
{
    for (const auto &member : members) {
        if (const auto time = isIn(deadlines, member) ? timeOf(member, now) : std::nullopt)
            return Deadline{&member, *time};
    }
    return std::nullopt;
}

// Nothing is there but what a lock's record has. Only then `user`, `id` or `timestamp` are enough: other records have them, too.
bool isBrief(const Members &members)
{
    constexpr std::size_t longest = 128;
    std::size_t size = 0;
    for (const auto &member : members)
        size += member.name.size() + member.text.size();
    return size <= longest && std::ranges::all_of(members, isKnown);
}

// Words that only a lock's record has. `owner` and `host` also describe a door's lock or a leased flat, which have no TTL.
bool speaksOfLocking(const JsonMember &member)
{
    return placeIn(owners, member.name) < sureOwners || placeIn(times, member.name) < sureTimes;
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

Holder holderOf(const Members &members, const JsonMember *owner)
{
    constexpr std::size_t longestFact = 80;
    Holder holder;
    if (owner)
        holder.owner = owner->text;
    for (const auto &member : members) {
        if (&member != owner && isKnown(member) && member.text.size() <= longestFact)
            holder.facts.push_back({escaped(member.name), escaped(member.text)});
    }
    return holder;
}

std::optional<Finding> classify(const Look &look, const Surroundings &)
{
    if (!hasLockWord(look.id.key))
        return std::nullopt;
    const auto members = membersOf(look);
    if (!members || members->empty() || members->size() > mostFields)
        return std::nullopt;
    const bool brief = look.deadline && isBrief(*members);
    const auto *owner = ownerOf(*members, brief ? owners.size() : likelyOwners);
    const auto ends = deadlineOf(*members, look.at);
    const bool speaks = std::ranges::any_of(*members, speaksOfLocking);
    const bool dated =
        brief && std::ranges::any_of(*members, [&](const JsonMember &member) { return timeOf(member, look.at).has_value(); });
    const bool known = std::ranges::all_of(*members, isKnown);
    const bool runs = look.deadline || (known && (speaks || (ends && ends->time > look.at)));
    if (!(owner || speaks || dated) || !runs || saysFree(*members))
        return std::nullopt;
    const bool json = look.value.type == ValueType::String;
    auto finding = stringlock::finding(library, json ? "JSON record" : "record", 2, look);
    finding.holders = {holderOf(*members, owner)};
    finding.ownerScope = owner ? OwnerScope::Unknown : OwnerScope::Nobody;
    finding.why = {std::string(json ? "the value is a JSON object" : "a hash") + " with "
                       + (owner ? "the owner under " + escaped(owner->name) : "a time, and without an owner"),
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
