// SPDX-License-Identifier: MIT
#include "lockcore/lab/protocol/line_buffer.h"
#include "lockcore/lab/protocol/worker_message.h"
#include "support/test_program.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

using namespace lockcore;
using namespace lockcore::worker;
using namespace std::chrono_literals;
using namespace Qt::Literals::StringLiterals;

Q_DECLARE_METATYPE(lockcore::worker::Request)
Q_DECLARE_METATYPE(lockcore::worker::Message)

class TestWorkerMessage : public QObject
{
    Q_OBJECT

private slots:
    void request_roundTrips_data();
    void request_roundTrips();
    void message_roundTrips_data();
    void message_roundTrips();
    void line_followsTheProtocol();
    void unknownField_isIgnored();
    void redis_isBothInServersAndInRedis();
    void unknownRequest_isUnsupportedWithItsNumber();
    void badRequest_isMalformedWithReason_data();
    void badRequest_isMalformedWithReason();
    void badMessage_isRefusedWithTheLine_data();
    void badMessage_isRefusedWithTheLine();
    void shownLine_isEscapedAndElided();
    void lines_areSplitAtAnyByte();
    void tooLongLine_isRefusedBeforeItsEnd();
};

namespace {

std::string without(std::string line) // its "\n"
{
    line.pop_back();
    return line;
}

} // namespace

void TestWorkerMessage::request_roundTrips_data()
{
    QTest::addColumn<Request>("request");
    Hello hello;
    hello.worker = "A";
    hello.incarnation = 2;
    hello.seed = std::int64_t(1) << 53;
    hello.servers = {{"redis://:pw@127.0.0.1:7001/2", "127.0.0.1", 7001, "pw", 2}, {"redis://b", "b", 6379, "", 0}};
    hello.options = {100ms, 200ms, 300ms, 40ms, -5s};
    QTest::newRow("hello") << Request(hello);
    hello.cluster = true;
    QTest::newRow("hello on a cluster") << Request(hello);
    hello.cluster = false;
    hello.servers = {{"memcached://127.0.0.1:7001", "127.0.0.1", 7001, {}, 0, "memcached"}};
    QTest::newRow("hello of another store") << Request(hello);
    QTest::newRow("acquire") << Request(Acquire{1, "stock", {}, 500ms, 400ms, entry::Mode::Read});
    QTest::newRow("acquire once") << Request(Acquire{1, "stock", "o", 0ms, {}, entry::Mode::Write});
    QTest::newRow("acquire for ever") << Request(Acquire{1, "st\"ock é", {}, {}, {}, entry::Mode::Exclusive});
    QTest::newRow("release") << Request(Release{2, "stock", "o"});
    QTest::newRow("extend") << Request(Extend{3, "stock", {}, 1s});
    QTest::newRow("cancel") << Request(Cancel{4});
    QTest::newRow("probe") << Request(Probe{5, "stock", "o"});
    QTest::newRow("work") << Request(Work{6, "stock", {}, {entry::Step::Enter, entry::Step::Read, entry::Step::Write, entry::Step::Exit}});
    QTest::newRow("stall") << Request(Stall{7, 2s});
    QTest::newRow("throw") << Request(Throw{8});
    QTest::newRow("bye") << Request(Bye{});
    QTest::newRow("res_ok") << Request(ResourceAnswer{9, true, 12, {}});
    QTest::newRow("res_no") << Request(ResourceAnswer{9, false, {}, "stale token"});
}

void TestWorkerMessage::request_roundTrips()
{
    QFETCH(const Request, request);
    const auto line = lineOf(request);
    QVERIFY(line.ends_with('\n'));
    QCOMPARE(std::count(line.begin(), line.end(), '\n'), 1);
    QVERIFY2(requestOf(without(line)) == request, line.c_str());
}

void TestWorkerMessage::message_roundTrips_data()
{
    QTest::addColumn<worker::Message>("message");
    QTest::newRow("hello_ok") << worker::Message(HelloOk{1, "redis-py", "4.3", "Python", {"try", "extend"}, 10s, 3s, 10ms, 1000ms});
    HelloOk ofSessions{1, "kazoo", "2.8", "Python", {"try"}, 10s, {}, 200ms, 1ms};
    ofSessions.sessionLease = true;
    QTest::newRow("hello_ok of sessions") << worker::Message(ofSessions);
    HelloOk withAQueue{1, "mylock", "", "", {"fair"}, 10s, {}, 1ms, 1ms};
    withAQueue.queueTimeout = 5s;
    QTest::newRow("hello_ok of a queue") << worker::Message(withAQueue);
    QTest::newRow("hello_ok without a lease") << worker::Message(HelloOk{1, "redis-py", "", "", {}, {}, {}, 1ms, 1ms});
    QTest::newRow("ok") << worker::Message(Ok{1, 33, 380ms, 2, "stock", "9f\t"});
    QTest::newRow("bare ok") << worker::Message(Ok{1, {}, {}, {}, {}, {}});
    QTest::newRow("no") << worker::Message(No{1, "not free"});
    QTest::newRow("err") << worker::Message(Err{1, "timeout", false, "no answer"});
    QTest::newRow("err about nothing") << worker::Message(Err{{}, "unsupported", true, {}});
    QTest::newRow("held") << worker::Message(Held{5, true});
    QTest::newRow("waiting") << worker::Message(Waits{"stock", "o"});
    QTest::newRow("renewed") << worker::Message(Event(worker::Renewed{"stock", {}}));
    QTest::newRow("lost") << worker::Message(Lost{"stock", {}});
    QTest::newRow("at") << worker::Message(At{"lockcore/locks/token.cpp", 14});
    QTest::newRow("res") << worker::Message(ResourceCall{1, 6, entry::Step::Write, "stock", "o", entry::Mode::Write, 33, 12});
}

