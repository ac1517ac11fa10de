// SPDX-License-Identifier: MIT
// Watches many sockets inside one Qt event loop: an epoll instance that Qt sees as one descriptor. Qt's own loop asks the kernel about
// every socket in every turn, so with hundreds of connections each command would become slow. Coroutines that wait for these sockets belong
// on the poller's own queue: they resume at once, and not after another turn of Qt's loop. Lives on the thread that created it. Outlives
// its watches and its coroutines.
#pragma once

#include "lockcore/base/ready_queue.h"
#include "lockcore/base/waiting.h"
#include "lockcore/process/file_descriptor.h"

#include <QObject>

#include <cstdint>
#include <span>
#include <vector>

class QSocketNotifier;
struct epoll_event;

namespace lockcore {

class Poller final : public QObject, public ReadyQueue
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(Poller)

public:
    class Watch
    {
    public:
        virtual void ready(std::uint32_t events) = 0; ///< EPOLLIN …; it may add and remove watches, itself included

    protected:
        ~Watch() = default;
    };

    explicit Poller(QObject *parent = nullptr);
    ~Poller() override;

    void add(int fd, std::uint32_t events, Watch &watch);
    void change(int fd, std::uint32_t events, Watch &watch);
    void remove(int fd, Watch &watch);

    /// Completes once everything that is readable now has been read.
    Waiting<void> nextRound();

protected:
    void wake() override;

private:
    void rounds();
    void runReady();
    void handleReady();

    FileDescriptor m_epoll;
    std::vector<epoll_event> m_ready;
    std::size_t m_handled = 0; ///< entries of m_ready that handleReady() has handled
    std::size_t m_count = 0;
    bool m_running = false;
    std::vector<Completion<void>> m_roundWaiters;
    std::unique_ptr<QSocketNotifier> m_notifier;
};

} // namespace lockcore
