// SPDX-License-Identifier: MIT
// A real ZooKeeper behind a gate, with its record.
#include "lockcore/lab/gate/gate.h"
#include "lockcore/lab/zookeeper/jute.h"
#include "lockcore/lab/zookeeper/zookeeper_framing.h"
#include "lockcore/lab/zookeeper/zookeeper_question.h"
#include "lockcore/lab/zookeeper/zookeeper_record.h"
#include "lockcore/lab/zookeeper/zookeeper_server.h"
#include "lockcore/redis/event_loop.h"
#include "support/awaiting.h"
#include "support/test_program.h"
#include "support/zookeeper_installed.h"

#include <QTcpSocket>
#include <QTest>

#include <deque>

using namespace lockcore;
using namespace lockcore::test;
using namespace std::chrono_literals;

class TestZookeeperGate final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void changes_areThoseOfTheTurn();
    void nextInTheQueue_hasTheLock();
    void expiredSession_isNoticedWithoutACommand();
    void watchEvent_reachesItsClient();
    void heldReply_belongsToAnExecutedCommand();
    void operatorsDelete_isTheOperators();
    void restartedServer_keepsSessionAndNode();
    void wipedServer_isRecordedAgain();
    void garbage_endsTheConnection();
};

namespace {

class ZookeeperClient final
{
public:
    explicit ZookeeperClient(int port, Milliseconds timeout = 10s)
    {
        m_socket.connectToHost(QStringLiteral("127.0.0.1"), static_cast<quint16>(port));
        QObject::connect(&m_socket, &QTcpSocket::readyRead, &m_socket, [this] {
            m_framer.feed(m_socket.readAll().toStdString());
            for (auto next = m_framer.next(); next.ok() && *next; next = m_framer.next())
                ((*next)->isPush() ? m_events : m_replies).push_back((*next)->bytes);
        });
        connect(timeout);
    }

    void connect(Milliseconds timeout)
    {
        const auto ms = static_cast<std::int32_t>(timeout.count());
        m_socket.write(
            QByteArray::fromStdString(JuteWriter().integer(0).number(0).integer(ms).number(0).text(Bytes(16, '\0')).truth(false).framed()));
        const auto reply = zookeeperReply(this->reply()).value();
        m_session = reply.session;
        m_timeout = Milliseconds(reply.timeout);
    }

    std::int64_t session() const { return m_session; }
    Milliseconds timeout() const { return m_timeout; }
    bool isOpen() const { return m_socket.state() == QAbstractSocket::ConnectedState; }
    bool has(std::size_t replies) const { return m_replies.size() >= replies; }
    std::size_t events() const { return m_events.size(); }

    JuteWriter request(std::int32_t type) { return JuteWriter().integer(++m_xid).integer(type); }
    void send(const JuteWriter &request) { m_socket.write(QByteArray::fromStdString(request.framed())); }
    Bytes reply()
    {
        if (!eventually([this] { return has(1); }))
            qFatal("no reply came through the gate");
        auto first = m_replies.front();
        m_replies.pop_front();
        return first;
    }
    ZookeeperReply ask(const JuteWriter &request)
    {
        send(request);
        return zookeeperReply(reply()).value();
    }

    JuteWriter creating(const Bytes &path, std::int32_t kind)
    {
        return request(1).text(path).text("").integer(1).integer(31).text("world").text("anyone").integer(kind);
    }
    // The path of the node. 3: ephemeral, with a number.
    Bytes create(const Bytes &path, std::int32_t kind = 3)
    {
        send(creating(path, kind));
        const auto whole = reply();
        if (zookeeperReply(whole)->error != 0)
            qFatal("no node was made");
        JuteReader reader(std::string_view(whole).substr(20));
        return Bytes(reader.text());
    }
    ZookeeperReply remove(const Bytes &path) { return ask(request(2).text(path).integer(-1)); }
    bool exists(const Bytes &path, bool watch = false) { return ask(request(3).text(path).truth(watch)).error == 0; }
    void ping() { ask(JuteWriter().integer(-2).integer(11)); }

private:
    QTcpSocket m_socket;
    ZookeeperReplyFramer m_framer;
    std::deque<Bytes> m_replies, m_events;
    std::int32_t m_xid = 0;
    std::int64_t m_session = 0;
    Milliseconds m_timeout{0};
};

struct ZookeeperCase
{
    ZookeeperCase()
        : server(ZookeeperServer::start("java", LOCKSCOPE_BINARY, clock).value())
        , gated(std::make_unique<ZookeeperRecord>(server->endpoint(), server->logDirectory(), poller), zookeeperProtocol(), clock, poller)
        , gate(gated, {7, 1})
        , other(gated, {8, 1})
    {
        if (const auto opened = wait(gated.open()); !opened)
            qFatal("%s", opened.error().text.c_str());
        if (!gate.listen().ok() || !other.listen().ok())
            qFatal("the gates cannot listen");
        QObject::connect(&gated, &GatedServer::turnEnded, &gated, [this](const TurnReport &report) { turns.push_back(report); });
        QObject::connect(&gated.record(), &StoreRecord::changed, &gated, [this](const KeyChange &change) { between.push_back(change); });
        QObject::connect(&gate, &Gate::misused, &gate, [this](std::int64_t, const Error &error) { misuses.push_back(error.text); });
    }

