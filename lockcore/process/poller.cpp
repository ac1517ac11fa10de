// SPDX-License-Identifier: MIT
#include "lockcore/process/poller.h"

#include <QSocketNotifier>

#include <sys/epoll.h>

#include <algorithm>
#include <utility>

namespace lockcore {

Poller::Poller(QObject *parent)
    : QObject(parent)
    , m_epoll(::epoll_create1(EPOLL_CLOEXEC))
    , m_ready(256)
{
    if (!m_epoll)
        qFatal("no epoll instance: out of file descriptors");
    m_notifier = std::make_unique<QSocketNotifier>(m_epoll.get(), QSocketNotifier::Read);
    connect(m_notifier.get(), &QSocketNotifier::activated, this, &Poller::rounds);
}

Poller::~Poller() = default;

void Poller::add(int fd, std::uint32_t events, Watch &watch)
{
    epoll_event event{events, {&watch}};
    ::epoll_ctl(m_epoll.get(), EPOLL_CTL_ADD, fd, &event);
}

void Poller::change(int fd, std::uint32_t events, Watch &watch)
{
    epoll_event event{events, {&watch}};
    ::epoll_ctl(m_epoll.get(), EPOLL_CTL_MOD, fd, &event);
}

void Poller::remove(int fd, Watch &watch)
{
    ::epoll_ctl(m_epoll.get(), EPOLL_CTL_DEL, fd, nullptr);
    for (auto i = m_handled; i < m_count; ++i) { // remove what the kernel has already reported for this watch
        if (m_ready[i].data.ptr == &watch)
            m_ready[i].data.ptr = nullptr;
    }
}

Waiting<void> Poller::nextRound()
{
    if (m_roundWaiters.empty())
        wake();
    return m_roundWaiters.emplace_back().waiting();
}

void Poller::rounds()
{
    if (std::exchange(m_running, true)) // a coroutine may run its own event loop, and so call this function again
        return;
    do {
        auto waiters = std::exchange(m_roundWaiters, {});
        handleReady();
        for (auto &waiter : waiters)
            waiter.complete();
        runReady();
    } while (!m_roundWaiters.empty());
    m_running = false;
}

// The last run() finds an empty queue. It makes the queue wake this poller again when a coroutine becomes ready.
void Poller::runReady()
{
    while (!empty())
        run();
    run();
}

void Poller::wake()
{
    if (!m_running)
        QMetaObject::invokeMethod(this, &Poller::rounds, Qt::QueuedConnection);
}

void Poller::handleReady()
{
    int n = 0;
    do {
        n = ::epoll_wait(m_epoll.get(), m_ready.data(), static_cast<int>(m_ready.size()), 0);
        m_count = static_cast<std::size_t>(std::max(n, 0));
        for (m_handled = 0; m_handled < m_count;) {
            const auto event = m_ready[m_handled++];
            if (event.data.ptr)
                static_cast<Watch *>(event.data.ptr)->ready(event.events);
        }
    } while (n == static_cast<int>(m_ready.size()));
}

} // namespace lockcore
