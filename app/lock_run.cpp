// SPDX-License-Identifier: MIT
#include "app/lock_run.h"

#include "app/arguments.h"
#include "app/command_runner.h"
#include "app/exit_codes.h"
#include "app/standard_output.h"
#include "lockcore/base/duration.h"
#include "ui/words/shown_text.h"

#include <QCoreApplication>

#include <cerrno>
#include <csignal>
#include <cstring>
#include <unistd.h>

namespace lockscope {

using namespace Qt::Literals::StringLiterals;
using lockcore::Acquired;
using lockcore::Error;
using lockcore::Released;
using lockcore::Task;

namespace {

struct RunWords
{
    Q_DECLARE_TR_FUNCTIONS(LockRunWords)
};

void say(const QString &sentence) { writeAll(STDERR_FILENO, u"lockscope: %1\n"_s.arg(sentence).toUtf8()); }

QString shownKey(const lockcore::Bytes &key) { return shownText(key, 80); }

lockcore::LiveServers::Options serverOptions(const LockOptions &options)
{
    lockcore::LiveServers::Options servers;
    servers.commandTimeout = options.timeout;
    return servers;
}

} // namespace

LockRun::LockRun(const LockOptions &options, ChildProcess &child)
    : m_options(options)
    , m_servers(options.endpoints, serverOptions(options), m_loop, m_clock)
    , m_context(m_servers, {})
    , m_child(child)
    , m_signals(signalsPassedOn)
    , m_guarding(m_loop)
    , m_running(m_loop)
{
    QObject::connect(&m_signals, &SignalPipe::caught, &m_signals, [this](int number) { caught(number); });
}

void LockRun::start() { m_running.start(run()); }

void LockRun::caught(int signalNumber)
{
    m_child.pass(signalNumber); // there is no command yet, or not any more: the runner knows
    if (m_phase == Phase::Running)
        return;
    if (signalNumber == SIGTSTP) {
        ChildProcess::stopOurselves(SIGTSTP);
    } else if (m_phase == Phase::Asking && !m_endedBy) {
        m_endedBy = signalNumber;
        m_lock->stopWaiting();
        say(RunWords::tr("No longer waiting for %1.").arg(shownKey(m_options.key)));
    } else if (m_phase != Phase::Releasing || m_endedBy || m_retrying) {
        endBy(signalNumber);
    }
}

void LockRun::endBy(int signalNumber)
{
    m_running.cancel();
    QCoreApplication::exit(exitBySignal + signalNumber);
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
        say(asSentence(made.error().text));
        co_return exitLockUsage;
    }
    m_lock = std::move(made).value();
    const auto opened = co_await m_servers.open();
    if (!opened.ok())
        co_return failed(opened.error());
    m_phase = Phase::Asking;
    const auto acquired = co_await m_lock->acquire(m_options.lease, m_options.wait);
    if (m_endedBy)
        co_return co_await endedBySignal(acquired);
    if (acquired.held())
        co_return co_await runCommand(acquired);
    co_return co_await notHeld(acquired);
}

int LockRun::failed(const Error &error) const
{
    say(sentenceOf(error));
    return exitNoServer;
}

// Leaves nothing behind: neither a grant that came late nor one that may have come.
Task<int> LockRun::endedBySignal(Acquired acquired)
{
    if (acquired.held() || acquired.kind == Acquired::Kind::Unknown)
        co_await release(false);
    co_return exitBySignal + *m_endedBy;
}

Task<int> LockRun::notHeld(Acquired acquired)
{
    const auto key = shownKey(m_options.key);
    if (acquired.kind == Acquired::Kind::Unknown) {
        say(RunWords::tr("The answer to the request for %1 was lost; the lock may be held until its lease ends.").arg(key));
        co_await release(false);
        co_return exitNoServer;
    }
    if (acquired.kind == Acquired::Kind::Failed)
        co_return failed(acquired.error);
    if (acquired.ttl)
        say(RunWords::tr("%1 was not free in time; its lease has %2 left.")
                .arg(key, QString::fromStdString(lockcore::durationText(*acquired.ttl))));
    else
        say(RunWords::tr("%1 was not free in time.").arg(key));
    co_return exitNotInTime;
}

