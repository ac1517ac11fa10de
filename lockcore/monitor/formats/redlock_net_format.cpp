// SPDX-License-Identifier: MIT
// RedLock.net: `redlock:<resource>` = uuid4, renewed at half its lease. pottery writes the same, without a renewal of its own. Reference, §4
// and §7.
#include "lockcore/monitor/formats/grammar.h"
#include "lockcore/monitor/formats/string_locks.h"

namespace lockcore::redlock_net_format {

namespace {

constexpr std::string_view library = "redlock-net";
constexpr std::string_view keyHead = "redlock:";

/// Does anything except the name suggest RedLock.net? Both take any lease, but only RedLock.net renews by itself.
bool isTold(const Surroundings &surroundings) { return surroundings.renewalSeen && !surroundings.fingerprints.contains("pottery"); }

std::optional<Finding> classify(const Look &look, const Surroundings &surroundings)
{
    const auto text = stringlock::textOf(look);
    if (!text || !grammar::isUuid4(*text) || !look.deadline || !look.id.key.starts_with(keyHead))
        return std::nullopt;
    const bool told = isTold(surroundings);
    auto finding = stringlock::finding(told ? library : "unknown", told ? "RedLock" : "Redlock token", 3, look);
    finding.ownerScope = OwnerScope::Unknown; // both draw a token for each acquisition, but anybody may choose such a name
    finding.why = {"the name begins with redlock: and the value is a random UUID",
                   told ? "its lease was renewed, which pottery does not do by itself" : "RedLock.net and pottery both write this"};
    finding.leased();
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
