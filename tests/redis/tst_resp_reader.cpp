// SPDX-License-Identifier: MIT
#include "lockcore/redis/resp_reader.h"
#include "support/compare.h"
#include "support/test_program.h"

using namespace lockcore;
using namespace std::string_literals;

namespace {

std::string times(std::size_t n, const std::string &text)
{
    std::string all;
    all.reserve(n * text.size());
    for (std::size_t i = 0; i < n; ++i)
        all += text;
    return all;
}

// All replies in the stream, fed in pieces; the error if there is one.
Result<std::vector<Reply>> readAll(const std::string &stream, std::size_t piece)
{
    RespReader reader;
    std::vector<Reply> replies;
    for (std::size_t at = 0; at < stream.size(); at += piece) {
        if (const auto fed = reader.feed(std::string_view(stream).substr(at, piece)); !fed)
            return fed.error();
        for (;;) {
            auto reply = reader.next();
            if (!reply)
                return reply.error();
            if (!*reply)
                break;
            replies.push_back(*std::move(*reply));
        }
    }
    return replies;
}

} // namespace

class TestRespReader final : public QObject
{
    Q_OBJECT

private slots:
    void everyKind_splitAtEveryByte();
    void manyReplies_comeInOrder();
    void brokenStream_isRefused_data();
    void brokenStream_isRefused();
    void web_isRecognisedByteByByte();
    void afterAnError_nothingMoreIsRead();
    void millionElements_passAndOneMoreDoesNot();
    void nestedTotal_isLimited();
    void longBulk_isRefusedAsSoonAsItIsAnnounced();
    void sumOfStrings_isLimited();
    void endlessLine_isCutOff_data();
    void endlessLine_isCutOff();
    void sixteenMegabytes_pass();
    void limits_applyToEachReply();
};

void TestRespReader::everyKind_splitAtEveryByte()
{
    const std::string stream = "+OK\r\n-ERR no way\r\n:-9223372036854775808\r\n$-1\r\n$0\r\n\r\n$6\r\na\r\n\0\xff"s
                               + "b\r\n*-1\r\n*0\r\n*3\r\n$1\r\nx\r\n*2\r\n:1\r\n$-1\r\n*1\r\n*1\r\n-WRONGTYPE\r\n+\r\n";
    const std::vector<Reply> wanted = {Reply::status("OK"),
                                       Reply::error("ERR no way"),
                                       Reply::number(std::numeric_limits<std::int64_t>::min()),
                                       Reply::nil(),
                                       Reply::bulk(""),
                                       Reply::bulk("a\r\n\0\xff"s + "b"),
                                       Reply::nil(),
                                       Reply::array({}),
                                       Reply::array({Reply::bulk("x"), Reply::array({Reply::number(1), Reply::nil()}),
                                                     Reply::array({Reply::array({Reply::error("WRONGTYPE")})})}),
                                       Reply::status("")};
    for (std::size_t split = 0; split <= stream.size(); ++split) {
        RespReader reader;
        std::vector<Reply> replies;
        for (const auto &part : {stream.substr(0, split), stream.substr(split)}) {
            QVERIFY(reader.feed(part).ok());
            for (auto reply = reader.next(); *reply; reply = reader.next())
                replies.push_back(**reply);
        }
        QCOMPARE(Reply::array(replies), Reply::array(wanted));
    }
    for (const std::size_t piece : {1u, 2u, 3u, 7u})
        QCOMPARE(Reply::array(*readAll(stream, piece)), Reply::array(wanted));
}

void TestRespReader::manyReplies_comeInOrder()
{
    std::string stream;
    for (int i = 0; i < 5000; ++i)
        stream += ':' + std::to_string(i) + "\r\n";
    const auto replies = readAll(stream, 1000);
    QCOMPARE(replies->size(), 5000u);
    for (int i = 0; i < 5000; ++i)
        QCOMPARE((*replies)[static_cast<std::size_t>(i)].integer, i);
}

void TestRespReader::brokenStream_isRefused_data()
{
    QTest::addColumn<QByteArray>("stream");
    QTest::addColumn<QByteArray>("detail");
    const auto row = [](const char *name, const std::string &stream, const char *detail) {
        QTest::newRow(name) << QByteArray::fromStdString(stream) << QByteArray(detail);
    };
    row("web page", "<!DOCTYPE HTML>\r\n<html>", "http");
    row("web server", "HTTP/1.1 400 Bad Request\r\n\r\n", "http");
    row("secure shell", "SSH-2.0-OpenSSH_9.2\r\n", "not-redis");
    row("looks like the web", "HTML\r\n", "not-redis");
    row("TLS alert", "\x15\x03\x03\0\2\2\x28"s, "not-redis");
    row("RESP3", "%1\r\n+a\r\n:1\r\n", "not-redis");
    row("later garbage", "+OK\r\nwhat\r\n", "malformed");
    row("later HTTP", "+OK\r\nHTTP/1.1 200\r\n", "malformed");
    row("array of two billion", "*2000000000\r\n", "too-large");
    row("string of two billion", "$2000000000\r\n", "too-large");
    row("string of two billion, nested", "*2\r\n+a\r\n$2000000000\r\n", "too-large");
    row("array of two billion, nested", "*1\r\n*2000000000\r\n", "too-large");
    row("array beyond any integer", "*99999999999999999999\r\n", "malformed");
    row("array of four billion and one", "*4294967297\r\n:1\r\n", "malformed");
    row("negative array", "*-2\r\n", "malformed");
    row("negative bulk", "$-2\r\n", "malformed");
    row("bulk beyond any integer", "$99999999999999999999\r\n", "malformed");
    row("nested too deep", times(20, "*1\r\n"), "malformed");
    row("number that is none", ":12x\r\n", "malformed");
    row("number too large", ":9223372036854775808\r\n", "malformed");
}

