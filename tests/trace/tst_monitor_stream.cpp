// SPDX-License-Identifier: MIT
// The stream of MONITOR with announcements: what the server writes, in pieces of every size, and what a real server sends.
#include "support/awaiting.h"
#include "support/redis_server.h"
#include "support/test_program.h"

#include "lockcore/monitor/trace/monitor_stream.h"
#include "lockcore/redis/connection.h"

#include <QTest>

#include <random>

using namespace lockcore;
using namespace lockcore::test;

namespace {

// An item as text that outlives the stream.
std::string textOf(const StreamItem &item)
{
    if (const auto *line = std::get_if<MonitorLine>(&item)) {
        auto text = std::to_string(line->time.time_since_epoch().count()) + " db" + std::to_string(line->db) + " "
                    + (line->from == MonitorLine::From::Script ? "script"
                       : line->from == MonitorLine::From::Unix ? "unix:" + std::string(line->address)
                                                               : std::string(line->address));
        for (const auto &word : unescapedWords(line->command()))
            text += " <" + escaped(word) + ">";
        return text + (line->cut ? " cut " + std::to_string(line->bytes) : "");
    }
    if (const auto *announced = std::get_if<KeysAnnounced>(&item)) {
        std::string text = "announced";
        for (const auto &key : announced->keys.value_or(std::vector<Bytes>{"ALL"}))
            text += " " + escaped(key);
        return text;
    }
    const auto &answer = std::get<StreamAnswer>(item);
    return "answer " + (answer.error ? answer.error->text : answer.word);
}

std::vector<std::string> itemsOf(std::string_view bytes, const std::vector<std::size_t> &cuts)
{
    MonitorStream stream;
    std::vector<std::string> items;
    std::size_t from = 0;
    const auto feed = [&](std::size_t to) {
        stream.feed(bytes.substr(from, to - from));
        from = to;
        for (;;) {
            const auto item = stream.next();
            if (!item) {
                items.push_back("error " + item.error().detail);
                return;
            }
            if (!*item)
                return;
            items.push_back(textOf(**item));
        }
    };
    for (const auto cut : cuts)
        feed(cut);
    feed(bytes.size());
    return items;
}

std::string announcement(std::string_view key)
{
    return "*3\r\n$7\r\nmessage\r\n$20\r\n__redis__:invalidate\r\n*1\r\n$" + std::to_string(key.size()) + "\r\n" + std::string(key)
           + "\r\n";
}

const std::string &example()
{
    static const std::string bytes =
        "+OK\r\n*3\r\n$9\r\nsubscribe\r\n$20\r\n__redis__:invalidate\r\n:1\r\n"
        "+1795779640.000068 [0 10.0.3.17:51324] \"SET\" \"k\" \"a\\\"] \\\"b\\\\\" \"NX\"\r\n"
        + announcement("k\r\n+x") + "+1795779640.212603 [15 [::1]:6379] \"DEL\" \"k\\r\\n\\x00\\xc3\"\r\n"
        + "*3\r\n$7\r\nmessage\r\n$20\r\n__redis__:invalidate\r\n$-1\r\n"
        + "+1795779640.243052 [0 lua] \"del\" \"\"\r\n+1795779640.273299 [0 unix:/tmp/a b/s.sock] \"MULTI\"\r\n"
        + "*2\r\n$4\r\npong\r\n$0\r\n\r\n-ERR no\r\n";
    return bytes;
}

const std::vector<std::string> itemsOfExample = {
    "answer OK",
    "answer subscribe",
    "1795779640000068 db0 10.0.3.17:51324 <SET> <k> <a\"] \"b\\\\> <NX>",
    "announced k\\r\\n+x",
    "1795779640212603 db15 [::1]:6379 <DEL> <k\\r\\n\\x00\\xc3>",
    "announced ALL",
    "1795779640243052 db0 script <del> <>",
    "1795779640273299 db0 unix:/tmp/a b/s.sock <MULTI>",
    "answer pong",
    "answer ERR no",
};

} // namespace

class MonitorStreamTest : public QObject
{
    Q_OBJECT

private slots:
    void everyCut_givesTheSameItems()
    {
        QCOMPARE(itemsOf(example(), {}), itemsOfExample);
        for (std::size_t a = 0; a <= example().size(); ++a)
            QCOMPARE(itemsOf(example(), {a}), itemsOfExample);
        std::vector<std::size_t> all;
        for (std::size_t a = 0; a < example().size(); ++a)
            all.push_back(a);
        QCOMPARE(itemsOf(example(), all), itemsOfExample);
    }

    void line_knowsItsSize()
    {
        const std::string line = "+1795779640.243052 [0 lua] \"del\" \"k\"";
        QCOMPARE(parseMonitorLine(line)->bytes, line.size() + 2);
    }