    template <class T>
    T wait(Task<T> task)
    {
        return Arriving<T>(loop, std::move(task)).get();
    }

    static std::string brief(const KeyChange &change)
    {
        std::string text;
        for (const auto &element : change.elements)
            text += (text.empty() ? "" : ", ") + std::string(wordOf(element.event)) + ' ' + std::string(wordOf(element.role)) + ' '
                    + std::to_string(element.maker);
        return text;
    }
    std::string lastChanges() const
    {
        std::string text;
        for (const auto &change : turns.back().changes)
            text += (text.empty() ? "" : "; ") + brief(change);
        return text;
    }

    EventLoop loop;
    LoopClock clock;
    Poller poller;
    std::unique_ptr<ZookeeperServer> server;
    GatedServer gated;
    std::vector<TurnReport> turns;
    std::vector<KeyChange> between;
    std::vector<std::string> misuses;
    Gate gate, other;
};

} // namespace

void TestZookeeperGate::initTestCase()
{
    if (const auto missing = whatZookeeperLacks(); !missing.isEmpty())
        QSKIP(qPrintable(missing));
}

void TestZookeeperGate::changes_areThoseOfTheTurn()
{
    ZookeeperCase it;
    ZookeeperClient a(it.gate.port(), 2s);
    QVERIFY(a.timeout() == 2s);
    QCOMPARE(it.turns.back().request.words, (Words{"CONNECT", "new", "2000"}));
    QCOMPARE(a.create("/q", 0), Bytes("/q"));
    QCOMPARE(it.lastChanges(), std::string());
    QCOMPARE(a.create("/q/a-"), Bytes("/q/a-0000000000"));
    QCOMPARE(it.lastChanges(), std::string("created holding 7"));
    const auto &made = it.turns.back().changes.at(0).elements.at(0);
    QCOMPARE(made.key, Bytes("/q"));
    QCOMPARE(made.element, Bytes("a-0000000000"));
    QCOMPARE(made.session, shownNumber(a.session()));
    QCOMPARE(made.zxid, zookeeperReply(it.turns.back().reply)->zxid);
    QVERIFY(a.exists("/q/a-0000000000"));
    QCOMPARE(it.lastChanges(), std::string());
    a.ping();
    QCOMPARE(a.remove("/q/missing").error, -101);
    QCOMPARE(it.lastChanges(), std::string());
    QCOMPARE(a.remove("/q/a-0000000000").error, 0);
    QCOMPARE(it.lastChanges(), std::string("removed holding 7"));
    a.ask(a.request(-11)); // it closes its session
    QCOMPARE(it.turns.size(), std::size_t(7));
    for (const auto &turn : it.turns)
        QVERIFY(turn.recorded && turn.fate == Fate::Replied);
    QVERIFY(it.between.empty() && it.misuses.empty());
}

void TestZookeeperGate::nextInTheQueue_hasTheLock()
{
    ZookeeperCase it;
    ZookeeperClient a(it.gate.port()), b(it.other.port());
    a.create("/q", 0);
    const auto first = a.create("/q/a-"), second = b.create("/q/b-");
    QCOMPARE(it.lastChanges(), std::string("created other 8"));
    QCOMPARE(it.gated.record().holderOf("/q"), first);
    a.remove(first);
    QCOMPARE(it.lastChanges(), std::string("removed holding 7, removed other 8, created holding 8"));
    QCOMPARE(it.gated.record().holderOf("/q"), second);
}

void TestZookeeperGate::expiredSession_isNoticedWithoutACommand()
{
    ZookeeperCase it;
    ZookeeperClient a(it.gate.port(), 300ms);
    a.create("/q", 0);
    a.create("/q/a-");
    QVERIFY(eventually([&] { return !it.between.empty(); }));
    QCOMPARE(ZookeeperCase::brief(it.between.front()), std::string("expired holding 7"));
    QVERIFY(eventually([&] { return !a.isOpen(); }));
    ZookeeperClient b(it.other.port());
    QCOMPARE(b.create("/q/b-"), Bytes("/q/b-0000000001"));
    QCOMPARE(it.lastChanges(), std::string("created holding 8"));
}

