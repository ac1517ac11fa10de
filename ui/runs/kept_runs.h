// SPDX-License-Identifier: MIT
// Lists the runs in a folder of runs. Reads files; any thread.
#pragma once

#include "lockcore/lab/context/assessment.h"

#include <QDateTime>
#include <QList>
#include <QString>

namespace lockscope {

/// The content of the run's files; the run is not judged again.
struct KeptRunInfo
{
    QString folder;   ///< absolute
    QString scenario; ///< name, escaped, like the texts below
    QString title;    ///< title of the scenario
    QString protocol; ///< `external`: the user's own workers
    QString library;  ///< with its version
    quint64 seed = 0;
    QDateTime time; ///< when it was stored, UTC
    bool byHand = false;
    bool failed = false;                                      ///< an error ended it early
    std::optional<lockcore::Property> property;               ///< of the worst verdict; none: the run was not judged
    std::optional<lockcore::Outcome> outcome;                 ///< of the worst verdict; none: the run was not judged
    std::map<lockcore::Property, lockcore::Outcome> outcomes; ///< of all verdicts
    std::optional<lockcore::Match> match;                     ///< with the expectations; none: the run was not judged
    bool expects = false;                                     ///< the scenario's expectations apply to these workers
};

inline constexpr int mostKeptRuns = 200;

/// At most `most` runs, newest first. Empty `runs`: the usual place. Folders that are not runs or cannot be read are left out, and so are
/// the folders of sweeps and hunts, which contain runs.
QList<KeptRunInfo> keptRuns(const QString &runs = {}, int most = mostKeptRuns);

} // namespace lockscope
