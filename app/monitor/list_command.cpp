// SPDX-License-Identifier: MIT
#include "app/monitor/list_command.h"

#include "app/command/exit_codes.h"
#include "app/command/terminal.h"
#include "app/monitor/command_run.h"
#include "app/monitor/key_command.h"

#include <unistd.h>

namespace lockscope {

int runList(const QStringList &arguments)
{
    const auto options = optionsOrExit(Command::List, arguments);
    if (const auto *exitCode = std::get_if<int>(&options))
        return *exitCode;
    const auto &given = std::get<Options>(options);
    if (!given.key.empty())
        return runKeyLookup(given);
    ListOutput output(given, terminalStyle(STDOUT_FILENO));
    const auto toOutput = [&](const lockcore::MonitorChange &change) { return output.feed(change); };
    return runMonitor(given, Command::List, toOutput, exitNotComplete);
}

} // namespace lockscope
