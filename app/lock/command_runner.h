// SPDX-License-Identifier: MIT
// The process between `lockscope lock` (the guard) and its command. It starts the command, reports its stops and its end to the guard, and
// ends it, with all that it has started, when the guard says so, when the lease ends, or when the guard is gone. It never stops, and no
// signal but SIGKILL ends it, so this also works while the guard is stopped.
//
//     shell ── lockscope lock … (guard: asks Redis) ── runner ── command ── …        all of them one process group
//
// One thread, forked before Qt has started any. The messages go over a SOCK_SEQPACKET socket, one per packet. `ps` calls the runner
// lock-runner.
#pragma once

#include <array>
#include <csignal>
#include <cstddef>
#include <cstdint>
#include <span>

#include <sys/types.h>

namespace lockscope {

/// Signals that end a process by default and can come from outside, and the signal of Ctrl+Z.
inline constexpr std::array signalsPassedOn = {SIGHUP,    SIGINT,  SIGQUIT, SIGTERM, SIGUSR1, SIGUSR2,   SIGALRM,
                                               SIGVTALRM, SIGPROF, SIGXCPU, SIGIO,   SIGPWR,  SIGSTKFLT, SIGTSTP};

struct ToRunner
{
    enum class Kind {
        Start,       ///< the command; answered with Started or NotStarted
        Until,       ///< `value`: when the lease ends, nanoseconds on the monotonic clock
        Pass,        ///< `value`: a signal that the guard caught
        Continue,    ///< the guard was stopped with the command, and continues
        LateSignals, ///< report the signals that are still on their way: the guard wants to know whether one came to all
        End,         ///< end the command and all that it has started: SIGTERM, after a grace period SIGKILL
    };
    static constexpr std::int64_t noToken = -1;

    Kind kind = Kind::Start;
    bool keepRunning = false;     ///< Start: the command outlives the guard and the lease
    std::int64_t value = noToken; ///< Start: the fencing token
};

struct FromRunner
{
    enum class Kind {
        Started,    ///< `value`: the command's process
        NotStarted, ///< `value`: errno
        Stopped,    ///< `value`: the signal; the guard must stop, too
        Ending,     ///< the answer to End
        Ended,      ///< `value`: the status from waitpid()
        Caught,     ///< `value`: a signal that came to the runner, and so to the whole process group
    };

    Kind kind = Kind::Started;
    int value = 0;
};

/// Runs the runner in this process, which the guard has just forked, until there is nothing more to do. `arguments` are argv; `command` is
/// the index where the command begins, and `mask` are the signals that are blocked for it. Here all are blocked, since before the fork: a
/// signal that comes to the whole group at the very beginning must be read, too.
[[noreturn]] void runCommandFor(int guard, pid_t guardPid, std::span<char *const> arguments, std::size_t command, const sigset_t &mask);

} // namespace lockscope
