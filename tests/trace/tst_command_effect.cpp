// SPDX-License-Identifier: MIT
// Random commands on a real server: what it holds afterwards, and whether it announced the key, is what was computed from the command.
#include "support/redis_server.h"
#include "support/test_program.h"

#include "lockcore/monitor/reading/look_request.h"
#include "lockcore/monitor/trace/command_effect.h"

#include <QTest>

#include <random>

using namespace lockcore;
using namespace lockcore::test;

class CommandEffectTest : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase()
    {
        m_subscriber = std::make_unique<RedisClient>(m_server.endpoint());
        m_tracker = std::make_unique<RedisClient>(m_server.endpoint());
        const auto id = std::to_string(m_subscriber->command({"CLIENT", "ID"}).integer);
        m_subscriber->command({"SUBSCRIBE", "__redis__:invalidate"});
        QVERIFY(m_tracker->command({"CLIENT", "TRACKING", "ON", "REDIRECT", id}).isOk());
    }

    void command_hasTheComputedEffect_data()
    {
        QTest::addColumn<QByteArrayList>("before");
        QTest::addColumn<QByteArray>("command");
        const QByteArrayList none, text{"SET k v"}, leased{"SET k v PX 50000"}, number{"SET k 9223372036854775807"},
            hash{"HSET k a 1 b x", "PEXPIRE k 50000"}, zset{"ZADD k 1 a 2 b 2 c 3.5 d"}, list{"RPUSH k a b a c a"}, set{"SADD k a b"},
            large{"SETRANGE k 600 x"};
        const auto add = [](const char *name, const QByteArrayList &before, const char *command) {
            QTest::newRow(qPrintable(QString::fromLatin1("%1: %2").arg(QString::fromLatin1(name), QString::fromLatin1(command))))
                << before << QByteArray(command);
        };
        for (const char *command : {"SET k w",
                                    "SET k w NX",
                                    "SET k w XX",
                                    "SET k w PX 700",
                                    "SET k w EX 7 NX",
                                    "SET k w KEEPTTL",
                                    "SET k w XX KEEPTTL GET",
                                    "SET k w PX 0",
                                    "SET k w PX abc",
                                    "SET k w NX XX",
                                    "SET k w PXAT 4102444800000",
                                    "SETNX k w",
                                    "SETEX k 5 w",
                                    "PSETEX k 500 w",
                                    "PSETEX k 0 w",
                                    "GETSET k w",
                                    "GETDEL k",
                                    "GETEX k PERSIST",
                                    "GETEX k PX 900",
                                    "GETEX k",
                                    "APPEND k w",
                                    "INCR k",
                                    "DECR k",
                                    "INCRBY k 5",
                                    "DECRBY k -9223372036854775808",
                                    "INCRBY k x",
                                    "DEL k",
                                    "DEL j k k",
                                    "UNLINK k",
                                    "EXPIRE k 9",
                                    "EXPIRE k 0",
                                    "PEXPIRE k -1",
                                    "PEXPIRE k 9000 NX",
                                    "PEXPIRE k 9000 XX",
                                    "PEXPIRE k 9000 GT",
                                    "PEXPIRE k 900000 GT",
                                    "PEXPIRE k 9000 LT",
                                    "PEXPIRE k 900000 LT",
                                    "PEXPIREAT k 1",
                                    "EXPIREAT k 4102444800",
                                    "PERSIST k",
                                    "HSET k a 2 c 3",
                                    "HSET k a 1",
                                    "HMSET k a 2",
                                    "HSETNX k a 2",
                                    "HSETNX k z 2",
                                    "HINCRBY k a 3",
                                    "HINCRBY k b 3",
                                    "HINCRBY k n -1",
                                    "HDEL k a",
                                    "HDEL k a b",
                                    "HDEL k z",
                                    "SADD k a",
                                    "SADD k z a",
                                    "SREM k a b",
                                    "SREM k z",
                                    "ZADD k 5 a",
                                    "ZADD k 1 a",
                                    "ZADD k NX 9 a 9 z",
                                    "ZADD k XX 9 a 9 z",
                                    "ZADD k GT 0 a 7 z",
                                    "ZADD k LT CH 0.25 a",
                                    "ZADD k INCR 1.5 a",
                                    "ZADD k NX GT 1 a",
                                    "ZADD k x a",
                                    "ZINCRBY k -7 d",
                                    "ZREM k a z",
                                    "ZREM k a b c d",
                                    "ZREMRANGEBYSCORE k -inf (2",
                                    "ZREMRANGEBYSCORE k 2 +inf",
                                    "ZREMRANGEBYRANK k 0 0",
                                    "ZREMRANGEBYRANK k -2 -1",
                                    "ZREMRANGEBYRANK k 9 10",
                                    "ZPOPMIN k",
                                    "ZPOPMAX k 2",
                                    "LPUSH k y z",
                                    "RPUSH k y",
                                    "LPUSHX k y",
                                    "LPOP k",
                                    "RPOP k 2",
                                    "LREM k 0 a",
                                    "LREM k -2 a",
                                    "LREM k 1 z",
                                    "LTRIM k 1 2",
                                    "LTRIM k 0 -1",
                                    "LTRIM k 9 10",
                                    "MSET j 1 k 2",
                                    "MSETNX j 1 k 2",
                                    "GET k",
                                    "TTL k",
                                    "RENAME k j",
                                    "RENAME j k",
                                    "RENAME k k",
                                    "COPY j k",
                                    "MOVE k 1",
                                    "SETRANGE k 1 z",
                                    "INCRBYFLOAT k 1",
                                    "SORT j STORE k",
                                    "HELLO k",
                                    "PUBLISH k x",
                                    "EVAL return 0 k",
                                    "SET j k",
                                    "FLUSHDB"}) {
            add("none", none, command);
            add("string", text, command);
            add("leased", leased, command);
            add("number", number, command);
            add("hash", hash, command);
            add("zset", zset, command);
            add("list", list, command);
            add("set", set, command);
            add("large", large, command);
        }
    }

    void command_hasTheComputedEffect()
    {
        QFETCH(QByteArrayList, before);
        QFETCH(QByteArray, command);
        m_server.command({"FLUSHALL"});
        m_server.command({"SET", "j", "other"});
        for (const auto &line : before)
            QVERIFY(!m_server.command(wordsOf(line)).isError());
        QVERIFY(isComputed(wordsOf(command), true));
    }

    void randomCommands_haveTheComputedEffects()
    {
        std::mt19937 random(43);
        const auto any = [&](std::initializer_list<const char *> words) { return std::string(words.begin()[random() % words.size()]); };
        m_server.command({"FLUSHALL"});
        for (int i = 0; i < 6000; ++i) {
            Command command;
            const auto name = any({"SET",     "SET",     "SETNX", "DEL",       "PEXPIRE", "PERSIST",          "HSET",
                                   "HINCRBY", "HDEL",    "ZADD",  "ZREM",      "ZINCRBY", "ZREMRANGEBYSCORE", "LPUSH",
                                   "RPOP",    "LREM",    "SADD",  "SREM",      "INCRBY",  "GETDEL",           "GETEX",
                                   "APPEND",  "ZPOPMIN", "LTRIM", "PEXPIREAT", "MSET"});
            command = {name, "k"};
            for (auto left = random() % 5; left > 0; --left)
                command.push_back(any({"a",       "b",   "1",  "-1",   "2.5", "100000", "NX", "XX", "GT", "LT", "PX",  "EX",
                                       "KEEPTTL", "GET", "(1", "+inf", "k",   "",       "0",  "+1", " 1", "CH", "INCR"}));
            QVERIFY2(isComputed(command, false), qPrintable(QString::number(i)));
        }
        QVERIFY2(m_exact > m_computed * 95 / 100, qPrintable(QString::number(m_exact)));
    }

    void deadlinePassed_onlyAfterItsMillisecond()
    {
        KeyState state;
        state.value.type = ValueType::String;
        const ServerTime at{Milliseconds(1000)};
        state.deadline = TimeRange::at(at);
        QVERIFY(passed(state, TimeRange::at(at + Microseconds(999))) == Passed::No);
        QVERIFY(passed(state, TimeRange::at(at + Milliseconds(1))) == Passed::Yes);
        QVERIFY(passed(state, {at, at + Milliseconds(1)}) == Passed::Perhaps);
        QVERIFY(passed(KeyState::unknown(), TimeRange::at(at)) == Passed::Perhaps);
    }

