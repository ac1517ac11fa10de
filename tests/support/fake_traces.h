// SPDX-License-Identifier: MIT
// Traces without a server: the test answers what was requested.
#pragma once

#include "ui/monitor/trace_desk.h"

namespace fake {

class Traces final : public lockscope::TraceDesk
{
public:
    void plan(lockcore::RequestId id, const lockcore::TraceOptions &wish) override
    {
        lastId = id;
        plans.push_back(wish);
    }
    void run(lockcore::RequestId id, const lockcore::TraceOptions &wish) override
    {
        lastId = id;
        runs.push_back(wish);
    }
    void stop() override { ++stops; }

    /// A server that is little used: 4,100 commands in a second, 312 connections.
    static lockcore::TracePlan calmPlan()
    {
        lockcore::TracePlan plan;
        plan.load.commandsPerSecond = 4'100;
        plan.load.bytesPerSecond = 900'000;
        plan.load.connections = 312;
        plan.load.largestRequest = 200'000;
        plan.load.known = true;
        plan.cost = lockcore::costOf(plan.load);
        return plan;
    }

    lockcore::RequestId lastId = 0;
    std::vector<lockcore::TraceOptions> plans;
    std::vector<lockcore::TraceOptions> runs;
    int stops = 0;
};

} // namespace fake
