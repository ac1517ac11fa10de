// SPDX-License-Identifier: MIT
// RQ's scheduler: `rq:scheduler-lock:<queue>` = its name, a uuid4 without dashes. Reference, §4.
#include "monitor/formats/example_looks.h"
#include "monitor/formats/grammar.h"
#include "monitor/formats/string_locks.h"

namespace lockcore {

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
                   "who holds it leads: releasing it is a fail-over"};
    finding.ownerScope = OwnerScope::Constant;
    finding.leaseRule = LeaseRule::Always;
    finding.waiters = stringlock::nobodyWaits("schedulers that do not get it go on without");
    return finding;
}

constexpr auto token = "5f1c2f5e6f0a4a3e8f6b0a1b2c3d4e5f";

Finding expectedLock()
{
    Finding finding;
    finding.library = "rq";
    finding.variant = "scheduler";
    finding.confidence = 4;
    finding.why = {"the name begins with rq:scheduler-lock: and the value is a scheduler's name",
                   "who holds it leads: releasing it is a fail-over"};
    finding.holders = {{token, 1, Mode::Exclusive, {}, {}}};
    finding.ownerScope = OwnerScope::Constant;
    finding.leaseRule = LeaseRule::Always;
    finding.waiters.knowledge = Waiters::Knowledge::Exact;
    finding.waiters.why = "schedulers that do not get it go on without";
    return finding;
}

std::span<const Example> examples()
{
    const auto ttl = Milliseconds(9'000);
    static const std::vector<Example> all = {
        {"of a queue", example::look("rq:scheduler-lock:default", example::string(token), ttl), {}, expectedLock()},
        {"another name", example::look("rq:scheduler:default", example::string(token), ttl), {}, {}},
        {"another value", example::look("rq:scheduler-lock:default", example::string("1"), ttl), {}, {}},
    };
    return all;
}

} // namespace

extern const Format rqSchedulerFormat;
const Format rqSchedulerFormat = {
    .library = library,
    .names = {"rq:scheduler-lock:*"},
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
