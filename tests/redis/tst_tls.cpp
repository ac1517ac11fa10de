// SPDX-License-Identifier: MIT
#include "lockcore/redis/certificate_names.h"
#include "lockcore/redis/connection.h"
#include "support/awaiting.h"
#include "support/compare.h"
#include "support/eventually.h"
#include "support/redis_server.h"
#include "support/test_certificates.h"
#include "support/test_program.h"

using namespace lockcore;
using namespace lockcore::test;
using namespace std::chrono_literals;
using namespace std::string_literals;
using namespace Qt::Literals::StringLiterals;

class TestTls final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { m_certificates = std::make_unique<TestCertificates>(); }
    void trustedServer_isUsed();
    void largeReplies_passTheReadBuffer();
    void untrustedServer_isRefused();
    void unverified_isUsedAnyway();
    void expiredCertificate_isRefused();
    void otherHostName_isRefusedUnlessNamed();
    void alternativeNames_overrideCommonName_data();
    void alternativeNames_overrideCommonName();
    void hostNames_areMatched_data();
    void hostNames_areMatched();
    void clientCertificate_isRequiredAndGiven();
    void invalidCertificateFile_isRefused_data();
    void invalidCertificateFile_isRefused();
    void plainServer_givesTimeoutOrTlsError();
    void lostAndFoundAgain();
    void held_lastMessageIsDelivered();

private:
    RedisServerOptions options() const
    {
        RedisServerOptions options;
        options.tls = m_certificates.get();
        return options;
    }
    Result<void> tried(const Endpoint &endpoint)
    {
        Connection connection(endpoint, {}, m_loop, m_clock);
        auto result = await(m_loop, connection.open());
        if (result.ok() && *await(m_loop, connection.command("PING")) != Reply::status("PONG"))
            return Error{ErrorKind::Protocol, "no PONG", {}};
        return result;
    }

    EventLoop m_loop;
    LoopClock m_clock;
    std::unique_ptr<TestCertificates> m_certificates;
};

void TestTls::trustedServer_isUsed()
{
    auto with = options();
    with.password = "secret";
    RedisServer server(with);
    QVERIFY(tried(server.tlsEndpoint()).ok());
}

void TestTls::largeReplies_passTheReadBuffer()
{
    RedisServer server(options());
    Connection connection(server.tlsEndpoint(), {}, m_loop, m_clock);
    QVERIFY(await(m_loop, connection.open()).ok());
    const Bytes value(9'000'000, '\x7f');
    QVERIFY(await(m_loop, connection.command("SET", "k", value))->isOk());
    Batch batch;
    for (int i = 0; i < 4; ++i)
        batch.add({"GET", "k"});
    const auto replies = await(m_loop, connection.send(std::move(batch), 60s));
    QCOMPARE(replies->size(), 4u);
    for (const auto &reply : *replies)
        QVERIFY(reply.text == value);
}

void TestTls::untrustedServer_isRefused()
{
    RedisServer server(options());
    auto endpoint = server.tlsEndpoint();
    endpoint.tls.caFile = m_certificates->otherCa().cert;
    QCOMPARE(tried(endpoint).error().detail, "tls-untrusted"s);
    endpoint.tls.caFile.clear(); // the system's
    const auto result = tried(endpoint);
    QCOMPARE(result.error().detail, "tls-untrusted"s);
    QCOMPARE(result.error().kind, ErrorKind::Transport);
}

void TestTls::unverified_isUsedAnyway()
{
    RedisServer server(options());
    auto endpoint = server.tlsEndpoint();
    endpoint.tls.caFile.clear();
    endpoint.tls.verify = false;
    QVERIFY(tried(endpoint).ok());
}

void TestTls::expiredCertificate_isRefused()
{
    auto with = options();
    with.expiredCertificate = true;
    RedisServer server(with);
    QCOMPARE(tried(server.tlsEndpoint()).error().detail, "tls-expired"s);
}

