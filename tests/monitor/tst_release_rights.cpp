// SPDX-License-Identifier: MIT
// What a release does if something is missing: each right in turn, memory, the answer. On real servers. Before anything is deleted, all
// rights must be known to be there.
#include "lockcore/monitor/reading/refusal.h"
#include "support/server_gate.h"
#include "support/test_program.h"
#include "support/tested_releaser.h"

#include <QTest>

using namespace lockcore;
using namespace lockcore::test;
using namespace Qt::StringLiterals;

namespace {

const std::string owner1 = "9f3ac21e-4b7d-4c1a-8f00-1234567890ab:17";
const std::string token = "0123456789abcdef0123456789abcdef";
const std::string otherToken = "fedcba9876543210fedcba9876543210";

/// The least rights to release locks: those in docs/acl.md.
const QString least = // a connection sends NO-TOUCH; 7.0 does not know it and says so before it checks the rights
    (RedisServer::isAtLeast(7, 0) && !RedisServer::isAtLeast(7, 2) ? QString() : u"+client|no-touch "_s)
    + (RedisServer::isAtLeast(7, 0) ? u"+pexpiretime +pubsub|numsub +script|exists +memory|usage "_s : u"+pttl +pubsub +script +memory "_s)
    + u"+ping +time +info +dbsize +select +client|setname +client|id "
      "+type +multi +exec +exists +strlen +getrange +hlen +hget +hstrlen +hscan +zcard +zscore +zrange "
      "+scard +sismember +sscan +llen +lindex +lrange "
      "+eval +del +unlink +hdel +hset +hincrby +zrem +srem +incrby +ltrim +lpop +lpush +pexpire +publish"_s;

} // namespace

class ReleaseRightsTest : public QObject
{
    Q_OBJECT

private slots:
    void cleanup()
    {
        m_releaser.reset();
        m_server.reset();
    }

    void eachRight_data()
    {
        QTest::addColumn<QString>("acl");
        QTest::addColumn<QString>("outcome"); // the beginning of what told() returns
        QTest::addColumn<bool>("byTransaction");
        const auto all = u"~* &* "_s + least;
        QTest::newRow("the least") << u"~* resetchannels &redisson_* "_s + least << u"released"_s << false;
        QTest::newRow("no channel") << u"~* resetchannels "_s + least << u"not-permitted: NOPERM"_s << false;
        QTest::newRow("another channel") << u"~* resetchannels &other "_s + least << u"not-permitted: NOPERM"_s << false;
        QTest::newRow("no PUBLISH") << all + u" -publish"_s << u"not-permitted: NOPERM"_s << false;
        QTest::newRow("no DEL") << all + u" -del"_s << u"not-permitted: NOPERM"_s << false;
        QTest::newRow("no EVAL") << all + u" -eval +watch"_s << u"released"_s << true;
        QTest::newRow("no EVAL, no channel") << u"~* resetchannels "_s + least + u" -eval +watch"_s << u"not-permitted: NOPERM"_s << true;
        QTest::newRow("no EVAL, no DEL") << all + u" -eval +watch -del"_s << u"not-permitted: NOPERM"_s << true;
        QTest::newRow("no EVAL, no WATCH") << all + u" -eval -watch"_s << u"not-permitted: NOPERM"_s << true;
        QTest::newRow("no key") << u"~other:* &* "_s + least << u"not-permitted"_s << false;
        QTest::newRow("only to read the key") << u"%R~* &* "_s + least << u"not-permitted: NOPERM"_s << false;
        QTest::newRow("no EVAL, only to read the key") << u"%R~* &* "_s + least + u" -eval +watch"_s << u"not-permitted: NOPERM"_s << true;
    }

