// SPDX-License-Identifier: MIT
// Connecting to something that is not a Redis server, or a strange one: each has its Error and its sentence.
#include "lockcore/redis/connection.h"
#include "support/awaiting.h"
#include "support/fake_server.h"
#include "support/test_program.h"
#include "ui/words/error_sentence.h"

#include <QTest>

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>

using namespace lockcore;
using namespace lockcore::test;
using namespace std::chrono_literals;
using namespace Qt::Literals::StringLiterals;

class TestFakeServer final : public QObject
{
    Q_OBJECT

private slots:
    void strangePeer_isNamed_data();
    void strangePeer_isNamed();
    void strangeAnswer_isNamed_data();
    void strangeAnswer_isNamed();
    void silence_isAHandshakeTimeout();
    void nobodyListens_isRefused();
    void noSocket_isNamed();
    void flood_isCutOff();
    void proxyWithoutClient_isUsable();
    void answersAndGone_isNotOpen();
    void brokenReplyLater_losesTheConnection();
    void largeReply_isAnErrorOfItsCommandAlone();
    void largeReplyOfDyingServer_losesTheConnection();
    void repeatedDisconnects_backOff();
    void sockets_areQuickAndKeptAlive();

private:
    Connection connection(const FakeServer &server, ConnectionOptions options = {})
    {
        return Connection(server.endpoint(), options, m_loop, m_clock);
    }

    EventLoop m_loop;
    LoopClock m_clock;
};

namespace {

void verifyError(const Error &error, const Endpoint &endpoint, int kind, const QByteArray &detail, const QString &says)
{
    const auto text = QString::fromStdString(error.text + " [" + error.detail + "]");
    QVERIFY2(static_cast<int>(error.kind) == kind, qPrintable(text));
    QVERIFY2(error.detail == detail.toStdString(), qPrintable(text));
    const auto sentence = lockscope::errorSentence(error, endpoint);
    QVERIFY2(sentence.contains(says), qPrintable(sentence));
}

void addErrorColumns(const char *first)
{
    QTest::addColumn<QByteArray>(first);
    QTest::addColumn<int>("kind");
    QTest::addColumn<QByteArray>("detail");
    QTest::addColumn<QString>("says");
}

void addRow(const char *name, const QByteArray &bytes, ErrorKind kind, const char *detail, const QString &says)
{
    QTest::newRow(name) << bytes << static_cast<int>(kind) << QByteArray(detail) << says;
}

} // namespace

void TestFakeServer::strangePeer_isNamed_data()
{
    addErrorColumns("greeting");
    using enum ErrorKind;
    addRow("web server", "HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n", Protocol, "http", u"web server"_s);
    addRow("secure shell", "SSH-2.0-OpenSSH_9.2p1\r\n", Protocol, "not-redis", u"not a Redis server"_s);
    addRow("binary", QByteArray("\x15\x03\x01\0\2\2\x50", 7), Protocol, "not-redis", u"rediss://"_s);
    addRow("mail server", "220 mail.example.org ESMTP\r\n", Protocol, "not-redis", u"not a Redis server"_s);
    addRow("closes at once", "", Transport, "closed", u"closed the connection"_s);
    addRow("closes in mid-reply", "*2\r\n$100\r\nhalf", Transport, "closed", u"closed the connection"_s);
    addRow("too many clients", "-ERR max number of clients reached\r\n", Server, "ERR", u"maxclients"_s);
    addRow("protected mode", "-DENIED Redis is running in protected mode\r\n", Server, "DENIED", u"protected mode"_s);
    addRow("array of two billion", "*2000000000\r\n", Protocol, "too-large", u"larger"_s);
    addRow("absurd nesting", QByteArray("*1\r\n").repeated(1000), Protocol, "malformed", u"protocol"_s);
}

