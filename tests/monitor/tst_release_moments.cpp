// SPDX-License-Identifier: MIT
// What happens to a lock, or to its server, between the look and the release: the lease ends, even at the worst millisecond; the server
// restarts, with its data and without, or becomes a replica. On real servers.
#include "lockcore/monitor/reading/server_clock.h"
#include "support/server_gate.h"
#include "support/test_program.h"
#include "support/tested_releaser.h"

#include <QTest>

using namespace lockcore;
using namespace lockcore::test;
using namespace Qt::StringLiterals;

namespace {

const std::string momentToken = "0123456789abcdef0123456789abcdef";
const std::string momentOwner = "9f3ac21e-4b7d-4c1a-8f00-1234567890ab:17";

Milliseconds inMs(ServerTime time) { return std::chrono::floor<Milliseconds>(time).time_since_epoch(); }

} // namespace

class ReleaseMomentsTest : public QObject
{
    Q_OBJECT

private slots:
    void init() { m_server = std::make_unique<RedisServer>(); }

    void cleanup()
    {
        m_releaser.reset();
        m_gate.reset();
        m_server.reset();
    }

    // Its bytes are still there, because nobody has touched the key since.
    void leaseEndsAfterLook_isOver_data() { means(); }
    void leaseEndsAfterLook_isOver()
    {
        QFETCH(bool, byTransaction);
        m_server->command({"DEBUG", "SET-ACTIVE-EXPIRE", "0"});
        for (const auto &command : {Command{"SET", "lock:a", momentToken, "PX", "200"}, Command{"HSET", "stock", momentOwner, "1"},
                                    Command{"PEXPIRE", "stock", "200"}})
            m_server->command(command);
        open(byTransaction, pass);
        const auto string = m_releaser->plan(TestedReleaser::wish("lock:a", {momentToken}));
        const auto hash = m_releaser->plan(TestedReleaser::wish("stock", {momentOwner}));
        QVERIFY(string.possible() && hash.possible());
        waitUntilPast(*hash.order.look.deadline);
        QCOMPARE(m_server->command({"DBSIZE"}).integer, 2);
        QCOMPARE(told(m_releaser->release(string.order, true)), u"not-there"_s);
        QCOMPARE(told(m_releaser->release(string.order)), u"not-there"_s);
        QCOMPARE(told(m_releaser->release(hash.order)), u"not-there"_s);
    }

    // A key exists during the millisecond of its deadline, and a client that comes then still finds the holder.
    void lastMillisecond_isStillHeld_data() { meansAndAges(); }
    void lastMillisecond_isStillHeld()
    {
        QFETCH(bool, byTransaction);
        QFETCH(bool, old);
        m_server->command({"DEBUG", "SET-ACTIVE-EXPIRE", "0"});
        std::optional<Milliseconds> deadline;
        const QByteArray decisive = byTransaction ? "EXEC" : "EVAL"; // the step that frees; it must fit into the millisecond
        open(byTransaction, [&](const QByteArrayList &command) -> std::optional<QByteArray> {
            if (old && command.front() == "INFO")
                return "-NOPERM User ops has no permissions to run the 'info' command\r\n";
            if (command.front() == decisive && deadline)
                waitFor(*deadline);
            return std::nullopt;
        });
        int inTime = 0;
        int late = 0;
        const auto enough = [&] {
            m_server->command({"SET", "lock:a", momentToken, "PX", "40"});
            const auto plan = m_releaser->plan(TestedReleaser::wish("lock:a", {momentToken}));
            if (!plan.possible())
                return false;
            deadline = inMs(*plan.order.look.deadline);
            const auto report = m_releaser->release(plan.order);
            deadline.reset();
            const bool done = report.outcome == ReleaseOutcome::Released;
            if (!done && told(report) != u"not-there"_s)
                qFatal("%s", qPrintable(told(report)));
            inTime += done && inMs(*report.at) == inMs(*plan.order.look.deadline) ? 1 : 0;
            late += done ? 0 : 1;
            return inTime >= 3;
        };
        QVERIFY2(eventually(enough), qPrintable(u"in time %1, late %2"_s.arg(inTime).arg(late)));
    }

