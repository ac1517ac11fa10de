// SPDX-License-Identifier: MIT
#include "lockcore/lab/scenario/scenario_sections.h"

#include <algorithm>

namespace lockcore::detail {

using json::Fields;
using json::Located;

namespace {

bool isName(const std::string &text)
{
    constexpr std::size_t longestName = 32;
    return !text.empty() && text.size() <= longestName && std::all_of(text.begin(), text.end(), [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '_';
    });
}

} // namespace

ScenarioWorker workerOf(const Located &value, ConditionReader &conditions)
{
    Fields fields(value, "a worker");
    ScenarioWorker worker;
    const auto &name = fields.need("name");
    worker.name = name.text("name");
    if (!isName(worker.name))
        name.fail("a worker's name has 1 to 32 letters, digits, - and _");
    fields.word("mode", worker.mode);
    conditions.read(fields, "after", worker.after);
    conditions.read(fields, "again", worker.again);
    fields.number("rounds", worker.rounds, 1, 1'000'000);
    fields.number("tries", worker.tries, 1, 1000);
    fields.number("depth", worker.depth, 0, 100);
    conditions.read(fields, "re_enter_after", worker.reenterAfter);
    fields.number("releases_of", worker.releasesOf, 0, 100);
    fields.time("wait_ms", worker.wait);
    fields.flag("gives_lease", worker.givesLease);
    fields.time("lease_ms", worker.lease, Milliseconds(1));
    fields.time("extend_ms", worker.extends, Milliseconds(1));
    fields.time("inner_lease_ms", worker.innerLease, Milliseconds(1));
    fields.word("reads", worker.reads);
    fields.time("work_ms", worker.work);
    conditions.read(fields, "work_until", worker.workUntil);
    fields.word("releases", worker.releases);
    fields.flag("works_unheld", worker.worksUnheld);
    fields.time("skew_ms", worker.skew, -Fields::longest);
    fields.refuseOthers();
    if (worker.releasesOf.value_or(0) > worker.depth)
        value.fail("\"releases_of\" is more than \"depth\"");
    if (worker.depth < 2 && (worker.innerLease || !worker.reenterAfter.empty()))
        value.fail("\"re_enter_after\" and \"inner_lease_ms\" need a \"depth\" of 2 or more");
    return worker;
}

} // namespace lockcore::detail
