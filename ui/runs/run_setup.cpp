// SPDX-License-Identifier: MIT
#include "ui/runs/run_setup.h"

#include "ui/runs/run_folder.h"
#include "ui/runs/run_sources.h"

#include <QCoreApplication>
#include <QRandomGenerator>

namespace lockscope {

using namespace lockcore;

std::vector<std::string> workerCommandOf(const QString &program, const std::string &protocol,
                                         const std::map<std::string, std::string> &options)
{
    std::vector<std::string> command{(program.isEmpty() ? QCoreApplication::applicationFilePath() : program).toStdString(), "worker",
                                     protocol};
    for (const auto &[name, value] : options)
        command.push_back(name + '=' + value);
    return command;
}

std::uint64_t newRunSeed() { return 1 + QRandomGenerator::system()->generate64() % (std::uint64_t(1) << 53); }

LabRun::Options runOptionsFor(const LabResult &result, const RunSetup &setup)
{
    LabRun::Options run;
    run.program = (setup.program.isEmpty() ? QCoreApplication::applicationFilePath() : setup.program).toStdString();
    run.command = setup.command;
    run.server = setup.server;
    run.foreign = setup.foreign;
    run.seed = result.seed;
    run.byHand = result.byHand;
    if (!result.folder.isEmpty())
        run.historyFile = historyFileIn(result.folder).toStdString();
    run.sources = sourceHashes(result.scenario.protocol, setup.command);
    return run;
}

} // namespace lockscope
