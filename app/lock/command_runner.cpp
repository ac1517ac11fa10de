// SPDX-License-Identifier: MIT
#include "app/lock/command_runner.h"

#include "app/command/group_signals.h"
#include "app/command/process_name.h"
#include "app/command/running_command.h"
#include "lockcore/process/descendants.h"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <optional>
#include <span>
#include <utility>

#include <poll.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

namespace lockscope {

namespace {

using SteadyClock = std::chrono::steady_clock;
using namespace std::chrono_literals;

bool isJobControl(int number) { return number == SIGTSTP || number == SIGTTIN || number == SIGTTOU; }

// Signals that a terminal, a shell or a shutdown sends to all processes of a job.
bool isForAll(int number) { return number == SIGINT || number == SIGQUIT || number == SIGHUP || number == SIGTERM || number == SIGTSTP; }

class Runner final
{
public:
    Runner(int guard, pid_t guardPid, std::vector<std::string> words, const sigset_t &mask)
        : m_guard(guard)
        , m_guardPid(guardPid)
        , m_words(std::move(words))
        , m_mask(mask)
    {
        ::prctl(PR_SET_CHILD_SUBREAPER, 1);
        sigset_t read;
        sigemptyset(&read);
        sigaddset(&read, SIGCHLD);
        for (const int number : signalsPassedOn)
            sigaddset(&read, number);
        m_signals = ::signalfd(-1, &read, SFD_CLOEXEC | SFD_NONBLOCK);
    }

    void run()
    {
        while (!m_guardGone || !isOver()) {
            std::array<pollfd, 2> waiting = {{{m_signals, POLLIN, 0}, {m_guardGone ? -1 : m_guard, POLLIN, 0}}};
            ::poll(waiting.data(), waiting.size(), patience());
            readSignals(); // first, because the signals decide what is passed on
            if (m_until && SteadyClock::now() >= *m_until)
                end();
            if (waiting[1].revents != 0)
                readGuard();
            for (const int number : m_groupSignals.due(SteadyClock::now()))
                pass(number);
            if (m_ending)
                pursue();
        }
    }

private:
    bool isRunning() const { return m_command.pid() > 0 && !m_status; }
    bool isOver() const { return m_command.pid() <= 0 || m_told; }

    int patience() const
    {
        if (m_ending)
            return m_killed ? 200 : 20;
        auto next = m_groupSignals.next();
        if (m_until && isRunning())
            next = std::min(next.value_or(*m_until), *m_until);
        if (!next)
            return -1;
        const auto left = std::chrono::ceil<std::chrono::milliseconds>(*next - SteadyClock::now());
        return static_cast<int>(std::clamp(left, 0ms, std::chrono::milliseconds(1h)).count());
    }

    void tell(FromRunner::Kind kind, int value) const
    {
        const FromRunner message{kind, value};
        [[maybe_unused]] const auto sent = ::send(m_guard, &message, sizeof message, MSG_NOSIGNAL);
    }

    void readSignals()
    {
        signalfd_siginfo info{};
        bool child = false; // handled last, because a Ctrl+Z explains why the command has stopped
        while (::read(m_signals, &info, sizeof info) == sizeof info) {
            const auto number = static_cast<int>(info.ssi_signo);
            child = child || number == SIGCHLD;
            if (number == SIGCHLD)
                continue;
            m_groupSignals.cameToRunner(number, SteadyClock::now());
            if (number == SIGTSTP)
                m_askedToStop = SteadyClock::now();
            tell(FromRunner::Kind::Caught, number);
        }
        if (child)
            reap();
    }

    // kill() signals the processes of a group one after the other: the guard may have received a signal before this process.
    void readLateSignals()
    {
        constexpr int late = 100; // ms
        pollfd waiting{m_signals, POLLIN, 0};
        ::poll(&waiting, 1, late);
        readSignals();
    }

    void readGuard()
    {
        ToRunner message;
        const auto size = ::recv(m_guard, &message, sizeof message, MSG_DONTWAIT);
        if (size < 0 && (errno == EAGAIN || errno == EINTR))
            return;
        if (size == sizeof message)
            heed(message);
        else
            guardEnded();
    }

    void heed(const ToRunner &message)
    {
        switch (message.kind) {
        case ToRunner::Kind::Start: return start(message);
        case ToRunner::Kind::Until: m_until = SteadyClock::time_point(std::chrono::nanoseconds(message.value)); return;
        case ToRunner::Kind::Pass: return cameToGuard(static_cast<int>(message.value));
        case ToRunner::Kind::Continue: m_guardStopped = false; return m_command.signalAll(SIGCONT);
        case ToRunner::Kind::LateSignals: return readLateSignals();
        case ToRunner::Kind::End: tell(FromRunner::Kind::Ending, 0); return end();
        }
    }

    void guardEnded()
    {
        m_guardGone = true;
        if (m_keepRunning)
            ::_exit(0);
        end();
    }

