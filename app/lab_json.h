// SPDX-License-Identifier: MIT
// What the Lab writes as JSON: verdict.json, which each run leaves, and the parts that other output is made of. Locale-free. Pure; any
// thread.
#pragma once

#include "app/lab_output.h"

#include <QByteArray>
#include <QJsonObject>

namespace lockscope {

QByteArray verdictJson(const LabResult &result);
QJsonObject toJson(const lockcore::Verdict &verdict);
QString jsonWord(std::string_view word); ///< as wordOf() gives it

} // namespace lockscope
