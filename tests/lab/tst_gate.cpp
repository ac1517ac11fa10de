// SPDX-License-Identifier: MIT
#include "gate_case.h"
#include "support/compare.h"
#include "support/processes.h"
#include "support/test_program.h"

#include <QTest>

using namespace lockcore;
using namespace lockcore::test;
using namespace Qt::Literals::StringLiterals;

class TestGate final : public QObject
{
    Q_OBJECT

private slots:
    void turns_areTheOrderOfExecution();
    void pipeline_isCutIntoTurns();
    void setUp_takesNoTurn();
    void secrets_areNotReported();
    void refusedCommands_neverReachTheServer();
    void brokenRequest_isAnsweredAndEndsTheConnection();
    void withoutPassword_serverRefuses();
    void transaction_takesOneTurn();
    void discardedTransaction_takesNoTurn();
    void blockedCommand_getsTheTurnThatUnblockedIt();
    void timedOutBlockingCommand_wasUnblockedByNobody();
    void immediateBlockingCommand_hasItsReplyInItsTurn();
    void deadBlockedClient_isForgottenByTheServer();
    void messages_nameTheTurnThatPublished();
    void subscriber_mayPingAndLeave();
    void resp3Pushes_areNotReplies();
    void clientReplyOff_isFollowedByBarriers();
    void deadClient_hasItsWholeRequestsExecuted();
    void killedServer_leavesTheFateUnknownAndFreesTheTurn();
    void largeCommand_passes();
    void redisPy_locksThroughTheGate();
};

namespace {

std::vector<std::int64_t> numbersOf(const std::vector<TurnReport> &turns)
{
    std::vector<std::int64_t> numbers;
    for (const auto &turn : turns)
        numbers.push_back(turn.number);
    return numbers;
}

const Command counting = {"EVAL", "return redis.call('INCR', KEYS[1])", "1", "counter"};

} // namespace

void TestGate::turns_areTheOrderOfExecution()
{
    GatedCase it;
    constexpr int perClient = 20;
    std::vector<std::unique_ptr<GateClient>> clients;
    for (int i = 0; i < 40; ++i)
        clients.push_back(std::make_unique<GateClient>(it.port()));
    for (int i = 0; i < perClient; ++i) {
        for (auto &client : clients)
            client->send(counting);
    }
    QVERIFY(eventually([&] { return it.turns.size() == clients.size() * perClient; }));
    for (std::size_t i = 0; i < it.turns.size(); ++i) {
        const auto &turn = it.turns[i];
        QCOMPARE(turn.number, std::int64_t(i + 1));
        QCOMPARE(decoded(turn.reply), Reply::number(std::int64_t(i + 1)));
        QVERIFY(turn.recorded && turn.sent <= turn.answered);
        QCOMPARE(turn.changes.size(), std::size_t(1));
        QCOMPARE(turn.changes[0].after->value.text, std::to_string(i + 1));
    }
    for (auto &client : clients) {
        for (std::int64_t before = 0, i = 0; i < perClient; ++i) {
            const auto reply = client->reply();
            QVERIFY(reply.integer > std::exchange(before, reply.integer));
        }
    }
}

void TestGate::pipeline_isCutIntoTurns()
{
    GatedCase it;
    GateClient a(it.port());
    GateClient b(it.port());
    a.sendBytes(Batch().add({"INCR", "n"}).add({"INCR", "n"}).add({"INCR", "n"}).bytes());
    b.send({"GET", "other"});
    QVERIFY(eventually([&] { return a.has(3) && b.has(1); }));
    QCOMPARE(numbersOf(it.turns), (std::vector<std::int64_t>{1, 2, 3, 4}));
    int pipelined = 0;
    for (const auto &turn : it.turns)
        pipelined += turn.request.pipelined ? 1 : 0;
    QCOMPARE(pipelined, 2);
    QCOMPARE(it.turns[0].request.gate, 7);
    QCOMPARE(it.turns[0].request.ordinal, 1);
}

