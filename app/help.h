// SPDX-License-Identifier: MIT
// What --help and --version print.
#pragma once

#include "app/options.h"

#include <QString>

namespace lockscope {

QString generalHelp();
QString helpFor(Command command);
QString lockHelp();
QString releaseHelp();
QString serverHelp(); ///< the part on URL, password and timeout
QString versionLine();
QString nameOf(Command command); ///< "list"

} // namespace lockscope
