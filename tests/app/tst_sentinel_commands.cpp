// SPDX-License-Identifier: MIT
// The commands at an address of real sentinels: they find the primary, and `lock` follows a failover.
#include "support/eventually.h"
#include "support/lockscope_process.h"
#include "support/redis_sentinels.h"
#include "support/test_program.h"

#include <QTest>

using namespace lockcore;
using namespace lockcore::test;
using namespace Qt::StringLiterals;

namespace {

const std::string lockToken = "0123456789abcdef0123456789abcdef";

QString urlOf(const RedisSentinels &group) { return QString::fromStdString(toString(group.endpoint())); }

} // namespace

class SentinelCommandsTest : public QObject
{
    Q_OBJECT

private slots:
    void listAndRelease_reachThePrimary()
    {
        RedisSentinels group;
        group.primary().command({"SET", "lock:a", lockToken, "PX", "600000"});
        LockscopeProcess list({u"list"_s, urlOf(group), u"--json"_s});
        QVERIFY(list.waitEnd());
        QCOMPARE(list.exitCode(), 0);
        QVERIFY2(list.out().contains("\"lock:a\""), list.err());
        LockscopeProcess release({u"release"_s, u"lock:a"_s, urlOf(group), u"--owner"_s, QString::fromStdString(lockToken), u"--yes"_s});
        QVERIFY(release.waitEnd());
        QVERIFY2(release.exitCode() == 0, release.err());
        QCOMPARE(group.primary().command({"EXISTS", "lock:a"}).integer, 0);
    }

    void sentinelsAddress_asAServer_saysHowToWriteIt()
    {
        RedisSentinels group;
        const auto port = group.endpoint().group->sentinels.front().port;
        LockscopeProcess list({u"list"_s, u"127.0.0.1:%1"_s.arg(port)});
        QVERIFY(list.waitEnd());
        QCOMPARE(list.exitCode(), 1);
        QVERIFY2(list.err().contains("redis-sentinel://127.0.0.1:" + QByteArray::number(port)), list.err());
    }

    void lock_goesOnAfterTheFailover()
    {
        RedisSentinels group;
        const auto script = u"echo here; read line; echo done"_s;
        LockscopeProcess lock({u"lock"_s, u"token-watchdog"_s, u"job"_s, urlOf(group), u"--"_s, u"sh"_s, u"-c"_s, script});
        QVERIFY(lock.waitFor([&] { return lock.out().contains("here"); }));
        group.primary().command({"WAIT", "1", "0"});
        group.failOver();
        // Until the old primary is a replica, it may take a renewal or a release that is then lost.
        auto left = group.primary().command({"PTTL", "job"}).integer;
        const auto isRenewed = [&] {
            const auto before = std::exchange(left, group.primary().command({"PTTL", "job"}).integer);
            return left > before; // a watchdog renews every 10 s
        };
        QVERIFY(eventually(isRenewed));
        lock.type("\n");
        QVERIFY(lock.waitEnd());
        QVERIFY2(lock.exitCode() == 0, lock.err());
        QCOMPARE(group.primary().command({"EXISTS", "job"}).integer, 0); // it was freed on the new primary
    }

    void lock_thatTheNewPrimaryDoesNotHave_isLost()
    {
        RedisSentinels group;
        LockscopeProcess lock({u"lock"_s, u"token-watchdog"_s, u"job"_s, urlOf(group), u"--"_s, u"sh"_s, u"-c"_s,
                               u"echo here; while :; do sleep 0.05; done"_s});
        QVERIFY(lock.waitFor([&] { return lock.out().contains("here"); }));
        group.other().command({"CONFIG", "SET", "replica-read-only", "no"});
        group.primary().command({"WAIT", "1", "0"});
        group.other().command({"DEL", "job"});
        group.failOver();
        QVERIFY(lock.waitEnd());
        QCOMPARE(lock.exitCode(), 76);
        QVERIFY2(lock.err().contains("lost"), lock.err());
    }
};

LOCKSCOPE_TEST(SentinelCommandsTest)
#include "tst_sentinel_commands.moc"
