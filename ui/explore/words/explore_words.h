// SPDX-License-Identifier: MIT
// The Explorer's results in words: for `lockscope explore` and for its room in the window.
#pragma once

#include "lockcore/explorer/estimate.h"
#include "lockcore/oracle/examination.h"
#include "lockcore/oracle/route_replay.h"

#include <QStringList>

namespace lockscope {

QString explorerText(std::string_view word); ///< a name of the Explorer's, as it is

QString workerLetter(int worker); ///< A, B …
QString propertyWords(lockcore::explorer::Property property);
QString verdictWords(lockcore::explorer::Verdict verdict);
std::string_view verdictWord(lockcore::explorer::Verdict verdict); ///< in JSON: "not-exercised"
QString insideWords(const std::vector<int> &inside);

/// "violated, with crash=1".
QString findingWords(const lockcore::explorer::Finding &finding, lockcore::Milliseconds pause);

/// What its last step breaks, where that does not go without saying; empty: it does.
QString violationWords(lockcore::explorer::Property property);

/// "2 workers, rounds: 2, lease 20 ms …; no fault, or any one of …".
QString boundsWords(const lockcore::explorer::Bounds &bounds, bool isUsual);

QString whatWords(const lockcore::explorer::FrontierRow &row);           ///< "a pause of 11 ms or more"
std::string_view wordOfWhat(lockcore::explorer::FrontierRow::What what); ///< in JSON: "server-forgets"
QString brokenWords(const lockcore::explorer::FrontierRow &row);         ///< the properties; "–": none

/// What must be said of a result besides its verdicts, a sentence each.
QStringList remarksOn(const lockcore::Examination &examination);

/// The properties that a way violates, for a replay: "mutual exclusion: violated"; empty: none.
QStringList violatedOn(const lockcore::explorer::Walk &walk);

/// "this search has about 1,200 million states, 20 minutes".
QString estimateWords(const lockcore::explorer::Estimate &estimate, const lockcore::explorer::Bounds &bounds);

// The comparison of all protocols.
inline constexpr std::array columnsOfComparison = {
    lockcore::explorer::FrontierRow::What::Nothing,     lockcore::explorer::FrontierRow::What::Crash,
    lockcore::explorer::FrontierRow::What::LostReply,   lockcore::explorer::FrontierRow::What::LostRequest,
    lockcore::explorer::FrontierRow::What::LateRequest, lockcore::explorer::FrontierRow::What::LongWork,
    lockcore::explorer::FrontierRow::What::Pause,       lockcore::explorer::FrontierRow::What::LostReplyNoticedLate,
    lockcore::explorer::FrontierRow::What::Exception,   lockcore::explorer::FrontierRow::What::ServerForgets};
QString columnWords(lockcore::explorer::FrontierRow::What what); ///< "reply lost"
QString propertyMark(lockcore::explorer::Property property);     ///< "M", for a narrow cell

/// How a replay went, in a sentence.
QString replayWords(const lockcore::RouteReplayed &replayed, bool inRealTime);

} // namespace lockscope
