// SPDX-License-Identifier: MIT
// lock4j (RedisTemplate): `lock4j:<class+method>#<key>` = uuid4 without dashes. Reference, §4.
#include "lockcore/monitor/formats/grammar.h"
#include "lockcore/monitor/formats/string_locks.h"

namespace lockcore::lock4j_format {

namespace {

constexpr std::string_view library = "lock4j";
constexpr std::string_view keyHead = "lock4j:";

std::optional<Finding> classify(const Look &look, const Surroundings &)
{
    const auto text = stringlock::textOf(look);
    if (!text || !grammar::isUuid4Hex(*text) || !look.id.key.starts_with(keyHead))
        return std::nullopt;
    auto finding = stringlock::finding(library, "RedisTemplate", 4, look);
    finding.ownerScope = OwnerScope::Acquisition;
    finding.why = {"the name begins with lock4j: and the value is a random UUID without dashes"};
    finding.leased(Milliseconds(30'000));
    return finding;
}

} // namespace

extern const Format format;
const Format format = {
    .library = library,
    .variants = {"RedisTemplate"},
    .names = {"lock4j:*"},
    .types = {ValueType::String},
    .broadcast = {"lock4j:"},
    .rank = 10,
    .classify = classify,
};

} // namespace lockcore::lock4j_format
