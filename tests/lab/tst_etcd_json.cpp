// SPDX-License-Identifier: MIT
#include "lockcore/lab/etcd/etcd_json.h"
#include "lockcore/lab/servers/etcd_operator.h"
#include "support/test_program.h"

#include <QTest>

using namespace lockcore;

class TestEtcdJson final : public QObject
{
    Q_OBJECT

private slots:
    void request_endsWithItsConnection();
    void body_isThatOfA200_data();
    void body_isThatOfA200();
    void keys_areBytes();
    void strangeReply_isNothing_data();
    void strangeReply_isNothing();
    void prefix_hasAnEnd();
    void prefixOfHolding_isThatOfEveryHolding();
};

void TestEtcdJson::request_endsWithItsConnection()
{
    QCOMPARE(etcdRequest("/version"),
             Bytes("GET /version HTTP/1.0\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: 0\r\n\r\n"));
    QVERIFY(etcdRequest("/v3/kv/range", rangeJson("stock")).ends_with("Content-Length: 18\r\n\r\n{\"key\":\"c3RvY2s=\"}"));
}

void TestEtcdJson::body_isThatOfA200_data()
{
    QTest::addColumn<QByteArray>("reply");
    QTest::addColumn<QByteArray>("body");
    QTest::newRow("200") << QByteArray("HTTP/1.0 200 OK\r\nA: b\r\n\r\n{}") << QByteArray("{}");
    QTest::newRow("empty body") << QByteArray("HTTP/1.0 200 OK\r\n\r\n") << QByteArray("");
    QTest::newRow("400") << QByteArray("HTTP/1.0 400 Bad Request\r\n\r\n{}") << QByteArray();
    QTest::newRow("no head") << QByteArray("HTTP/1.0 200 OK\r\n") << QByteArray();
    QTest::newRow("nothing") << QByteArray("") << QByteArray();
}

void TestEtcdJson::body_isThatOfA200()
{
    QFETCH(const QByteArray, reply);
    QFETCH(const QByteArray, body);
    const auto got = etcdBody(reply.toStdString());
    QCOMPARE(got.ok(), !body.isNull());
    if (got)
        QCOMPARE(QByteArray::fromStdString(*got), body);
}

void TestEtcdJson::keys_areBytes()
{
    const auto keys = keysIn("{\"kvs\":[{\"key\":\"AP8=\",\"value\":\"YQ==\",\"create_revision\":\"12\",\"lease\":\"7587848943239472655\"},"
                             "{\"key\":\"c3RvY2s=\",\"create_revision\":\"13\"}],\"count\":\"2\"}");
    QCOMPARE(keys.size(), std::size_t(2));
    QCOMPARE(keys[0].key, Bytes("\0\xff", 2));
    QCOMPARE(keys[0].value, Bytes("a"));
    QVERIFY(keys[0].createRevision == 12 && keys[0].lease == 7587848943239472655);
    QVERIFY(keys[1].key == "stock" && keys[1].lease == 0 && keys[1].createRevision == 13);
    QCOMPARE(numberIn("{\"count\":\"2\"}", "count"), std::optional<std::int64_t>(2));
}

void TestEtcdJson::strangeReply_isNothing_data()
{
    QTest::addColumn<QByteArray>("json");
    for (const char *json : {"", "[]", "{", "{\"kvs\":3}", "{\"count\":\"many\"}", "null"})
        QTest::newRow(json) << QByteArray(json);
}

void TestEtcdJson::strangeReply_isNothing()
{
    QFETCH(const QByteArray, json);
    QVERIFY(keysIn(json.toStdString()).empty());
    QVERIFY(!numberIn(json.toStdString(), "count"));
}

void TestEtcdJson::prefix_hasAnEnd()
{
    QCOMPARE(endOfPrefix("stock/"), Bytes("stock0"));
    QCOMPARE(endOfPrefix(Bytes("a\xff", 2)), Bytes("b"));
    QCOMPARE(endOfPrefix(Bytes("\xff", 1)), Bytes(1, '\0'));
}

void TestEtcdJson::prefixOfHolding_isThatOfEveryHolding()
{
    QCOMPARE(prefixOfHolding("stock/694d82d3", "stock"), Bytes("stock/"));
    QCOMPARE(prefixOfHolding("/locks/stock", "stock"), Bytes("/locks/stock"));
    QCOMPARE(prefixOfHolding("elsewhere", "stock"), Bytes("stock"));
}

LOCKSCOPE_TEST(TestEtcdJson)
#include "tst_etcd_json.moc"
