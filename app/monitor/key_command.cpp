// SPDX-License-Identifier: MIT
#include "app/monitor/key_command.h"

#include "app/command/exit_codes.h"
#include "app/command/standard_output.h"
#include "app/command/terminal.h"
#include "app/monitor/key_output.h"
#include "lockcore/monitor/release/home_search.h"

#include <QCoreApplication>

#include <csignal>
#include <unistd.h>

namespace lockscope {

namespace {

lockcore::Task<lockcore::KeyFinding> lookUp(lockcore::Result<lockcore::Endpoint> home, const Options &options,
                                            const lockcore::Classifier &classifier, lockcore::EventLoop &loop, lockcore::Clock &clock)
{
    if (!home) {
        lockcore::KeyFinding finding;
        finding.lock.id.key = options.key;
        finding.error = home.error();
        co_return finding;
    }
    const auto node = *home;
    lockcore::ReleaseConnection connection(node, options.timeout, classifier, loop, clock);
    lockcore::LockId id{node.db, options.key};
    lockcore::RecognitionContext around;
    auto finding = co_await lockcore::lookUpKey(std::move(connection), std::move(id), std::move(around), classifier);
    if (options.endpoint.cluster)
        finding.lock.node = lockcore::toString(lockcore::HostPort{node.host, node.port});
    co_return finding;
}

lockcore::Task<void> lookUpAndPrint(const Options *options, const lockcore::Classifier *classifier, lockcore::EventLoop *loop,
                                    lockcore::Clock *clock)
{
    lockcore::HomeSearch homes(options->endpoint, options->key, options->timeout, *loop, *clock);
    lockcore::KeyFinding finding;
    do {
        auto home = co_await homes.next();
        finding = co_await lookUp(std::move(home), *options, *classifier, *loop, *clock);
    } while (homes.mayBeElsewhere(finding.error));
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
