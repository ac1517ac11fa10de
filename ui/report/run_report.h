// SPDX-License-Identifier: MIT
// All that a report of a run is made of. A value; any thread.
#pragma once

#include "lockcore/base/error.h"
#include "lockcore/judge/history.h"
#include "lockcore/lab/assessment.h"

#include <QString>

namespace lockscope {

/// A source file of the worker, as it was when the run ended.
struct ReportSource
{
    std::string named; ///< as the worker named it
    QString path;      ///< in the folder of the run, or of the program's own sources; relative
    QByteArray text;
};

struct RunReport
{
    lockcore::Scenario scenario;
    lockcore::History history;
    std::vector<lockcore::Verdict> verdicts;
    lockcore::Premises premises;
    std::vector<lockcore::Condition> unmet; ///< what somebody waited for until the end
    std::string disagreement;               ///< of the two judges; empty
    std::string library, server;            ///< with their versions
    bool expects = true;                    ///< the scenario's expectations are about these workers
    lockcore::Match match = lockcore::Match::AsExpected;
    QString conclusion;                   ///< `as expected`
    QString replayOf;                     ///< name of the folder of the run that was played again; empty
    std::optional<lockcore::Error> error; ///< that ended the run early
    std::vector<ReportSource> sources;
};

} // namespace lockscope
