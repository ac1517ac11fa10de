// SPDX-License-Identifier: MIT
#include "lockcore/monitor/formats/record_owner.h"

#include "lockcore/base/ascii.h"
#include "lockcore/base/iso_time.h"
#include "lockcore/monitor/formats/grammar.h"
#include "lockcore/monitor/formats/owner_facts.h"
#include "lockcore/monitor/formats/serialised.h"
#include "lockcore/monitor/model/key_snapshot.h"

#include <algorithm>
#include <array>

namespace lockcore::record {

namespace {

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
    return !text.empty() && (text == "0" || !saysNobody(text));
}

bool hasTimeOfLock(const Members &members)
{
    return std::ranges::any_of(members, [](const JsonMember &member) { return isTimeOfLock(member.name) && isSetTime(member.text); });
}

// Articles and books have a writer, too, so it counts only where nothing else is than what locks have, and if it is no person's name.
bool mayNameWriter(const JsonMember &member, bool brief, bool readsOrWrites)
{
    return !isWriter(member.name) || meansFree(member.text)
           || (brief && !isFlag(member.text) && (readsOrWrites || grammar::isOneOwners(member.text)));
}

bool saysReadOrWrite(const JsonMember &member) { return isReaders(member.name) || (isMode(member.name) && modeFrom(member.text)); }

// `locker:13` {userId 5, lockerId 13}
bool isCupboard(const Candidate &candidate, std::string_view key)
{
    constexpr std::string_view locker = "locker";
    const auto begins = [&](const auto &part) { return equalsIgnoringCase(std::string_view(&part, locker.size()), locker); };
    if (!isLocker(candidate.member->name) || key.size() < locker.size())
        return false;
    const auto starts = key.substr(0, key.size() - locker.size() + 1);
    return std::ranges::any_of(starts, begins);
}

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

// Of these groups, the first one that a record has says who holds it, or that nobody does: where `lockedBy` is null, `name` and `id` are those
// of what is locked.
int groupOf(const Candidate &candidate)
{
    const auto kind = candidate.word->kind;
    return kind <= OwnerKind::Owner ? 0 : isToken(kind) ? 1 : kind < OwnerKind::Run ? 2 : kind == OwnerKind::Run ? 3 : 4;
}

// A worker's number, like that of a process, is unique on its host only.
OwnerPart partOf(const Candidate &candidate)
{
    const auto part = candidate.word->part;
    const bool numbered = candidate.word->kind == OwnerKind::Worker && parseInteger(candidate.member->text);
    return part == OwnerPart::None && numbered ? OwnerPart::Process : part;
}

} // namespace

bool meansFree(std::string_view text) { return serialised::meaningOf(text) == serialised::Meaning::Free; }

bool saysNobody(std::string_view text)
{
    constexpr std::array<std::string_view, 13> words = {
        "-",
        "--",
        "nobody",
        "no one",
        "no-one",
        "noone",
        "n/a",
        "na",
        "(none)",
        "<none>",
        "unowned",
        "vacant",
        "00000000-0000-0000-0000-000000000000",
    };
    return meansFree(text) || isUnset(text) || equalsOneIgnoringCase(text, words);
}

bool mayNameNobody(std::string_view text)
{
    constexpr std::array<std::string_view, 8> words = {"-1", "undefined", "nan", "unknown", "anonymous", "idle", "empty", "*"};
    return saysNobody(text) || isFlag(text) || equalsOneIgnoringCase(text, words);
}

bool isUnset(std::string_view text)
{
    return withoutBlanks(text).empty() || equalsIgnoringCase(text, "null") || equalsIgnoringCase(text, "nil");
}

bool isSetTime(std::string_view text)
{
    const auto time = timeFromIso(text);
    return !text.empty() && !meansFree(text) && !(time && *time <= ServerTime());
}

bool isDrawnIfItMustBe(const JsonMember &member)
{
    const auto *word = ownerWord(member.name);
    return !word || word->kind != OwnerKind::Drawn || grammar::looksDrawn(member.text);
}

bool isOver(const JsonMember &member)
{
    return (isVagueSwitch(member.name) && saysOver(member.text)) || (isLastRun(member.name) && equalsIgnoringCase(member.text, "true"));
}

bool saysOver(std::string_view text)
{
    constexpr std::array<std::string_view, 14> words = {
        "done",   "completed", "complete", "finished", "processed", "success",  "successful",
        "failed", "succeeded", "ended",    "stopped",  "cancelled", "canceled", "resolved",
    };
    return equalsOneIgnoringCase(text, words);
}

bool saysItRuns(std::string_view text)
{
    constexpr std::array<std::string_view, 12> words = {
        "running", "processing", "in_progress", "in-progress", "in progress", "working",
        "busy",    "executing",  "started",     "locked",      "held",        "acquired",
    };
    return equalsOneIgnoringCase(text, words);
}

bool isOff(const JsonMember &member, bool owned)
{
    const bool numbered = owned && member.text == "0" && isVagueSwitch(member.name);
    return isSwitch(member.name) && !isUnset(member.text) && !numbered && meansFree(member.text); // what was never set says nothing
}

bool isFlag(std::string_view text) { return text == "1" || equalsIgnoringCase(text, "true"); }

bool isToken(OwnerKind kind) { return kind == OwnerKind::Token || kind == OwnerKind::LockId; }

Candidates candidatesIn(const Members &members, std::string_view key, OwnerKind vaguest)
{
    Candidates candidates;
    const bool readsOrWrites = std::ranges::any_of(members, saysReadOrWrite);
    for (const auto &member : members) {
        const auto *word = ownerWord(member.name);
        const bool noWriter = isWriter(member.name) && meansFree(member.text);
        if (word && mayNameWriter(member, vaguest == OwnerKind::Vague, readsOrWrites))
            candidates.push_back({&member, word, namesSomebody(member.text) && !noWriter});
    }
    std::erase_if(candidates, [key](const Candidate &candidate) {
        const bool isPlainRun = candidate.word->kind == OwnerKind::Run && !grammar::isOneOwners(candidate.member->text);
        return isPlainRun || !isDrawnIfItMustBe(*candidate.member) || isCupboard(candidate, key);
    });
    std::ranges::stable_sort(candidates, {}, &Candidate::word);
    // `lock:user:14` {userId 14, adminId 5}: who is locked, and by whom.
    const auto isOfWhatIsLocked = [key](const Candidate &candidate) {
        return isPerson(candidate.member->name) && holds(key, candidate.member->text);
    };
    const bool byAnother = std::ranges::any_of(candidates, [&](const Candidate &candidate) {
        return candidate.named && candidate.word->kind <= OwnerKind::Vague && !isOfWhatIsLocked(candidate);
    });
    if (byAnother)
        std::erase_if(candidates, isOfWhatIsLocked);
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

const Candidate *holderIn(const Candidates &candidates, bool taken)
{
    const auto mayHold = [&](const Candidate &candidate) {
        const int first = groupOf(candidates.front());
        return candidate.named && (groupOf(candidate) == first || (taken && first > 0 && candidate.word->kind <= OwnerKind::Host));
    };
    const auto found = std::ranges::find_if(candidates, mayHold);
    return found != candidates.end() ? &*found : nullptr;
}

std::vector<const JsonMember *> ownersFields(const Candidates &candidates, const Candidate &holder)
{
    using enum OwnerPart;
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

} // namespace lockcore::record