    void eachRight()
    {
        QFETCH(QString, acl);
        QFETCH(QString, outcome);
        QFETCH(bool, byTransaction);
        if (!RedisServer::isAtLeast(7, 0))
            QSKIP("before 7.0 rights cannot be asked for, and are coarser");
        start({u"user ops on >pw "_s + acl}, u"ops"_s);
        takeHash();
        const auto plan = m_releaser->plan(TestedReleaser::wish("lock:stock", {owner1}));
        if (!plan.possible()) {
            QVERIFY2(told(plan).startsWith(outcome), qPrintable(told(plan)));
            return;
        }
        const auto dry = m_releaser->release(plan.order, true);
        QVERIFY2(told(dry).startsWith(outcome), qPrintable(told(dry)));
        QVERIFY(m_releaser->audit().empty());
        QCOMPARE(m_server->command({"EXISTS", "lock:stock"}).integer, 1);
        const auto report = m_releaser->release(plan.order);
        QVERIFY2(told(report).startsWith(outcome), qPrintable(told(report)));
        QCOMPARE(report.byTransaction, byTransaction);
        QCOMPARE(m_server->command({"EXISTS", "lock:stock"}).integer, outcome == u"released" ? 0 : 1);
        QCOMPARE(m_releaser->audit().size(), 1u);
        QCOMPARE(m_releaser->audit().front()[u"outcome"_s].toString(), QString::fromStdString(std::string(toString(report.outcome))));
        if (outcome == u"released")
            QCOMPARE(m_server->command({"ACL", "LOG"}).elements.empty(), !byTransaction);
    }

    void leastRights_areEnoughForEachFamily_data()
    {
        QTest::addColumn<QString>("key");
        QTest::addColumn<QStringList>("makes"); // commands; their words contain no blanks
        const auto thread = QString::fromStdString(owner1);
        const auto uuid = thread.section(u':', 0, 0);
        QTest::newRow("string") << u"lock:a"_s << QStringList{u"SET lock:a 0123456789abcdef0123456789abcdef PX 60000"_s};
        QTest::newRow("fair") << u"till"_s
                              << QStringList{u"HSET till %1 1"_s.arg(thread), u"RPUSH redisson_lock_queue:{till} a:1 b:2"_s,
                                             u"ZADD redisson_lock_timeout:{till} 1000 a:1 4102444800000 b:2"_s};
        QTest::newRow("read") << u"book"_s << QStringList{u"HSET book mode read %1 2"_s.arg(thread)};
        QTest::newRow("permits") << u"pool"_s << QStringList{u"SET pool 1"_s, u"ZADD {pool}:timeout 4102444800000 0123456789abcdef"_s};
        QTest::newRow("python") << u"lock:r"_s << QStringList{u"SET lock:r qL8tK5XyGZ3m0aPf+R/2AwXy"_s};
        QTest::newRow("spring") << u"locks:7"_s
                                << QStringList{u"SET locks:7 %1 PX 60000"_s.arg(uuid), u"SET locks:8 %1 PX 60000"_s.arg(uuid)};
        QTest::newRow("sidekiq") << u"uniquejobs:0123456789abcdef0123456789abcdef:LOCKED"_s
                                 << QStringList{
                                        u"HSET uniquejobs:0123456789abcdef0123456789abcdef:LOCKED 0123456789abcdef01234567 1795262400.1"_s};
        QTest::newRow("symfony")
            << u"import"_s
            << QStringList{u"ZADD import 4102444800000 TsXOjj/8o4OG7rXcd3Vw9hhuhmbcH8hAqpZ0qNsKsZs= 4102444800000 __write__"_s};
        QTest::newRow("set") << u"cat.readers"_s << QStringList{u"SADD cat.readers web-3_4711_0123456789abcdef0123456789abcdef"_s};
    }

    void leastRights_areEnoughForEachFamily()
    {
        QFETCH(QString, key);
        QFETCH(QStringList, makes);
        start({u"user ops on >pw ~* resetchannels &redisson_* &*-channel* "_s + least}, u"ops"_s);
        for (const auto &make : makes) {
            Command command;
            for (const auto &word : make.split(u' '))
                command.push_back(word.toStdString());
            QVERIFY2(!m_server->command(command).isError(), qPrintable(make));
        }
        QCOMPARE(told(m_releaser->release(TestedReleaser::wish(key.toStdString()))), u"released"_s);
        const auto log = m_server->command({"ACL", "LOG"});
        QVERIFY2(log.elements.empty(), toString(log).c_str());
    }

