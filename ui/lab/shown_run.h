// SPDX-License-Identifier: MIT
// A run that the Lab's room shows, with all that is made of its history once: it is made outside of the GUI thread, as a long history takes
// seconds. A value that is never changed again; any thread.
#pragma once

#include "lockcore/report/moments.h"
#include "ui/report/run_report.h"

#include <memory>

namespace lockscope {

struct ShownRun
{
    /// `folder`: where it is kept; empty: nowhere.
    explicit ShownRun(RunReport report, QString folder = {});

    RunReport report;      ///< without verdicts: it is under way
    lockcore::Lanes lanes; ///< of its history and verdicts
    lockcore::Moments moments;
    QString folder;
};

using ShownRunPtr = std::shared_ptr<const ShownRun>;

} // namespace lockscope
