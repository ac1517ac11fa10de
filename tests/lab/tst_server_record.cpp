// SPDX-License-Identifier: MIT
#include "lockcore/lab/record/server_record.h"
#include "lockcore/redis/event_loop.h"
#include "support/awaiting.h"
#include "support/compare.h"
#include "support/redis_server.h"
#include "support/test_program.h"

#include <QTest>

using namespace lockcore;
using namespace lockcore::test;

class TestServerRecord final : public QObject
{
    Q_OBJECT

private slots:
    void change_hasEventsAndLooks();
    void delAndExpired_areDistinguished();
    void types_areFound_data();
    void types_areFound();
    void expiryBetweenTurns_isEmitted();
    void unchangedKeys_areNotRead();
    void looksOff_keepsEvents();
    void eventsOff_isABarrierOnly();
    void otherDatabases_areReadThere();
    void flush_removesKnownKeys();
    void flush_leavesOtherDatabases();
    void manyKeys_areBounded();
    void lostServer_isAnError();
};

namespace {

struct RecordCase
{
    explicit RecordCase(ServerRecord::Options options = {})
        : server(QStringList{QStringLiteral("notify-keyspace-events EA")})
        , record(server.endpoint(), options, poller)
    {
        Arriving<Result<void>> opened(loop, record.open());
        if (const auto result = opened.get(); !result)
            qFatal("%s", result.error().text.c_str());
    }

    std::vector<KeyChange> turn(const std::vector<Command> &commands)
    {
        record.beginTurn();
        for (const auto &command : commands)
            server.command(command);
        return endTurn().value();
    }

    Result<std::vector<KeyChange>> endTurn() { return Arriving<Result<std::vector<KeyChange>>>(loop, record.endTurn()).get(); }

    RedisServer server;
    EventLoop loop;
    Poller poller;
    ServerRecord record;
};

using Events = std::vector<std::string>;

} // namespace

void TestServerRecord::change_hasEventsAndLooks()
{
    RecordCase it;
    auto changes = it.turn({{"SET", "lock", "token", "PX", "60000"}});
    QCOMPARE(changes.size(), std::size_t(1));
    auto change = changes.front();
    QCOMPARE(change.events, (Events{"set", "expire"}));
    QVERIFY(!change.before);
    QCOMPARE(change.after->value.text, std::string("token"));
    QVERIFY(change.after->deadline && *change.after->deadline > change.after->at);

    changes = it.turn({{"PEXPIRE", "lock", "90000"}, {"SET", "other", "x"}, {"PERSIST", "lock"}});
    QCOMPARE(changes.size(), std::size_t(2));
    change = changes.front();
    QCOMPARE(change.events, (Events{"expire", "persist"}));
    QVERIFY(change.before->deadline.has_value());
    QVERIFY(!change.after->deadline.has_value());
    QCOMPARE(changes.back().id.key, std::string("other"));
}

void TestServerRecord::delAndExpired_areDistinguished()
{
    RecordCase it;
    it.turn({{"SET", "a", "x"}, {"SET", "b", "x"}});
    auto changes = it.turn({{"DEL", "a"}, {"PEXPIRE", "b", "0"}});
    QCOMPARE(changes.at(0).events, Events{"del"});
    QVERIFY(changes.at(0).before && changes.at(0).after && !changes.at(0).after->value.exists());
    QCOMPARE(changes.at(1).events.back(), std::string("del"));
    it.turn({{"SET", "c", "x", "PX", "1"}});
    QVERIFY(eventually([&] { return it.server.command({"PTTL", "c"}) == Reply::number(-2); }));
    it.turn({});
    changes = it.turn({{"SET", "c", "y"}, {"DEL", "c"}, {"SET", "c", "z"}});
    QCOMPARE(changes.front().events, (Events{"set", "del", "set"}));
    QVERIFY(!changes.front().before);
    QCOMPARE(changes.front().after->value.text, std::string("z"));
}

void TestServerRecord::types_areFound_data()
{
    QTest::addColumn<QByteArray>("command");
    QTest::addColumn<QByteArray>("type");
    QTest::addColumn<QByteArray>("element");
    const auto row = [](const char *name, const char *command, const char *type, const char *element) {
        QTest::newRow(name) << QByteArray(command) << QByteArray(type) << QByteArray(element);
    };
    row("hash", "HSET k uuid:1 1", "hash", "uuid:1");
    row("hash counter", "HINCRBY k uuid:1 1", "hash", "uuid:1");
    row("sorted set", "ZADD k 5 member", "zset", "member");
    row("list", "RPUSH k x", "list", "x");
    row("set", "SADD k x", "set", "x");
    row("renamed", "RENAME hash k", "hash", "f");
    row("stream", "XADD k * f v", "other", "");
}

void TestServerRecord::types_areFound()
{
    QFETCH(QByteArray, command);
    QFETCH(QByteArray, type);
    QFETCH(QByteArray, element);
    RecordCase it;
    it.turn({{"HSET", "hash", "f", "v"}});
    Command words;
    for (const auto &word : command.split(' '))
        words.push_back(word.toStdString());
    const auto changes = it.turn({words});
    const auto change = std::find_if(changes.begin(), changes.end(), [](const KeyChange &c) { return c.id.key == "k"; });
    QVERIFY(change != changes.end() && change->after);
    QCOMPARE(std::string(toString(change->after->value.type)), type.toStdString());
    if (!element.isEmpty())
        QCOMPARE(change->after->value.elements.at(0).first, element.toStdString());
}

