// SPDX-License-Identifier: MIT
// The command that runs under a lock, as its guard sees it: through the runner between them (command_runner.h).
//
// The command is in our process group, as under flock: it may read the terminal where we may, and Ctrl+C and Ctrl+Z reach it. When the
// terminal stops it, we stop with it.
#pragma once

#include "lockcore/base/clock.h"
#include "lockcore/process/file_descriptor.h"

#include <QSocketNotifier>

#include <bitset>
#include <memory>
#include <span>

#include <sys/types.h>

namespace lockscope {

struct FromRunner;
struct ToRunner;

class ChildProcess final
{
public:
    /// Forks the runner. Call it before Qt, which may start threads. `command`: the index in argv where the command begins.
    ChildProcess(std::span<char *const> arguments, std::size_t command);
    ~ChildProcess(); ///< the runner then ends the command if it still runs, unless `keepRunning`
    ChildProcess(const ChildProcess &) = delete;
    ChildProcess &operator=(const ChildProcess &) = delete;

    struct Start
    {
        std::optional<std::int64_t> fencingToken{}; ///< passed to the command in its environment
        std::optional<lockcore::Moment> until{};    ///< see holdsUntil()
        bool keepRunning = false;                   ///< the command ends neither with us nor with the lease
    };
    int start(const Start &how); ///< returns 0 or the errno

    bool running() const { return m_command > 0 && !m_over; }

    /// The command's exit code as a shell reports it: 128 + n if signal n ended it.
    lockcore::Waiting<int> ended() { return m_ended.waiting(); }

    void holdsUntil(lockcore::Moment until); ///< the runner ends the command at that time, even if this process is stopped
    void pass(int signal);                   ///< passes on a signal that this process received; the command may already have it
    /// Ends the command and all processes that it has started: SIGTERM, and SIGKILL 5 s later. If the runner does not answer within 2 s:
    /// SIGKILL at once.
    void end();

    /// Returns whether the signal reached the whole process group. Call it last: it ends the runner and every process that still runs under
    /// it.
    bool cameToAll(int signal);

    /// Stops this process as `signal` does by default; returns when the process is continued.
    static void stopOurselves(int signal);

private:
    void send(const ToRunner &message) const;
    bool receive(FromRunner &message) const; ///< false: the runner is gone
    void wakeRunner() const;
    void read();
    void heed(const FromRunner &message);
    void runnerLost();
    void waitForTheCommand();
    void noteEnd(int status);

    int m_socket = -1;
    pid_t m_runner = -1;  ///< -1: the runner is gone
    pid_t m_command = -1; ///< set once the command has started
    bool m_keepRunning = false;
    bool m_over = false;
    bool m_runnerEnds = false; ///< the runner has confirmed that it ends the command
    std::bitset<65> m_cameToAll;
    std::optional<lockcore::Moment> m_until;
    std::unique_ptr<QSocketNotifier> m_notifier;
    lockcore::FileDescriptor m_death; ///< becomes readable when the command dies; used if the runner is gone
    lockcore::Completion<int> m_ended;
};

} // namespace lockscope
