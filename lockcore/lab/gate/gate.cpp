// SPDX-License-Identifier: MIT
#include "lockcore/lab/gate/gate.h"

#include "lockcore/lab/gate/gate_link.h"
#include "lockcore/lab/resp/byte_stream.h"

#include <algorithm>
#include <cerrno>
#include <system_error>

#include <sys/epoll.h>

namespace lockcore {

Gate::Gate(GatedServer &server, GateOptions options)
    : m_server(&server)
    , m_options(options)
    , m_random(options.seed)
{ }

Gate::~Gate()
{
    if (m_listener)
        m_server->m_poller.remove(m_listener.get(), *this);
}

Result<int> Gate::listen()
{
    m_listener = listenOnLoopback(m_port);
    if (!m_listener)
        return Error{ErrorKind::Transport, "cannot listen on 127.0.0.1: " + std::generic_category().message(errno), "listen"};
    m_server->m_poller.add(m_listener.get(), EPOLLIN, *this);
    return m_port;
}

Result<void> Gate::listenAt(const std::string &path)
{
    m_listener = listenOnUnixSocket(path);
    if (!m_listener)
        return Error{ErrorKind::Transport, "cannot listen on " + path + ": " + std::generic_category().message(errno), "listen"};
    m_server->m_poller.add(m_listener.get(), EPOLLIN, *this);
    return {};
}

void Gate::ready(std::uint32_t)
{
    while (auto socket = acceptFrom(m_listener.get()))
        m_links.push_back(std::make_unique<GateLink>(*this, *m_server, std::move(socket), ++m_connections));
}

bool Gate::release(std::int64_t request, Passage passage)
{
    auto held = m_held.extract(request);
    if (held)
        held.mapped().complete(passage);
    return !held.empty();
}

Waiting<Gate::Passage> Gate::hold(std::int64_t request)
{
    return m_held.insert_or_assign(request, Completion<Passage>()).first->second.waiting();
}

Waiting<void> Gate::requestsFlow() { return m_requests.flow(); }

Waiting<void> Gate::repliesFlow() { return m_replies.flow(); }

void Gate::setFlow(bool requests, bool replies)
{
    m_requests.set(requests);
    m_replies.set(replies);
}

Waiting<void> Gate::Direction::flow()
{
    auto waiting = waiters.emplace_back().waiting();
    set(flows);
    return waiting;
}

void Gate::Direction::set(bool on)
{
    flows = on;
    if (!on)
        return;
    for (auto &waiter : std::exchange(waiters, {}))
        waiter.complete();
}

Milliseconds Gate::jittered(const GateFault &fault)
{
    std::uniform_int_distribution<Milliseconds::rep> jitter(-fault.jitter.count(), fault.jitter.count());
    return std::max(Milliseconds(0), fault.delay + Milliseconds(jitter(m_random)));
}

void Gate::reset()
{
    for (const auto &link : m_links)
        link->resetClient();
}

void Gate::resetDamaged()
{
    for (const auto &link : m_links) {
        if (link->lacksSomething())
            link->resetClient();
    }
}

void Gate::leadTo(GatedServer &server)
{
    reset();
    if (m_listener) {
        m_server->m_poller.remove(m_listener.get(), *this);
        server.m_poller.add(m_listener.get(), EPOLLIN, *this);
    }
    m_server = &server;
}

void Gate::end()
{
    if (m_listener)
        m_server->m_poller.remove(m_listener.get(), *this);
    m_listener.close();
    m_ending = true;
    while (!m_held.empty())
        release(m_held.begin()->first, Passage::Lose);
    setFlow(true, true);
    reset();
    QMetaObject::invokeMethod(this, &Gate::endIfIdle, Qt::QueuedConnection);
}

// Called by the link's own coroutine.
void Gate::remove(GateLink &link)
{
    QMetaObject::invokeMethod(
        this,
        [this, &link] {
            std::erase_if(m_links, [&](const auto &other) { return other.get() == &link; });
            endIfIdle();
        },
        Qt::QueuedConnection);
}

void Gate::endIfIdle()
{
    if (m_ending && m_links.empty()) {
        m_ending = false;
        emit ended();
    }
}

} // namespace lockcore
