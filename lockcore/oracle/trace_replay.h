// SPDX-License-Identifier: MIT
// Runs a trace once more, continuously: on servers that nobody loads, their clocks only go forward. Every reply and every key must be what
// the search predicted; a difference is a fault of the Explorer.
#pragma once

#include "lockcore/explorer/search.h"
#include "lockcore/oracle/server_oracle.h"

namespace lockcore {

/// Of a step that uses a connection of its worker's own: the worker.
std::optional<int> ownConnectionOf(const explorer::TraceStep &step);

/// Whether a server executes a command in this step.
bool isExecuted(const explorer::TraceStep &step);

/// What the step sends to its server; none: nothing.
std::optional<std::vector<Bytes>> commandOf(const explorer::TraceStep &step);

class TraceReplay final
{
public:
    /// Errors as ServerOracle::start().
    static Result<TraceReplay> start(const ServerOracleOptions &options, int servers);

    struct Difference
    {
        std::size_t step = 0;
        std::string what;
    };

    /// Error: a server is gone.
    Result<std::optional<Difference>> replay(const explorer::Trace &trace);

private:
    std::vector<std::unique_ptr<ServerOracle>> m_servers;
};

} // namespace lockcore