void TestTls::otherHostName_isRefusedUnlessNamed()
{
    auto with = options();
    with.config = {u"bind 127.0.0.2 127.0.0.1"_s};
    RedisServer server(with);
    auto endpoint = server.tlsEndpoint();
    endpoint.host = "127.0.0.2";
    QCOMPARE(tried(endpoint).error().detail, "tls-hostname"s);
    endpoint.tls.serverName = "localhost";
    QVERIFY(tried(endpoint).ok());
    endpoint.tls.serverName = "elsewhere.example";
    QCOMPARE(tried(endpoint).error().detail, "tls-hostname"s);
}

// Both certificates have the common name "localhost"; one has a subjectAltName, which names others.
void TestTls::alternativeNames_overrideCommonName_data()
{
    QTest::addColumn<bool>("hasAlternativeNames");
    QTest::addColumn<QString>("asked");
    QTest::addColumn<bool>("accepted");
    QTest::newRow("the common name alone") << false << u"localhost"_s << true;
    QTest::newRow("another than the common name") << false << u"a.elsewhere.example"_s << false;
    QTest::newRow("the common name, others named") << true << u"localhost"_s << false;
    QTest::newRow("a named host") << true << u"A.Elsewhere.Example"_s << true;
    QTest::newRow("a named address") << true << u"127.0.0.9"_s << true;
    QTest::newRow("another address") << true << u"127.0.0.1"_s << false;
}

void TestTls::alternativeNames_overrideCommonName()
{
    QFETCH(bool, hasAlternativeNames);
    QFETCH(QString, asked);
    QFETCH(bool, accepted);
    auto with = options();
    const auto files = hasAlternativeNames ? m_certificates->elsewhere() : m_certificates->nameless();
    with.config = {u"tls-cert-file \"%1\""_s.arg(QString::fromStdString(files.cert)),
                   u"tls-key-file \"%1\""_s.arg(QString::fromStdString(files.key))};
    RedisServer server(with);
    auto endpoint = server.tlsEndpoint();
    endpoint.tls.serverName = asked.toStdString();
    const auto result = tried(endpoint);
    QCOMPARE(result.ok() ? "ok"s : result.error().detail, accepted ? "ok"s : "tls-hostname"s);
    endpoint.tls.verify = false;
    QVERIFY(tried(endpoint).ok());
}

void TestTls::hostNames_areMatched_data()
{
    QTest::addColumn<QString>("pattern");
    QTest::addColumn<QString>("host");
    QTest::addColumn<bool>("named");
    QTest::newRow("the same") << u"db.example"_s << u"DB.example"_s << true;
    QTest::newRow("a longer one") << u"db.example"_s << u"a.db.example"_s << false;
    QTest::newRow("any first label") << u"*.db.example"_s << u"a.db.example"_s << true;
    QTest::newRow("two labels") << u"*.db.example"_s << u"a.b.db.example"_s << false;
    QTest::newRow("no label") << u"*.db.example"_s << u"db.example"_s << false;
    QTest::newRow("an empty label") << u"*.db.example"_s << u".db.example"_s << false;
    QTest::newRow("a whole domain") << u"*.example"_s << u"db.example"_s << false;
    QTest::newRow("anything") << u"*"_s << u"example"_s << false;
    QTest::newRow("a part of a label") << u"d*.db.example"_s << u"da.db.example"_s << false;
}

void TestTls::hostNames_areMatched()
{
    QFETCH(QString, pattern);
    QFETCH(QString, host);
    QTEST(isHostNamed(pattern, host), "named");
}

void TestTls::clientCertificate_isRequiredAndGiven()
{
    auto with = options();
    with.config = {u"tls-auth-clients yes"_s};
    RedisServer server(with);
    auto endpoint = server.tlsEndpoint();
    const auto refused = tried(endpoint);
    QVERIFY(!refused.ok());
    QCOMPARE(refused.error().kind, ErrorKind::Transport);
    QVERIFY2(refused.error().detail == "tls" || refused.error().detail == "closed", refused.error().detail.c_str());
    endpoint.tls.certFile = m_certificates->client().cert;
    endpoint.tls.keyFile = m_certificates->client().key;
    QVERIFY(tried(endpoint).ok());
}

