// SPDX-License-Identifier: MIT
#include "lockcore/redis/connection.h"
#include "support/awaiting.h"
#include "support/compare.h"
#include "support/redis_server.h"
#include "support/test_program.h"

#include <QScopeGuard>
#include <QTemporaryDir>

#include <unistd.h>

using namespace lockcore;
using namespace lockcore::test;
using namespace std::chrono_literals;
using namespace std::string_literals;
using namespace Qt::Literals::StringLiterals;

namespace {

RedisServerOptions withTcp()
{
    RedisServerOptions options;
    options.tcp = true;
    return options;
}

} // namespace

class TestConnection final : public QObject
{
    Q_OBJECT

private slots:
    void open_introducesItself();
    void socketWithNonTextPath_isFound();
    void login_data();
    void login();
    void fullServer_isReported();
    void wrongDatabase_isRefused();
    void selectedDatabase_isUsed();
    void commands_areAnsweredInOrder();
    void largeValues_arriveComplete();
    void notOpen_refusesAtOnce();
    void cancelledTask_keepsConnectionUsable();
    void idleConnection_isWrittenToAtOnce();
    void deadPeer_isReportedAfterTheCall();
    void openTwice_answersBoth();
    void close_answersWhatIsOpen();
    void closeInOwnSignals_isAllowed();
    void deletedInOwnSignal_isAllowed();
    void destruction_answersOpenRequests();
    void killedServer_losesTheConnection();
    void killedServer_isReconnected();
    void beforeAFirstSuccess_nothingIsRetried();
    void pausedServer_timesOutAndLateAnswersAreDiscarded();
    void shortTimeout_appliesAmongLongOnes();
    void subscription_hearsMessages();
    void invalidation_isPushed();
    void heldMessages_waitForReleaseOrAnswer_data();
    void heldMessages_waitForReleaseOrAnswer();

private:
    std::unique_ptr<Connection> opened(const Endpoint &endpoint, ConnectionOptions options = {})
    {
        auto connection = std::make_unique<Connection>(endpoint, options, m_loop, m_clock);
        const auto result = await(m_loop, connection->open());
        if (!result.ok())
            qFatal("%s", result.error().text.c_str());
        return connection;
    }
    Result<void> tried(const Endpoint &endpoint)
    {
        Connection connection(endpoint, {}, m_loop, m_clock);
        return await(m_loop, connection.open());
    }

    EventLoop m_loop;
    LoopClock m_clock;
};

void TestConnection::open_introducesItself()
{
    RedisServer server(withTcp());
    for (const auto &endpoint : {server.endpoint(), server.tcpEndpoint()}) {
        const auto connection = opened(endpoint);
        const auto list = server.command({"CLIENT", "LIST"}).text;
        QVERIFY2(list.find(" name=lockscope ") != list.npos, list.c_str());
        QVERIFY2(list.find("id=" + std::to_string(*connection->clientId()) + ' ') != list.npos, list.c_str());
        QCOMPARE(connection->state(), Connection::State::Open);
    }
}

void TestConnection::socketWithNonTextPath_isFound()
{
    RedisServer server;
    QTemporaryDir folder;
    auto endpoint = server.endpoint();
    const auto path = folder.path().toStdString() + "/\xFF";
    QCOMPARE(::symlink(endpoint.path.c_str(), path.c_str()), 0);
    const auto gone = qScopeGuard([&] { ::unlink(path.c_str()); }); // QTemporaryDir cannot name it
    endpoint.path = path;
    QCOMPARE(opened(endpoint)->state(), Connection::State::Open);
    endpoint.path += "none";
    QCOMPARE(tried(endpoint).error().detail, "no-socket");
}

