// SPDX-License-Identifier: MIT
// Sentry's locks: `l:<name>` = a uuid4 without dashes, one for each process, so several keys often hold the same. Reference, §4.
#include "lockcore/monitor/formats/grammar.h"
#include "lockcore/monitor/formats/string_locks.h"

namespace lockcore::sentry_format {

namespace {

constexpr std::string_view library = "sentry";
constexpr std::string_view keyHead = "l:";

std::optional<Finding> classify(const Look &look, const Surroundings &surroundings)
{
    const auto text = stringlock::textOf(look);
    if (!text || !grammar::isUuid4Hex(*text) || !look.deadline || !look.id.key.starts_with(keyHead) || look.id.key.size() == keyHead.size())
        return std::nullopt;
    const bool known = surroundings.ownerRepeats;
    auto finding = stringlock::finding(known ? library : "unknown", "lock", 2, look);
    finding.why = {"the name begins with l: and the value is a random UUID without dashes, as Sentry writes it"};
    finding.ownerScope = known ? OwnerScope::Constant : OwnerScope::Unknown;
    return finding;
}

} // namespace

extern const Format format;
const Format format = {
    .library = library,
    .otherLibraries = {"unknown"},
    .variants = {"lock"},
    .names = {"l:*"},
    .types = {ValueType::String},
    .rank = 2,
    .classify = classify,
};

} // namespace lockcore::sentry_format
