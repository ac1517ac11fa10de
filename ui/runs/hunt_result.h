// SPDX-License-Identifier: MIT
// The result of a hunt, in progress or complete. Values; any thread.
#pragma once

#include "lockcore/base/error.h"
#include "lockcore/lab/search/hunt_plan.h"
#include "lockcore/lab/search/hunt_shrinking.h"
#include "lockcore/report/run_remarks.h"

#include <QString>

namespace lockscope {

/// What a hunt found: the first violation, and the smallest scenario that still shows it.
struct HuntCatch
{
    std::uint64_t number = 0; ///< position of the scenario in the sequence, from 1
    lockcore::Scenario first, smallest;
    lockcore::Verdict verdict; ///< of the last run that showed it
    int shown = 0, plays = 0;  ///< how often the smallest scenario repeated the violation at the end, and how often it was played
    int tried = 0;             ///< number of smaller scenarios that were played
    bool shrunk = false;       ///< completely: no further step makes it smaller
    QString file;              ///< file of the smallest scenario
    QString folder;            ///< a run that shows the violation: of the smallest scenario, if one of its runs at the end did
};

/// An answer of a worker that was not true. It ends no hunt, because it is no violation that could be made smaller.
struct HuntMistake
{
    std::uint64_t number = 0; ///< position of the scenario in the sequence, from 1
    lockcore::RunRemark remark;
    QString folder; ///< the run that shows it
};

struct HuntResult
{
    lockcore::SweepSubject subject;
    lockcore::HuntBounds bounds;
    std::string library, server; ///< with their versions
    std::uint64_t seed = 0;
    lockcore::Milliseconds limit{0}, took{0};
    std::int64_t played = 0, inconclusive = 0, disagreements = 0;
    std::int64_t failed = 0; ///< runs without a history, for example because a worker broke a rule
    std::string failure;     ///< the last of these failures
    lockcore::Microseconds worstStall{0};
    bool interrupted = false;
    std::optional<HuntCatch> found;
    std::optional<HuntMistake> mistake;   ///< the first
    std::optional<lockcore::Error> error; ///< the error that ended the hunt
};

} // namespace lockscope
