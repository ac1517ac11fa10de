// SPDX-License-Identifier: MIT
#include "lockcore/lab/servers/lab_cluster.h"

#include "lockcore/lab/resp/single_command.h"

namespace lockcore {

namespace {

constexpr Milliseconds formingLimit{15'000};
constexpr Milliseconds lookInterval{10};
constexpr int busOffset = 10'000;
const std::string loopback = "127.0.0.1";

std::size_t firstSlotOf(std::size_t node) { return node * slotCount / LabCluster::primaries; }

Args introduction(const LabServer &node)
{
    return {"CLUSTER", "MEET", loopback, std::to_string(node.port()), std::to_string(node.port() + busOffset)};
}

bool isWhole(const std::string &info)
{
    return lineOfInfo(info, "cluster_state:") == "ok" && lineOfInfo(info, "cluster_slots_assigned:") == std::to_string(slotCount)
           && lineOfInfo(info, "cluster_known_nodes:") == std::to_string(2 * LabCluster::primaries);
}

} // namespace

LabCluster::LabCluster(const std::vector<std::unique_ptr<RunServer>> &nodes, Operate operate, Clock &clock)
    : m_nodes(nodes)
    , m_operate(std::move(operate))
    , m_clock(clock)
{
    for (std::size_t node = 0; node < primaries; ++node) {
        for (auto slot = firstSlotOf(node); slot < firstSlotOf(node + 1); ++slot)
            m_owners[slot] = static_cast<std::uint8_t>(node);
    }
}

Endpoint LabCluster::endpoint() const
{
    Endpoint endpoint;
    endpoint.password = m_nodes.front()->endpoint().password;
    auto &seeds = endpoint.cluster.emplace();
    for (const auto &node : m_nodes) {
        const HostPort primary{loopback, node->redis().port()};
        seeds.nodes.push_back(primary);
        if (const int relay = node->relayPort(); relay != 0)
            seeds.reachable.push_back({{loopback, relay}, primary});
    }
    endpoint.host = loopback;
    endpoint.port = seeds.nodes.front().port;
    return endpoint;
}

GatePorts LabCluster::gates(const std::vector<int> &ports) const
{
    GatePorts gates;
    for (std::size_t node = 0; node < m_nodes.size(); ++node) {
        for (const int announced : m_nodes[node]->ports())
            gates[announced] = ports.at(node);
    }
    return gates;
}

Task<Result<void>> LabCluster::form()
{
    auto introducing = introduce();
    auto done = co_await introducing;
    if (done.ok()) {
        auto adding = addReplicas();
        done = co_await adding;
    }
    if (done.ok()) {
        auto waiting = waitUntilWhole();
        done = co_await waiting;
    }
    for (const auto &node : m_nodes) {
        if (!done)
            break;
        auto following = node->follow();
        done = co_await following;
    }
    co_return done;
}

// A replica reaches its primary through the relay, which the script can cut.
Task<Result<void>> LabCluster::introduce()
{
    for (std::size_t node = 0; node < m_nodes.size(); ++node) {
        Args adding{"CLUSTER", "ADDSLOTS"}; // ADDSLOTSRANGE is newer
        for (auto slot = firstSlotOf(node); slot < firstSlotOf(node + 1); ++slot)
            adding.push_back(std::to_string(slot));
        auto &server = m_nodes[node]->redis();
        std::vector<Args> commands;
        commands.push_back({"CLUSTER", "SET-CONFIG-EPOCH", std::to_string(node + 1)}); // else they need a while to agree
        commands.push_back({"CONFIG", "SET", "cluster-announce-port", std::to_string(m_nodes[node]->relayPort())});
        commands.push_back(std::move(adding));
        if (node > 0)
            commands.push_back(introduction(m_nodes.front()->redis()));
        for (auto &command : commands) {
            auto running = server.run(std::move(command));
            if (const auto ran = co_await running; !ran)
                co_return ran;
        }
        auto meeting = m_nodes[node]->replica()->run(introduction(m_nodes.front()->redis()));
        if (const auto met = co_await meeting; !met)
            co_return met;
    }
    co_return Result<void>();
}

// A replica can follow its primary as soon as it knows it.
Task<Result<void>> LabCluster::addReplicas()
{
    const auto end = m_clock.now() + formingLimit;
    for (std::size_t node = 0; node < m_nodes.size(); ++node) {
        auto asking = idOf(node);
        const auto id = co_await asking;
        if (!id)
            co_return id.error();
        for (;;) {
            Args words{"CLUSTER", "REPLICATE", *id};
            auto replicating = m_nodes[node]->replica()->run(std::move(words));
            const auto replicated = co_await replicating;
            if (replicated.ok())
                break;
            if (m_clock.now() >= end)
                co_return replicated;
            auto pause = m_clock.after(lookInterval);
            co_await pause;
        }
    }
    co_return Result<void>();
}

Task<Result<void>> LabCluster::waitUntilWhole()
{
    const auto end = m_clock.now() + formingLimit;
    for (const auto &node : m_nodes) {
        const std::array<LabServer *, 2> members{&node->redis(), node->replica()};
        for (auto *const member : members) {
            for (;;) {
                Args words{"CLUSTER", "INFO"};
                auto asking = member->command(std::move(words));
                const auto info = co_await asking;
                if (!info)
                    co_return info.error();
                if (isWhole(info->text))
                    break;
                if (m_clock.now() >= end)
                    co_return Error{ErrorKind::Timeout, "the Lab's servers did not become a cluster within 15 s", "cluster"};
                auto pause = m_clock.after(lookInterval);
                co_await pause;
            }
        }
    }
    co_return Result<void>();
}

Task<Result<std::string>> LabCluster::idOf(std::size_t node)
{
    Args words{"CLUSTER", "MYID"};
    auto asking = m_nodes[node]->redis().command(std::move(words));
    auto id = co_await asking;
    if (!id)
        co_return id.error();
    co_return std::move(id->text);
}

Task<Result<void>> LabCluster::beginMove(Bytes key)
{
    if (m_move)
        co_return Error{ErrorKind::Refused, "another slot is being moved", "slot"};
    const auto from = nodeOf(key), to = (from + 1) % m_nodes.size();
    m_move = Move{std::to_string(slotOf(key)), from, to};
    auto asking = idOf(from);
    const auto old = co_await asking;
    auto askingToo = idOf(to);
    const auto next = co_await askingToo;
    if (!old || !next)
        co_return old ? next.error() : old.error();
    Args import{"CLUSTER", "SETSLOT", m_move->slot, "IMPORTING", *old};
    auto importing = m_nodes[to]->redis().run(std::move(import));
    auto done = co_await importing;
    if (done.ok()) {
        Args migrate{"CLUSTER", "SETSLOT", m_move->slot, "MIGRATING", *next};
        auto migrating = m_nodes[from]->redis().run(std::move(migrate));
        done = co_await migrating;
    }
    if (done.ok()) {
        auto moving = moveKeys();
        done = co_await moving;
    }
    co_return done;
}

Task<Result<void>> LabCluster::moveKeys()
{
    auto &from = *m_nodes[m_move->from];
    auto &to = *m_nodes[m_move->to];
    for (;;) {
        Args words{"CLUSTER", "GETKEYSINSLOT", m_move->slot, "100"};
        auto asking = from.redis().command(std::move(words));
        const auto keys = co_await asking;
        if (!keys)
            co_return keys.error();
        if (keys->elements.empty())
            co_return Result<void>();
        Args migrate{"MIGRATE", loopback, std::to_string(to.redis().port()), "", "0", "5000", "AUTH", to.endpoint().password, "KEYS"};
        for (const auto &key : keys->elements)
            migrate.push_back(key.text);
        from.beginMove(to, {migrate.begin() + 9, migrate.end()});
        auto moving = m_operate(m_move->from, std::move(migrate));
        const auto moved = co_await moving;
        from.endMove();
        if (!moved)
            co_return moved.error();
        if (moved->isError())
            co_return moved->toError();
    }
}

// The new owner first: otherwise the old one would name it before it knows.
Task<Result<void>> LabCluster::endMove()
{
    if (!m_move)
        co_return Result<void>();
    auto asking = idOf(m_move->to);
    const auto id = co_await asking;
    if (!id)
        co_return id.error();
    const std::array<std::size_t, 2> nodes{m_move->to, m_move->from};
    for (const auto node : nodes) {
        Args words{"CLUSTER", "SETSLOT", m_move->slot, "NODE", *id};
        auto setting = m_nodes[node]->redis().run(std::move(words));
        if (const auto set = co_await setting; !set)
            co_return set;
    }
    m_owners[static_cast<std::size_t>(*parseInteger(m_move->slot))] = static_cast<std::uint8_t>(m_move->to);
    m_move.reset();
    co_return Result<void>();
}

} // namespace lockcore
