// SPDX-License-Identifier: MIT
// The live Context on a real cluster: which node a command goes to, and what happens while slots move and replicas take over.
#include "lockcore/live/live_context.h"
#include "lockcore/locks/catalogue.h"
#include "lockcore/redis/key_slot.h"
#include "support/awaiting.h"
#include "support/redis_cluster.h"
#include "support/test_program.h"

#include <QTest>

using namespace lockcore;
using namespace lockcore::test;
using namespace std::chrono_literals;

class ClusterContextTest : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase()
    {
        RedisClusterOptions options;
        options.primaries = 3;
        options.replicas = true;
        m_cluster = std::make_unique<RedisCluster>(std::move(options));
    }
    void init() { begin({}); }
    void cleanup()
    {
        m_locks.clear();
        m_other.reset();
        m_worker.reset();
        m_servers.reset();
    }
    void cleanupTestCase() { m_cluster.reset(); }

    void everyProtocol_worksInEverySlot_data();
    void everyProtocol_worksInEverySlot();
    void companionElsewhere_isRefusedBeforeAnythingIsSent();
    void movedSlot_isFollowed();
    void keyBetweenTwoNodes_isFoundByAsk();
    void keysOnTwoNodes_areWaitedFor();
    void clusterDown_isWaitedForOrSaid();
    void forgottenScript_isSentAgainToItsNode();
    void watchedKeyThatMoved_isWatchedOnItsNode();
    void waiter_isWokenByARelease();
    void lostAnswer_isNotSentAgain();
    void abandonedCommand_isNotSent();
    void unreachableNode_saysHowToReachIt();
    void slotThatMovesUnderManyWorkers_keepsThemApart();
    void userWithFewRights_isEnough();
    void severalClusters_areRefused();
    void failover_isFollowed();
    void killedPrimary_isFollowed();

private:
    void begin(Milliseconds timeout, const std::string &user = {}, AddressMap reachable = {})
    {
        LiveServers::Options options;
        if (timeout > 0ms)
            options.commandTimeout = timeout;
        m_locks.clear();
        m_other.reset();
        m_worker.reset();
        auto endpoint = m_cluster->endpoint();
        endpoint.user = endpoint.password = user;
        endpoint.cluster->reachable = std::move(reachable);
        m_servers = std::make_unique<LiveServers>(std::vector{endpoint}, options, m_loop, m_clock);
        const auto opened = Arriving(m_loop, m_servers->open()).get();
        QVERIFY2(opened, opened ? "" : opened.error().text.c_str());
        m_worker = std::make_unique<LiveContext>(*m_servers, LiveContext::Options{});
        LiveContext::Options second;
        second.worker = 2;
        m_other = std::make_unique<LiveContext>(*m_servers, std::move(second));
    }

    Lock &lock(std::string_view protocol, const Bytes &key) { return lockFor(*m_worker, protocol, key); }
    Lock &lockOfOther(std::string_view protocol, const Bytes &key) { return lockFor(*m_other, protocol, key); }
    Lock &lockFor(LiveContext &worker, std::string_view protocol, const Bytes &key)
    {
        auto made = findProtocol(protocol)->make(worker, key, {});
        if (!made)
            qFatal("%s", made.error().text.c_str());
        m_locks.push_back(*std::move(made));
        return *m_locks.back();
    }

    Acquired acquire(Lock &lock, Lease lease = 600s) { return Arriving(m_loop, lock.tryAcquire(lease)).get(); }
    Renewed renew(Lock &lock) { return Arriving(m_loop, lock.renew(600s)).get(); }
    Released release(Lock &lock) { return Arriving(m_loop, lock.release()).get(); }
    Possession::Kind possession(Lock &lock) { return Arriving(m_loop, lock.isHeld()).get().kind; }

    Arriving<Answer> ask(Verb verb, std::vector<Bytes> arguments) { return {m_loop, m_worker->on(0).command(verb, std::move(arguments))}; }

    // A name in a slot of each primary, in braces.
    std::vector<Bytes> oneKeyForEach(const std::string &word)
    {
        std::map<RedisServer *, Bytes> keys;
        for (int i = 0; keys.size() < 3; ++i) {
            const auto key = '{' + word + ':' + std::to_string(i) + '}';
            keys.emplace(&m_cluster->home(key), key);
        }
        std::vector<Bytes> names;
        for (const auto &[server, key] : keys)
            names.push_back(key);
        return names;
    }

    EventLoop m_loop;
    LoopClock m_clock;
    std::unique_ptr<RedisCluster> m_cluster;
    std::unique_ptr<LiveServers> m_servers;
    std::unique_ptr<LiveContext> m_worker;
    std::unique_ptr<LiveContext> m_other;
    std::vector<std::unique_ptr<Lock>> m_locks;
};