    // Lockscope limits such a deadline, so that no difference overflows. It still counts as the same deadline.
    void deadlineAfterYear9999_isNotARenewal_data() { meansAndAges(); }
    void deadlineAfterYear9999_isNotARenewal()
    {
        QFETCH(bool, byTransaction);
        QFETCH(bool, old);
        open(byTransaction, [&](const QByteArrayList &command) -> std::optional<QByteArray> {
            if (old && command.front() == "INFO")
                return "-NOPERM User ops has no permissions to run the 'info' command\r\n";
            return std::nullopt;
        });
        for (const auto &end : {"253402300799001", "9000000000000000"}) {
            m_server->command({"SET", "lock:a", momentToken});
            m_server->command({"PEXPIREAT", "lock:a", end});
            const auto plan = m_releaser->plan(TestedReleaser::wish("lock:a", {momentToken}));
            QCOMPARE(told(plan), u"possible"_s);
            QCOMPARE(inMs(*plan.order.look.deadline), Milliseconds(latestTime));
            m_server->command({"PEXPIREAT", "lock:a", "253402300798000"});
            QCOMPARE(told(m_releaser->release(plan.order)), u"changed lease"_s);
            m_server->command({"PEXPIREAT", "lock:a", end});
            QCOMPARE(told(m_releaser->release(plan.order)), u"released"_s);
        }
    }

    // Unchanged in the comparison, but over before the next command: the WATCH or the next comparison shows it.
    void leaseEndsDuringTransaction_isOver_data()
    {
        QTest::addColumn<QByteArray>("before");
        QTest::addColumn<int>("nth"); // since WATCH; the looks before it are transactions, too
        QTest::newRow("before EXEC") << QByteArray("EXEC") << 1;
        QTest::newRow("in the look for the steps") << QByteArray("PEXPIRETIME") << 2; // the first is the comparison's
    }

    void leaseEndsDuringTransaction_isOver()
    {
        QFETCH(QByteArray, before);
        QFETCH(int, nth);
        m_server->command({"DEBUG", "SET-ACTIVE-EXPIRE", "0"});
        m_server->command({"SET", "lock:a", momentToken, "PX", "400"});
        std::optional<ServerTime> deadline;
        bool watched = false;
        int left = nth;
        open(true, [&](const QByteArrayList &command) -> std::optional<QByteArray> {
            watched = watched || command.front() == "WATCH";
            if (watched && command.front() == before && --left == 0)
                waitUntilPast(*deadline);
            return std::nullopt;
        });
        const auto plan = m_releaser->plan(TestedReleaser::wish("lock:a", {momentToken}));
        QCOMPARE(told(plan), u"possible"_s);
        deadline = plan.order.look.deadline;
        QCOMPARE(told(m_releaser->release(plan.order)), u"not-there"_s);
        QVERIFY(left <= 0);
    }

    // The reads of a comparison are not atomic: if the lease ends between them, that is its end and not a renewal.
    void leaseEndsDuringComparison_isOver()
    {
        m_server->command({"SET", "lock:a", momentToken, "PX", "400"});
        std::optional<ServerTime> deadline;
        bool watched = false;
        open(true, [&](const QByteArrayList &command) -> std::optional<QByteArray> {
            watched = watched || command.front() == "WATCH";
            if (watched && command.front() == "GETRANGE")
                waitUntilPast(*deadline);
            return std::nullopt;
        });
        const auto plan = m_releaser->plan(TestedReleaser::wish("lock:a", {momentToken}));
        QCOMPARE(told(plan), u"possible"_s);
        deadline = plan.order.look.deadline;
        QCOMPARE(told(m_releaser->release(plan.order)), u"not-there"_s);
        QVERIFY(watched);
    }

    // The reads of a transaction are not atomic. The report says what has changed, and shows the current state.
    void changeBetweenReads_isReported_data()
    {
        QTest::addColumn<QByteArray>("before"); // the first of these since WATCH
        QTest::addColumn<QStringList>("changes");
        QTest::addColumn<bool>("dropsHead");
        QTest::addColumn<QString>("outcome");
        const QStringList retyped = {u"DEL till"_s, u"LPUSH till work"_s};
        const QStringList queueRetyped = {u"DEL redisson_lock_queue:{till}"_s, u"SET redisson_lock_queue:{till} work"_s};
        QTest::newRow("another type, compared") << QByteArray("HGET") << retyped << false << u"changed type"_s;
        QTest::newRow("another type, second look") << QByteArray("HSCAN") << retyped << false << u"changed type"_s;
        QTest::newRow("gone, second look") << QByteArray("HSCAN") << QStringList{u"DEL till"_s} << false << u"not-there"_s;
        QTest::newRow("the queue, compared") << QByteArray("LINDEX") << queueRetyped << true << u"changed type"_s;
        QTest::newRow("the queue, second look") << QByteArray("LRANGE") << queueRetyped << true << u"changed type"_s;
        QTest::newRow("the queue, by script") << QByteArray("EVAL") << queueRetyped << true << u"changed type"_s;
    }

