// SPDX-License-Identifier: MIT
#include "lockcore/lab/resp/reply_decoding.h"
#include "lockcore/lab/resp/resp_framing.h"
#include "support/compare.h"
#include "support/test_program.h"

#include <QTest>

#include <random>

using namespace lockcore;

class TestRespFraming final : public QObject
{
    Q_OBJECT

private slots:
    void replies_areSplitAtEveryByte_data();
    void replies_areSplitAtEveryByte();
    void replies_areSplitAnywhere();
    void attributes_belongToTheirReply();
    void brokenReplies_data();
    void brokenReplies();
    void largeReplies_areRefusedByLength();
    void requests_areSplitAnywhere();
    void emptyRequests_areSkipped();
    void inlineRequests_data();
    void inlineRequests();
    void brokenRequests_data();
    void brokenRequests();
};

namespace {

struct Sample
{
    const char *name;
    std::string bytes;
    char type;
    Reply value;
};

const std::vector<Sample> &samples()
{
    static const std::vector<Sample> all = {
        {"status", "+OK\r\n", '+', Reply::status("OK")},
        {"error", "-ERR no\r\n", '-', Reply::error("ERR no")},
        {"integer", ":-12\r\n", ':', Reply::number(-12)},
        {"string", "$5\r\na\r\nbc\r\n", '$', Reply::bulk("a\r\nbc")},
        {"empty string", "$0\r\n\r\n", '$', Reply::bulk("")},
        {"null string", "$-1\r\n", '$', Reply::nil()},
        {"array", "*2\r\n$1\r\na\r\n*1\r\n:1\r\n", '*', Reply::array({Reply::bulk("a"), Reply::array({Reply::number(1)})})},
        {"empty array", "*0\r\n", '*', Reply::array({})},
        {"null array", "*-1\r\n", '*', Reply::nil()},
        {"nested empty", "*2\r\n*0\r\n*1\r\n*0\r\n", '*', Reply::array({Reply::array({}), Reply::array({Reply::array({})})})},
        {"null", "_\r\n", '_', Reply::nil()},
        {"true", "#t\r\n", '#', Reply::number(1)},
        {"double", ",-1.5e3\r\n", ',', Reply::status("-1.5e3")},
        {"big number", "(3492890328409238509324850943850943825024385\r\n", '(',
         Reply::status("3492890328409238509324850943850943825024385")},
        {"blob error", "!7\r\nERR a b\r\n", '!', Reply::error("ERR a b")},
        {"verbatim", "=7\r\ntxt:a b\r\n", '=', Reply::bulk("a b")},
        {"map", "%2\r\n+a\r\n:1\r\n+b\r\n*0\r\n", '%',
         Reply::array({Reply::status("a"), Reply::number(1), Reply::status("b"), Reply::array({})})},
        {"set", "~2\r\n:1\r\n:2\r\n", '~', Reply::array({Reply::number(1), Reply::number(2)})},
        {"push", ">2\r\n+invalidate\r\n*1\r\n$1\r\nk\r\n", '>',
         Reply::array({Reply::status("invalidate"), Reply::array({Reply::bulk("k")})})},
        {"attribute", "|1\r\n+ttl\r\n:3\r\n*1\r\n|1\r\n+x\r\n+y\r\n:5\r\n", '*', Reply::array({Reply::number(5)})},
    };
    return all;
}

std::string requestOf(const std::vector<std::string> &words)
{
    std::string bytes = "*" + std::to_string(words.size()) + "\r\n";
    for (const auto &word : words)
        bytes += "$" + std::to_string(word.size()) + "\r\n" + word + "\r\n";
    return bytes;
}

// Random pieces of `bytes`, fed one after the other; what came out.
template <class Framer>
auto cutAnywhere(const std::string &bytes, std::mt19937 &random)
{
    Framer framer;
    std::vector<std::decay_t<decltype(**framer.next())>> found;
    for (std::size_t at = 0; at < bytes.size();) {
        const auto size = std::uniform_int_distribution<std::size_t>(1, 1 + random() % 40)(random);
        framer.feed(std::string_view(bytes).substr(at, size));
        at += size;
        for (auto next = framer.next(); next.ok() && *next; next = framer.next())
            found.push_back(**next);
    }
    return found;
}

} // namespace