void TestConnection::login_data()
{
    QTest::addColumn<QByteArray>("user");
    QTest::addColumn<QByteArray>("password");
    QTest::addColumn<QByteArray>("codeWord"); // empty: it is let in
    QTest::newRow("password") << QByteArray() << QByteArray("se cr\"et") << QByteArray();
    QTest::newRow("default user by name") << QByteArray("default") << QByteArray("se cr\"et") << QByteArray();
    QTest::newRow("ACL user") << QByteArray("reader") << QByteArray("pw") << QByteArray();
    QTest::newRow("user without a password") << QByteArray("guest") << QByteArray() << QByteArray();
    QTest::newRow("user who may not even PING") << QByteArray("mute") << QByteArray("pw") << QByteArray();
    QTest::newRow("wrong password") << QByteArray() << QByteArray("wrong") << QByteArray("WRONGPASS");
    QTest::newRow("wrong password of a user") << QByteArray("reader") << QByteArray("wrong") << QByteArray("WRONGPASS");
    QTest::newRow("unknown user") << QByteArray("nobody") << QByteArray("pw") << QByteArray("WRONGPASS");
    QTest::newRow("no password") << QByteArray() << QByteArray() << QByteArray("NOAUTH");
}

void TestConnection::login()
{
    QFETCH(QByteArray, user);
    QFETCH(QByteArray, password);
    QFETCH(QByteArray, codeWord);
    RedisServerOptions options;
    options.password = "secret";
    options.config = {u"user reader on >pw ~* +@read +ping +client"_s, u"user guest on nopass ~* +@read +ping"_s,
                      u"user mute on >pw ~* +get"_s};
    RedisServer server(options);
    QVERIFY(server.command({"ACL", "SETUSER", "default", ">se cr\"et"}).isOk());
    auto endpoint = server.endpoint();
    endpoint.user = user.toStdString();
    endpoint.password = password.toStdString();
    Connection connection(endpoint, {}, m_loop, m_clock);
    const auto result = await(m_loop, connection.open());
    if (!codeWord.isEmpty()) {
        QVERIFY(!result.ok());
        QVERIFY2(result.error().is(codeWord.constData()), result.error().text.c_str());
        return;
    }
    QVERIFY2(result.ok(), result.ok() ? "" : result.error().text.c_str());
    QCOMPARE(*await(m_loop, connection.command("GET", "k")), Reply::nil());
}

// It answers before it has read anything, and closes: the answer must not be lost with the connection.
void TestConnection::fullServer_isReported()
{
    auto options = withTcp();
    options.config = {u"maxclients 1"_s}; // the fixture's own
    RedisServer server(options);
    for (const auto &endpoint : {server.endpoint(), server.tcpEndpoint()}) {
        // On a Unix socket it may close between our look and our write: then its answer is lost, and "closed" is correct.
        bool said = false;
        for (int tries = 0; tries < 500 && !said; ++tries) {
            const auto result = tried(endpoint);
            QVERIFY(!result.ok());
            said = result.error().is("ERR") && result.error().text.find("max number of clients") != std::string::npos;
            if (!said)
                QCOMPARE(result.error().detail, "closed"s);
        }
        QVERIFY(said);
    }
}

void TestConnection::wrongDatabase_isRefused()
{
    RedisServer server;
    auto endpoint = server.endpoint();
    endpoint.db = 99;
    const auto result = tried(endpoint);
    QVERIFY(!result.ok());
    QVERIFY2(result.error().is("ERR") && result.error().text.find("DB index") != std::string::npos, result.error().text.c_str());
}

void TestConnection::selectedDatabase_isUsed()
{
    RedisServer server;
    auto endpoint = server.endpoint();
    endpoint.db = 7;
    const auto connection = opened(endpoint);
    QVERIFY(await(m_loop, connection->command("SET", "k", "v"))->isOk());
    QCOMPARE(server.command({"EXISTS", "k"}), Reply::number(0));
    QVERIFY(server.command({"SELECT", "7"}).isOk());
    QCOMPARE(server.command({"GET", "k"}), Reply::bulk("v"));
}

