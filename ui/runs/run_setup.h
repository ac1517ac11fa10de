// SPDX-License-Identifier: MIT
// What a run of the Lab is set up with. Any thread.
#pragma once

#include "lockcore/lab/run/lab_run.h"
#include "ui/report/lab_result.h"

namespace lockscope {

/// Of all runs of a command, or of the window.
struct RunSetup
{
    QString program;                           ///< Lockscope itself; empty: the running one
    std::vector<std::string> command;          ///< of the workers; empty: built-in ones
    std::string server = "redis-server";       ///< a program
    std::optional<lockcore::Endpoint> foreign; ///< with its password: a server that is not the Lab's own
};

std::uint64_t newRunSeed(); ///< 1 … 2⁵³

/// For the run whose result this will be: its scenario, seed and folder are known. Without a folder, nothing is written.
lockcore::LabRun::Options runOptionsFor(const LabResult &result, const RunSetup &setup);

} // namespace lockscope
