// SPDX-License-Identifier: MIT
// The runs that are kept in a folder of runs. Reads files; any thread.
#pragma once

#include "lockcore/lab/context/assessment.h"

#include <QDateTime>
#include <QList>
#include <QString>

namespace lockscope {

/// As its own files say; not judged again.
struct KeptRunInfo
{
    QString folder;   ///< absolute
    QString scenario; ///< its name, escaped, like the texts below
    QString title;    ///< of the scenario
    QString protocol; ///< `external`: workers of somebody's own
    QString library;  ///< with its version
    quint64 seed = 0;
    QDateTime time; ///< when it was kept, UTC
    bool byHand = false;
    bool failed = false;                                      ///< an error ended it early
    std::optional<lockcore::Property> property;               ///< of the worst verdict; none: nothing was judged
    std::optional<lockcore::Outcome> outcome;                 ///< likewise
    std::map<lockcore::Property, lockcore::Outcome> outcomes; ///< of all verdicts
    std::optional<lockcore::Match> match;                     ///< against what was expected; none: it was not judged
    bool expects = false;                                     ///< the scenario's expectations are about these workers
};

inline constexpr int mostKeptRuns = 200;

/// At most so many, newest first. `runs` empty: the usual place. What is no folder of a run, or cannot be read, is left out, and so
/// are the folders of sweeps and hunts, which hold runs.
QList<KeptRunInfo> keptRuns(const QString &runs = {}, int most = mostKeptRuns);

} // namespace lockscope
