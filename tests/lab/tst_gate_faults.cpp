// SPDX-License-Identifier: MIT
#include "gate_case.h"
#include "support/compare.h"
#include "support/test_program.h"

#include <QTest>

using namespace lockcore;
using namespace lockcore::test;

class TestGateFaults final : public QObject
{
    Q_OBJECT

private slots:
    void heldRequest_isNotExecutedUntilReleased();
    void lostHeldRequest_isNeverExecuted();
    void heldReply_belongsToExecutedCommand();
    void heldReply_doesNotDelayLaterTurns();
    void deadClientsHeldReply_isDropped();
    void delay_isKept();
    void lostRequest_losesLaterOnes();
    void lostReply_isExecuted();
    void blackHole_losesBothDirections();
    void cutReply_arrivesPartlyIfLongerThanAPacket_data();
    void cutReply_arrivesPartlyIfLongerThanAPacket();
    void resetRequest_isNotExecuted();
    void resetReply_isExecuted();
    void message_canBeHeld();
    void interruptedNetwork_deliversLate_data();
    void interruptedNetwork_deliversLate();
    void resetInATurn_doesNotFreeIt();
    void end_dropsHeldMessages();
    void leadTo_connectsToAnotherServer();
};

namespace {

using Kind = GateFault::Kind;

bool is(const GateRequest &request, const char *name) { return request.words[0] == name; }

GateFaults onRequest(const char *name, GateFault fault, std::int64_t *id = nullptr)
{
    GateFaults faults;
    faults.onRequest = [=](const GateRequest &request) {
        if (!is(request, name))
            return GateFault();
        if (id)
            *id = request.id;
        return fault;
    };
    return faults;
}

GateFaults onReply(const char *name, GateFault fault, std::int64_t *id = nullptr)
{
    GateFaults faults;
    faults.onReply = [=](const GateRequest &request, const TurnReport *) {
        if (!is(request, name))
            return GateFault();
        if (id)
            *id = request.id;
        return fault;
    };
    return faults;
}

} // namespace

void TestGateFaults::heldRequest_isNotExecutedUntilReleased()
{
    GatedCase it;
    std::int64_t held = 0;
    it.gate.setFaults(onRequest("SET", {Kind::Hold}, &held));
    GateClient a(it.port());
    GateClient b(it.port());
    a.send({"SET", "k", "v"});
    QVERIFY(eventually([&] { return held != 0; }));
    QVERIFY(b.ask({"GET", "k"}).isNil());
    QVERIFY(it.gate.release(held));
    QVERIFY(a.reply().isOk());
    QCOMPARE(b.ask({"GET", "k"}), Reply::bulk("v"));
    QVERIFY(!it.gate.release(held));
}

void TestGateFaults::lostHeldRequest_isNeverExecuted()
{
    GatedCase it;
    std::int64_t held = 0;
    it.gate.setFaults(onRequest("SET", {Kind::Hold}, &held));
    GateClient a(it.port());
    GateClient b(it.port());
    a.send({"SET", "k", "v"});
    QVERIFY(eventually([&] { return held != 0; }));
    QVERIFY(it.gate.release(held, Gate::Passage::Lose));
    QVERIFY(b.ask({"GET", "k"}).isNil());
    QVERIFY(!a.has(1) && !a.isClosed());
}

void TestGateFaults::heldReply_belongsToExecutedCommand()
{
    GatedCase it;
    std::int64_t held = 0;
    it.gate.setFaults(onReply("SET", {Kind::Hold}, &held));
    GateClient a(it.port());
    GateClient b(it.port());
    a.send({"SET", "k", "v"});
    QVERIFY(eventually([&] { return held != 0; }));
    QCOMPARE(b.ask({"GET", "k"}), Reply::bulk("v"));
    QVERIFY(!a.has(1));
    QVERIFY(it.gate.release(held));
    QVERIFY(a.reply().isOk());
}

void TestGateFaults::heldReply_doesNotDelayLaterTurns()
{
    GatedCase it;
    std::int64_t held = 0;
    it.gate.setFaults(onReply("SET", {Kind::Hold}, &held));
    GateClient a(it.port());
    a.sendBytes(Batch().add({"SET", "k", "v"}).add({"INCR", "n"}).bytes());
    QVERIFY(eventually([&] { return it.turns.size() == 2; }));
    QVERIFY(!a.has(1));
    QVERIFY(it.gate.release(held));
    QVERIFY(a.reply().isOk());
    QCOMPARE(a.reply(), Reply::number(1));
}

