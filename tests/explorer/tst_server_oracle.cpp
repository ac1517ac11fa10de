// SPDX-License-Identifier: MIT
// The Explorer's judge: a real redis-server whose clock stands where the test sets it.
#include "explorer/oracle_case.h"
#include "support/test_program.h"

#include <QTest>

using namespace lockcore;
using namespace lockcore::explorer;

namespace {

const StoredKey *find(const Keyspace &keys, const Bytes &name)
{
    const auto found = std::ranges::find(keys, name, &StoredKey::name);
    return found == keys.end() ? nullptr : &*found;
}

} // namespace

class ServerOracleTest : public test::OracleCase
{
    Q_OBJECT

private slots:
    void initTestCase()
    {
        startOracle();
        QVERIFY(m_oracle->version().starts_with("redis ") || m_oracle->version().starts_with("valkey "));
    }

    void command_changesTheKeysThatItWasGiven()
    {
        const auto held = judged({}, {"SET", "lock", "a", "NX", "PX", "20"});
        QVERIFY(held.reply.isOk());
        QCOMPARE(held.after.size(), std::size_t(1));
        QCOMPARE(held.after[0].left, 20);
        const auto other = judged(held.after, {"SET", "lock", "b", "NX", "PX", "20"});
        QVERIFY(other.reply.isNil());
        QCOMPARE(other.after, held.after);
        QCOMPARE(m_oracle->shown(held.after[0]), std::string("\"a\""));
    }

    // A key exists until its last millisecond has passed.
    void deadline_isExact()
    {
        auto keys = judged({}, {"SET", "lock", "a", "PX", "20"}).after;
        keys[0].left = 0;
        QCOMPARE(judged(keys, {"GET", "lock"}).reply.text, Bytes("a"));
        QVERIFY(judged(keys, {"SET", "lock", "b", "NX", "PX", "5"}).reply.isNil());
        keys[0].left = 1;
        const auto twoKeys = judged(keys, {"SET", "other", "x"}).after;
        QCOMPARE(twoKeys.size(), std::size_t(2));
        QCOMPARE(find(twoKeys, "lock")->left, 1);
        QCOMPARE(find(twoKeys, "other")->left, StoredKey::noDeadline);
    }

    void clock_isTheOneThatIsAsked()
    {
        const auto time = judged({}, {"EVAL", "return redis.call('TIME')", "0"}, 1'239).reply;
        QCOMPARE(time.elements[0].text, std::to_string((Oracle::epoch + 1'239) / 1'000));
        QCOMPARE(time.elements[1].text, Bytes("234000"));
    }

    void publishedMessages_areHeard()
    {
        const auto published =
            judged({}, {"EVAL", "redis.call('PUBLISH', KEYS[1], 'one') redis.call('PUBLISH', KEYS[1], 'two') return 1", "1", "ch"});
        QCOMPARE(published.published, (std::vector<Message>{{"ch", "one"}, {"ch", "two"}}));
        QVERIFY(judged({}, {"PING"}).published.empty());
    }

    void errors_areReplies()
    {
        const auto list = judged({}, {"LPUSH", "lock", "x"});
        QVERIFY(judged(list.after, {"INCR", "lock"}).reply.text.starts_with("WRONGTYPE"));
        QCOMPARE(judged(list.after, {"INCR", "lock"}).after, list.after);
    }

    void whatCannotBeAsked_isRefused_data()
    {
        QTest::addColumn<QString>("command");
        QTest::newRow("blocks") << QStringLiteral("blpop");
        QTest::newRow("changes the database") << QStringLiteral("SELECT");
        QTest::newRow("tells of the server") << QStringLiteral("INFO");
    }
    void whatCannotBeAsked_isRefused()
    {
        QFETCH(const QString, command);
        const auto refused = m_oracle->judge({}, {command.toStdString(), "1"}, 0);
        QVERIFY(!refused.ok());
        QCOMPARE(refused.error().detail, std::string("unsupported"));
    }

    void randomSource_isRefused()
    {
        Keyspace keys;
        for (const auto *name : {"a", "b", "c", "d", "e", "f", "g", "h"})
            keys = judged(keys, {"SADD", "set", name}).after;
        int refused = 0;
        for (int i = 0; i < 20; ++i)
            refused += !m_oracle->judge(keys, {"SRANDMEMBER", "set"}, 0).ok();
        QVERIFY(refused > 0); // each time it draws the same twice with a probability of 1/8
    }

private:
    Judgement judged(const Keyspace &before, const std::vector<Bytes> &command, int now = 0)
    {
        auto judged = m_oracle->judge(before, command, now);
        if (!judged.ok())
            qFatal("%s", judged.error().text.c_str());
        return *std::move(judged);
    }
};

LOCKSCOPE_TEST(ServerOracleTest)
#include "tst_server_oracle.moc"
