// SPDX-License-Identifier: MIT
// All that a report of a run is made of. A value; any thread.
#pragma once

#include "lockcore/judge/history.h"
#include "ui/report/lab_result.h"

namespace lockscope {

/// A source file of the worker, as it was when the run ended.
struct ReportSource
{
    std::string named; ///< as the worker named it
    QString path;      ///< in the folder of the run, or of the program's own sources; relative
    QByteArray text;
};

/// What came out of a run, with what proves it.
struct RunReport : LabResult
{
    lockcore::History history{};
    std::vector<ReportSource> sources{};
};

} // namespace lockscope
