// SPDX-License-Identifier: MIT
#include "app/trace/trace_command.h"

#include "app/command/exit_codes.h"
#include "app/command/help.h"
#include "app/command/standard_output.h"
#include "app/command/usage_error.h"
#include "app/trace/trace_run.h"
#include "ui/words/shown_text.h"
#include "ui/words/tr.h"

#include <QCoreApplication>

#include <csignal>
#include <unistd.h>

namespace lockscope {

using namespace Qt::Literals::StringLiterals;

int runTrace(const QStringList &arguments)
{
    const auto options = parseTraceOptions(arguments);
    if (!options)
        return usageError(asSentence(options.error().text), u"trace"_s);
    if (options->help || options->version) {
        writeAll(STDOUT_FILENO, (options->help ? traceHelp() : versionLine()).toUtf8());
        return exitYes;
    }
    const bool canAsk = ::isatty(STDIN_FILENO) == 1 && ::isatty(STDERR_FILENO) == 1;
    if (!options->yes && !canAsk)
        return usageError(Words::tr("There is no terminal to ask on: use --yes."), u"trace"_s);
    std::signal(SIGPIPE, SIG_IGN);
    TraceRun run(*options);
    run.start();
    return QCoreApplication::exec();
}

} // namespace lockscope