void TestWorkerMessage::message_roundTrips()
{
    QFETCH(const worker::Message, message);
    const auto line = lineOf(message);
    const auto read = messageOf(without(line));
    QVERIFY2(read.ok(), read.ok() ? "" : read.error().text.c_str());
    QVERIFY2(*read == message, line.c_str());
}

// As the reference of the protocol shows it.
void TestWorkerMessage::line_followsTheProtocol()
{
    const auto expected = Acquire{7, "stock", {}, 500ms, {}, entry::Mode::Exclusive};
    QVERIFY(requestOf(R"({"type":"acquire","id":7,"lock":"stock","wait_ms":500})") == Request(expected));
    QVERIFY(*messageOf(R"({"type":"ok","re":7})") == worker::Message(Ok{7, {}, {}, {}, {}, {}}));
    QVERIFY(*messageOf(R"({"type":"err","re":7,"code":"x"})")
            == worker::Message(Err{7, "x", false, {}})); // without `definite` it is indefinite
}

void TestWorkerMessage::unknownField_isIgnored()
{
    QVERIFY(requestOf(R"({"type":"cancel","re":4,"why":{"a":[1]}})") == Request(Cancel{4}));
    QVERIFY(*messageOf(R"({"since":3,"type":"held","re":4,"holding":false})") == worker::Message(Held{4, false}));
}