void TestFakeServer::strangePeer_isNamed()
{
    QFETCH(QByteArray, greeting);
    QFETCH(int, kind);
    QFETCH(QByteArray, detail);
    QFETCH(QString, says);
    for (const auto over : {FakeServer::Over::Unix, FakeServer::Over::Tcp}) {
        FakeServer server(over);
        server.greetWith(greeting, true);
        auto open = connection(server);
        const auto result = await(m_loop, open.open());
        QVERIFY(!result.ok());
        verifyError(result.error(), server.endpoint(), kind, detail, says);
        QCOMPARE(open.state(), Connection::State::Closed);
        const auto refused = await(m_loop, open.command("PING"));
        QCOMPARE(refused.error(), result.error());
    }
}

void TestFakeServer::strangeAnswer_isNamed_data()
{
    addErrorColumns("answer");
    using enum ErrorKind;
    addRow("loading", "-LOADING Redis is loading the dataset in memory\r\n", Server, "LOADING", u"loading"_s);
    addRow("busy", "-BUSY Redis is busy running a script.\r\n", Server, "BUSY", u"SCRIPT KILL"_s);
    addRow("password wanted", "-NOAUTH Authentication required.\r\n", Server, "NOAUTH", u"none was given"_s);
    addRow("knows nothing", "-ERR unknown command 'PING'\r\n", Server, "ERR", u"proxy"_s);
    addRow("master down", "-MASTERDOWN Link with MASTER is down\r\n", Server, "MASTERDOWN", u"primary"_s);
    addRow("deep", QByteArray("*1\r\n").repeated(9), Protocol, "malformed", u"protocol"_s);
}

void TestFakeServer::strangeAnswer_isNamed()
{
    QFETCH(QByteArray, answer);
    QFETCH(int, kind);
    QFETCH(QByteArray, detail);
    QFETCH(QString, says);
    FakeServer server;
    server.answerEach([&](const QByteArrayList &) { return answer; });
    auto open = connection(server);
    const auto result = await(m_loop, open.open());
    QVERIFY(!result.ok());
    verifyError(result.error(), server.endpoint(), kind, detail, says);
}

void TestFakeServer::silence_isAHandshakeTimeout()
{
    for (const auto over : {FakeServer::Over::Unix, FakeServer::Over::Tcp}) {
        FakeServer server(over);
        ConnectionOptions options;
        options.connectTimeout = 50ms;
        auto open = connection(server, options);
        const auto result = await(m_loop, open.open());
        QVERIFY(!result.ok());
        verifyError(result.error(), server.endpoint(), static_cast<int>(ErrorKind::Timeout), "handshake", u"accepted the connection"_s);
    }
}

void TestFakeServer::nobodyListens_isRefused()
{
    FakeServer server(FakeServer::Over::Tcp);
    const auto endpoint = server.endpoint();
    server.refuseFromNowOn();
    Connection open(endpoint, {}, m_loop, m_clock);
    const auto result = await(m_loop, open.open());
    QVERIFY(!result.ok());
    verifyError(result.error(), endpoint, static_cast<int>(ErrorKind::Transport), "refused", u"Nothing accepts connections"_s);
}

void TestFakeServer::noSocket_isNamed()
{
    Endpoint endpoint;
    endpoint.transport = Endpoint::Transport::Unix;
    endpoint.path = "/nonexistent/redis.sock";
    Connection open(endpoint, {}, m_loop, m_clock);
    const auto result = await(m_loop, open.open());
    QVERIFY(!result.ok());
    verifyError(result.error(), endpoint, static_cast<int>(ErrorKind::Transport), "no-socket", u"/nonexistent/redis.sock"_s);
}

void TestFakeServer::flood_isCutOff()
{
    FakeServer server;
    server.greetWith("$400000000\r\n" + QByteArray(40'000'000, 'x'), false);
    auto open = connection(server);
    const auto result = await(m_loop, open.open());
    QVERIFY(!result.ok());
    verifyError(result.error(), server.endpoint(), static_cast<int>(ErrorKind::Protocol), "too-large", u"larger"_s);
}

