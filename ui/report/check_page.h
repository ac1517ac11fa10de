// SPDX-License-Identifier: MIT
// *Check my lock* as one page for mail or a pull request: no script, no external resources, no home directories. Light or dark as the reader
// prefers. Pure, except that it reads the name of the home directory; any thread.
#pragma once

#include "ui/report/check.h"

#include <QByteArray>

namespace lockscope {

QByteArray checkPage(const Check &check); ///< UTF-8

} // namespace lockscope
