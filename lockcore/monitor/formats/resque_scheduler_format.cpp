// SPDX-License-Identifier: MIT
// resque-scheduler's master lock: `<namespace>:resque_scheduler_master_lock` = `<host>:<pid>`. Reference, §4.
#include "monitor/formats/example_looks.h"
#include "monitor/formats/string_locks.h"

namespace lockcore {

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
                   "who holds it leads: releasing it is a fail-over"};
    finding.holders.front().facts = {{"host", std::string(process->host)}, {"pid", std::string(process->number)}};
    finding.ownerScope = OwnerScope::Constant;
    finding.leaseRule = LeaseRule::Always;
    finding.usualLease = Milliseconds(180'000);
    return finding;
}

Example masterExample()
{
    Finding expected;
    expected.library = "resque-scheduler";
    expected.variant = "master";
    expected.confidence = 4;
    expected.why = {"the name is that of the scheduler's master lock and the value is <host>:<pid>",
                    "who holds it leads: releasing it is a fail-over"};
    expected.holders = {{"web-3:4711", 1, Mode::Exclusive, {}, {{"host", "web-3"}, {"pid", "4711"}}}};
    expected.ownerScope = OwnerScope::Constant;
    expected.leaseRule = LeaseRule::Always;
    expected.usualLease = Milliseconds(180'000);
    expected.waiters.why = "clients poll: Redis does not know who waits";
    return {"the master",
            example::look("resque:resque_scheduler_master_lock", example::string("web-3:4711"), Milliseconds(170'000)),
            {},
            expected};
}

std::span<const Example> examples()
{
    static const std::vector<Example> all = {
        masterExample(),
        {"another name", example::look("resque:master_lock", example::string("web-3:4711")), {}, {}},
        {"no process", example::look("resque:resque_scheduler_master_lock", example::string("web-3")), {}, {}},
        {"no host", example::look("resque:resque_scheduler_master_lock", example::string(":4711")), {}, {}},
    };
    return all;
}

} // namespace

extern const Format resqueSchedulerFormat;
const Format resqueSchedulerFormat = {
    .library = library,
    .names = {"*resque_scheduler_master_lock"},
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
    .releaseWarnings = {{ReleaseWarning::Kind::Leadership, "another scheduler takes over"}},
};

} // namespace lockcore