void TestFakeServer::proxyWithoutClient_isUsable()
{
    FakeServer server;
    server.answerEach([](const QByteArrayList &command) -> QByteArray {
        if (command.front() == "PING")
            return "+PONG\r\n";
        return command.front() == "GET" ? "$1\r\nv\r\n" : "-ERR unknown command '" + command.front() + "'\r\n";
    });
    auto open = connection(server);
    QVERIFY(await(m_loop, open.open()).ok());
    QVERIFY(!open.clientId());
    QCOMPARE(await(m_loop, open.command("GET", "k"))->text, std::string("v"));
    const auto scan = await(m_loop, open.command("SCAN", "0"));
    QVERIFY(scan->isError());
    const auto sentence = lockscope::errorSentence(scan->toError(), server.endpoint());
    QVERIFY2(sentence.contains(u"proxy"_s), qPrintable(sentence));
}

// Both arrive in one turn of the event loop: the last answer of the handshake, and the end.
void TestFakeServer::answersAndGone_isNotOpen()
{
    FakeServer server;
    server.greetWith("+OK\r\n+OK\r\n:7\r\n+PONG\r\n", true);
    auto open = connection(server);
    bool opened = false;
    bool lost = false;
    connect(&open, &Connection::opened, this, [&] { opened = true; });
    connect(&open, &Connection::lost, this, [&] { lost = true; });
    const auto result = await(m_loop, open.open());
    if (result.ok()) // the end came a turn later
        QVERIFY(eventually([&] { return lost; }));
    QCOMPARE(opened, result.ok());
    QCOMPARE(open.state(), Connection::State::Closed);
}

void TestFakeServer::brokenReplyLater_losesTheConnection()
{
    FakeServer server;
    server.answerEach(
        politely([](const QByteArrayList &command) -> QByteArray { return command.front() == "BAD" ? "*2000000000\r\n" : ""; }));
    auto open = connection(server);
    QVERIFY(await(m_loop, open.open()).ok());
    QCOMPARE(open.clientId(), 7);
    std::vector<Error> losses;
    connect(&open, &Connection::lost, this, [&](const Error &error) { losses.push_back(error); });
    Arriving bad(m_loop, open.command("BAD"));
    Arriving after(m_loop, open.command("GET", "k"));
    QCOMPARE(bad.get().error().detail, std::string("too-large"));
    QCOMPARE(after.get().error(), bad.get().error());
    QCOMPARE(losses.size(), 1u);
    QCOMPARE(losses.front(), bad.get().error());
    QCOMPARE(open.state(), Connection::State::Closed);
}

// The others are asked again, over another connection.
void TestFakeServer::largeReply_isAnErrorOfItsCommandAlone()
{
    FakeServer server;
    server.answerEach(politely([](const QByteArrayList &command) -> QByteArray {
        return command.front() == "BAD" ? "*2000000000\r\n" : command.front() == "GET" ? "+" + command.value(1) + "\r\n" : "";
    }));
    ConnectionOptions options;
    options.skipsLargeReplies = true;
    Connection open(server.endpoint(), options, m_loop, m_clock);
    QVERIFY(await(m_loop, open.open()).ok());
    bool lost = false;
    connect(&open, &Connection::lost, this, [&] { lost = true; });
    std::optional<Waiting<Result<Reply>>> meanwhile;
    connect(&open, &Connection::resumed, this, [&] { meanwhile = open.command("GET", "c"); });
    Batch batch;
    batch.add({"GET", "a"}).add({"BAD"}).add({"BAD"}).add({"GET", "b"});
    Arriving together(m_loop, open.send(std::move(batch)));
    Arriving after(m_loop, open.command("GET", "d"));
    const auto replies = together.get();
    QVERIFY(replies);
    QCOMPARE(replies->at(0), Reply::status("a"));
    QVERIFY(replies->at(1).toError().is("too-large") && replies->at(2).toError().is("too-large"));
    QCOMPARE(replies->at(3), Reply::status("b"));
    QCOMPARE(*after.get(), Reply::status("d"));
    QCOMPARE(*await(m_loop, *std::move(meanwhile)), Reply::status("c"));
    QCOMPARE(server.connections(), 3);
    QCOMPARE(open.state(), Connection::State::Open);
    QVERIFY(!lost);
}

