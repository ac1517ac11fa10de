// SPDX-License-Identifier: MIT
// Rounds of looks, on a server that answers as the test wants.
#include "support/awaiting.h"
#include "support/fake_server.h"
#include "support/test_program.h"

#include "lockcore/monitor/reading/classifier.h"
#include "lockcore/monitor/reading/looker.h"
#include "lockcore/monitor/reading/refusal.h"

#include <QTest>

using namespace lockcore;
using namespace lockcore::test;

namespace {

LookRequest requestFor(const Bytes &key)
{
    LookRequest request;
    request.id.key = key;
    return request;
}

} // namespace

class LookerTest final : public QObject
{
    Q_OBJECT

private slots:
    void init()
    {
        m_types.clear();
        m_queued.reset();
        m_transactions = 0;
        m_outOfMemory = false;
        m_server = std::make_unique<FakeServer>();
        m_server->answerEach(politely([this](const QByteArrayList &command) { return answer(command); }));
        ConnectionOptions options;
        options.skipsLargeReplies = true;
        m_connection = std::make_unique<Connection>(m_server->endpoint(), options, m_loop, m_clock);
        QVERIFY(await(m_loop, m_connection->open()));
    }

    void cleanup()
    {
        m_connection.reset();
        m_server.reset();
    }

    void severalKeys_areReadTogether()
    {
        m_types = {{"a", {"string"}}, {"b", {"none"}}};
        const auto all = look({requestFor("a"), requestFor("b")});
        QVERIFY(all);
        QCOMPARE(all->size(), std::size_t(2));
        QCOMPARE((*all)[0].request.id.key, Bytes("b")); // complete after the first round
        QVERIFY((*all)[0].look && !(*all)[0].look->value.exists());
        QVERIFY((*all)[1].look);
        QCOMPARE((*all)[1].look->value.text, Bytes("token"));
        QVERIFY((*all)[1].request.type == ValueType::String); // how to look again
        QCOMPARE(m_transactions, 2);
    }

    void restlessKey_isGivenUpAfterTwelveRounds()
    {
        m_types = {{"a", {"string", "hash", "string", "hash", "string", "hash", "string", "hash", "string", "hash", "string", "hash"}},
                   {"b", {"none"}}};
        const auto all = look({requestFor("a"), requestFor("b")});
        QVERIFY(all);
        QCOMPARE(all->size(), std::size_t(2));
        QVERIFY((*all)[0].look);
        QVERIFY(!(*all)[1].look);
        QCOMPARE((*all)[1].look.error().detail, std::string("restless"));
        QCOMPARE(m_transactions, 12);
    }

    void outOfMemory_readsWithoutTransactionsFromThenOn()
    {
        m_types = {{"a", {"string"}}};
        m_outOfMemory = true;
        const auto all = look({requestFor("a")});
        QVERIFY(all && all->front().look);
        QCOMPARE(all->front().look->value.text, Bytes("token"));
        QCOMPARE(m_transactions, 1);
    }

    void refusedCommand_endsAllLooks()
    {
        m_types = {{"a", {"string"}}, {"b", {"-NOPERM User x has no permissions to run the 'type' command"}}};
        const auto all = look({requestFor("a"), requestFor("b")});
        QVERIFY(!all);
        QVERIFY(all.error().is("NOPERM"));
        QCOMPARE(m_transactions, 1); // one round
    }

    void deniedKey_hasItsOwnError()
    {
        m_types = {{"a", {"-NOPERM No permissions to access a key"}}, {"b", {"none"}}};
        const auto all = look({requestFor("a"), requestFor("b")});
        QVERIFY(all);
        QVERIFY(!(*all)[0].look && (*all)[0].look.error().is("NOPERM"));
        QVERIFY((*all)[1].look);
    }

    // It was small when it was measured; the server alone knows its present size.
    void tooLargeKey_aloneIsRefused()
    {
        m_types = {{"a", {"string"}}, {"b", {"string"}}, {"large", {"hash"}}};
        const auto all = look({requestFor("a"), requestFor("large"), requestFor("b")});
        QVERIFY(all);
        QCOMPARE(all->size(), std::size_t(3));
        for (const auto &[request, look] : *all) {
            if (request.id.key == "large")
                QVERIFY(!look && isTooLarge(look.error()));
            else
                QCOMPARE(look->value.text, Bytes("token"));
        }
        QCOMPARE(m_server->connections(), 3); // it is asked for with the others, and once alone
    }

    void oneKey_isAnsweredAlone()
    {
        m_types = {{"a", {"string"}}};
        Looker looker(*m_connection, m_classifier, {true, false});
        const auto one = Arriving(m_loop, looker.look(requestFor("a"))).get();
        QVERIFY(one);
        QCOMPARE(one->value.text, Bytes("token"));
    }

private:
    Result<std::vector<Looked>> look(std::vector<LookRequest> requests)
    {
        Looker looker(*m_connection, m_classifier, {true, false});
        return Arriving(m_loop, looker.look(std::move(requests))).get();
    }

    // A transaction runs when it is complete. Outside of one, the commands are answered at once.
    QByteArray answer(const QByteArrayList &command)
    {
        const auto &verb = command.front();
        if (verb == "MULTI") {
            ++m_transactions;
            m_queued.emplace();
            return "+OK\r\n";
        }
        if (verb == "EXEC") {
            const auto queued = std::exchange(m_queued, std::nullopt).value_or(QByteArrayList());
            if (m_outOfMemory)
                return "-EXECABORT Transaction discarded because of previous errors.\r\n";
            return '*' + QByteArray::number(queued.size()) + "\r\n" + queued.join();
        }
        if (!m_queued)
            return result(command);
        if (m_outOfMemory)
            return "-OOM command not allowed when used memory > 'maxmemory'.\r\n";
        m_queued->append(result(command));
        return "+QUEUED\r\n";
    }

    QByteArray result(const QByteArrayList &command)
    {
        const auto &verb = command.front();
        if (verb == "TIME")
            return "*2\r\n$10\r\n1700000000\r\n$1\r\n0\r\n";
        const bool reads = verb == "TYPE" || verb == "GETRANGE" || verb == "HSCAN";
        auto &types = m_types[command.value(1)];
        const auto type = types.size() > 1 && reads ? types.takeFirst() : types.value(0);
        if (verb == "TYPE" || type.startsWith('-'))
            return (type.startsWith('-') ? type : '+' + type) + "\r\n";
        if (reads && (verb == "GETRANGE") != (type == "string"))
            return "-WRONGTYPE Operation against a key holding the wrong kind of value\r\n";
        if (verb == "GETRANGE")
            return "$5\r\ntoken\r\n";
        if (verb == "HSCAN" && command.value(1) == "large")
            return "*1000001\r\n";
        if (verb == "HSCAN")
            return "*2\r\n$1\r\n0\r\n*0\r\n";
        return verb == "STRLEN" ? ":5\r\n" : verb == "PEXPIRETIME" ? ":-1\r\n" : ":0\r\n";
    }

    EventLoop m_loop;
    LoopClock m_clock;
    const Classifier m_classifier;
    std::unique_ptr<FakeServer> m_server;
    std::unique_ptr<Connection> m_connection;
    std::map<QByteArray, QByteArrayList> m_types; ///< what TYPE answers, one after the other; the last one stays
    std::optional<QByteArrayList> m_queued;
    int m_transactions = 0;
    bool m_outOfMemory = false;
};

LOCKSCOPE_TEST(LookerTest)
#include "tst_looker.moc"
