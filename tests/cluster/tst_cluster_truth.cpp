// SPDX-License-Identifier: MIT
// No event of a whole cluster may be untrue: clients use and disturb locks at random, while slots move, replicas take over and primaries are
// killed, and the servers' own order judges every event. TRUTH_SEED repeats a run (never its interleaving). Only a soak plays it: TRUTH_SECONDS says for how
// long, as `./dev soak truth --cluster` does.
#include "support/eventually.h"
#include "support/redis_cluster.h"
#include "support/test_program.h"
#include "support/truth_workload.h"
#include "support/watcher.h"

#include <QTest>

#include <mutex>
#include <random>

using namespace lockcore;
using namespace lockcore::test;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

namespace {

/// For each key: a client's command and a move of the key exclude each other, so that the state before and after the move is known.
class KeyGuards
{
public:
    KeyGuards()
    {
        for (const auto &key : keysWithoutCompanion())
            m_guards[key];
    }
    std::mutex &of(const Bytes &key) { return m_guards.at(key); }

    /// No client sends a command about these keys until the result is destroyed.
    std::vector<std::unique_lock<std::mutex>> all(const std::vector<Bytes> &keys)
    {
        std::vector<std::unique_lock<std::mutex>> guards;
        for (const auto &key : keys)
            guards.emplace_back(of(key));
        return guards;
    }

private:
    std::map<Bytes, std::mutex> m_guards;
};

/// A client of the cluster: sends each command to the node that has its key, and follows MOVED and ASK.
class ClusterClient
{
public:
    ClusterClient(const std::vector<Endpoint> &nodes, KeyGuards &guards)
        : m_guards(guards)
    {
        for (const auto &node : nodes)
            m_nodes.try_emplace(node.port, Node{node, std::make_unique<RedisClient>(node)});
        m_last = nodes.front().port;
    }

    Reply command(const Command &command)
    {
        const auto &key = command.at(3);
        const std::scoped_lock guard(m_guards.of(key));
        auto &home = m_homes.try_emplace(key, m_last).first->second;
        auto at = home;
        bool asking = false;
        const auto end = std::chrono::steady_clock::now() + 60s; // until a node that was killed is there again
        for (;;) {
            auto &node = m_nodes.at(at);
            if (asking)
                node.client->command({"ASKING"});
            auto reply = node.client->command(command);
            const auto says = [&](std::string_view word) { return reply.isError() && reply.text.starts_with(word); };
            asking = says("ASK ");
            const bool isLost = says("LOST"); // nobody kills a node while one of its keys is in use: it has not got the command
            if (std::chrono::steady_clock::now() > end || !(asking || isLost || says("MOVED ") || says("CLUSTERDOWN") || says("TRYAGAIN")))
                return reply;
            if (isLost)
                at = elsewhere(at);
            else if (asking || says("MOVED "))
                at = std::stoi(reply.text.substr(reply.text.rfind(':') + 1));
            else
                std::this_thread::sleep_for(10ms);
            if (!asking)
                home = at;
        }
    }

private:
    struct Node
    {
        Endpoint endpoint;
        std::unique_ptr<RedisClient> client;
    };

    // The next node; it will name the right one.
    int elsewhere(int port)
    {
        std::this_thread::sleep_for(10ms);
        const auto lost = m_nodes.find(port);
        lost->second.client = std::make_unique<RedisClient>(lost->second.endpoint); // it may be there again
        const auto next = std::next(lost);
        return next == m_nodes.end() ? m_nodes.begin()->first : next->first;
    }

    KeyGuards &m_guards;
    std::map<int, Node> m_nodes; ///< by port
    std::map<Bytes, int> m_homes;
    int m_last = 0;
};

struct Told
{
    int events = 0;
    int untrue = 0;
    int moves = 0;
    int failovers = 0;
    int kills = 0;
    std::map<std::string, int> byType;
};

} // namespace