void TestConnection::commands_areAnsweredInOrder()
{
    RedisServer server;
    const auto connection = opened(server.endpoint());
    const auto before = connection->commandsSent();
    std::vector<std::unique_ptr<Arriving<Result<Reply>>>> all;
    for (int i = 0; i < 2000; ++i)
        all.push_back(std::make_unique<Arriving<Result<Reply>>>(m_loop, connection->command("ECHO", std::to_string(i))));
    for (std::size_t i = 0; i < all.size(); ++i)
        QCOMPARE(*all[i]->get(), Reply::bulk(std::to_string(i)));
    QCOMPARE(connection->commandsSent() - before, 2000u);
    Batch batch;
    batch.add({"SET", "k", "1"}).add({"NOSUCH"}).add({"INCR", "k"});
    const auto replies = await(m_loop, connection->send(std::move(batch)));
    QCOMPARE(replies->size(), 3u);
    QVERIFY((*replies)[0].isOk() && (*replies)[1].isError());
    QCOMPARE((*replies)[2], Reply::number(2));
    QVERIFY(await(m_loop, connection->send(Batch()))->empty());
}

void TestConnection::largeValues_arriveComplete()
{
    RedisServer server(withTcp());
    const Bytes value(10'000'000, '\xff');
    for (const auto &endpoint : {server.endpoint(), server.tcpEndpoint()}) {
        const auto connection = opened(endpoint);
        QVERIFY(await(m_loop, connection->command("SET", "k", value))->isOk());
        QVERIFY(await(m_loop, connection->command("GET", "k"))->text == value);
    }
}

void TestConnection::notOpen_refusesAtOnce()
{
    RedisServer server;
    Connection connection(server.endpoint(), {}, m_loop, m_clock);
    auto refused = connection.command("PING");
    QVERIFY(refused.ready());
    QCOMPARE(refused.await_resume().error().kind, ErrorKind::Transport);
    QVERIFY(connection.send(Batch()).ready());
}

void TestConnection::cancelledTask_keepsConnectionUsable()
{
    RedisServer server;
    const auto connection = opened(server.endpoint());
    {
        const Arriving gone(m_loop, connection->command("ECHO", "unheard"));
        QVERIFY(eventually([&] { return connection->commandsSent() > 6 || gone.here(); }));
    }
    const auto first = connection->command("PING"); // sent at once; what follows would be sent with the rest of the turn
    {
        const auto neverSent = connection->command("SET", "k", "v");
    }
    QCOMPARE(*await(m_loop, connection->command("ECHO", "heard")), Reply::bulk("heard"));
    QCOMPARE(server.command({"EXISTS", "k"}), Reply::number(0));
}

void TestConnection::idleConnection_isWrittenToAtOnce()
{
    RedisServer server;
    const auto connection = opened(server.endpoint());
    const auto sent = connection->commandsSent();
    const auto first = connection->command("PING");
    QCOMPARE(connection->commandsSent(), sent + 1);
    const auto second = connection->command("PING");
    const auto third = connection->command("PING");
    QCOMPARE(connection->commandsSent(), sent + 1); // these two go out together
    QVERIFY(eventually([&] { return connection->commandsSent() == sent + 3 && third.ready(); }));
}

// The write fails inside the call. The caller gets the result later, and may then be destroyed with everything that belongs to it.
void TestConnection::deadPeer_isReportedAfterTheCall()
{
    RedisServer server;
    auto connection = opened(server.endpoint());
    server.kill();
    connect(connection.get(), &Connection::lost, this, [&] { connection.release()->deleteLater(); });
    const auto asked = connection->command("PING");
    QVERIFY(connection != nullptr);
    QVERIFY(!asked.ready());
    QVERIFY(eventually([&] { return !connection && asked.ready(); }));
}

void TestConnection::openTwice_answersBoth()
{
    RedisServer server;
    Connection connection(server.endpoint(), {}, m_loop, m_clock);
    Arriving first(m_loop, connection.open());
    Arriving second(m_loop, connection.open());
    QCOMPARE(first.get().error().kind, ErrorKind::Cancelled);
    QVERIFY(second.get().ok());
    Arriving pending(m_loop, connection.command("PING"));
    QVERIFY(await(m_loop, connection.open()).ok()); // an open connection starts over
    QCOMPARE(pending.get().error().kind, ErrorKind::Cancelled);
    QCOMPARE(*await(m_loop, connection.command("PING")), Reply::status("PONG"));
}

