// SPDX-License-Identifier: MIT
// go-zero's RedisLock: 16 letters and digits under a name that the caller chose. Laravel's tokens look the same, so only the library's
// scripts on the server identify it. Reference, §4 and §7.
#include "lockcore/monitor/formats/grammar.h"
#include "lockcore/monitor/formats/string_locks.h"

namespace lockcore::go_zero_format {

namespace {

constexpr std::string_view library = "go-zero";

std::optional<Finding> classify(const Look &look, const Surroundings &surroundings)
{
    const auto text = stringlock::textOf(look);
    if (!text || !grammar::isAlnum(*text, 16) || !stringlock::hasBothCases(*text) || !surroundings.fingerprints.contains(library))
        return std::nullopt;
    auto finding = stringlock::tokenByName(library, "RedisLock", 2, "the value is 16 letters and digits, as this library draws its tokens",
                                           look, surroundings);
    if (!finding)
        return std::nullopt;
    finding->ownerScope = OwnerScope::Object;
    finding->leased(Milliseconds(500));
    return finding;
}

} // namespace

extern const Format format;
const Format format = {
    .library = library,
    .variants = {"RedisLock"},
    .types = {ValueType::String},
    .scripts = {"dbecad63894903ddf755d05d73a3eb7432ef75c0", "e04ea1352c46ae16a15753d4960bee821bf3b3fa"},
    .rank = 4,
    .classify = classify,
    .releaseWarnings = {{ReleaseWarning::Kind::MayResurrect,
                         "go-zero writes the key again when the holder acquires again, which is how it renews"}},
};

} // namespace lockcore::go_zero_format
