// SPDX-License-Identifier: MIT
// A run that the Lab's room shows, with all that is made of its history once: it is made outside of the GUI thread, as a long history takes
// seconds. A value that is never changed again; any thread.
#pragma once

#include "lockcore/report/moments.h"
#include "lockcore/report/run_remarks.h"
#include "lockcore/report/source_lines.h"
#include "ui/report/run_report.h"
#include "ui/report/worker_group.h"

#include <memory>
#include <set>

namespace lockscope {

struct ShownRun
{
    enum class Stage {
        Ended,
        UnderWay, ///< what sums up a run is left out
    };

    /// `folder`: where it is kept; empty: nowhere.
    explicit ShownRun(RunReport report, QString folder = {}, Stage stage = Stage::Ended);

    RunReport report;      ///< without verdicts: it is under way
    lockcore::Lanes lanes; ///< of its history and verdicts
    lockcore::Moments moments;
    std::vector<WorkerGroup> groups; ///< of the lanes
    std::vector<lockcore::SourceLine> sourceLines;
    std::set<std::string> located; ///< workers that say where they are in their source
    QString folder;

    // Of a run that has ended.
    lockcore::RunFigures figures{};       ///< also where an error ended it, and nobody judged it
    std::vector<std::string> exercised{}; ///< what it put to the test
    std::vector<lockcore::RunRemark> remarks{};
    std::vector<std::uint64_t> faults{}; ///< their entries
};

using ShownRunPtr = std::shared_ptr<const ShownRun>;

/// To free a long run takes time, too: the window's thread leaves that to another one.
ShownRunPtr shared(std::unique_ptr<const ShownRun> run);

} // namespace lockscope
