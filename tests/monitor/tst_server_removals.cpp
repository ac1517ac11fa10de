// SPDX-License-Identifier: MIT
#include "lockcore/monitor/watch/server_removals.h"
#include "support/test_program.h"

#include <QTest>

using namespace lockcore;

namespace {

std::optional<ServerRemovals> removals(std::string_view stats, std::string_view replication = "role:master\r\nmaster_replid:a\r\n")
{
    return ServerRemovals::from(parseInfo(stats), parseInfo(replication));
}

} // namespace

class ServerRemovalsTest : public QObject
{
    Q_OBJECT

private slots:
    void counts_areReadFromInfo()
    {
        QCOMPARE(removals("# Stats\r\ntotal_commands_processed:9\r\nexpired_keys:3\r\nevicted_keys:2\r\n"),
                 (std::optional<ServerRemovals>{{3, 2, 9, "a"}}));
        QVERIFY(!removals("total_commands_processed:9\r\nexpired_keys:3\r\n"));
        QVERIFY(!removals("total_commands_processed:9\r\nevicted_keys:3\r\n"));
    }

    // The primary deletes expired keys, so the replica does not count them.
    void replica_countsNothing()
    {
        QVERIFY(!removals("expired_keys:3\r\nevicted_keys:2\r\n", "role:slave\r\nmaster_replid:a\r\n"));
        QVERIFY(!removals("expired_keys:3\r\nevicted_keys:2\r\n", ""));
    }

    void expiriesEvictionsAndNewCounts_areRemovals()
    {
        const ServerRemovals before{3, 2, 100, "a"};
        QVERIFY(noneRemoved(before, before));
        QVERIFY(noneRemoved(before, {3, 2, 101, "a"}));
        QVERIFY(!noneRemoved(before, {4, 2, 101, "a"}));
        QVERIFY(!noneRemoved(before, {3, 3, 101, "a"}));
        QVERIFY(!noneRemoved(before, {3, 2, 99, "a"})); // CONFIG RESETSTAT, and as many since
        QVERIFY(!noneRemoved(before, {3, 2, 101, "b"}));
    }
};

LOCKSCOPE_TEST(ServerRemovalsTest)
#include "tst_server_removals.moc"
