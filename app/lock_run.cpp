// SPDX-License-Identifier: MIT
#include "app/lock_run.h"

#include "app/exit_codes.h"
#include "app/standard_output.h"
#include "base/duration.h"
#include "words/shown_text.h"

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

void say(const QString &sentence)
{
    writeAll(STDERR_FILENO, u"lockscope: %1\n"_s.arg(sentence).toUtf8());
}

QString shownKey(const lockcore::Bytes &key)
{
    return shownText(key, 80);
}

lockcore::LiveServers::Options serverOptions(const LockOptions &options)
{
    lockcore::LiveServers::Options servers;
    servers.commandTimeout = options.timeout;
    return servers;
}

} // namespace

LockRun::LockRun(const LockOptions &options)
    : m_options(options), m_servers(options.endpoints, serverOptions(options), m_loop, m_clock),
      m_context(m_servers, {}), m_guarding(m_loop), m_running(m_loop)
{
}

void LockRun::start()
{
    m_running.start(run());
}

void LockRun::caught(int signalNumber)
{
    if (signalNumber == SIGCHLD) {
        m_child.childChanged();
    } else if (m_child.started()) {
        m_child.signal(signalNumber);
    } else if (m_asked && !m_endedBy) {
        m_endedBy = signalNumber;
        m_lock->stopWaiting();
        say(RunWords::tr("Not waiting for %1 any longer.").arg(shownKey(m_options.key)));
    } else {
        m_running.cancel();
        QCoreApplication::exit(exitBySignal + signalNumber);
    }
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
    m_asked = true;
    const auto acquired = co_await m_lock->acquire(m_options.lease, m_options.wait);
    if (m_endedBy)
        co_return co_await endedBySignal(acquired);
    if (acquired.held())
        co_return co_await runCommand(acquired);
    co_return co_await notHeld(acquired);
}

int LockRun::failed(const Error &error) const
{
    say(errorSentence(error, m_options.endpoints.front(), m_options.timeout));
    return exitNoServer;
}

// Nothing may be left behind: neither a grant that came late nor one that may have come.
Task<int> LockRun::endedBySignal(Acquired acquired)
{
    if (acquired.held() || acquired.kind == Acquired::Kind::Unknown)
        co_await release();
    co_return exitBySignal + *m_endedBy;
}

Task<int> LockRun::notHeld(Acquired acquired)
{
    const auto key = shownKey(m_options.key);
    if (acquired.kind == Acquired::Kind::Unknown) {
        say(RunWords::tr("The answer to the request for %1 was lost; the lock may be held until its lease ends.").arg(key));
        co_await release();
        co_return exitNoServer;
    }
    if (acquired.kind == Acquired::Kind::Failed)
        co_return failed(acquired.error);
    if (acquired.ttl)
        say(RunWords::tr("%1 did not become free in time; its lease has %2 left.").arg(key, QString::fromStdString(lockcore::durationText(*acquired.ttl))));
    else
        say(RunWords::tr("%1 did not become free in time.").arg(key));
    co_return exitNotInTime;
}

Task<int> LockRun::runCommand(Acquired acquired)
{
    qunsetenv("LOCKSCOPE_FENCING_TOKEN"); // of a lock around ours
    if (acquired.fencingToken)
        qputenv("LOCKSCOPE_FENCING_TOKEN", QByteArray::number(static_cast<qlonglong>(*acquired.fencingToken)));
    if (const int error = m_child.start(m_options.command); error != 0) {
        say(RunWords::tr("%1 cannot be run: %2.").arg(shownText(m_options.command.front().toStdString(), 80), QString::fromLocal8Bit(std::strerror(error))));
        co_await release();
        co_return error == ENOENT ? exitNotFound : exitNotExecutable;
    }
    m_guarding.start(guard());
    const int code = co_await m_child.ended();
    if (m_leaseLost && !m_options.keepRunning) {
        co_await m_guarding.whenIdle(); // it ends what the command had started, too
        co_return exitLeaseLost;
    }
    m_guarding.cancel();
    // Where we know that it is no longer ours, a release could only do harm.
    if (!m_leaseLost)
        co_await release();
    co_return code;
}

// Ends with the command, or when the worker has no reason any more to believe that it holds the lock.
Task<void> LockRun::guard()
{
    constexpr lockcore::Duration tick = std::chrono::milliseconds(50); // a renewal that finds it lost is no event of ours
    while (m_lock->believed()) {
        const auto until = m_lock->validUntil();
        co_await m_clock.after(until ? std::min(tick, *until - m_clock.now()) : tick);
    }
    m_leaseLost = true;
    const auto key = shownKey(m_options.key);
    if (m_options.keepRunning) {
        say(RunWords::tr("The lock %1 is lost; the command goes on without it.").arg(key));
        co_return;
    }
    say(RunWords::tr("The lock %1 is lost; the command is being ended.").arg(key));
    co_await endCommand();
}

Task<void> LockRun::endCommand()
{
    constexpr lockcore::Duration grace = std::chrono::seconds(5);
    constexpr lockcore::Duration tick = std::chrono::milliseconds(20);
    const auto end = m_clock.now() + grace;
    m_child.signal(SIGTERM);
    m_child.signal(SIGCONT); // one that is stopped would not hear of it
    while (m_child.groupLives() && m_clock.now() < end)
        co_await m_clock.after(tick);
    m_child.signal(SIGKILL);
}

Task<void> LockRun::release()
{
    const auto released = co_await m_lock->release();
    const auto key = shownKey(m_options.key);
    switch (released.kind) {
    case Released::Kind::Done:
    case Released::Kind::StillHeld: break;
    case Released::Kind::NotOwner:
        say(RunWords::tr("When it was to be released the lock %1 was not ours any more; somebody else may have worked at the same time.").arg(key));
        break;
    case Released::Kind::Unknown:
    case Released::Kind::Failed:
        say(RunWords::tr("Whether the lock %1 was released is not known; its lease may have to run out. %2")
                .arg(key, errorSentence(released.error, m_options.endpoints.front(), m_options.timeout)));
    }
}

} // namespace lockscope
