// SPDX-License-Identifier: MIT
#include "app/release/release_command.h"

#include "app/command/exit_codes.h"
#include "app/command/help.h"
#include "app/command/standard_output.h"
#include "app/command/usage_error.h"
#include "app/release/release_run.h"
#include "ui/words/shown_text.h"
#include "ui/words/tr.h"

#include <QCoreApplication>

#include <csignal>
#include <unistd.h>

namespace lockscope {

using namespace Qt::Literals::StringLiterals;

int runRelease(const QStringList &arguments)
{
    const auto options = parseReleaseOptions(arguments);
    if (!options)
        return usageError(asSentence(options.error().text), u"release"_s);
    if (options->help || options->version) {
        writeAll(STDOUT_FILENO, (options->help ? releaseHelp() : versionLine()).toUtf8());
        return exitYes;
    }
    const bool canAsk = ::isatty(STDIN_FILENO) == 1 && ::isatty(STDERR_FILENO) == 1;
    if (!options->yes && !options->dryRun && !canAsk)
        return usageError(Words::tr("There is no terminal to ask on: use --yes, or --dry-run to see what would be done."), u"release"_s);
    std::signal(SIGPIPE, SIG_IGN);
    ReleaseRun run(*options);
    run.start();
    return QCoreApplication::exec();
}

} // namespace lockscope
