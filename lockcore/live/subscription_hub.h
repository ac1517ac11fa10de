// SPDX-License-Identifier: MIT
// One server's messages for all workers of a process: one connection, opened when the first worker listens, one SUBSCRIBE
// per channel however many listen to it. When the connection breaks, all that listened have stopped for good: they may have
// missed something, and subscribe anew.
#pragma once

#include "locks/context.h"
#include "redis/connection.h"

namespace lockcore {

/// One worker's ear at one channel. Knows no hub any more once it has stopped listening.
class Listener final
{
public:
    Listener(class SubscriptionHub &hub, Bytes channel);
    ~Listener();
    Listener(const Listener &) = delete;
    Listener &operator=(const Listener &) = delete;

    bool listening() const { return m_confirmed && m_hub; }
    Waiting<std::optional<Message>> next(Milliseconds most);

private:
    friend class SubscriptionHub;
    Task<void> giveUp(Milliseconds most);
    void deliver(const Message &message);
    void stop(); ///< the connection has gone

    SubscriptionHub *m_hub;
    const Bytes m_channel;
    bool m_confirmed = false;
    std::deque<Message> m_messages;
    std::optional<Completion<std::optional<Message>>> m_reader;
    Clock &m_clock;
    Scope m_timer;
};

class SubscriptionHub final
{
public:
    SubscriptionHub(Endpoint endpoint, ConnectionOptions options, EventLoop &loop, Clock &clock);
    ~SubscriptionHub();

    /// Completes when the server has confirmed it, or with a Listener that does not listen.
    Waiting<std::unique_ptr<Listener>> listen(Bytes channel);

private:
    friend class Listener;
    struct Channel
    {
        std::vector<Listener *> listeners;
        bool confirmed = false;
    };

    Task<void> open();
    Waiting<void> whenOpened();
    Task<void> subscribe(std::unique_ptr<Listener> listener, Completion<std::unique_ptr<Listener>> done);
    Task<void> unsubscribe(Bytes channel);
    void leave(Listener &listener);
    void dispatch(const Reply &push);
    void stopAll();

    EventLoop &m_loop;
    Clock &m_clock;
    Connection m_connection;
    std::map<Bytes, Channel> m_channels;
    std::vector<Completion<void>> m_openWaiters;
    Scope m_scope;
};

} // namespace lockcore
