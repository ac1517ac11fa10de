// SPDX-License-Identifier: MIT
// What a release must not claim: that nothing happened when something may have; that a release is possible when it is not; that a lock is
// free when somebody has acquired it; that it was renewed when nobody saw that.
#include "support/server_gate.h"
#include "support/test_program.h"
#include "support/tested_releaser.h"

#include <QTest>

using namespace lockcore;
using namespace lockcore::test;
using namespace Qt::StringLiterals;

namespace {

const std::string doubtedToken = "0123456789abcdef0123456789abcdef";
const std::string uuid = "9f3ac21e-4b7d-4c1a-8f00-1234567890ab";

} // namespace

class ReleaseDoubtsTest : public QObject
{
    Q_OBJECT

private slots:
    void cleanup()
    {
        m_releaser.reset();
        m_gate.reset();
        m_server.reset();
    }

    // It is unknown whether the server has executed it by then.
    void cancelledInFlight_isRecordedAsUnknown_data()
    {
        QTest::addColumn<QByteArray>("held"); // the command that is not answered
        QTest::newRow("script") << QByteArray("EVAL");
        QTest::newRow("transaction") << QByteArray("EXEC");
    }

    void cancelledInFlight_isRecordedAsUnknown()
    {
        QFETCH(QByteArray, held);
        start();
        m_server->command({"SET", "lock:a", doubtedToken, "PX", "60000"});
        const auto plan = m_releaser->plan(TestedReleaser::wish("lock:a", {doubtedToken}));
        QCOMPARE(told(plan), u"possible"_s);
        bool sent = false;
        bool refused = false;
        openGate([&](const QByteArrayList &command) -> std::optional<QByteArray> {
            if (held != "EVAL" && command.front() == "EVAL") {
                refused = true;
                return "-NOPERM User ops has no permissions to run the 'eval' command\r\n";
            }
            if (command.front() != held || (held == "EXEC" && !refused))
                return std::nullopt;
            sent = true;
            return QByteArray();
        });
        {
            const auto releasing = std::make_unique<Arriving<ReleaseReport>>(m_releaser->releasing(plan.order));
            // The releaser's looks are transactions, too: the one that counts comes after the refusal and the last WATCH.
            QVERIFY(eventually([&] { return sent; }));
        }
        QCOMPARE(m_releaser->intents().size(), 1u);
        QCOMPARE(m_releaser->audit().size(), 1u);
        QCOMPARE(m_releaser->audit().front()[u"outcome"_s].toString(), u"unknown"_s);
    }

    void cancelledBeforeSending_isReported()
    {
        start();
        m_server->command({"SET", "lock:a", doubtedToken, "PX", "60000"});
        const auto plan = m_releaser->plan(TestedReleaser::wish("lock:a", {doubtedToken}));
        bool asked = false;
        openGate([&](const QByteArrayList &command) -> std::optional<QByteArray> {
            asked = asked || command.front() == "INFO";
            return asked ? std::optional(QByteArray()) : std::nullopt;
        });
        {
            const auto releasing = std::make_unique<Arriving<ReleaseReport>>(m_releaser->releasing(plan.order));
            QVERIFY(eventually([&] { return asked; }));
        }
        QVERIFY(m_releaser->intents().empty());
        QCOMPARE(m_releaser->audit().size(), 1u);
        QCOMPARE(m_releaser->audit().front()[u"outcome"_s].toString(), u"not-permitted"_s);
        QVERIFY(m_releaser->audit().front()[u"error"_s].toString().contains(u"cancelled"_s));
    }

    // An aborted EXEC shows only that one of the watched keys was touched.
    void restlessLock_isNotCalledRenewed()
    {
        start();
        m_server->command({"SET", "lock:a", doubtedToken, "PX", "60000"});
        const auto plan = m_releaser->plan(TestedReleaser::wish("lock:a", {doubtedToken}));
        bool refused = false;
        openGate([&](const QByteArrayList &command) -> std::optional<QByteArray> {
            if (command.front() == "EVAL") {
                refused = true;
                return "-NOPERM User ops has no permissions to run the 'eval' command\r\n";
            }
            if (command.front() == "EXEC" && refused)
                m_server->command({"SET", "lock:a", doubtedToken, "KEEPTTL"});
            return std::nullopt;
        });
        const auto report = m_releaser->release(plan.order);
        QCOMPARE(told(report), u"changed"_s);
        QVERIFY(!report.changed);
    }

    // `--dry-run` exits as the real run would.
    void serverRefusesWrites_dryRunReportsIt_data()
    {
        QTest::addColumn<QString>("acl");
        QTest::newRow("script") << u"+@all"_s;
        QTest::newRow("transaction") << u"+@all -eval"_s;
    }

    void serverRefusesWrites_dryRunReportsIt()
    {
        QFETCH(QString, acl);
        if (acl == u"+@all"_s && !RedisServer::isAtLeast(7, 0))
            QSKIP("before 7.0 a script cannot ask whether it may write");
        start({u"min-replicas-to-write 0"_s, u"user ops on nopass ~* &* "_s + acl}, u"ops"_s);
        m_server->command({"SET", "lock:a", doubtedToken, "PX", "60000"});
        m_server->command({"CONFIG", "SET", "min-replicas-to-write", "1"});
        const auto plan = m_releaser->plan(TestedReleaser::wish("lock:a", {doubtedToken}));
        const auto real = m_releaser->release(plan.order);
        QVERIFY2(told(real).startsWith(u"not-permitted: NOREPLICAS"), qPrintable(told(real)));
        const auto dry = m_releaser->release(plan.order, true);
        QVERIFY2(told(dry).startsWith(u"not-permitted: NOREPLICAS"), qPrintable(told(dry)));
    }

