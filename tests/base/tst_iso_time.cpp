// SPDX-License-Identifier: MIT
// Moments as text in ISO 8601: written in UTC, read in any zone.
#include "lockcore/base/iso_time.h"
#include "support/test_program.h"

#include <QTest>

using namespace lockcore;

class TestIsoTime final : public QObject
{
    Q_OBJECT

private slots:
    void text_isRead_data();
    void text_isRead();
    void otherText_isRefused_data();
    void otherText_isRefused();
};

void TestIsoTime::text_isRead_data()
{
    QTest::addColumn<QByteArray>("utc");
    QTest::newRow("2026-11-21T11:59:30.250Z") << QByteArray("2026-11-21T11:59:30.250Z");
    QTest::newRow("2026-11-21T11:59:30Z") << QByteArray("2026-11-21T11:59:30.000Z");
    QTest::newRow("2026-11-21 11:59:30.25Z") << QByteArray("2026-11-21T11:59:30.250Z");
    QTest::newRow("2026-11-21T11:59:30.250999999Z") << QByteArray("2026-11-21T11:59:30.250Z");
    QTest::newRow("2026-11-21T00:59:30+01:00") << QByteArray("2026-11-20T23:59:30.000Z");
    QTest::newRow("2026-11-21T00:59:30.25+0130") << QByteArray("2026-11-20T23:29:30.250Z");
    QTest::newRow("2026-12-31T23:00:00-03:30") << QByteArray("2027-01-01T02:30:00.000Z");
    QTest::newRow("2026-11-21T11:59:30-03") << QByteArray("2026-11-21T14:59:30.000Z");
    QTest::newRow("2026-11-21T11:59:30,25+14:00") << QByteArray("2026-11-20T21:59:30.250Z");
    QTest::newRow("2026-11-21t11:59:30z") << QByteArray("2026-11-21T11:59:30.000Z");
    QTest::newRow("20261121T115930Z") << QByteArray("2026-11-21T11:59:30.000Z");
    QTest::newRow("20261121T115930.25+0100") << QByteArray("2026-11-21T10:59:30.250Z");
    QTest::newRow("2026-11-21 11:59:30 UTC") << QByteArray("2026-11-21T11:59:30.000Z");
    QTest::newRow("2026-11-21 11:59:30 +0100") << QByteArray("2026-11-21T10:59:30.000Z");
    QTest::newRow("2026-11-21T11:59:30Z[UTC]") << QByteArray("2026-11-21T11:59:30.000Z");
    QTest::newRow("2026-11-21T11:59:30.25+01:00[Europe/Berlin]") << QByteArray("2026-11-21T10:59:30.250Z");
    QTest::newRow("2026-11-21 11:59:30.25 +0000 UTC m=+0.5") << QByteArray("2026-11-21T11:59:30.250Z");
    QTest::newRow("2028-02-29T00:00:00Z") << QByteArray("2028-02-29T00:00:00.000Z");
}

void TestIsoTime::text_isRead()
{
    QFETCH(QByteArray, utc);
    const auto time = timeFromIso(QTest::currentDataTag());
    QVERIFY(time);
    QCOMPARE(QByteArray::fromStdString(isoTime(*time)), utc);
}

void TestIsoTime::otherText_isRefused_data()
{
    QTest::addColumn<QByteArray>("text");
    for (const auto *text : {"",
                             "2026",
                             "2026-11-21",
                             "2026-11-21T11:59:30",
                             "2026-11-21T11:59Z",
                             "2026-02-30T11:59:30Z",
                             "2026-13-01T00:00:00Z",
                             "26-11-21T11:59:30Z",
                             "2026-11-21T11:59:30Zulu",
                             "2026-11-21T11:59:30+1:00",
                             "2026-11-21T11:59:30+010",
                             "2026-11-21T11:59:30+01:",
                             "2026-11-21T11:59:30+01000",
                             "2026-1a-21T11:59:30Z",
                             "2026-11-21T11:59:30+9999",
                             "2026-11-21T11:59:30+2400",
                             "2026-11-21T11:59:30+0160",
                             "2026-11-21T11:59:30+",
                             "2026-11-21T11:59:30,",
                             "20261121115930",
                             "20261121T11:59:30Z",
                             "2026-11-21 11:59:30 U",
                             "2026-11-21 11:59:30[UTC]",
                             "2026-11-21 11:59:30 ",
                             "2026-11-21T11:59:30-3"})
        QTest::newRow(text) << QByteArray(text);
}

void TestIsoTime::otherText_isRefused()
{
    QFETCH(QByteArray, text);
    QVERIFY(!timeFromIso(std::string_view(text.constData(), static_cast<std::size_t>(text.size()))));
}

LOCKSCOPE_TEST(TestIsoTime)
#include "tst_iso_time.moc"
