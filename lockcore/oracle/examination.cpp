// SPDX-License-Identifier: MIT
#include "lockcore/oracle/examination.h"

#include "lockcore/explorer/estimate.h"
#include "lockcore/oracle/trace_replay.h"

#include <algorithm>

namespace lockcore {

using namespace explorer;

namespace {

Result<bool> isSameInReplay(const ExaminationWish &wish, const Exploration &exploration)
{
    auto replay = TraceReplay::start(wish.server, wish.bounds.servers);
    if (!replay)
        return replay.error();
    for (const auto &[property, finding] : exploration.findings) {
        if (!finding.violation)
            continue;
        const auto difference = replay->replay(finding.violation->trace);
        if (!difference)
            return difference.error();
        if (*difference)
            return false;
    }
    return true;
}

} // namespace

Bounds boundsOf(const Bounds &bounds, Property property, const Violation &violation)
{
    auto own = property == Property::Reentry ? reentryBounds(bounds) : bounds;
    own.faults = violation.faults;
    return own;
}

bool isViolated(const Examination &examination)
{
    return std::ranges::any_of(examination.exploration.findings, [](const auto &finding) { return finding.second.violation.has_value(); });
}

bool isDecided(const Examination &examination)
{
    const auto isOpen = [&](Property property) {
        const auto found = examination.exploration.findings.find(property);
        return found == examination.exploration.findings.end() || found->second.verdict == Verdict::NotExercised;
    };
    return examination.exploration.complete && !isOpen(Property::MutualExclusion) && !isOpen(Property::NoImmortalLock);
}

bool hasFrontier(const Examination &examination)
{
    return examination.isUsual && std::ranges::any_of(examination.exploration.findings, [](const auto &finding) {
               return finding.second.verdict != Verdict::NotExercised;
           });
}

Result<Examination> examine(const ExaminationWish &wish, Oracle &oracle, Control &control,
                            const std::function<void(const Examination &)> &found)
{
    const auto begin = std::chrono::steady_clock::now();
    auto exploration = explore(wish.bounds, wish.faults, oracle, control);
    if (!exploration)
        return exploration.error();
    Examination examination{*std::move(exploration), wish.isUsual, {}, {}, {}, 0, oracle.version()};
    examination.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    if (isViolated(examination)) {
        const auto same = isSameInReplay(wish, examination.exploration);
        if (!same)
            return same.error();
        examination.sameInReplay = *same;
    }
    if (wish.bounds.scripts && examination.exploration.complete
        && examination.exploration.findings.at(Property::NoImmortalLock).verdict == Verdict::NotExercised) {
        if (const auto alone = acquiredAlone(wish.bounds, oracle))
            examination.aloneReply = alone->reply;
    }
    if (found)
        found(examination);
    for (std::size_t i = 0; hasFrontier(examination) && i < beyondUsual.size() && !control.cancelled; ++i) {
        auto row = frontier(wish.bounds, beyondUsual[i], oracle, control);
        if (!row)
            return row.error();
        examination.frontier.push_back(*std::move(row));
    }
    return examination;
}

} // namespace lockcore
