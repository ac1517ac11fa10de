// SPDX-License-Identifier: MIT
// node-redlock 4 and 5: 32 random hex digits under each name that the caller locked. Reference, §4 and §7.
#include "lockcore/monitor/formats/grammar.h"
#include "lockcore/monitor/formats/string_locks.h"

namespace lockcore::node_redlock_format {

namespace {

constexpr std::string_view library = "node-redlock";

std::optional<Finding> classify(const Look &look, const Surroundings &surroundings)
{
    const auto text = stringlock::textOf(look);
    if (!text || !grammar::isHex(*text, 32) || grammar::uuid1Hex(*text, look.at))
        return std::nullopt;
    // Random digits look like a UUID4 once in 64 times; other libraries write nothing else.
    if (grammar::isUuid4Hex(*text) && !surroundings.fingerprints.contains(library))
        return std::nullopt;
    const auto confidence = stringlock::confidenceByName(look, surroundings, library, 2);
    if (!confidence)
        return std::nullopt;
    auto finding = stringlock::finding(library, "Redlock", *confidence, look);
    finding.why = {"the value is 32 hex digits that are no UUID: a token as node-redlock and Lockscope's protocols draw it, or a hash sum",
                   stringlock::whyByName(look)};
    finding.leaseRule = LeaseRule::Always;
    return finding;
}

} // namespace

extern const Format format;
const Format format = {
    .library = library,
    .variants = {"Redlock"},
    .types = {ValueType::String},
    .scripts = {"96da70f7716f27d278a5218544df37fd8b0a5e4c", "e4612211c9f8f51c257e26e056b0a654b3187242"},
    .rank = 5,
    .classify = classify,
    .releaseWarnings = {{ReleaseWarning::Kind::SeveralKeys, "one lock of node-redlock may span several keys with the same value"},
                        {ReleaseWarning::Kind::OneOfSeveralServers, ""}},
};

} // namespace lockcore::node_redlock_format
