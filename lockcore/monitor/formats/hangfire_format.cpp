// SPDX-License-Identifier: MIT
// Hangfire.Redis.StackExchange: `{hangfire}:<resource>` = the uuid of a process. Reference, §4.
#include "monitor/classifier.h"
#include "monitor/formats/example_looks.h"
#include "monitor/formats/grammar.h"
#include "monitor/formats/string_locks.h"

namespace lockcore {

namespace {

constexpr std::string_view library = "hangfire";
constexpr std::string_view keyHead = "{hangfire}:";

std::optional<Finding> classify(const Look &look, const Surroundings &)
{
    const auto text = stringlock::textOf(look);
    if (!text || !grammar::isUuid4(*text) || !look.deadline || !look.id.key.starts_with(keyHead)
        || !hasLockWord(look.id.key))
        return std::nullopt;
    auto finding = stringlock::finding(library, "distributed lock", 3, look);
    finding.why = {"the name begins with {hangfire}: and says that it is a lock, and the value is a random UUID",
                   "if its holder is at work, that job will be set to failed when the lock is gone"};
    finding.ownerScope = OwnerScope::Constant;
    finding.leaseRule = LeaseRule::Always;
    finding.usualLease = Milliseconds(30'000);
    return finding;
}

constexpr auto token = "5f1c2f5e-6f0a-4a3e-8f6b-0a1b2c3d4e5f";

Finding expectedLock()
{
    Finding finding;
    finding.library = "hangfire";
    finding.variant = "distributed lock";
    finding.confidence = 3;
    finding.why = {"the name begins with {hangfire}: and says that it is a lock, and the value is a random UUID",
                   "if its holder is at work, that job will be set to failed when the lock is gone"};
    finding.holders = {{token, 1, Mode::Exclusive, {}, {}}};
    finding.ownerScope = OwnerScope::Constant;
    finding.leaseRule = LeaseRule::Always;
    finding.usualLease = Milliseconds(30'000);
    finding.waiters.why = "clients poll: Redis does not know who waits";
    return finding;
}

std::span<const Example> examples()
{
    const auto ttl = Milliseconds(9'000);
    static const std::vector<Example> all = {
        {"of a queue",
         example::look("{hangfire}:queue:mail:dequeued:lock", example::string(token), ttl),
         {},
         expectedLock()},
        {"another key of its", example::look("{hangfire}:job:7", example::string(token), ttl), {}, {}},
        {"no TTL: the library always sets one",
         example::look("{hangfire}:queue:mail:dequeued:lock", example::string(token)),
         {},
         {}},
        {"another value", example::look("{hangfire}:queue:mail:dequeued:lock", example::string("1"), ttl), {}, {}},
    };
    return all;
}

} // namespace

extern const Format hangfireFormat;
const Format hangfireFormat = {
    .library = library,
    .names = {},
    .types = {ValueType::String},
    .announcements = {},
    .broadcast = {},
    .scripts = {},
    .rank = 10,
    .classify = classify,
    .companions = nullptr,
    .lockOf = nullptr,
    .announced = nullptr,
    .examples = examples,
    .releaseWarnings = {{ReleaseWarning::Kind::JobRunsTwice, "the running job of its holder is set to Failed"}},
};

} // namespace lockcore
