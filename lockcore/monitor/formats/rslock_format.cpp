// SPDX-License-Identifier: MIT
// rslock (Rust), and the single-instance pattern of Redis' documentation: 20 random bytes under a name that the caller chose.
// Reference, §4.
#include "lockcore/monitor/formats/grammar.h"
#include "lockcore/monitor/formats/string_locks.h"
#include "lockcore/monitor/model/lock_words.h"

namespace lockcore::rslock_format {

namespace {

constexpr std::string_view library = "rslock";

std::optional<Finding> classify(const Look &look, const Surroundings &surroundings)
{
    const auto text = stringlock::textOf(look);
    if (!text || !grammar::isRawBytes(*text, 20) || !look.deadline || !hasLockWord(look.id.key))
        return std::nullopt;
    auto finding = stringlock::finding(library, "Lock", 3, look);
    finding.why = {"the value is 20 random bytes: rslock's token, and what Redis' documentation advises",
                   "the name says that it is a lock, and it has a TTL"};
    stringlock::namedByToken(finding, OwnerScope::Unknown, surroundings);
    finding.leased();
    return finding;
}

} // namespace

extern const Format format;
const Format format = {
    .library = library,
    .variants = {"Lock"},
    .types = {ValueType::String},
    .scripts = {"daf86bbf8740dd3ca86733367a016364b2110627", "17a49af0c4b1a9034503fa84f3570f5ca76c4cbf"},
    .rank = 5,
    .classify = classify,
};

} // namespace lockcore::rslock_format