void TestGate::setUp_takesNoTurn()
{
    GatedCase it;
    std::vector<GateRequest> seen;
    it.gate.setFaults({[&](const GateRequest &request) {
                           seen.push_back(request);
                           return GateFault();
                       },
                       {},
                       {}});
    GateClient client(it.port());
    QVERIFY(client.ask({"CLIENT", "SETNAME", "x"}).isOk());
    QVERIFY(client.ask({"select", "1"}).isOk());
    QCOMPARE(client.ask({"PING"}), Reply::status("PONG"));
    QVERIFY(client.ask({"INFO", "server"}).isString());
    QVERIFY(client.ask({"SET", "k", "v"}).isOk());
    QCOMPARE(it.turns.size(), std::size_t(1));
    QCOMPARE(it.turns[0].changes.at(0).id.db, 1);
    QCOMPARE(it.turns[0].changes.at(0).after->value.text, std::string("v"));
    QCOMPARE(seen.size(), std::size_t(6));
    for (std::size_t i = 0; i < seen.size(); ++i) {
        QCOMPARE(seen[i].setUp, i < 5);
        QCOMPARE(seen[i].ordinal, i < 5 ? 0 : 1);
    }
}

void TestGate::secrets_areNotReported()
{
    GatedCase it;
    std::vector<Words> seen;
    it.gate.setFaults({[&](const GateRequest &request) {
                           seen.push_back(request.words);
                           return GateFault();
                       },
                       {},
                       {}});
    GateClient client(it.port());
    client.ask({"HELLO", "2", "AUTH", "default", "secret"});
    client.ask({"CONFIG", "GET", "requirepass"});
    client.ask({"SET", "k", "my secret is out"});
    QCOMPARE(seen, (std::vector<Words>{{"AUTH"}, {"HELLO"}, {"CONFIG"}, {"SET", "k", "(password)"}}));
}

void TestGate::refusedCommands_neverReachTheServer()
{
    GatedCase it;
    GateClient client(it.port());
    for (const auto &command : std::vector<Command>{{"MONITOR"},
                                                    {"PSYNC", "?", "-1"},
                                                    {"shutdown", "nosave"},
                                                    {"DEBUG", "SLEEP", "0"},
                                                    {"CONFIG", "SET", "notify-keyspace-events", ""}}) {
        const auto reply = client.ask(command);
        QVERIFY2(reply.isError() && reply.text.find("gate refuses") != std::string::npos, command[0].c_str());
    }
    QCOMPARE(it.misuses.size(), std::size_t(5));
    QCOMPARE(it.misuses[0].detail, std::string("MONITOR"));
    QCOMPARE(client.ask({"PING"}), Reply::status("PONG"));
}

void TestGate::brokenRequest_isAnsweredAndEndsTheConnection()
{
    GatedCase it;
    GateClient client(it.port());
    client.sendBytes(Batch().add({"SET", "k", "v"}).bytes() + "*1\r\n:1\r\n");
    QVERIFY(client.reply().isOk());
    const auto reply = client.reply();
    QVERIFY(reply.isError() && reply.text.starts_with("ERR Protocol error"));
    QVERIFY(eventually([&] { return client.isClosed(); }));
    QCOMPARE(it.misuses.size(), std::size_t(1));
    QVERIFY(eventually([&] { return it.gate.connections() == 0; }));
}

void TestGate::withoutPassword_serverRefuses()
{
    GatedCase it;
    GateClient client(it.port(), "");
    QVERIFY(client.ask({"GET", "k"}).text.starts_with("NOAUTH"));
}

