// SPDX-License-Identifier: MIT
#include "app/lab/lab_search.h"

#include "app/command/terminal_style.h"
#include "app/command/termination_signals.h"
#include "app/lab/lab_hunt_output.h"
#include "app/lab/lab_print.h"
#include "app/lab/lab_runs.h"
#include "app/lab/lab_sweep_output.h"
#include "ui/runs/boundary_sweep.h"
#include "ui/runs/hunt.h"

#include <QCoreApplication>

#include <csignal>

#include <unistd.h>

namespace lockscope {

using namespace lockcore;

namespace {

template <class Search>
Task<void> playToEnd(Search *search)
{
    auto playing = search->play();
    co_await playing;
    QCoreApplication::exit();
}

// Runs until its end or until a signal. After a signal, the results so far are printed and count.
template <class Search>
void play(PooledRuns &runs, Search &search)
{
    std::signal(SIGPIPE, SIG_IGN);
    TerminationSignals signals_;
    QObject::connect(&signals_, &TerminationSignals::requested, &signals_, [] { QCoreApplication::exit(); });
    Scope scope(runs.loop());
    scope.start(playToEnd(&search));
    QCoreApplication::exec();
    runs.tell({});
}

} // namespace

int runSweep(const LabOptions &options)
{
    PooledRuns runs(pooledOptions(options));
    BoundarySweep sweep(runs);
    play(runs, sweep);
    const auto result = sweep.result();
    return printed(options.json ? sweepJson(result) : sweepText(result, terminalStyle(STDOUT_FILENO)).toUtf8(), exitCodeOf(result));
}

int runHunt(const LabOptions &options)
{
    PooledRuns runs(pooledOptions(options));
    Hunt hunt(runs, options.huntTime);
    play(runs, hunt);
    const auto result = hunt.result();
    return printed(options.json ? huntJson(result) : huntText(result, terminalStyle(STDOUT_FILENO)).toUtf8(), exitCodeOf(result));
}

} // namespace lockscope
