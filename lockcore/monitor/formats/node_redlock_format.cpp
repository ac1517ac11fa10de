// SPDX-License-Identifier: MIT
// node-redlock 3 to 5 and redlock-universal: 32 random hex digits under each name that the caller locked. Reference, §4 and §7.
#include "lockcore/monitor/formats/grammar.h"
#include "lockcore/monitor/formats/string_locks.h"

namespace lockcore::node_redlock_format {

namespace {

constexpr std::string_view library = "node-redlock";
constexpr std::string_view universal = "redlock-universal";

// Other clients of Redlock draw 32 hex digits, too. So a library is only named if the server knows its scripts, and no others' of these.
std::optional<Finding> classify(const Look &look, const Surroundings &surroundings)
{
    const auto text = stringlock::textOf(look);
    const bool node = surroundings.fingerprints.contains(library);
    const bool isUniversal = surroundings.fingerprints.contains(universal);
    if (!text || !grammar::isHex(*text, 32) || grammar::uuid1Hex(*text, look.at))
        return std::nullopt;
    // Random digits look like a UUID4 once in 64 times; other libraries write nothing else.
    if (grammar::isUuid4Hex(*text) && !node && !isUniversal)
        return std::nullopt;
    if (!node && !isUniversal)
        return stringlock::tokenByName("unknown", "Redlock token", 2,
                                       "the value is 32 hex digits that are no UUID: a token as node-redlock, other clients of Redlock and "
                                       "Lockscope's protocols draw it, or a hash sum",
                                       look, surroundings);
    auto finding = node ? stringlock::tokenByName(library, "Redlock", 2, "the value is 32 hex digits, as node-redlock draws its tokens",
                                                  look, surroundings)
                        : stringlock::tokenByName(universal, "lock", 2, "the value is 32 hex digits, as redlock-universal draws its tokens",
                                                  look, surroundings);
    if (finding && node && isUniversal) {
        finding->library = "unknown";
        finding->variant = "Redlock token";
        finding->why.emplace_back("redlock-universal draws the same, and the server knows the scripts of both");
    }
    return finding;
}

} // namespace

extern const Format format;
const Format format = {
    .library = library,
    .otherLibraries = {universal, "unknown"},
    .variants = {"Redlock", "Redlock token", "lock"},
    .types = {ValueType::String},
    // Not the release script of version 3: other libraries send the same text.
    .scripts = {"96da70f7716f27d278a5218544df37fd8b0a5e4c", "aed6f382e410db8ba7926d4e5e9aab410bf2a78a",
                "e4612211c9f8f51c257e26e056b0a654b3187242", "e5a322e2634ef59a516e8ea150cb085afafee684",
                "ce46f80993d5dac20dd066eb301a4e37994bdbed", "0f0f23b9048b36752b5be114f357ba083449f908",
                "862f31bf38e9b63ce28d6e9e5143551bb34ef981"},
    .otherScripts = {{"e218d686a8f90368e5cd45074f06ce766cad9987", universal}, {"fd83166fb3d7235e3ace652b700c9e217c1adc1f", universal}},
    .rank = 5,
    .classify = classify,
    .releaseWarnings = {{ReleaseWarning::Kind::SeveralKeys, "one lock of node-redlock may span several keys with the same value"},
                        {ReleaseWarning::Kind::OneOfSeveralServers, ""}},
};

} // namespace lockcore::node_redlock_format
