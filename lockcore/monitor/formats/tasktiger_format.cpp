// SPDX-License-Identifier: MIT
// TaskTiger's queue locks: `<prefix>:qlock:<queue>` is a sorted set of workers, scored with the second at which each one's share lapses. Seen
// in its own output.
#include "lockcore/monitor/formats/grammar.h"
#include "lockcore/monitor/formats/string_locks.h"

namespace lockcore::tasktiger_format {

namespace {

constexpr std::string_view library = "tasktiger";
constexpr std::string_view systemLock = "SYSTEM_LOCK";

std::optional<Finding> classify(const Look &look, const Surroundings &)
{
    if (look.id.key.find(":qlock:") == look.id.key.npos || look.value.elements.empty() || !look.deadline)
        return std::nullopt;
    Finding finding;
    finding.why = {"the name holds :qlock: and the members are scored with the time at which they lapse"};
    for (const auto &[member, score] : look.value.elements) {
        const auto deadline = grammar::timeFromSeconds(score);
        if (!deadline || *deadline > *look.deadline + std::chrono::seconds(5))
            return std::nullopt;
        if (member == systemLock)
            finding.why.emplace_back("SYSTEM_LOCK keeps every worker from the queue");
        if (*deadline <= look.at) // removed only when the next worker comes
            continue;
        Holder holder;
        holder.owner = member;
        holder.deadline = deadline;
        finding.holders.push_back(std::move(holder));
    }
    if (finding.holders.empty())
        return std::nullopt;
    finding.library = library;
    finding.kind = LockKind::Semaphore;
    finding.variant = "queue lock";
    finding.confidence = 4;
    finding.ownerScope = OwnerScope::Constant;
    finding.leased();
    finding.waiters = stringlock::clientsPoll();
    return finding;
}

} // namespace

extern const Format format;
const Format format = {
    .library = library,
    .variants = {"queue lock"},
    .names = {"*:qlock:*"},
    .types = {ValueType::Zset},
    .rank = 10,
    .classify = classify,
};

} // namespace lockcore::tasktiger_format
