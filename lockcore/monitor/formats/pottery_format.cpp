// SPDX-License-Identifier: MIT
// pottery's Redlock (Python): `redlock:<key>` = uuid4. RedLock.net writes the same: the scripts on the server tell.
// Reference, §4 and §7.
#include "monitor/formats/example_looks.h"
#include "monitor/formats/grammar.h"
#include "monitor/formats/string_locks.h"

namespace lockcore {

namespace {

constexpr std::string_view library = "pottery";
constexpr std::string_view keyHead = "redlock:";

std::optional<Finding> classify(const Look &look, const Surroundings &surroundings)
{
    const auto text = stringlock::textOf(look);
    if (!text || !grammar::isUuid4(*text) || !look.deadline || !look.id.key.starts_with(keyHead)
        || !surroundings.fingerprints.contains(library))
        return std::nullopt;
    auto finding = stringlock::finding(library, "Redlock", 3, look);
    finding.why = {"the name begins with redlock: and the value is a random UUID"};
    finding.leaseRule = LeaseRule::Always;
    finding.usualLease = Milliseconds(10'000);
    return finding;
}

constexpr auto token = "5f1c2f5e-6f0a-4a3e-8f6b-0a1b2c3d4e5f";

Finding expectedLock()
{
    Finding finding;
    finding.library = "pottery";
    finding.variant = "Redlock";
    finding.confidence = 3;
    finding.why = {"the name begins with redlock: and the value is a random UUID"};
    finding.holders = {{token, 1, Mode::Exclusive, {}, {}}};
    finding.leaseRule = LeaseRule::Always;
    finding.usualLease = Milliseconds(10'000);
    finding.waiters.why = "clients poll: Redis does not know who waits";
    return finding;
}

std::span<const Example> examples()
{
    const auto ttl = Milliseconds(9'000);
    Surroundings loaded;
    loaded.fingerprints = {"pottery"};
    static const std::vector<Example> all = {
        {"its scripts are loaded", example::look("redlock:printer", example::string(token), ttl), loaded, expectedLock()},
        {"RedLock.net writes the same", example::look("redlock:printer", example::string(token), ttl), {}, {}},
        {"another name", example::look("printer:lock", example::string(token), ttl), loaded, {}},
        {"another value", example::look("redlock:printer", example::string("1"), ttl), loaded, {}},
        {"no TTL: the library always sets one", example::look("redlock:printer", example::string(token)), loaded, {}},
    };
    return all;
}

} // namespace

extern const Format potteryFormat;
const Format potteryFormat = {
    .library = library,
    .names = {},
    .types = {ValueType::String},
    .announcements = {},
    .broadcast = {},
    .scripts = {"a4aada0b36710970eedaaaeec4a6b7d8c78c4f80"},
    .rank = 10,
    .classify = classify,
    .companions = nullptr,
    .lockOf = nullptr,
    .announced = nullptr,
    .examples = examples,
    .releaseWarnings = {{ReleaseWarning::Kind::OneOfSeveralServers, ""}},
};

} // namespace lockcore
