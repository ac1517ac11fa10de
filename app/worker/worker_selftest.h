// SPDX-License-Identifier: MIT
// `lockscope worker --selftest COMMAND…`: plays the Lab against somebody's worker on a private server, and prints a line for
// each rule that it checked. Main thread, within a QCoreApplication, which it exits: 0 without a mistake, otherwise 1.
#pragma once

#include "app/worker/selftest_bench.h"
#include "lockcore/base/scope.h"

namespace lockscope {

class WorkerSelftest final
{
public:
    explicit WorkerSelftest(std::vector<std::string> command);

    void start();

private:
    lockcore::Task<void> run();

    SelftestBench m_bench;
    lockcore::Scope m_scope;
};

} // namespace lockscope
