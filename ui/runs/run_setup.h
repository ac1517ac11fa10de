// SPDX-License-Identifier: MIT
// The settings for a run of the Lab. Any thread.
#pragma once

#include "lockcore/lab/run/lab_run.h"
#include "ui/report/lab_result.h"

namespace lockscope {

/// The settings of all runs of a command, or of the window.
struct RunSetup
{
    QString program;                           ///< path of Lockscope; empty: the running program
    std::vector<std::string> command;          ///< of the workers; empty: built-in ones
    std::string server;                        ///< a program; empty: the usual one of the store
    std::optional<lockcore::Endpoint> foreign; ///< includes the password; a server that the Lab did not start
};

/// The command that starts a built-in worker: `lockscope worker token lease=5s`. Empty `program`: the running one.
std::vector<std::string> workerCommandOf(const QString &program, const std::string &protocol,
                                         const std::map<std::string, std::string> &options = {});

std::uint64_t newRunSeed(); ///< 1 … 2⁵³

/// `result` must have the scenario, the seed and the folder of the run. Without a folder, nothing is written.
lockcore::LabRun::Options runOptionsFor(const LabResult &result, const RunSetup &setup);

} // namespace lockscope
