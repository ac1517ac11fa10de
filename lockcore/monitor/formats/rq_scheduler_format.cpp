// SPDX-License-Identifier: MIT
// RQ: `rq:scheduler-lock:<queue>` = the scheduler's name, a uuid4 without dashes, or up to 1.13 its process; `rq:clean_registries:<queue>` = `1`
// while a worker cleans up. Reference, §4.
#include "lockcore/monitor/formats/grammar.h"
#include "lockcore/monitor/formats/string_locks.h"

namespace lockcore::rq_scheduler_format {

namespace {

constexpr std::string_view library = "rq";
constexpr std::string_view schedulerHead = "rq:scheduler-lock:";
constexpr std::string_view maintenanceHead = "rq:clean_registries:";

Finding finding(std::string_view variant, const Look &look)
{
    auto finding = stringlock::finding(library, variant, 4, look);
    finding.leased();
    finding.waiters = stringlock::nobodyWaits("those that do not get it continue without it");
    return finding;
}

std::optional<Finding> scheduler(const Look &look, std::string_view text)
{
    const bool process = grammar::isDigits(text, 1, 10);
    if (!process && !grammar::isUuid4Hex(text))
        return std::nullopt;
    auto found = finding("scheduler", look);
    found.why = {process ? "the name begins with rq:scheduler-lock: and the value is a process"
                         : "the name begins with rq:scheduler-lock: and the value is a scheduler's name",
                 "its holder is the leader: releasing it is a fail-over"};
    if (process)
        found.holders.front().facts = {{"pid", std::string(text)}};
    found.ownerScope = OwnerScope::Constant;
    found.waiters = stringlock::clientsPoll();
    return found;
}

std::optional<Finding> maintenance(const Look &look, std::string_view text)
{
    if (text != "1")
        return std::nullopt;
    auto found = finding("maintenance", look);
    found.why = {"the name begins with rq:clean_registries: and the value is 1: a worker has cleaned up, and no other does until it ends"};
    found.holders.front() = Holder();
    found.ownerScope = OwnerScope::Nobody;
    found.usualLease = Milliseconds(899'000);
    return found;
}

std::optional<Finding> classify(const Look &look, const Surroundings &)
{
    const auto text = stringlock::textOf(look);
    if (text && look.id.key.starts_with(schedulerHead))
        return scheduler(look, *text);
    return text && look.id.key.starts_with(maintenanceHead) ? maintenance(look, *text) : std::nullopt;
}

// Only the scheduler is a leader; to repeat the maintenance harms nobody.
ReleaseRecipe release(const ReleaseCase &what)
{
    ReleaseRecipe recipe;
    if (what.finding.variant == "scheduler")
        recipe.warnings = {{ReleaseWarning::Kind::Leadership, "another scheduler takes over"}};
    return recipe;
}

} // namespace

extern const Format format;
const Format format = {
    .library = library,
    .variants = {"scheduler", "maintenance"},
    .names = {"rq:scheduler-lock:*", "rq:clean_registries:*"},
    .types = {ValueType::String},
    .rank = 10,
    .classify = classify,
    .release = release,
};

} // namespace lockcore::rq_scheduler_format
