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
    if (!text || !grammar::isBase64Of16(*text) || grammar::uuid1InBase64(*text, look.at))
        return std::nullopt;
    auto finding = stringlock::tokenByName(library, "Mutex", 3, "the value is padded base64 of 16 bytes, as this library draws its tokens",
                                           look, surroundings);
    if (finding)
        finding->usualLease = Milliseconds(8'000);
    return finding;
}

} // namespace

extern const Format format;
const Format format = {
    .library = library,
    .variants = {"Mutex"},
    .types = {ValueType::String},
    .scripts = {"e950836ed1e694540c503ef9972b8de518044d3b", "d75bb8b5bd13532ddedd17762e772346e39b321e",
                "b6b55c439e02c6f52ffb8be7ec8c0d0ac816ea79", "00583931c4e4d483f6233879c133c71ed5393f9d",
                "53692746b44cae854b8dfa32b177218bbe40baee", "009e6775acf362b837433e2ab6f2b772e391079e"}, // 2016 to 2026
    .rank = 5,
    .classify = classify,
    .releaseWarnings = {{ReleaseWarning::Kind::MayResurrect, "redsync writes the key again when it is extended with WithSetNXOnExtend"},
                        {ReleaseWarning::Kind::OneOfSeveralServers, ""}},
};

} // namespace lockcore::go_redsync_format