void TestTls::invalidCertificateFile_isRefused_data()
{
    QTest::addColumn<QString>("which");
    for (const auto *which : {"ca missing", "ca is a key", "cert missing", "key missing", "key is a certificate"})
        QTest::newRow(which) << QString::fromLatin1(which);
}

void TestTls::invalidCertificateFile_isRefused()
{
    QFETCH(QString, which);
    Endpoint endpoint;
    endpoint.transport = Endpoint::Transport::Tls;
    endpoint.port = freePort();
    const auto client = m_certificates->client();
    endpoint.tls.certFile = which == u"cert missing" ? "/nonexistent/c.pem" : which.startsWith(u"ca") ? "" : client.cert;
    endpoint.tls.keyFile = which == u"key missing" ? "/nonexistent/k.pem" : which == u"key is a certificate" ? client.cert : client.key;
    endpoint.tls.caFile = which == u"ca missing" ? "/nonexistent/ca.pem" : which == u"ca is a key" ? client.key : "";
    const auto result = tried(endpoint);
    QVERIFY(!result.ok());
    QCOMPARE(result.error().kind, ErrorKind::Refused);
    QCOMPARE(result.error().detail, "tls-file"s);
    QVERIFY2(result.error().text.find("pem") != std::string::npos || result.error().text.find("client") != std::string::npos,
             result.error().text.c_str());
}

void TestTls::plainServer_givesTimeoutOrTlsError()
{
    RedisServerOptions with;
    with.tcp = true;
    RedisServer server(with);
    auto endpoint = server.tcpEndpoint();
    endpoint.transport = Endpoint::Transport::Tls;
    ConnectionOptions options;
    options.connectTimeout = 200ms;
    Connection connection(endpoint, options, m_loop, m_clock);
    const auto result = await(m_loop, connection.open());
    QVERIFY(!result.ok());
    QVERIFY2(result.error().kind == ErrorKind::Timeout || result.error().detail == "tls" || result.error().detail == "closed",
             (result.error().text + result.error().detail).c_str());
}

void TestTls::lostAndFoundAgain()
{
    RedisServer server(options());
    ConnectionOptions retrying;
    retrying.reconnect = true;
    Connection connection(server.tlsEndpoint(), retrying, m_loop, m_clock);
    QVERIFY(await(m_loop, connection.open()).ok());
    server.kill();
    QVERIFY(eventually([&] { return connection.state() == Connection::State::Retrying; }));
    server.start();
    QVERIFY(eventually([&] { return connection.state() == Connection::State::Open; }));
    QCOMPARE(*await(m_loop, connection.command("PING")), Reply::status("PONG"));
}

// What was decrypted while it was held would stay behind until the next message.
void TestTls::held_lastMessageIsDelivered()
{
    RedisServer server(options());
    ConnectionOptions subscriber;
    subscriber.subscriber = true;
    Connection listener(server.tlsEndpoint(), subscriber, m_loop, m_clock);
    QVERIFY(await(m_loop, listener.open()).ok());
    QVERIFY(await(m_loop, listener.command("SUBSCRIBE", "ch")).ok());
    Connection other(server.endpoint(), {}, m_loop, m_clock);
    QVERIFY(await(m_loop, other.open()).ok());
    std::size_t heard = 0;
    connect(&listener, &Connection::pushed, this, [&] { ++heard; });
    for (std::size_t sent = 1; sent <= 50; ++sent) {
        listener.hold(true);
        server.command({"PUBLISH", "ch", Bytes(sent * 400, 'x')}); // up to more than one record
        for (int turns = 0; turns < 5; ++turns)
            QVERIFY(await(m_loop, other.command("PING")).ok());
        listener.hold(false);
        QVERIFY(eventually([&] { return heard == sent; }));
    }
}

LOCKSCOPE_TEST(TestTls)
#include "tst_tls.moc"