void ClusterContextTest::everyProtocol_worksInEverySlot_data()
{
    QTest::addColumn<QByteArray>("protocol");
    for (const auto &protocol : protocols()) {
        if (!protocol.manyServers && !protocol.onlyInLab)
            QTest::newRow(std::string(protocol.name).c_str())
                << QByteArray(protocol.name.data(), static_cast<qsizetype>(protocol.name.size()));
    }
}

void ClusterContextTest::everyProtocol_worksInEverySlot()
{
    QFETCH(const QByteArray, protocol);
    const auto *kind = findProtocol(protocol.toStdString());
    for (const auto &key : oneKeyForEach(protocol.toStdString())) {
        auto &mine = lock(kind->name, key);
        const auto acquired = acquire(mine);
        QVERIFY2(acquired.held(), acquired.error.text.c_str());
        QCOMPARE(m_cluster->home(key).command({"EXISTS", key}).integer, 1);
        QVERIFY(possession(mine) == Possession::Kind::Ours);
        QVERIFY(acquire(lockOfOther(kind->name, key)).kind == Acquired::Kind::NotFree);
        if (kind->extends)
            QVERIFY(renew(mine).kind == Renewed::Kind::Done);
        const auto released = release(mine);
        QVERIFY2(released.done(), released.error.text.c_str());
        QCOMPARE(m_cluster->home(key).command({"EXISTS", key}).integer, 0);
    }
}

void ClusterContextTest::companionElsewhere_isRefusedBeforeAnythingIsSent()
{
    const auto acquired = acquire(lock("fenced", "lock:a"));
    QVERIFY(acquired.kind == Acquired::Kind::Failed);
    QCOMPARE(acquired.error.detail, std::string("cross-slot"));
    QVERIFY2(acquired.error.text.find("call the lock \"{lock:a}\"") != Bytes::npos, acquired.error.text.c_str());
    QVERIFY(acquire(lock("fenced", "{lock:a}")).held());
    const auto script = ask("EVAL", {"return 1", "2", "{x}1", "{y}2"}).get();
    QVERIFY2(script.error().text.find("give both the same part in braces") != Bytes::npos, script.error().text.c_str());
}

void ClusterContextTest::movedSlot_isFollowed()
{
    auto &mine = lock("token", "lock:moves");
    QVERIFY(acquire(mine).held());
    m_cluster->move("lock:moves");
    QVERIFY(renew(mine).kind == Renewed::Kind::Done);
    QVERIFY(release(mine).done());
}

void ClusterContextTest::keyBetweenTwoNodes_isFoundByAsk()
{
    auto &mine = lock("token", "lock:between");
    QVERIFY(acquire(mine).held());
    m_cluster->beginMove("lock:between");
    auto &to = m_cluster->other("lock:between");
    m_cluster->moveKey("lock:between");
    QVERIFY(renew(mine).kind == Renewed::Kind::Done);
    QVERIFY(acquire(lockOfOther("token", "lock:between")).kind == Acquired::Kind::NotFree);
    QVERIFY(release(mine).done());
    QVERIFY(acquire(mine).held()); // the key does not exist: it is made on the new node
    QCOMPARE(to.command({"ASKING"}).isOk(), true);
    QCOMPARE(to.command({"EXISTS", "lock:between"}).integer, 1);
    m_cluster->endMove("lock:between");
    QVERIFY(release(mine).done());
}

void ClusterContextTest::keysOnTwoNodes_areWaitedFor()
{
    const Bytes key = "{lock:two}";
    m_cluster->home(key).command({"SET", key, "1"});
    m_cluster->home(key).command({"SET", key + ":fence", "1"});
    m_cluster->beginMove(key);
    m_cluster->moveKey(key);
    auto sum = ask("EVAL", {"return redis.call('GET', KEYS[1]) + redis.call('GET', KEYS[2])", "2", key, key + ":fence"});
    QVERIFY(!eventually([&] { return sum.here(); }, 500ms)); // TRYAGAIN
    m_cluster->moveKey(key + ":fence");
    QCOMPARE(sum.get().integer(), 2);
    m_cluster->endMove(key);
    m_cluster->home(key).command({"DEL", key, key + ":fence"});
}

