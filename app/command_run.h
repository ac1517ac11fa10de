// SPDX-License-Identifier: MIT
// What list and watch have in common: options in, a Monitor, its changes turned into output, an exit code out.
#pragma once

#include "app/list_output.h"

#include <functional>
#include <variant>

namespace lockscope {

/// The options, or the exit code if there is nothing more to do: help was printed, or the usage is wrong and said so.
std::variant<Options, int> optionsOrExit(Command command, const QStringList &arguments);

using ChangeToOutput = std::function<CommandOutput(const lockcore::MonitorChange &)>;

/// Runs the event loop until the command is done, a signal asks for the end (`interruptedCode`), or nobody reads its
/// output any more. Needs a QCoreApplication.
int runMonitor(const Options &options, Command command, const ChangeToOutput &toOutput, int interruptedCode);

} // namespace lockscope
