// SPDX-License-Identifier: MIT
#include "redis/script.h"
#include "support/awaiting.h"
#include "support/compare.h"
#include "support/redis_server.h"
#include "support/test_program.h"

using namespace lockcore;
using namespace lockcore::test;

class TestScript final : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void cleanup();
    void sha1_isRedis();
    void unknownScript_isSentAndThenRemembered();
    void flushedInBetween_isSentAgain();
    void keysAndArguments_areBinarySafe();
    void scriptsOwnError_isAReply();
    void closedConnection_isAnError();

private:
    Result<Reply> run(const Script &script, Args keys = {}, Args arguments = {})
    {
        return Arriving<Result<Reply>>(m_loop, evaluate(*m_connection, script, std::move(keys), std::move(arguments))).get();
    }
    std::int64_t calls(const char *command);

    EventLoop m_loop;
    LoopClock m_clock;
    std::unique_ptr<RedisServer> m_server;
    std::unique_ptr<Connection> m_connection;
};

void TestScript::init()
{
    m_server = std::make_unique<RedisServer>();
    m_connection = std::make_unique<Connection>(m_server->endpoint(), ConnectionOptions(), m_loop, m_clock);
    QVERIFY(await(m_loop, m_connection->open()).ok());
}

void TestScript::cleanup()
{
    m_connection.reset();
    m_server.reset();
}

std::int64_t TestScript::calls(const char *command)
{
    const auto stats = m_server->command({"INFO", "commandstats"}).text;
    const auto at = stats.find("cmdstat_" + std::string(command) + ":calls=");
    return at == stats.npos ? 0 : std::strtoll(stats.c_str() + stats.find('=', at) + 1, nullptr, 10);
}

void TestScript::sha1_isRedis()
{
    const Script script("return 'ü'");
    QCOMPARE(m_server->command({"SCRIPT", "LOAD", script.source}), Reply::bulk(script.sha1));
}

void TestScript::unknownScript_isSentAndThenRemembered()
{
    const Script script("return redis.call('INCR', KEYS[1])");
    QCOMPARE(*run(script, {"n"}), Reply::number(1));
    QCOMPARE(*run(script, {"n"}), Reply::number(2));
    QCOMPARE(calls("eval"), 1);
    QCOMPARE(calls("evalsha"), 2);
}

void TestScript::flushedInBetween_isSentAgain()
{
    const Script script("return redis.call('INCR', KEYS[1])");
    QCOMPARE(*run(script, {"n"}), Reply::number(1));
    QVERIFY(m_server->command({"SCRIPT", "FLUSH"}).isOk());
    QCOMPARE(*run(script, {"n"}), Reply::number(2)); // once, not twice
    QCOMPARE(calls("eval"), 2);
}

void TestScript::keysAndArguments_areBinarySafe()
{
    const Script script("return {KEYS[1], ARGV[1], ARGV[2], #KEYS, #ARGV}");
    const Bytes odd("\0\r\n\xff$", 5);
    QCOMPARE(*run(script, {odd}, {"", odd}),
             Reply::array({Reply::bulk(odd), Reply::bulk(""), Reply::bulk(odd), Reply::number(1), Reply::number(2)}));
}

void TestScript::scriptsOwnError_isAReply()
{
    const auto reply = run(Script("return redis.error_reply('MINE no')"));
    QVERIFY(reply.ok());
    QVERIFY(reply->toError().is("MINE"));
    QVERIFY(run(Script("this is no Lua"))->isError());
}

void TestScript::closedConnection_isAnError()
{
    const Script script("return 1");
    m_connection->close();
    QCOMPARE(run(script).error().kind, ErrorKind::Cancelled);
}

LOCKSCOPE_TEST(TestScript)
#include "tst_script.moc"
