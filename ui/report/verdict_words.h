// SPDX-License-Identifier: MIT
// Words for verdicts, for the terminal and for pages. Any thread.
#pragma once

#include "lockcore/lab/scenario/scenario.h"

#include <QString>

namespace lockscope {

QString wordText(std::string_view word);         ///< `mutual-exclusion`: `mutual exclusion`
QString breachText(lockcore::Property property); ///< what its violation means: `A write is lost`
QString propertyText(lockcore::Property property);
QString outcomeText(lockcore::Outcome outcome); ///< a sign and a word, so that colour is never the only sign: `✗ violated`
QString outcomeText(const lockcore::Verdict &verdict);

/// What a verdict means to the reader, in the order of importance. Not every *held* is good: see isAfterLease().
enum class VerdictTone { Bad, Warns, Open, Good, Silent };
VerdictTone verdictTone(const lockcore::Verdict &verdict);

/// It held while the lease lasted, and two were inside afterwards.
bool isAfterLease(const lockcore::Verdict &verdict);

/// The run did not test the property, or the library does not offer it.
bool isSilent(const lockcore::Verdict &verdict);

QString capitalised(QString text);

/// `progress (nobody had to wait), watchdog (…)`: the verdicts with this outcome, each with its reason; empty: none. Escaped.
QString reasonsText(const std::vector<lockcore::Verdict> &verdicts, lockcore::Outcome outcome);

/// The judge's sentence and the pitfall's code. Escaped.
QString sentenceText(const lockcore::Verdict &verdict);

/// `expected: held`; empty if the verdict is as the scenario expects.
QString expectationText(const lockcore::Scenario &scenario, const lockcore::Verdict &verdict);

} // namespace lockscope
