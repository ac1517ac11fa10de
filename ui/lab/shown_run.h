// SPDX-License-Identifier: MIT
// A run that the Lab's room shows: judged, complete, and never changed again. A value; any thread.
#pragma once

#include "lockcore/report/lanes.h"
#include "ui/report/run_report.h"

#include <memory>

namespace lockscope {

struct ShownRun
{
    RunReport report;
    lockcore::Lanes lanes; ///< of its history and verdicts
    QString folder;        ///< where it is kept; empty: nowhere
};

using ShownRunPtr = std::shared_ptr<const ShownRun>;

} // namespace lockscope