void TestConnection::close_answersWhatIsOpen()
{
    RedisServer server;
    const auto connection = opened(server.endpoint());
    bool lost = false;
    connect(connection.get(), &Connection::lost, this, [&] { lost = true; });
    Arriving asked(m_loop, connection->command("PING"));
    connection->close();
    QCOMPARE(asked.get().error().kind, ErrorKind::Cancelled);
    QCOMPARE(await(m_loop, connection->command("PING")).error().kind, ErrorKind::Cancelled);
    QCOMPARE(connection->state(), Connection::State::Closed);
    QVERIFY(!lost);
}

void TestConnection::closeInOwnSignals_isAllowed()
{
    RedisServer server;
    ConnectionOptions options;
    options.reconnect = true;
    options.subscriber = true;
    Connection connection(server.endpoint(), options, m_loop, m_clock);
    const auto closing = connect(&connection, &Connection::opened, &connection, &Connection::close);
    QVERIFY(await(m_loop, connection.open()).ok());
    QVERIFY(eventually([&] { return connection.state() == Connection::State::Closed; }));
    disconnect(closing);

    QVERIFY(await(m_loop, connection.open()).ok());
    QVERIFY(await(m_loop, connection.command("SUBSCRIBE", "ch")).ok());
    int heard = 0;
    connect(&connection, &Connection::pushed, this, [&] {
        ++heard;
        connection.close();
    });
    server.pipeline({{"PUBLISH", "ch", "1"}, {"PUBLISH", "ch", "2"}, {"PUBLISH", "ch", "3"}});
    QVERIFY(eventually([&] { return heard > 0; }));
    QCOMPARE(heard, 1);

    QVERIFY(await(m_loop, connection.open()).ok());
    connect(&connection, &Connection::lost, &connection, &Connection::close);
    server.kill();
    QVERIFY(eventually([&] { return connection.state() == Connection::State::Closed; }));
}

void TestConnection::deletedInOwnSignal_isAllowed()
{
    RedisServer server;
    ConnectionOptions options;
    options.subscriber = true;
    auto connection = opened(server.endpoint(), options);
    QVERIFY(await(m_loop, connection->command("SUBSCRIBE", "ch")).ok());
    connect(connection.get(), &Connection::pushed, this, [&] { connection.reset(); });
    server.pipeline({{"PUBLISH", "ch", "1"}, {"PUBLISH", "ch", "2"}});
    QVERIFY(eventually([&] { return !connection; }));

    connection = opened(server.endpoint());
    connect(connection.get(), &Connection::lost, this, [&] { connection.release()->deleteLater(); });
    server.kill();
    QVERIFY(eventually([&] { return !connection; }));

    server.start();
    connection = std::make_unique<Connection>(server.endpoint(), ConnectionOptions(), m_loop, m_clock);
    connect(connection.get(), &Connection::opened, this, [&] { connection.reset(); });
    QVERIFY(await(m_loop, connection->open()).ok());
    QVERIFY(!connection);
}

void TestConnection::destruction_answersOpenRequests()
{
    RedisServer server;
    auto connection = std::make_unique<Connection>(server.endpoint(), ConnectionOptions(), m_loop, m_clock);
    Arriving opening(m_loop, connection->open());
    connection.reset();
    QCOMPARE(opening.get().error().kind, ErrorKind::Cancelled);
    connection = opened(server.endpoint());
    server.pause();
    const auto goOn = qScopeGuard([&] { server.resume(); });
    Arriving asked(m_loop, connection->command("PING"));
    QTest::qWait(0);
    connection.reset();
    QCOMPARE(asked.get().error().kind, ErrorKind::Cancelled);
}

void TestConnection::killedServer_losesTheConnection()
{
    RedisServer server;
    const auto connection = opened(server.endpoint());
    std::vector<Error> losses;
    connect(connection.get(), &Connection::lost, this, [&](const Error &error) { losses.push_back(error); });
    server.pause();
    Arriving asked(m_loop, connection->command("PING"));
    QTest::qWait(0);
    server.kill();
    QCOMPARE(asked.get().error().kind, ErrorKind::Transport);
    QCOMPARE(asked.get().error().detail, "closed"s);
    QCOMPARE(losses, std::vector<Error>{asked.get().error()});
    QCOMPARE(connection->state(), Connection::State::Closed);
    QCOMPARE(await(m_loop, connection->command("PING")).error(), losses.front());
}

