// SPDX-License-Identifier: MIT
#include "app/demo/demo_actor.h"

#include "lockcore/redis/cluster_topology.h"

#include <csignal>

namespace lockscope {

using namespace lockcore;
using Ending = DemoRole::Ending;

namespace {

constexpr Milliseconds anyTime = std::chrono::hours(24 * 365); // a waiter waits as long as another worker holds the lock

// Acts like a machine that fails: no release, no message to the server.
void crash(DrivenWorker &worker)
{
    if (worker.process().isRunning())
        ::kill(worker.process().pid(), SIGKILL);
}

worker::Server addressOf(const Endpoint &server)
{
    worker::Server address{.url = toString(server), .password = server.password, .db = server.db};
    if (server.transport == Endpoint::Transport::Tcp) {
        address.host = server.host;
        address.port = server.port;
    }
    return address;
}

std::vector<worker::Server> addressesOf(const Endpoint &server)
{
    if (!server.cluster)
        return {addressOf(server)};
    std::vector<worker::Server> addresses;
    for (const auto &node : server.cluster->nodes)
        addresses.push_back(addressOf(endpointOf(node, server)));
    return addresses;
}

} // namespace

DemoActor::DemoActor(std::string_view key, DemoRole role, const Stage &stage)
    : m_key(key)
    , m_role(role)
    , m_stage(stage)
{ }

Task<void> DemoActor::play()
{
    for (;;) {
        DrivenWorker worker({m_stage.program, "worker", std::string(m_role.protocol)});
        ++m_incarnation;
        const auto server = co_await way(&worker);
        const auto refused = co_await worker.greet(hello(server));
        if (!refused)
            co_await live(&worker);
        worker.process().kill();
        co_await m_stage.clock.after(m_stage.restartPause);
    }
}

// The endpoint for the worker. A worker that must die between two commands gets a gate in front of its server.
Task<Endpoint> DemoActor::way(DrivenWorker *worker)
{
    m_trap.reset();
    if (m_role.ending != Ending::DiesBeforeLease)
        co_return m_role.overTcp ? m_stage.loopback : m_stage.server;
    m_trap = std::make_unique<DemoTrap>(m_stage.home ? m_stage.home(m_key) : m_stage.server, m_stage.clock, m_stage.poller);
    const std::function<void()> spring = [worker] { crash(*worker); };
    const auto gated = co_await m_trap->set("PEXPIRE", m_role.goodTurns, spring);
    co_return gated ? *gated : m_stage.server; // without the gate, the worker just does not die
}

worker::Hello DemoActor::hello(const Endpoint &server) const
{
    worker::Hello hello;
    hello.worker = std::string(m_role.name) + '@' + std::string(m_role.host);
    hello.incarnation = m_incarnation;
    hello.servers = addressesOf(server);
    hello.cluster = server.cluster.has_value();
    hello.options.defaultLease = m_role.lease;
    hello.options.retry = m_role.wait.interval;
    return hello;
}

Task<void> DemoActor::live(DrivenWorker *worker)
{
    co_await m_stage.clock.after(m_role.start);
    while (worker->process().isRunning()) {
        co_await turn(worker);
        const auto rest = between(m_role.rest);
        co_await m_stage.clock.after(rest);
    }
}

Task<void> DemoActor::turn(DrivenWorker *worker)
{
    const auto lock = drawnLock();
    if (co_await acquire(worker, lock))
        co_await workUnder(worker, lock);
}

// The worker does some work before every re-entry, and before each of them is released.
Task<void> DemoActor::workUnder(DrivenWorker *worker, std::string lock)
{
    const auto part = between(m_role.work) / (2 * m_role.reentries + 1);
    int holds = 1;
    for (int i = 0; i < m_role.reentries; ++i) {
        co_await m_stage.clock.after(part);
        const bool again = co_await acquire(worker, lock);
        holds += again ? 1 : 0;
    }
    while (holds-- > 0) {
        co_await m_stage.clock.after(part);
        if (m_role.ending == Ending::Dies)
            crash(*worker);
        co_await release(worker, lock);
    }
}

Task<bool> DemoActor::acquire(DrivenWorker *worker, std::string lock)
{
    const auto id = ++m_lastRequest;
    worker::Acquire request{id, lock};
    request.mode = m_role.mode;
    if (m_role.wait.kind == Wait::Kind::AtOnce)
        request.wait = Milliseconds(0);
    if (!m_role.renews)
        request.lease = m_role.lease;
    worker->send(request);
    const auto answer = co_await worker->answer(id, anyTime);
    co_return answer &&std::holds_alternative<worker::Ok>(*answer);
}

// A worker that lost its lock notices it only here, when it is too late.
Task<void> DemoActor::release(DrivenWorker *worker, std::string lock)
{
    const auto id = ++m_lastRequest;
    worker->send(worker::Release{id, lock, {}});
    (void)co_await worker->answer(id, anyTime);
}

std::string DemoActor::drawnLock()
{
    std::uniform_int_distribution number(10, 99); // the number of carts is limited to the two-digit numbers
    std::string lock = m_key;
    if (const auto star = lock.find('*'); star != lock.npos)
        lock.replace(star, 1, std::to_string(number(m_random)));
    return lock;
}

Milliseconds DemoActor::between(Span span)
{
    return Milliseconds(std::uniform_int_distribution(span.least.count(), span.most.count())(m_random));
}

} // namespace lockscope
