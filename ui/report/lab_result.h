// SPDX-License-Identifier: MIT
// The result of a scenario that a command or the window played. Both write the folder of the run from it. Pure; any thread.
#pragma once

#include "lockcore/lab/run/run_pool.h"
#include "lockcore/report/decisive.h"
#include "lockcore/report/run_figures.h"
#include "lockcore/report/run_remarks.h"

#include <QStringList>

namespace lockscope {

/// A decisive moment with the words that need the history.
struct MomentInWords
{
    lockcore::DecisiveMoment moment;
    lockcore::Microseconds since{0}; ///< the end of the warm-up
    std::string sentence;            ///< what happens, and what came of it; without its full stop
};

/// The result of one scenario, which may have been skipped.
struct LabResult
{
    lockcore::Scenario scenario; ///< without a name if the history of an earlier run was judged
    bool expects = true;         ///< the scenario's protocol was played; if not, its expectations do not apply
    bool byHand = false;         ///< a user acted in the run, so the scenario's expectations do not apply
    std::vector<lockcore::Verdict> verdicts;
    std::vector<std::string> skips; ///< capabilities that the workers lack; if not empty, nothing was played
    std::string notApplicable; ///< why the story could not take place with these workers; empty: it could. They were played all the same
    lockcore::Premises premises;
    std::vector<lockcore::Condition> unmet; ///< conditions that were not met
    std::string disagreement;               ///< disagreement between the two judges; empty: none
    std::string library, server;            ///< with their versions
    std::uint64_t seed = 0;
    std::size_t entries = 0; ///< number of entries in the history
    lockcore::RunFigures figures;
    std::vector<lockcore::RunRemark> remarks; ///< about its workers
    std::vector<MomentInWords> moments;       ///< the last 100 decisive ones
    lockcore::Milliseconds took{0};
    QString replayOf;                     ///< folder name of the run that was played again; empty: none
    QString folder;                       ///< folder of the run; empty: none
    std::optional<lockcore::Error> error; ///< why it could not be played, or the rule that a worker broke
};

void notePlayed(LabResult &result, const lockcore::LabRun::Played &played); ///< sets the fields that do not come from the history
void noteJudged(LabResult &result, const lockcore::History &history);       ///< sets the other fields, with the verdicts of both judges
void noteRun(LabResult &result, const lockcore::PlayedRun &run);            ///< both of the above for a run that was judged, or its error

lockcore::Match matchOf(const LabResult &result); ///< not for a skipped result
/// One for each verdict. Together they are no better than matchOf().
std::vector<lockcore::Match> matchesOf(const LabResult &result);
bool informs(const LabResult &result);            ///< false: the violation would happen to every lock and is no fault of a library
bool isSkipped(const LabResult &result);          ///< nothing was played, or the story does not apply to these workers
QString skipText(const LabResult &result);        ///< `skipped: the library has no fair`
QStringList openTexts(const LabResult &result);   ///< what stayed open, and why: `progress not exercised: nobody had to wait …`
QString unmetText(const LabResult &result);       ///< `did not happen: A dead`; for a run that ended by its time limit
QStringList remarkTexts(const LabResult &result); ///< one sentence each
const lockcore::RunRemark *mistakeIn(const LabResult &result); ///< the first answer of a worker that was not true; null: none
QString matchText(const LabResult &result);                    ///< `as expected`, `violated`
QString conclusionOf(const LabResult &result);                 ///< the same, also for a run that an error ended

} // namespace lockscope