    void start(const ToRunner &message)
    {
        m_keepRunning = message.keepRunning;
        const auto token = message.value != ToRunner::noToken ? std::optional(message.value) : std::nullopt;
        const int error = m_command.start({m_words, m_mask, token, !m_keepRunning});
        if (error == 0)
            tell(FromRunner::Kind::Started, m_command.pid());
        else
            tell(FromRunner::Kind::NotStarted, error);
    }

    void reap()
    {
        int status = 0;
        for (pid_t pid = 0; (pid = ::waitpid(-1, &status, WNOHANG | WUNTRACED | WCONTINUED)) > 0;) {
            if (pid != m_command.pid())
                continue;
            if (WIFSTOPPED(status))
                stopped(WSTOPSIG(status));
            else if (WIFCONTINUED(status))
                continued();
            else
                ended(status);
        }
    }

    // A stop by the terminal applies to the whole job. So does a shell with a separate job that suspends itself. Many programs catch
    // Ctrl+Z, restore the screen, and then stop themselves with SIGSTOP.
    void stopped(int number)
    {
        constexpr auto tidying = 10s;
        m_stopped = true;
        if (number == SIGSTOP && m_askedToStop && SteadyClock::now() - *m_askedToStop < tidying)
            number = SIGTSTP;
        if (m_ending || (!isJobControl(number) && isRunning() && m_command.isInOurGroup()))
            return;
        m_guardStopped = true;
        m_command.signalAll(SIGSTOP); // processes that are not stopped would continue to work while the lease runs out
        tell(FromRunner::Kind::Stopped, number);
    }

    void continued()
    {
        m_stopped = false;
        m_askedToStop.reset();
        if (m_guardStopped) // only the command was continued, not the guard
            ::kill(m_guardPid, SIGCONT);
    }

    void ended(int status)
    {
        m_status = status;
        if (!m_ending)
            tellEnded();
    }

    void tellEnded()
    {
        if (m_status && !std::exchange(m_told, true))
            tell(FromRunner::Kind::Ended, *m_status);
    }

    // Ctrl+C and similar signals reach the command directly.
    void cameToGuard(int number)
    {
        if (!isRunning())
            return;
        if (!m_command.isInOurGroup())
            pass(number);
        else if (m_groupSignals.cameToGuard(number, SteadyClock::now()) && m_stopped)
            wakeFor(number);
    }

    void pass(int number)
    {
        if (!isRunning())
            return;
        if (number == SIGTSTP)
            m_askedToStop = SteadyClock::now();
        if (isForAll(number))
            m_command.signalGroup(number);
        else
            m_command.signal(number);
        wakeFor(number);
    }

    // A stopped command would not receive the signal. It may have stopped before we noticed.
    void wakeFor(int number)
    {
        if (number != SIGTSTP)
            m_command.signalAll(SIGCONT);
    }

    void end()
    {
        m_until.reset();
        if (m_keepRunning || m_ending || isOver())
            return;
        m_ending = SteadyClock::now();
        m_command.signalAll(SIGTERM);
        m_command.signalAll(SIGCONT);
        if (m_guardStopped) // the guard must report something
            ::kill(m_guardPid, SIGCONT);
    }

    // Waits until no process of the command is left. Once the command itself has ended, a process that cannot be ended (it may belong to
    // another user) is not waited for.
    void pursue()
    {
        constexpr auto grace = 5s;
        const bool none = lockcore::descendantsOf(::getpid()).empty();
        if (!none && SteadyClock::now() - *m_ending >= grace) {
            m_command.signalAll(SIGKILL);
            m_killed = m_killed.value_or(SteadyClock::now());
        }
        readSignals();
        const bool givesUp = m_killed && SteadyClock::now() - *m_killed >= 1s;
        if (m_status && (none || givesUp)) {
            m_ending.reset();
            tellEnded();
        }
    }

    const int m_guard;
    const pid_t m_guardPid;
    const std::vector<std::string> m_words;
    const sigset_t m_mask; ///< the original mask, which the command gets
    int m_signals = -1;
    RunningCommand m_command;
    std::optional<int> m_status;
    bool m_told = false; ///< the guard knows that the command has ended
    bool m_stopped = false;
    bool m_keepRunning = false;
    bool m_guardStopped = false; ///< stopped, or about to stop
    bool m_guardGone = false;
    GroupSignals m_groupSignals;
    std::optional<SteadyClock::time_point> m_askedToStop; ///< the time of SIGTSTP: the command may need some time to restore the screen
    std::optional<SteadyClock::time_point> m_until;
    std::optional<SteadyClock::time_point> m_ending; ///< the time when ending began
    std::optional<SteadyClock::time_point> m_killed;
};

} // namespace

void runCommandFor(int guard, pid_t guardPid, std::span<char *const> arguments, std::size_t command, const sigset_t &mask)
{
    std::vector<std::string> words(arguments.begin() + static_cast<std::ptrdiff_t>(command), arguments.end());
    // A signal to all processes called lockscope is meant for the guard, which passes it on. After `killall -STOP` or `-KILL`, the runner
    // must still be able to end the command, so it gets a different name.
    renameProcess(arguments, "lock-runner");
    Runner(guard, guardPid, std::move(words), mask).run();
    ::_exit(0);
}

} // namespace lockscope
