// SPDX-License-Identifier: MIT
// The lockscope program as a user runs it, with its output and its exit. Runs it without those environment variables of this machine that
// lockscope would read.
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
    /// `endpoint`: the URL of its Unix socket becomes word number `at`; user and password are passed in a way that does not show them.
    LockscopeProcess(const QStringList &words, const Endpoint &endpoint, qsizetype at = 1);
    explicit LockscopeProcess(const QStringList &words, const QString &password = {});
    ~LockscopeProcess();
    LockscopeProcess(const LockscopeProcess &) = delete;
    LockscopeProcess &operator=(const LockscopeProcess &) = delete;

    /// Runs the event loop until the program has ended; false if it is still running after half a minute.
    bool waitEnd();
    bool waitFor(const std::function<bool()> &condition);
    void interrupt() { signal(SIGINT); }
    void signal(int number);
    void type(const QByteArray &bytes) { m_process.write(bytes); }
    void closeInput() { m_process.closeWriteChannel(); }

    /// The directory of its state, which contains the record of releases; not the machine's own.
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

/// What the program says about words that it refuses.
struct Refusal
{
    int exitCode = -1; ///< -1: it did not end
    QString sentence;  ///< its first line on standard error
};
Refusal refusalOf(const QStringList &words);

} // namespace lockcore::test
