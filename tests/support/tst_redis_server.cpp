// SPDX-License-Identifier: MIT
// Tests the fixture that other tests rely on.
#include "support/compare.h"
#include "support/redis_server.h"
#include "support/test_certificates.h"
#include "support/test_program.h"

#include <QDir>
#include <QFileInfo>
#include <QSslSocket>
#include <QTest>

#include <csignal>

using namespace lockcore;
using namespace lockcore::test;
using namespace Qt::Literals::StringLiterals;

class TestRedisServer : public QObject
{
    Q_OBJECT

private slots:
    void command_isBinarySafe();
    void pipeline_answersInOrder();
    void configLines_lastWordWins();
    void password_isRequired();
    void aclUser_mayOnlyDoItsPart();
    void restart_keepsOrLosesData();
    void kill_isNoticedAndStartRestores();
    void pause_silencesAndResumeAnswers();
    void tcp_answersOnItsPort();
    void tls_presentsTheChosenCertificate_data();
    void tls_presentsTheChosenCertificate();
    void destruction_leavesNothing();
};

void TestRedisServer::command_isBinarySafe()
{
    RedisServer server;
    const Bytes key("a\0\r\n\xff", 5);
    QVERIFY(server.command({"SET", key, "value"}).isOk());
    QCOMPARE(server.command({"KEYS", "*"}), Reply::array({Reply::bulk(key)}));
    QCOMPARE(server.command({"GET", "none"}), Reply::nil());
    QVERIFY(server.command({"HGET", key, "f"}).text.starts_with("WRONGTYPE"));
}

void TestRedisServer::pipeline_answersInOrder()
{
    RedisServer server;
    const auto replies = server.pipeline({{"INCR", "n"}, {"INCR", "n"}, {"GET", "n"}});
    QCOMPARE(replies, (std::vector<Reply>{Reply::number(1), Reply::number(2), Reply::bulk("2")}));
}

void TestRedisServer::configLines_lastWordWins()
{
    RedisServer server({u"maxclients 77"_s, u"databases 3"_s});
    QCOMPARE(server.command({"CONFIG", "GET", "maxclients"}).elements.at(1).text, std::string("77"));
    QCOMPARE(server.command({"CONFIG", "GET", "databases"}).elements.at(1).text, std::string("3"));
}

void TestRedisServer::password_isRequired()
{
    RedisServerOptions options;
    options.password = "s3cret";
    RedisServer server(options);
    QVERIFY(server.command({"SET", "k", "v"}).isOk());
    auto endpoint = server.endpoint();
    endpoint.password.clear();
    QVERIFY(RedisClient(endpoint).command({"PING"}).text.starts_with("NOAUTH"));
    endpoint.password = "wrong";
    QVERIFY(RedisClient(endpoint).command({"PING"}).text.starts_with("WRONGPASS"));
}

void TestRedisServer::aclUser_mayOnlyDoItsPart()
{
    RedisServer server({u"user reader on >pw ~lock:* +get"_s});
    auto endpoint = server.endpoint();
    endpoint.user = "reader";
    endpoint.password = "pw";
    RedisClient reader(endpoint);
    QVERIFY(reader.command({"GET", "lock:1"}).isNil());
    QVERIFY(reader.command({"SET", "lock:1", "x"}).text.starts_with("NOPERM"));
}

void TestRedisServer::restart_keepsOrLosesData()
{
    RedisServer server;
    const auto endpoint = server.endpoint();
    server.command({"SET", "k", "v"});
    server.restart(RedisServer::Data::Kept);
    QCOMPARE(server.endpoint(), endpoint);
    QCOMPARE(server.command({"GET", "k"}), Reply::bulk("v"));
    server.restart(RedisServer::Data::Lost);
    QCOMPARE(server.command({"GET", "k"}), Reply::nil());
}

void TestRedisServer::kill_isNoticedAndStartRestores()
{
    RedisServer server;
    RedisClient client(server.endpoint());
    QCOMPARE(client.command({"PING"}), Reply::status("PONG"));
    server.kill();
    QVERIFY(client.command({"PING"}).text.starts_with("LOST"));
    QVERIFY(RedisClient(server.endpoint()).command({"PING"}).text.starts_with("LOST"));
    server.start();
    QCOMPARE(server.command({"PING"}), Reply::status("PONG"));
}

void TestRedisServer::pause_silencesAndResumeAnswers()
{
    RedisServer server;
    server.pause();
    QVERIFY(RedisClient(server.endpoint(), std::chrono::milliseconds(50)).command({"PING"}).text.starts_with("LOST"));
    server.resume();
    QCOMPARE(RedisClient(server.endpoint()).command({"PING"}), Reply::status("PONG"));
}

void TestRedisServer::tcp_answersOnItsPort()
{
    RedisServerOptions options;
    options.tcp = true;
    RedisServer server(options);
    QCOMPARE(RedisClient(server.tcpEndpoint()).command({"PING"}), Reply::status("PONG"));
}

void TestRedisServer::tls_presentsTheChosenCertificate_data()
{
    QTest::addColumn<bool>("expired");
    QTest::newRow("valid") << false;
    QTest::newRow("expired") << true;
}

void TestRedisServer::tls_presentsTheChosenCertificate()
{
    QFETCH(const bool, expired);
    TestCertificates certificates;
    RedisServerOptions options;
    options.tls = &certificates;
    options.expiredCertificate = expired;
    RedisServer server(options);

    QSslSocket socket;
    auto configuration = socket.sslConfiguration();
    configuration.setCaCertificates(QSslCertificate::fromPath(QString::fromStdString(certificates.ca().cert)));
    socket.setSslConfiguration(configuration);
    socket.connectToHostEncrypted(u"127.0.0.1"_s, static_cast<quint16>(server.tlsEndpoint().port), u"localhost"_s);
    QCOMPARE(socket.waitForEncrypted(10'000), !expired);
    QCOMPARE(socket.sslHandshakeErrors().isEmpty(), !expired);
    if (expired)
        QCOMPARE(socket.sslHandshakeErrors().first().error(), QSslError::CertificateExpired);
}

void TestRedisServer::destruction_leavesNothing()
{
    QString directory;
    qint64 pid = 0;
    {
        RedisServer server;
        server.pause();
        directory = server.directory();
        pid = server.pid();
    }
    QVERIFY(!QFileInfo::exists(directory));
    QCOMPARE(::kill(static_cast<pid_t>(pid), 0), -1);
}

LOCKSCOPE_TEST(TestRedisServer)
#include "tst_redis_server.moc"