void TestRespFraming::replies_areSplitAtEveryByte_data()
{
    QTest::addColumn<std::size_t>("index");
    for (std::size_t i = 0; i < samples().size(); ++i)
        QTest::newRow(samples()[i].name) << i;
}

void TestRespFraming::replies_areSplitAtEveryByte()
{
    QFETCH(std::size_t, index);
    const auto &sample = samples()[index];
    ReplyFramer framer;
    for (std::size_t i = 0; i + 1 < sample.bytes.size(); ++i) {
        framer.feed(std::string_view(sample.bytes).substr(i, 1));
        const auto early = framer.next();
        QVERIFY2(early.ok() && !*early, qPrintable(QString::number(i)));
    }
    framer.feed(std::string_view(sample.bytes).substr(sample.bytes.size() - 1));
    const auto frame = framer.next();
    QVERIFY(frame.ok() && *frame);
    QVERIFY((*frame)->bytes == sample.bytes);
    QVERIFY((*frame)->type == sample.type);
    QCOMPARE((*frame)->isPush(), sample.type == '>');
    QVERIFY(decoded((*frame)->bytes) == sample.value);
    QVERIFY(!framer.midway());
}

void TestRespFraming::replies_areSplitAnywhere()
{
    std::mt19937 random(1);
    for (int run = 0; run < 300; ++run) {
        std::string bytes;
        std::vector<std::string> expected;
        for (int i = 0; i < 60; ++i)
            bytes += expected.emplace_back(samples()[random() % samples().size()].bytes);
        std::vector<std::string> found;
        for (const auto &frame : cutAnywhere<ReplyFramer>(bytes, random))
            found.push_back(frame.bytes);
        QVERIFY(found == expected);
    }
}

void TestRespFraming::attributes_belongToTheirReply()
{
    ReplyFramer framer;
    framer.feed("|1\r\n+a\r\n+b\r\n");
    auto next = framer.next();
    QVERIFY(next.ok() && !*next);
    framer.feed("+OK\r\n+more\r\n");
    next = framer.next();
    QVERIFY((*next)->bytes == "|1\r\n+a\r\n+b\r\n+OK\r\n");
    QVERIFY((*next)->type == '+');
    next = framer.next();
    QVERIFY((*next)->bytes == "+more\r\n");
}

