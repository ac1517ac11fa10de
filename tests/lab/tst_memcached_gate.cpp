// SPDX-License-Identifier: MIT
// A real memcached behind a gate, with its record.
#include "lockcore/lab/gate/gate.h"
#include "lockcore/lab/memcached/memcached_framing.h"
#include "lockcore/lab/memcached/memcached_record.h"
#include "lockcore/lab/memcached/memcached_server.h"
#include "lockcore/redis/event_loop.h"
#include "support/awaiting.h"
#include "support/installed.h"
#include "support/test_program.h"

#include <QTcpSocket>
#include <QTest>

#include <deque>

using namespace lockcore;
using namespace lockcore::test;

class TestMemcachedGate final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void changes_areThoseOfTheTurn();
    void noreply_takesItsTurn();
    void errorOfNoreply_reachesItsClient();
    void lapsedItem_isNoticedWithoutACommand();
    void refusedCommands_neverReachTheServer();
    void binaryClient_isToldWhy();
    void heldReply_belongsToAnExecutedCommand();
    void wipedServer_isRecordedAgain();
    void opaqueGate_passesBytesAndCountsPieces();
};

namespace {

class MemcachedClient final
{
public:
    explicit MemcachedClient(int port)
    {
        m_socket.connectToHost(QStringLiteral("127.0.0.1"), static_cast<quint16>(port));
        QObject::connect(&m_socket, &QTcpSocket::readyRead, &m_socket, [this] {
            m_framer.feed(m_socket.readAll().toStdString());
            for (auto next = m_framer.next(); next.ok() && *next; next = m_framer.next())
                m_replies.push_back((*next)->bytes);
        });
    }

    void send(const Bytes &bytes) { m_socket.write(bytes.data(), qint64(bytes.size())); }
    bool has(std::size_t replies) const { return m_replies.size() >= replies; }
    Bytes reply()
    {
        if (!eventually([this] { return has(1); }))
            qFatal("no reply came through the gate");
        auto first = m_replies.front();
        m_replies.pop_front();
        return first;
    }
    Bytes ask(const Bytes &bytes)
    {
        send(bytes);
        return reply();
    }

private:
    QTcpSocket m_socket;
    MemcachedReplyFramer m_framer;
    std::deque<Bytes> m_replies;
};

struct MemcachedCase
{
    explicit MemcachedCase(const GateProtocol &protocol = memcachedProtocol())
        : server(MemcachedServer::start("memcached", LOCKSCOPE_BINARY, clock).value())
        , gated(std::make_unique<MemcachedRecord>(server->endpoint(), poller), protocol, clock, poller)
        , gate(gated, {7, 1})
    {
        if (const auto opened = wait(gated.open()); !opened)
            qFatal("%s", opened.error().text.c_str());
        if (const auto listening = gate.listen(); !listening)
            qFatal("%s", listening.error().text.c_str());
        QObject::connect(&gated, &GatedServer::turnEnded, &gated, [this](const TurnReport &report) { turns.push_back(report); });
        QObject::connect(&gated.record(), &StoreRecord::changed, &gated, [this](const KeyChange &change) { between.push_back(change); });
        QObject::connect(&gate, &Gate::misused, &gate, [this](std::int64_t, const Error &error) { misuses.push_back(error.text); });
    }

    template <class T>
    T wait(Task<T> task)
    {
        return Arriving<T>(loop, std::move(task)).get();
    }

    // The events of the last turn: `set`, or `expired set`.
    std::string lastEvents() const
    {
        std::string text;
        for (const auto &change : turns.back().changes) {
            for (const auto &event : change.events)
                text += (text.empty() ? "" : " ") + event;
        }
        return text;
    }

    EventLoop loop;
    LoopClock clock;
    Poller poller;
    std::unique_ptr<MemcachedServer> server;
    GatedServer gated;
    std::vector<TurnReport> turns;
    std::vector<KeyChange> between;
    std::vector<std::string> misuses;
    Gate gate;
};

} // namespace

void TestMemcachedGate::initTestCase()
{
    if (!isInstalled("memcached"))
        QSKIP("memcached is not installed (Debian: memcached)");
}

