// SPDX-License-Identifier: MIT
// `lockscope explore --replay TRACE`: one order of events once more, on a fresh server.
#pragma once

#include "app/explore/explore_options.h"
#include "lockcore/oracle/server_oracle.h"

namespace lockscope {

/// What to print, and the exit code.
struct ExploreOutcome
{
    QByteArray text;
    int exitCode = 0;
    QString complaint; ///< for standard error, after the text; empty: none
};

/// The first violation as a scenario for the Lab (--scenario). Error: Refused, why there is none.
lockcore::Result<void> writeScenario(const QString &file, const lockcore::explorer::Bounds &bounds,
                                     const std::map<lockcore::explorer::Property, lockcore::explorer::Finding> &findings);

/// Blocks. In real time, its steps are printed as they happen. Error: Refused, the trace does not fit; or a server's.
lockcore::Result<ExploreOutcome> replayed(const ExploreOptions &options, lockcore::ServerOracle &oracle,
                                          const std::atomic<bool> &cancelled);

} // namespace lockscope
