// SPDX-License-Identifier: MIT
// Plays a trace on servers as anybody has them: no clock is held, and leases are awaited. Its times are stretched before (stretched() of
// lockcore/explorer/route.h), so that a millisecond of the search is long enough to be kept on a usual machine. It blocks; one thread.
#pragma once

#include "lockcore/oracle/trace_replay.h"

#include <functional>

namespace lockcore {

class RealTimeReplay final
{
public:
    static constexpr int usualFactor = 50;

    /// Errors as ServerOracle::start().
    static Result<RealTimeReplay> start(ServerOracleOptions options, int servers);

    struct Outcome
    {
        std::optional<TraceReplay::Difference> difference;
        bool isTooLate = false; ///< a step came so late that a difference proves nothing
        bool isCancelled = false;
        Milliseconds latest{0}; ///< how late a step was, at most
    };

    /// `trace` with its times stretched by `factor`, and `lease` before that. `done` is called after each step that went as predicted.
    /// Error: a server is gone.
    Result<Outcome> replay(const explorer::Trace &trace, int factor, Milliseconds lease, const std::function<void(std::size_t)> &done,
                           const std::atomic<bool> &cancelled);

private:
    Result<std::optional<std::string>> play(const explorer::TraceStep &step, int factor); ///< what was different

    std::vector<std::unique_ptr<ServerOracle>> m_servers;
};

} // namespace lockcore