void TestGate::transaction_takesOneTurn()
{
    GatedCase it;
    GateClient a(it.port());
    GateClient b(it.port());
    QVERIFY(a.ask({"MULTI"}).isOk());
    QCOMPARE(a.ask({"SET", "k", "1"}), Reply::status("QUEUED"));
    QVERIFY(b.ask({"SET", "k", "2"}).isOk());
    QCOMPARE(a.ask({"PEXPIRE", "k", "60000"}), Reply::status("QUEUED"));
    QCOMPARE(a.ask({"EXEC"}), Reply::array({Reply::status("OK"), Reply::number(1)}));
    QCOMPARE(it.turns.size(), std::size_t(2));
    const auto &exec = it.turns[1];
    QCOMPARE(exec.commands, (std::vector<Words>{{"SET", "k", "1"}, {"PEXPIRE", "k", "60000"}}));
    QCOMPARE(exec.changes.size(), std::size_t(1));
    QCOMPARE(exec.changes[0].events, (std::vector<std::string>{"set", "expire"}));
    QCOMPARE(exec.changes[0].before->value.text, std::string("2"));
    QCOMPARE(exec.changes[0].after->value.text, std::string("1"));
    QVERIFY(exec.changes[0].after->deadline.has_value());
    QVERIFY(a.ask({"GET", "k"}).isString()); // takes a turn again
    QCOMPARE(it.turns.size(), std::size_t(3));
}

void TestGate::discardedTransaction_takesNoTurn()
{
    GatedCase it;
    GateClient client(it.port());
    client.sendBytes(Batch().add({"MULTI"}).add({"SET", "k", "1"}).add({"DISCARD"}).add({"SET", "k", "2"}).bytes());
    QVERIFY(eventually([&] { return client.has(4); }));
    QCOMPARE(it.turns.size(), std::size_t(1));
    QCOMPARE(it.turns[0].commands, (std::vector<Words>{{"SET", "k", "2"}}));
}

void TestGate::blockedCommand_getsTheTurnThatUnblockedIt()
{
    GatedCase it;
    GateClient waiter(it.port());
    GateClient other(it.port());
    waiter.send({"BLPOP", "list", "0"});
    QVERIFY(eventually([&] { return it.turns.size() == 1; }));
    QCOMPARE(it.turns[0].fate, Fate::Silent);
    QVERIFY(other.ask({"SET", "unrelated", "1"}).isOk());
    QCOMPARE(other.ask({"RPUSH", "list", "x"}), Reply::number(1));
    QVERIFY(other.ask({"SET", "unrelated", "2"}).isOk());
    QCOMPARE(waiter.reply(), Reply::array({Reply::bulk("list"), Reply::bulk("x")}));
    QCOMPARE(it.arrivals.size(), std::size_t(1));
    QCOMPARE(it.arrivals[0].turn, 3);
    QCOMPARE(it.arrivals[0].answers, 1);
    QCOMPARE(it.turns[2].commands, (std::vector<Words>{{"RPUSH", "list", "x"}}));
    QCOMPARE(waiter.ask({"LLEN", "list"}), Reply::number(0)); // the connection goes on
}

void TestGate::timedOutBlockingCommand_wasUnblockedByNobody()
{
    GatedCase it;
    GateClient waiter(it.port());
    QVERIFY(waiter.ask({"BLPOP", "list", "0.05"}).isNil());
    QCOMPARE(it.arrivals.size(), std::size_t(1));
    QCOMPARE(it.arrivals[0].turn, 0);
    QCOMPARE(it.arrivals[0].answers, 1);
}

void TestGate::immediateBlockingCommand_hasItsReplyInItsTurn()
{
    GatedCase it;
    GateClient client(it.port());
    for (int i = 0; i < 50; ++i) {
        client.ask({"RPUSH", "list", "x"});
        QVERIFY(client.ask({"BLPOP", "list", "0"}).isArray());
        QCOMPARE(it.turns.back().fate, Fate::Replied);
    }
    QVERIFY(it.arrivals.empty());
}

void TestGate::deadBlockedClient_isForgottenByTheServer()
{
    GatedCase it;
    auto waiter = std::make_unique<GateClient>(it.port());
    GateClient other(it.port());
    waiter->send({"BLPOP", "list", "0"});
    QVERIFY(eventually([&] { return it.turns.size() == 1; }));
    waiter->socket().abort();
    QVERIFY(eventually([&] { return it.gate.connections() == 1; }));
    QCOMPARE(other.ask({"RPUSH", "list", "x"}), Reply::number(1));
    QCOMPARE(other.ask({"LLEN", "list"}), Reply::number(1));
}

