// SPDX-License-Identifier: MIT
// What the Lab writes as JSON, and reads again: verdict.json, which each run leaves, and the parts that other output is made of.
// Locale-free. Pure; any thread.
#pragma once

#include "lockcore/base/result.h"
#include "ui/report/lab_result.h"

#include <QByteArray>
#include <QJsonObject>

namespace lockscope {

QByteArray verdictJson(const LabResult &result);

/// All that only verdict.json knows of a run, or that is shown in a list of runs without its history: scenario (its name alone), seed,
/// library, server, expects, byHand, premises, unmet, disagreement, error, replayOf; of the verdicts property, outcome, importance and
/// sentence. `name` begins the sentence of an error. Error: Refused.
lockcore::Result<LabResult> resultFrom(const QByteArray &json, const QString &name);

QJsonObject toJson(const lockcore::Verdict &verdict);
QString jsonWord(std::string_view word); ///< as wordOf() gives it

/// The word for the result in these bytes; it is not judged again. None: it has none.
std::optional<lockcore::Match> matchIn(const QByteArray &json);

/// Over several lines, and nothing in it that a terminal obeys: paths are the user's.
QByteArray indented(const QJsonObject &object);

} // namespace lockscope
