// SPDX-License-Identifier: MIT
#include "app/lab/lab_compare.h"

#include "app/command/terminal_style.h"
#include "app/lab/lab_compare_output.h"
#include "app/lab/lab_output.h"
#include "app/lab/lab_print.h"
#include "app/lab/lab_runs.h"
#include "ui/lab/change/scenario_change.h"
#include "ui/words/tr.h"

#include <unistd.h>

namespace lockscope {

using namespace lockcore;

int runCompare(const LabOptions &options, const Scenario &scenario)
{
    auto pooled = pooledOptions(options);
    pooled.atOnce = 1;
    PooledRuns runs(std::move(pooled));
    std::vector<Scenario> scenarios;
    for (const auto &protocol : options.compared)
        scenarios.push_back(changed(scenario, Change{protocol, {}, {}, {}, {}}));
    Comparison comparison(runs, scenario.name, std::move(scenarios));
    const bool isComplete = playedToTheEnd(runs.loop(), comparison.play());
    runs.tell({});
    const auto &result = comparison.result();
    const auto text = options.json ? comparisonJson(result) : comparisonText(scenario, result, terminalStyle(STDOUT_FILENO)).toUtf8();
    if (!isComplete)
        complain(Words::tr("interrupted: %1 of %2 protocols were played").arg(playedOf(result).size()).arg(result.runs.size()));
    return printed(text, isComplete ? gravestExitCode(playedOf(result)) : exitNotComplete);
}

} // namespace lockscope