void TestConnection::killedServer_isReconnected()
{
    RedisServer server;
    ConnectionOptions options;
    options.reconnect = true;
    auto endpoint = server.endpoint();
    endpoint.db = 3;
    const auto connection = opened(endpoint, options);
    int lost = 0;
    int openings = 0;
    connect(connection.get(), &Connection::lost, this, [&] { ++lost; });
    connect(connection.get(), &Connection::opened, this, [&] { ++openings; });
    for (int round = 1; round <= 2; ++round) {
        server.kill();
        QVERIFY(eventually([&] { return connection->state() == Connection::State::Retrying; }));
        QVERIFY(!await(m_loop, connection->command("PING")).ok());
        server.start();
        QVERIFY(eventually([&] { return connection->state() == Connection::State::Open; }));
        QCOMPARE(lost, round);
        QCOMPARE(openings, round);
        const auto info = await(m_loop, connection->command("CLIENT", "INFO"));
        QVERIFY2(info->text.find(" name=lockscope ") != std::string::npos && info->text.find(" db=3 ") != std::string::npos,
                 info->text.c_str());
    }
}

void TestConnection::beforeAFirstSuccess_nothingIsRetried()
{
    RedisServer server;
    ConnectionOptions options;
    options.reconnect = true;
    const auto endpoint = server.endpoint();
    server.kill();
    Connection connection(endpoint, options, m_loop, m_clock);
    const auto result = await(m_loop, connection.open());
    QCOMPARE(result.error().kind, ErrorKind::Transport);
    QCOMPARE(connection.state(), Connection::State::Closed);
}

void TestConnection::pausedServer_timesOutAndLateAnswersAreDiscarded()
{
    RedisServer server;
    ManualClock clock;
    Connection connection(server.endpoint(), {}, m_loop, clock);
    QVERIFY(await(m_loop, connection.open()).ok());
    QVERIFY(await(m_loop, connection.command("SET", "n", "5")).ok());
    server.pause();
    const auto goOn = qScopeGuard([&] { server.resume(); });
    const auto sent = connection.commandsSent();
    Arriving one(m_loop, connection.command("INCR", "n"));
    Batch two;
    two.add({"ECHO", "a"}).add({"ECHO", "b"});
    Arriving more(m_loop, connection.send(std::move(two), 10s));
    QVERIFY(eventually([&] { return connection.commandsSent() == sent + 3; }));
    for (int i = 0; i < 50; ++i) { // it checks every 100 ms
        QVERIFY(!one.here());
        QVERIFY(eventually([&] { return clock.nextWakeUp().has_value(); }));
        clock.advance(100ms);
    }
    QCOMPARE(one.get().error().kind, ErrorKind::Timeout);
    QCOMPARE(one.get().error().detail, "command"s);
    QVERIFY(!more.here());
    QCOMPARE(connection.state(), Connection::State::Open);
    server.resume();
    QCOMPARE(more.get()->size(), 2u);
    QCOMPARE(*await(m_loop, connection.command("GET", "n")), Reply::bulk("6")); // INCR was carried out, although its answer came too late
}

void TestConnection::shortTimeout_appliesAmongLongOnes()
{
    RedisServer server;
    const auto connection = opened(server.endpoint());
    server.pause();
    const auto goOn = qScopeGuard([&] { server.resume(); });
    const Arriving patient(m_loop, connection->command("PING"));
    Batch batch;
    batch.add({"PING"});
    Arriving hasty(m_loop, connection->send(std::move(batch), 20ms));
    QCOMPARE(hasty.get().error().kind, ErrorKind::Timeout);
    QVERIFY(!patient.here());
}

