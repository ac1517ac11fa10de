// SPDX-License-Identifier: MIT
#include "support/cluster_partition.h"

#include "support/eventually.h"

#include <algorithm>

namespace lockcore::test {

namespace {

void set(RedisServer &node, const char *option, const std::string &value)
{
    if (const auto reply = node.command({"CONFIG", "SET", option, value}); reply.isError())
        qFatal("CONFIG SET %s: %s", option, reply.text.c_str());
}

// "id 127.0.0.1:7000@17000 myself,master …"
quint16 busOf(RedisServer &node)
{
    const auto nodes = node.command({"CLUSTER", "NODES"}).text;
    const auto myself = nodes.find("myself");
    const auto at = nodes.rfind('@', myself);
    return static_cast<quint16>(std::stoi(nodes.substr(at + 1)));
}

} // namespace

ClusterPartition::ClusterPartition(RedisCluster &cluster)
{
    auto servers = cluster.servers();
    m_gates.resize(servers.size());
    for (std::size_t i = 0; i < servers.size(); ++i) {
        auto &gate = m_gates[i];
        gate.node = servers[i];
        gate.source = QStringLiteral("127.0.0.%1").arg(20 + i);
        gate.bus = busOf(*servers[i]);
        gate.server = std::make_unique<QTcpServer>();
        QObject::connect(gate.server.get(), &QTcpServer::newConnection, gate.server.get(), [this, i] { accept(m_gates[i]); });
        if (!gate.server->listen(QHostAddress::LocalHost))
            qFatal("no gate: %s", qPrintable(gate.server->errorString()));
        set(*servers[i], "cluster-announce-ip", "127.0.0.1"); // otherwise the others take the source for it
        set(*servers[i], "bind-source-addr", gate.source.toStdString());
    }
    for (std::size_t i = 0; i < servers.size(); ++i)
        set(*servers[i], "cluster-announce-bus-port", std::to_string(m_gates[i].server->serverPort()));
    const auto isConnected = [this](const Gate &from, const Gate &to) {
        return from.node == to.node
               || std::ranges::any_of(m_pipes, [&](const Pipe &pipe) { return pipe.from == from.node && pipe.to == to.node; });
    };
    const auto areAll = [&] {
        return std::ranges::all_of(
            m_gates, [&](const Gate &from) { return std::ranges::all_of(m_gates, [&](const Gate &to) { return isConnected(from, to); }); });
    };
    if (!eventually(areAll))
        qFatal("the nodes do not use the gates");
}

ClusterPartition::~ClusterPartition() = default;

void ClusterPartition::accept(Gate &gate)
{
    while (auto *connection = gate.server->nextPendingConnection()) {
        const auto from = std::ranges::find(m_gates, connection->peerAddress().toString(), &Gate::source);
        connection->setParent(nullptr);
        Pipe pipe{from == m_gates.end() ? nullptr : from->node, gate.node, std::unique_ptr<QTcpSocket>(connection),
                  std::make_unique<QTcpSocket>()};
        if (isCut(pipe.from, pipe.to))
            continue;
        auto *in = pipe.in.get();
        auto *out = pipe.out.get();
        QObject::connect(in, &QTcpSocket::readyRead, out, [in, out] { out->write(in->readAll()); });
        QObject::connect(out, &QTcpSocket::readyRead, in, [in, out] { in->write(out->readAll()); });
        QObject::connect(in, &QTcpSocket::disconnected, out, [out] { out->disconnectFromHost(); });
        QObject::connect(out, &QTcpSocket::disconnected, in, [in] { in->disconnectFromHost(); });
        out->connectToHost(QHostAddress::LocalHost, gate.bus);
        m_pipes.push_back(std::move(pipe));
    }
}

void ClusterPartition::isolate(const RedisServer &node)
{
    m_isolated = &node;
    std::erase_if(m_pipes, [this](const Pipe &pipe) { return isCut(pipe.from, pipe.to); });
}

} // namespace lockcore::test
