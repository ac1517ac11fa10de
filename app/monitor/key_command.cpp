// SPDX-License-Identifier: MIT
#include "app/monitor/key_command.h"

#include "app/command/exit_codes.h"
#include "app/command/standard_output.h"
#include "app/command/terminal.h"
#include "app/monitor/key_output.h"

#include <QCoreApplication>

#include <csignal>
#include <unistd.h>

namespace lockscope {

namespace {

lockcore::Task<void> lookUpAndPrint(const Options *options, const lockcore::Classifier *classifier, lockcore::EventLoop *loop,
                                    lockcore::Clock *clock)
{
    lockcore::ReleaseConnection connection(options->endpoint, options->timeout, *classifier, *loop, *clock);
    lockcore::LockId id{options->endpoint.db, options->key};
    lockcore::RecognitionContext around;
    const auto finding = co_await lockcore::lookUpKey(std::move(connection), std::move(id), std::move(around), *classifier);
    const auto output = keyOutput(finding, *options, terminalStyle(STDOUT_FILENO));
    writeAll(STDERR_FILENO, output.err);
    writeAll(STDOUT_FILENO, output.out);
    QCoreApplication::exit(output.exitCode.value_or(exitYes));
}

} // namespace

int runKeyLookup(const Options &options)
{
    std::signal(SIGPIPE, SIG_IGN);
    lockcore::EventLoop loop;
    lockcore::LoopClock clock;
    const lockcore::Classifier classifier(options.patterns);
    lockcore::Scope scope(loop);
    scope.start(lookUpAndPrint(&options, &classifier, &loop, &clock));
    return QCoreApplication::exec();
}

} // namespace lockscope