void TestRespFraming::brokenReplies_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QByteArray>("detail");
    QTest::newRow("type") << QByteArray("HTTP/1.1 200 OK\r\n") << QByteArray("malformed");
    QTest::newRow("no carriage return") << QByteArray("+OK\n") << QByteArray("malformed");
    QTest::newRow("empty line") << QByteArray("\r\n") << QByteArray("malformed");
    QTest::newRow("length") << QByteArray("$x\r\n") << QByteArray("malformed");
    QTest::newRow("negative length") << QByteArray("$-2\r\n") << QByteArray("malformed");
    QTest::newRow("streamed string") << QByteArray("$?\r\n") << QByteArray("malformed");
    QTest::newRow("negative map") << QByteArray("%-1\r\n") << QByteArray("malformed");
    QTest::newRow("string too long") << QByteArray("$2\r\nabcd\r\n") << QByteArray("malformed");
    QTest::newRow("push inside") << QByteArray("*1\r\n>1\r\n+a\r\n") << QByteArray("malformed");
    QTest::newRow("long line") << "+" + QByteArray(70'000, 'a') << QByteArray("too-large");
    QTest::newRow("deep") << QByteArray("*1\r\n").repeated(40) << QByteArray("too-deep");
    QTest::newRow("many elements") << QByteArray("*1000001\r\n") << QByteArray("too-large");
    QTest::newRow("many elements in maps") << QByteArray("*2\r\n%400000\r\n") + QByteArray("+a\r\n").repeated(800'000) + "%400000\r\n"
                                           << QByteArray("too-large");
}

void TestRespFraming::brokenReplies()
{
    QFETCH(QByteArray, bytes);
    QFETCH(QByteArray, detail);
    ReplyFramer framer;
    framer.feed(std::string_view(bytes.data(), std::size_t(bytes.size())));
    const auto next = framer.next();
    QVERIFY(!next.ok());
    QVERIFY(next.error().kind == ErrorKind::Protocol);
    QCOMPARE(next.error().detail.c_str(), detail.constData());
    framer.feed("+OK\r\n");
    QVERIFY(framer.next() == next); // stays broken
}

void TestRespFraming::largeReplies_areRefusedByLength()
{
    ReplyFramer framer;
    framer.feed("$16777217\r\n");
    QCOMPARE(framer.next().error().detail.c_str(), "too-large");
    ReplyFramer several;
    const auto megabytes = "$" + std::to_string(6 << 20) + "\r\n" + std::string(6 << 20, 'a') + "\r\n";
    several.feed("*3\r\n" + megabytes + megabytes);
    QVERIFY(several.next().ok());
    several.feed(megabytes);
    QCOMPARE(several.next().error().detail.c_str(), "too-large");
}

void TestRespFraming::requests_areSplitAnywhere()
{
    std::mt19937 random(2);
    const std::vector<std::vector<std::string>> commands = {
        {"PING"}, {"SET", "a\r\nb", "", "NX", "PX", "1000"}, {"EVAL", std::string(500, 'x'), "0"}, {"$3", "*1\r\n"}};
    for (int run = 0; run < 300; ++run) {
        std::string bytes;
        std::vector<Request> expected;
        for (int i = 0; i < 20; ++i) {
            const auto &words = commands[random() % commands.size()];
            const auto request = requestOf(words);
            expected.push_back({request, words});
            bytes += request;
        }
        QVERIFY(cutAnywhere<RequestFramer>(bytes, random) == expected);
    }
}

void TestRespFraming::emptyRequests_areSkipped()
{
    RequestFramer framer;
    framer.feed("\r\n*0\r\n  \n*-1\r\nPING\r\n");
    const auto next = framer.next();
    QVERIFY(next.ok() && *next);
    QVERIFY((*next)->words == std::vector<Bytes>{"PING"});
    QVERIFY(!framer.midway());
}

void TestRespFraming::inlineRequests_data()
{
    QTest::addColumn<QByteArray>("line");
    QTest::addColumn<QList<QByteArray>>("words");
    QTest::newRow("plain") << QByteArray("set  k\tv\r\n") << QList<QByteArray>{"set", "k", "v"};
    QTest::newRow("no carriage return") << QByteArray("get k\n") << QList<QByteArray>{"get", "k"};
    QTest::newRow("double quotes") << QByteArray("set \"a \\\"b\\\" \\x41\\n\" v\r\n") << QList<QByteArray>{"set", "a \"b\" A\n", "v"};
    QTest::newRow("single quotes") << QByteArray("set 'a \\'b\\' \\n' v\r\n") << QList<QByteArray>{"set", "a 'b' \\n", "v"};
    QTest::newRow("empty word") << QByteArray("set k \"\"\r\n") << QList<QByteArray>{"set", "k", ""};
    QTest::newRow("quote inside a word") << QByteArray("a\"b c\"\r\n") << QList<QByteArray>{"ab c"};
}

void TestRespFraming::inlineRequests()
{
    QFETCH(QByteArray, line);
    QFETCH(QList<QByteArray>, words);
    RequestFramer framer;
    framer.feed(line.toStdString());
    const auto next = framer.next();
    QVERIFY(next.ok() && *next);
    QList<QByteArray> found;
    for (const auto &word : (*next)->words)
        found << QByteArray::fromStdString(word);
    QCOMPARE(found, words);
    QVERIFY((*next)->bytes == line.toStdString());
}

void TestRespFraming::brokenRequests_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::newRow("unbalanced") << QByteArray("set \"a\r\n");
    QTest::newRow("behind the quote") << QByteArray("set \"a\"b\r\n");
    QTest::newRow("integer") << QByteArray("*1\r\n:1\r\n");
    QTest::newRow("nested") << QByteArray("*1\r\n*1\r\n$1\r\na\r\n");
    QTest::newRow("null word") << QByteArray("*1\r\n$-1\r\n");
    QTest::newRow("long inline") << QByteArray(70'000, 'a');
    QTest::newRow("large word") << QByteArray("*1\r\n$16777217\r\n");
}

void TestRespFraming::brokenRequests()
{
    QFETCH(QByteArray, bytes);
    RequestFramer framer;
    framer.feed(requestOf({"PING"}) + bytes.toStdString());
    const auto good = framer.next();
    QVERIFY(good.ok() && *good);
    const auto bad = framer.next();
    QVERIFY(!bad.ok());
    QVERIFY(bad.error().kind == ErrorKind::Protocol);
}

LOCKSCOPE_TEST(TestRespFraming)
#include "tst_resp_framing.moc"
