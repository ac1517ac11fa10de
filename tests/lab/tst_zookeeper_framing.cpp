// SPDX-License-Identifier: MIT
#include "lockcore/lab/gate/gate_protocol.h"
#include "lockcore/lab/zookeeper/jute.h"
#include "lockcore/lab/zookeeper/zookeeper_command.h"
#include "lockcore/lab/zookeeper/zookeeper_framing.h"
#include "support/test_program.h"

#include <QTest>

using namespace lockcore;

class TestZookeeperFraming final : public QObject
{
    Q_OBJECT

private slots:
    void requests_areCutAtEveryByte();
    void replies_areCutAtEveryByte();
    void brokenStreams_areRefused_data();
    void brokenStreams_areRefused();
    void keys_areQueueAndNode();
    void purpose_isThatOfTheNode();
    void replies_areShown();
};

namespace {

JuteWriter connecting(std::int64_t session = 0)
{
    return JuteWriter().integer(0).number(0).integer(4000).number(session).text(Bytes(16, '\0')).truth(false);
}

JuteWriter request(std::int32_t type) { return JuteWriter().integer(7).integer(type); }

// path, data, one access right, kind of node
JuteWriter &nodeRequest(JuteWriter &&request, const Bytes &path, std::int32_t kind)
{
    return request.text(path).text("data").integer(1).integer(31).text("world").text("anyone").integer(kind);
}

template <class Framer, class Take>
void cutAtPlace(const Bytes &bytes, std::size_t place, Take take)
{
    Framer framer;
    for (const auto &part : {bytes.substr(0, place), bytes.substr(place)}) {
        framer.feed(part);
        for (auto next = framer.next(); next.ok() && *next; next = framer.next())
            take(**next);
    }
}

Words wordsIn(const JuteWriter &request) { return zookeeperWords(request.framed().substr(4), false).value(); }

} // namespace

void TestZookeeperFraming::requests_areCutAtEveryByte()
{
    auto multi = request(14).integer(1).truth(false).integer(-1);
    nodeRequest(std::move(multi), "/q/n-", 3);
    multi.integer(2).truth(false).integer(-1).text("/old").integer(-1).integer(-1).truth(true).integer(-1);
    const std::vector<lockcore::Request> wanted = {
        {connecting(42).framed(), {"CONNECT", "0x2a", "4000"}},
        {nodeRequest(request(15), "/q/n-", 3).framed(), {"CREATE2", "/q/n-", "EPHEMERAL_SEQUENTIAL"}},
        {request(8).text("/q").truth(true).framed(), {"GETCHILDREN", "/q"}},
        {request(11).framed(), {"PING"}},
        {multi.framed(), {"MULTI", "/q/n-", "EPHEMERAL_SEQUENTIAL", "/old"}},
        {request(999).framed(), {"TYPE999"}},
        {request(-11).framed(), {"CLOSESESSION"}},
    };
    Bytes all;
    for (const auto &one : wanted)
        all += one.bytes;
    for (std::size_t place = 0; place <= all.size(); ++place) {
        std::vector<lockcore::Request> requests;
        cutAtPlace<ZookeeperRequestFramer>(all, place, [&](const lockcore::Request &one) { requests.push_back(one); });
        QVERIFY2(requests == wanted, std::to_string(place).c_str());
    }
}

void TestZookeeperFraming::replies_areCutAtEveryByte()
{
    const std::vector<ReplyFrame> wanted = {
        {JuteWriter().integer(0).integer(4000).number(42).text(Bytes(16, 'p')).truth(false).framed(), '+'},
        {JuteWriter().integer(7).number(3).integer(0).text("/q/n-0000000001").framed(), '+'},
        {JuteWriter().integer(-1).number(-1).integer(0).integer(2).integer(3).text("/q/n-0000000000").framed(), '>'},
        {JuteWriter().integer(8).number(4).integer(-101).framed(), '-'},
        {JuteWriter().integer(-2).number(4).integer(0).framed(), '+'},
    };
    Bytes all;
    for (const auto &one : wanted)
        all += one.bytes;
    for (std::size_t place = 0; place <= all.size(); ++place) {
        std::vector<ReplyFrame> replies;
        cutAtPlace<ZookeeperReplyFramer>(all, place, [&](const ReplyFrame &one) { replies.push_back(one); });
        QVERIFY2(replies == wanted, std::to_string(place).c_str());
    }
}

