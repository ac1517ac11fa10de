// SPDX-License-Identifier: MIT
#include "lockcore/base/time_text.h"
#include "support/test_program.h"

#include <QTest>

using namespace lockcore;

class TimeTextTest final : public QObject
{
    Q_OBJECT

private slots:
    // As the languages print them: Python, PHP, Ruby, Go, JavaScript, Java.
    void languagesTimeFormats_areRead_data()
    {
        QTest::addColumn<QString>("text");
        for (const auto *text : {"2026-11-26T03:31:36.467123",
                                 "2026-11-26 03:31:36.467123",
                                 "2026-11-26 03:31:36",
                                 "2026-11-26 03:31",
                                 "2026-11-26T03:31:36.467Z",
                                 "2026-11-26T03:31:36+01:00",
                                 "2026-11-26",
                                 "0.12345600 1795262397",
                                 "2026-11-26 03:30:55 +0000",
                                 "2026-11-26 03:30:55 UTC",
                                 "2026-11-26 03:30:55.123456789 +0000 UTC m=+0.000012345",
                                 "Thu Nov 26 2026 03:30:55 GMT+0000 (Coordinated Universal Time)",
                                 "Thu, 26 Nov 2026 03:30:55 GMT",
                                 "11/26/2026, 3:30:55 AM",
                                 "11/26/2026, 3:30:55\u202fAM",
                                 "26.11.2026, 03:30:55",
                                 "Thu Nov 26 03:30:55 UTC 2026",
                                 "Thu Nov 26 03:30:55 2026",
                                 "2026-11-26T03:30:55.123Z[Europe/Berlin]",
                                 "20261126T033055Z",
                                 "2026-11",
                                 "2026-W48",
                                 "2026-W48-4",
                                 "03:30:55",
                                 "3:30:55.123 PM",
                                 "Thu Nov 26 03:30:55 KST 2026",
                                 "11/26/26 03:30:55",
                                 "November 26, 2026 at 3:30:55 AM"})
            QTest::newRow(text) << QString::fromUtf8(text);
    }

    void languagesTimeFormats_areRead()
    {
        QFETCH(const QString, text);
        QVERIFY(isTimeText(text.toStdString()));
    }

    void otherText_isNotATime_data()
    {
        QTest::addColumn<QString>("text");
        for (const auto *text : {"",
                                 "1795262397",
                                 "4711",
                                 "web-3",
                                 "web-3:4711",
                                 "march",
                                 "sunday",
                                 "2026",
                                 "worker-2026-11",
                                 "web-3|2026-11-26T03:31:36",
                                 "10.0.0.1",
                                 "10.0.0.1:4711",
                                 "3:30",
                                 "20261399",
                                 "0d2e4f60-1a2b-4c3d-9e8f-a0b1c2d3e4f5",
                                 "v2026.11",
                                 "2026-11-26T03:31:36(",
                                 "[",
                                 "(",
                                 "Nov 26",
                                 "marcus 2026 7",
                                 "augustus-2026-1",
                                 "marketing-2026-3",
                                 "NODE-2026-1",
                                 "20261126",
                                 "20261126033055",
                                 "ORD-20261126-000123",
                                 "PROD:10:20:30",
                                 "API-20261126-033000",
                                 "WEB-3:4711"})
            QTest::newRow(text) << QString::fromUtf8(text);
    }

    void otherText_isNotATime()
    {
        QFETCH(const QString, text);
        QVERIFY(!isTimeText(text.toStdString()));
    }
};

LOCKSCOPE_TEST(TimeTextTest)
#include "tst_time_text.moc"
