// SPDX-License-Identifier: MIT
// GitLab's ExclusiveLease: `gitlab:exclusive_lease:<key>` = uuid4, used as a throttle too. Reference, §4.
#include "lockcore/monitor/formats/grammar.h"
#include "lockcore/monitor/formats/string_locks.h"

namespace lockcore::gitlab_lease_format {

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
    finding.ownerScope = OwnerScope::Object;
    finding.why = {"the name begins with gitlab:exclusive_lease: and the value is a random UUID"};
    finding.why.emplace_back(throttle ? "the name says that it is a throttle: it is held to its end on purpose"
                                      : "leases serve as throttles too: nobody may be at work");
    finding.leased();
    return finding;
}

} // namespace

extern const Format format;
const Format format = {
    .library = library,
    .variants = {"exclusive lease", "throttle"},
    .names = {"gitlab:exclusive_lease:*"},
    .types = {ValueType::String},
    .rank = 10,
    .classify = classify,
    .releaseWarnings = {{ReleaseWarning::Kind::Throttle, "a lease of GitLab may be kept to its end on purpose"}},
};

} // namespace lockcore::gitlab_lease_format
