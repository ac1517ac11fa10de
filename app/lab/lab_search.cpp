// SPDX-License-Identifier: MIT
#include "app/lab/lab_search.h"

#include "app/command/terminal_style.h"
#include "app/lab/lab_hunt_output.h"
#include "app/lab/lab_print.h"
#include "app/lab/lab_runs.h"
#include "app/lab/lab_sweep_output.h"
#include "ui/runs/boundary_sweep.h"
#include "ui/runs/hunt.h"

#include <unistd.h>

namespace lockscope {

using namespace lockcore;

// After a signal, the results so far are printed and count.
int runSweep(const LabOptions &options)
{
    PooledRuns runs(pooledOptions(options));
    BoundarySweep sweep(runs);
    playedToTheEnd(runs.loop(), sweep.play());
    runs.tell({});
    const auto result = sweep.result();
    return printed(options.json ? sweepJson(result) : sweepText(result, terminalStyle(STDOUT_FILENO)).toUtf8(), exitCodeOf(result));
}

int runHunt(const LabOptions &options)
{
    PooledRuns runs(pooledOptions(options));
    Hunt hunt(runs, options.huntTime);
    playedToTheEnd(runs.loop(), hunt.play());
    runs.tell({});
    const auto result = hunt.result();
    return printed(options.json ? huntJson(result) : huntText(result, terminalStyle(STDOUT_FILENO)).toUtf8(), exitCodeOf(result));
}

} // namespace lockscope
