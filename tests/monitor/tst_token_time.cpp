// SPDX-License-Identifier: MIT
// The time in a token, from examples made by the standards' own rules.
#include "support/test_program.h"

#include "lockcore/monitor/formats/token_time.h"

#include <QTest>

using namespace lockcore;
using namespace std::chrono_literals;

namespace {

using namespace std::chrono;

constexpr ServerTime drawn = sys_days{year{2026} / 11 / 21} + 11h + 53min;

} // namespace

class TokenTimeTest final : public QObject
{
    Q_OBJECT

private slots:
    void token_saysWhenItWasDrawn_data()
    {
        QTest::addColumn<QByteArray>("owner");
        QTest::newRow("uuid 1") << QByteArray("1978b600-e5a2-11f1-8f0a-00163e5f7a01");
        QTest::newRow("uuid 1, hex") << QByteArray("1978b600e5a211f18f0a00163e5f7a01");
        QTest::newRow("uuid 1, base64") << QByteArray("GXi2AOWiEfGPCgAWPl96AQ==");
        QTest::newRow("uuid 7") << QByteArray("01a1fdf3-dd60-7cc3-98c4-dc0c0c07398f");
        QTest::newRow("uuid 7, hex") << QByteArray("01a1fdf3dd607cc398c4dc0c0c07398f");
        QTest::newRow("ulid") << QByteArray("01M7YZ7QB0VRFFQ69G5FAVEXYZ");
        QTest::newRow("ksuid") << QByteArray("3MPpIy8maZQzxq3UwgIyBZ4edHR");
        QTest::newRow("uuid and thread") << QByteArray("01a1fdf3-dd60-7cc3-98c4-dc0c0c07398f:17");
        QTest::newRow("host and ulid") << QByteArray("web-3|01M7YZ7QB0VRFFQ69G5FAVEXYZ");
        QTest::newRow("json") << QByteArray(R"({"id":"3MPpIy8maZQzxq3UwgIyBZ4edHR"})");
    }

    void token_saysWhenItWasDrawn()
    {
        QFETCH(QByteArray, owner);
        const auto time = tokenTime(owner.toStdString(), drawn + 7min);
        QVERIFY(time);
        QCOMPARE(duration_cast<seconds>(*time - drawn).count(), 0);
        QVERIFY(tokenTime(owner.toStdString(), drawn - 23h)); // a client's clock may be ahead
        QVERIFY(!tokenTime(owner.toStdString(), drawn - days(2)));
        QVERIFY(!tokenTime(owner.toStdString(), drawn + days(400)));
    }

    void otherText_saysNothing_data()
    {
        QTest::addColumn<QByteArray>("owner");
        QTest::newRow("empty") << QByteArray();
        QTest::newRow("uuid 4") << QByteArray("9f3ac21e-4b7d-4e0a-9c55-0d1e2f3a4b5c:17");
        QTest::newRow("uuid of another variant") << QByteArray("01a1fdf3-dd60-7cc3-c8c4-dc0c0c07398f");
        QTest::newRow("ulid with a letter outside the alphabet") << QByteArray("01M7YZ7QB0VRFFQ69G5FAVEXUZ");
        QTest::newRow("ulid above the greatest") << QByteArray("81M7YZ7QB0VRFFQ69G5FAVEXYZ");
        QTest::newRow("ulid within a word") << QByteArray("x01M7YZ7QB0VRFFQ69G5FAVEXYZ");
        QTest::newRow("ksuid of 2017") << QByteArray("0ujtsYcgvSTl8PAuAdqWYSMnLOv");
        QTest::newRow("ksuid above the greatest") << QByteArray("zzzzzzzzzzzzzzzzzzzzzzzzzzz");
        QTest::newRow("ksuid with a sign") << QByteArray("3MPpIy8maZQzxq3UwgIyBZ4ed_R");
        QTest::newRow("too long for an owner") << QByteArray(600, ' ') + "01M7YZ7QB0VRFFQ69G5FAVEXYZ";
    }

    void otherText_saysNothing()
    {
        QFETCH(QByteArray, owner);
        QVERIFY(!tokenTime(owner.toStdString(), drawn + 7min));
    }

    // The known example of the KSUID reference implementation: its time field is 107608047.
    void ksuidOfTheReference_hasItsTime()
    {
        const ServerTime expected(1'400'000'000s + 107'608'047s);
        const auto time = tokenTime("0ujtsYcgvSTl8PAuAdqWYSMnLOv", expected + 1h);
        QVERIFY(time);
        QVERIFY(*time == expected);
    }
};

LOCKSCOPE_TEST(TokenTimeTest)
#include "tst_token_time.moc"
