// SPDX-License-Identifier: MIT
#include "app/worker/worker_command.h"

#include "app/command/exit_codes.h"
#include "app/command/help.h"
#include "app/command/standard_output.h"
#include "app/command/usage_error.h"
#include "app/worker/built_in_worker.h"
#include "app/worker/worker_selftest.h"
#include "lockcore/live/option_error.h"
#include "ui/words/shown_text.h"

#include <QCoreApplication>

#include <csignal>
#include <unistd.h>

namespace lockscope {

using namespace Qt::Literals::StringLiterals;

namespace {

int refuse(const lockcore::Error &error) { return usageError(asSentence(error.text), u"worker"_s); }

int runSelftest(const WorkerOptions &options)
{
    std::signal(SIGPIPE, SIG_IGN);
    WorkerSelftest selftest(options.tested, options.store);
    selftest.start();
    return QCoreApplication::exec();
}

} // namespace

int runWorker(const QStringList &arguments)
{
    const auto options = parseWorkerOptions(arguments);
    if (!options)
        return refuse(options.error());
    if (options->help || options->version) {
        writeAll(STDOUT_FILENO, (options->help ? workerHelp() : versionLine()).toUtf8());
        return exitYes;
    }
    if (!options->protocol)
        return runSelftest(*options);
    if (const auto error = lockcore::optionError(*options->protocol, options->protocolOptions))
        return refuse(*error);
    BuiltInWorker worker(*options);
    worker.start();
    return QCoreApplication::exec();
}

} // namespace lockscope
