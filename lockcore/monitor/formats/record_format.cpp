// SPDX-License-Identifier: MIT
// A lock written as a record that names its owner, under a lock word: a JSON object, or a hash with fields such as `owner`, `token`, `lockedBy`.
// Many programs write their own; no library is named.
#include "lockcore/monitor/formats/grammar.h"
#include "lockcore/monitor/formats/json_members.h"
#include "lockcore/monitor/formats/string_locks.h"
#include "lockcore/monitor/model/lock_words.h"

#include <algorithm>
#include <array>

namespace lockcore::record_format {

namespace {

constexpr std::string_view library = "unknown";
constexpr std::size_t mostFields = 16;

using Members = std::vector<JsonMember>;

// Without underscores and in lower case. The first one that a record has is its owner.
constexpr std::array<std::string_view, 26> owners = {
    "lockid", "locktoken", "lockowner", "lockedby",   "lockholder", "acquiredby", "heldby",    "holder",     "holderid",
    "token",  "owner",     "ownerid",   "ownertoken", "clientid",   "workerid",   "worker",    "instanceid", "instance",
    "nodeid", "node",      "hostname",  "host",       "processid",  "pid",        "requestid", "sessionid",
};
constexpr std::size_t sureOwners = 10; // of these; the others also describe people and machines

constexpr std::array<std::string_view, 11> times = {
    "acquiredat", "lockedat", "lockedsince", "takenat",    "heldsince", "startedat",
    "expiresat",  "expireat", "lockeduntil", "leaseuntil", "acquired",
};
constexpr std::size_t sureTimes = 5;

constexpr std::array<std::string_view, 13> others = {
    "count", "holdcount", "reentrant", "expires", "expiry", "ttl", "timeout", "since", "timestamp", "time", "createdat", "name", "resource",
};

std::string plain(std::string_view name)
{
    std::string text;
    for (const char c : name) {
        if (c != '_' && c != '-' && c != ' ')
            text += c >= 'A' && c <= 'Z' ? static_cast<char>(c | 0x20) : c;
    }
    return text;
}

template <std::size_t size>
std::size_t placeIn(const std::array<std::string_view, size> &all, std::string_view name)
{
    return static_cast<std::size_t>(std::find(all.begin(), all.end(), plain(name)) - all.begin());
}

bool isKnown(const JsonMember &member)
{
    return placeIn(owners, member.name) < owners.size() || placeIn(times, member.name) < times.size()
           || placeIn(others, member.name) < others.size();
}

const JsonMember *ownerOf(const Members &members)
{
    const auto place = [](const JsonMember &member) { return placeIn(owners, member.name); };
    const auto best = std::ranges::min_element(members, {}, place);
    return best != members.end() && place(*best) < owners.size() && !best->text.empty() ? &*best : nullptr;
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
    const auto *owner = ownerOf(*members);
    const bool speaks = std::ranges::any_of(*members, speaksOfLocking);
    const bool known = std::ranges::all_of(*members, isKnown);
    if (!(owner || speaks) || !(look.deadline || (speaks && known)))
        return std::nullopt;
    const bool json = look.value.type == ValueType::String;
    auto finding = stringlock::finding(library, json ? "JSON record" : "record", 2, look);
    finding.holders = {holderOf(*members, owner)};
    finding.ownerScope = owner ? OwnerScope::Unknown : OwnerScope::Nobody;
    finding.why = {std::string(json ? "the value is a JSON object" : "a hash") + " with "
                       + (owner ? "the owner under " + escaped(owner->name) : "the time at which it was taken, and without an owner"),
                   "the name says that it is a lock"};
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