class ClusterTruthTest : public QObject
{
    Q_OBJECT

private slots:
    void everyEvent_isWhatTheNodesDid()
    {
        if (!qEnvironmentVariableIsSet("TRUTH_SECONDS"))
            QSKIP("./dev soak truth --cluster plays it");
        const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(qEnvironmentVariableIntValue("TRUTH_SECONDS"));
        do {
            bool given = false;
            const auto chosen = qEnvironmentVariable("TRUTH_SEED").toUInt(&given);
            play(given ? chosen : std::random_device()());
            if (QTest::currentTestFailed())
                return;
        } while (std::chrono::steady_clock::now() < end);
    }

private:
    void play(unsigned seed)
    {
        RedisClusterOptions options;
        options.primaries = 3;
        options.replicas = true;
        // No master votes twice for a replica of the same one within two of these times. Only the test lets a replica take over.
        options.config = {u"cluster-node-timeout 2000"_s, u"cluster-replica-no-failover yes"_s};
        RedisCluster cluster(options);
        Watcher watcher(cluster.endpoint());
        QVERIFY(watcher.waitLive());
        KeyGuards guards;
        EventTruth truth;
        truth.expectDoubt();
        TruthPlan plan;
        plan.seed = seed;
        plan.pause = 20ms;
        plan.operations = 400;
        plan.oneKey = true;
        plan.sender = [&guards, nodes = endpointsOf(cluster)]() -> TruthPlan::Send {
            return [client = std::make_shared<ClusterClient>(nodes, guards)](const std::vector<Command> &commands) {
                std::vector<Reply> replies;
                for (const auto &command : commands)
                    replies.push_back(client->command(command));
                return replies;
            };
        };
        Told told;
        {
            TruthWorkload workload(cluster.endpoint(), plan);
            std::mt19937 random(seed);
            const auto keys = keysWithoutCompanion();
            while (workload.running()) {
                watcher.waitFor([&] { return !workload.running(); }, std::chrono::milliseconds(50 + random() % 400));
                const auto &key = keys[random() % keys.size()];
                const auto what = random() % 15;
                if (what == 0) {
                    kill(cluster, cluster.home(key), guards, truth, watcher, static_cast<Kill>(random() % 3));
                    ++told.kills;
                } else if (what < 4) {
                    failOver(cluster, cluster.home(key), watcher);
                    ++told.failovers;
                } else {
                    move(cluster, key, guards, truth, watcher);
                    ++told.moves;
                }
            }
            QVERIFY2(workload.errors().empty(), workload.errors().empty() ? "" : workload.errors().front().c_str());
            workload.report(truth);
        }
        waitUntilQuiet(watcher);
        truth.finish();
        QVERIFY2(truth.disorder().empty(), truth.disorder().empty() ? "" : truth.disorder().front().c_str());
        for (const auto &event : watcher.events())
            judge(event, truth, told);
        report(seed, told);
        QCOMPARE(told.untrue, 0);
        QVERIFY(told.events > 200);
        QVERIFY(told.moves > 0 && told.failovers + told.kills > 0);
        QVERIFY(differences(watcher, cluster).empty());
    }

    static std::vector<Endpoint> endpointsOf(const RedisCluster &cluster)
    {
        std::vector<Endpoint> endpoints;
        for (const auto *server : cluster.servers())
            endpoints.push_back(server->tcpEndpoint());
        return endpoints;
    }

    // Between the steps of the move, the watcher and the clients go on.
    static void move(RedisCluster &cluster, const Bytes &key, KeyGuards &guards, EventTruth &truth, Watcher &watcher)
    {
        auto &from = cluster.home(key);
        auto &to = cluster.other(key);
        {
            // While the slot is on its way and its key on the old node, a script that deletes the key fails at its next command.
            const std::scoped_lock guard(guards.of(key));
            cluster.beginMove(key);
            const auto found = from.command(lookAt(key));
            if (!found.isError())
                cluster.moveKey(key);
            to.command({"ASKING"});
            auto step = lookIn(key, to.command(lookAt(key)));
            step.act = TrueAct::Move;
            if (!found.isError()) { // else the key was not there, and may have been made on the new node
                const auto there = lookIn(key, found);
                step.before = there.before;
                step.at = there.at; // it may have expired on its way
            }
            truth.add(std::move(step), hasTokens(key));
        }
        watcher.waitFor([] { return false; }, 30ms);
        cluster.endMove(key);
    }

    // An election may fail, and then the replica is asked again. No write is lost.
    static void failOver(RedisCluster &cluster, RedisServer &before, Watcher &watcher)
    {
        auto &replica = cluster.replicaOf(before);
        const auto isPrimary = [&] { return replica.command({"ROLE"}).elements.at(0).text == "master"; };
        do {
            replica.command({"CLUSTER", "FAILOVER"});
        } while (!watcher.waitFor(isPrimary, 6s));
        const auto follows = [&] { return before.command({"ROLE"}).elements.at(0).text == "slave"; };
        QVERIFY(eventually(follows));
    }

