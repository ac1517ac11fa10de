// SPDX-License-Identifier: MIT
// @redis-kit/lock and @nestjs-redis/lock, which uses it: the first 22 digits of random bytes in base64, under each name that the caller locked.
// Others draw the same, so only its scripts name it. Seen in its own output.
#include "lockcore/monitor/formats/grammar.h"
#include "lockcore/monitor/formats/string_locks.h"

#include <algorithm>

namespace lockcore::redis_kit_format {

namespace {

constexpr std::string_view library = "redis-kit";
constexpr std::size_t usualLength = 22;

std::optional<Finding> classify(const Look &look, const Surroundings &surroundings)
{
    const auto text = stringlock::textOf(look);
    if (!text || text->size() != usualLength || !std::ranges::all_of(*text, grammar::isBase64Digit) || !stringlock::hasBothCases(*text)
        || !surroundings.fingerprints.contains(library))
        return std::nullopt;
    return stringlock::tokenByName(library, "Redlock", 2, "the value is 22 digits in base64, as @redis-kit/lock draws its tokens", look,
                                   surroundings);
}

} // namespace

extern const Format format;
const Format format = {
    .library = library,
    .variants = {"Redlock"},
    .types = {ValueType::String},
    .scripts = {"6d3be821fec3ee441e2e0099186b83490d711fdd", "83ddeb8769fe02bdc67367192ee8a6f61e11a7a8",
                "c2b348917d23acc28b1c31a7efdb419eed04c7f7"},
    .rank = 5,
    .classify = classify,
    .releaseWarnings = {{ReleaseWarning::Kind::SeveralKeys, "one lock of @redis-kit/lock may span several keys with the same value"},
                        {ReleaseWarning::Kind::OneOfSeveralServers, ""}},
};

} // namespace lockcore::redis_kit_format
