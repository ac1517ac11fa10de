// SPDX-License-Identifier: MIT
#include "app/monitor/watch_command.h"

#include "app/command/exit_codes.h"
#include "app/command/standard_output.h"
#include "app/command/terminal.h"
#include "app/monitor/command_run.h"
#include "app/monitor/watch_output.h"

#include <unistd.h>

namespace lockscope {

using namespace Qt::Literals::StringLiterals;

int runWatch(const QStringList &arguments)
{
    const auto options = optionsOrExit(Command::Watch, arguments);
    if (const auto *exitCode = std::get_if<int>(&options))
        return *exitCode;
    const auto &given = std::get<Options>(options);
    WatchOutput output(given, terminalStyle(STDOUT_FILENO));
    const auto toOutput = [&](const lockcore::MonitorChange &change) { return output.feed(change); };
    const int code = runMonitor(given, Command::Watch, toOutput, exitYes);
    if (const auto summary = output.summary(); !summary.isEmpty())
        writeWithin(std::chrono::seconds(1), STDERR_FILENO, u"lockscope: %1\n"_s.arg(summary).toUtf8());
    return code;
}

} // namespace lockscope