void TestGate::messages_nameTheTurnThatPublished()
{
    GatedCase it;
    GateClient listener(it.port());
    GateClient other(it.port());
    QCOMPARE(listener.ask({"SUBSCRIBE", "news"}), Reply::array({Reply::bulk("subscribe"), Reply::bulk("news"), Reply::number(1)}));
    QCOMPARE(it.turns.at(0).fate, Fate::Silent);
    for (int i = 0; i < 30; ++i) {
        it.arrivals.clear();
        QVERIFY(other.ask({"SET", "k", "v"}).isOk());
        QCOMPARE(other.ask({"PUBLISH", "news", "text"}), Reply::number(1));
        const auto published = it.turns.back().number;
        QCOMPARE(listener.reply(), Reply::array({Reply::bulk("message"), Reply::bulk("news"), Reply::bulk("text")}));
        QCOMPARE(it.arrivals.size(), std::size_t(1));
        QCOMPARE(it.arrivals[0].turn, published);
        QCOMPARE(it.arrivals[0].answers, 0);
    }
}

void TestGate::subscriber_mayPingAndLeave()
{
    GatedCase it;
    GateClient client(it.port());
    client.sendBytes(Batch().add({"SUBSCRIBE", "a", "b"}).add({"PING"}).add({"UNSUBSCRIBE"}).add({"PING"}).add({"GET", "k"}).bytes());
    std::vector<Reply> replies;
    for (int i = 0; i < 7; ++i)
        replies.push_back(client.reply());
    QCOMPARE(replies[2], Reply::array({Reply::bulk("pong"), Reply::bulk("")}));
    QCOMPARE(replies[4].elements.at(2).integer, 0);
    QCOMPARE(replies[5], Reply::status("PONG"));
    QVERIFY(replies[6].isNil());
}

void TestGate::resp3Pushes_areNotReplies()
{
    GatedCase it;
    GateClient client(it.port());
    GateClient other(it.port());
    QVERIFY(client.ask({"HELLO", "3"}).isArray());
    QVERIFY(client.ask({"CLIENT", "TRACKING", "ON"}).isOk());
    client.send({"GET", "k"});
    QCOMPARE(client.frame().type, '_');
    client.send({"SUBSCRIBE", "news"});
    QCOMPARE(client.frame().type, '>');
    QVERIFY(other.ask({"SET", "k", "v"}).isOk());
    const auto push = client.frame();
    QVERIFY(push.isPush());
    QCOMPARE(decoded(push.bytes).elements.at(0).text, std::string("invalidate"));
    QCOMPARE(it.arrivals.back().turn, it.turns.back().number);
    QCOMPARE(client.ask({"GET", "k"}), Reply::bulk("v")); // an ordinary command in spite of the subscription
    QCOMPARE(client.ask({"PUBLISH", "news", "x"}).isNil(), false);
    QVERIFY(eventually([&] { return client.has(1); }));
}

void TestGate::clientReplyOff_isFollowedByBarriers()
{
    GatedCase it;
    GateClient client(it.port());
    client.sendBytes(Batch()
                         .add({"CLIENT", "REPLY", "OFF"})
                         .add({"SET", "k", "1"})
                         .add({"CLIENT", "REPLY", "ON"})
                         .add({"CLIENT", "REPLY", "SKIP"})
                         .add({"SET", "k", "2"})
                         .add({"GET", "k"})
                         .bytes());
    QVERIFY(client.reply().isOk());
    QCOMPARE(client.reply(), Reply::bulk("2"));
    QCOMPARE(it.turns.size(), std::size_t(3));
    QCOMPARE(it.turns[0].fate, Fate::Silent);
    QCOMPARE(it.turns[0].changes.at(0).after->value.text, std::string("1"));
    QCOMPARE(it.turns[1].fate, Fate::Silent);
    QCOMPARE(it.turns[2].fate, Fate::Replied);
}