void TestMemcachedGate::changes_areThoseOfTheTurn()
{
    MemcachedCase it;
    MemcachedClient a(it.gate.port());
    MemcachedClient b(it.gate.port());
    QCOMPARE(a.ask("version\r\n").substr(0, 8), Bytes("VERSION ")); // it is set-up, and takes no turn
    QCOMPARE(a.ask("add stock 0 100 1\r\nA\r\n"), Bytes("STORED\r\n"));
    QCOMPARE(it.lastEvents(), std::string("set"));
    const auto &made = it.turns.back().changes.at(0);
    QVERIFY(!made.before && made.after && made.after->value.text == "A" && made.id.key == "stock");
    QVERIFY(timeLeft(made.after->deadline, made.after->at) == std::chrono::seconds(100));
    QCOMPARE(b.ask("add stock 0 100 1\r\nB\r\n"), Bytes("NOT_STORED\r\n"));
    QCOMPARE(it.lastEvents(), std::string());
    QCOMPARE(b.ask("gets stock\r\n"), Bytes("VALUE stock 0 1 1\r\nA\r\nEND\r\n"));
    QCOMPARE(it.lastEvents(), std::string());
    QCOMPARE(b.ask("set stock 0 100 1\r\nA\r\n"), Bytes("STORED\r\n")); // the same value, written again
    QCOMPARE(it.lastEvents(), std::string("set"));
    QCOMPARE(a.ask("cas stock 0 100 1 1\r\nC\r\n"), Bytes("EXISTS\r\n"));
    QCOMPARE(it.lastEvents(), std::string());
    QCOMPARE(a.ask("touch stock 50\r\n"), Bytes("TOUCHED\r\n"));
    QCOMPARE(it.lastEvents(), std::string("expire"));
    QCOMPARE(a.ask("cas stock 0 -1 0 2\r\n\r\n"), Bytes("STORED\r\n")); // over at once
    QCOMPARE(it.lastEvents(), std::string("del"));
    QCOMPARE(a.ask("delete stock\r\n"), Bytes("NOT_FOUND\r\n"));
    QCOMPARE(it.lastEvents(), std::string());
    QCOMPARE(a.ask("set stock 0 0 1\r\n1\r\n"), Bytes("STORED\r\n"));
    QVERIFY(!it.turns.back().changes.at(0).after->deadline);
    QCOMPARE(b.ask("incr stock 4\r\n"), Bytes("5\r\n"));
    QCOMPARE(it.lastEvents(), std::string("incrby"));
    QCOMPARE(b.ask("flush_all\r\n"), Bytes("OK\r\n"));
    QCOMPARE(it.lastEvents(), std::string("flushed"));
    QVERIFY(it.between.empty());
    QCOMPARE(it.turns.size(), std::size_t(11));
    for (const auto &turn : it.turns)
        QVERIFY(turn.recorded && turn.fate == Fate::Replied);
}

void TestMemcachedGate::noreply_takesItsTurn()
{
    MemcachedCase it;
    MemcachedClient a(it.gate.port());
    a.send("set k 0 0 1 noreply\r\nx\r\ndelete k noreply\r\n");
    QCOMPARE(a.ask("get k\r\n"), Bytes("END\r\n"));
    QCOMPARE(it.turns.size(), std::size_t(3));
    QVERIFY(it.turns[0].fate == Fate::Silent && it.turns[1].fate == Fate::Silent);
    QCOMPARE(it.turns[0].changes.at(0).events, std::vector<std::string>{"set"});
    QCOMPARE(it.turns[1].changes.at(0).events, std::vector<std::string>{"del"});
    QVERIFY(!a.has(1)); // the barrier's reply stays in the gate
}

void TestMemcachedGate::errorOfNoreply_reachesItsClient()
{
    MemcachedCase it;
    MemcachedClient a(it.gate.port());
    QCOMPARE(a.ask("bogus noreply\r\n"), Bytes("ERROR\r\n")); // memcached answers what it does not know all the same
    QVERIFY(a.ask("version\r\n").starts_with("VERSION"));
}

void TestMemcachedGate::lapsedItem_isNoticedWithoutACommand()
{
    MemcachedCase it;
    MemcachedClient a(it.gate.port());
    a.ask("add stock 0 1 1\r\nA\r\n");
    QVERIFY(eventually([&] { return !it.between.empty(); }));
    QCOMPARE(it.between.front().events, std::vector<std::string>{"expired"});
    QCOMPARE(it.between.front().id.key, Bytes("stock"));
    QVERIFY(it.between.front().before.has_value());
    QCOMPARE(a.ask("add stock 0 1 1\r\nB\r\n"), Bytes("STORED\r\n"));
    QCOMPARE(it.lastEvents(), std::string("set"));
    QCOMPARE(it.between.size(), std::size_t(1));
}