    void longLine_keepsItsBeginning()
    {
        const std::string head = "+1795779640.000001 [0 10.0.0.1:1] \"SET\" \"k\" \"";
        const auto line = head + std::string(200'000, 'x') + "\" \"NX\"\r\n";
        const auto bytes = line + "+1795779640.000002 [0 10.0.0.1:1] \"GET\" \"k\"\r\n";
        const std::vector<std::string> expected = {"1795779640000001 db0 10.0.0.1:1 <SET> <k> cut " + std::to_string(line.size()),
                                                   "1795779640000002 db0 10.0.0.1:1 <GET> <k>"};
        QCOMPARE(itemsOf(bytes, {}), expected);
        for (const std::size_t cut :
             {10ul, 65'000ul, 65'535ul, 65'536ul, 65'537ul, 100'000ul, line.size() - 2, line.size() - 1, line.size()})
            QCOMPARE(itemsOf(bytes, {cut}), expected);
        std::vector<std::size_t> all;
        for (std::size_t a = 0; a < bytes.size(); a += 997)
            all.push_back(a);
        QCOMPARE(itemsOf(bytes, all), expected);
    }

    void longKey_isAnnouncedWithoutItsName()
    {
        const auto bytes = announcement(std::string(300'000, 'k')) + "+OK\r\n";
        const std::vector<std::string> expected = {"announced ", "answer OK"};
        for (const std::size_t cut : {0ul, 60ul, 70'000ul, 300'000ul, bytes.size() - 7, bytes.size() - 6})
            QCOMPARE(itemsOf(bytes, {cut}), expected);
    }

    void memory_isBounded()
    {
        MonitorStream stream;
        stream.feed("+1795779640.000001 [0 10.0.0.1:1] \"SET\" \"k\" \"");
        const std::string part(1 << 20, 'x');
        for (int i = 0; i < 64; ++i) {
            stream.feed(part);
            QVERIFY(stream.next().ok());
            QVERIFY(stream.waiting() <= MonitorStream::mostLine);
        }
        stream.feed("\"\r\n");
        const auto item = stream.next();
        QVERIFY(item && *item);
        QVERIFY(std::get<MonitorLine>(**item).cut);
        QCOMPARE(std::get<MonitorLine>(**item).bytes, std::size_t(48 + (64 << 20)));
    }

    void whatNoServerSends_isAnError_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::newRow("web server") << QByteArray("HTTP/1.1 400 Bad Request\r\n");
        QTest::newRow("time without brackets") << QByteArray("+1795779640.1 \"GET\"\r\n");
        QTest::newRow("time of another age") << QByteArray("+99999999999999.1 [0 a] \"GET\"\r\n");
        QTest::newRow("array without end") << QByteArray("*4000000000\r\n$1\r\n");
        QTest::newRow("string of any length") << QByteArray("*1\r\n$99999999999\r\n");
        QTest::newRow("number of no kind") << QByteArray("*1\r\n+OK\r\n");
        QTest::newRow("number alone") << QByteArray(":1\r\n");
    }

    void whatNoServerSends_isAnError()
    {
        QFETCH(QByteArray, bytes);
        QCOMPARE(itemsOf(bytes.toStdString(), {}), std::vector<std::string>{"error malformed"});
    }

    // Whatever arrives, the stream ends, keeps little, and the pieces do not matter.
    void damagedBytes_giveTheSameInAnyPieces()
    {
        std::mt19937 random(7);
        for (int round = 0; round < 3000; ++round) {
            auto bytes = example();
            for (int i = 0; i < 3; ++i)
                bytes[random() % bytes.size()] = "\r\n\"\\+*$:-0x9]"[random() % 12];
            const auto whole = itemsOf(bytes, {});
            const auto cut = random() % bytes.size();
            auto pieces = itemsOf(bytes, {cut});
            // After an error the stream is unusable.
            const auto isError = [](const std::string &item) { return item.starts_with("error"); };
            const auto end = std::ranges::find_if(whole, isError);
            pieces.resize(
                std::min<std::size_t>(pieces.size(), static_cast<std::size_t>(end - whole.begin()) + (end == whole.end() ? 0 : 1)));
            QCOMPARE(pieces, std::vector(whole.begin(), end == whole.end() ? end : end + 1));
        }
    }

    void realServer_announcesBeforeTheLine()
    {
        RedisServer server;
        Connection stream(server.endpoint(), {}, m_loop, m_clock);
        QVERIFY(await(m_loop, stream.open()));
        Connection looks(server.endpoint(), {}, m_loop, m_clock);
        QVERIFY(await(m_loop, looks.open()));
        MonitorStream parser;
        std::vector<std::string> items;
        connect(&stream, &Connection::raw, this, [&](std::string_view bytes) {
            parser.feed(bytes);
            while (true) {
                const auto item = parser.next();
                if (!item || !*item)
                    break;
                const auto *line = std::get_if<MonitorLine>(&**item);
                auto text = line ? std::string() : textOf(**item);
                if (line) {
                    for (const auto &word : unescapedWords(line->command()))
                        text += (text.empty() ? "" : " ") + word;
                }
                items.push_back(text);
            }
        });
        Batch batch;
        batch.add({"MONITOR"}).add({"SUBSCRIBE", "__redis__:invalidate"});
        stream.handOver(std::move(batch));
        QVERIFY(eventually([&] { return items.size() == 3; }));
        const auto id = std::to_string(*stream.clientId());
        QVERIFY(await(m_loop, looks.command("CLIENT", "TRACKING", "ON", "REDIRECT", id))->isOk());
        QVERIFY(await(m_loop, looks.command("GET", "k")));
        const std::string odd("a\"b\\\n\0\xc3\xa9] \"", 12);
        server.command({"SET", "k", odd, "NX"});
        QVERIFY(eventually([&] { return std::ranges::find(items, "SET k " + odd + " NX") != items.end(); }));
        const auto at = std::ranges::find(items, std::string("announced k"));
        QVERIFY(at != items.end());
        QCOMPARE(*(at + 1), "SET k " + odd + " NX");

        stream.hold(true);
        server.command({"DEL", "k"});
        QVERIFY(!eventually([&] { return std::ranges::find(items, std::string("DEL k")) != items.end(); }, std::chrono::milliseconds(50)));
        stream.hold(false);
        QVERIFY(eventually([&] { return std::ranges::find(items, std::string("DEL k")) != items.end(); }));
    }

private:
    EventLoop m_loop;
    LoopClock m_clock;
};

LOCKSCOPE_TEST(MonitorStreamTest)
#include "tst_monitor_stream.moc"
