// SPDX-License-Identifier: MIT
// resque-scheduler's master lock: `<namespace>:resque_scheduler_master_lock` = `<host>:<pid>`, which node-resque 5 and 6 write, too; node-resque's
// since 7: `…_leader_lock` = its name. Reference, §4, and node-resque's own output.
#include "lockcore/monitor/formats/string_locks.h"

namespace lockcore::resque_scheduler_format {

namespace {

constexpr std::string_view library = "node-resque";
constexpr std::string_view eitherLibrary = "unknown";

std::optional<Finding> classify(const Look &look, const Surroundings &)
{
    const auto text = stringlock::textOf(look);
    const auto process = text ? stringlock::hostAndNumber(*text, ':') : std::nullopt;
    const bool node = look.id.key.ends_with("resque_scheduler_leader_lock");
    if (!process || !(node || look.id.key.ends_with("resque_scheduler_master_lock")))
        return std::nullopt;
    auto finding = stringlock::finding(node ? library : eitherLibrary, node ? "leader" : "Resque master", 4, look);
    finding.why = {
        node ? "the name is that of the scheduler's leader lock and the value is <host>:<number>"
             : "the name is that of the scheduler's master lock and the value is <host>:<pid>: resque-scheduler and node-resque 5 and "
               "6 both write this",
        "its holder is the leader: releasing it is a fail-over"};
    finding.holders.front().facts = {{"host", std::string(process->host)}, {node ? "scheduler" : "pid", std::string(process->number)}};
    finding.ownerScope = OwnerScope::Constant;
    finding.leased(Milliseconds(180'000));
    return finding;
}

} // namespace

extern const Format format;
const Format format = {
    .library = library,
    .otherLibraries = {eitherLibrary},
    .variants = {"Resque master", "leader"},
    .names = {"*resque_scheduler_master_lock", "*resque_scheduler_leader_lock"},
    .types = {ValueType::String},
    .rank = 10,
    .classify = classify,
    .releaseWarnings = {{ReleaseWarning::Kind::Leadership, "another scheduler takes over"}},
};

} // namespace lockcore::resque_scheduler_format
