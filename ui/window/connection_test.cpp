// SPDX-License-Identifier: MIT
#include "ui/window/connection_test.h"

#include "lockcore/redis/cluster_topology.h"
#include "ui/words/error_sentence.h"
#include "ui/words/lock_words.h"
#include "ui/words/monitor_words.h"
#include "ui/words/shown_text.h"

#include <optional>

namespace lockscope {

using lockcore::Result;
using lockcore::ServerCheck;

namespace {

QString serverText(const ServerCheck &check)
{
    const auto &facts = check.facts;
    const auto server = shownText((facts.role.empty() ? "" : facts.role + ' ') + facts.version, 40);
    const auto took = std::chrono::duration_cast<lockcore::Milliseconds>(check.received - check.sent);
    return ConnectionTest::tr("Connected: %1, %2 keys in this database, answered within %3 ms.")
        .arg(server.isEmpty() ? ConnectionTest::tr("a Redis server") : server, numberText(facts.keys), numberText(took.count() + 1));
}

// Every node of it may answer.
QString clusterSentence(const lockcore::ClusterTopology &topology)
{
    lockcore::ClusterState state;
    state.nodes = static_cast<std::int64_t>(topology.nodes.size());
    state.slotsServed = static_cast<std::int64_t>(topology.covered());
    return ConnectionTest::tr("Connected: %1.").arg(clusterText(state));
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
            m_result = check ? Result<QString>(serverText(*check)) : check.error();
        }
        quit();
    }

    lockcore::Task<void> askCluster(lockcore::EventLoop *loop, lockcore::Clock *clock)
    {
        const auto topology = co_await lockcore::topologyOf(m_endpoint, usualTimeout, *loop, *clock);
        m_result = topology ? Result<QString>(clusterSentence(*topology)) : topology.error();
        quit();
    }

    const lockcore::Endpoint m_endpoint;
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
        if (*result)
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