void ClusterContextTest::clusterDown_isWaitedForOrSaid()
{
    const Bytes key = "lock:down";
    QVERIFY(ask("SET", {key, "1"}).get().isOk());
    auto &node = m_cluster->home(key);
    m_cluster->setDown(node, true);
    auto read = ask("GET", {key});
    QVERIFY(!eventually([&] { return read.here(); }, 300ms));
    m_cluster->setDown(node, false);
    QCOMPARE(read.get().text(), Bytes("1"));
    begin(500ms);
    m_cluster->setDown(node, true);
    QVERIFY(ask("GET", {key}).get().error().is("CLUSTERDOWN"));
    m_cluster->setDown(node, false);
    m_cluster->waitForHome(key);
}

void ClusterContextTest::forgottenScript_isSentAgainToItsNode()
{
    const std::vector<Bytes> keys = oneKeyForEach("counter");
    const auto count = [&](const Bytes &key) { return ask("EVAL", {"return redis.call('INCR', KEYS[1])", "1", key}).get().integer(); };
    for (int round = 1; round <= 3; ++round) {
        for (const auto &key : keys)
            QCOMPARE(count(key), round);
        m_cluster->home(keys.front()).command({"SCRIPT", "FLUSH"});
    }
    for (const auto &key : keys)
        m_cluster->home(key).command({"DEL", key});
}

void ClusterContextTest::watchedKeyThatMoved_isWatchedOnItsNode()
{
    auto &mine = lock("get-then-del-watch", "lock:watched");
    QVERIFY(acquire(mine).held());
    QVERIFY(release(mine).done());
    QVERIFY(acquire(mine).held());
    m_cluster->move("lock:watched");
    QVERIFY(release(mine).done());
    QCOMPARE(m_cluster->home("lock:watched").command({"EXISTS", "lock:watched"}).integer, 0);
}

void ClusterContextTest::waiter_isWokenByARelease()
{
    auto &mine = lock("redisson", "lock:woken");
    QVERIFY(acquire(mine).held());
    Arriving waiting(m_loop, lockOfOther("redisson", "lock:woken").acquire(600s, Wait::notified(600s)));
    const Bytes channel = "redisson_lock__channel:{lock:woken}";
    const auto listens = [&] { return m_cluster->home(channel).command({"PUBSUB", "NUMSUB", channel}).elements.at(1).integer == 1; };
    QVERIFY(eventually(listens));
    QVERIFY(release(mine).done());
    QVERIFY(waiting.get().held());
}

void ClusterContextTest::lostAnswer_isNotSentAgain()
{
    begin(500ms);
    const Bytes key = "lock:lost";
    QCOMPARE(ask("INCR", {key}).get().integer(), 1);
    auto &node = m_cluster->home(key);
    node.command({"CLIENT", "PAUSE", "1500", "WRITE"});
    QVERIFY(ask("INCR", {key}).get().lost());
    QVERIFY(eventually([&] { return node.command({"GET", key}).text == "2"; }));
    QVERIFY(eventually([&] { return !ask("GET", {key}).get().failed(); }));
    QCOMPARE(node.command({"GET", key}).text, Bytes("2"));
}

void ClusterContextTest::abandonedCommand_isNotSent()
{
    {
        auto abandoned = ask("SET", {"lock:never", "1"});
    }
    QVERIFY(ask("GET", {"lock:never"}).get().isNil());
    QCOMPARE(m_cluster->home("lock:never").command({"EXISTS", "lock:never"}).integer, 0);
}

void ClusterContextTest::unreachableNode_saysHowToReachIt()
{
    const Bytes key = "lock:far";
    const auto node = m_cluster->home(key).tcpEndpoint();
    const HostPort far{"127.0.0.1", freePort()};
    begin({}, {}, {{{node.host, node.port}, far}});
    const auto answer = ask("GET", {key}).get();
    QVERIFY(!answer.lost());
    QCOMPARE(answer.error().detail, std::string("not-sent"));
    QVERIFY2(answer.error().text.find("?map=127.0.0.1:" + std::to_string(node.port) + "=HOST:PORT") != Bytes::npos,
             answer.error().text.c_str());
}

