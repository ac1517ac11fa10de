// SPDX-License-Identifier: MIT
// A forced release as text for people; the window's dialog and the command use the same sentences.
#pragma once

#include "lockcore/monitor/release/release.h"
#include "ui/words/error_sentence.h"

#include <QString>

namespace lockscope {

QString releaseTitle(const lockcore::ReleasePlan &plan); ///< "Release stock, held by 9f3a…:17"
QString hindranceText(const lockcore::ReleasePlan &plan, const lockcore::Endpoint &endpoint,
                      lockcore::Milliseconds timeout = usualTimeout); ///< one or two sentences: why it is impossible
QString lifeText(lockcore::ReleaseWarning::Kind kind);                ///< a sentence: is a holder alive? Only if isAboutLife(kind)
QString warningText(const lockcore::ReleaseWarning &warning);         ///< a sentence
QString differenceText(lockcore::Difference difference);              ///< a sentence: what differs from the state seen before

/// The result, and the current state of the lock; for a dry run, what the result would be. One to four sentences.
QString outcomeText(const lockcore::ReleaseReport &report, const lockcore::Endpoint &endpoint,
                    lockcore::Milliseconds timeout = usualTimeout);
QString aftermathText(const lockcore::ReleaseAftermath &aftermath, const lockcore::Endpoint &endpoint,
                      lockcore::Milliseconds timeout = usualTimeout);

} // namespace lockscope
