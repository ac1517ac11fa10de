// SPDX-License-Identifier: MIT
// Lab results as JUnit XML, for programs that collect test results: a suite per scenario and a case per property that the run tested.
// Violated is a failure, inconclusive is skipped with a reason, a fault of the Lab is an error. Any thread.
#pragma once

#include "app/lab/lab_output.h"

#include <QByteArray>

namespace lockscope {

QByteArray junitXml(const std::vector<LabResult> &results);

} // namespace lockscope
