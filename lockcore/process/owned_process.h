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

    /// The errno if it failed. Not while one runs. Its group is its own, whatever `how` says.
    int start(StartProcess how);

    bool isRunning() const { return m_pid > 0; }
    pid_t pid() const { return m_pid; } ///< -1: it does not run

    void signalGroup(int number) const; ///< to all that is in its process group; nothing if it has ended
    void kill();                        ///< SIGKILL to its group, and returns when it is reaped; without ended()

    /// Has it ended, though the event loop has not seen that yet? Then it is reaped, and ended() is emitted, within this call.
    bool checkEnd();

signals:
    void ended(int status); ///< as of waitpid(); it is reaped, and may be started again

private:
    void reap();

    pid_t m_pid = -1;
    FileDescriptor m_death;
    std::unique_ptr<QSocketNotifier> m_notifier;
};

} // namespace lockcore