void ClusterContextTest::slotThatMovesUnderManyWorkers_keepsThemApart()
{
    struct Work
    {
        int inside = 0;
        int most = 0;
        int done = 0;
        QByteArray error;
    } work;
    const auto repeat = [](Lock &lock, Clock &clock, Work &work) -> Task<void> {
        for (int i = 0; i < 30; ++i) {
            const auto acquired = co_await lock.acquire(600s);
            if (!acquired.held()) {
                work.error += QByteArray::fromStdString("not acquired: " + acquired.error.text + '\n');
                co_return;
            }
            work.most = std::max(work.most, ++work.inside);
            co_await clock.after(1ms);
            --work.inside;
            ++work.done;
            const auto released = co_await lock.release();
            if (!released.done())
                work.error += QByteArray::fromStdString("not released: " + released.error.text + '\n');
        }
    };
    constexpr int workers = 4;
    constexpr int all = workers * 30;
    const Bytes key = "lock:busy";
    std::vector<std::unique_ptr<LiveContext>> contexts;
    for (int i = 0; i < workers; ++i) {
        LiveContext::Options options;
        options.worker = i + 1;
        contexts.push_back(std::make_unique<LiveContext>(*m_servers, std::move(options)));
        contexts.back()->scope().start(repeat(lockFor(*contexts.back(), "token", key), m_clock, work));
    }
    const auto goOn = [&] {
        const auto before = work.done;
        return eventually([&] { return work.done >= std::min(before + 4, all) || !work.error.isEmpty(); });
    };
    for (int i = 0; i < 6; ++i) {
        QVERIFY(goOn());
        m_cluster->beginMove(key);
        QVERIFY(goOn());
        m_cluster->moveKey(key);
        QVERIFY(goOn());
        m_cluster->moveKey(key); // a new one may have been made before
        m_cluster->endMove(key);
    }
    QVERIFY(eventually([&] { return work.done == all || !work.error.isEmpty(); }));
    QVERIFY2(work.error.isEmpty(), work.error);
    QCOMPARE(work.most, 1);
    m_locks.clear();
}

// docs/acl.md
void ClusterContextTest::userWithFewRights_isEnough()
{
    const Bytes key = "lock:few";
    for (auto *server : m_cluster->servers()) {
        server->command({"ACL", "LOG", "RESET"});
        server->command({"ACL", "SETUSER", "few", "on", ">few", "~*", "+ping", "+client|setname", "+client|id", "+cluster|shards",
                         "+cluster|slots", "+cluster|info", "+asking", "+set", "+get", "+del", "+pexpire", "+eval", "+evalsha"});
        if (RedisServer::isAtLeast(7, 2))
            server->command({"ACL", "SETUSER", "few", "+client|no-touch"});
    }
    begin({}, "few");
    auto &mine = lock("token", key);
    QVERIFY(acquire(mine).held());
    m_cluster->beginMove(key);
    m_cluster->moveKey(key);
    QVERIFY(renew(mine).kind == Renewed::Kind::Done);
    m_cluster->endMove(key);
    QVERIFY(renew(mine).kind == Renewed::Kind::Done);
    QVERIFY(release(mine).done());
    for (auto *server : m_cluster->servers())
        QCOMPARE(server->command({"ACL", "LOG"}).elements.size(), std::size_t(0));
}

void ClusterContextTest::severalClusters_areRefused()
{
    LiveServers servers({m_cluster->endpoint(), m_cluster->endpoint()}, {}, m_loop, m_clock);
    const auto opened = Arriving(m_loop, servers.open()).get();
    QVERIFY(opened.error().kind == ErrorKind::Refused);
}

void ClusterContextTest::failover_isFollowed()
{
    auto &mine = lock("token", "lock:failover");
    QVERIFY(acquire(mine).held());
    m_cluster->failOver("lock:failover");
    QVERIFY(renew(mine).kind == Renewed::Kind::Done);
    QVERIFY(release(mine).done());
}

// The last, because it leaves a cluster of five nodes.
void ClusterContextTest::killedPrimary_isFollowed()
{
    const Bytes key = "lock:killed";
    auto &mine = lock("token", key);
    QVERIFY(acquire(mine).held());
    auto &replica = m_cluster->replicaOf(m_cluster->home(key));
    replica.command({"READONLY"});
    QVERIFY(eventually([&] { return replica.command({"EXISTS", key}).integer == 1; }));
    m_cluster->killHome(key);
    QVERIFY(eventually([&] { return renew(mine).kind == Renewed::Kind::Done; }));
    QVERIFY(release(mine).done());
}

LOCKSCOPE_TEST(ClusterContextTest)
#include "tst_cluster_context.moc"
