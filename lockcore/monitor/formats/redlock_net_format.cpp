// SPDX-License-Identifier: MIT
// RedLock.net: `redlock:<resource>` = uuid4, renewed at half its lease. pottery writes the same, with ten seconds at most by
// default and no renewal of its own. Reference, §4 and §7.
#include "monitor/formats/example_looks.h"
#include "monitor/formats/grammar.h"
#include "monitor/formats/string_locks.h"

namespace lockcore {

namespace {

constexpr std::string_view library = "redlock-net";
constexpr std::string_view keyHead = "redlock:";

/// Does anything but the name speak for it rather than for pottery?
bool isTold(const Look &look, const Surroundings &surroundings)
{
    return surroundings.renewalSeen || *grammar::ttlOf(look) > Milliseconds(10'000);
}

std::optional<Finding> classify(const Look &look, const Surroundings &surroundings)
{
    const auto text = stringlock::textOf(look);
    if (!text || !grammar::isUuid4(*text) || !look.deadline || !look.id.key.starts_with(keyHead))
        return std::nullopt;
    const bool told = isTold(look, surroundings);
    auto finding = stringlock::finding(told ? library : "unknown", told ? "RedLock" : "Redlock token", 3, look);
    finding.why = {"the name begins with redlock: and the value is a random UUID",
                   told ? "its lease is longer than pottery's or was renewed" : "RedLock.net and pottery both write this"};
    finding.leaseRule = LeaseRule::Always;
    return finding;
}

constexpr auto token = "5f1c2f5e-6f0a-4a3e-8f6b-0a1b2c3d4e5f";

Finding expectedLock()
{
    Finding finding;
    finding.library = "redlock-net";
    finding.variant = "RedLock";
    finding.confidence = 3;
    finding.why = {"the name begins with redlock: and the value is a random UUID",
                   "its lease is longer than pottery's or was renewed"};
    finding.holders = {{token, 1, Mode::Exclusive, {}, {}}};
    finding.leaseRule = LeaseRule::Always;
    finding.waiters.why = "clients poll: Redis does not know who waits";
    return finding;
}

Example untoldExample()
{
    auto expected = expectedLock();
    expected.library = "unknown";
    expected.variant = "Redlock token";
    expected.why.back() = "RedLock.net and pottery both write this";
    return {"pottery writes the same",
            example::look("redlock:printer", example::string(token), Milliseconds(9'000)),
            {},
            expected};
}

std::span<const Example> examples()
{
    const auto ttl = Milliseconds(9'000);
    Surroundings renewed;
    renewed.renewalSeen = true;
    static const std::vector<Example> all = {
        {"a lease of 30 s",
         example::look("redlock:printer", example::string(token), Milliseconds(28'000)),
         {},
         expectedLock()},
        {"renewed", example::look("redlock:printer", example::string(token), ttl), renewed, expectedLock()},
        untoldExample(),
        {"another name", example::look("printer:lock", example::string(token), ttl), {}, {}},
        {"another value", example::look("redlock:printer", example::string("1"), ttl), {}, {}},
        {"no TTL: the library always sets one", example::look("redlock:printer", example::string(token)), {}, {}},
    };
    return all;
}

} // namespace

extern const Format redlockNetFormat;
const Format redlockNetFormat = {
    .library = library,
    .names = {"redlock:*"},
    .types = {ValueType::String},
    .announcements = {},
    .broadcast = {"redlock:"},
    .scripts = {},
    .rank = 9,
    .classify = classify,
    .companions = nullptr,
    .lockOf = nullptr,
    .announced = nullptr,
    .examples = examples,
    .releaseWarnings = {{ReleaseWarning::Kind::Resurrects, "RedLock.net writes the key again when its renewal, at half the lease, finds it missing"},
                        {ReleaseWarning::Kind::OneOfSeveralServers, ""}},
};

} // namespace lockcore
