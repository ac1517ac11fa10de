// SPDX-License-Identifier: MIT
#include "app/lock/lock_run.h"

#include "app/command/exit_codes.h"
#include "app/lock/command_runner.h"
#include "app/lock/lock_asking.h"
#include "ui/words/tr.h"

#include <QCoreApplication>

#include <cerrno>
#include <csignal>

namespace lockscope {

using lockcore::Acquired;
using lockcore::Error;
using lockcore::Released;
using lockcore::Task;

namespace {

lockcore::LiveServers::Options serverOptions(const LockOptions &options)
{
    lockcore::LiveServers::Options servers;
    servers.commandTimeout = options.timeout;
    return servers;
}

} // namespace

LockRun::LockRun(const LockOptions &options, ChildProcess &child)
    : m_options(options)
    , m_sentences(m_options)
    , m_servers(options.endpoints, serverOptions(options), m_loop, m_clock)
    , m_context(m_servers, {})
    , m_child(child)
    , m_signals(signalsPassedOn)
    , m_looking(m_loop)
    , m_guarding(m_loop)
    , m_running(m_loop)
{
    QObject::connect(&m_signals, &SignalPipe::caught, &m_signals, [this](int number) { caught(number); });
    QObject::connect(&m_servers, &lockcore::LiveServers::failedOver, &m_servers, [this](const lockcore::HostPort &primary) {
        m_looking.cancel();
        if (m_phase == Phase::Running && !m_leaseLost)
            m_looking.start(lookAfterFailover(primary));
    });
}

int LockRun::exec()
{
    m_running.start(run());
    const int code = QCoreApplication::exec();
    m_phase = Phase::Over;
    m_signals.deliver(); // a signal may have come together with the answer to the release
    return m_endedBy ? exitBySignal + *m_endedBy : code;
}

void LockRun::caught(int signalNumber)
{
    m_child.pass(signalNumber); // without a command, the runner ignores it
    if (m_phase == Phase::Running)
        return;
    if (signalNumber == SIGTSTP)
        return ChildProcess::stopOurselves(SIGTSTP);
    if (m_phase == Phase::Over) {
        m_endedBy = m_endedBy.value_or(signalNumber);
        return;
    }
    if (m_endedBy) {
        constexpr auto patience = std::chrono::seconds(2); // closing a terminal sends two signals, and so does `timeout`
        if (m_clock.now() - m_endedAt >= patience)
            endBy(signalNumber);
        return;
    }
    if (m_phase == Phase::Connecting || m_retrying)
        return endBy(signalNumber);
    m_endedBy = signalNumber;
    m_endedAt = m_clock.now();
    if (m_phase == Phase::Asking) {
        m_lock->stopWaiting();
        m_sentences.waitsNoLonger();
    }
}

void LockRun::endBy(int signalNumber)
{
    m_endedBy = signalNumber;
    m_running.cancel();
    QCoreApplication::exit();
}

Task<void> LockRun::run()
{
    const int code = co_await exitCode();
    QCoreApplication::exit(code);
}

Task<int> LockRun::exitCode()
{
    auto made = m_options.protocol->make(m_context, m_options.key, m_options.protocolOptions);
    if (!made) {
        m_sentences.refused(made.error());
        co_return exitLockUsage;
    }
    m_lock = std::move(made).value();
    const auto opened = co_await m_servers.open();
    if (!opened.ok())
        co_return failed(opened.error());
    m_phase = Phase::Asking;
    auto asking = ask();
    const auto acquired = co_await asking;
    if (m_endedBy)
        co_return co_await endedBySignal(acquired);
    if (acquired.held())
        co_return co_await runCommand(acquired);
    co_return co_await notHeld(acquired);
}

int LockRun::failed(const Error &error) const
{
    m_sentences.noServer(error);
    return exitNoServer;
}

Task<Acquired> LockRun::ask()
{
    LockRequest request;
    request.lease = m_options.lease;
    request.wait = m_options.wait;
    request.releasesSafely = m_options.protocol->sound;
    request.withdrawn = [this] { return m_endedBy.has_value(); };
    request.interrupted = [this] { m_sentences.asksAgain(); };
    return acquireThroughLosses(*m_lock, m_clock, std::move(request));
}

// Leaves no lock behind, not even one whose grant comes late or is uncertain.
Task<int> LockRun::endedBySignal(Acquired acquired)
{
    if (acquired.held() || acquired.kind == Acquired::Kind::Unknown)
        co_await release(false);
    co_return exitBySignal + *m_endedBy;
}

Task<int> LockRun::notHeld(Acquired acquired)
{
    if (acquired.kind == Acquired::Kind::Failed)
        co_return failed(acquired.error);
    if (acquired.kind == Acquired::Kind::NotFree) {
        m_sentences.notInTime(acquired);
        co_return exitNotInTime;
    }
    m_sentences.perhapsGranted(acquired);
    const auto released = co_await release(false);
    const bool open = released == Released::Kind::Unknown || released == Released::Kind::Failed;
    if (open && acquired.error.kind == lockcore::ErrorKind::Server)
        m_sentences.stillPerhapsGranted();
    co_return exitNoServer;
}

Task<int> LockRun::runCommand(Acquired acquired)
{
    if (!m_lock->believed()) { // the lease ended while this process was stopped
        m_sentences.lost(Words::tr("the command was not started"));
        co_await release(false);
        co_return exitLeaseLost;
    }
    const ChildProcess::Start how{acquired.fencingToken, m_lock->validUntil(), m_options.keepRunning};
    if (const int error = m_child.start(how); error != 0)
        co_return co_await notStarted(error);
    m_phase = Phase::Running;
    m_guarding.start(guard());
    const int code = co_await m_child.ended();
    m_signals.deliver(); // the signal that ended the command may have come to us, too; it must not affect the release
    m_phase = Phase::Releasing;
    m_looking.cancel();
    m_guarding.cancel();
    if (!m_leaseLost && !m_lock->believed()) { // the runner noticed the loss before our own check
        m_leaseLost = true;
        m_sentences.lost(Words::tr("the command has ended"));
    }
    // If the lock is known to be lost, a release can only do harm.
    auto released = lockcore::Released::Kind::NotOwner;
    if (!m_leaseLost)
        released = co_await release(true);
    co_return released == lockcore::Released::Kind::NotOwner && !m_options.keepRunning ? exitLeaseLost : code;
}

Task<int> LockRun::notStarted(int error)
{
    m_sentences.notStarted(error);
    co_await release(false);
    co_return error == ENOENT ? exitNotFound : exitNotExecutable;
}

// Ends when the worker has no reason any more to believe that it holds the lock.
Task<void> LockRun::guard()
{
    constexpr lockcore::Duration tick = std::chrono::milliseconds(50); // poll, because not every lost lock emits a signal here
    while (m_lock->believed() && !m_missing) {
        const auto until = m_lock->validUntil();
        if (until)
            m_child.holdsUntil(*until);
        co_await m_clock.after(until ? std::min(tick, *until - m_clock.now()) : tick);
    }
    m_leaseLost = true;
    if (m_options.keepRunning) {
        m_sentences.lost(Words::tr("the command continues without it"));
    } else {
        m_child.end();
        m_sentences.lost(Words::tr("the command is being ended"));
    }
}

// The new primary has only what the old one had passed on to it. Ends with the command.
Task<void> LockRun::lookAfterFailover(lockcore::HostPort primary)
{
    constexpr lockcore::Duration pause = std::chrono::milliseconds(200);
    for (bool first = true; !m_leaseLost; first = false) {
        const auto possession = co_await m_lock->isHeld();
        if (m_leaseLost)
            co_return;
        if (possession.kind == lockcore::Possession::Kind::Ours) {
            m_sentences.survived(primary);
            co_return;
        }
        if (possession.kind != lockcore::Possession::Kind::Unknown) {
            m_sentences.missing(primary);
            m_missing = true;
            co_return;
        }
        if (first)
            m_sentences.perhapsMissing(primary);
        co_await m_clock.after(pause);
    }
}

// A lost connection may come back in time for the release. After a signal, the user does not want to wait for that.
Task<lockcore::Released::Kind> LockRun::release(bool hadRun)
{
    m_phase = Phase::Releasing;
    const auto soon = m_clock.now() + m_options.timeout;
    const auto leaseEnds = hadRun ? m_lock->validUntil() : std::nullopt;
    const auto goesOn = [this, hadRun] {
        if (hadRun && m_endedBy)
            return false;
        if (!std::exchange(m_retrying, true))
            m_sentences.releasesAgain();
        return true;
    };
    auto releasing = releaseBefore(*m_lock, m_clock, leaseEnds.value_or(soon), goesOn);
    const auto last = co_await releasing;
    const bool open = last.released.kind == Released::Kind::Unknown || last.released.kind == Released::Kind::Failed;
    if (open && leaseEnds && m_clock.now() >= *leaseEnds)
        m_sentences.leaseRanOut(last);
    else
        m_sentences.released(last, hadRun);
    co_return last.released.kind;
}

} // namespace lockscope
