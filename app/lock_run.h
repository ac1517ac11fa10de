// SPDX-License-Identifier: MIT
// A command that runs while a lock is held: acquire, start it, watch the lease, end it or wait for its end, release.
#pragma once

#include "app/child_process.h"
#include "app/lock_options.h"
#include "live/live_context.h"

namespace lockscope {

class LockRun final
{
public:
    explicit LockRun(const LockOptions &options);

    /// Begins; when all is over the QCoreApplication exits with the code.
    void start();

    /// Passed on to the command. Before there is one: what was asked for is taken back; a second signal ends us at once.
    void caught(int signalNumber);

private:
    lockcore::Task<void> run();
    lockcore::Task<int> exitCode();
    lockcore::Task<int> notHeld(lockcore::Acquired acquired);
    lockcore::Task<int> endedBySignal(lockcore::Acquired acquired);
    lockcore::Task<int> runCommand(lockcore::Acquired acquired);
    lockcore::Task<void> guard();
    lockcore::Task<void> endCommand();
    lockcore::Task<void> release();

    int failed(const lockcore::Error &error) const;

    const LockOptions m_options;
    lockcore::EventLoop m_loop;
    lockcore::LoopClock m_clock;
    lockcore::LiveServers m_servers;
    lockcore::LiveContext m_context;
    std::unique_ptr<lockcore::Lock> m_lock;
    ChildProcess m_child;
    bool m_asked = false; ///< for the lock
    std::optional<int> m_endedBy; ///< a signal, before the command was started
    bool m_leaseLost = false;
    lockcore::Scope m_guarding;
    lockcore::Scope m_running;
};

} // namespace lockscope
