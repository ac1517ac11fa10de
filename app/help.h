// SPDX-License-Identifier: MIT
// What --help and --version print.
#pragma once

#include "app/options.h"

#include <QString>

namespace lockscope {

QString generalHelp();
QString helpFor(Command command);
QString lockHelp();
QString versionLine();
QString nameOf(Command command); ///< "list"

} // namespace lockscope