    // Before 7.0 a missing right to publish cannot be detected beforehand.
    void rightsUncheckable_wakeUpMayFail()
    {
        start({u"user ops on >pw ~* resetchannels "_s + least}, u"ops"_s);
        takeHash();
        auto plan = m_releaser->plan(TestedReleaser::wish("lock:stock", {owner1}));
        auto server = plan.server;
        server.hasRightsCheck = false;
        plan = planFor(plan.order, server);
        auto endpoint = m_server->endpoint();
        endpoint.user = "ops";
        endpoint.password = "pw";
        RedisClient client(endpoint);
        const auto reply = client.command(plan.command());
        QCOMPARE(reply.elements.at(0).text, "released");
        const auto problem = scriptError(serverError(reply.elements.at(4).text));
        QVERIFY2(problem.is("NOPERM"), reply.elements.at(4).text.c_str());
        QCOMPARE(m_server->command({"EXISTS", "lock:stock"}).integer, 0);
    }

    // Before 7.0 the deadline is TIME + PTTL.
    void deadlineNotExact_moveBeyondToleranceIsRefused_data()
    {
        QTest::addColumn<int>("by");
        QTest::addColumn<QString>("answer");
        QTest::newRow("not at all") << 0 << u"would"_s;
        QTest::newRow("a little") << 20 << u"would"_s;
        QTest::newRow("later") << 2000 << u"changed"_s;
        QTest::newRow("earlier") << -2000 << u"changed"_s;
    }

    void deadlineNotExact_moveBeyondToleranceIsRefused()
    {
        QFETCH(int, by);
        QFETCH(QString, answer);
        start({}, {});
        takeHash();
        const auto seen = m_releaser->plan(TestedReleaser::wish("lock:stock", {owner1}));
        ReleaseServer old;
        old.hasPexpiretime = old.hasRightsCheck = false;
        const auto plan = planFor(seen.order, old);
        const auto deadline = std::chrono::floor<Milliseconds>(*seen.order.look.deadline).time_since_epoch().count();
        m_server->command({"PEXPIREAT", "lock:stock", std::to_string(deadline + by)});
        QCOMPARE(QString::fromStdString(m_server->command(plan.command(true)).elements.at(0).text), answer);
    }

    // A script that has deleted may continue to write; an EXEC may not even be queued.
    void outOfMemory_scriptStillReleases()
    {
        start({u"maxmemory-policy noeviction"_s, u"maxmemory 100mb"_s}, {});
        m_server->command({"SET", "lock:report", "qL8tK5XyGZ3m0aPf+R/2AwXy"});
        takeHash();
        m_server->command({"CONFIG", "SET", "maxmemory", "1"});
        QVERIFY(m_server->command({"SET", "a", "b"}).isError());
        QCOMPARE(told(m_releaser->release(TestedReleaser::wish("lock:stock", {owner1}))), u"released"_s);
        QCOMPARE(told(m_releaser->release(TestedReleaser::wish("lock:report"))), u"released"_s);
        QCOMPARE(m_server->command({"LLEN", "lock-signal:report"}).integer, 1); // its LPUSH was done, too
    }

    void outOfMemory_transactionIsRefused()
    {
        start({u"maxmemory 100mb"_s, u"user ops on >pw ~* &* +@all -eval"_s}, u"ops"_s);
        takeHash();
        m_server->command({"CONFIG", "SET", "maxmemory", "1"});
        if (RedisServer::isAtLeast(7, 2))
            QSKIP("from 7.2 on a transaction may delete out of memory");
        const auto report = m_releaser->release(TestedReleaser::wish("lock:stock", {owner1}));
        QVERIFY2(told(report).startsWith(u"not-permitted: OOM"), qPrintable(told(report)));
        QCOMPARE(m_server->command({"EXISTS", "lock:stock"}).integer, 1);
    }

