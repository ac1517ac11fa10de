// SPDX-License-Identifier: MIT
// resque-scheduler's master lock: `<namespace>:resque_scheduler_master_lock` = `<host>:<pid>`. Reference, §4.
#include "lockcore/monitor/formats/string_locks.h"

namespace lockcore::resque_scheduler_format {

namespace {

constexpr std::string_view library = "resque-scheduler";

std::optional<Finding> classify(const Look &look, const Surroundings &)
{
    const auto text = stringlock::textOf(look);
    const auto process = text ? stringlock::hostAndNumber(*text, ':') : std::nullopt;
    if (!process || !look.id.key.ends_with("resque_scheduler_master_lock"))
        return std::nullopt;
    auto finding = stringlock::finding(library, "master", 4, look);
    finding.why = {"the name is that of the scheduler's master lock and the value is <host>:<pid>",
                   "its holder is the leader: releasing it is a fail-over"};
    finding.holders.front().facts = {{"host", std::string(process->host)}, {"pid", std::string(process->number)}};
    finding.ownerScope = OwnerScope::Constant;
    finding.leaseRule = LeaseRule::Always;
    finding.usualLease = Milliseconds(180'000);
    return finding;
}

} // namespace

extern const Format format;
const Format format = {
    .library = library,
    .variants = {"master"},
    .names = {"*resque_scheduler_master_lock"},
    .types = {ValueType::String},
    .rank = 10,
    .classify = classify,
    .releaseWarnings = {{ReleaseWarning::Kind::Leadership, "another scheduler takes over"}},
};

} // namespace lockcore::resque_scheduler_format
