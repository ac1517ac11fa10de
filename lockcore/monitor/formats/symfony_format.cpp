// SPDX-License-Identifier: MIT
// Symfony Lock's RedisStore: since 5.2 a zset of tokens (base64 of 32 bytes) scored with their expiry, and `__write__` if
// the lock is exclusive; before, the token as a string. Reference, §3.4.
#include "monitor/classifier.h"
#include "monitor/formats/example_looks.h"
#include "monitor/formats/grammar.h"
#include "monitor/formats/string_locks.h"

#include <algorithm>

namespace lockcore {

namespace {

constexpr std::string_view library = "symfony";
constexpr std::string_view writeMark = "__write__";

void addRules(Finding &finding)
{
    finding.leaseRule = LeaseRule::Always;
    finding.usualLease = Milliseconds(300'000);
}

std::optional<Finding> stringStore(const Look &look)
{
    const auto text = stringlock::textOf(look);
    if (!text || !grammar::isBase64Of32(*text) || !look.deadline || !hasLockWord(look.id.key))
        return std::nullopt;
    auto finding = stringlock::finding(library, "exclusive (up to 5.1)", 3, look);
    finding.why = {"the value is padded base64 of 32 bytes, as this library draws its tokens", stringlock::whyByName(look)};
    addRules(finding);
    return finding;
}

// Lapsed members are cleared only when the next client comes. If all have lapsed, the last tells since when nobody holds it.
void dropLapsed(Finding &finding, ServerTime now)
{
    const auto earlier = [](const Holder &a, const Holder &b) { return a.deadline < b.deadline; };
    const auto last = *std::max_element(finding.holders.begin(), finding.holders.end(), earlier);
    std::erase_if(finding.holders, [&](const Holder &holder) { return *holder.deadline <= now; });
    if (finding.holders.empty()) {
        finding.lapses = last.deadline;
        finding.holders = {last};
    }
}

std::optional<Finding> zsetStore(const Look &look)
{
    const bool exclusive = look.value.find(writeMark) != nullptr;
    std::vector<Holder> holders;
    for (const auto &[member, score] : look.value.elements) {
        if (member == writeMark)
            continue;
        const auto deadline = grammar::timeFromMilliseconds(score);
        if (!grammar::isBase64Of32(member) || !deadline)
            return std::nullopt;
        holders.push_back({member, 1, exclusive ? Mode::Exclusive : Mode::Read, deadline, {}});
    }
    if (holders.empty() || (!exclusive && !look.deadline))
        return std::nullopt;

    Finding finding;
    finding.library = library;
    finding.kind = exclusive ? LockKind::Lock : LockKind::RwLock;
    finding.variant = exclusive ? "exclusive" : "shared";
    finding.confidence = exclusive ? 5 : 4;
    finding.why = {exclusive
                       ? "the sorted set holds __write__ and a token of 32 bytes, scored with the time at which it lapses"
                       : "all members are tokens of 32 bytes in base64, scored with the time at which they lapse"};
    finding.holders = std::move(holders);
    dropLapsed(finding, look.at);
    finding.waiters = stringlock::clientsPoll();
    addRules(finding);
    return finding;
}

std::optional<Finding> classify(const Look &look, const Surroundings &)
{
    return look.value.type == ValueType::Zset ? zsetStore(look) : stringStore(look);
}

ReleaseRecipe release(const ReleaseCase &what)
{
    auto recipe = recipe::plain(what);
    if (!recipe.elements.empty() && what.look.value.find(writeMark))
        recipe.elements.push_back({Bytes(writeMark), Difference::Lease});
    return recipe;
}

// What Symfony Lock 5.4.53 wrote, with the scores moved to the examples' moment
constexpr auto writer = "0qG4+8PE4IzLyNjAQNhpuSnui3XNgAa+UecpViyhopE=";
constexpr auto reader = "MEUZA8B1cyuK7NjvMIYszJUHCAhhw8taH25w8ZibnRM=";
constexpr auto other = "kv/x+AAMIsZJUnrCAXElD59mdZ16/0LiLaT4z0sWGkY=";
constexpr auto score = "1795262429922"; // 29.922 s after the examples' moment
constexpr auto ttl = Milliseconds(29'922);

Finding expectedLock(std::vector<Holder> holders)
{
    Finding finding;
    finding.library = "symfony";
    finding.variant = "exclusive";
    finding.confidence = 5;
    finding.why = {"the sorted set holds __write__ and a token of 32 bytes, scored with the time at which it lapses"};
    finding.holders = std::move(holders);
    finding.leaseRule = LeaseRule::Always;
    finding.usualLease = Milliseconds(300'000);
    finding.waiters.why = "clients poll: Redis does not know who waits";
    return finding;
}

Finding expectedShared(std::vector<Holder> holders)
{
    auto finding = expectedLock(std::move(holders));
    finding.kind = LockKind::RwLock;
    finding.variant = "shared";
    finding.confidence = 4;
    finding.why = {"all members are tokens of 32 bytes in base64, scored with the time at which they lapse"};
    return finding;
}

Finding expectedString()
{
    auto finding = expectedLock({{writer, 1, Mode::Exclusive, {}, {}}});
    finding.variant = "exclusive (up to 5.1)";
    finding.confidence = 3;
    finding.why = {"the value is padded base64 of 32 bytes, as this library draws its tokens",
                   "the name says that it is a lock, and it has a TTL"};
    return finding;
}

Example lapsedExample()
{
    const auto lapsed = example::now - Milliseconds(1'000);
    auto expected = expectedShared({{reader, 1, Mode::Read, lapsed, {}}});
    expected.lapses = lapsed;
    return {"all have lapsed",
            example::look("catalogue", example::zset({{reader, "1795262399000"}}), Milliseconds(0)),
            {},
            expected};
}

std::span<const Example> examples()
{
    const auto deadline = example::now + ttl;
    static const std::vector<Example> all = {
        {"Symfony Lock 5.4.53, exclusive",
         example::look("invoice-run", example::zset({{writer, score}, {std::string(writeMark), score}}), ttl), {},
         expectedLock({{writer, 1, Mode::Exclusive, deadline, {}}}), true},
        {"Symfony Lock 5.4.53, two readers",
         example::look("catalogue", example::zset({{reader, score}, {other, score}}), ttl), {},
         expectedShared({{reader, 1, Mode::Read, deadline, {}}, {other, 1, Mode::Read, deadline, {}}}), true},
        {"a reader that has lapsed",
         example::look("catalogue", example::zset({{reader, "1795262399000"}, {other, score}}), ttl), {},
         expectedShared({{other, 1, Mode::Read, deadline, {}}})},
        lapsedExample(),
        {"up to 5.1", example::look("report-lock", example::string(writer), ttl), {}, expectedString()},
        {"a secret under a free name", example::look("app:key", example::string(writer), ttl), {}, {}},
        {"the mark without a token", example::look("x", example::zset({{std::string(writeMark), score}}), ttl), {}, {}},
        {"a ranking of names", example::look("ranking", example::zset({{"alice", "12"}, {"bob", "3"}}), ttl), {}, {}},
        {"a ranking of keys that lasts", example::look("ranking", example::zset({{reader, "12"}}), {}), {}, {}},
        {"a score without end", example::look("x", example::zset({{reader, "inf"}}), ttl), {}, {}},
    };
    return all;
}

} // namespace

extern const Format symfonyFormat;
const Format symfonyFormat = {
    .library = library,
    .names = {},
    .types = {ValueType::Zset, ValueType::String},
    .announcements = {},
    .broadcast = {},
    .scripts = {},
    .rank = 10,
    .classify = classify,
    .companions = nullptr,
    .lockOf = nullptr,
    .announced = nullptr,
    .examples = examples,
    .release = release,
};

} // namespace lockcore
