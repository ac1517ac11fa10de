// SPDX-License-Identifier: MIT
// A child process that ends with this object, with its whole process group. Its end arrives as a signal, from a pidfd: no
// SIGCHLD, no thread. Thread of the creator, which has an event loop and outlives the process (see StartProcess::diesWithUs).
#pragma once

#include "lockcore/process/file_descriptor.h"
#include "lockcore/process/start_process.h"

#include <QObject>

#include <memory>

class QSocketNotifier;

namespace lockcore {

class OwnedProcess final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(OwnedProcess)

public:
    explicit OwnedProcess(QObject *parent = nullptr);
    ~OwnedProcess() override; ///< kills and reaps it

    /// Returns 0, or the errno if it failed. Do not call it while a process runs. The process always gets its own group.
    int start(StartProcess how);

    bool isRunning() const { return m_pid > 0; }
    pid_t pid() const { return m_pid; } ///< -1: no process runs

    void signalGroup(int number) const; ///< to every process of its group; does nothing if the process has ended
    void kill();                        ///< sends SIGKILL to its group and reaps it before it returns; emits no ended()

    /// Has it ended without the event loop having noticed? Then this call reaps it and emits ended().
    bool checkEnd();

signals:
    void ended(int status); ///< the status from waitpid(); the process is reaped and may be started again

private:
    void reap();

    pid_t m_pid = -1;
    FileDescriptor m_death;
    std::unique_ptr<QSocketNotifier> m_notifier;
};

} // namespace lockcore