void TestGate::deadClient_hasItsWholeRequestsExecuted()
{
    GatedCase it;
    auto client = std::make_unique<GateClient>(it.port());
    Batch batch;
    for (int i = 0; i < 100; ++i)
        batch.add({"INCR", "n"});
    client->sendBytes(batch.bytes() + "*2\r\n$4\r\nINCR\r\n$1\r\n"); // the last one is not whole
    client->socket().flush();
    client->socket().close();
    QVERIFY(eventually([&] { return it.gate.connections() == 0; }));
    QCOMPARE(it.turns.size(), std::size_t(100));
    QCOMPARE(it.server.command({"GET", "n"}), Reply::bulk("100"));
    QVERIFY(it.isIdle());
}

void TestGate::killedServer_leavesTheFateUnknownAndFreesTheTurn()
{
    GatedCase it;
    GateClient a(it.port());
    GateClient b(it.port());
    it.server.pause();
    a.send({"INCR", "n"});
    b.send({"INCR", "n"});
    QVERIFY(eventually([&] { return it.gated.turnstile().waiting() == 1; }));
    it.server.resume();
    it.server.pause(); // it is unknown whether the server has executed anything
    it.server.kill();
    QVERIFY(eventually([&] { return a.isClosed() && b.isClosed(); }));
    QVERIFY(eventually([&] { return it.isIdle() && it.gate.connections() == 0; }));
    for (const auto &turn : it.turns)
        QVERIFY(turn.fate == Fate::Unknown || turn.fate == Fate::Replied);
    it.server.start();
    Arriving<Result<void>> opened(it.loop, it.gated.open());
    QVERIFY(opened.get().ok());
    GateClient again(it.port());
    QCOMPARE(again.ask({"INCR", "n"}), Reply::number(1));
    QVERIFY(it.turns.back().recorded);
}

void TestGate::largeCommand_passes()
{
    GatedCase it;
    GateClient client(it.port());
    const std::string large(5 * 1024 * 1024, 'x');
    QVERIFY(client.ask({"SET", "k", large}).isOk());
    QCOMPARE(it.turns[0].changes.at(0).after->value.length, std::int64_t(large.size()));
    QVERIFY(client.ask({"GET", "k"}).text == large);
}

void TestGate::redisPy_locksThroughTheGate()
{
    QProcess probe;
    probe.start(u"/usr/bin/python3"_s, {u"-c"_s, u"import redis"_s});
    if (!probe.waitForFinished() || probe.exitCode() != 0)
        QSKIP("python3-redis is not installed");
    GatedCase it;
    const auto program = u"import redis, sys\n"
                         "r = redis.Redis(port=int(sys.argv[1]), password='secret', socket_timeout=10)\n"
                         "for i in range(20):\n"
                         "    lock = r.lock('stock', timeout=5)\n"
                         "    assert lock.acquire(blocking=False)\n"
                         "    assert not r.lock('stock', timeout=5).acquire(blocking=False)\n"
                         "    lock.extend(1)\n"
                         "    lock.release()\n"
                         "p = r.pubsub(); p.subscribe('news'); p.get_message(timeout=5)\n"
                         "r.publish('news', 'x'); assert p.get_message(timeout=5)['data'] == b'x'\n"
                         "with r.pipeline() as t:\n"
                         "    t.set('a', 1); t.incr('a'); assert t.execute() == [True, 2]\n"
                         "print('fine')\n"_s;
    QProcess python;
    python.start(u"/usr/bin/python3"_s, {u"-c"_s, program, QString::number(it.port())});
    QVERIFY(eventually([&] { return python.state() == QProcess::NotRunning; }));
    QCOMPARE(python.readAllStandardError(), QByteArray());
    QCOMPARE(python.readAllStandardOutput().trimmed(), QByteArray("fine"));
    QVERIFY(it.misuses.empty());
    int removed = 0;
    for (const auto &turn : it.turns) {
        for (const auto &change : turn.changes)
            removed += change.id.key == "stock" && !change.after->value.exists() ? 1 : 0;
    }
    QCOMPARE(removed, 20);
}

LOCKSCOPE_TEST(TestGate)
#include "tst_gate.moc"
