// SPDX-License-Identifier: MIT
#include "app/lab/lab_compare.h"

#include "app/command/terminal_style.h"
#include "app/command/termination_signals.h"
#include "app/lab/lab_compare_output.h"
#include "app/lab/lab_output.h"
#include "app/lab/lab_print.h"
#include "app/lab/lab_runs.h"
#include "ui/lab/change/scenario_change.h"
#include "ui/words/tr.h"

#include <QCoreApplication>

#include <csignal>

#include <unistd.h>

namespace lockscope {

using namespace lockcore;

namespace {

Task<void> playAndExit(Comparison *comparison)
{
    auto playing = comparison->play();
    co_await playing;
    QCoreApplication::exit();
}

} // namespace

int runCompare(const LabOptions &options, const Scenario &scenario)
{
    std::signal(SIGPIPE, SIG_IGN);
    auto pooled = pooledOptions(options);
    pooled.atOnce = 1;
    PooledRuns runs(std::move(pooled));
    std::vector<Scenario> scenarios;
    for (const auto &protocol : options.compared)
        scenarios.push_back(changed(scenario, Change{protocol, {}, {}, {}, {}}));
    Comparison comparison(runs, scenario.name, std::move(scenarios));
    bool isStopped = false;
    TerminationSignals signals_;
    QObject::connect(&signals_, &TerminationSignals::requested, &signals_, [&] {
        isStopped = true;
        QCoreApplication::exit();
    });
    {
        Scope scope(runs.loop());
        scope.start(playAndExit(&comparison));
        QCoreApplication::exec();
    }
    runs.tell({});
    const auto &result = comparison.result();
    const auto text = options.json ? comparisonJson(result) : comparisonText(scenario, result, terminalStyle(STDOUT_FILENO)).toUtf8();
    if (isStopped)
        complain(Words::tr("interrupted: %1 of %2 protocols were played").arg(playedOf(result).size()).arg(result.runs.size()));
    return printed(text, isStopped ? exitNotComplete : gravestExitCode(playedOf(result)));
}

} // namespace lockscope