    void replica_refusesWithReason()
    {
        start({u"replicaof 127.0.0.1 1"_s, u"replica-serve-stale-data yes"_s}, {});
        const auto plan = m_releaser->plan(TestedReleaser::wish("lock:stock", {owner1}));
        QVERIFY2(told(plan).startsWith(u"not-permitted: this server is a replica"), qPrintable(told(plan)));
    }

    // If MULTI is refused, the next commands would run at once, without the WATCH: here on another's lock.
    void refusedMulti_changesNothing_data()
    {
        QTest::addColumn<QByteArray>("answer");
        QTest::newRow("not permitted") << QByteArray("-NOPERM User ops has no permissions to run the 'multi' command\r\n");
        QTest::newRow("out of memory") << QByteArray("-OOM command not allowed when used memory > 'maxmemory'.\r\n");
        QTest::newRow("another answer") << QByteArray("+PONG\r\n");
    }

    void refusedMulti_changesNothing()
    {
        QFETCH(QByteArray, answer);
        start({}, {});
        m_server->command({"SET", "lock:a", token, "PX", "60000"});
        bool watched = false;
        ServerGate gate(*m_server, [&](const QByteArrayList &command) -> std::optional<QByteArray> {
            if (command.front() == "EVAL")
                return "-NOPERM User ops has no permissions to run the 'eval' command\r\n";
            watched = watched || command.front() == "WATCH";
            if (!watched || command.front() != "MULTI")
                return std::nullopt;
            m_server->command({"SET", "lock:a", otherToken, "PX", "60000"});
            return answer;
        });
        TestedReleaser releaser(gate.endpoint());
        const auto report = releaser.release(TestedReleaser::wish("lock:a", {token}));
        QCOMPARE(m_server->command({"GET", "lock:a"}).text, otherToken);
        QVERIFY2(told(report).startsWith(u"not-permitted: "), qPrintable(told(report)));
        QCOMPARE(releaser.audit().back()[u"outcome"_s].toString(), u"not-permitted"_s);
    }

    // A proxy that accepts MULTI but runs the next commands: nothing that changes anything may be sent after that.
    void unqueuedStep_endsTheTransaction()
    {
        start({}, {});
        m_server->command({"SET", "lock:a", token, "PX", "60000"});
        QByteArrayList sent;
        bool watched = false;
        ServerGate gate(*m_server, [&](const QByteArrayList &command) -> std::optional<QByteArray> {
            if (command.front() == "EVAL")
                return "-NOPERM User ops has no permissions to run the 'eval' command\r\n";
            watched = watched || command.front() == "WATCH";
            if (watched)
                sent << command.front();
            return watched && command.front() == "DEL" ? std::optional(QByteArray(":0\r\n")) : std::nullopt;
        });
        TestedReleaser releaser(gate.endpoint());
        const auto report = releaser.release(TestedReleaser::wish("lock:a", {token}));
        QVERIFY2(told(report).startsWith(u"not-permitted: unexpected reply"), qPrintable(told(report)));
        QCOMPARE(sent.last(), QByteArray("DISCARD"));
        QVERIFY(!sent.contains("EXEC"));
        QCOMPARE(m_server->command({"GET", "lock:a"}).text, token);
    }

    // The server executes it, but the answer is lost: only a second look shows the outcome.
    void lostAnswer_isUnknown_data()
    {
        QTest::addColumn<bool>("ran");
        QTest::newRow("it was run") << true;
        QTest::newRow("it was not") << false;
    }

    void lostAnswer_isUnknown()
    {
        QFETCH(bool, ran);
        start({}, {});
        m_server->command({"SET", "lock:a", token, "PX", "60000"});
        ServerGate gate(*m_server, [&](const QByteArrayList &command) -> std::optional<QByteArray> {
            if (command.front() != "EVAL")
                return std::nullopt;
            if (ran)
                (void)gate.pass(command);
            gate.closeSoon();
            return QByteArray();
        });
        TestedReleaser releaser(gate.endpoint());
        const auto plan = releaser.plan(TestedReleaser::wish("lock:a", {token}));
        QCOMPARE(told(plan), u"possible"_s);
        const auto report = releaser.release(plan.order);
        QVERIFY2(told(report).startsWith(u"unknown: "), qPrintable(told(report)));
        QVERIFY(report.now.has_value());
        QCOMPARE(report.now->value.exists(), !ran);
        QCOMPARE(report.holdersNow.empty(), ran);
        QCOMPARE(releaser.audit().back()[u"outcome"_s].toString(), u"unknown"_s);
    }

