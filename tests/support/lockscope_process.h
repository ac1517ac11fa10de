// SPDX-License-Identifier: MIT
// The lockscope program as a person would run it, with what it wrote and how it ended. No environment variable of the
// machine's reaches it that it reads.
#pragma once

#include "lockcore/redis/endpoint.h"

#include <QProcess>
#include <QTemporaryDir>

#include <csignal>
#include <functional>

namespace lockcore::test {

class LockscopeProcess final
{
public:
    /// `endpoint`: a Unix socket's, put in as the word `at`; its user and password go the way that does not show them.
    LockscopeProcess(const QStringList &words, const Endpoint &endpoint, qsizetype at = 1);
    explicit LockscopeProcess(const QStringList &words, const QString &password = {});
    ~LockscopeProcess();
    LockscopeProcess(const LockscopeProcess &) = delete;
    LockscopeProcess &operator=(const LockscopeProcess &) = delete;

    /// Runs the event loop until it has ended; false if it does not within half a minute.
    bool waitEnd();
    bool waitFor(const std::function<bool()> &condition);
    void interrupt() { signal(SIGINT); }
    void signal(int number);
    void type(const QByteArray &bytes) { m_process.write(bytes); }

    /// Its state, the record of releases, goes there and not to the machine's.
    QString stateDirectory() const { return m_state.path(); }

    int exitCode() const { return m_process.exitCode(); }
    bool crashed() const { return m_process.exitStatus() != QProcess::NormalExit; }
    const QByteArray &out() const { return m_out; }
    const QByteArray &err() const { return m_err; }
    qint64 pid() const { return m_process.processId(); }

private:
    void start(const QStringList &words, const QString &password);

    QTemporaryDir m_state;
    QProcess m_process;
    QByteArray m_out;
    QByteArray m_err;
};

} // namespace lockcore::test