void TestGateFaults::deadClientsHeldReply_isDropped()
{
    GatedCase it;
    std::int64_t held = 0;
    it.gate.setFaults(onReply("SET", {Kind::Hold}, &held));
    GateClient a(it.port());
    a.send({"SET", "k", "v"});
    QVERIFY(eventually([&] { return held != 0; }));
    a.socket().abort();
    QVERIFY(eventually([&] { return it.gate.connections() == 0; }));
    QVERIFY(!it.gate.release(held));
}

void TestGateFaults::delay_isKept()
{
    GatedCase it;
    auto faults = onRequest("SET", {Kind::Delay, Milliseconds(60), Milliseconds(20)});
    faults.onReply = onReply("SET", {Kind::Delay, Milliseconds(50)}).onReply;
    it.gate.setFaults(faults);
    GateClient a(it.port());
    const auto begin = it.clock.now();
    QVERIFY(a.ask({"SET", "k", "v"}).isOk());
    QVERIFY(it.clock.now() - begin >= Milliseconds(90));
    QVERIFY(it.turns.at(0).sent - begin >= Milliseconds(40));
}

void TestGateFaults::lostRequest_losesLaterOnes()
{
    GatedCase it;
    it.gate.setFaults(onRequest("SET", {Kind::Lose}));
    GateClient a(it.port());
    GateClient b(it.port());
    a.send({"SET", "k", "v"});
    a.send({"INCR", "n"});
    QVERIFY(b.ask({"GET", "n"}).isNil());
    a.send({"INCR", "n"});
    QVERIFY(b.ask({"GET", "n"}).isNil());
    QVERIFY(b.ask({"GET", "k"}).isNil());
    QVERIFY(!a.has(1) && !a.isClosed());
}

void TestGateFaults::lostReply_isExecuted()
{
    GatedCase it;
    it.gate.setFaults(onReply("SET", {Kind::Lose}));
    GateClient a(it.port());
    GateClient b(it.port());
    a.sendBytes(Batch().add({"SET", "k", "v"}).add({"INCR", "n"}).bytes());
    QVERIFY(eventually([&] { return it.turns.size() == 2; }));
    QCOMPARE(b.ask({"GET", "n"}), Reply::bulk("1"));
    QVERIFY(!a.has(1) && !a.isClosed());
}

void TestGateFaults::blackHole_losesBothDirections()
{
    GatedCase it;
    it.gate.setFaults(onReply("SET", {Kind::BlackHole}));
    GateClient a(it.port());
    GateClient b(it.port());
    a.send({"SET", "k", "v"});
    QVERIFY(eventually([&] { return it.turns.size() == 1; }));
    a.send({"INCR", "n"});
    QVERIFY(b.ask({"GET", "n"}).isNil());
    QCOMPARE(b.ask({"GET", "k"}), Reply::bulk("v"));
    QVERIFY(!a.has(1) && !a.isClosed());
}

void TestGateFaults::cutReply_arrivesPartlyIfLongerThanAPacket_data()
{
    QTest::addColumn<int>("length");
    QTest::addColumn<bool>("partly");
    QTest::newRow("short") << 10 << false;
    QTest::newRow("long") << 4000 << true;
}

void TestGateFaults::cutReply_arrivesPartlyIfLongerThanAPacket()
{
    QFETCH(const int, length);
    QFETCH(const bool, partly);
    GatedCase it;
    it.gate.setFaults(onReply("GET", {Kind::Cut}));
    GateClient a(it.port());
    QVERIFY(a.ask({"SET", "k", std::string(static_cast<std::size_t>(length), 'v')}).isOk());
    a.send({"GET", "k"});
    QVERIFY(eventually([&] { return a.isClosed(); }));
    QCOMPARE(a.midway(), partly);
    QVERIFY(!a.has(1));
    QCOMPARE(a.socket().error(), QAbstractSocket::RemoteHostClosedError);
}

void TestGateFaults::resetRequest_isNotExecuted()
{
    GatedCase it;
    it.gate.setFaults(onRequest("SET", {Kind::Reset}));
    GateClient a(it.port());
    GateClient b(it.port());
    a.send({"SET", "k", "v"});
    QVERIFY(eventually([&] { return a.isClosed(); }));
    QVERIFY(b.ask({"GET", "k"}).isNil());
    QVERIFY(eventually([&] { return it.gate.connections() == 1; }));
}

