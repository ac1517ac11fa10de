// SPDX-License-Identifier: MIT
// How much of a key may be measured and read: no server.
#include "support/test_program.h"

#include "lockcore/monitor/reading/size_budget.h"

#include <QTest>

using namespace lockcore;

class SizeBudgetTest final : public QObject
{
    Q_OBJECT

private slots:
    // The name or the fields must show that it is a lock before many elements are measured.
    void elements_dependOnTypeAndName()
    {
        for (const auto type : {ValueType::Zset, ValueType::Set})
            QCOMPARE(budget::elements(type, false), Value::mostElements);
        for (const auto type : {ValueType::Hash, ValueType::Set})
            QCOMPARE(budget::elements(type, true), budget::mostMeasured);
        QCOMPARE(budget::elements(ValueType::Hash, false), budget::mostMeasured); // the fields of many readers show it
        QVERIFY(budget::elements(ValueType::Zset, true) > 1'000'000);             // only the first ones are read
    }

    void memory_growsWithTheElements()
    {
        QCOMPARE(budget::memory(ValueType::Hash, 1), 8 * 1024);
        QCOMPARE(budget::memory(ValueType::Hash, 1000), 512'000);
        QCOMPARE(budget::memory(ValueType::Hash, budget::mostMeasured), 8 << 20);
        QCOMPARE(budget::memory(ValueType::Zset, 100'000), 51'200'000);
    }

    // What may be measured fits into one answer, also if the size was not asked for: a holder takes about forty bytes, and its count.
    void holders_fitIntoOneReply() { QVERIFY(budget::mostMeasured * 60 < std::int64_t(budget::mostInReply)); }
};

LOCKSCOPE_TEST(SizeBudgetTest)
#include "tst_size_budget.moc"