void TestZookeeperGate::watchEvent_reachesItsClient()
{
    ZookeeperCase it;
    ZookeeperClient a(it.gate.port()), b(it.other.port());
    a.create("/q", 0);
    const auto first = a.create("/q/a-");
    QVERIFY(b.exists(first, true));
    QCOMPARE(b.events(), std::size_t(0));
    a.remove(first);
    QVERIFY(eventually([&] { return b.events() == 1; }));
    QVERIFY(!b.has(1)); // it is no reply
}

void TestZookeeperGate::heldReply_belongsToAnExecutedCommand()
{
    ZookeeperCase it;
    ZookeeperClient a(it.gate.port()), b(it.other.port());
    a.create("/q", 0);
    std::int64_t held = 0;
    it.gate.setFaults({{},
                       [&](const GateRequest &request, const TurnReport *) {
                           held = request.id;
                           return GateFault{GateFault::Kind::Hold, {}, {}};
                       },
                       {}});
    a.send(a.creating("/q/a-", 3));
    QVERIFY(eventually([&] { return held != 0; }));
    it.gate.setFaults({});
    QVERIFY(b.exists("/q/a-0000000000"));
    QVERIFY(!a.has(1));
    QVERIFY(it.gate.release(held));
    QCOMPARE(zookeeperReply(a.reply())->error, 0);
}

void TestZookeeperGate::operatorsDelete_isTheOperators()
{
    ZookeeperCase it;
    ZookeeperClient a(it.gate.port());
    a.create("/q", 0);
    a.create("/q/a-");
    bool begun = false;
    const auto deleted = it.wait(zookeeperDelete(
        it.other.port(), it.gated.record().holderOf("/q"), [&] { begun = true; }, &it.poller));
    QVERIFY2(deleted.ok(), deleted.ok() ? "" : deleted.error().text.c_str());
    QVERIFY(begun && deleted->starts_with("zxid 0x"));
    const auto found = std::ranges::find_if(it.turns, [](const TurnReport &turn) { return turn.request.words[0] == "DELETE"; });
    QVERIFY(found != it.turns.end());
    QCOMPARE(found->request.gate, std::int64_t(8));
    QCOMPARE(ZookeeperCase::brief(found->changes.at(0)), std::string("removed holding 7"));
    QVERIFY(!a.exists("/q/a-0000000000"));
}

void TestZookeeperGate::restartedServer_keepsSessionAndNode()
{
    ZookeeperCase it;
    bool isLost = false;
    QObject::connect(&it.gated.record(), &StoreRecord::lost, &it.gated, [&] { isLost = true; });
    ZookeeperClient a(it.gate.port(), 60s);
    a.create("/q", 0);
    const auto node = a.create("/q/a-");
    QVERIFY(it.wait(it.server->kill(StoreServer::Data::Kept)).ok());
    QVERIFY(eventually([&] { return isLost && !a.isOpen(); }));
    QVERIFY(it.wait(it.server->startAgain()).ok());
    QVERIFY(it.wait(it.gated.open()).ok());
    ZookeeperClient b(it.other.port());
    QVERIFY(b.exists(node));
    b.create("/q/b-");
    QCOMPARE(it.lastChanges(), std::string("created other 8")); // A still has it
    b.remove(node);
    QCOMPARE(it.lastChanges(), std::string("removed holding 7, removed other 8, created holding 8"));
}

void TestZookeeperGate::wipedServer_isRecordedAgain()
{
    ZookeeperCase it;
    ZookeeperClient a(it.gate.port(), 60s);
    a.create("/q", 0);
    a.create("/q/a-");
    QVERIFY(it.wait(it.server->kill(StoreServer::Data::Lost)).ok());
    QCOMPARE(it.gated.record().endAll(entry::KeyEvent::LostByServer).size(), std::size_t(1));
    QVERIFY(it.wait(it.server->startAgain()).ok());
    QVERIFY(it.wait(it.gated.open()).ok());
    ZookeeperClient b(it.other.port());
    QVERIFY(!b.exists("/q"));
    b.create("/q", 0);
    QCOMPARE(b.create("/q/b-"), Bytes("/q/b-0000000000"));
    QCOMPARE(it.lastChanges(), std::string("created holding 8"));
}

void TestZookeeperGate::garbage_endsTheConnection()
{
    ZookeeperCase it;
    QTcpSocket socket;
    socket.connectToHost(QStringLiteral("127.0.0.1"), static_cast<quint16>(it.gate.port()));
    QVERIFY(eventually([&] { return socket.state() == QAbstractSocket::ConnectedState; }));
    socket.write("ruok");
    QVERIFY(eventually([&] { return socket.state() == QAbstractSocket::UnconnectedState; }));
    QCOMPARE(it.misuses.size(), std::size_t(1));
    QVERIFY(it.turns.empty());
}

LOCKSCOPE_TEST(TestZookeeperGate)
#include "tst_zookeeper_gate.moc"
