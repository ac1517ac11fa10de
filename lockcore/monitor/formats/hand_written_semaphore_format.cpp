// SPDX-License-Identifier: MIT
// A semaphore that people write by hand: a sorted set or a hash of tokens, or processes of hosts, with the times at which they were taken or lapse,
// in seconds or milliseconds; or, while a TTL runs, a plain set of them. No library is named. The score: evidence.h.
#include "lockcore/base/iso_time.h"
#include "lockcore/monitor/formats/evidence.h"
#include "lockcore/monitor/formats/grammar.h"
#include "lockcore/monitor/formats/owner_facts.h"
#include "lockcore/monitor/formats/string_locks.h"

#include <algorithm>

namespace lockcore::hand_written_semaphore_format {

namespace {

struct Permit
{
    Bytes owner;
    std::optional<ServerTime> time;
};

std::optional<ServerTime> timeIn(std::string_view score, ServerTime now)
{
    for (const auto read : {grammar::timeFromMilliseconds, grammar::timeFromSeconds}) {
        const auto time = read(score);
        if (time && grammar::isNear(*time, now))
            return time;
    }
    return std::nullopt;
}

// Empty: these are no permits. A hash may hold the semaphore's limit, too.
std::vector<Permit> permitsIn(const KeySnapshot &look)
{
    std::vector<Permit> permits;
    for (const auto &[member, score] : look.value.elements) {
        const bool timed = look.value.type != ValueType::Set;
        const auto time = timed ? timeIn(score, look.at) : std::nullopt;
        const bool isOwners = ownerText(member).points > 0;
        if (look.value.type == ValueType::Hash && isOwners && !time && parseInteger(score))
            continue;
        if (!isOwners || (timed && !time))
            return {};
        permits.push_back({member, time});
    }
    if (look.value.type != ValueType::Zset)
        std::ranges::sort(permits, {}, &Permit::owner); // HSCAN and SSCAN have no order
    return permits;
}

// Without a TTL, times of long ago are an archive.
bool isInUse(const KeySnapshot &look, const std::optional<ServerTime> &latest)
{
    return look.deadline || (latest && *latest > look.at - std::chrono::days(1));
}

// A time that is yet to come is a deadline, and then they all are; but clocks differ, and seconds are rounded. When the last one is over, only
// what was seen before shows that they were deadlines.
Scores meaningOf(ServerTime latest, ServerTime now, std::optional<Scores> seen)
{
    const bool rounded = latest.time_since_epoch() % std::chrono::seconds(1) == Microseconds(0);
    const Milliseconds clocksDiffer(rounded ? 3000 : 2000);
    return seen.value_or(latest > now + clocksDiffer ? Scores::Deadlines : Scores::Times);
}

std::optional<ServerTime> latestOf(const std::vector<Permit> &permits) { return std::ranges::max(permits, {}, &Permit::time).time; }

void addHolders(LockMatch &match, const std::vector<Permit> &permits, ServerTime now)
{
    const auto latest = latestOf(permits);
    const bool lapse = match.scores == Scores::Deadlines;
    const bool allOver = lapse && *latest <= now; // the last one shows since when nobody holds it
    if (allOver)
        match.lapses = latest;
    for (const auto &[owner, time] : permits) {
        if (lapse && (allOver ? *time < *latest : *time <= now))
            continue;
        Holder holder;
        holder.owner = owner;
        if (lapse)
            holder.deadline = time;
        else if (time)
            holder.facts = {{"taken or refreshed", isoTime(*time)}};
        else
            holder.facts = grammar::factsOfOwner(owner, now);
        match.holders.push_back(std::move(holder));
    }
}

std::optional<LockMatch> classify(const KeySnapshot &look, const RecognitionContext &around)
{
    Evidence evidence(look);
    const auto permits = evidence.isNamed() ? permitsIn(look) : std::vector<Permit>();
    if (permits.empty() || !isInUse(look, latestOf(permits)))
        return std::nullopt;
    LockMatch match;
    match.library = unknownLibrary;
    match.kind = LockKind::Semaphore;
    match.ownerScope = OwnerScope::Unknown;
    match.waiters = stringlock::clientsPoll();
    int least = 2;
    for (const auto &permit : permits)
        least = std::min(least, ownerText(permit.owner).points);
    std::string what = look.value.type == ValueType::Zset   ? "a sorted set of "
                       : look.value.type == ValueType::Hash ? "a hash of "
                                                            : "a set of ";
    what += least > 1 ? "tokens or processes" : "names";
    if (const auto latest = latestOf(permits)) {
        match.scores = meaningOf(*latest, look.at, around.scores);
        const bool lapse = match.scores == Scores::Deadlines;
        match.variant = lapse ? "tokens and deadlines" : "tokens and times";
        what += !lapse              ? ", with the times at which they were taken or refreshed, as it seems"
                : *latest > look.at ? ", with times of which some are yet to come: they are deadlines"
                                    : ", with times that were seen to be deadlines";
    } else {
        match.variant = "tokens";
        what += ": they share it";
    }
    evidence.add(least > 1 || saysSemaphore(look.id.key) ? least : -1, std::move(what));
    addHolders(match, permits, look.at);
    return evidence.judged(std::move(match));
}

// By another clock, those who seem to have lapsed may not have, so each is removed by itself. Fields of a hash hold times, and no counts.
ReleaseRecipe release(const ReleaseCase &what)
{
    auto recipe = recipe::plain(what);
    const bool hash = what.look.value.type == ValueType::Hash;
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
    .library = unknownLibrary,
    .variants = {"tokens and deadlines", "tokens and times", "tokens"},
    .types = {ValueType::Zset, ValueType::Set, ValueType::Hash},
    .rank = -5,
    .classify = classify,
    .release = release,
};

} // namespace lockcore::hand_written_semaphore_format
