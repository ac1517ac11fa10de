// SPDX-License-Identifier: MIT
// Libraries that are recognised by the shape of their tokens under a lock word: a row for each. Seen in their own output.
#include "lockcore/base/iso_time.h"
#include "lockcore/monitor/formats/grammar.h"
#include "lockcore/monitor/formats/string_locks.h"
#include "lockcore/monitor/model/lock_words.h"

#include <array>
#include <charconv>

namespace lockcore::shaped_token_format {

namespace {

struct Shape
{
    std::string_view library;
    std::string_view variant;
    int confidence;
    const char *why;
    std::optional<std::vector<OwnerFact>> (*factsOf)(const Look &look, std::string_view text); ///< nothing: another shape
    OwnerScope scope;
    bool byHand = true; ///< may other programs write it, too?
    LeaseRule rule = LeaseRule::Always;
};

using Facts = std::optional<std::vector<OwnerFact>>;

std::uint64_t number(std::string_view digits, int base)
{
    std::uint64_t value = 0;
    std::from_chars(digits.data(), digits.data() + digits.size(), value, base);
    return value;
}

// The parts between separators, if there are exactly `size`, all of digits.
template <std::size_t size>
std::optional<std::array<std::string_view, size>> numbersIn(std::string_view text, std::string_view separators)
{
    std::array<std::string_view, size> parts;
    for (std::size_t i = 0; i < size; ++i) {
        const auto end = i + 1 < size ? text.find(separators[i]) : text.size();
        if (end == text.npos || !grammar::isDigits(text.substr(0, end), 1, 19))
            return std::nullopt;
        parts[i] = text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return parts;
}

// PHP's uniqid(): eight hex digits of seconds, five of microseconds.
Facts ofUniqid(const Look &look, std::string_view text)
{
    constexpr std::size_t secondsLength = 8;
    if (!grammar::isHex(text, 13))
        return std::nullopt;
    const auto microseconds = number(text.substr(secondsLength), 16);
    const ServerTime drawn(std::chrono::seconds(number(text.substr(0, secondsLength), 16)) + Microseconds(microseconds));
    if (microseconds >= 1'000'000 || drawn > look.at + std::chrono::days(1) || drawn < look.at - std::chrono::days(366))
        return std::nullopt;
    return std::vector<OwnerFact>{{"drawn at", isoTime(drawn)}};
}

// `<expiry>-<process>-<thread>`
Facts ofTulskie(const Look &look, std::string_view text)
{
    const auto parts = numbersIn<3>(text, "--");
    const auto time = parts && (*parts)[0].size() == 10 ? grammar::plausibleTime((*parts)[0], look.at) : std::nullopt;
    if (!time)
        return std::nullopt;
    return std::vector<OwnerFact>{{"lapses at", isoTime(*time)}, {"pid", std::string((*parts)[1])}, {"thread", std::string((*parts)[2])}};
}

// `<process>:<microtime()>:<random>`, where PHP writes "0.12345678 1795290000".
Facts ofCheprasov(const Look &look, std::string_view text)
{
    const auto parts = numbersIn<5>(text, ":. :");
    const auto time = parts && (*parts)[1] == "0" && (*parts)[2].size() == 8 ? grammar::plausibleTime((*parts)[3], look.at) : std::nullopt;
    if (!time)
        return std::nullopt;
    return std::vector<OwnerFact>{{"pid", std::string((*parts)[0])}, {"drawn at", isoTime(*time)}};
}

Facts ofSidekiqLock(const Look &, std::string_view text) { return grammar::isHex(text, 50) ? Facts(std::in_place) : std::nullopt; }

Facts ofWalrus(const Look &look, std::string_view text)
{
    const bool named = look.id.key.starts_with("lock:") || look.id.key.find(".lock:") != look.id.key.npos;
    return named && grammar::isRawBytes(text, 32) ? Facts(std::in_place) : std::nullopt;
}

Facts ofUuid1(const Look &look, std::string_view text)
{
    const auto uuid = grammar::uuid1Dashed(text, look.at);
    return uuid ? Facts(grammar::factsOf(*uuid)) : std::nullopt;
}

constexpr std::array<Shape, 6> shapes = {{
    {"redlock-php", "Redlock", 3, "the value is a uniqid() of PHP with a sane time, as redlock-php draws its tokens", ofUniqid,
     OwnerScope::Unknown},
    {"redis-lock-ruby", "lock", 3, "the value is <expiry>-<process>-<thread>, as the redis-lock of Ruby writes it", ofTulskie,
     OwnerScope::Acquisition, false, LeaseRule::NeverByDesign},
    {"php-redis-lock", "RedisLock", 4, "the value is <process>:<microtime()>:<random>, as cheprasov's library writes it", ofCheprasov,
     OwnerScope::Object, false},
    {"sidekiq-lock", "lock", 3, "the value is 25 random bytes in hex, as sidekiq-lock draws its tokens", ofSidekiqLock, OwnerScope::Object},
    {"walrus", "Lock", 3, "the name begins with lock: and the value is 32 random bytes", ofWalrus, OwnerScope::Object, true,
     LeaseRule::CallersChoice},
    {"unknown", "time-based UUID", 2, "the value is a time-based UUID with a sane time, as ioredis-lock, redislock and node-mutex write it",
     ofUuid1, OwnerScope::Object, false},
}};

std::optional<Finding> classify(const Look &look, const Surroundings &surroundings)
{
    const auto text = stringlock::textOf(look);
    if (!text || !hasLockWord(look.id.key))
        return std::nullopt;
    for (const auto &shape : shapes) {
        auto facts = shape.factsOf(look, *text);
        if (!facts || (!look.deadline && shape.rule == LeaseRule::Always))
            continue;
        auto finding = stringlock::finding(shape.library, shape.variant, shape.confidence, look);
        finding.why = {shape.why, "the name says that it is a lock"};
        finding.holders.front().facts = *std::move(facts);
        finding.ownerScope = shape.scope;
        if (shape.byHand)
            stringlock::namedByToken(finding, shape.scope, surroundings);
        finding.wakesByPop = shape.library == "walrus";
        finding.leaseRule = shape.library == "unknown" ? LeaseRule::CallersChoice : shape.rule;
        return finding;
    }
    return std::nullopt;
}

} // namespace

extern const Format format;
const Format format = {
    .library = shapes[0].library,
    .otherLibraries = {shapes[1].library, shapes[2].library, shapes[3].library, shapes[4].library, shapes[5].library},
    .variants = {"Redlock", "lock", "RedisLock", "Lock", "time-based UUID"},
    .types = {ValueType::String},
    .scripts = {"ccd35e8ab1f9d465d6610127d234bfd0e2855c72"},
    .otherScripts = {{"9bdce90060b1eb1923ba581ffba7051865f063d7", shapes[2].library},
                     {"b414769872ec8518662b9f29e83fc691b0349f45", shapes[2].library},
                     {"d7832f4a685278012c726f6a334e46db6117bbd5", shapes[3].library},
                     {"d893d8da0844b834c9c5a41fb79b469749e6f442", shapes[4].library},
                     {"758ee2fc57c84a93a25cd712f592a1b4898d6c03", shapes[4].library}},
    .rank = 3,
    .classify = classify,
};

} // namespace lockcore::shaped_token_format