    void changeBetweenReads_isReported()
    {
        QFETCH(QByteArray, before);
        QFETCH(QStringList, changes);
        QFETCH(bool, dropsHead);
        QFETCH(QString, outcome);
        for (const auto &command : {Command{"HSET", "till", momentOwner, "1"}, Command{"RPUSH", "redisson_lock_queue:{till}", "a:1", "b:2"},
                                    Command{"ZADD", "redisson_lock_timeout:{till}", "4102444800000", "a:1", "4102444800000", "b:2"}})
            m_server->command(command);
        const bool byTransaction = before != "EVAL";
        bool watched = !byTransaction;
        open(byTransaction, [&](const QByteArrayList &command) -> std::optional<QByteArray> {
            watched = watched || command.front() == "WATCH";
            if (watched && command.front() == before) {
                for (const auto &change : std::exchange(changes, {})) {
                    Command words;
                    for (const auto &word : change.split(u' '))
                        words.push_back(word.toStdString());
                    m_server->command(words);
                }
            }
            return std::nullopt;
        });
        auto wish = TestedReleaser::wish("till");
        if (dropsHead)
            wish.action = ReleaseAction::DropDeadHead;
        const auto report = m_releaser->release(wish);
        QCOMPARE(told(report), outcome);
        QVERIFY(changes.isEmpty());
        QCOMPARE(report.now.has_value(), report.outcome == ReleaseOutcome::Changed);
    }

    void restart_losesUnsavedLock_data()
    {
        QTest::addColumn<bool>("byTransaction");
        QTest::addColumn<bool>("kept");
        QTest::addColumn<QString>("outcome");
        for (const bool byTransaction : {false, true}) {
            const auto *means = byTransaction ? "transaction" : "script";
            QTest::addRow("%s, kept", means) << byTransaction << true << u"released"_s;
            QTest::addRow("%s, lost", means) << byTransaction << false << u"not-there"_s;
        }
    }

    // A restarted server has no script in its cache. The release compares the lock, not the server's process.
    void restart_losesUnsavedLock()
    {
        QFETCH(bool, byTransaction);
        QFETCH(bool, kept);
        QFETCH(QString, outcome);
        m_server->command({"SET", "lock:a", momentToken, "PX", "60000"});
        open(byTransaction, pass);
        const auto plan = m_releaser->plan(TestedReleaser::wish("lock:a", {momentToken}));
        QCOMPARE(told(plan), u"possible"_s);
        m_server->restart(kept ? RedisServer::Data::Kept : RedisServer::Data::Lost);
        QCOMPARE(told(m_releaser->release(plan.order)), outcome);
        QCOMPARE(m_server->command({"EXISTS", "lock:a"}).integer, 0);
    }

    void goneServer_isReportedAndNothingChanges()
    {
        m_server->command({"SET", "lock:a", momentToken, "PX", "60000"});
        m_releaser = std::make_unique<TestedReleaser>(m_server->endpoint());
        const auto plan = m_releaser->plan(TestedReleaser::wish("lock:a", {momentToken}));
        m_server->command({"SAVE"});
        m_server->kill();
        const auto report = m_releaser->release(plan.order);
        QVERIFY2(told(report).startsWith(u"not-permitted: "), qPrintable(told(report)));
        QVERIFY(report.error->kind == ErrorKind::Transport);
        m_server->start();
        QCOMPARE(m_server->command({"EXISTS", "lock:a"}).integer, 1);
    }

    // The last save contains the lock, and the restart lost the answer. The report shows the current state and an unknown outcome.
    void restartDuringRelease_isUnknown()
    {
        m_server->command({"SET", "lock:a", momentToken, "PX", "60000"});
        m_server->command({"SAVE"});
        open(false, [this](const QByteArrayList &command) -> std::optional<QByteArray> {
            if (command.front() != "EVAL")
                return std::nullopt;
            (void)m_gate->pass(command);
            m_server->kill();
            m_server->start();
            m_gate->closeSoon();
            return QByteArray();
        });
        const auto plan = m_releaser->plan(TestedReleaser::wish("lock:a", {momentToken}));
        const auto report = m_releaser->release(plan.order);
        QVERIFY2(told(report).startsWith(u"unknown: "), qPrintable(told(report)));
        QVERIFY(report.now && report.now->value.exists());
        QCOMPARE(report.holdersNow.size(), 1u);
        QCOMPARE(m_releaser->audit().back()[u"outcome"_s].toString(), u"unknown"_s);
    }

