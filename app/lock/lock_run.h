// SPDX-License-Identifier: MIT
// Runs a command under a lock: acquires it, starts the command, watches the lease, waits for the command's end or ends it, releases.
#pragma once

#include "app/command/signal_pipe.h"
#include "app/lock/child_process.h"
#include "app/lock/lock_options.h"
#include "app/lock/lock_sentences.h"
#include "lockcore/live/live_context.h"

namespace lockscope {

class LockRun final
{
public:
    LockRun(const LockOptions &options, ChildProcess &child);

    /// Runs the event loop until everything is over. Returns the exit code of the process.
    int exec();

private:
    enum class Phase { Connecting, Asking, Running, Releasing, Over };

    lockcore::Task<void> run();
    lockcore::Task<int> exitCode();
    lockcore::Task<lockcore::Acquired> ask();
    lockcore::Task<int> notHeld(lockcore::Acquired acquired);
    lockcore::Task<int> endedBySignal(lockcore::Acquired acquired);
    lockcore::Task<int> runCommand(lockcore::Acquired acquired);
    lockcore::Task<int> notStarted(int error);
    lockcore::Task<void> guard();
    lockcore::Task<void> lookAfterFailover(lockcore::HostPort primary);
    lockcore::Task<lockcore::Released::Kind> release(bool hadRun);

    /// Before the command starts, the signal withdraws the request for the lock. While the command runs, the signal is passed on. After the
    /// command, the release is completed, unless it is being retried. Then the signal ends us. A second signal within 2 s counts as the
    /// same; a later one ends us at once.
    void caught(int signalNumber);
    void endBy(int signalNumber);

    int failed(const lockcore::Error &error) const;

    const LockOptions m_options;
    const LockSentences m_sentences;
    lockcore::EventLoop m_loop;
    lockcore::LoopClock m_clock;
    lockcore::LiveServers m_servers;
    lockcore::LiveContext m_context;
    std::unique_ptr<lockcore::Lock> m_lock;
    ChildProcess &m_child;
    SignalPipe m_signals;
    Phase m_phase = Phase::Connecting;
    std::optional<int> m_endedBy; ///< a signal that came before the command was started or after it has ended
    lockcore::Moment m_endedAt;
    bool m_retrying = false; ///< the release is being retried
    bool m_leaseLost = false;
    bool m_missing = false; ///< a new primary does not have the lock
    lockcore::Scope m_looking;
    lockcore::Scope m_guarding;
    lockcore::Scope m_running;
};

} // namespace lockscope