    void serverCannotSave_dryRunReportsIt()
    {
        if (!RedisServer::isAtLeast(7, 0))
            QSKIP("before 7.0 a script cannot ask whether it may write");
        start({u"enable-protected-configs yes"_s, u"save 3600 1000000"_s});
        m_server->command({"SET", "lock:a", doubtedToken, "PX", "60000"});
        QVERIFY(!m_server->command({"CONFIG", "SET", "dir", "/proc"}).isError()); // even root cannot write there
        m_server->command({"BGSAVE"});
        QVERIFY(eventually([this] {
            return m_server->command({"INFO", "persistence"}).text.find("rdb_last_bgsave_status:err") != std::string::npos;
        }));
        const auto plan = m_releaser->plan(TestedReleaser::wish("lock:a", {doubtedToken}));
        const auto real = m_releaser->release(plan.order);
        QVERIFY2(told(real).startsWith(u"not-permitted: MISCONF"), qPrintable(told(real)));
        const auto dry = m_releaser->release(plan.order, true);
        QVERIFY2(told(dry).startsWith(u"not-permitted: MISCONF"), qPrintable(told(dry)));
    }

    // Out of memory, a script may delete: the dry run must agree.
    void outOfMemory_dryRunAgreesWithRealOne()
    {
        start({u"maxmemory 100mb"_s, u"maxmemory-policy noeviction"_s});
        m_server->command({"SET", "lock:a", doubtedToken, "PX", "60000"});
        m_server->command({"CONFIG", "SET", "maxmemory", "1"});
        const auto plan = m_releaser->plan(TestedReleaser::wish("lock:a", {doubtedToken}));
        QCOMPARE(told(m_releaser->release(plan.order, true)), u"released"_s);
        QCOMPARE(told(m_releaser->release(plan.order)), u"released"_s);
    }

    // A wake-up that is only a guess (Spring's channels) and is not permitted is omitted in both runs.
    void optionalWakeUp_isAlsoOmittedInDryRun()
    {
        start({u"user ops on nopass ~* resetchannels +@all -eval"_s}, u"ops"_s);
        m_server->command({"SET", "app:lock:7", uuid, "PX", "60000"});
        const auto plan = m_releaser->plan(TestedReleaser::wish("app:lock:7", {uuid}));
        QVERIFY(!plan.wakeUps.empty());
        QCOMPARE(told(m_releaser->release(plan.order, true)), u"released"_s);
        QCOMPARE(m_server->command({"EXISTS", "app:lock:7"}).integer, 1);
        QCOMPARE(told(m_releaser->release(plan.order)), u"released"_s);
    }

    // The number of free permits names nobody.
    void counterValue_namesNobody()
    {
        start();
        m_server->command({"SET", "pool", "1"});
        m_server->command({"ZADD", "{pool}:timeout", "4102444800000", "0123456789abcdef0123456789abcdef", "4102444800000",
                           "fedcba9876543210fedcba9876543210"});
        const auto all = m_releaser->plan(TestedReleaser::wish("pool"));
        QCOMPARE(told(all), u"possible"_s);
        QCOMPARE(all.freed.size(), 2u);
        QVERIFY(all.mustStay.empty()); // the record of the holders is changed, not left alone
        const auto named = m_releaser->plan(TestedReleaser::wish("pool", {"1"}));
        QVERIFY2(told(named).startsWith(u"changed: "), qPrintable(told(named)));
        m_server->command({"ZREM", "{pool}:timeout", "fedcba9876543210fedcba9876543210"}); // not released even if one holder is left
        const auto last = m_releaser->plan(TestedReleaser::wish("pool", {"1"}));
        QVERIFY2(told(last).startsWith(u"changed: "), qPrintable(told(last)));
    }

    // The value 1 names nobody, so the request names the value. The next client that writes 1 is another holder, and the value cannot show
    // that.
    void anonymousLockAcquiredAgain_isNoticed()
    {
        start();
        m_server->command({"SET", "lock:cron", "1", "PX", "30000"});
        const auto report = m_releaser->release(TestedReleaser::wish("lock:cron", {"1"}));
        QCOMPARE(told(report), u"released"_s);
        m_server->command({"SET", "lock:cron", "1", "PX", "30000"});
        QCOMPARE(told(m_releaser->watch(report)), u"new-owner"_s);
    }

private:
    void start(const QStringList &config = {}, const QString &user = {})
    {
        m_server = std::make_unique<RedisServer>(config);
        auto endpoint = m_server->endpoint();
        endpoint.user = user.toStdString();
        endpoint.password = user.isEmpty() ? "" : "any";
        m_releaser = std::make_unique<TestedReleaser>(endpoint);
    }

    // From now on the releaser connects through a gate; the server answers what `rule` does not.
    void openGate(ServerGate::Rule rule)
    {
        m_gate = std::make_unique<ServerGate>(*m_server, std::move(rule));
        m_releaser = std::make_unique<TestedReleaser>(m_gate->endpoint());
    }

    std::unique_ptr<RedisServer> m_server;
    std::unique_ptr<ServerGate> m_gate;
    std::unique_ptr<TestedReleaser> m_releaser;
};

LOCKSCOPE_TEST(ReleaseDoubtsTest)
#include "tst_release_doubts.moc"
