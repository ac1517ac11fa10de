// SPDX-License-Identifier: MIT
#include "lockcore/live/subscription_hub.h"

namespace lockcore {

Listener::Listener(SubscriptionHub &hub, Bytes channel)
    : m_hub(&hub)
    , m_channel(std::move(channel))
    , m_clock(hub.m_clock)
    , m_timer(hub.m_loop)
{ }

Listener::~Listener()
{
    if (m_hub)
        m_hub->leave(*this);
}

Waiting<std::optional<Message>> Listener::next(Milliseconds most)
{
    Completion<std::optional<Message>> reader;
    auto waiting = reader.waiting();
    m_timer.cancel();
    m_reader.reset();
    if (!m_messages.empty()) {
        reader.complete(std::move(m_messages.front()));
        m_messages.pop_front();
    } else if (!listening()) {
        reader.complete(std::nullopt);
    } else {
        m_reader = std::move(reader);
        m_timer.start(giveUp(most));
    }
    return waiting;
}

Task<void> Listener::giveUp(Milliseconds most)
{
    co_await m_clock.after(most);
    if (auto reader = std::exchange(m_reader, std::nullopt))
        reader->complete(std::nullopt);
}

void Listener::deliver(const Message &message)
{
    constexpr std::size_t most = 1000; // each message only means "try again", so the oldest can be dropped
    if (auto reader = std::exchange(m_reader, std::nullopt); reader && !reader->abandoned()) {
        m_timer.cancel();
        reader->complete(message);
        return;
    }
    if (m_messages.size() == most)
        m_messages.pop_front();
    m_messages.push_back(message);
}

void Listener::stop()
{
    m_hub = nullptr;
    m_timer.cancel();
    if (auto reader = std::exchange(m_reader, std::nullopt))
        reader->complete(std::nullopt);
}

SubscriptionHub::SubscriptionHub(Endpoint endpoint, ConnectionOptions options, EventLoop &loop, Clock &clock)
    : m_loop(loop)
    , m_clock(clock)
    , m_connection(std::move(endpoint), std::move(options), loop, clock)
    , m_scope(loop)
{
    QObject::connect(&m_connection, &Connection::pushed, &m_connection, [this](const Reply &push) { dispatch(push); });
    QObject::connect(&m_connection, &Connection::lost, &m_connection, [this] { stopAll(); });
}

SubscriptionHub::~SubscriptionHub()
{
    m_scope.cancel();
    stopAll();
}

Waiting<std::unique_ptr<Listener>> SubscriptionHub::listen(Bytes channel)
{
    Completion<std::unique_ptr<Listener>> done;
    auto waiting = done.waiting();
    auto listener = std::make_unique<Listener>(*this, std::move(channel));
    auto &listeners = m_channels[listener->m_channel];
    listeners.listeners.push_back(listener.get());
    if (listeners.confirmed) {
        listener->m_confirmed = true;
        done.complete(std::move(listener));
    } else {
        m_scope.start(subscribe(std::move(listener), std::move(done)));
    }
    return waiting;
}

Task<void> SubscriptionHub::subscribe(std::unique_ptr<Listener> listener, Completion<std::unique_ptr<Listener>> done)
{
    const auto state = m_connection.state();
    if (state == Connection::State::Closed || state == Connection::State::Connecting)
        co_await whenOpened();
    if (!done.abandoned() && listener->m_hub && m_connection.state() == Connection::State::Open) {
        // Each listener sends SUBSCRIBE until one is confirmed. A second SUBSCRIBE does no harm, and one listener that is abandoned does
        // not end another's.
        const auto reply = co_await m_connection.command("SUBSCRIBE", listener->m_channel);
        if (listener->m_hub && reply.ok() && reply->isArray()) {
            listener->m_confirmed = true;
            m_channels[listener->m_channel].confirmed = true;
        }
    }
    done.complete(std::move(listener));
}

Waiting<void> SubscriptionHub::whenOpened()
{
    if (m_openWaiters.empty())
        m_scope.start(open());
    return m_openWaiters.emplace_back().waiting();
}

Task<void> SubscriptionHub::open()
{
    const auto opened = co_await m_connection.open();
    for (auto &waiter : std::exchange(m_openWaiters, {}))
        waiter.complete();
}

void SubscriptionHub::leave(Listener &listener)
{
    const auto channel = m_channels.find(listener.m_channel);
    if (channel == m_channels.end())
        return;
    std::erase(channel->second.listeners, &listener);
    if (!channel->second.listeners.empty())
        return;
    m_channels.erase(channel);
    if (m_connection.state() == Connection::State::Open)
        m_scope.start(unsubscribe(listener.m_channel));
}

// Waits for the answer, because an abandoned command is not sent.
Task<void> SubscriptionHub::unsubscribe(Bytes channel)
{
    if (!m_channels.contains(channel)) // a new listener may have come before this task started
        [[maybe_unused]]
        const auto reply = co_await m_connection.command("UNSUBSCRIBE", channel);
}

void SubscriptionHub::dispatch(const Reply &push)
{
    if (push.elements.size() != 3 || push.elements[0].text != "message")
        return;
    const auto channel = m_channels.find(push.elements[1].text);
    if (channel == m_channels.end())
        return;
    const Message message{push.elements[1].text, push.elements[2].text};
    for (auto *listener : channel->second.listeners)
        listener->deliver(message);
}

void SubscriptionHub::stop()
{
    m_connection.close();
    stopAll();
}

void SubscriptionHub::stopAll()
{
    for (auto &[name, channel] : std::exchange(m_channels, {})) {
        for (auto *listener : channel.listeners)
            listener->stop();
    }
}

} // namespace lockcore