    void absurdTime_isLimited()
    {
        start({}, {});
        m_server->command({"SET", "lock:a", token, "PX", "60000"});
        ServerGate gate(*m_server, [&](const QByteArrayList &command) -> std::optional<QByteArray> {
            const QByteArray absurd = "*5\r\n$8\r\nreleased\r\n$19\r\n9223372036854775807\r\n$1\r\n0\r\n:0\r\n$0\r\n\r\n";
            return command.front() == "EVAL" ? std::optional(absurd) : std::nullopt;
        });
        TestedReleaser releaser(gate.endpoint());
        const auto report = releaser.release(TestedReleaser::wish("lock:a", {token}));
        QCOMPARE(told(report), u"released"_s);
        QVERIFY(report.at == ServerTime(std::chrono::seconds(253'402'300'799)));
    }

    void noServer_isReportedFirst()
    {
        Endpoint nowhere;
        nowhere.transport = Endpoint::Transport::Unix;
        nowhere.path = "/nonexistent/socket";
        TestedReleaser releaser(nowhere);
        const auto plan = releaser.plan(TestedReleaser::wish("lock:a"));
        QVERIFY(plan.hindrance && plan.hindrance->error && plan.hindrance->error->kind == ErrorKind::Transport);
    }

    // With any right to measure it and in any encoding: the plan names the reason, and the connection survives.
    void tooLargeKey_isNamedSo_data()
    {
        QTest::addColumn<QStringList>("config");
        QTest::addColumn<int>("bytes");
        const auto listpacks = u"hash-max-listpack-value 100000000"_s;
        const auto all = u"user ops on >pw ~* &* +@all"_s;
        const auto withoutMemory = u"user ops on >pw ~* &* +@all -memory"_s;
        QTest::newRow("1 MB") << QStringList{all} << 1'000'000;
        QTest::newRow("20 MB") << QStringList{all} << 20'000'000;
        QTest::newRow("a listpack of 20 MB") << QStringList{listpacks, all} << 20'000'000;
        QTest::newRow("a listpack of 20 MB, not measured") << QStringList{listpacks, withoutMemory} << 20'000'000;
    }

    void tooLargeKey_isNamedSo()
    {
        QFETCH(QStringList, config);
        QFETCH(int, bytes);
        start(config, u"ops"_s);
        takeHash();
        m_server->command({"HSET", "lock:stock", "data", std::string(static_cast<std::size_t>(bytes), 'x')});
        const auto plan = m_releaser->plan(TestedReleaser::wish("lock:stock", {owner1}));
        QVERIFY2(told(plan).startsWith(u"not-permitted: it is larger than Lockscope reads"_s), qPrintable(told(plan)));
        QVERIFY(!plan.hindrance->error);
        QCOMPARE(m_server->command({"HLEN", "lock:stock"}).integer, 2);
    }

private:
    void start(const QStringList &config, const QString &user, const QString &password = u"pw"_s)
    {
        m_server = std::make_unique<RedisServer>(config);
        auto endpoint = m_server->endpoint();
        endpoint.user = user.toStdString();
        endpoint.password = user.isEmpty() ? std::string() : password.toStdString();
        m_releaser = std::make_unique<TestedReleaser>(endpoint);
    }

    void takeHash()
    {
        m_server->command({"HSET", "lock:stock", owner1, "1"});
        m_server->command({"PEXPIRE", "lock:stock", "60000"});
    }

    std::unique_ptr<RedisServer> m_server;
    std::unique_ptr<TestedReleaser> m_releaser;
};

LOCKSCOPE_TEST(ReleaseRightsTest)
#include "tst_release_rights.moc"
