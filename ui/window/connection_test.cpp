// SPDX-License-Identifier: MIT
#include "ui/window/connection_test.h"

#include "ui/words/error_sentence.h"
#include "ui/words/lock_words.h"
#include "ui/words/shown_text.h"

#include <optional>

namespace lockscope {

using lockcore::Result;
using lockcore::ServerCheck;

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
    const std::optional<Result<ServerCheck>> &result() const { return m_result; }

protected:
    void run() override
    {
        lockcore::EventLoop loop;
        lockcore::LoopClock clock;
        lockcore::ConnectionOptions options;
        options.connectTimeout = options.commandTimeout = usualTimeout;
        lockcore::Connection connection(m_endpoint, std::move(options), loop, clock);
        lockcore::Scope scope(loop);
        scope.start(ask(&connection, &clock));
        exec();
    }

private:
    lockcore::Task<void> ask(lockcore::Connection *connection, lockcore::Clock *clock)
    {
        const auto opened = co_await connection->open();
        if (!opened) {
            m_result = Result<ServerCheck>(opened.error());
        } else {
            auto check = co_await lockcore::checkServer(*connection, *clock);
            m_result = std::move(check);
        }
        quit();
    }

    const lockcore::Endpoint m_endpoint;
    std::optional<Result<ServerCheck>> m_result;
};

namespace {

QString serverText(const ServerCheck &check)
{
    const auto &facts = check.facts;
    const auto server = shownText((facts.role.empty() ? "" : facts.role + ' ') + facts.version, 40);
    const auto took = std::chrono::duration_cast<lockcore::Milliseconds>(check.received - check.sent);
    return ConnectionTest::tr("Connected: %1, %2 keys in this database, answered within %3 ms.")
        .arg(server.isEmpty() ? ConnectionTest::tr("a Redis server") : server, numberText(facts.keys), numberText(took.count() + 1));
}

} // namespace

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
            emit succeeded(serverText(**result));
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