    enum class Kill { ReplicaFollows, WritesAreLost, ComesBackEmpty };

    // SIGKILL. In the end it is there again, as a replica of the one that was promoted or without its data.
    static void kill(RedisCluster &cluster, RedisServer &before, KeyGuards &guards, EventTruth &truth, Watcher &watcher, Kill how)
    {
        auto keys = keysWithoutCompanion();
        std::erase_if(keys, [&](const auto &key) { return &cluster.home(key) != &before; });
        auto &replica = cluster.replicaOf(before);
        const bool isLagging = how == Kill::WritesAreLost;
        if (isLagging) {
            replica.pause();
            before.command({"CLIENT", "KILL", "TYPE", "replica"}); // what is sent over this connection would be read afterwards
            watcher.waitFor([] { return false; }, 300ms);
        }
        auto held = guards.all(keys);
        if (how == Kill::ReplicaFollows)
            before.command({"WAIT", "1", "1000"});
        before.kill();
        if (isLagging)
            replica.resume();
        auto &after = how == Kill::ComesBackEmpty ? before : replica;
        if (how == Kill::ComesBackEmpty)
            before.start();
        const auto isPrimary = [&] { return after.command({"ROLE"}).elements.at(0).text == "master"; };
        while (!isPrimary()) {
            after.command({"CLUSTER", "FAILOVER", "TAKEOVER"});
            watcher.waitFor(isPrimary, 1s);
        }
        for (const auto &key : keys) {
            Reply found;
            const auto answers = [&] {
                found = after.command(lookAt(key));
                return !found.isError();
            };
            QVERIFY2(watcher.waitFor(answers, 30s), found.text.c_str());
            auto step = lookIn(key, found);
            step.act = TrueAct::Failover;
            truth.add(std::move(step), hasTokens(key));
        }
        held.clear();
        if (how != Kill::ComesBackEmpty)
            before.start();
        auto &follower = how == Kill::ComesBackEmpty ? replica : before;
        const auto follows = [&] {
            const auto role = follower.command({"ROLE"});
            return role.elements.size() > 3 && role.elements[0].text == "slave" && role.elements[3].text == "connected";
        };
        QVERIFY(watcher.waitFor(follows, 60s));
    }

    static void waitUntilQuiet(Watcher &watcher)
    {
        std::size_t before = 0;
        do {
            before = watcher.events().size();
            watcher.waitFor([] { return false; }, 6s); // a lock may be on its way for five seconds
        } while (watcher.events().size() != before);
    }

    static void judge(const LockEvent &event, const EventTruth &truth, Told &told)
    {
        constexpr int mostShown = 40;
        ++told.events;
        ++told.byType[std::string(toString(event.type))];
        const auto fault = truth.faultIn(event);
        if (!fault.empty() && told.untrue++ < mostShown)
            qInfo().noquote() << QString::fromStdString("untrue: " + toString(event) + "\n    " + fault);
    }

    static void report(unsigned seed, const Told &told)
    {
        auto text = u"seed %1: %2 moves, %3 failovers, %4 kills, %5 events, %6 untrue\n   "_s.arg(seed)
                        .arg(told.moves)
                        .arg(told.failovers)
                        .arg(told.kills)
                        .arg(told.events)
                        .arg(told.untrue);
        for (const auto &[type, count] : told.byType)
            text += u' ' + QString::fromStdString(type) + u' ' + QString::number(count);
        qInfo().noquote() << text;
    }

    // Compares the result of watching with a single look at the cluster.
    static std::string differences(Watcher &watcher, const RedisCluster &cluster)
    {
        auto options = Watcher::quick();
        options.watch = false;
        std::string all;
        const auto differ = [&] {
            Watcher other(cluster.endpoint(), options);
            all = other.waitLive() ? "" : "the second Monitor does not become live";
            for (const auto &[key, lock] : other.locks()) {
                const auto found = watcher.locks().find(key);
                if (found == watcher.locks().end())
                    all += escaped(key) + " is not shown; ";
                else if (found->second.node != lock.node || found->second.deadline != lock.deadline)
                    all += escaped(key) + " is shown otherwise; ";
            }
            return !all.empty();
        };
        eventually([&] { return !differ(); }, 10s);
        if (!all.empty())
            qWarning("%s", all.c_str());
        return all;
    }
};

LOCKSCOPE_TEST(ClusterTruthTest)
#include "tst_cluster_truth.moc"
