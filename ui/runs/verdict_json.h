// SPDX-License-Identifier: MIT
// The Lab's JSON, written and read: verdict.json, which each run leaves, and the parts that other output is made of. Locale-free. Pure; any
// thread.
#pragma once

#include "lockcore/base/result.h"
#include "ui/report/lab_result.h"

#include <QByteArray>
#include <QJsonObject>

namespace lockscope {

QByteArray verdictJson(const LabResult &result);
QByteArray suiteJson(const std::vector<LabResult> &results); ///< the same of many runs, each with its folder

/// The fields that are only in verdict.json, and those that a list of runs shows without reading the history: scenario (only its name),
/// seed, library, server, expects, byHand, premises, unmet, disagreement, error, replayOf; notApplicable; of the verdicts property, outcome,
/// importance, cause and sentence. `name` begins the sentence of an error. Error: Refused.
lockcore::Result<LabResult> resultFrom(const QByteArray &json, const QString &name);

QJsonObject toJson(const lockcore::Verdict &verdict);
QJsonObject toJson(const LabResult &result); ///< one of many runs: verdict.json with the folder of the run, and why it was skipped
QString jsonWord(std::string_view word);     ///< as wordOf() returns it

/// The word for the result in these bytes; nothing is judged again. None: there is no such word.
std::optional<lockcore::Match> matchIn(const QByteArray &json);

/// JSON on several lines. Characters that a terminal would interpret are escaped, because paths are the user's.
QByteArray indented(const QJsonObject &object);

} // namespace lockscope
