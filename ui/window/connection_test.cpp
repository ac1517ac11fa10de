// SPDX-License-Identifier: MIT
#include "ui/window/connection_test.h"

#include "lockcore/redis/cluster_topology.h"
#include "ui/words/cluster_words.h"
#include "ui/words/error_sentence.h"
#include "ui/words/lock_words.h"
#include "ui/words/monitor_words.h"
#include "ui/words/shown_text.h"

#include <algorithm>
#include <functional>
#include <optional>

namespace lockscope {

using lockcore::Result;
using lockcore::ServerCheck;

namespace {

QString serverText(const ServerCheck &check, const lockcore::Connection &connection)
{
    const auto &facts = check.facts;
    const auto server = shownText((facts.role.empty() ? "" : facts.role + ' ') + facts.version, 40);
    const auto took = std::chrono::duration_cast<lockcore::Milliseconds>(check.received - check.sent);
    auto what = server.isEmpty() ? ConnectionTest::tr("a Redis server") : server;
    if (const auto &reached = connection.reached(); connection.endpoint().group)
        what = ConnectionTest::tr("%1 at %2").arg(what, shownText(toString(lockcore::HostPort{reached.host, reached.port}), 120));
    const auto keys = facts.keys == 1 ? ConnectionTest::tr("1 key") : ConnectionTest::tr("%1 keys").arg(numberText(facts.keys));
    return ConnectionTest::tr("Connected: %1, %2 in this database, answered within %3 ms.").arg(what, keys, numberText(took.count() + 1));
}

QString clusterSentence(const lockcore::ClusterState &cluster)
{
    return ConnectionTest::tr("Connected to each primary: %1.").arg(clusterText(cluster));
}

// Without those that can be read, the sentences would read as if none could.
QString halfSentence(const lockcore::ClusterState &cluster, const lockcore::Endpoint &endpoint)
{
    const auto reached = std::ranges::count_if(cluster.primaries, [](const auto &node) { return !node.isLost(); });
    const auto head = ConnectionTest::tr("%1 of %2 primaries can be read.").arg(reached).arg(cluster.primaries.size());
    return head + u' ' + nodeSentences(cluster, endpoint, usualTimeout).join(u' ');
}

} // namespace

// Sets the result and ends its event loop; afterwards, the object of the GUI thread reads it.
class ConnectionTest::Thread final : public QThread
{
public:
    explicit Thread(lockcore::Endpoint endpoint)
        : m_endpoint(std::move(endpoint))
    {
        setObjectName(QStringLiteral("connection test"));
        connect(this, &QThread::finished, this, &QObject::deleteLater);
    }

    const lockcore::Endpoint &endpoint() const { return m_endpoint; }
    const std::optional<Result<QString>> &result() const { return m_result; }
    const lockcore::ClusterState &cluster() const { return m_cluster; } ///< of a cluster, what is known of its primaries

protected:
    void run() override
    {
        lockcore::EventLoop loop;
        lockcore::LoopClock clock;
        lockcore::ConnectionOptions options;
        options.connectTimeout = options.commandTimeout = usualTimeout;
        lockcore::Connection connection(m_endpoint, std::move(options), loop, clock);
        lockcore::Scope scope(loop);
        if (m_endpoint.cluster)
            scope.start(askCluster(&loop, &clock));
        else
            scope.start(ask(&connection, &clock));
        exec();
    }

private:
    lockcore::Task<void> ask(lockcore::Connection *connection, lockcore::Clock *clock)
    {
        const auto opened = co_await connection->open();
        if (!opened) {
            m_result = opened.error();
        } else {
            const auto check = co_await lockcore::checkServer(*connection, *clock);
            m_result = check ? Result<QString>(serverText(*check, *connection)) : check.error();
        }
        quit();
    }

    lockcore::Task<void> askCluster(lockcore::EventLoop *loop, lockcore::Clock *clock)
    {
        const auto topology = co_await lockcore::topologyOf(m_endpoint, usualTimeout, *loop, *clock);
        if (!topology) {
            m_result = topology.error();
            quit();
            co_return;
        }
        m_cluster.nodes = static_cast<std::int64_t>(topology->nodes.size());
        m_cluster.slotsServed = static_cast<std::int64_t>(topology->served());
        for (const auto *node : topology->primaries())
            m_cluster.primaries.emplace_back().address = toString(node->address);
        lockcore::Scope asking(*loop);
        for (std::size_t i = 0; i < m_cluster.primaries.size(); ++i)
            asking.start(askNode(i, lockcore::endpointOf(*topology->primaries()[i], m_endpoint), loop, clock));
        auto answered = asking.whenIdle();
        co_await answered;
        m_result = Result<QString>(clusterSentence(m_cluster));
        quit();
    }

    // The topology is known from one node: another one may be in a network that is not reached from here, or want another password.
    lockcore::Task<void> askNode(std::size_t number, lockcore::Endpoint endpoint, lockcore::EventLoop *loop, lockcore::Clock *clock)
    {
        lockcore::ConnectionOptions options;
        options.connectTimeout = options.commandTimeout = usualTimeout;
        lockcore::Connection connection(std::move(endpoint), std::move(options), *loop, *clock);
        const auto opened = co_await connection.open();
        auto &node = m_cluster.primaries[number];
        node.phase = opened ? lockcore::MonitorPhase::Live : lockcore::MonitorPhase::Failed;
        if (!opened)
            node.error = opened.error();
    }

    const lockcore::Endpoint m_endpoint;
    lockcore::ClusterState m_cluster;
    std::optional<Result<QString>> m_result;
};

void ConnectionTest::begin(const lockcore::Endpoint &endpoint)
{
    end();
    m_thread = new Thread(endpoint);
    connect(m_thread, &QThread::finished, this, [this] {
        const auto *thread = std::exchange(m_thread, nullptr);
        const auto &result = thread->result();
        if (!result)
            return;
        if (*result && !std::ranges::all_of(thread->cluster().primaries, std::not_fn(&lockcore::NodeState::isLost)))
            emit failed(halfSentence(thread->cluster(), thread->endpoint()));
        else if (*result)
            emit succeeded(**result);
        else
            emit failed(errorSentence(result->error(), thread->endpoint()));
    });
    m_thread->start();
}

void ConnectionTest::end()
{
    if (!m_thread)
        return;
    m_thread->disconnect(this);
    m_thread->quit();
    m_thread = nullptr;
}

} // namespace lockscope
