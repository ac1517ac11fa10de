// SPDX-License-Identifier: MIT
#include "support/test_program.h"

#include "lockcore/base/bytes.h"
#include "lockcore/base/duration.h"

#include <QTest>

using namespace lockcore;
using namespace std::chrono_literals;

class TestDuration final : public QObject
{
    Q_OBJECT

private slots:
    void duration_isParsed_data();
    void duration_isParsed();
    void nonsense_isRefusedByName_data();
    void nonsense_isRefusedByName();
    void text_isShortAndExact_data();
    void text_isShortAndExact();
};

void TestDuration::duration_isParsed_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<qint64>("milliseconds");
    const auto row = [](const char *text, Milliseconds value) { QTest::newRow(text) << QByteArray(text) << qint64(value.count()); };
    row("0s", 0ms);
    row("300ms", 300ms);
    row("1.5s", 1500ms);
    row("0.0004s", 0ms);
    row("30s", 30s);
    row("5m", 5min);
    row("2h", 2h);
    row("1d", 24h);
    row("3660d", 3660 * 24h);
}

void TestDuration::duration_isParsed()
{
    QFETCH(QByteArray, text);
    QFETCH(qint64, milliseconds);
    const auto duration = parseDuration(text.toStdString());
    QVERIFY2(duration.ok(), duration.ok() ? "" : duration.error().text.c_str());
    QCOMPARE(qint64(duration->count()), milliseconds);
}

void TestDuration::nonsense_isRefusedByName_data()
{
    QTest::addColumn<QByteArray>("text");
    for (const auto *text : {"",
                             "5",
                             "s",
                             "5 s",
                             " 5s",
                             "5s ",
                             "-5s",
                             "-0s",
                             "+5s",
                             "5S",
                             "5y",
                             "5sm",
                             "1e3s",
                             "0x5s",
                             "infs",
                             "nans",
                             "inf",
                             "3661d",
                             "99999999999999999999d",
                             "5\n",
                             "٥s"})
        QTest::newRow(text) << QByteArray(text);
    QTest::newRow("many digits") << QByteArray(500, '9').append('s');
    QTest::newRow("a NUL") << QByteArray("5\0s", 3);
}

void TestDuration::nonsense_isRefusedByName()
{
    QFETCH(QByteArray, text);
    const auto duration = parseDuration(text.toStdString());
    QVERIFY(!duration.ok());
    QCOMPARE(duration.error().kind, ErrorKind::Refused);
    QVERIFY2(duration.error().text.starts_with('"' + escaped(text.toStdString()) + '"'), duration.error().text.c_str());
}

void TestDuration::text_isShortAndExact_data()
{
    QTest::addColumn<qint64>("milliseconds");
    QTest::addColumn<QByteArray>("text");
    const auto row = [](Milliseconds value, const char *text) { QTest::newRow(text) << qint64(value.count()) << QByteArray(text); };
    row(0ms, "0.0 s");
    row(850ms, "0.8 s");
    row(27'199ms, "27.1 s");
    row(99'999ms, "99.9 s");
    row(100s, "1 m 40 s");
    row(192s, "3 m 12 s");
    row(599s, "9 m 59 s");
    row(600s, "10 m");
    row(41min + 59s, "41 m");
    row(2h + 5min, "2 h 05 m");
    row(24h, "1 d 0 h");
    row(76h, "3 d 4 h");
    row(-850ms, "-0.8 s");
    row(36'525 * 24h - 1ms, "36524 d 23 h");
    row(36'525 * 24h, "over 100 years");
    row(Milliseconds::max(), "over 100 years");
    row(Milliseconds::min(), "-over 100 years");
}

void TestDuration::text_isShortAndExact()
{
    QFETCH(qint64, milliseconds);
    QFETCH(QByteArray, text);
    QCOMPARE(durationText(Milliseconds(milliseconds)), text.toStdString());
}

LOCKSCOPE_TEST(TestDuration)
#include "tst_duration.moc"
