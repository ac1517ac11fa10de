// SPDX-License-Identifier: MIT
// A run that the Lab's room shows, with everything that is derived from its history. It is created outside the GUI thread, because a long
// history takes seconds. Immutable after that; any thread.
#pragma once

#include "lockcore/report/moments.h"
#include "lockcore/report/run_remarks.h"
#include "lockcore/report/source_lines.h"
#include "ui/lab/player/protocol_texts.h"
#include "ui/report/run_report.h"
#include "ui/report/worker_group.h"

#include <memory>
#include <set>

namespace lockscope {

struct ShownRun
{
    enum class Stage {
        Ended,
        UnderWay, ///< the summary of the run is left out
    };

    /// `folder`: where the run is kept; empty: nowhere.
    explicit ShownRun(RunReport report, QString folder = {}, Stage stage = Stage::Ended);

    RunReport report;      ///< without verdicts while the run is in progress
    lockcore::Lanes lanes; ///< from its history and verdicts
    lockcore::Moments moments;
    std::vector<WorkerGroup> groups; ///< the groups of the lanes
    std::vector<lockcore::SourceLine> sourceLines;
    ProtocolTexts texts;
    std::set<std::string> located; ///< workers that report their position in their source
    QString folder;

    // Only for a run that has ended.
    lockcore::RunFigures figures{};       ///< also set if an error ended the run and it was not judged
    std::vector<std::string> exercised{}; ///< the properties that the run tested
    std::vector<lockcore::RunRemark> remarks{};
    std::vector<std::uint64_t> faults{}; ///< the numbers of their entries
};

using ShownRunPtr = std::shared_ptr<const ShownRun>;

/// Freeing a long run takes time, too, so the deleter moves that from the window's thread to another one.
ShownRunPtr shared(std::unique_ptr<const ShownRun> run);

} // namespace lockscope
