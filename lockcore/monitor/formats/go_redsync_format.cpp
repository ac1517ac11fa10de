// SPDX-License-Identifier: MIT
// go-redsync: padded base64 of 16 random bytes under a name that the caller chose. Reference, §4.
#include "lockcore/monitor/formats/grammar.h"
#include "lockcore/monitor/formats/string_locks.h"

namespace lockcore::go_redsync_format {

namespace {

constexpr std::string_view library = "go-redsync";

std::optional<Finding> classify(const Look &look, const Surroundings &surroundings)
{
    const auto text = stringlock::textOf(look);
    if (!text || !grammar::isBase64Of16(*text))
        return std::nullopt;
    const auto confidence = stringlock::confidenceByName(look, surroundings, library, 3);
    if (!confidence)
        return std::nullopt;
    auto finding = stringlock::finding(library, "Mutex", *confidence, look);
    finding.why = {"the value is padded base64 of 16 bytes, as this library draws its tokens", stringlock::whyByName(look)};
    finding.leaseRule = LeaseRule::Always;
    finding.usualLease = Milliseconds(8'000);
    return finding;
}

} // namespace

extern const Format format;
const Format format = {
    .library = library,
    .variants = {"Mutex"},
    .types = {ValueType::String},
    .scripts = {"e950836ed1e694540c503ef9972b8de518044d3b", "d75bb8b5bd13532ddedd17762e772346e39b321e",
                "b6b55c439e02c6f52ffb8be7ec8c0d0ac816ea79"},
    .rank = 5,
    .classify = classify,
    .releaseWarnings = {{ReleaseWarning::Kind::MayResurrect, "redsync writes the key again when it is extended with WithSetNXOnExtend"},
                        {ReleaseWarning::Kind::OneOfSeveralServers, ""}},
};

} // namespace lockcore::go_redsync_format
