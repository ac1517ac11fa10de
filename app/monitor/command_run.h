// SPDX-License-Identifier: MIT
// What list and watch share: they parse options, run a Monitor, turn its changes into output and return an exit code.
#pragma once

#include "app/monitor/list_output.h"

#include <functional>
#include <variant>

namespace lockscope {

/// The options, or the exit code if there is nothing more to do: help was printed, or the usage is wrong and was reported.
std::variant<Options, int> optionsOrExit(Command command, const QStringList &arguments);

using ChangeToOutput = std::function<CommandOutput(const lockcore::MonitorChange &)>;

/// Runs the event loop until the command is done, a signal requests the end (`interruptedCode`), or nobody reads the output any
/// more. Needs a QCoreApplication.
int runMonitor(const Options &options, Command command, const ChangeToOutput &toOutput, int interruptedCode);

} // namespace lockscope
