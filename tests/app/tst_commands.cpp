// SPDX-License-Identifier: MIT
// `lockscope list` and `lockscope watch` as programs, on real servers: healthy ones, ones that forbid something, and failing ones.
#include "support/eventually.h"
#include "support/lockscope_process.h"
#include "support/redis_server.h"
#include "support/sanitized.h"
#include "support/test_program.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLocalSocket>
#include <QTemporaryDir>
#include <QTest>

#include <array>
#include <fcntl.h>
#include <set>
#include <sys/ioctl.h>
#include <unistd.h>

using namespace lockcore;
using namespace lockcore::test;
using namespace Qt::StringLiterals;

namespace {

const std::string owner1 = "9f3ac21e-4b7d-4c1a-8f00-1234567890ab:17";

// The user of docs/acl.md, except for the password.
const Command leastRights = {"ACL",
                             "SETUSER",
                             "lockscope",
                             "on",
                             ">secret",
                             "%R~*",
                             "resetchannels",
                             "&__redis__:invalidate",
                             "&redisson_lock__channel:*",
                             "&redisson_rwlock:*",
                             "&redisson_sc:*",
                             "&redisson_countdownlatch__channel__*",
                             "&*-channel:*",
                             "+ping",
                             "+time",
                             "+info",
                             "+dbsize",
                             "+select",
                             "+client|setname",
                             "+client|id",
                             "+client|tracking",
                             "+client|trackinginfo",
                             "+subscribe",
                             "+psubscribe",
                             "+pubsub|channels",
                             "+pubsub|numsub",
                             "+script|exists",
                             "+scan",
                             "+type",
                             "+multi",
                             "+exec",
                             "+exists",
                             "+pexpiretime",
                             "+object|encoding",
                             "+memory|usage",
                             "+strlen",
                             "+getrange",
                             "+hlen",
                             "+hstrlen",
                             "+hscan",
                             "+zcard",
                             "+zrange",
                             "+scard",
                             "+sscan",
                             "+llen",
                             "+lrange"};

QJsonArray arrayFrom(const LockscopeProcess &process) { return QJsonDocument::fromJson(process.out()).array(); }

QString key(const QJsonValue &lock) { return lock.toObject()[u"key"_s].toString(); }

} // namespace

class CommandsTest : public QObject
{
    Q_OBJECT

private slots:
    void cleanup() { m_server.reset(); }

