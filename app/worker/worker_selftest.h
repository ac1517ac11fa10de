// SPDX-License-Identifier: MIT
// `lockscope worker --selftest COMMAND…`: plays the Lab against the user's worker on a private server and prints a line for each checked
// rule. Main thread. Needs a QCoreApplication and exits it: 0 without a mistake, otherwise 1.
#pragma once

#include "app/worker/selftest_bench.h"
#include "lockcore/base/scope.h"

namespace lockscope {

class WorkerSelftest final
{
public:
    WorkerSelftest(std::vector<std::string> command, lockcore::Store store);

    void start();

private:
    lockcore::Task<void> run();

    SelftestBench m_bench;
    lockcore::Scope m_scope;
};

} // namespace lockscope
