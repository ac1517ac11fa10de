// SPDX-License-Identifier: MIT
// Runs a trace once more, continuously: on servers that nobody loads, their clocks only go forward. Every reply and every key must be what
// the search predicted; a difference is a fault of the Explorer.
#pragma once

#include "lockcore/explorer/search.h"
#include "lockcore/oracle/server_oracle.h"

namespace lockcore {

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