    void list_printsEachLockInJson()
    {
        start();
        lock("order");
        LockscopeProcess list({u"list"_s, u"--json"_s}, m_server->endpoint());
        QVERIFY(list.waitEnd());
        QCOMPARE(list.exitCode(), 0);
        const auto locks = arrayFrom(list);
        QCOMPARE(locks.size(), 1);
        const auto order = locks[0].toObject();
        QCOMPARE(key(order), u"order"_s);
        QCOMPARE(order[u"library"_s].toString(), u"redisson"_s);
        QCOMPARE(order[u"holders"_s].toArray()[0].toObject()[u"owner"_s].toString(), QString::fromStdString(owner1));
        QVERIFY(order[u"ttl_ms"_s].toInteger() > 20'000);
    }

    void listKey_saysWhatTheKeyIs()
    {
        start();
        lock("order");
        command({"SET", "greeting", "hello"});
        LockscopeProcess found({u"list"_s, u"--key"_s, u"order"_s}, m_server->endpoint());
        QVERIFY(found.waitEnd());
        QCOMPARE(found.exitCode(), 0);
        QVERIFY2(found.out().startsWith("order\nA lock: redisson"), found.out());
        QVERIFY2(found.out().contains(owner1.c_str()), found.out());
        LockscopeProcess json({u"list"_s, u"--json"_s, u"--key"_s, u"greeting"_s}, m_server->endpoint());
        QVERIFY(json.waitEnd());
        const auto object = QJsonDocument::fromJson(json.out()).object();
        QCOMPARE(object[u"what"_s].toString(), u"no-lock"_s);
        QCOMPARE(object[u"type"_s].toString(), u"string"_s);
        QVERIFY(object[u"ttl_ms"_s].isNull() && object[u"why"_s].toArray().size() > 1);
        LockscopeProcess missing({u"list"_s, u"--key"_s, u"orders"_s}, m_server->endpoint());
        QVERIFY(missing.waitEnd());
        QCOMPARE(missing.exitCode(), 4);
        LockscopeProcess wrong({u"list"_s, u"--key"_s, u"order"_s, u"--csv"_s}, m_server->endpoint());
        QVERIFY(wrong.waitEnd());
        QCOMPARE(wrong.exitCode(), 2);
        QCOMPARE(calls("scan"), 0);
    }

    // PEXPIREAT accepts any number; a date after the year 9999 must not be shown as the year 9999.
    void hugeTtl_isShownAsABound()
    {
        start();
        lock("order");
        command({"PEXPIREAT", "order", "9223372036854775807"});
        LockscopeProcess json({u"list"_s, u"--json"_s}, m_server->endpoint());
        QVERIFY(json.waitEnd());
        const auto order = arrayFrom(json)[0].toObject();
        QVERIFY(order[u"ttl_at_least"_s].toBool());
        QVERIFY(order[u"ttl_ms"_s].toInteger() > 200'000'000'000'000);
        LockscopeProcess csv({u"list"_s, u"--csv"_s}, m_server->endpoint());
        QVERIFY(csv.waitEnd());
        QVERIFY2(csv.out().contains(",>=2"), csv.out());
        LockscopeProcess table({u"list"_s}, m_server->endpoint());
        QVERIFY(table.waitEnd());
        QVERIFY2(table.out().contains("over 100 years"), table.out());
        LockscopeProcess watch({u"watch"_s, u"--json"_s}, m_server->endpoint());
        QVERIFY(watch.waitFor([&] { return watch.out().contains("\"ttl_at_least\":true"); }));
        command({"PEXPIRE", "order", "60000"});
        QVERIFY(watch.waitFor([&] { return watch.out().contains("lease-shortened"); }));
        const auto shortened = watch.out().trimmed().split('\n').back();
        QVERIFY2(!shortened.contains("ttl_at_least") && shortened.contains("at least 2"), shortened);
        watch.interrupt();
        QVERIFY(watch.waitEnd());
        QCOMPARE(watch.exitCode(), 0);
    }

    void listCsv_hasALineForEachLock()
    {
        start();
        lock("order,1");
        LockscopeProcess process({u"list"_s, u"--csv"_s}, m_server->endpoint());
        QVERIFY(process.waitEnd());
        QCOMPARE(process.exitCode(), 0);
        const auto lines = process.out().split('\n');
        QCOMPARE(lines.size(), 3); // the header, the lock, and nothing after the last line end
        QVERIFY2(lines[0].startsWith("db,key,library"), process.out());
        QVERIFY2(lines[1].startsWith("0,\"order,1\",redisson,lock,"), process.out());
    }

    void failIfAny_exitsWithTen()
    {
        start();
        LockscopeProcess none({u"list"_s, u"--fail-if-any"_s}, m_server->endpoint());
        QVERIFY(none.waitEnd());
        QCOMPARE(none.exitCode(), 0);
        lock("order");
        LockscopeProcess some({u"list"_s, u"--fail-if-any"_s}, m_server->endpoint());
        QVERIFY(some.waitEnd());
        QCOMPARE(some.exitCode(), 10);
        LockscopeProcess others({u"list"_s, u"--fail-if-any"_s, u"--filter"_s, u"state:immortal"_s}, m_server->endpoint());
        QVERIFY(others.waitEnd());
        QCOMPARE(others.exitCode(), 0);
    }

    // A key after a crash between SETNX and EXPIRE, and keys that never had an expiry.
    void lockWithoutTtl_isFoundByItsAlert_data()
    {
        QTest::addColumn<QByteArray>("value");
        QTest::newRow("a mark") << QByteArray("1");
        QTest::newRow("a token") << QByteArray("0a1b2c3d4e5f60718293a4b5c6d7e8f9");
        QTest::newRow("a process") << QByteArray("web-3:4711");
    }

    void lockWithoutTtl_isFoundByItsAlert()
    {
        QFETCH(const QByteArray, value);
        start();
        command({"SET", "lock:setnx-crashed", value.toStdString()});
        LockscopeProcess alert({u"list"_s, u"--filter"_s, u"state:no-lease"_s, u"--fail-if-any"_s}, m_server->endpoint());
        QVERIFY(alert.waitEnd());
        QCOMPARE(alert.exitCode(), 10);
        QVERIFY2(alert.out().contains("1 lock without expiry: age not known."), alert.out());
        LockscopeProcess watch({u"watch"_s, u"--json"_s, u"--attention-after"_s, u"1s"_s}, m_server->endpoint());
        QVERIFY(watch.waitFor([&] { return watch.out().contains("\"event\":\"still-no-lease\""); }));
        QCOMPARE(watch.out().count('\n'), 2); // the events `seen` and `still-no-lease`
    }

    void watchByPrefix_countsWhatHappens()
    {
        start();
        LockscopeProcess watch({u"watch"_s, u"--json"_s, u"--by-prefix"_s, u"1s"_s}, m_server->endpoint());
        QVERIFY(watch.waitFor([&] { return watch.err().contains("Watching"); }));
        const std::string owner = "9f3ac21e-1111-4222-8333-444444444444:17";
        QVERIFY(watch.waitFor([&] { // until it has been seen between two looks
            m_server->pipeline({{"HSET", "order:{7}", owner, "1"}, {"PEXPIRE", "order:{7}", "30000"}});
            QTest::qWait(100);
            command({"DEL", "order:{7}"});
            QTest::qWait(100);
            return watch.out().contains("\"prefix\":\"order:*\"") && !watch.out().contains("\"event\"");
        }));
    }

    void filterThatNeedsWatching_isRefusedByList_data()
    {
        QTest::addColumn<QString>("filter");
        for (const char *filter : {"held>10m", "-held<1h", "renewals=0", "state:renewal-overdue", "state:held-*",
                                   "kind:lock state:taken-over", "ttl:none or event:expired", "db:0 -event:renewed"})
            QTest::newRow(filter) << QString::fromLatin1(filter);
    }

    void filterThatNeedsWatching_isRefusedByList()
    {
        QFETCH(const QString, filter);
        start();
        LockscopeProcess list({u"list"_s, u"--filter"_s, filter}, m_server->endpoint());
        QVERIFY(list.waitEnd());
        QCOMPARE(list.exitCode(), 2);
        QVERIFY2(list.err().contains(filter.split(u' ').last().toUtf8() + " never matches in a list"), list.err());
    }

    void filterThatNeedsATrace_isRefusedByListAndWatch()
    {
        for (const auto &command : {u"list"_s, u"watch"_s}) {
            LockscopeProcess process({command, u"--filter"_s, u"kind:lock client:cart-*"_s});
            QVERIFY(process.waitEnd());
            QCOMPARE(process.exitCode(), 2);
            QVERIFY2(process.err().contains("client:cart-* never matches here") && process.err().contains("lockscope trace"),
                     process.err());
        }
    }

    void filterDecidedByOneSweep_isAccepted()
    {
        start();
        LockscopeProcess list({u"list"_s, u"--filter"_s, u"state:* -state:taken-over state:held ttl>1s lease>1s"_s}, m_server->endpoint());
        QVERIFY(list.waitEnd());
        QCOMPARE(list.exitCode(), 0);
    }

    void userPattern_findsUnknownLocks()
    {
        start();
        command({"SET", "floor/9", "build server 7"});
        LockscopeProcess without({u"list"_s, u"--json"_s}, m_server->endpoint());
        QVERIFY(without.waitEnd());
        QCOMPARE(without.exitCode(), 0);
        QVERIFY2(arrayFrom(without).isEmpty(), without.out());
        LockscopeProcess with({u"list"_s, u"--json"_s, u"--pattern"_s, u"floor/*"_s}, m_server->endpoint());
        QVERIFY(with.waitEnd());
        QCOMPARE(arrayFrom(with).size(), 1);
        QCOMPARE(key(arrayFrom(with)[0]), u"floor/9"_s);
    }

    void deep_findsTokensUnderAnyNameInLargeDatabase()
    {
        if (isSanitized)
            QSKIP("takes minutes under sanitizers");
        start();
        command({"EVAL", "for i = 1, 100001 do redis.call('set', 'data:' .. i, 'x') end return 1", "0"});
        // go-zero's: 16 letters and digits. Only its release script, once loaded, shows that the value is a token.
        const auto sell = [&] { command({"SET", "sale", "q7Rk1vUe0FJxAZpY", "PX", "100000"}); }; // a longer lease proves nothing
        sell();
        command({"SCRIPT", "LOAD",
                 "if redis.call(\"GET\", KEYS[1]) == ARGV[1] then\n    return redis.call(\"DEL\", KEYS[1])\nelse\n    return 0\nend"});
        LockscopeProcess plain({u"list"_s, u"--json"_s}, m_server->endpoint());
        QVERIFY(plain.waitEnd());
        QCOMPARE(plain.exitCode(), 0);
        QVERIFY2(arrayFrom(plain).isEmpty(), plain.out());
        QVERIFY2(plain.err().toLower().contains("go-zero") && plain.err().contains("--deep"), plain.err());
        sell();
        LockscopeProcess deep({u"list"_s, u"--json"_s, u"--deep"_s, u"--possible"_s}, m_server->endpoint());
        QVERIFY(deep.waitEnd());
        QCOMPARE(deep.exitCode(), 0);
        QCOMPARE(arrayFrom(deep).size(), 1);
        QCOMPARE(key(arrayFrom(deep)[0]), u"sale"_s);
        QVERIFY2(!deep.err().contains("--deep"), deep.err());
        sell();
        command({"DEL", "data:1", "data:2"}); // the database is no longer large
        LockscopeProcess small({u"list"_s, u"--json"_s, u"--possible"_s}, m_server->endpoint());
        QVERIFY(small.waitEnd());
        QCOMPARE(arrayFrom(small).size(), 1);
    }

    void wrongFilter_exitsWithTwo_data() { commands(); }
    void wrongFilter_exitsWithTwo()
    {
        QFETCH(const QString, word);
        LockscopeProcess process({word, u"--filter"_s, u"ttl<<5"_s});
        QVERIFY(process.waitEnd());
        QCOMPARE(process.exitCode(), 2);
        QVERIFY(process.out().isEmpty());
        QVERIFY(process.err().startsWith("lockscope: "));
    }

    void noServer_exitsWithOneAndReason_data() { commands(); }
    void noServer_exitsWithOneAndReason()
    {
        QFETCH(const QString, word);
        LockscopeProcess process({word, u"redis://127.0.0.1:%1"_s.arg(freePort())});
        QVERIFY(process.waitEnd());
        QCOMPARE(process.exitCode(), 1);
        QVERIFY(process.out().isEmpty());
        QVERIFY(process.err().contains("Nothing accepts connections"));
    }

    void wrongPassword_isReportedWithoutShowingIt_data() { commands(); }
    void wrongPassword_isReportedWithoutShowingIt()
    {
        QFETCH(const QString, word);
        RedisServerOptions options;
        options.password = "right";
        m_server = std::make_unique<RedisServer>(std::move(options));
        auto endpoint = m_server->endpoint();
        endpoint.password = "hunter2";
        LockscopeProcess wrong({word}, endpoint);
        QVERIFY(wrong.waitEnd());
        QCOMPARE(wrong.exitCode(), 1);
        QVERIFY(wrong.err().contains("does not accept the password"));
        QVERIFY(!wrong.err().contains("hunter2"));
        endpoint.password.clear();
        LockscopeProcess none({word}, endpoint);
        QVERIFY(none.waitEnd());
        QCOMPARE(none.exitCode(), 1);
        QVERIFY(none.err().contains("wants a password"));
    }

    void wrongDatabase_isReported()
    {
        start();
        auto endpoint = m_server->endpoint();
        endpoint.db = 99;
        LockscopeProcess process({u"list"_s}, endpoint);
        QVERIFY(process.waitEnd());
        QCOMPARE(process.exitCode(), 1);
        QVERIFY2(process.err().contains("has no database 99"), process.err());
    }

    void neededCommandRefused_isNamedWithoutAList_data()
    {
        QTest::addColumn<QString>("word");
        QTest::addColumn<QString>("refused");
        for (const auto &word : {u"list"_s, u"watch"_s}) {
            for (const auto &refused : {u"scan"_s, u"type"_s, u"multi"_s, u"time"_s, u"getrange"_s, u"hlen"_s})
                QTest::addRow("%s without %s", qPrintable(word), qPrintable(refused)) << word << refused;
        }
    }
    void neededCommandRefused_isNamedWithoutAList()
    {
        QFETCH(const QString, word);
        QFETCH(const QString, refused);
        m_server = std::make_unique<RedisServer>(QStringList{u"user w on >w ~* &* +@all -"_s + refused});
        lock("order");
        command({"SET", "lock:a", "0123456789abcdef0123456789abcdef", "PX", "600000"});
        LockscopeProcess process({word}, user("w"));
        QVERIFY(process.waitEnd());
        QCOMPARE(process.exitCode(), 1);
        QVERIFY2(process.err().contains("may not use " + refused.toUpper().toUtf8()), process.err());
    }

    void optionalCommandRefused_stillLists_data()
    {
        QTest::addColumn<QString>("refused");
        QTest::addColumn<QString>("told");
        QTest::newRow("CLIENT") << u"-client"_s << QString();
        QTest::newRow("SCRIPT") << u"-script"_s << u"SCRIPT EXISTS"_s;
        QTest::newRow("EVAL") << u"-eval -evalsha"_s << QString();
        QTest::newRow("PUBSUB") << u"-pubsub"_s << u"PUBSUB"_s;
        QTest::newRow("INFO") << u"-info"_s << u"INFO"_s;
        QTest::newRow("CONFIG") << u"-config"_s << QString();
        QTest::newRow("DBSIZE") << u"-dbsize"_s << QString();
    }
    void optionalCommandRefused_stillLists()
    {
        QFETCH(const QString, refused);
        QFETCH(const QString, told);
        m_server = std::make_unique<RedisServer>(QStringList{u"user w on >w ~* &* +@all "_s + refused});
        lock("order");
        LockscopeProcess process({u"list"_s, u"--json"_s}, user("w"));
        QVERIFY(process.waitEnd());
        QCOMPARE(process.exitCode(), 0);
        QCOMPARE(arrayFrom(process).size(), 1);
        QVERIFY2(process.err().contains(told.toUtf8()), process.err());
        QVERIFY2(!process.err().contains("costs this server too much"), process.err());
    }

    void keysDenied_areCountedAndDoNotFloodTheAclLog()
    {
        m_server = std::make_unique<RedisServer>(QStringList{u"user w on >w ~order ~lock:* &* +@all"_s, u"acllog-max-len 100000"_s});
        command({"EVAL", "for i = 1, 1000 do redis.call('set', 'secret:' .. i, 'x') end return 1", "0"});
        lock("order");
        command({"SET", "lock:a", "0123456789abcdef0123456789abcdef", "PX", "600000"});
        LockscopeProcess list({u"list"_s, u"--json"_s}, user("w"));
        QVERIFY(list.waitEnd());
        const auto scansOfOneSweep = calls("scan");
        QCOMPARE(list.exitCode(), 0);
        QCOMPARE(arrayFrom(list).size(), 2);
        QVERIFY2(list.err().contains("1000"), list.err());
        QVERIFY2(deniedReads() <= 12, QByteArray::number(deniedReads()));

        LockscopeProcess watch({u"watch"_s, u"--json"_s}, user("w"));
        QVERIFY(watch.waitFor([&] { return watch.out().count('\n') == 2; }));
        const auto before = deniedReads();
        for (int i = 0; i < 200; ++i)
            command({"SET", "secret:" + std::to_string(i), "y"});
        command({"DEL", "lock:a"});
        QVERIFY(watch.waitFor([&] { return watch.out().count('\n') == 3; }));
        QVERIFY(waitForRounds(scansOfOneSweep));
        QVERIFY2(deniedReads() <= before + 6, QByteArray::number(deniedReads() - before));
        QVERIFY2(watch.err().count("may not read some keys") == 1, watch.err());
        QVERIFY(quit(watch));
    }

    void keysDenied_alertFails()
    {
        m_server = std::make_unique<RedisServer>(QStringList{u"user w on >w ~mine &* +@all"_s});
        command({"SET", "secret", "0123456789abcdef0123456789abcdef", "PX", "600000"});
        LockscopeProcess data({u"list"_s, u"--fail-if-any"_s}, user("w"));
        QVERIFY(data.waitEnd());
        QCOMPARE(data.exitCode(), 0); // its name does not suggest a lock
        command({"SET", "lock:a", "0123456789abcdef0123456789abcdef", "PX", "600000"});
        LockscopeProcess unread({u"list"_s, u"--fail-if-any"_s}, user("w"));
        QVERIFY(unread.waitEnd());
        QCOMPARE(unread.exitCode(), 3);
        QVERIFY2(unread.err().contains("1 key that may be a lock could not be read"), unread.err());
        lock("mine");
        LockscopeProcess found({u"list"_s, u"--fail-if-any"_s}, user("w"));
        QVERIFY(found.waitEnd());
        QCOMPARE(found.exitCode(), 10);
        LockscopeProcess plain({u"list"_s}, user("w"));
        QVERIFY(plain.waitEnd());
        QCOMPARE(plain.exitCode(), 0);
    }

    void unknownSizes_areReported_data()
    {
        QTest::addColumn<QStringList>("setting");
        QTest::addColumn<QString>("why");
        QTest::newRow("not permitted") << QStringList{u"user w on >w ~* &* +@all -object -memory"_s} << u"+memory|usage"_s;
        QTest::newRow("renamed") << QStringList{u"user w on >w ~* &* +@all"_s, u"rename-command OBJECT ''"_s, u"rename-command MEMORY ''"_s}
                                 << u"does not know a command that Lockscope needs (MEMORY USAGE)"_s;
    }

    void unknownSizes_areReported()
    {
        QFETCH(const QStringList, setting);
        QFETCH(const QString, why);
        m_server = std::make_unique<RedisServer>(setting);
        lock("order");
        LockscopeProcess process({u"list"_s, u"--json"_s, u"--fail-if-any"_s}, user("w"));
        QVERIFY(process.waitEnd());
        QCOMPARE(process.exitCode(), 3);
        QVERIFY2(process.err().contains(why.toUtf8()), process.err());
        QVERIFY2(process.err().contains("hashes and sorted sets"), process.err());
    }

    // One of both is enough.
    void oneSizeCommand_isEnough()
    {
        for (const auto &missing : {u"-object"_s, u"-memory"_s}) {
            m_server = std::make_unique<RedisServer>(QStringList{u"user w on >w ~* &* +@all "_s + missing});
            lock("order");
            LockscopeProcess process({u"list"_s, u"--json"_s, u"--fail-if-any"_s}, user("w"));
            QVERIFY(process.waitEnd());
            QCOMPARE(process.exitCode(), 10);
            QVERIFY2(process.err().isEmpty(), process.err());
        }
    }

    void companionsDenied_doNotHideTheLock()
    {
        m_server = std::make_unique<RedisServer>(QStringList{u"user w on >w ~order* &* +@all"_s});
        lock("order1");
        lock("order2");
        lock("order3");
        lock("order4");
        LockscopeProcess list({u"list"_s, u"--json"_s}, user("w"));
        QVERIFY(list.waitEnd());
        QCOMPARE(arrayFrom(list).size(), 4);
        LockscopeProcess watch({u"watch"_s, u"--json"_s}, user("w"));
        QVERIFY(watch.waitFor([&] { return watch.out().count('\n') == 4; }));
        command({"DEL", "order3"});
        QVERIFY(watch.waitFor([&] { return watch.out().contains("\"released\""); }));
        QVERIFY(quit(watch));
    }

    void interruptedWatch_endsCleanly()
    {
        start();
        lock("order");
        LockscopeProcess watch({u"watch"_s}, m_server->endpoint());
        QVERIFY(watch.waitFor([&] { return watch.out().contains("order"); }));
        QVERIFY(quit(watch));
        QCOMPARE(watch.exitCode(), 0);
    }

    void readerGone_watchEndsAtOnce()
    {
        start();
        lock("order");
        QProcess head;
        QProcess watch;
        watch.setStandardOutputProcess(&head);
        watch.start(QStringLiteral(LOCKSCOPE_BINARY), {u"watch"_s, u"unix://"_s + QString::fromStdString(m_server->endpoint().path)});
        head.start(u"head"_s, {u"-n1"_s});
        QVERIFY(eventually([&] { return head.state() == QProcess::NotRunning; }));
        QVERIFY(head.readAllStandardOutput().contains("order"));
        QVERIFY(eventually([&] { return watch.state() == QProcess::NotRunning; })); // although nothing happens
        QCOMPARE(watch.exitStatus(), QProcess::NormalExit);
        QCOMPARE(watch.exitCode(), 0);
    }

    // A pipe takes 64 KB; what comes after that waits for the reader.
    void blockedReader_interruptEndsTheWatch()
    {
        start();
        constexpr int locks = 2'000;
        std::vector<Command> writes;
        for (int i = 0; i < locks; ++i)
            writes.push_back(
                {"SET", "lock:" + std::to_string(i) + std::string(100, 'x'), "0123456789abcdef0123456789abcdef", "PX", "600000"});
        m_server->pipeline(writes);
        std::array<int, 2> pipe{};
        QCOMPARE(::pipe2(pipe.data(), O_CLOEXEC), 0);
        QProcess watch;
        watch.setChildProcessModifier([&] { ::dup2(pipe[1], STDOUT_FILENO); });
        watch.setProcessChannelMode(QProcess::ForwardedErrorChannel);
        watch.start(QStringLiteral(LOCKSCOPE_BINARY),
                    {u"watch"_s, u"--json"_s, u"unix://"_s + QString::fromStdString(m_server->endpoint().path)});
        QVERIFY(watch.waitForStarted());
        ::close(pipe[1]);
        const auto waiting = [&] {
            int bytes = 0;
            return ::ioctl(pipe[0], FIONREAD, &bytes) == 0 && bytes > 60'000;
        };
        QVERIFY(eventually(waiting));
        ::kill(static_cast<pid_t>(watch.processId()), SIGINT);
        QVERIFY(eventually([&] { return watch.state() == QProcess::NotRunning; }));
        QCOMPARE(watch.exitStatus(), QProcess::NormalExit);
        QCOMPARE(watch.exitCode(), 0);
        ::close(pipe[0]);
    }

    void anyNames_areShownCompletely()
    {
        start();
        const std::vector<std::string> names = {std::string("lock:nul\0end", 12),
                                                "lock:new\nline",
                                                "lock:\xe2\x80\xaertl\xe2\x80\xac",
                                                "lock:\xf0\x9f\x94\x92",
                                                "lock:" + std::string(10'000, 'n'),
                                                "lock:\xff\xfe",
                                                "lock:\x1b[31mred"};
        for (const auto &name : names)
            command({"SET", name, "0123456789abcdef0123456789abcdef", "PX", "600000"});
        LockscopeProcess json({u"list"_s, u"--json"_s}, m_server->endpoint());
        QVERIFY(json.waitEnd());
        QCOMPARE(json.exitCode(), 0);
        std::set<std::string> seen;
        for (const auto lock : arrayFrom(json)) {
            const auto base64 = lock.toObject()[u"key_base64"_s].toString();
            seen.insert(base64.isEmpty() ? key(lock).toStdString() : QByteArray::fromBase64(base64.toLatin1()).toStdString());
        }
        QCOMPARE(seen, std::set<std::string>(names.begin(), names.end()));

        LockscopeProcess table({u"list"_s}, m_server->endpoint());
        QVERIFY(table.waitEnd());
        QVERIFY(!table.out().contains('\0'));
        QVERIFY(!table.out().contains('\x1b'));
        QVERIFY(!table.out().contains("\xe2\x80\xae"));
        LockscopeProcess watch({u"watch"_s}, m_server->endpoint());
        QVERIFY(watch.waitFor([&] { return watch.out().count("seen") == qsizetype(names.size()); }));
        QCOMPARE(watch.out().count('\n'), qsizetype(names.size()));
        QVERIFY(!watch.out().contains('\x1b'));
        QVERIFY(quit(watch));
    }

    void hugeValuesUnderLockNames_areNeverRead()
    {
        start();
        command({"EVAL", "for i = 1, 1000000 do redis.call('hset', KEYS[1], i, 1) end return 1", "1", "lock:fields"});
        command({"SETRANGE", "lock:bytes", "536870911", "x"});
        command({"EVAL", "for i = 1, 100000 do redis.call('zadd', KEYS[1], i, i) end return 1", "1", "lock:members"});
        command({"CONFIG", "RESETSTAT"});
        LockscopeProcess list({u"list"_s, u"--json"_s}, m_server->endpoint());
        QVERIFY(list.waitEnd());
        QCOMPARE(list.exitCode(), 0);
        QVERIFY(list.out().size() < 10'000);
        const auto stats = m_server->command({"INFO", "commandstats"}).text;
        for (const char *forbidden : {"cmdstat_hscan", "cmdstat_hgetall"})
            QVERIFY2(stats.find(forbidden) == stats.npos, forbidden);
        QVERIFY2(stats.find("cmdstat_zrange:calls=1,") != stats.npos, stats.c_str()); // its first members, which do not look like a lock
        const auto io = QByteArray::fromStdString(m_server->command({"INFO", "stats"}).text);
        const auto sent = io.mid(io.indexOf("total_net_output_bytes:") + 23).split('\r').first().toLongLong();
        QVERIFY2(sent < 20'000, QByteArray::number(sent));

        // Changes the watched lock into one of these keys.
        lock("order");
        LockscopeProcess watch({u"watch"_s, u"--json"_s}, m_server->endpoint());
        QVERIFY(watch.waitFor([&] { return watch.out().contains("\"order\""); }));
        command({"RENAME", "lock:fields", "order"});
        QVERIFY(watch.waitFor([&] { return watch.out().contains("\"out-of-sight\""); }));
        QVERIFY(quit(watch));
        QVERIFY(watch.out().size() < 20'000);
    }

    void restartWhileWatched_isSurvived()
    {
        start();
        lock("order");
        LockscopeProcess watch({u"watch"_s, u"--json"_s}, m_server->endpoint());
        QVERIFY(watch.waitFor([&] { return watch.out().contains("\"seen\""); }));
        m_server->restart(RedisServer::Data::Kept);
        QVERIFY(watch.waitFor([&] { return watch.err().contains("Connected again"); }));
        command({"DEL", "order"});
        // If no look came in between, it is unknown whether the new server process had the lock.
        QVERIFY(watch.waitFor([&] { return watch.out().contains("\"released\"") || watch.out().contains("\"out-of-sight\""); }));
        QVERIFY(quit(watch));
        QCOMPARE(watch.out().count("\"event\""), 2);
        QCOMPARE(watch.out().count("\"feed-blind\""), 2); // it was lost, and it was back
        QVERIFY2(watch.err().contains("Incidents: 1 × feed blind."), watch.err());
    }

    void sentinel_isRecognised_data() { commands(); }
    void sentinel_isRecognised()
    {
        QFETCH(const QString, word);
        QTemporaryDir directory;
        QFile config(directory.filePath(u"sentinel.conf"_s));
        QVERIFY(config.open(QIODevice::WriteOnly));
        const auto port = freePort();
        config.write("port " + QByteArray::number(port) + "\nbind 127.0.0.1\ndir " + directory.path().toUtf8() + "\n");
        config.close();
        QProcess sentinel;
        sentinel.start(u"redis-server"_s, {config.fileName(), u"--sentinel"_s});
        Endpoint endpoint;
        endpoint.port = port;
        QVERIFY(eventually([&] { return RedisClient(endpoint).command({"PING"}).text == "PONG"; }));
        LockscopeProcess process({word, u"redis://127.0.0.1:%1"_s.arg(port)});
        QVERIFY(process.waitEnd());
        QCOMPARE(process.exitCode(), 1);
        QVERIFY2(process.err().contains("is a Redis Sentinel"), process.err());
        sentinel.kill();
        sentinel.waitForFinished();
    }

    void clusterNode_isWatchedWithAWarning()
    {
        RedisServerOptions options;
        options.cluster = true;
        m_server = std::make_unique<RedisServer>(std::move(options));
        command({"CLUSTER", "ADDSLOTSRANGE", "0", "16383"});
        QVERIFY(eventually([&] { return !m_server->command({"SET", "x", "1"}).isError(); }));
        lock("order");
        LockscopeProcess watch({u"watch"_s, u"--json"_s}, m_server->endpoint());
        QVERIFY(watch.waitFor([&] { return watch.out().contains("\"order\""); }));
        QVERIFY2(watch.waitFor([&] { return watch.err().contains("one node of a cluster"); }), watch.err());
        command({"DEL", "order"});
        QVERIFY(watch.waitFor([&] { return watch.out().contains("\"released\""); }));
        QVERIFY(quit(watch));
    }

    void replicaWithoutPrimary_isReadWithWarning()
    {
        start();
        lock("order");
        command({"REPLICAOF", "127.0.0.1", std::to_string(freePort())});
        LockscopeProcess list({u"list"_s, u"--json"_s}, m_server->endpoint());
        QVERIFY(list.waitEnd());
        QCOMPARE(list.exitCode(), 0);
        QCOMPARE(arrayFrom(list).size(), 1);
        QVERIFY2(list.err().contains("This is a replica") && list.err().contains("has lost its primary"), list.err());
        command({"CONFIG", "SET", "replica-serve-stale-data", "no"});
        LockscopeProcess refused({u"list"_s}, m_server->endpoint());
        QVERIFY(refused.waitEnd());
        QCOMPARE(refused.exitCode(), 1);
        QVERIFY2(refused.err().contains("lost its primary and does not show old data"), refused.err());
    }

    void outOfMemory_readingStillWorks()
    {
        m_server = std::make_unique<RedisServer>(QStringList{u"maxmemory-policy noeviction"_s});
        lock("order");
        command({"CONFIG", "SET", "maxmemory", "1"});
        QVERIFY(m_server->command({"SET", "a", "b"}).text.starts_with("OOM"));
        LockscopeProcess watch({u"watch"_s, u"--json"_s}, m_server->endpoint());
        QVERIFY(watch.waitFor([&] { return watch.out().contains("\"order\""); }));
        command({"DEL", "order"});
        QVERIFY(watch.waitFor([&] { return watch.out().contains("\"released\""); }));
        QVERIFY(quit(watch));
    }

    void longScript_isWaitedFor()
    {
        m_server = std::make_unique<RedisServer>(QStringList{u"busy-reply-threshold 50"_s});
        lock("order");
        LockscopeProcess watch({u"watch"_s, u"--json"_s}, m_server->endpoint());
        QVERIFY(watch.waitFor([&] { return watch.out().contains("\"seen\""); }));
        QLocalSocket script;
        script.connectToServer(QString::fromStdString(m_server->endpoint().path));
        QVERIFY(script.waitForConnected());
        script.write("EVAL \"while true do end\" 0\r\n");
        script.flush();
        QVERIFY(watch.waitFor([&] { return watch.err().contains("The server is busy"); }));
        LockscopeProcess list({u"list"_s}, m_server->endpoint());
        QVERIFY(list.waitEnd());
        QCOMPARE(list.exitCode(), 1);
        QVERIFY2(list.err().contains("busy with a long script"), list.err());
        command({"SCRIPT", "KILL"});
        QVERIFY(eventually([&] { return m_server->command({"PING"}).text == "PONG"; }));
        command({"DEL", "order"});
        QVERIFY(watch.waitFor([&] { return watch.out().contains("\"released\""); }));
        QVERIFY2(!watch.err().contains("Trying again"), watch.err());
        QVERIFY(quit(watch));
    }

    void loadingServer_isReported()
    {
        m_server = std::make_unique<RedisServer>(QStringList{u"key-load-delay 200"_s, u"loading-process-events-interval-bytes 1024"_s});
        command({"EVAL", "for i = 1, 12000 do redis.call('set', 'data:' .. i, 'xxxxxxxxxxxxxxxxxxxxxxxx') end return 1", "0"});
        lock("order");
        LockscopeProcess watch({u"watch"_s, u"--json"_s}, m_server->endpoint());
        QVERIFY(watch.waitFor([&] { return watch.err().contains("Watching") && watch.out().contains("\"seen\""); }));
        command({"SAVE"});
        m_server->kill();
        m_server->launch();
        const auto loads = [&] { return RedisClient(m_server->endpoint()).command({"PING"}).text.starts_with("LOADING"); };
        QVERIFY(eventually(loads));
        LockscopeProcess list({u"list"_s}, m_server->endpoint());
        QVERIFY(list.waitEnd());
        QCOMPARE(list.exitCode(), 1);
        QVERIFY2(list.err().contains("still loading"), list.err());
        QVERIFY(watch.waitFor([&] { return watch.err().contains("Connected again"); }));
        QVERIFY(watch.out().count("\"event\"") == 1);
        QVERIFY(quit(watch));
    }

    void leastRights_areEnough()
    {
        start();
        lock("order");
        command({"SET", "lock:a", "0123456789abcdef0123456789abcdef", "PX", "600000"});
        command({"SADD", "lock:set", "x"});
        command({"ZADD", "semaphore:z", "99999999999", "0123456789abcdef0123456789abcdef"});
        command({"RPUSH", "redisson_lock_queue:{order}", owner1});
        auto rights = leastRights;
        if (RedisServer::isAtLeast(7, 2))
            rights.push_back("+client|no-touch");
        command(rights);
        auto endpoint = m_server->endpoint();
        endpoint.user = "lockscope";
        endpoint.password = "secret";
        LockscopeProcess list({u"list"_s, u"--json"_s, u"--deep"_s}, endpoint);
        QVERIFY(list.waitEnd());
        QVERIFY2(list.exitCode() == 0, list.err());
        QVERIFY2(list.err().isEmpty(), list.err());
        QVERIFY(arrayFrom(list).size() >= 2);
        LockscopeProcess watch({u"watch"_s, u"--json"_s}, endpoint);
        QVERIFY(watch.waitFor([&] { return watch.out().count("\"seen\"") >= 2; }));
        command({"DEL", "order"});
        QVERIFY(watch.waitFor([&] { return watch.out().contains("\"released\""); }));
        lock("waited-for"); // by subscribers, which have to be counted
        QVERIFY(waitForRounds(1));
        QVERIFY(quit(watch));
        QCOMPARE(watch.err().count('\n'), 1); // "Watching …"
        QVERIFY2(watch.err().contains("feed: tracking, all names"), watch.err());
        const auto log = m_server->command({"ACL", "LOG"});
        QVERIFY2(log.elements.empty(), toString(log).c_str());
    }

private:
    static void commands()
    {
        QTest::addColumn<QString>("word");
        QTest::newRow("list") << u"list"_s;
        QTest::newRow("watch") << u"watch"_s;
    }

    void start() { m_server = std::make_unique<RedisServer>(); }

    void command(const Command &words)
    {
        const auto reply = m_server->command(words);
        QVERIFY2(!reply.isError(), reply.text.c_str());
    }

    void lock(const std::string &name)
    {
        command({"EVAL", "redis.call('hset', KEYS[1], ARGV[1], 1) redis.call('pexpire', KEYS[1], 600000) return 1", "1", name, owner1});
    }

    Endpoint user(const std::string &name) const
    {
        auto endpoint = m_server->endpoint();
        endpoint.user = endpoint.password = name;
        return endpoint;
    }

    /// How often the ACL refused a key: one entry may stand for many equal refusals.
    qint64 deniedReads()
    {
        qint64 sum = 0;
        for (const auto &entry : m_server->command({"ACL", "LOG", "100000"}).elements)
            sum += entry.elements[1].toInteger().value_or(0);
        return sum;
    }

    /// How often a command was run, by any client: "scan", "pubsub|numsub".
    qint64 calls(const std::string &name)
    {
        const auto stats = m_server->command({"INFO", "commandstats"}).text;
        const auto line = "cmdstat_" + name + ":calls=";
        const auto at = stats.find(line);
        return at == stats.npos ? 0 : std::atoll(stats.c_str() + at + line.size());
    }

    /// Waits until everything that `watch` repeats has ended and begun once more: a sweep, a heartbeat, the poll for waiters.
    bool waitForRounds(qint64 scansOfOneSweep)
    {
        const auto more = [this](const std::string &name, qint64 count) {
            return [this, name, enough = calls(name) + count] { return calls(name) >= enough; };
        };
        const auto swept = more("scan", 2 * scansOfOneSweep);
        const auto beaten = more("client|trackinginfo", 4); // on two connections each time
        const auto polled = more("pubsub|numsub", 2);
        return eventually([&] { return swept() && beaten() && polled(); });
    }

    static bool quit(LockscopeProcess &process)
    {
        process.interrupt();
        return process.waitEnd() && !process.crashed() && process.exitCode() == 0;
    }

    std::unique_ptr<RedisServer> m_server;
};

LOCKSCOPE_TEST(CommandsTest)
#include "tst_commands.moc"
