// SPDX-License-Identifier: MIT
// A semaphore that people write by hand: a sorted set of UUIDs under a lock word, or of any names under a word for a semaphore, scored with the
// times at which they were taken or lapse, in seconds or milliseconds; or a hash of tokens, or hosts with their processes, and such times. Rate
// limiters and histories look the same, so the name decides. While a TTL runs, also a plain set. No library is named.
#include "lockcore/base/ascii.h"
#include "lockcore/base/iso_time.h"
#include "lockcore/monitor/formats/owner_facts.h"
#include "lockcore/monitor/formats/record_words.h"
#include "lockcore/monitor/formats/string_locks.h"
#include "lockcore/monitor/model/lock_words.h"

#include <algorithm>
#include <array>

namespace lockcore::token_set_format {

namespace {

constexpr std::string_view library = "unknown";

// `<uuid4>`, perhaps with a number or a text behind it, or the same without dashes.
bool isToken(std::string_view member)
{
    constexpr std::size_t uuidLength = 36;
    constexpr std::size_t longest = 128;
    if (grammar::isHex(member, 32))
        return true;
    const auto rest = member.size() > uuidLength ? member.substr(uuidLength) : std::string_view();
    return grammar::isUuid4(member.substr(0, uuidLength)) && member.size() <= longest
           && (rest.empty() || std::string_view(":_-@#|").find(rest.front()) != std::string_view::npos);
}

// A host and process, a nanoid: no blanks, nothing that is not printable.
bool isName(std::string_view member)
{
    constexpr std::size_t longest = 128;
    return !member.empty() && member.size() <= longest && std::ranges::all_of(member, [](char c) { return c > ' ' && c <= '~'; });
}

std::optional<ServerTime> timeIn(std::string_view score, ServerTime now)
{
    for (const auto read : {grammar::timeFromMilliseconds, grammar::timeFromSeconds}) {
        const auto time = read(score);
        if (time && *time > now - std::chrono::days(366) && *time < now + std::chrono::days(366))
            return time;
    }
    return std::nullopt;
}

// Without a TTL, tokens of long ago are an archive. So are those of any age under a word that has other meanings (`leader:board`).
bool isLeftBehind(const KeySnapshot &look, ServerTime latest)
{
    const bool doubtful = lockWordIn(look.id.key) == LockWord::Ambiguous && !saysSemaphore(look.id.key);
    return !look.deadline && latest <= look.at - (doubtful ? Microseconds(0) : Microseconds(std::chrono::days(1)));
}

// Names that are not drawn may be anything, so name, TTL and times must all speak of a semaphore.
bool isInUse(const KeySnapshot &look, ServerTime latest)
{
    return look.deadline && saysSemaphore(look.id.key) && latest > look.at - std::chrono::days(1)
           && latest < look.at + std::chrono::days(1);
}

// `updated_at`, `limit`: a field of a record about the semaphore.
bool isOfRecord(std::string_view field)
{
    return record::isTime(field) || record::isPlainTime(field) || record::isDeadline(field) || record::isEnd(field)
           || record::isNumber(field) || record::isVagueNumber(field) || field.ends_with("_at") || field.ends_with("At");
}

bool mayHold(std::string_view member, ServerTime now)
{
    return isToken(member) || grammar::isOneOwners(member) || !grammar::factsOfOwner(member, now).empty();
}

// A plain set says nothing of times: it may as well be an index of ids, so the name must speak of a semaphore. Words and numbers may be members
// of anything.
std::optional<LockMatch> withoutTimes(const KeySnapshot &look)
{
    const bool readers = stringlock::saysReaders(look.id.key);
    if (!look.deadline || !(readers || saysSemaphore(look.id.key)))
        return std::nullopt;
    LockMatch match;
    match.library = library;
    match.kind = readers ? LockKind::RwLock : LockKind::Semaphore;
    match.variant = "tokens";
    match.confidence = 2;
    match.why = {"a set of tokens, or of hosts and processes: they share it",
                 readers ? "the name says that they read under a lock" : "the name says that it is a lock"};
    for (const auto &[member, nothing] : look.value.elements) {
        Holder holder;
        holder.owner = member;
        holder.mode = readers ? Mode::Read : Mode::Exclusive;
        holder.facts = grammar::factsOfOwner(member, look.at);
        if (!mayHold(member, look.at))
            return std::nullopt;
        match.holders.push_back(std::move(holder));
    }
    std::ranges::sort(match.holders, {}, &Holder::owner); // SSCAN has no order
    match.ownerScope = OwnerScope::Unknown;
    match.waiters = stringlock::clientsPoll();
    return match;
}

std::optional<LockMatch> classify(const KeySnapshot &look, const RecognitionContext &around)
{
    if (!hasLockWord(look.id.key) || saysNoHolders(look.id.key) || look.value.elements.empty())
        return std::nullopt;
    if (look.value.type == ValueType::Set)
        return withoutTimes(look);
    const bool hash = look.value.type == ValueType::Hash;
    if (hash && (!saysSemaphore(look.id.key) || saysReport(look.id.key)))
        return std::nullopt;
    bool drawn = true;
    bool sure = true;
    std::vector<std::pair<Bytes, ServerTime>> tokens;
    for (const auto &[member, score] : look.value.elements) {
        const auto time = timeIn(score, look.at);
        const bool number = record::isNumber(member) || record::isVagueNumber(member) || record::isHoldCount(member);
        if (hash && ((number && !time) || score == "0"))
            continue; // its limit, or a permit that was given back
        drawn = drawn && isToken(member);
        sure = sure && mayHold(member, look.at);
        if (!time || !(drawn || isName(member)) || (hash && isOfRecord(member)))
            return std::nullopt;
        tokens.emplace_back(member, *time);
    }
    if (tokens.empty())
        return std::nullopt;
    if (hash)
        std::ranges::sort(tokens); // HSCAN has no order
    // A time that is yet to come is a deadline, and then they all are; but clocks differ, and seconds are rounded. When the last one is over, only
    // what was seen before tells that they were deadlines.
    const auto latest = std::ranges::max(tokens, {}, &std::pair<Bytes, ServerTime>::second).second;
    const bool rounded = latest.time_since_epoch() % std::chrono::seconds(1) == Microseconds(0);
    const Milliseconds clocksDiffer(rounded ? 3000 : 2000);
    const bool toCome = latest > look.at + clocksDiffer;
    const bool lapse = around.scores ? *around.scores == Scores::Deadlines : toCome;
    if (drawn || (sure && saysSemaphore(look.id.key)) ? isLeftBehind(look, latest) : !isInUse(look, latest))
        return std::nullopt;
    LockMatch match;
    match.library = library;
    match.kind = LockKind::Semaphore;
    match.variant = lapse ? "tokens and deadlines" : "tokens and times";
    match.confidence = 2;
    match.why = {std::string(hash ? "a hash of " : "a sorted set of ") + (drawn ? "UUIDs" : "names")
                     + (hash ? ", with times " : ", scored with times ")
                     + (toCome && lapse ? "of which some are yet to come: they are deadlines"
                        : lapse         ? "that were seen to be deadlines"
                                        : "at which they were taken or refreshed, as it seems"),
                 "the name says that it is a lock"};
    match.scores = lapse ? Scores::Deadlines : Scores::Times;
    const bool allOver = lapse && latest <= look.at; // the last one shows since when nobody holds it
    if (allOver)
        match.lapses = latest;
    for (const auto &[token, time] : tokens) {
        if (lapse && (allOver ? time < latest : time <= look.at))
            continue;
        Holder holder;
        holder.owner = token;
        if (lapse)
            holder.deadline = time;
        else
            holder.facts = {{"taken or refreshed", isoTime(time)}};
        match.holders.push_back(std::move(holder));
    }
    match.ownerScope = OwnerScope::Unknown;
    match.waiters = stringlock::clientsPoll();
    return match;
}

// By another clock, those who seem to have lapsed may not have.
ReleaseRecipe release(const ReleaseCase &what)
{
    auto recipe = recipe::plain(what);
    const bool hash = what.look.value.type == ValueType::Hash; // whose fields hold times, and no counts
    if (hash)
        recipe.elements.clear();
    if (recipe.elements.empty() && (hash || what.look.value.elements.size() > what.match.holders.size())) {
        for (const auto &holder : what.freed)
            recipe.elements.push_back({holder.owner, Difference::Lease});
    }
    return recipe;
}

} // namespace

extern const Format format;
const Format format = {
    .library = library,
    .variants = {"tokens and deadlines", "tokens and times", "tokens"},
    .types = {ValueType::Zset, ValueType::Set, ValueType::Hash},
    .rank = -5,
    .classify = classify,
    .release = release,
};

} // namespace lockcore::token_set_format
