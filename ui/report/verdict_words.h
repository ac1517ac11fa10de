// SPDX-License-Identifier: MIT
// Words for verdicts, for the terminal and for pages. Any thread.
#pragma once

#include "lockcore/lab/scenario/scenario.h"

#include <QString>

namespace lockscope {

QString wordText(std::string_view word); ///< `mutual-exclusion`: `mutual exclusion`
QString propertyText(lockcore::Property property);
QString outcomeText(lockcore::Outcome outcome); ///< a sign and a word, so that colour is never the only sign: `✗ violated`

/// Order of importance for the reader: violated, outlived, inconclusive, then the rest.
int rankOf(lockcore::Outcome outcome);

/// The run did not test the property, or the library does not offer it.
bool isSilent(const lockcore::Verdict &verdict);

QString capitalised(QString text);

/// The judge's sentence and the pitfall's code. Escaped.
QString sentenceText(const lockcore::Verdict &verdict);

/// `expected: held`; empty if the verdict is as the scenario expects.
QString expectationText(const lockcore::Scenario &scenario, const lockcore::Verdict &verdict);

} // namespace lockscope