void TestMemcachedGate::refusedCommands_neverReachTheServer()
{
    MemcachedCase it;
    MemcachedClient a(it.gate.port());
    for (const auto *command : {"shutdown\r\n", "watch mutations\r\n", "mg k v q\r\n"})
        QCOMPARE(a.ask(command), Bytes("CLIENT_ERROR the Lab's gate refuses this command\r\n"));
    QVERIFY(it.turns.empty());
    QCOMPARE(it.misuses.size(), std::size_t(3));
}

void TestMemcachedGate::binaryClient_isToldWhy()
{
    MemcachedCase it;
    MemcachedClient a(it.gate.port());
    QVERIFY(a.ask("\x80\x0b").find("binary protocol") != Bytes::npos);
    QCOMPARE(it.misuses.size(), std::size_t(1));
}

void TestMemcachedGate::heldReply_belongsToAnExecutedCommand()
{
    MemcachedCase it;
    std::int64_t held = 0;
    it.gate.setFaults({{},
                       [&](const GateRequest &request, const TurnReport *) {
                           held = request.id;
                           return GateFault{GateFault::Kind::Hold, {}, {}};
                       },
                       {}});
    MemcachedClient a(it.gate.port());
    MemcachedClient b(it.gate.port());
    a.send("add stock 0 100 1\r\nA\r\n");
    QVERIFY(eventually([&] { return held != 0; }));
    it.gate.setFaults({});
    QCOMPARE(b.ask("get stock\r\n"), Bytes("VALUE stock 0 1\r\nA\r\nEND\r\n"));
    QVERIFY(!a.has(1));
    QVERIFY(it.gate.release(held));
    QCOMPARE(a.reply(), Bytes("STORED\r\n"));
}

void TestMemcachedGate::wipedServer_isRecordedAgain()
{
    MemcachedCase it;
    bool isLost = false;
    QObject::connect(&it.gated.record(), &StoreRecord::lost, &it.gated, [&] { isLost = true; });
    {
        MemcachedClient a(it.gate.port());
        a.ask("add stock 0 100 1\r\nA\r\n");
        QVERIFY(it.wait(it.server->kill(StoreServer::Data::Lost)).ok());
        QVERIFY(eventually([&] { return isLost; }));
    }
    QVERIFY(it.wait(it.server->startAgain()).ok());
    QVERIFY(it.wait(it.gated.open()).ok());
    MemcachedClient b(it.gate.port());
    QCOMPARE(b.ask("gets stock\r\n"), Bytes("END\r\n"));
    QCOMPARE(b.ask("add stock 0 100 1\r\nB\r\n"), Bytes("STORED\r\n"));
    QCOMPARE(b.ask("gets stock\r\n"), Bytes("VALUE stock 0 1 1\r\nB\r\nEND\r\n")); // the cas numbers have begun again
    QVERIFY(it.turns.back().recorded);
}

void TestMemcachedGate::opaqueGate_passesBytesAndCountsPieces()
{
    MemcachedCase it(opaqueProtocol());
    QVERIFY(!opaqueProtocol().aims());
    std::vector<GateRequest> seen;
    it.gate.setFaults({[&](const GateRequest &request) {
                           seen.push_back(request);
                           return GateFault();
                       },
                       {},
                       {}});
    MemcachedClient a(it.gate.port());
    QCOMPARE(it.gate.requestsSeen(), std::int64_t(0));
    QCOMPARE(a.ask("add stock 0 100 1\r\nA\r\n"), Bytes("STORED\r\n"));
    QCOMPARE(a.ask("get stock\r\n"), Bytes("VALUE stock 0 1\r\nA\r\nEND\r\n"));
    QVERIFY(it.turns.empty()); // it knows no commands, so it records none
    QCOMPARE(seen.size(), std::size_t(2));
    QVERIFY(seen[0].words.empty() && seen[0].ordinal == 1 && seen[1].ordinal == 2);
    QCOMPARE(it.gate.requestsSeen(), std::int64_t(2));
    it.gate.setFlow(false, false);
    a.send("get stock\r\n");
    QVERIFY(eventually([&] { return seen.size() == 3; }));
    QVERIFY(!a.has(1));
    it.gate.setFlow(true, true);
    QCOMPARE(a.reply(), Bytes("VALUE stock 0 1\r\nA\r\nEND\r\n"));
}

LOCKSCOPE_TEST(TestMemcachedGate)
#include "tst_memcached_gate.moc"