void TestFakeServer::largeReplyOfDyingServer_losesTheConnection()
{
    FakeServer server;
    server.answerEach(politely([&](const QByteArrayList &command) -> QByteArray {
        if (command.front() == "BAD")
            server.refuseFromNowOn();
        return command.front() == "BAD" ? "*2000000000\r\n" : "";
    }));
    ConnectionOptions options;
    options.skipsLargeReplies = true;
    Connection open(server.endpoint(), options, m_loop, m_clock);
    QVERIFY(await(m_loop, open.open()).ok());
    int losses = 0;
    connect(&open, &Connection::lost, this, [&] { ++losses; });
    Arriving bad(m_loop, open.command("BAD"));
    Arriving after(m_loop, open.command("GET", "k"));
    QVERIFY(bad.get()->toError().is("too-large"));
    QCOMPARE(after.get().error().kind, ErrorKind::Transport);
    QCOMPARE(losses, 1);
    QCOMPARE(open.state(), Connection::State::Closed);
}

void TestFakeServer::repeatedDisconnects_backOff()
{
    FakeServer server;
    server.answerEach(politely({}));
    ConnectionOptions options;
    options.reconnect = true;
    ManualClock clock;
    Connection open(server.endpoint(), options, m_loop, clock);
    int lost = 0;
    connect(&open, &Connection::lost, this, [&] { ++lost; });
    QVERIFY(await(m_loop, open.open()).ok());
    for (int round = 1; round <= 4; ++round) {
        server.closeAll();
        QVERIFY(eventually([&] { return lost == round; }));
        QCOMPARE(open.state(), Connection::State::Retrying);
        QVERIFY(eventually([&] { return clock.nextWakeUp().has_value(); }));
        QCOMPARE(server.connections(), round); // it waits for the clock
        clock.advance(75ms * (1 << (round - 1)) - 1ms);
        QCOMPARE(open.state(), Connection::State::Retrying);
        clock.advance(15s);
        QVERIFY(eventually([&] { return open.state() == Connection::State::Open; }));
    }
    clock.advance(2s); // the connection lasted: now it may retry at once
    server.closeAll();
    QVERIFY(eventually([&] { return server.connections() == 6; }));
}

void TestFakeServer::sockets_areQuickAndKeptAlive()
{
    FakeServer server(FakeServer::Over::Tcp);
    server.answerEach(politely({}));
    auto open = connection(server);
    QVERIFY(await(m_loop, open.open()).ok());
    bool seen = false;
    for (int fd = 3; fd < 256; ++fd) {
        int type = 0;
        int noDelay = 0;
        int alive = 0;
        sockaddr_in peer{};
        socklen_t size = sizeof peer;
        socklen_t length = sizeof type;
        if (::getsockopt(fd, SOL_SOCKET, SO_TYPE, &type, &length) != 0 || type != SOCK_STREAM
            || ::getpeername(fd, reinterpret_cast<sockaddr *>(&peer), &size) != 0 || peer.sin_family != AF_INET
            || ntohs(peer.sin_port) != server.endpoint().port)
            continue;
        seen = true;
        QCOMPARE(::getsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &noDelay, &length), 0);
        QCOMPARE(::getsockopt(fd, SOL_SOCKET, SO_KEEPALIVE, &alive, &length), 0);
        QVERIFY(noDelay != 0);
        QVERIFY(alive != 0);
    }
    QVERIFY(seen);
}

LOCKSCOPE_TEST(TestFakeServer)
#include "tst_fake_server.moc"
