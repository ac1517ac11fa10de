// SPDX-License-Identifier: MIT
#include "app/lab/lab_runs.h"

#include "app/command/standard_output.h"
#include "app/command/termination_signals.h"

#include <QCoreApplication>

#include <csignal>

#include <unistd.h>

namespace lockscope {

using namespace Qt::Literals::StringLiterals;
using namespace lockcore;

namespace {

void showProgress(const QString &text) { writeAll(STDERR_FILENO, (u"\r\033[K"_s + text).toUtf8()); }

Task<void> thenExit(Task<void> playing)
{
    co_await playing;
    QCoreApplication::exit();
}

} // namespace

PooledRuns::Options pooledOptions(const LabOptions &options)
{
    PooledRuns::Options pooled;
    pooled.setup = setupOf(options);
    pooled.subject = subjectOf(options.command.empty() ? options.protocol : std::string(), options.protocolOptions,
                               options.store.value_or(Store::Redis));
    if (options.foreign && !options.command.empty()) // there is no other to find out about
        pooled.subject.servers = 1;
    pooled.seed = options.seed;
    pooled.runs = options.runs;
    if (::isatty(STDERR_FILENO) == 1)
        pooled.progress = showProgress;
    return pooled;
}

bool playedToTheEnd(EventLoop &loop, Task<void> playing)
{
    std::signal(SIGPIPE, SIG_IGN);
    bool isStopped = false;
    TerminationSignals signals_;
    QObject::connect(&signals_, &TerminationSignals::requested, &signals_, [&] {
        isStopped = true;
        QCoreApplication::exit();
    });
    Scope scope(loop);
    scope.start(thenExit(std::move(playing)));
    QCoreApplication::exec();
    return !isStopped;
}

} // namespace lockscope
