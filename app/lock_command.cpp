// SPDX-License-Identifier: MIT
#include "app/lock_command.h"

#include "app/exit_codes.h"
#include "app/help.h"
#include "app/lock_run.h"
#include "app/signal_pipe.h"
#include "app/standard_output.h"
#include "words/shown_text.h"

#include <QCoreApplication>

#include <unistd.h>

namespace lockscope {

using namespace Qt::Literals::StringLiterals;

namespace {

struct LockWords
{
    Q_DECLARE_TR_FUNCTIONS(LockWords)
};

} // namespace

int runLock(const QStringList &arguments)
{
    const auto options = parseLockOptions(arguments);
    if (!options) {
        const auto hint = LockWords::tr("Try: lockscope lock --help");
        writeAll(STDERR_FILENO, u"lockscope: %1\n%2\n"_s.arg(asSentence(options.error().text), hint).toUtf8());
        return exitLockUsage;
    }
    if (options->help || options->version) {
        writeAll(STDOUT_FILENO, (options->help ? lockHelp() : versionLine()).toUtf8());
        return exitYes;
    }
    std::signal(SIGPIPE, SIG_IGN);
    LockRun run(*options);
    SignalPipe signalPipe({SIGCHLD, SIGINT, SIGTERM, SIGHUP, SIGQUIT});
    QObject::connect(&signalPipe, &SignalPipe::caught, &signalPipe, [&](int number) { run.caught(number); });
    run.start();
    return QCoreApplication::exec();
}

} // namespace lockscope
