// SPDX-License-Identifier: MIT
// All data for the report of a run. A value; any thread.
#pragma once

#include "lockcore/judge/history.h"
#include "ui/report/lab_result.h"

namespace lockscope {

/// A source file of the worker, as read when the run ended.
struct ReportSource
{
    std::string named; ///< the file name that the worker reported
    QString path;      ///< relative path in the folder of the run, or among the program's own sources
    QByteArray text;
};

/// The result of a run, with its evidence.
struct RunReport : LabResult
{
    lockcore::History history{};
    std::vector<ReportSource> sources{};
};

} // namespace lockscope
