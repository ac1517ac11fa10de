// SPDX-License-Identifier: MIT
// The Lab on somebody's server: under a prefix, without faults on the server, and nothing stays.
#include "lab/played_run.h"
#include "support/redis_server.h"
#include "support/test_certificates.h"
#include "support/test_program.h"

#include <QTest>

using namespace lockcore;
using namespace lockcore::test;

class TestLabForeign final : public QObject
{
    Q_OBJECT

private slots:
    void foreignServer_isPlayedUnderAPrefix_data();
    void foreignServer_isPlayedUnderAPrefix();
    void actionsThatNeedOwnServer_areRefused_data();
    void actionsThatNeedOwnServer_areRefused();
    void wrongPassword_isReported();
};

void TestLabForeign::foreignServer_isPlayedUnderAPrefix_data()
{
    QTest::addColumn<int>("transport");
    QTest::addColumn<QByteArray>("password");
    QTest::newRow("unix, no password") << static_cast<int>(Endpoint::Transport::Unix) << QByteArray();
    QTest::newRow("tcp") << static_cast<int>(Endpoint::Transport::Tcp) << QByteArray("a secret/%");
    QTest::newRow("tls") << static_cast<int>(Endpoint::Transport::Tls) << QByteArray("a secret/%");
}

void TestLabForeign::foreignServer_isPlayedUnderAPrefix()
{
    QFETCH(int, transport);
    QFETCH(QByteArray, password);
    const auto kind = static_cast<Endpoint::Transport>(transport);
    const TestCertificates certificates;
    RedisServerOptions server;
    server.password = password.toStdString();
    server.tcp = kind == Endpoint::Transport::Tcp;
    server.tls = kind == Endpoint::Transport::Tls ? &certificates : nullptr;
    RedisServer redis(server);
    redis.command({"SET", "stock", "somebody's"});
    RunOptions options;
    options.foreign = kind == Endpoint::Transport::Unix  ? redis.endpoint()
                      : kind == Endpoint::Transport::Tcp ? redis.tcpEndpoint()
                                                         : redis.tlsEndpoint();
    const auto played = playedRun(builtIn("pause-without-fencing"), options);
    QVERIFY2(played.ok(), sentenceOf(played).c_str());

    const auto &history = played->history;
    QVERIFY(!history.header.record && !history.header.looks);
    int commands = 0;
    for (const auto &entry : history.entries) {
        QVERIFY(!std::holds_alternative<entry::KeyChanged>(entry.what));
        const auto *turn = std::get_if<entry::Turn>(&entry.what);
        for (const auto &key : turn ? turn->keys : std::vector<Bytes>()) {
            QVERIFY2(key.starts_with("lockscope-lab:"), key.c_str());
            ++commands;
        }
    }
    QVERIFY(commands > 4);
    const auto verdicts = judge(history);
    QVERIFY(verdictOn(verdicts, Property::Ownership).outcome == Outcome::NotExercised);
    QVERIFY(toString(history).find("a secret") == std::string::npos);
    QCOMPARE(redis.command({"GET", "stock"}).text, Bytes("somebody's"));
    QCOMPARE(redis.command({"DBSIZE"}).toInteger(), std::optional<std::int64_t>(1)); // other clients' keys stay
}

void TestLabForeign::actionsThatNeedOwnServer_areRefused_data()
{
    QTest::addColumn<QByteArray>("name");
    QTest::addColumn<QByteArray>("part");
    QTest::newRow("fault") << QByteArray("force-release") << QByteArray("it does this to the server: force release");
    QTest::newRow("condition") << QByteArray("plain-del-after-expiry") << QByteArray("A's key expired");
    QTest::newRow("settings") << QByteArray("eviction") << QByteArray("number, replicas or settings");
    QTest::newRow("servers") << QByteArray("redlock-restart-with-data") << QByteArray("number, replicas or settings");
}

void TestLabForeign::actionsThatNeedOwnServer_areRefused()
{
    QFETCH(QByteArray, name);
    QFETCH(QByteArray, part);
    RunOptions options;
    options.foreign.emplace(); // no server is contacted
    const auto played = playedRun(builtIn(name.toStdString()), options);
    QVERIFY(!played.ok());
    QVERIFY2(sentenceOf(played).find(part.toStdString()) != std::string::npos, sentenceOf(played).c_str());
}

void TestLabForeign::wrongPassword_isReported()
{
    RedisServerOptions server;
    server.password = "right";
    const RedisServer redis(server);
    RunOptions options;
    options.foreign = redis.endpoint();
    options.foreign->password = "wrong";
    const auto played = playedRun(builtIn("watchdog-on"), options);
    QVERIFY(!played.ok());
    QVERIFY2(sentenceOf(played).find("WRONGPASS") != std::string::npos, sentenceOf(played).c_str());
}

LOCKSCOPE_TEST(TestLabForeign)
#include "tst_lab_foreign.moc"
