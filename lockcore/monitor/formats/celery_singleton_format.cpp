// SPDX-License-Identifier: MIT
// celery-singleton: `SINGLETONLOCK_<md5>` holds the id of the Celery task. Reference, §4.
#include "lockcore/monitor/formats/grammar.h"
#include "lockcore/monitor/formats/string_locks.h"

namespace lockcore::celery_singleton_format {

namespace {

constexpr std::string_view library = "celery-singleton";
constexpr std::string_view infix = "SINGLETONLOCK_";

std::optional<Finding> classify(const Look &look, const Surroundings &)
{
    const std::string_view key = look.id.key;
    const auto at = key.rfind(infix);
    const auto text = stringlock::textOf(look);
    if (!text || at == key.npos || !grammar::isHex(key.substr(at + infix.size()), 32) || !grammar::isUuid4(*text))
        return std::nullopt;
    auto finding = stringlock::finding(library, "unique task", 4, look);
    finding.kind = LockKind::JobLock;
    finding.why = {"the name ends with SINGLETONLOCK_<md5> and the value is the id of a task",
                   "a mark against queueing a task twice: it stays until the task has run"};
    finding.holders.front().facts.push_back({"task", std::string(*text)});
    finding.leaseRule = LeaseRule::NeverByDesign;
    finding.waiters = stringlock::nobodyWaits("its callers do not wait");
    return finding;
}

} // namespace

extern const Format format;
const Format format = {
    .library = library,
    .variants = {"unique task"},
    .names = {"*SINGLETONLOCK_*"},
    .types = {ValueType::String},
    .rank = 10,
    .classify = classify,
    .releaseWarnings = {{ReleaseWarning::Kind::DeletesNextOwners, "celery-singleton releases without checking the owner"},
                        {ReleaseWarning::Kind::JobRunsTwice, "the task can be queued again while it is at work"}},
};

} // namespace lockcore::celery_singleton_format