private:
    static Command wordsOf(const QByteArray &line)
    {
        Command command;
        for (const auto &word : line.split(' '))
            command.push_back(word.toStdString());
        if (command[0] == "EVAL")
            command = {"EVAL", "return 0", "1", "k"};
        return command;
    }

    ServerTime now()
    {
        const auto time = m_server.command({"TIME"});
        return ServerTime(std::chrono::seconds(std::stoll(time.elements[0].text)) + Microseconds(std::stoll(time.elements[1].text)));
    }

    // Reads the key as a look does, which also lets the server announce its next change.
    KeySnapshot look()
    {
        LookRequest request;
        request.id.key = "k";
        const auto type = m_tracker->command({"TYPE", "k"});
        request.type = valueTypeFrom(type.text).value_or(ValueType::None);
        request.asksLength = true;
        std::vector<Reply> replies;
        replies.push_back(m_tracker->command({"PEXPIRETIME", "k"}));
        switch (request.type) {
        case ValueType::String:
            replies.push_back(m_tracker->command({"GETRANGE", "k", "0", "512"}));
            replies.push_back(m_tracker->command({"STRLEN", "k"}));
            break;
        case ValueType::Hash:
            replies.push_back(m_tracker->command({"HSCAN", "k", "0", "COUNT", "1001"}));
            replies.push_back(m_tracker->command({"HLEN", "k"}));
            break;
        case ValueType::Zset:
            replies.push_back(m_tracker->command({"ZRANGE", "k", "0", "1000", "WITHSCORES"}));
            replies.push_back(m_tracker->command({"ZCARD", "k"}));
            break;
        case ValueType::List:
            replies.push_back(m_tracker->command({"LRANGE", "k", "0", "63"}));
            replies.push_back(m_tracker->command({"LLEN", "k"}));
            break;
        case ValueType::Set:
            replies.push_back(m_tracker->command({"SSCAN", "k", "0", "COUNT", "1001"}));
            replies.push_back(m_tracker->command({"SCARD", "k"}));
            break;
        default: replies.push_back(m_tracker->command({"TYPE", "k"}));
        }
        const auto look = request.parse(replies, now(), {});
        return look ? *look : KeySnapshot();
    }

    bool wasAnnounced()
    {
        m_subscriber->ask({"PING"});
        for (bool announced = false;;) {
            const auto reply = m_subscriber->read();
            if (reply.elements.size() == 2)
                return announced;
            const bool isAll = reply.elements.size() == 3 && reply.elements[2].isNil();
            announced = announced || isAll || (reply.elements.size() == 3 && reply.elements[2].elements[0].text == "k");
        }
    }

    bool isComputed(const Command &command, bool flushes)
    {
        const auto before = look();
        wasAnnounced();
        const auto from = now();
        if (before.deadline && *before.deadline < from + std::chrono::seconds(10) && command[0] != "FLUSHDB" && !flushes) {
            m_server.command({"PERSIST", "k"}); // it must not expire between the looks
            return true;
        }
        if (m_server.command(command).text.find("wrong number of arguments") != std::string::npos)
            return true; // MONITOR does not show it
        const TimeRange range{from, now()};
        const bool announced = wasAnnounced();
        const auto after = look();
        auto effects = effectsOf(command, "k", KeyState::of(before), range);
        if (flushes && sweepingOf(command[0]) != Sweeping::No)
            effects = {{KeyState::absent(), true}};
        ++m_computed;
        m_exact += effects.size() == 1;
        const bool found =
            std::ranges::any_of(effects, [&](const Effect &effect) { return effect.changed == announced && agrees(effect.after, after); });
        if (!found) {
            QByteArray text;
            for (const auto &word : command)
                text += QByteArray::fromStdString(word) + ' ';
            qWarning() << text << (announced ? "announced" : "silent") << toString(before).c_str() << "->" << toString(after).c_str();
            for (const auto &effect : effects)
                qWarning() << "  computed" << effect.changed << toString(effect.after).c_str();
        }
        return found;
    }

    RedisServer m_server;
    std::unique_ptr<RedisClient> m_subscriber;
    std::unique_ptr<RedisClient> m_tracker;
    int m_computed = 0;
    int m_exact = 0;
};

LOCKSCOPE_TEST(CommandEffectTest)
#include "tst_command_effect.moc"
