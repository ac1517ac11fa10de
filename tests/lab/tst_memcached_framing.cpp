// SPDX-License-Identifier: MIT
#include "lockcore/lab/memcached/memcached_framing.h"
#include "support/test_program.h"

#include <QTest>

using namespace lockcore;

class TestMemcachedFraming final : public QObject
{
    Q_OBJECT

private slots:
    void requests_areCutAtEveryByte();
    void replies_areCutAtEveryByte();
    void brokenRequests_areRefused_data();
    void brokenRequests_areRefused();
    void brokenReply_isRefused();
};

namespace {

// What comes out if the bytes arrive in two parts, cut at this place.
template <class Framer, class Take>
void cutAt(const Bytes &bytes, std::size_t place, Take take)
{
    Framer framer;
    for (const auto &part : {bytes.substr(0, place), bytes.substr(place)}) {
        framer.feed(part);
        for (auto next = framer.next(); next.ok() && *next; next = framer.next())
            take(**next);
    }
}

} // namespace

void TestMemcachedFraming::requests_areCutAtEveryByte()
{
    const std::vector<Request> wanted = {{"version\r\n", {"version"}},
                                         {"add stock 0 2 4\r\na\r\nb\r\n", {"add", "stock", "0", "2", "4"}},
                                         {"get  a b\n", {"get", "a", "b"}},
                                         {"ms k 2 T9\r\nxy\r\n", {"ms", "k", "2", "T9"}},
                                         {"delete stock noreply\r\n", {"delete", "stock", "noreply"}}};
    Bytes all = "\r\n"; // an empty line is no request
    for (const auto &request : wanted)
        all += request.bytes;
    for (std::size_t place = 0; place <= all.size(); ++place) {
        std::vector<Request> requests;
        cutAt<MemcachedRequestFramer>(all, place, [&](const Request &request) { requests.push_back(request); });
        QVERIFY2(requests == wanted, std::to_string(place).c_str());
    }
}

void TestMemcachedFraming::replies_areCutAtEveryByte()
{
    const std::vector<ReplyFrame> wanted = {{"STORED\r\n", '+'},
                                            {"VALUE a 0 5 7\r\nEND\r\n\r\nVALUE b 0 0 8\r\n\r\nEND\r\n", '$'},
                                            {"END\r\n", '$'},
                                            {"VA 4 t2 c1\r\n\r\n\r\n\r\n", '$'},
                                            {"EN\r\n", '+'},
                                            {"STAT pid 1\r\nSTAT uptime 2\r\nEND\r\n", '$'},
                                            {"CLIENT_ERROR bad data chunk\r\n", '-'},
                                            {"17\r\n", '+'}};
    Bytes all;
    for (const auto &reply : wanted)
        all += reply.bytes;
    for (std::size_t place = 0; place <= all.size(); ++place) {
        std::vector<ReplyFrame> replies;
        cutAt<MemcachedReplyFramer>(all, place, [&](const ReplyFrame &reply) { replies.push_back(reply); });
        QVERIFY2(replies == wanted, std::to_string(place).c_str());
    }
}

void TestMemcachedFraming::brokenRequests_areRefused_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QByteArray>("part");
    QTest::newRow("binary") << QByteArray("\x80\x01", 2) << QByteArray("binary protocol");
    QTest::newRow("no length") << QByteArray("set k 0 0\r\n") << QByteArray("set does not say how many bytes follow");
    QTest::newRow("negative length") << QByteArray("cas k 0 0 -1 5\r\n") << QByteArray("how many bytes");
    QTest::newRow("too long a value") << QByteArray("set k 0 0 99999999\r\n") << QByteArray("how many bytes");
    QTest::newRow("endless line") << QByteArray(70'000, 'x') << QByteArray("longer than 64 KiB");
}

void TestMemcachedFraming::brokenRequests_areRefused()
{
    QFETCH(const QByteArray, bytes);
    QFETCH(const QByteArray, part);
    MemcachedRequestFramer framer;
    framer.feed(bytes.toStdString());
    for (int again = 0; again < 2; ++again) { // it stays broken
        const auto next = framer.next();
        QVERIFY(!next.ok());
        QVERIFY2(next.error().text.find(part.toStdString()) != std::string::npos, next.error().text.c_str());
        framer.feed("version\r\n");
    }
}

void TestMemcachedFraming::brokenReply_isRefused()
{
    MemcachedReplyFramer framer;
    framer.feed("VALUE k 0 many\r\n");
    QVERIFY(!framer.next().ok());
}

LOCKSCOPE_TEST(TestMemcachedFraming)
#include "tst_memcached_framing.moc"