void TestZookeeperFraming::brokenStreams_areRefused_data()
{
    QTest::addColumn<QByteArray>("bytes");
    const auto row = [](const char *name, const Bytes &bytes) { QTest::newRow(name) << QByteArray::fromStdString(bytes); };
    row("four letters", "ruok");
    row("negative length", Bytes("\xff\xff\xff\xff", 4));
    row("no connect request", JuteWriter().integer(1).framed());
    row("path beyond the end", connecting().framed() + JuteWriter().integer(1).integer(3).integer(1000).framed());
    row("countless access rights", connecting().framed() + request(1).text("/a").text("").integer(1 << 30).framed());
}

void TestZookeeperFraming::brokenStreams_areRefused()
{
    QFETCH(const QByteArray, bytes);
    ZookeeperRequestFramer framer;
    framer.feed(bytes.toStdString());
    auto next = framer.next();
    while (next.ok() && *next)
        next = framer.next();
    QVERIFY(!next.ok());
    QCOMPARE(next.error().kind, ErrorKind::Protocol);
    framer.feed(connecting().framed());
    QVERIFY(!framer.next().ok()); // it stays broken
}

void TestZookeeperFraming::keys_areQueueAndNode()
{
    QCOMPARE(zookeeperKeys(wordsIn(nodeRequest(request(1), "/locks/stock/ab-", 3))), std::vector<Bytes>{"/locks/stock"});
    QCOMPARE(zookeeperKeys(wordsIn(request(2).text("/locks/stock/ab-0000000012").integer(-1))),
             (std::vector<Bytes>{"/locks/stock", "/locks/stock/ab-0000000012"}));
    QCOMPARE(zookeeperKeys(wordsIn(request(8).text("/locks/stock").truth(false))), std::vector<Bytes>{"/locks/stock"});
    QVERIFY(!placeIn("/0000000012"));     // no queue
    QVERIFY(!placeIn("/q/ab-000000012")); // nine digits
}

void TestZookeeperFraming::purpose_isThatOfTheNode()
{
    const auto purposeOf = [](const JuteWriter &of, Purpose doing = Purpose::Free) {
        return zookeeperProtocol().purposeOf(wordsIn(of), doing);
    };
    QCOMPARE(purposeOf(nodeRequest(request(1), "/locks/stock/ab-", 3)), Purpose::Take);
    QCOMPARE(purposeOf(nodeRequest(request(1), "/locks/stock", 0)), Purpose::Any); // the queue itself
    QCOMPARE(purposeOf(nodeRequest(request(1), "/locks/stock", 1)), Purpose::Take);
    QCOMPARE(purposeOf(request(2).text("/locks/stock/ab-0000000012").integer(-1)), Purpose::Free);
    QCOMPARE(purposeOf(request(2).text("/locks/stock").integer(-1)), Purpose::Any); // the queue itself
    QCOMPARE(purposeOf(request(3).text("/locks/stock").truth(false)), Purpose::Read);
    QCOMPARE(purposeOf(request(14).integer(-1).truth(true).integer(-1)), Purpose::Free);
    QVERIFY(zookeeperProtocol().kindOf({"PING"}).setUp);
    QVERIFY(zookeeperProtocol().kindOf({"RECONFIG"}).refused);
}

void TestZookeeperFraming::replies_areShown()
{
    const auto shownOf = [](const JuteWriter &reply) { return zookeeperProtocol().shownReply(reply.framed()); };
    QCOMPARE(shownOf(JuteWriter().integer(7).number(33).integer(0)), std::string("zxid 0x21"));
    QCOMPARE(shownOf(JuteWriter().integer(7).number(33).integer(-101)), std::string("NONODE, zxid 0x21"));
    QCOMPARE(shownOf(JuteWriter().integer(0).integer(1000).number(255).text(Bytes(16, 'p'))), std::string("session 0xff, 1000 ms"));
    QCOMPARE(shownOf(JuteWriter().integer(0).integer(0).number(0).text(Bytes(16, '\0'))), std::string("the session is over"));
    QCOMPARE(zookeeperProtocol().shownReply("no message"), std::string());
}

LOCKSCOPE_TEST(TestZookeeperFraming)
#include "tst_zookeeper_framing.moc"
