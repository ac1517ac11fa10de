// SPDX-License-Identifier: MIT
// A forced release in words for people; the window's dialog and the command use the same sentences.
#pragma once

#include "lockcore/monitor/release/release.h"
#include "ui/words/error_sentence.h"

#include <QString>

namespace lockscope {

QString releaseTitle(const lockcore::ReleasePlan &plan); ///< "Release stock, held by 9f3a…:17"
QString hindranceText(const lockcore::ReleasePlan &plan, const lockcore::Endpoint &endpoint,
                      lockcore::Milliseconds timeout = usualTimeout); ///< why it is impossible: a sentence or two
QString lifeText(lockcore::ReleaseWarning::Kind kind);                ///< a sentence: is a holder alive? Of a kind that isAboutLife()
QString warningText(const lockcore::ReleaseWarning &warning);         ///< a sentence
QString differenceText(lockcore::Difference difference);              ///< a sentence: what differs from what was seen

/// The result, with what is there now; for a dry run, what the result would be. One to four sentences.
QString outcomeText(const lockcore::ReleaseReport &report, const lockcore::Endpoint &endpoint,
                    lockcore::Milliseconds timeout = usualTimeout);
QString aftermathText(const lockcore::ReleaseAftermath &aftermath, const lockcore::Endpoint &endpoint,
                      lockcore::Milliseconds timeout = usualTimeout);

} // namespace lockscope