void TestRespReader::brokenStream_isRefused()
{
    QFETCH(QByteArray, stream);
    QFETCH(QByteArray, detail);
    for (const std::size_t piece : {1u, 2u, 5u, 1000u}) {
        const auto replies = readAll(stream.toStdString(), piece);
        QVERIFY2(!replies.ok(), qPrintable(QString::number(piece)));
        QCOMPARE(replies.error().kind, ErrorKind::Protocol);
        QCOMPARE(replies.error().detail, detail.toStdString());
        QVERIFY(!replies.error().text.empty());
    }
}

void TestRespReader::web_isRecognisedByteByByte()
{
    RespReader reader;
    for (const char c : "HTTP"s) {
        QVERIFY(reader.feed(std::string(1, c)).ok());
        QVERIFY(reader.next().ok());
    }
    QVERIFY(reader.feed("/").ok());
    QCOMPARE(reader.next().error().detail, "http"s);
}

void TestRespReader::afterAnError_nothingMoreIsRead()
{
    RespReader reader;
    QVERIFY(reader.feed("*2000000000\r\n").ok());
    const auto error = reader.next().error();
    QCOMPARE(reader.feed("+OK\r\n").error(), error);
    QCOMPARE(reader.next().error(), error);
    RespReader large;
    const auto refused = large.feed(std::string(RespReader::mostBytes + 1, 'x')).error();
    QCOMPARE(refused.detail, "too-large"s);
    QCOMPARE(large.next().error(), refused);
    QCOMPARE(large.feed("+OK\r\n").error(), refused);
}

void TestRespReader::millionElements_passAndOneMoreDoesNot()
{
    const auto replies = readAll("*1000000\r\n" + times(1'000'000, ":1\r\n"), 64 * 1024);
    QCOMPARE(replies->size(), 1u);
    QCOMPARE(replies->front().elements.size(), 1'000'000u);
    QCOMPARE(readAll("*1000001\r\n", 100).error().detail, "too-large"s);
}

void TestRespReader::nestedTotal_isLimited()
{
    const auto inner = "*1000\r\n" + times(1000, ":1\r\n");
    QVERIFY(readAll("*999\r\n" + times(999, inner), 64 * 1024).ok());
    QCOMPARE(readAll("*1001\r\n" + times(1001, inner), 64 * 1024).error().detail, "too-large"s);
}

void TestRespReader::longBulk_isRefusedAsSoonAsItIsAnnounced()
{
    for (const std::string header : {"$500000000\r\n", "$16777217\r\n", "*2\r\n$1\r\nx\r\n$16777216\r\n"}) {
        RespReader reader;
        for (const char byte : header.substr(0, header.size() - 1)) {
            QVERIFY(reader.feed({&byte, 1}).ok());
            QVERIFY(reader.next().ok());
        }
        QVERIFY(reader.feed("\n").ok());
        QCOMPARE(reader.next().error().detail, "too-large"s);
    }
    RespReader reader;
    QVERIFY(reader.feed("$16777216\r\n").ok());
    QVERIFY(reader.next().ok());
}

void TestRespReader::sumOfStrings_isLimited()
{
    const auto bulk = "$1000000\r\n" + std::string(1'000'000, 'x') + "\r\n";
    const auto replies = readAll("*1000\r\n" + times(20, bulk), 64 * 1024);
    QVERIFY(!replies.ok());
    QCOMPARE(replies.error().detail, "too-large"s);
    QVERIFY(readAll("*16\r\n" + times(16, bulk), 64 * 1024).ok());
}

void TestRespReader::endlessLine_isCutOff_data()
{
    QTest::addColumn<QByteArray>("begin");
    for (const auto *begin : {"+", "-", ":1", "*1", "$1", "+OK\r\n*2\r\n+OK\r\n-"})
        QTest::newRow(begin) << QByteArray(begin);
}

void TestRespReader::endlessLine_isCutOff()
{
    QFETCH(QByteArray, begin);
    const auto replies = readAll(begin.toStdString() + std::string(100'000, '1'), 1000);
    QVERIFY(!replies.ok());
    QCOMPARE(replies.error().detail, "too-large"s);
}

void TestRespReader::sixteenMegabytes_pass()
{
    const auto length = RespReader::mostBytes - 100;
    const auto replies = readAll("$" + std::to_string(length) + "\r\n" + std::string(length, 'x') + "\r\n", 64 * 1024);
    QVERIFY(replies.ok());
    QCOMPARE(replies->front().text.size(), length);
}

void TestRespReader::limits_applyToEachReply()
{
    const auto large = "*600000\r\n" + times(600'000, ":1\r\n");
    const auto bulk = "$9000000\r\n" + std::string(9'000'000, 'x') + "\r\n";
    QCOMPARE(readAll(large + bulk + large + bulk, 64 * 1024)->size(), 4u);
}

LOCKSCOPE_TEST(TestRespReader)
#include "tst_resp_reader.moc"
