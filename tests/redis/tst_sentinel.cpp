// SPDX-License-Identifier: MIT
// A connection to the primary that real sentinels name: found, followed, refused.
#include "support/awaiting.h"
#include "support/redis_sentinels.h"
#include "support/test_program.h"

#include "lockcore/redis/connection.h"
#include "lockcore/redis/sentinel.h"

#include <QTest>

using namespace lockcore;
using namespace lockcore::test;

class TestSentinel final : public QObject
{
    Q_OBJECT

private slots:
    void oneSentinelOfThreeIsEnough();
    void failover_anotherConnectionReachesTheNewPrimary();
    void failover_isTold();
    void primaryThatIsNotWatched_isRefused();
    void serverThatIsNoSentinel_isNamed();
    void noSentinelAnswers_saysWhichAndWhy();
    void sentinelsDisagree_bothAnswersAreNamed();
    void sentinelThatWantsAPassword_getsItsOwn();
    void userWithFewRights_isEnough();
    void announcedAddress_isReachedElsewhere();
    void primaryThatIsAReplica_isRefusedForNow();

private:
    Result<Endpoint> ask(const Endpoint &endpoint)
    {
        return Arriving(m_loop, primaryOf(endpoint, Milliseconds(5000), m_loop, m_clock)).get();
    }
    Result<void> connectTo(const Endpoint &endpoint)
    {
        m_connection = std::make_unique<Connection>(endpoint, ConnectionOptions{}, m_loop, m_clock);
        return await(m_loop, m_connection->open());
    }

    EventLoop m_loop;
    LoopClock m_clock;
    std::unique_ptr<Connection> m_connection;
};

namespace {

Endpoint withSentinels(const std::vector<int> &ports)
{
    Endpoint endpoint;
    auto &group = endpoint.group.emplace();
    group.primary = "orders";
    for (const int port : ports)
        group.sentinels.push_back({"127.0.0.1", port});
    return endpoint;
}

// A sentinel that watches this port as "orders"; alone, it never fails over.
std::unique_ptr<RedisServer> sentinelFor(int port, const std::string &password = {})
{
    RedisServerOptions options;
    options.tcp = true;
    options.sentinel = true;
    options.password = password;
    options.config = {QStringLiteral("sentinel monitor orders 127.0.0.1 %1 5").arg(port)};
    return std::make_unique<RedisServer>(std::move(options));
}

std::unique_ptr<RedisServer> server(const QStringList &config = {})
{
    RedisServerOptions options;
    options.tcp = true;
    options.config = config;
    return std::make_unique<RedisServer>(std::move(options));
}

} // namespace

void TestSentinel::oneSentinelOfThreeIsEnough()
{
    RedisSentinels group("s3cret");
    group.sentinel(0).kill();
    group.sentinel(2).kill();
    QVERIFY(connectTo(group.endpoint()).ok());
    QCOMPARE(m_connection->reached().port, group.endpoint().port);
    QVERIFY(await(m_loop, m_connection->command("SET", "k", "v"))->isOk());
}

void TestSentinel::failover_anotherConnectionReachesTheNewPrimary()
{
    RedisSentinels group;
    QVERIFY(connectTo(group.endpoint()).ok());
    const auto before = m_connection->reached();
    group.failOver();
    const auto works = [&] { return connectTo(group.endpoint()).ok(); }; // the new primary may still say that it is a replica
    QVERIFY(eventually(works));
    QVERIFY(m_connection->reached() != before);
    QVERIFY(await(m_loop, m_connection->command("SET", "k", "v"))->isOk());
}

void TestSentinel::failover_isTold()
{
    RedisSentinels group;
    const auto before = ask(group.endpoint());
    QVERIFY(before.ok());
    Arriving told(m_loop, untilFailover(group.endpoint(), {before->host, before->port}, m_loop, m_clock));
    group.primary().pause();
    const auto failover = told.get();
    QVERIFY(!failover.ok());
    QCOMPARE(failover.error().detail, std::string("failover"));
    QVERIFY(failover.error().text.find(std::to_string(group.primary().tcpEndpoint().port)) != std::string::npos);
}

void TestSentinel::primaryThatIsNotWatched_isRefused()
{
    const auto redis = server();
    const auto sentinel = sentinelFor(redis->tcpEndpoint().port);
    auto endpoint = withSentinels({sentinel->tcpEndpoint().port});
    endpoint.group->primary = "stock";
    const auto primary = ask(endpoint);
    QVERIFY(!primary.ok());
    QCOMPARE(primary.error().detail, std::string("unknown-primary"));
    QVERIFY(primary.error().text.find("\"stock\"") != std::string::npos);
    QVERIFY(primary.error().text.find("SENTINEL MASTERS") != std::string::npos);
}

