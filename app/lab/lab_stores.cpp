// SPDX-License-Identifier: MIT
#include "app/lab/lab_stores.h"

#include "app/command/terminal_style.h"
#include "app/lab/lab_output.h"
#include "app/lab/lab_print.h"
#include "app/lab/lab_runs.h"
#include "app/lab/lab_stores_output.h"
#include "ui/words/tr.h"

#include <unistd.h>

namespace lockscope {

using namespace lockcore;

namespace {

// A table has no expectations: what it finds is its result. Only what could not be played or judged counts.
int exitCodeOf(const StoreComparisonResult &comparison)
{
    std::vector<LabResult> failed;
    for (const auto &result : playedOf(comparison)) {
        if (result.error || !result.premises.complete)
            failed.push_back(result);
    }
    return gravestExitCode(failed);
}

} // namespace

int compareStores(const LabOptions &options)
{
    StoreComparison comparison(pooledOptions(options), options.stores);
    const bool isComplete = playedToTheEnd(comparison.loop(), comparison.play());
    const auto &result = comparison.result();
    const auto text = options.json ? storeComparisonJson(result) : storeComparisonText(result, terminalStyle(STDOUT_FILENO)).toUtf8();
    if (!isComplete)
        complain(Words::tr("interrupted: %1 of %2 runs were played").arg(playedOf(result).size()).arg(plannedRuns(result)));
    return printed(text, isComplete ? exitCodeOf(result) : exitNotComplete);
}

} // namespace lockscope
