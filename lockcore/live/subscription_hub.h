// SPDX-License-Identifier: MIT
// One server's messages for all workers of a process: one connection, opened when the first worker listens, and one SUBSCRIBE
// per channel for any number of listeners. When the connection breaks, every listener stops for good: it may have missed
// messages, and must subscribe again.
#pragma once

#include "lockcore/locks/context.h"
#include "lockcore/redis/connection.h"

namespace lockcore {

/// One worker's subscription to one channel. When it stops listening, it drops its pointer to the hub.
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
    void stop(); ///< the connection is lost

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

    /// Completes when the server has confirmed the subscription; after a failure, with a Listener whose listening() is false.
    Waiting<std::unique_ptr<Listener>> listen(Bytes channel);

    void stop(); ///< every listener stops; the next call of listen() connects again

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