    // A failover after the look: the former primary is a replica now.
    void failover_isRefusedWithTheReason()
    {
        m_server->command({"SET", "lock:a", momentToken, "PX", "60000"});
        m_releaser = std::make_unique<TestedReleaser>(m_server->endpoint());
        const auto plan = m_releaser->plan(TestedReleaser::wish("lock:a", {momentToken}));
        m_server->command({"REPLICAOF", "127.0.0.1", "1"});
        const auto report = m_releaser->release(plan.order);
        QVERIFY2(told(report).startsWith(u"not-permitted: this server is a replica"), qPrintable(told(report)));
        QCOMPARE(m_server->command({"EXISTS", "lock:a"}).integer, 1);
    }

    // A failover after the releaser has asked for the role of the server.
    void failoverDuringRelease_isRefusedByServer_data()
    {
        QTest::addColumn<bool>("byTransaction");
        QTest::addColumn<bool>("dry");
        QTest::newRow("script") << false << false;
        QTest::newRow("script, dry") << false << true;
        QTest::newRow("transaction") << true << false;
        QTest::newRow("transaction, dry") << true << true;
    }

    void failoverDuringRelease_isRefusedByServer()
    {
        QFETCH(bool, byTransaction);
        QFETCH(bool, dry);
        if (dry && !byTransaction && !RedisServer::isAtLeast(7, 0))
            QSKIP("before 7.0 a script cannot ask whether it may write");
        m_server->command({"SET", "lock:a", momentToken, "PX", "60000"});
        const QByteArray decisive = byTransaction ? "WATCH" : "EVAL";
        open(byTransaction, [&](const QByteArrayList &command) -> std::optional<QByteArray> {
            if (command.front() == decisive)
                m_server->command({"REPLICAOF", "127.0.0.1", "1"});
            return std::nullopt;
        });
        const auto plan = m_releaser->plan(TestedReleaser::wish("lock:a", {momentToken}));
        QCOMPARE(told(plan), u"possible"_s);
        const auto report = m_releaser->release(plan.order, dry);
        QVERIFY2(told(report).startsWith(u"not-permitted: READONLY"), qPrintable(told(report)));
        QVERIFY(report.error->is("READONLY"));
        QCOMPARE(m_server->command({"EXISTS", "lock:a"}).integer, 1);
    }

private:
    static void meansAndAges()
    {
        QTest::addColumn<bool>("byTransaction");
        QTest::addColumn<bool>("old"); // before 7.0, as far as the releaser knows
        QTest::newRow("script") << false << false;
        QTest::newRow("script, PTTL") << false << true;
        QTest::newRow("transaction") << true << false;
        QTest::newRow("transaction, PTTL") << true << true;
    }

    static std::optional<QByteArray> pass(const QByteArrayList &) { return std::nullopt; }

    static void means()
    {
        QTest::addColumn<bool>("byTransaction");
        QTest::newRow("script") << false;
        QTest::newRow("transaction") << true;
    }

    // The releaser connects through this gate.
    void open(bool byTransaction, ServerGate::Rule rule)
    {
        m_gate = std::make_unique<ServerGate>(*m_server, [byTransaction, rule = std::move(rule)](const QByteArrayList &command) {
            const bool refused = byTransaction && command.front() == "EVAL";
            return refused ? std::optional(QByteArray("-NOPERM User ops has no permissions to run the 'eval' command\r\n")) : rule(command);
        });
        m_releaser = std::make_unique<TestedReleaser>(m_gate->endpoint());
    }

    void waitFor(Milliseconds moment)
    {
        // To the millisecond: no timer wakes up so exactly.
        while (inMs(timeFrom(m_server->command({"TIME"}).elements)) < moment) { }
    }
    void waitUntilPast(ServerTime deadline) { waitFor(inMs(deadline) + Milliseconds(1)); }

    std::unique_ptr<RedisServer> m_server;
    std::unique_ptr<ServerGate> m_gate;
    std::unique_ptr<TestedReleaser> m_releaser;
};

LOCKSCOPE_TEST(ReleaseMomentsTest)
#include "tst_release_moments.moc"