void TestServerRecord::expiryBetweenTurns_isEmitted()
{
    RecordCase it;
    std::vector<KeyChange> alone;
    QObject::connect(&it.record, &ServerRecord::changed, &it.record, [&](const KeyChange &change) { alone.push_back(change); });
    it.turn({{"SET", "lock", "token", "PX", "500"}}); // longer than the turn, also on a busy machine
    QVERIFY(eventually([&] { return !alone.empty(); }));
    QCOMPARE(alone.at(0).events, Events{"expired"});
    QCOMPARE(alone.at(0).before->value.text, std::string("token"));
    QVERIFY(!alone.at(0).after->value.exists());
}

void TestServerRecord::unchangedKeys_areNotRead()
{
    RecordCase it;
    it.turn({{"SET", "k", "x"}});
    it.server.command({"CONFIG", "RESETSTAT"});
    QVERIFY(it.turn({{"GET", "k"}, {"DEL", "missing"}}).empty());
    QVERIFY(it.server.command({"INFO", "commandstats"}).text.find("cmdstat_type") == std::string::npos);
}

void TestServerRecord::looksOff_keepsEvents()
{
    ServerRecord::Options options;
    options.looks = false;
    RecordCase it(options);
    const auto changes = it.turn({{"SET", "k", "x"}, {"SET", "l", "x"}, {"DEL", "l"}});
    QCOMPARE(changes.size(), std::size_t(2));
    QVERIFY(!changes.at(0).after);
    QVERIFY(changes.at(1).after && !changes.at(1).after->value.exists());
}

void TestServerRecord::eventsOff_isABarrierOnly()
{
    ServerRecord::Options options;
    options.events = false;
    RecordCase it(options);
    QVERIFY(it.turn({{"SET", "k", "x"}}).empty());
    Arriving<Result<void>> barrier(it.loop, it.record.barrier(2));
    QVERIFY(barrier.get().ok());
}

void TestServerRecord::otherDatabases_areReadThere()
{
    RecordCase it;
    it.turn({{"SET", "k", "zero"}});
    it.server.command({"SELECT", "3"});
    const auto changes = it.turn({{"SET", "k", "three"}});
    QCOMPARE(changes.front().id.db, 3);
    QVERIFY(!changes.front().before);
    QCOMPARE(changes.front().after->value.text, std::string("three"));
}

void TestServerRecord::flush_removesKnownKeys()
{
    RecordCase it;
    it.turn({{"SET", "a", "x"}, {"SET", "b", "x"}, {"DEL", "b"}});
    it.record.beginTurn();
    it.server.command({"FLUSHDB"});
    it.record.flushed();
    const auto changes = it.endTurn();
    QCOMPARE(changes->size(), std::size_t(1));
    QCOMPARE(changes->at(0).events, Events{"flushed"});
    QVERIFY(!changes->at(0).after->value.exists());
}

void TestServerRecord::flush_leavesOtherDatabases()
{
    RecordCase it;
    it.turn({{"SET", "k", "zero"}, {"EXPIRE", "k", "100"}});
    it.server.command({"SELECT", "3"});
    it.turn({{"SET", "k", "three"}});
    it.record.beginTurn();
    it.server.command({"FLUSHDB"});
    it.record.flushed();
    const auto changes = it.endTurn();
    QCOMPARE(changes->size(), std::size_t(1));
    QCOMPARE(changes->at(0).id.db, 3);
    it.server.command({"SELECT", "0"});
    const auto later = it.turn({{"SET", "k", "again"}});
    QVERIFY(later.front().before.has_value());
    QCOMPARE(later.front().before->value.text, std::string("zero"));
}

void TestServerRecord::manyKeys_areBounded()
{
    RecordCase it;
    Command words = {"MSET"};
    for (int i = 0; i < 200; ++i) {
        words.push_back("k" + std::to_string(i));
        words.emplace_back("v");
    }
    const auto changes = it.turn({words});
    QCOMPARE(changes.size(), std::size_t(200));
    const auto looked = std::count_if(changes.begin(), changes.end(), [](const KeyChange &change) { return change.after.has_value(); });
    QCOMPARE(std::size_t(looked), ServerRecord::mostLooks);
}

void TestServerRecord::lostServer_isAnError()
{
    RecordCase it;
    bool lost = false;
    QObject::connect(&it.record, &ServerRecord::lost, &it.record, [&] { lost = true; });
    it.record.beginTurn();
    Arriving<Result<std::vector<KeyChange>>> ended(it.loop, it.record.endTurn());
    it.server.kill();
    QVERIFY(eventually([&] { return lost; }));
    QVERIFY(eventually([&] { return ended.here(); }));
    QVERIFY(!it.record.isOpen());
    QVERIFY(!it.endTurn().ok());
    it.server.start();
    Arriving<Result<void>> opened(it.loop, it.record.open());
    QVERIFY(opened.get().ok());
    QCOMPARE(it.turn({{"SET", "k", "x"}}).size(), std::size_t(1));
}

LOCKSCOPE_TEST(TestServerRecord)
#include "tst_server_record.moc"
