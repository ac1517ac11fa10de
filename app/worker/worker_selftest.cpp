// SPDX-License-Identifier: MIT
#include "app/worker/worker_selftest.h"

#include "app/command/exit_codes.h"
#include "app/worker/selftest_checks.h"

#include <QCoreApplication>

namespace lockscope {

using namespace lockcore;

WorkerSelftest::WorkerSelftest(std::vector<std::string> command, Store store)
    : m_bench(std::move(command), store)
    , m_scope(m_bench.loop())
{ }

void WorkerSelftest::start() { m_scope.start(run()); }

// The order matters: each check needs abilities that the checks before it have tested.
Task<void> WorkerSelftest::run()
{
    const bool hasServer = co_await m_bench.openServer();
    bool goesOn = hasServer;
    for (const auto check : {&checkBasics, &checkBelief, &checkContention, &checkCapabilities, &checkLife}) {
        if (goesOn)
            goesOn = co_await check(&m_bench);
    }
    m_bench.endWorkers();
    const int mistakes = m_bench.mistakes();
    if (mistakes == 0)
        printLine("\nThe worker keeps every rule that was checked. Whether its lock is safe, \"lockscope lab --suite\" finds out.");
    else
        printLine('\n' + std::to_string(mistakes) + (mistakes == 1 ? " mistake." : " mistakes.")
                  + (goesOn ? "" : " The checks that follow were left out."));
    QCoreApplication::exit(!hasServer ? exitNoServer : mistakes == 0 ? exitYes : exitNoConnection);
}

} // namespace lockscope
