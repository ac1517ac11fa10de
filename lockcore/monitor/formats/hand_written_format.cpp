// SPDX-License-Identifier: MIT
// Locks that no library explains, as people write them by hand: a token, an owner or a mark in a string; a record that names its owner; a hash of
// owners and hold counts. One scored recogniser: evidence.h. Reference, §1, §2, §7 and §8.
#include "lockcore/base/ascii.h"
#include "lockcore/monitor/formats/evidence.h"
#include "lockcore/monitor/formats/owner_facts.h"
#include "lockcore/monitor/formats/record.h"
#include "lockcore/monitor/formats/serialised.h"
#include "lockcore/monitor/formats/string_locks.h"
#include "lockcore/monitor/model/lock_word_list.h"

#include <algorithm>

namespace lockcore::hand_written_format {

namespace {

constexpr std::string_view reentrant = "hash-reentrant";
constexpr std::size_t longestMark = 64;

LockMatch matchOf(const KeySnapshot &look, std::string_view variant, LockKind kind, OwnerScope scope)
{
    auto match = stringlock::match(unknownLibrary, variant, 0, look);
    match.kind = kind;
    match.ownerScope = scope;
    auto &holder = match.holders.front();
    if (scope == OwnerScope::Nobody)
        holder = Holder();
    else if (auto facts = grammar::factsOfOwner(holder.owner, look.at); facts.size() != 1 || facts.front().text != holder.owner)
        holder.facts = std::move(facts); // and not what the owner says already
    return match;
}

// Counted by INCR and DECR: so many hold it, or so many permits are free. A 1 may also be a mark.
std::optional<LockMatch> ofPermits(const KeySnapshot &look, Evidence evidence)
{
    evidence.add(look.deadline ? 1 : 0, "the value is " + look.value.text + ": so many hold it, or so many permits are free");
    auto match = evidence.judged(matchOf(look, "count of permits", LockKind::Semaphore, OwnerScope::Nobody));
    if (match)
        match->holders.clear();
    return match;
}

std::optional<LockMatch> ofNumber(const KeySnapshot &look, Evidence evidence)
{
    constexpr std::int64_t mostPermits = 1000;
    const auto number = parseInteger(look.value.text);
    if (saysSemaphore(look.id.key) && number && *number >= -mostPermits && *number <= mostPermits)
        return ofPermits(look, std::move(evidence));
    evidence.add(ownerText(look.value.text).points,
                 "the value is a number: a thread, a process or a user, a count of those who try (INCR), or a counter that is no lock");
    return evidence.judged(matchOf(look, "number", LockKind::Anonymous, OwnerScope::Unknown));
}

std::optional<LockMatch> ofText(const KeySnapshot &look, std::string_view text, Evidence evidence)
{
    const bool serialised = isSerialised(text);
    if (serialised && text.size() > longestMark)
        return std::nullopt; // data
    if (equalsOneIgnoringCase(text, lockwords::marks) || text.empty() || serialised) {
        evidence.add(1, "the value says that it is taken, but names no owner");
        return evidence.judged(matchOf(look, "mark", LockKind::Anonymous, OwnerScope::Nobody));
    }
    if (meansNobody(text))
        return std::nullopt;
    if (parseInteger(text))
        return ofNumber(look, std::move(evidence));
    const auto owner = ownerText(text);
    const bool token = owner.points > 1;
    const auto *variant = !token ? "text" : grammar::isProcess(text) ? "process" : "token";
    if ((owner.points == 0 && !look.deadline) || (!evidence.isNamed() && !token))
        return std::nullopt;
    const bool data = owner.sentence.empty();
    evidence.add(data ? -1 : owner.points, data ? "the value reads like data" : std::string(owner.sentence));
    if (look.deadline && look.id.key.starts_with("mutex:") && grammar::isUuid4(text))
        evidence.add(0, "redis-semaphore writes the same, but the server does not know its scripts");
    // Some draw one token for each process (Spring, Hangfire, Sentry), others one for each acquisition.
    auto match = matchOf(look, variant, token ? LockKind::Lock : LockKind::Anonymous, OwnerScope::Unknown);
    match.rewriter = grammar::looksDrawn(text) ? Bytes() : grammar::withoutTime(text, look.at);
    return evidence.judged(std::move(match));
}

std::string listOf(const std::vector<Bytes> &fields)
{
    std::string list;
    for (const auto &field : fields)
        list += (list.empty() ? "" : ", ") + escaped(field);
    return list;
}

std::optional<LockMatch> ofRecord(const KeySnapshot &look, const Record &record, Evidence evidence)
{
    const bool json = look.value.type == ValueType::String;
    if (!evidence.isNamed() || record.isFree())
        return std::nullopt;
    auto match = matchOf(look, json ? "JSON record" : "record", LockKind::Lock, record.owner ? OwnerScope::Unknown : OwnerScope::Nobody);
    auto &holder = match.holders.front();
    holder = Holder();
    holder.owner = record.owner.value_or(Bytes());
    holder.count = record.holds;
    holder.facts = record.facts;
    if (record.mode) {
        match.kind = LockKind::RwLock;
        holder.mode = *record.mode;
    }
    const auto what = std::string(json ? "the value is a JSON object" : "a hash");
    if (record.owner)
        evidence.add(record.ofOwner ? 2 : std::max(1, ownerText(*record.owner).points),
                     what + " that names its owner under " + listOf(record.ownerFields));
    else
        evidence.add(-1, what + " that names no owner"); // data, perhaps
    if (record.lapses) {
        match.lapses = record.lapses;
        evidence.add(1, "it says under " + escaped(record.lapsesField) + " when it lapses");
    }
    if (!record.owner && !record.lapses && !look.deadline)
        return std::nullopt; // data under such a name
    return evidence.judged(std::move(match));
}

bool isMode(const std::pair<Bytes, Bytes> &field) { return field.first == lockwords::modes[0]; }

// A small positive count, as in a reentrant lock.
bool isCount(const std::pair<Bytes, Bytes> &field) { return !field.first.empty() && grammar::isSmallCount(field.second); }

// A token or a process; a word may be a hold count's or a limit's beside it: `waiters`, `fence`.
bool isSureOwner(const std::pair<Bytes, Bytes> &field) { return isCount(field) && ownerText(field.first).points > 1; }

// Of owners and counts, and nothing but counts beside them.
bool isOfCounts(const Value &hash)
{
    const auto &fields = hash.elements;
    const auto isNumber = [](const auto &field) { return isMode(field) || parseInteger(field.second); };
    const bool sure = std::ranges::any_of(fields, isSureOwner) && std::ranges::all_of(fields, isNumber);
    const auto counts = [](const auto &field) { return isMode(field) || isCount(field); };
    return sure || (std::ranges::all_of(fields, counts) && !std::ranges::all_of(fields, isMode));
}

bool isRedissons(const Value &hash)
{
    const auto &fields = hash.elements;
    return fields.size() == 1 && (grammar::uuidAndNumber(fields.front().first) || grammar::isUuidPair(fields.front().first));
}

std::optional<LockMatch> ofCounts(const KeySnapshot &look, const Record &record, Evidence evidence)
{
    auto match = matchOf(look, "owner and hold count", LockKind::Lock, OwnerScope::Unknown);
    match.library = reentrant;
    match.holders.clear();
    const bool sure = std::ranges::any_of(look.value.elements, isSureOwner);
    int least = sure ? 2 : 1;
    for (const auto &field : look.value.elements) {
        if (sure ? !isSureOwner(field) : isMode(field))
            continue;
        Holder holder;
        holder.owner = field.first;
        holder.count = *parseInteger(field.second);
        holder.mode = record.mode.value_or(Mode::Exclusive);
        holder.facts = grammar::factsOfOwner(field.first, look.at);
        match.holders.push_back(std::move(holder));
    }
    const bool several = match.holders.size() > 1;
    if (!evidence.isNamed() && (several || least < 2))
        return std::nullopt;
    if (least < 2 && !look.deadline)
        least = 0; // words and numbers are counted for many reasons
    evidence.add(least, several ? "a hash of texts and small counts, as owners and their holds are"
                                : "a hash of one text and a small count, as in a reentrant lock");
    if (least > 1)
        evidence.add(1, "what is counted looks like an owner: a token, or a process of a host");
    if (record.mode)
        match.kind = LockKind::RwLock;
    if (several) {
        match.library = unknownLibrary;
        match.variant = "owners who share it";
        match.kind = record.mode ? LockKind::RwLock : LockKind::Semaphore;
        evidence.add(0, "several at once share it: they are readers, or have permits of a semaphore");
    }
    return evidence.judged(std::move(match));
}

std::optional<LockMatch> classify(const KeySnapshot &look, const RecognitionContext &)
{
    const Evidence evidence(look);
    const bool isString = look.value.type == ValueType::String;
    if (isString) {
        const auto text = stringlock::textOf(look);
        if (!text || !isJsonObject(*text))
            return text ? ofText(look, *text, evidence) : std::nullopt;
    }
    // Most JSON and most hashes of a server are data, so they are not read as records.
    if (!evidence.isNamed() && (isString || std::ranges::none_of(look.value.elements, isSureOwner)))
        return std::nullopt;
    const auto members = isRedissons(look.value) ? std::nullopt : membersOf(look);
    if (!members)
        return std::nullopt;
    const auto record = readRecord(*members, look.at);
    return !isString && isOfCounts(look.value) ? ofCounts(look, record, evidence) : ofRecord(look, record, evidence);
}

// `fencing_token: 17`: another one is that of another acquisition, and without a TTL the next one is counted up from it.
bool isFence(const JsonMember &member)
{
    const auto isOf = [&](std::string_view word) { return equalsIgnoringCase(std::string_view(member.name).substr(0, word.size()), word); };
    return std::ranges::any_of(lockwords::fences, isOf) && parseInteger(member.text).has_value();
}

// A UUID under a name with a colon may be Spring's. Publishing to channels that nobody listens to costs nothing.
void wakeSpring(const ReleaseCase &what, ReleaseRecipe &recipe)
{
    if (!grammar::isUuid4(what.look.value.text))
        return;
    recipe.wakeUps = stringlock::tellSpring(what.look.id.key);
    for (auto &wakeUp : recipe.wakeUps)
        wakeUp.optional = true;
    if (!recipe.wakeUps.empty())
        recipe.warnings.push_back({ReleaseWarning::Kind::WakesByGuess, "Spring"});
}

// All else goes, so that the next fencing token does not begin again.
void keepFence(const ReleaseCase &what, ReleaseRecipe &recipe)
{
    for (const auto &field : what.look.value.elements) {
        if (isFence({field.first, field.second}))
            recipe.guards.push_back(lockcore::recipe::field(what.look.id.key, field));
        else
            recipe.elements.push_back({field.first, Difference::Value});
    }
    auto size = lockcore::recipe::size(what.look.id.key, what.look.value);
    size.difference = Difference::Value;
    recipe.guards.push_back(std::move(size));
    recipe.noLease =
        "its fencing token would be gone when the lease ended, and if the next one is counted up from it, it would begin again";
    recipe.showsRetake = true;
    recipe.warnings.push_back({ReleaseWarning::Kind::FenceStays, {}});
}

// The owner's text is no field's name, so the whole record is compared and deleted.
void releaseRecord(const ReleaseCase &what, const std::vector<JsonMember> &members, ReleaseRecipe &recipe)
{
    const auto saysWhen = [&](const JsonMember &member) { return grammar::plausibleTime(member.text, what.look.at).has_value(); };
    recipe.showsRetake = std::ranges::any_of(members, saysWhen) || std::ranges::any_of(members, isFence);
    if (what.look.deadline || !std::ranges::any_of(members, isFence))
        return;
    if (what.look.value.type == ValueType::Hash)
        keepFence(what, recipe);
    else
        recipe.warnings.push_back({ReleaseWarning::Kind::FenceGoes, {}});
}

// Fields that are owners are removed one by one. What is beside them goes with the last one: a mode would keep others out.
void releaseCounts(const ReleaseCase &what, ReleaseRecipe &recipe)
{
    const auto &elements = what.look.value.elements;
    const auto isBesides = [&](const auto &field) { // a holder may have gone since the match
        return std::ranges::find(what.match.holders, field.first, &Holder::owner) == what.match.holders.end();
    };
    const auto besides = std::ranges::count_if(elements, isBesides);
    const auto hasFence = [](const auto &field) { return isFence({field.first, field.second}); };
    if (what.wholeKey() && !what.look.deadline && std::ranges::any_of(elements, hasFence))
        return keepFence(what, recipe);
    recipe = lockcore::recipe::plain(what);
    if (besides > 0 && !what.wholeKey())
        lockcore::recipe::deleteWhatNobodyHolds(recipe, what.look, besides);
    if (const auto mode = std::ranges::find_if(elements, isMode); mode != elements.end() && !what.wholeKey())
        recipe.guards.push_back(lockcore::recipe::field(what.look.id.key, *mode));
}

ReleaseRecipe release(const ReleaseCase &what)
{
    ReleaseRecipe recipe;
    const auto members = membersOf(what.look);
    if (what.match.variant == "owner and hold count" || what.match.variant == "owners who share it")
        releaseCounts(what, recipe);
    else if (members)
        releaseRecord(what, *members, recipe);
    recipe::warnOfMark(recipe, what.match);
    wakeSpring(what, recipe);
    return recipe;
}

} // namespace

extern const Format format;
const Format format = {
    .library = unknownLibrary,
    .otherLibraries = {reentrant},
    .variants = {"token", "process", "text", "number", "mark", "count of permits", "JSON record", "record", "owner and hold count",
                 "owners who share it"},
    .types = {ValueType::String, ValueType::Hash},
    .notes =
        {{"unknown",
          "a token, a mark such as `1`, a record, a set of tokens, or a timestamp that names no library; and what two libraries write: the evidence names both (the master lock of resque-scheduler and of node-resque 5 and 6; RedLock.net and pottery)",
          "any name with a word for a lock", "[below](#locks-that-no-library-explains)"},
         {"hash-reentrant", "hand-written reentrant locks", "any name with a word for a lock", "a hash of an owner and its hold count"}},
    .rank = -10,
    .classify = classify,
    .release = release,
};

} // namespace lockcore::hand_written_format