void TestSentinel::serverThatIsNoSentinel_isNamed()
{
    const auto redis = server();
    const auto primary = ask(withSentinels({redis->tcpEndpoint().port}));
    QVERIFY(!primary.ok());
    QCOMPARE(primary.error().detail, std::string("not-a-sentinel"));
    QVERIFY(primary.error().text.find(std::to_string(redis->tcpEndpoint().port)) != std::string::npos);
}

void TestSentinel::noSentinelAnswers_saysWhichAndWhy()
{
    const int port = freePort();
    const auto primary = ask(withSentinels({port}));
    QVERIFY(!primary.ok());
    QCOMPARE(primary.error().detail, std::string("no-sentinel"));
    QVERIFY(primary.error().text.find(std::to_string(port)) != std::string::npos);
}

void TestSentinel::sentinelsDisagree_bothAnswersAreNamed()
{
    const auto one = server();
    const auto two = server();
    const auto first = sentinelFor(one->tcpEndpoint().port);
    const auto second = sentinelFor(two->tcpEndpoint().port);
    const auto primary = ask(withSentinels({first->tcpEndpoint().port, second->tcpEndpoint().port}));
    QVERIFY(!primary.ok());
    QCOMPARE(primary.error().detail, std::string("sentinels-disagree"));
    QVERIFY(primary.error().text.find("name only sentinels of one group") != std::string::npos);
    for (const auto *redis : {&one, &two})
        QVERIFY(primary.error().text.find(std::to_string((*redis)->tcpEndpoint().port)) != std::string::npos);
    const auto third = sentinelFor(two->tcpEndpoint().port);
    const auto most = ask(withSentinels({first->tcpEndpoint().port, second->tcpEndpoint().port, third->tcpEndpoint().port}));
    QVERIFY(most.ok());
    QCOMPARE(most->port, two->tcpEndpoint().port);
}

void TestSentinel::sentinelThatWantsAPassword_getsItsOwn()
{
    const auto redis = server();
    const auto sentinel = sentinelFor(redis->tcpEndpoint().port, "f0r-sentinels");
    auto endpoint = withSentinels({sentinel->tcpEndpoint().port});
    endpoint.password = "f0r-servers";
    const auto refused = ask(endpoint);
    QVERIFY(!refused.ok());
    QCOMPARE(refused.error().detail, std::string("sentinel-refuses"));
    QVERIFY(refused.error().text.find("--sentinel-password-file") != std::string::npos);
    QVERIFY(refused.error().text.find("f0r-servers") == std::string::npos);
    endpoint.group->password = "f0r-sentinels";
    const auto primary = ask(endpoint);
    QVERIFY(primary.ok());
    QCOMPARE(primary->password, std::string("f0r-servers"));
}

// docs/acl.md
void TestSentinel::userWithFewRights_isEnough()
{
    const auto redis = server();
    const auto sentinel = sentinelFor(redis->tcpEndpoint().port);
    sentinel->command({"ACL", "SETUSER", "lockscope", "on", ">pw", "resetchannels", "&+switch-master", "+ping", "+client|setname",
                       "+client|id", "+sentinel|get-master-addr-by-name", "+subscribe"});
    if (RedisServer::isAtLeast(7, 2))
        sentinel->command({"ACL", "SETUSER", "lockscope", "+client|no-touch"});
    auto endpoint = withSentinels({sentinel->tcpEndpoint().port});
    endpoint.group->user = "lockscope";
    endpoint.group->password = "pw";
    QVERIFY(ask(endpoint).ok());
    const HostPort other{"127.0.0.1", 1};
    Arriving told(m_loop, untilFailover(endpoint, other, m_loop, m_clock)); // the sentinel names another one: it asks after it listens
    QCOMPARE(told.get().error().detail, std::string("failover"));
    QCOMPARE(sentinel->command({"ACL", "LOG"}).elements.size(), std::size_t(0));
}

void TestSentinel::announcedAddress_isReachedElsewhere()
{
    const auto redis = server();
    const int announced = freePort();
    const auto sentinel = sentinelFor(announced);
    auto endpoint = withSentinels({sentinel->tcpEndpoint().port});
    endpoint.group->reachable = {{{"127.0.0.1", announced}, {"127.0.0.1", redis->tcpEndpoint().port}}};
    QVERIFY(connectTo(endpoint).ok());
    QCOMPARE(m_connection->reached().port, redis->tcpEndpoint().port);
}

void TestSentinel::primaryThatIsAReplica_isRefusedForNow()
{
    const auto redis = server();
    const auto replica = server({QStringLiteral("replicaof 127.0.0.1 %1").arg(redis->tcpEndpoint().port)});
    const auto sentinel = sentinelFor(replica->tcpEndpoint().port);
    const auto opened = connectTo(withSentinels({sentinel->tcpEndpoint().port}));
    QVERIFY(!opened.ok());
    QCOMPARE(opened.error().detail, std::string("not-primary"));
    QCOMPARE(opened.error().kind, ErrorKind::Transport);
}

LOCKSCOPE_TEST(TestSentinel)
#include "tst_sentinel.moc"
