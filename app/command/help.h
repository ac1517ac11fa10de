// SPDX-License-Identifier: MIT
// What --help and --version print.
#pragma once

#include "app/command/options.h"

#include <QString>

namespace lockscope {

class HelpText;

QString generalHelp();
QString helpFor(Command command);
QString labHelp();
QString lockHelp();
QString releaseHelp();
QString traceHelp();
QString workerHelp();
QString versionLine();
QString nameOf(Command command); ///< "list"

// The parts that several help texts share.
void addServerHelp(HelpText &help); ///< URL, profile, password and timeout
void addCommonHelp(HelpText &help); ///< --help and --version

} // namespace lockscope
