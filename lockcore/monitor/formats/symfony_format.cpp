// SPDX-License-Identifier: MIT
// Symfony Lock's RedisStore: since 5.2 a zset of tokens (base64 of 32 bytes) scored with their expiry, and `__write__` if the lock is
// exclusive; before 5.2, the token as a string. Reference, §3.4.
#include "lockcore/monitor/formats/grammar.h"
#include "lockcore/monitor/formats/string_locks.h"
#include "lockcore/monitor/model/lock_words.h"

#include <algorithm>

namespace lockcore::symfony_format {

namespace {

constexpr std::string_view library = "symfony";
constexpr std::string_view writeMark = "__write__";
constexpr Milliseconds usualLease(300'000);

void addRules(LockMatch &match)
{
    match.ownerScope = OwnerScope::Object;
    match.leased(usualLease);
}

std::optional<LockMatch> stringStore(const KeySnapshot &look, const RecognitionContext &surroundings)
{
    const auto text = stringlock::textOf(look);
    if (!text || !grammar::isBase64Of32(*text) || !look.deadline || !hasLockWord(look.id.key))
        return std::nullopt;
    auto match = stringlock::match(library, "exclusive (up to 5.1)", 3, look);
    match.why = {"the value is padded base64 of 32 bytes, as this library generates its tokens",
                 "the name says that it is a lock, and it has a TTL"};
    addRules(match);
    stringlock::namedByToken(match, match.ownerScope, surroundings);
    return match;
}

ServerTime latestOf(const std::vector<Holder> &holders)
{
    return *std::ranges::max_element(holders, {}, [](const Holder &holder) { return *holder.deadline; })->deadline;
}

enum class End { Sooner, WithTheLast, Later };

// When a holder comes or refreshes, the key gets the latest score as its deadline. A holder that leaves does not change it. If not all
// members are read, the latest score is not known.
End endOf(const KeySnapshot &look, const std::vector<Holder> &holders)
{
    constexpr Milliseconds rounded(2); // PTTL and TIME are read at slightly different times
    const auto after = *look.deadline - latestOf(holders);
    if (after < -rounded)
        return End::Sooner;
    return after <= rounded || !look.value.whole() ? End::WithTheLast : End::Later;
}

// An index by deadline looks the same, but its TTL does not depend on its scores.
void doubtLaterEnd(LockMatch &match, const KeySnapshot &look)
{
    const bool usual = hasLockWord(look.id.key) || *grammar::ttlOf(look) <= usualLease;
    match.confidence = usual ? 3 : 2;
    match.why.emplace_back("but the key ends later than its last member: one has left, or this is an index of something else");
}

// A deadline that is more than a day away belongs to data, not to a lease.
bool isAboutNow(const std::vector<Holder> &holders, ServerTime now)
{
    using namespace std::chrono_literals;
    const auto latest = latestOf(holders);
    const auto earliest = *std::ranges::min_element(holders, {}, [](const Holder &holder) { return *holder.deadline; })->deadline;
    return latest > now - 2s && latest < now + 24h && earliest > now - 24h;
}

// Lapsed members are removed only when the next client comes. If all have lapsed, the last one shows when the lock became free.
void dropLapsed(LockMatch &match, ServerTime now)
{
    const auto earlier = [](const Holder &a, const Holder &b) { return a.deadline < b.deadline; };
    const auto last = *std::max_element(match.holders.begin(), match.holders.end(), earlier);
    std::erase_if(match.holders, [&](const Holder &holder) { return *holder.deadline <= now; });
    if (match.holders.empty()) {
        match.lapses = last.deadline;
        match.holders = {last};
    }
}

// The holders; empty: the key is not Symfony's.
std::vector<Holder> holdersOf(const KeySnapshot &look, bool exclusive)
{
    std::vector<Holder> holders;
    for (const auto &[member, score] : look.value.elements) {
        if (member == writeMark)
            continue;
        const auto deadline = grammar::timeFromMilliseconds(score);
        if (!grammar::isBase64Of32(member) || !deadline)
            return {};
        holders.push_back({member, 1, exclusive ? Mode::Exclusive : Mode::Read, deadline, {}});
    }
    return holders;
}

std::optional<ServerTime> deadlineIn(const KeySnapshot &look)
{
    const auto holders = look.value.type == ValueType::Zset ? holdersOf(look, false) : std::vector<Holder>();
    return holders.empty() ? std::nullopt : std::optional(latestOf(holders));
}

std::optional<LockMatch> zsetStore(const KeySnapshot &look)
{
    const bool exclusive = look.value.find(writeMark) != nullptr;
    auto holders = holdersOf(look, exclusive);
    if (holders.empty() || (!exclusive && (!look.deadline || !isAboutNow(holders, look.at) || endOf(look, holders) == End::Sooner)))
        return std::nullopt;

    LockMatch match;
    match.library = library;
    match.kind = exclusive ? LockKind::Lock : LockKind::RwLock;
    match.variant = exclusive ? "exclusive" : "shared";
    match.confidence = exclusive ? 5 : 4;
    match.why = {exclusive ? "the sorted set holds __write__ and a token of 32 bytes, scored with the time at which it lapses"
                           : "all members are tokens of 32 bytes in base64, scored with the time at which they lapse"};
    if (!exclusive && endOf(look, holders) == End::Later)
        doubtLaterEnd(match, look);
    if (!exclusive && !hasLockWord(look.id.key)) {
        match.confidence = 2;
        match.why.emplace_back("but nothing in the name says that it is a lock: sessions are indexed by their ends, too");
    }
    match.holders = std::move(holders);
    dropLapsed(match, look.at);
    match.waiters = stringlock::clientsPoll();
    addRules(match);
    return match;
}

std::optional<LockMatch> classify(const KeySnapshot &look, const RecognitionContext &surroundings)
{
    return look.value.type == ValueType::Zset ? zsetStore(look) : stringStore(look, surroundings);
}

ReleaseRecipe release(const ReleaseCase &what)
{
    auto recipe = recipe::plain(what);
    if (!recipe.elements.empty() && what.look.value.find(writeMark))
        recipe.elements.push_back({Bytes(writeMark), Difference::Lease});
    return recipe;
}

} // namespace

extern const Format format;
const Format format = {
    .library = library,
    .variants = {"exclusive", "shared", "exclusive (up to 5.1)"},
    .types = {ValueType::Zset, ValueType::String},
    // Scripts up to 5.1: acquire, extend, release, and acquire until 2018. Later scripts contain a time.
    .scripts = {"81523960da32c1f15ecab9f1f0fae74f7e943d07", "ae948f48c8da9feb2e215c474a412c605d33ff30",
                "bec85b1c518b7ba0348a49c79b24adbb1ca95d3b", "382a00f43d29409f9e1ebe2cbcfe1ec089f8d154"},
    .notes = {{"symfony", "Symfony Lock's RedisStore (PHP)", "any name",
               "a sorted set of tokens and deadlines, with `__write__` for an exclusive one; up to 5.1, base64 of 32 bytes"}},
    .rank = 10,
    .classify = classify,
    .deadlineIn = deadlineIn,
    .release = release,
};

} // namespace lockcore::symfony_format
