// SPDX-License-Identifier: MIT
// Results of the Lab for programs that collect the results of tests: JUnit's XML, a suite per scenario and a case per property that the
// run put to the test. Violated is a failure, inconclusive and skipped are skipped with the reason, a fault of the Lab is an error. Any thread.
#pragma once

#include "app/lab/lab_output.h"

#include <QByteArray>

namespace lockscope {

QByteArray junitXml(const std::vector<LabResult> &results);

} // namespace lockscope
