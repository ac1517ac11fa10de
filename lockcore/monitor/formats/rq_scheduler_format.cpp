// SPDX-License-Identifier: MIT
// RQ's scheduler: `rq:scheduler-lock:<queue>` = its name, a uuid4 without dashes. Reference, §4.
#include "lockcore/monitor/formats/grammar.h"
#include "lockcore/monitor/formats/string_locks.h"

namespace lockcore::rq_scheduler_format {

namespace {

constexpr std::string_view library = "rq";
constexpr std::string_view keyHead = "rq:scheduler-lock:";

std::optional<Finding> classify(const Look &look, const Surroundings &)
{
    const auto text = stringlock::textOf(look);
    if (!text || !grammar::isUuid4Hex(*text) || !look.id.key.starts_with(keyHead))
        return std::nullopt;
    auto finding = stringlock::finding(library, "scheduler", 4, look);
    finding.why = {"the name begins with rq:scheduler-lock: and the value is a scheduler's name",
                   "its holder is the leader: releasing it is a fail-over"};
    finding.ownerScope = OwnerScope::Constant;
    finding.leaseRule = LeaseRule::Always;
    finding.waiters = stringlock::nobodyWaits("schedulers that do not get it continue without it");
    return finding;
}

} // namespace

extern const Format format;
const Format format = {
    .library = library,
    .variants = {"scheduler"},
    .names = {"rq:scheduler-lock:*"},
    .types = {ValueType::String},
    .rank = 10,
    .classify = classify,
    .releaseWarnings = {{ReleaseWarning::Kind::Leadership, "another scheduler takes over"}},
};

} // namespace lockcore::rq_scheduler_format
