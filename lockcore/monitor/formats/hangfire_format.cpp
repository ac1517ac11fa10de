// SPDX-License-Identifier: MIT
// Hangfire.Redis.StackExchange: `{hangfire}:<resource>` = the uuid of a process. Reference, §4.
#include "lockcore/monitor/formats/grammar.h"
#include "lockcore/monitor/formats/string_locks.h"
#include "lockcore/monitor/model/lock_words.h"

namespace lockcore::hangfire_format {

namespace {

constexpr std::string_view library = "hangfire";
constexpr std::string_view keyHead = "{hangfire}:";

std::optional<Finding> classify(const Look &look, const Surroundings &)
{
    const auto text = stringlock::textOf(look);
    if (!text || !grammar::isUuid4(*text) || !look.deadline || !look.id.key.starts_with(keyHead) || !hasLockWord(look.id.key))
        return std::nullopt;
    auto finding = stringlock::finding(library, "distributed lock", 3, look);
    finding.why = {"the name begins with {hangfire}: and says that it is a lock, and the value is a random UUID",
                   "if its holder is at work, that job will be set to failed when the lock is gone"};
    finding.ownerScope = OwnerScope::Constant;
    finding.leased(Milliseconds(30'000));
    return finding;
}

} // namespace

extern const Format format;
const Format format = {
    .library = library,
    .variants = {"distributed lock"},
    .types = {ValueType::String},
    .rank = 10,
    .classify = classify,
    .releaseWarnings = {{ReleaseWarning::Kind::JobRunsTwice, "the running job of its holder is set to Failed"}},
};

} // namespace lockcore::hangfire_format