void TestGateFaults::resetReply_isExecuted()
{
    GatedCase it;
    it.gate.setFaults(onReply("SET", {Kind::Reset}));
    GateClient a(it.port());
    GateClient b(it.port());
    a.send({"SET", "k", "v"});
    QVERIFY(eventually([&] { return a.isClosed(); }));
    QVERIFY(!a.has(1));
    QCOMPARE(b.ask({"GET", "k"}), Reply::bulk("v"));
}

void TestGateFaults::message_canBeHeld()
{
    GatedCase it;
    GateFaults faults;
    std::int64_t held = 0;
    faults.onMessage = [&](const ArrivalReport &arrival) {
        const bool isMessage = decoded(arrival.message).elements.at(0).text == "message";
        held = isMessage ? arrival.id : 0;
        return GateFault{isMessage ? Kind::Hold : Kind::None};
    };
    it.gate.setFaults(faults);
    GateClient listener(it.port());
    GateClient other(it.port());
    QVERIFY(listener.ask({"SUBSCRIBE", "news"}).isArray());
    QCOMPARE(other.ask({"PUBLISH", "news", "x"}), Reply::number(1));
    QVERIFY(eventually([&] { return held != 0; }));
    QVERIFY(!listener.has(1));
    QVERIFY(it.gate.release(held));
    QVERIFY(listener.reply().isArray());
}

void TestGateFaults::interruptedNetwork_deliversLate_data()
{
    QTest::addColumn<bool>("requests");
    QTest::newRow("requests") << true;
    QTest::newRow("replies") << false;
}

void TestGateFaults::interruptedNetwork_deliversLate()
{
    QFETCH(bool, requests);
    GatedCase it;
    GateClient a(it.port());
    std::int64_t received = 0;
    GateFaults faults;
    faults.onRequest = [&](const GateRequest &request) {
        received = request.id;
        return GateFault();
    };
    it.gate.setFaults(faults);
    it.gate.setFlow(!requests, requests);
    a.sendBytes(Batch().add({"INCR", "n"}).add({"INCR", "n"}).bytes());
    QVERIFY(eventually([&] { return requests ? received != 0 : it.turns.size() == 2; }));
    QCOMPARE(it.server.command({"GET", "n"}).isNil(), requests);
    QVERIFY(!a.has(1));
    it.gate.setFlow(true, true);
    QCOMPARE(a.reply(), Reply::number(1));
    QCOMPARE(a.reply(), Reply::number(2));
}

void TestGateFaults::resetInATurn_doesNotFreeIt()
{
    GatedCase it;
    GateClient a(it.port());
    GateClient b(it.port());
    it.server.pause();
    a.send({"INCR", "n"});
    QVERIFY(eventually([&] { return it.gated.turnstile().current() == 1; }));
    b.send({"INCR", "n"});
    QVERIFY(eventually([&] { return it.gated.turnstile().waiting() == 1; }));
    it.gate.reset();
    QVERIFY(eventually([&] { return a.isClosed() && b.isClosed(); }));
    QCOMPARE(it.gated.turnstile().current(), 1);
    it.server.resume();
    QVERIFY(eventually([&] { return it.gate.connections() == 0; }));
    QCOMPARE(it.turns.size(), std::size_t(2));
    QCOMPARE(it.server.command({"GET", "n"}), Reply::bulk("2"));
}

void TestGateFaults::end_dropsHeldMessages()
{
    GatedCase it;
    std::int64_t held = 0;
    it.gate.setFaults(onRequest("SET", {Kind::Hold}, &held));
    GateClient a(it.port());
    a.send({"SET", "k", "v"});
    QVERIFY(eventually([&] { return held != 0; }));
    bool ended = false;
    QObject::connect(&it.gate, &Gate::ended, &it.gate, [&] { ended = true; });
    it.gate.end();
    QVERIFY(eventually([&] { return ended; }));
    QVERIFY(it.server.command({"GET", "k"}).isNil());
    QVERIFY(eventually([&] { return a.isClosed(); }));
}

void TestGateFaults::leadTo_connectsToAnotherServer()
{
    GatedCase it;
    GatedCase other;
    GateClient a(it.port());
    QVERIFY(a.ask({"SET", "k", "old"}).isOk());
    other.server.command({"SET", "k", "new"});
    it.gate.leadTo(other.gated);
    QVERIFY(eventually([&] { return a.isClosed(); }));
    GateClient again(it.port());
    QCOMPARE(again.ask({"GET", "k"}), Reply::bulk("new"));
    it.gate.leadTo(it.gated); // `other` goes first
    QVERIFY(eventually([&] { return again.isClosed() && it.gate.connections() == 0; }));
}

LOCKSCOPE_TEST(TestGateFaults)
#include "tst_gate_faults.moc"
