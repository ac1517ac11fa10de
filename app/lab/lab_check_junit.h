// SPDX-License-Identifier: MIT
// *Check my lock* as JUnit's XML: a case for each property and each pitfall. Pure, except that it reads the name of the home directory; any
// thread.
#pragma once

#include "ui/report/check.h"

#include <QByteArray>

namespace lockscope {

/// Broken is a failure if it must hold or was promised; what was not put to the test is skipped, with its reason; so is what no lock can keep.
QByteArray checkJunit(const Check &check);

} // namespace lockscope
