// SPDX-License-Identifier: MIT
// RedLock.net: `redlock:<resource>` = uuid4, renewed at half its lease. pottery writes the same, by default with at most ten seconds and no
// renewal of its own. Reference, §4 and §7.
#include "lockcore/monitor/formats/grammar.h"
#include "lockcore/monitor/formats/string_locks.h"

namespace lockcore::redlock_net_format {

namespace {

constexpr std::string_view library = "redlock-net";
constexpr std::string_view keyHead = "redlock:";

/// Does anything except the name suggest RedLock.net rather than pottery?
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

} // namespace

extern const Format format;
const Format format = {
    .library = library,
    .otherLibraries = {"unknown"},
    .variants = {"RedLock", "Redlock token"},
    .names = {"redlock:*"},
    .types = {ValueType::String},
    .broadcast = {"redlock:"},
    .rank = 9,
    .classify = classify,
    .releaseWarnings = {{ReleaseWarning::Kind::Resurrects,
                         "RedLock.net writes the key again when its renewal, at half the lease, finds it missing"},
                        {ReleaseWarning::Kind::OneOfSeveralServers, ""}},
};

} // namespace lockcore::redlock_net_format
