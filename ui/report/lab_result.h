// SPDX-License-Identifier: MIT
// What came out of a scenario, played by a command or in the window: both make the folder of the run from it. Pure; any thread.
#pragma once

#include "lockcore/lab/run/run_pool.h"
#include "lockcore/report/run_figures.h"
#include "lockcore/report/run_remarks.h"

#include <QStringList>

namespace lockscope {

/// One scenario, played or not.
struct LabResult
{
    lockcore::Scenario scenario; ///< without a name: the history of an earlier run was judged
    bool expects = true;         ///< the scenario's own protocol was played; else only what must hold counts
    bool byHand = false;         ///< a person acted: of the scenario's story nothing is expected
    std::vector<lockcore::Verdict> verdicts;
    std::vector<std::string> skips; ///< capabilities that the workers lack: then nothing was played
    lockcore::Premises premises;
    std::vector<lockcore::Condition> unmet; ///< that did not come
    std::string disagreement;               ///< of the two judges; empty
    std::string library, server;            ///< with their versions
    std::uint64_t seed = 0;
    std::size_t entries = 0; ///< of the history
    lockcore::RunFigures figures;
    std::vector<lockcore::RunRemark> remarks; ///< on its workers
    lockcore::Milliseconds took{0};
    QString replayOf;                     ///< name of the folder of the run that was played again; empty
    QString folder;                       ///< of the run; empty: none
    std::optional<lockcore::Error> error; ///< it could not be played, or a worker broke a rule
};

void notePlayed(LabResult &result, const lockcore::LabRun::Played &played); ///< what does not come from the history
void noteJudged(LabResult &result, const lockcore::History &history);       ///< the rest, by both judges
void noteRun(LabResult &result, const lockcore::PlayedRun &run);            ///< both, of a run that was judged, or its error

lockcore::Match matchOf(const LabResult &result); ///< not of a skipped one
/// Of each verdict. Together they are no better than matchOf().
std::vector<lockcore::Match> matchesOf(const LabResult &result);
bool informs(const LabResult &result);            ///< what would befall every lock is no fault of a library
QString skipText(const LabResult &result);        ///< `skipped: the library has no fair`
QString unmetText(const LabResult &result);       ///< `did not happen: A dead`; of a run that its limit cut off
QStringList remarkTexts(const LabResult &result); ///< a sentence each
QString matchText(const LabResult &result);       ///< `as expected`, `violated`
QString conclusionOf(const LabResult &result);    ///< the same, also of one that an error ended

} // namespace lockscope
