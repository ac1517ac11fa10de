// SPDX-License-Identifier: MIT
#include "lockcore/monitor/watch/dataset_swaps.h"
#include "support/test_program.h"

#include <QTest>

using namespace lockcore;

namespace {

DataCounters counters(std::string_view commandStats, std::string_view id = "a")
{
    return DataCounters::from(parseInfo(commandStats), parseInfo("role:master\r\nmaster_replid:" + std::string(id) + "\r\n"));
}

} // namespace

class DatasetSwapsTest : public QObject
{
    Q_OBJECT

private slots:
    void counters_areReadFromInfo()
    {
        const auto read = counters("# Commandstats\r\ncmdstat_info:calls=7,usec=1,usec_per_call=0.1\r\ncmdstat_swapdb:calls=2,usec=1\r\n"
                                   "cmdstat_debug:calls=3,usec=1\r\n",
                                   "abc");
        QCOMPARE(read, (DataCounters{5, 7, "abc"}));
        QCOMPARE(counters("cmdstat_swapdb:usec=1\r\ncmdstat_info:calls=,usec=1\r\n"), (DataCounters{0, 0, "a"}));
    }

    void harmlessCommands_areNotExchanges()
    {
        QVERIFY(!mayHaveBeenExchanged(counters("cmdstat_info:calls=7,usec=1\r\n"), counters("cmdstat_info:calls=9,usec=1\r\n")));
    }

    void swapdbResetstatAndNewHistory_areExchanges()
    {
        const auto before = counters("cmdstat_info:calls=7,usec=1\r\ncmdstat_swapdb:calls=1,usec=1\r\n");
        QVERIFY(mayHaveBeenExchanged(before, counters("cmdstat_info:calls=9,usec=1\r\ncmdstat_swapdb:calls=2,usec=1\r\n")));
        QVERIFY(mayHaveBeenExchanged(before, counters("cmdstat_info:calls=9,usec=1\r\n")));
        QVERIFY(mayHaveBeenExchanged(counters("cmdstat_info:calls=7,usec=1\r\n"), counters("cmdstat_info:calls=1,usec=1\r\n")));
        QVERIFY(mayHaveBeenExchanged(counters("", "a"), counters("", "b")));
        QVERIFY(isExchange(counters("", "a"), counters("", "b")));
        QVERIFY(isExchange(before, counters("cmdstat_info:calls=9,usec=1\r\ncmdstat_swapdb:calls=2,usec=1\r\n")));
        QVERIFY(!isExchange(before, counters("cmdstat_info:calls=1,usec=1\r\n"))); // CONFIG RESETSTAT exchanges nothing
    }
};

LOCKSCOPE_TEST(DatasetSwapsTest)
#include "tst_dataset_swaps.moc"
