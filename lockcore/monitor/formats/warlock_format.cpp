// SPDX-License-Identifier: MIT
// node-redis-warlock, which kue uses: `<name>:lock` = base64 of a time-based UUID, which reveals time and node. Seen in its own output.
#include "lockcore/monitor/formats/grammar.h"
#include "lockcore/monitor/formats/string_locks.h"

namespace lockcore::warlock_format {

namespace {

constexpr std::string_view library = "node-redis-warlock";

std::optional<Finding> classify(const Look &look, const Surroundings &)
{
    const auto text = stringlock::textOf(look);
    const auto uuid = text ? grammar::uuid1InBase64(*text, look.at) : std::nullopt;
    if (!uuid || !look.deadline || !look.id.key.ends_with(":lock"))
        return std::nullopt;
    auto finding = stringlock::finding(library, "lock", 4, look);
    finding.ownerScope = OwnerScope::Acquisition;
    finding.why = {"the name ends with :lock and the value is a time-based UUID with a sane time, in base64"};
    finding.holders.front().facts = grammar::factsOf(*uuid);
    finding.leased();
    return finding;
}

} // namespace

extern const Format format;
const Format format = {
    .library = library,
    .variants = {"lock"},
    .names = {"*:lock"},
    .types = {ValueType::String},
    .rank = 11,
    .classify = classify,
};

} // namespace lockcore::warlock_format
