// SPDX-License-Identifier: MIT
#include "ui/runs/sweep_result.h"

#include <algorithm>

namespace lockscope {

using namespace lockcore;

SweepFinding::Tone toneOf(const SweepRun &run)
{
    using Tone = SweepFinding::Tone;
    const bool isBad = !run.result.disagreement.empty() || mistakeIn(run.result);
    return run.result.error ? Tone::Open : isBad ? Tone::Bad : run.finding.tone;
}

SweepColumn columnOf(SweepFault fault)
{
    switch (fault) {
    case SweepFault::Kill: return SweepColumn::Kill;
    case SweepFault::Pause: return SweepColumn::Pause;
    case SweepFault::HoldReply: return SweepColumn::HoldReply;
    case SweepFault::LoseRequest:
    case SweepFault::LoseReply: break;
    }
    return SweepColumn::Lose;
}

std::vector<SweepRow> rowsOf(const SweepResult &sweep)
{
    std::vector<SweepRow> rows;
    for (std::size_t i = 0; i < sweep.planned.size(); ++i) {
        const auto &[place, fault] = sweep.planned[i];
        if (rows.empty() || rows.back().place != place)
            rows.push_back({place, {}});
        rows.back().cells.at(static_cast<std::size_t>(columnOf(fault))) = i;
    }
    return rows;
}

SweepCounts countsOf(const SweepResult &sweep)
{
    SweepCounts counts;
    for (const auto &run : sweep.cells) {
        if (!run)
            continue;
        const auto tone = toneOf(*run);
        ++counts.played;
        counts.bad += tone == SweepFinding::Tone::Bad ? 1 : 0;
        counts.open += tone == SweepFinding::Tone::Open ? 1 : 0;
        counts.worstStall = std::max(counts.worstStall, run->result.premises.worstStall);
    }
    return counts;
}

} // namespace lockscope
