// SPDX-License-Identifier: MIT
#include "app/run_setup.h"

#include "app/run_folder.h"
#include "app/run_sources.h"

#include <QCoreApplication>
#include <QRandomGenerator>

namespace lockscope {

using namespace lockcore;

std::uint64_t newRunSeed() { return 1 + QRandomGenerator::system()->generate64() % (std::uint64_t(1) << 53); }

LabRun::Options runOptionsFor(const LabResult &result, const LabOptions &options)
{
    LabRun::Options run;
    run.program = QCoreApplication::applicationFilePath().toStdString();
    run.command = options.command;
    run.server = options.server.toStdString();
    run.foreign = options.foreign;
    run.seed = result.seed;
    if (!result.folder.isEmpty())
        run.historyFile = historyFileIn(result.folder).toStdString();
    run.sources = sourceHashes(result.scenario.protocol, options.command);
    return run;
}

} // namespace lockscope