// Workers and Labs of before other stores know `redis` alone.
void TestWorkerMessage::redis_isBothInServersAndInRedis()
{
    const auto earlier = requestOf(R"({"type":"hello","proto":1,"redis":[{"url":"redis://a","port":7}],"options":{}})");
    const auto *hello = std::get_if<Hello>(&earlier);
    QVERIFY(hello);
    QCOMPARE(hello->servers, (std::vector<Server>{{"redis://a", {}, 7, {}, 0, "redis"}}));
    auto both = *hello;
    both.servers.push_back({"memcached://b", {}, 8, {}, 0, "memcached"});
    const auto line = QJsonDocument::fromJson(QByteArray::fromStdString(lineOf(Request(both)))).object();
    QCOMPARE(line[u"redis"_s].toArray().size(), qsizetype(1));
    QCOMPARE(line[u"servers"_s].toArray().size(), qsizetype(2));
    QCOMPARE(line[u"servers"_s][1][u"store"_s].toString(), u"memcached"_s);
}

void TestWorkerMessage::unknownRequest_isUnsupportedWithItsNumber()
{
    const auto request = requestOf(R"({"type":"dance","id":12})");
    const auto *bad = std::get_if<BadRequest>(&request);
    QVERIFY(bad);
    QCOMPARE(bad->id, std::optional<Id>(12));
    QCOMPARE(bad->code, std::string("unsupported"));
    QCOMPARE(bad->text, std::string("there is no request \"dance\""));
}

void TestWorkerMessage::badRequest_isMalformedWithReason_data()
{
    QTest::addColumn<std::string>("line");
    QTest::addColumn<std::string>("why");
    QTest::newRow("no JSON") << std::string("acquire 7") << std::string("not a JSON object");
    QTest::newRow("a list") << std::string("[1]") << std::string("not a JSON object");
    QTest::newRow("no lock") << std::string(R"({"type":"acquire","id":7})") << std::string("\"lock\" is missing");
    QTest::newRow("number as text") << std::string(R"({"type":"cancel","re":"7"})") << std::string("\"re\" must be an integer");
    QTest::newRow("fraction") << std::string(R"({"type":"cancel","re":7.5})") << std::string("\"re\" must be an integer");
    QTest::newRow("too large") << std::string(R"({"type":"cancel","re":9007199254740994})") << std::string("\"re\" must be an integer");
    QTest::newRow("negative") << std::string(R"({"type":"stall","id":1,"ms":-1})") << std::string("\"ms\" must not be negative");
    QTest::newRow("mode") << std::string(R"({"type":"acquire","id":7,"lock":"a","mode":"q"})")
                          << std::string("\"mode\" must be one of x, r, w");
    QTest::newRow("step") << std::string(R"({"type":"work","id":7,"lock":"a","steps":["enter","dance"]})")
                          << std::string("\"steps\" must be one of enter, read, write, exit");
    QTest::newRow("server") << std::string(R"({"type":"hello","proto":1,"redis":[{"host":"a"}]})") << std::string("\"url\" is missing");
}

void TestWorkerMessage::badRequest_isMalformedWithReason()
{
    QFETCH(const std::string, line);
    QFETCH(const std::string, why);
    const auto request = requestOf(line);
    const auto *bad = std::get_if<BadRequest>(&request);
    QVERIFY(bad);
    QCOMPARE(bad->code, std::string("malformed"));
    QVERIFY2(bad->text.find(why) != std::string::npos, bad->text.c_str());
    QVERIFY2(bad->text.find(escaped(line)) != std::string::npos, bad->text.c_str());
}

void TestWorkerMessage::badMessage_isRefusedWithTheLine_data()
{
    QTest::addColumn<std::string>("line");
    QTest::addColumn<std::string>("sentence");
    const auto row = [](const char *name, std::string line, std::string sentence) { QTest::newRow(name) << line << sentence; };
    row("a log", "connected", R"(The worker wrote a line that is not a JSON object: "connected". Logs belong on stderr.)");
    row("empty", "", "The worker wrote an empty line. Each line must be one JSON object; logs belong on stderr.");
    row("blanks", " \t\r", "The worker wrote an empty line. Each line must be one JSON object; logs belong on stderr.");
    row("two in one", "{}{}", R"(The worker wrote a line that is not a JSON object: "{}{}". Logs belong on stderr.)");
    row("control characters", "\x1b[31mred", R"(The worker wrote a line that is not a JSON object: "\x1B[31mred". Logs belong on stderr.)");
    row("no type", R"({"ok":1})", R"(The worker wrote a message without a "type": "{"ok":1}".)");
    row("unknown", R"({"type":"dance"})", R"(The worker wrote a message whose "type" is unknown: "{"type":"dance"}".)");
    row("no re", R"({"type":"ok"})", R"(In the worker's message "{"type":"ok"}" "re" is missing.)");
    row("holding", R"({"type":"held","re":1,"holding":1})",
        R"(In the worker's message "{"type":"held","re":1,"holding":1}" "holding" must be true or false.)");
    const auto longName = R"({"type":"hello_ok","proto":1,"library":")" + std::string(101, 'x') + "\"}";
    row("long name", longName, "In the worker's message " + worker::shownLine(longName) + R"( "library" must have at most 100 bytes.)");
    row("negative count", R"({"type":"ok","re":1,"count":-7})",
        R"(In the worker's message "{"type":"ok","re":1,"count":-7}" "count" must not be negative.)");
    row("endless validity", R"({"type":"ok","re":1,"validity_ms":1000000000000000})",
        R"(In the worker's message "{"type":"ok","re":1,"validity_ms":1000000000000000}" "validity_ms" must not be more than 30 days.)");
}

void TestWorkerMessage::badMessage_isRefusedWithTheLine()
{
    QFETCH(const std::string, line);
    QFETCH(const std::string, sentence);
    const auto read = messageOf(line);
    QVERIFY(!read.ok());
    QCOMPARE(QByteArray::fromStdString(read.error().text).toLower(), QByteArray::fromStdString(sentence).toLower());
}

void TestWorkerMessage::shownLine_isEscapedAndElided()
{
    QCOMPARE(shownLine("a\tb"), std::string("\"a\\tb\""));
    const auto shown = QString::fromStdString(shownLine("begin" + std::string(2 << 20, '\0') + "end"));
    QVERIFY(shown.size() < 200);
    QVERIFY(shown.startsWith(u"\"begin\\x00"));
    QVERIFY(shown.endsWith(u"end\""));
}

void TestWorkerMessage::lines_areSplitAtAnyByte()
{
    const std::string bytes = "one\ntwo\r\n\nthree";
    for (std::size_t at = 0; at <= bytes.size(); ++at) {
        LineBuffer buffer;
        std::vector<std::string> lines;
        for (const auto &part : {bytes.substr(0, at), bytes.substr(at)}) {
            buffer.add(part);
            while (const auto line = buffer.next())
                lines.push_back(*line);
        }
        QVERIFY2(lines == (std::vector<std::string>{"one", "two", ""}), std::to_string(at).c_str());
        QCOMPARE(buffer.unfinished(), std::string("three"));
    }
}

void TestWorkerMessage::tooLongLine_isRefusedBeforeItsEnd()
{
    LineBuffer buffer;
    buffer.add(std::string(LineBuffer::longestLine, 'x') + '\n');
    QCOMPARE(buffer.next()->size(), LineBuffer::longestLine);
    buffer.add(std::string(LineBuffer::longestLine, 'x'));
    QVERIFY(!buffer.next());
    QVERIFY(!buffer.tooLong());
    buffer.add("x");
    QVERIFY(!buffer.next());
    QVERIFY(buffer.tooLong());
    buffer.add("\nnext\n");
    QVERIFY(!buffer.next());
}

LOCKSCOPE_TEST(TestWorkerMessage)

#include "tst_worker_message.moc"
