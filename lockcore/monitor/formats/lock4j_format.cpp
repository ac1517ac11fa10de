// SPDX-License-Identifier: MIT
// lock4j (RedisTemplate): `lock4j:<class+method>#<key>` = uuid4 without dashes. Reference, §4.
#include "monitor/formats/example_looks.h"
#include "monitor/formats/grammar.h"
#include "monitor/formats/string_locks.h"

namespace lockcore {

namespace {

constexpr std::string_view library = "lock4j";
constexpr std::string_view keyHead = "lock4j:";

std::optional<Finding> classify(const Look &look, const Surroundings &)
{
    const auto text = stringlock::textOf(look);
    if (!text || !grammar::isUuid4Hex(*text) || !look.id.key.starts_with(keyHead))
        return std::nullopt;
    auto finding = stringlock::finding(library, "RedisTemplate", 4, look);
    finding.why = {"the name begins with lock4j: and the value is a random UUID without dashes"};
    finding.leaseRule = LeaseRule::Always;
    finding.usualLease = Milliseconds(30'000);
    return finding;
}

constexpr auto token = "5f1c2f5e6f0a4a3e8f6b0a1b2c3d4e5f";

Finding expectedLock()
{
    Finding finding;
    finding.library = "lock4j";
    finding.variant = "RedisTemplate";
    finding.confidence = 4;
    finding.why = {"the name begins with lock4j: and the value is a random UUID without dashes"};
    finding.holders = {{token, 1, Mode::Exclusive, {}, {}}};
    finding.leaseRule = LeaseRule::Always;
    finding.usualLease = Milliseconds(30'000);
    finding.waiters.why = "clients poll: Redis does not know who waits";
    return finding;
}

std::span<const Example> examples()
{
    const auto ttl = Milliseconds(9'000);
    static const std::vector<Example> all = {
        {"of a method", example::look("lock4j:com.shop.Orders.pay#7", example::string(token), ttl), {}, expectedLock()},
        {"another name", example::look("lock:com.shop.Orders.pay#7", example::string(token), ttl), {}, {}},
        {"another value", example::look("lock4j:com.shop.Orders.pay#7", example::string("1"), ttl), {}, {}},
        {"a UUID with dashes",
         example::look("lock4j:x#7", example::string("5f1c2f5e-6f0a-4a3e-8f6b-0a1b2c3d4e5f"), ttl),
         {},
         {}},
    };
    return all;
}

} // namespace

extern const Format lock4jFormat;
const Format lock4jFormat = {
    .library = library,
    .names = {"lock4j:*"},
    .types = {ValueType::String},
    .announcements = {},
    .broadcast = {"lock4j:"},
    .scripts = {},
    .rank = 10,
    .classify = classify,
    .companions = nullptr,
    .lockOf = nullptr,
    .announced = nullptr,
    .examples = examples,
};

} // namespace lockcore
