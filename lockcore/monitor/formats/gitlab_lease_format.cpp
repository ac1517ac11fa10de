// SPDX-License-Identifier: MIT
// GitLab's ExclusiveLease: `gitlab:exclusive_lease:<key>` = uuid4, used as a throttle too. Reference, §4.
#include "monitor/formats/example_looks.h"
#include "monitor/formats/grammar.h"
#include "monitor/formats/string_locks.h"

namespace lockcore {

namespace {

constexpr std::string_view library = "gitlab";
constexpr std::string_view keyHead = "gitlab:exclusive_lease:";

std::optional<Finding> classify(const Look &look, const Surroundings &)
{
    const std::string_view key = look.id.key;
    const auto text = stringlock::textOf(look);
    if (!text || !grammar::isUuid4(*text) || !key.starts_with(keyHead))
        return std::nullopt;
    const bool throttle = key.find(":throttle:") != key.npos;
    auto finding = stringlock::finding(library, throttle ? "throttle" : "exclusive lease", 4, look);
    finding.why = {"the name begins with gitlab:exclusive_lease: and the value is a random UUID"};
    finding.why.emplace_back(throttle ? "the name says that it is a throttle: it is held to its end on purpose"
                                      : "leases serve as throttles too: nobody may be at work");
    finding.leaseRule = LeaseRule::Always;
    return finding;
}

constexpr auto uuid = "5f1c2f5e-6f0a-4a3e-8f6b-0a1b2c3d4e5f";

Example leaseExample(const Bytes &key, const char *variant, const char *why)
{
    Finding expected;
    expected.library = "gitlab";
    expected.variant = variant;
    expected.confidence = 4;
    expected.why = {"the name begins with gitlab:exclusive_lease: and the value is a random UUID", why};
    expected.holders = {{uuid, 1, Mode::Exclusive, {}, {}}};
    expected.leaseRule = LeaseRule::Always;
    expected.waiters.why = "clients poll: Redis does not know who waits";
    return {variant, example::look(key, example::string(uuid), Milliseconds(600'000)), {}, expected};
}

std::span<const Example> examples()
{
    static const std::vector<Example> all = {
        leaseExample("gitlab:exclusive_lease:merge:7", "exclusive lease",
                     "leases serve as throttles too: nobody may be at work"),
        leaseExample("gitlab:exclusive_lease:el:throttle:refresh:7", "throttle",
                     "the name says that it is a throttle: it is held to its end on purpose"),
        {"another value", example::look("gitlab:exclusive_lease:merge:7", example::string("1")), {}, {}},
        {"another name", example::look("gitlab:lease:merge:7", example::string(uuid)), {}, {}},
    };
    return all;
}

} // namespace

extern const Format gitlabLeaseFormat;
const Format gitlabLeaseFormat = {
    .library = library,
    .names = {"gitlab:exclusive_lease:*"},
    .types = {ValueType::String},
    .announcements = {},
    .broadcast = {},
    .scripts = {},
    .rank = 10,
    .classify = classify,
    .companions = nullptr,
    .lockOf = nullptr,
    .announced = nullptr,
    .examples = examples,
    .releaseWarnings = {{ReleaseWarning::Kind::Throttle, "a lease of GitLab may be kept to its end on purpose"}},
};

} // namespace lockcore
