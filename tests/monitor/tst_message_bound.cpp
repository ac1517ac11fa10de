// SPDX-License-Identifier: MIT
#include "lockcore/monitor/watch/message_bound.h"
#include "support/test_program.h"

#include <QTest>

using namespace lockcore;

class MessageBoundTest : public QObject
{
    Q_OBJECT

private slots:
    void changesCount_readsDoNot()
    {
        const auto stats = parseInfo("total_commands_processed:900\r\nexpired_keys:3\r\nevicted_keys:2\r\n");
        QCOMPARE(messageBound(stats, parseInfo("rdb_changes_since_last_save:10\r\n")), std::int64_t(15));
        QCOMPARE(messageBound(stats, parseInfo("rdb_changes_since_last_save:0\r\n")), std::int64_t(5));
    }

    void withoutChangeCounters_commandsCount()
    {
        QCOMPARE(messageBound(parseInfo("total_commands_processed:900\r\nexpired_keys:3\r\n"), {}), std::int64_t(900));
    }
};

LOCKSCOPE_TEST(MessageBoundTest)
#include "tst_message_bound.moc"