void TestConnection::subscription_hearsMessages()
{
    RedisServer server;
    ConnectionOptions options;
    options.subscriber = true;
    const auto connection = opened(server.endpoint(), options);
    std::vector<Reply> heard;
    connect(connection.get(), &Connection::pushed, this, [&](const Reply &message) { heard.push_back(message); });
    Batch batch;
    batch.add({"SUBSCRIBE", "ch"}).add({"PSUBSCRIBE", "c*"});
    const auto replies = await(m_loop, connection->send(std::move(batch)));
    QCOMPARE((*replies)[1], Reply::array({Reply::bulk("psubscribe"), Reply::bulk("c*"), Reply::number(2)}));
    const Bytes payload("\0\r\n", 3);
    server.command({"PUBLISH", "ch", payload});
    QVERIFY(eventually([&] { return heard.size() == 2; }));
    QCOMPARE(heard[0], Reply::array({Reply::bulk("message"), Reply::bulk("ch"), Reply::bulk(payload)}));
    QCOMPARE(heard[1], Reply::array({Reply::bulk("pmessage"), Reply::bulk("c*"), Reply::bulk("ch"), Reply::bulk(payload)}));
    QCOMPARE(await(m_loop, connection->command("PING"))->elements.front(), Reply::bulk("pong"));
    QCOMPARE(await(m_loop, connection->command("UNSUBSCRIBE", "ch"))->elements.back(), Reply::number(1));
}

void TestConnection::invalidation_isPushed()
{
    RedisServer server;
    ConnectionOptions options;
    options.subscriber = true;
    const auto listener = opened(server.endpoint(), options);
    const auto reader = opened(server.endpoint());
    std::vector<Reply> heard;
    connect(listener.get(), &Connection::pushed, this, [&](const Reply &message) { heard.push_back(message); });
    QVERIFY(await(m_loop, listener->command("SUBSCRIBE", "__redis__:invalidate")).ok());
    QVERIFY(await(m_loop, reader->command("CLIENT", "TRACKING", "ON", "REDIRECT", std::to_string(*listener->clientId())))->isOk());
    QVERIFY(await(m_loop, reader->command("GET", "lock")).ok());
    server.command({"SET", "lock", "token"});
    QVERIFY(eventually([&] { return !heard.empty(); }));
    QCOMPARE(heard.front().elements.back(), Reply::array({Reply::bulk("lock")}));
    server.command({"FLUSHALL"});
    QVERIFY(eventually([&] { return heard.size() == 2; }));
    QVERIFY(heard.back().elements.back().isNil());
}

void TestConnection::heldMessages_waitForReleaseOrAnswer_data()
{
    QTest::addColumn<bool>("tcp");
    QTest::newRow("Unix socket") << false;
    QTest::newRow("TCP") << true;
}

void TestConnection::heldMessages_waitForReleaseOrAnswer()
{
    QFETCH(const bool, tcp);
    RedisServer server(withTcp());
    ConnectionOptions options;
    options.subscriber = true;
    const auto listener = opened(tcp ? server.tcpEndpoint() : server.endpoint(), options);
    const auto other = opened(server.endpoint());
    QVERIFY(await(m_loop, listener->command("SUBSCRIBE", "ch")).ok());
    std::size_t heard = 0;
    connect(listener.get(), &Connection::pushed, this, [&] { ++heard; });
    const auto publishTwo = [&] {
        for (int i = 0; i < 2; ++i)
            QCOMPARE(*await(m_loop, other->command("PUBLISH", "ch", "x")), Reply::number(1));
    };
    listener->hold(true);
    publishTwo();
    QVERIFY(await(m_loop, other->command("PING")).ok()); // another turn of our event loop
    QCOMPARE(heard, 0u);
    listener->hold(false);
    QVERIFY(eventually([&] { return heard == 2; }));

    listener->hold(true);
    publishTwo();
    QVERIFY(await(m_loop, listener->command("PING")).ok());
    QCOMPARE(heard, 4u);
    publishTwo(); // and afterwards messages wait again
    QVERIFY(await(m_loop, other->command("PING")).ok());
    QCOMPARE(heard, 4u);
    listener->hold(false);
    QVERIFY(eventually([&] { return heard == 6; }));
    publishTwo(); // immediately
    QVERIFY(eventually([&] { return heard == 8; }));
}

LOCKSCOPE_TEST(TestConnection)
#include "tst_connection.moc"