Task<int> LockRun::runCommand(Acquired acquired)
{
    if (!m_lock->believed()) { // we were stopped while we asked
        tellLost(RunWords::tr("the command was not started"));
        co_await release(false);
        co_return exitLeaseLost;
    }
    const ChildProcess::Start how{acquired.fencingToken, m_lock->validUntil(), m_options.keepRunning};
    if (const int error = m_child.start(how); error != 0)
        co_return co_await notStarted(error);
    m_phase = Phase::Running;
    m_guarding.start(guard());
    const int code = co_await m_child.ended();
    m_signals.deliver(); // what ended the command may have come to us, too: it is not for what follows
    m_phase = Phase::Releasing;
    m_guarding.cancel();
    if (!m_leaseLost && !m_lock->believed()) { // the runner was faster than our guard
        m_leaseLost = true;
        tellLost(RunWords::tr("the command has ended"));
    }
    // If the lock is known to be lost, a release could only do harm.
    auto released = lockcore::Released::Kind::NotOwner;
    if (!m_leaseLost)
        released = co_await release(true);
    co_return released == lockcore::Released::Kind::NotOwner && !m_options.keepRunning ? exitLeaseLost : code;
}

Task<int> LockRun::notStarted(int error)
{
    say(RunWords::tr("%1 cannot be run: %2.")
            .arg(shownText(argumentBytes(m_options.command.front()), 80), QString::fromLocal8Bit(std::strerror(error))));
    co_await release(false);
    co_return error == ENOENT ? exitNotFound : exitNotExecutable;
}

// Ends when the worker has no reason any more to believe that it holds the lock.
Task<void> LockRun::guard()
{
    constexpr lockcore::Duration tick = std::chrono::milliseconds(50); // a renewal that finds the lock lost emits no signal here
    while (m_lock->believed()) {
        const auto until = m_lock->validUntil();
        if (until)
            m_child.holdsUntil(*until);
        co_await m_clock.after(until ? std::min(tick, *until - m_clock.now()) : tick);
    }
    m_leaseLost = true;
    if (m_options.keepRunning) {
        tellLost(RunWords::tr("the command goes on without it"));
    } else {
        tellLost(RunWords::tr("the command is being ended"));
        m_child.end();
    }
}

void LockRun::tellLost(const QString &consequence) const
{
    say(RunWords::tr("The lock %1 is lost; %2.").arg(shownKey(m_options.key), consequence));
}

// A lost connection may come back while there is something to release. After a signal nobody wants to wait for that.
Task<lockcore::Released::Kind> LockRun::release(bool hadRun)
{
    m_phase = Phase::Releasing;
    const auto soon = m_clock.now() + m_options.timeout;
    const auto leaseEnds = hadRun ? m_lock->validUntil() : std::nullopt;
    const auto retrying = [this] {
        m_retrying = true;
        say(RunWords::tr("The connection was lost before %1 was released; trying again while its lease lasts.")
                .arg(shownKey(m_options.key)));
    };
    auto releasing = releaseBefore(*m_lock, m_clock, leaseEnds.value_or(soon), retrying);
    const auto last = co_await releasing;
    const bool open = last.released.kind == Released::Kind::Unknown || last.released.kind == Released::Kind::Failed;
    if (open && leaseEnds && m_clock.now() >= *leaseEnds)
        say(RunWords::tr("The release of %1 was not confirmed before its lease ran out. %2")
                .arg(shownKey(m_options.key), sentenceOf(last.released.error)));
    else
        tell(last, hadRun);
    co_return last.released.kind;
}

QString LockRun::sentenceOf(const Error &error) const { return errorSentence(error, m_options.endpoints.front(), m_options.timeout); }

void LockRun::tell(const LastRelease &last, bool hadRun) const
{
    const auto &released = last.released;
    const auto key = shownKey(m_options.key);
    switch (released.kind) {
    case Released::Kind::Done:
    case Released::Kind::StillHeld:
        if (last.wasUnknown)
            say(RunWords::tr("The answer to the release of %1 was lost; the lock is not ours any more.").arg(key));
        break;
    case Released::Kind::NotOwner:
        if (hadRun)
            say(RunWords::tr("At the release, the lock %1 was no longer ours; somebody else may have worked at the same time.").arg(key));
        break;
    case Released::Kind::Unknown:
        say(RunWords::tr("The lock %1 may or may not be released; its lease may have to run out. %2").arg(key, sentenceOf(released.error)));
        break;
    case Released::Kind::Failed:
        say(RunWords::tr("The lock %1 was not released; its lease has to run out. %2").arg(key, sentenceOf(released.error)));
    }
}

} // namespace lockscope
