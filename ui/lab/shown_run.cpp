// SPDX-License-Identifier: MIT
#include "ui/lab/shown_run.h"

#include "lockcore/report/lanes.h"

#include <utility>

namespace lockscope {

ShownRun::ShownRun(RunReport given, QString keptIn)
    : report(std::move(given))
    , lanes(lockcore::lanesOf(report.history, report.verdicts))
    , moments(report.history, lanes)
    , folder(std::move(keptIn))
{ }

} // namespace lockscope
