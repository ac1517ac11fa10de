// SPDX-License-Identifier: MIT
// A trace on a real server: who it names, what ends it, what it needs, and what it leaves behind.
#include "support/awaiting.h"
#include "support/redis_server.h"
#include "support/test_program.h"
#include "support/trace_truth.h"

#include <QTest>

#include <atomic>
#include <thread>

using namespace lockcore;
using namespace lockcore::test;

namespace {

RedisServerOptions onTcp()
{
    RedisServerOptions options;
    options.tcp = true;
    options.config = {QStringLiteral("protected-mode no")}; // its clients come from several addresses
    return options;
}

const std::string owner = "021422a0-e5a3-41f1-8c56-00163e5f7a01";

} // namespace

class TracerTest : public QObject
{
    Q_OBJECT

private slots:
    void init() { m_server = std::make_unique<RedisServer>(onTcp()); }
    void cleanup()
    {
        m_running.reset();
        m_tracer.reset();
        m_server.reset();
    }

    // Held since before the trace: known by what the holder sends.
    void holderFromBefore_isKnownByItsRenewals()
    {
        SourcedClient holder(m_server->tcpEndpoint(), "127.0.0.31");
        holder.command({"CLIENT", "SETNAME", "billing-3"});
        holder.command({"SET", "lock:a", owner, "PX", "60000"});
        begin({"lock:a", "lock:free"});
        for (int i = 0; i < 3; ++i) {
            QTest::qWait(20); // deadlines that differ by less are no renewal
            holder.command({"EVAL", "if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('pexpire', KEYS[1], 60000) end", "1",
                            "lock:a", owner});
        }
        QVERIFY(eventually([&] { return changes().size() == 3; }));
        const auto report = end();
        QCOMPARE(report.holders.size(), std::size_t(1));
        const auto &traced = report.holders.front();
        QCOMPARE(traced.holder.owner, owner);
        QVERIFY(!traced.holder.acquiredBy);
        QCOMPARE(traced.holder.senders.front().times, 3);
        QVERIFY(traced.client);
        QCOMPARE(traced.client->actor.address, holder.address());
        QCOMPARE(traced.client->name(), Bytes("billing-3"));
        QCOMPARE(traced.client->identities.front().user, Bytes("default"));
        QVERIFY(!traced.client->closedBetween);
        QVERIFY(changes().front().change.event.type == EventType::Renewed);
        QCOMPARE(changes().front().change.command, Bytes("PEXPIRE in EVAL"));
    }

    void holderFromBefore_isNamedWhileTheTraceRuns()
    {
        SourcedClient holder(m_server->tcpEndpoint(), "127.0.0.31");
        holder.command({"CLIENT", "SETNAME", "billing-3"});
        holder.command({"SET", "lock:a", owner, "PX", "60000"});
        begin({"lock:a"});
        std::vector<TracedHolder> known;
        int statuses = 0;
        connect(m_tracer.get(), &Tracer::status, this, [&](const TraceStatus &status) {
            ++statuses;
            known.insert(known.end(), status.holders.begin(), status.holders.end());
        });
        holder.command({"EVAL", "return redis.call('get', KEYS[1]) == ARGV[1]", "1", "lock:a", owner}); // it only compares
        QVERIFY(eventually([&] { return !known.empty(); }));
        QCOMPARE(known.front().holder.owner, owner);
        QVERIFY(known.front().client);
        QCOMPARE(known.front().client->name(), Bytes("billing-3"));
        holder.command({"EVAL", "return redis.call('get', KEYS[1]) == ARGV[1]", "1", "lock:a", owner});
        const int before = statuses;
        QVERIFY(eventually([&] { return statuses > before + 2; }));
        QCOMPARE(known.size(), std::size_t(1)); // only what is new is reported
        end();
    }

    void unknownOwner_isNotNamed()
    {
        m_server->command({"SET", "lock:a", owner, "PX", "60000"});
        begin({"lock:a"});
        m_server->command({"SET", "lock:a", "other-owner", "NX", "PX", "60000"});
        m_server->command({"GET", "lock:a"});
        const auto report = end();
        QCOMPARE(report.holders.size(), std::size_t(1));
        QVERIFY(!report.holders.front().client);
    }

    // Whoever connects, acts and leaves within a moment is named by what it said itself.
    void briefClient_isNamedByItsOwnWords()
    {
        begin({"lock:a"});
        {
            SourcedClient brief(m_server->tcpEndpoint(), "127.0.0.32");
            brief.command({"CLIENT", "SETNAME", "cart-7"});
            brief.command({"SET", "lock:a", owner, "NX", "PX", "60000"});
        }
        QVERIFY(eventually([&] { return changes().size() == 1; }));
        if (!RedisServer::isAtLeast(7, 0))
            QSKIP("MONITOR shows CLIENT SETNAME from 7.0 on");
        QCOMPARE(changes().front().by->name(), Bytes("cart-7"));
        const auto report = end();
        QVERIFY(report.holders.front().client->closedBetween);
    }

    void libraries_areNamed_data()
    {
        QTest::addColumn<QByteArrayList>("take");
        QTest::addColumn<QByteArrayList>("give");
        const QByteArray uuid = "021422a0-e5a3-41f1-8c56-00163e5f7a01:17";
        QTest::newRow("redisson")
            << QByteArrayList{"EVAL",
                              "if (redis.call('exists', KEYS[1]) == 0) then redis.call('hincrby', KEYS[1], ARGV[2], 1); "
                              "redis.call('pexpire', KEYS[1], ARGV[1]); return nil; end; return redis.call('pttl', KEYS[1]);",
                              "1",
                              "lock:a",
                              "30000",
                              uuid}
            << QByteArrayList{"EVAL",
                              "local counter = redis.call('hincrby', KEYS[1], ARGV[3], -1); if (counter > 0) then return 0; else "
                              "redis.call('del', KEYS[1]); redis.call('publish', KEYS[2], ARGV[1]); return 1; end;",
                              "2",
                              "lock:a",
                              "redisson_lock__channel:{lock:a}",
                              "0",
                              "30000",
                              uuid};
        QTest::newRow("node-redlock")
            << QByteArrayList{"EVAL",
                              "for i, key in ipairs(KEYS) do if redis.call('exists', key) == 1 then return 0 end end for i, key in "
                              "ipairs(KEYS) do redis.call('set', key, ARGV[1], 'PX', ARGV[2]) end return 1",
                              "1",
                              "lock:a",
                              "0123456789abcdef0123456789abcdef",
                              "30000"}
            << QByteArrayList{"EVAL", "if redis.call('get', KEYS[1]) == ARGV[1] then redis.call('del', KEYS[1]) end return 1", "1",
                              "lock:a", "0123456789abcdef0123456789abcdef"};
        QTest::newRow("redis-py") << QByteArrayList{"SET", "lock:a", "021422a0e5a311f18c5600163e5f7a01", "NX", "PX", "30000"}
                                  << QByteArrayList{
                                         "EVAL",
                                         "if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('del', KEYS[1]) end return 0",
                                         "1", "lock:a", "021422a0e5a311f18c5600163e5f7a01"};
        QTest::newRow("semaphore") << QByteArrayList{"ZADD", "lock:a", "1700000000000", "021422a0-e5a3-41f1-8c56-00163e5f7a01"}
                                   << QByteArrayList{"ZREM", "lock:a", "021422a0-e5a3-41f1-8c56-00163e5f7a01"};
    }

    void libraries_areNamed()
    {
        QFETCH(QByteArrayList, take);
        QFETCH(QByteArrayList, give);
        const auto commandOf = [](const QByteArrayList &words) {
            Command command;
            for (const auto &word : words)
                command.push_back(word.toStdString());
            return command;
        };
        SourcedClient client(m_server->tcpEndpoint(), "127.0.0.33");
        begin({"lock:a"});
        QVERIFY(!client.command(commandOf(take)).isError());
        QVERIFY(eventually([&] { return !changes().empty(); }));
        QVERIFY(!client.command(commandOf(give)).isError());
        QVERIFY(eventually([&] { return isEnd(changes().back().change.event.type); }));
        const auto report = end();
        for (const auto &traced : changes()) {
            QVERIFY2(traced.by, toString(traced.change.event).c_str());
            QCOMPARE(traced.by->actor.address, client.address());
        }
        QVERIFY(changes().front().change.event.type == EventType::Acquired);
        QCOMPARE(report.unsure, 0);
        QVERIFY(report.proved + report.unproved == 0);
    }

    void commandsOfOthers_areNotShown()
    {
        begin({"lock:a"});
        m_server->command({"SET", "secret", "canary-value", "PX", "1000"});
        m_server->command({"SET", "lock:a", owner, "NX", "PX", "60000"});
        QVERIFY(eventually([&] { return changes().size() == 1; }));
        end();
        for (const auto &traced : changes()) {
            QVERIFY(toString(traced.change.event).find("canary") == std::string::npos);
            QCOMPARE(traced.change.event.id.key, Bytes("lock:a"));
        }
    }

    void afterTheTrace_nothingIsLeftOnTheServer()
    {
        begin({"lock:a"});
        end();
        QVERIFY(eventually([&] {
            const auto clients = m_server->command({"CLIENT", "LIST"}).text;
            return std::ranges::count(clients, '\n') == 1;
        }));
        const auto info = parseInfo(m_server->command({"INFO"}).text);
        QCOMPARE(infoNumber(info, "tracking_clients"), 0);
        QCOMPARE(m_server->command({"DBSIZE"}).integer, 0);
    }

    void lostConnection_endsTheTrace()
    {
        begin({"lock:a"});
        m_server->command({"CLIENT", "KILL", "TYPE", "pubsub"});
        QVERIFY(eventually([&] { return m_running->here(); }));
        const auto report = *m_running->get();
        QVERIFY(report.end == TraceEnd::Lost);
        QVERIFY(report.error);
    }

    void time_endsTheTrace()
    {
        begin({"lock:a"}, Milliseconds(1200));
        QVERIFY(eventually([&] { return m_running->here(); }));
        QVERIFY((*m_running->get()).end == TraceEnd::Time);
        QVERIFY((*m_running->get()).lasted >= Milliseconds(1200));
    }

    // The prediction was made while the server was quiet.
    void moreLoadThanPredicted_endsTheTrace()
    {
        begin({"lock:a"});
        std::atomic<bool> stop = false;
        std::thread load([&] {
            RedisClient client(m_server->endpoint());
            const std::vector<Command> many(2000, Command{"SET", "x", std::string(400, 'x')});
            while (!stop)
                client.pipeline(many);
        });
        const bool ended = eventually([&] { return m_running->here(); });
        stop = true;
        load.join();
        QVERIFY(ended);
        const auto end = (*m_running->get()).end;
        QVERIFY2(end == TraceEnd::Load || end == TraceEnd::Memory || end == TraceEnd::Lag, std::string(toString(end)).c_str());
    }

    // The server itself cuts off a reader that reads nothing.
    void stoppedReader_costsTheServerLittle()
    {
        RedisClient reader(m_server->endpoint());
        QVERIFY(reader.command({"MONITOR"}).isOk());
        reader.ask({"SUBSCRIBE", "__redis__:invalidate"});
        RedisClient load(m_server->endpoint());
        const auto before = infoNumber(parseInfo(m_server->command({"INFO", "memory"}).text), "used_memory");
        std::int64_t most = 0;
        const std::vector<Command> many(50, Command{"SET", "x", std::string(20'000, 'x')});
        const bool isCut = eventually([&] {
            load.pipeline(many);
            most = std::max(most, infoNumber(parseInfo(m_server->command({"INFO", "memory"}).text), "used_memory") - before);
            return m_server->command({"CLIENT", "LIST", "TYPE", "pubsub"}).text.empty();
        });
        QVERIFY(isCut);
        QVERIFY2(most < 40'000'000, std::to_string(most).c_str());
    }

    void userWithoutMonitor_isRefused()
    {
        m_server->command({"ACL", "SETUSER", "u", "on", ">pw", "~*", "&*", "+@all", "-monitor"});
        auto endpoint = m_server->tcpEndpoint();
        endpoint.user = "u";
        endpoint.password = "pw";
        make(endpoint, {"lock:a"});
        const auto plan = Arriving<Result<TracePlan>>(m_loop, m_tracer->plan()).get();
        QVERIFY(plan);
        const auto report = Arriving<Result<TraceReport>>(m_loop, m_tracer->run(*plan)).get();
        QVERIFY(!report);
        QVERIFY(report.error().is("NOPERM"));
    }

    void userOfTheDocument_canTrace()
    {
        // docs/acl.md
        m_server->command({"ACL",
                           "SETUSER",
                           "trace",
                           "on",
                           ">pw",
                           "%R~*",
                           "resetchannels",
                           "&__redis__:invalidate",
                           "+ping",
                           "+time",
                           "+info",
                           "+multi",
                           "+exec",
                           "+exists",
                           "+type",
                           "+pexpiretime",
                           "+object|encoding",
                           "+memory|usage",
                           "+strlen",
                           "+getrange",
                           "+hlen",
                           "+hscan",
                           "+zcard",
                           "+zrange",
                           "+scard",
                           "+sscan",
                           "+llen",
                           "+lrange",
                           "+select",
                           "+client|setname",
                           "+client|id",
                           "+client|tracking",
                           "+client|list",
                           "+subscribe",
                           "+monitor"});
        auto endpoint = m_server->tcpEndpoint();
        endpoint.user = "trace";
        endpoint.password = "pw";
        begin({"lock:a", "lock:h", "lock:z"}, TraceOptions::mostTime, endpoint);
        m_server->command({"SET", "lock:a", owner, "NX", "PX", "60000"});
        m_server->command({"HSET", "lock:h", owner, "1"});
        m_server->command({"ZADD", "lock:z", "1", owner});
        QVERIFY(eventually([&] { return changes().size() == 3; }));
        end();
        const auto log = m_server->command({"ACL", "LOG"});
        for (const auto &entry : log.elements) // the greeting of every connection tries it
            QVERIFY2(toString(entry).find("no-touch") != std::string::npos, toString(entry).c_str());
    }

    // One key that may not be read does not hide the others.
    void unreadableKey_isCounted()
    {
        m_server->command({"ACL", "SETUSER", "part", "on", ">pw", "~lock:a", "&*", "+@all"});
        auto endpoint = m_server->tcpEndpoint();
        endpoint.user = "part";
        endpoint.password = "pw";
        begin({"lock:a", "lock:b"}, TraceOptions::mostTime, endpoint);
        m_server->command({"SET", "lock:b", owner, "NX", "PX", "60000"});
        m_server->command({"SET", "lock:a", owner, "NX", "PX", "60000"});
        QVERIFY(eventually([&] { return changes().size() == 1; }));
        QCOMPARE(changes().front().change.event.id.key, Bytes("lock:a"));
        QCOMPARE(end().notRead, 1);
    }

    void replica_isNotTraced()
    {
        m_server->command({"REPLICAOF", "127.0.0.1", std::to_string(freePort())});
        make(m_server->tcpEndpoint(), {"lock:a"});
        const auto plan = Arriving<Result<TracePlan>>(m_loop, m_tracer->plan()).get();
        QVERIFY(plan);
        QVERIFY(plan->hindrance == TraceHindrance::Replica);
        m_server->command({"REPLICAOF", "NO", "ONE"});
    }

    void status_saysWhatItCosts()
    {
        begin({"lock:a"});
        QVERIFY(eventually([&] { return m_status && m_status->commands > 0 && m_status->left > Milliseconds::zero(); }));
        end();
    }

private:
    void make(const Endpoint &endpoint, std::vector<Bytes> keys, Milliseconds time = TraceOptions::mostTime)
    {
        TraceOptions options;
        options.keys = std::move(keys);
        options.time = time;
        m_items.clear();
        m_status.reset();
        m_tracer = std::make_unique<Tracer>(endpoint, std::move(options), m_loop, m_clock);
        connect(m_tracer.get(), &Tracer::found, this,
                [this](const std::vector<TraceItem> &items) { m_items.insert(m_items.end(), items.begin(), items.end()); });
        connect(m_tracer.get(), &Tracer::status, this, [this](const TraceStatus &status) { m_status = status; });
    }

    // Returns when the first looks have been taken.
    void begin(std::vector<Bytes> keys, Milliseconds time = TraceOptions::mostTime, std::optional<Endpoint> endpoint = {})
    {
        make(endpoint.value_or(m_server->tcpEndpoint()), std::move(keys), time);
        const auto plan = Arriving<Result<TracePlan>>(m_loop, m_tracer->plan()).get();
        if (!plan)
            qFatal("no plan: %s", plan.error().text.c_str());
        bool started = false;
        connect(m_tracer.get(), &Tracer::started, this, [&] { started = true; });
        m_running.emplace(m_loop, m_tracer->run(*plan));
        if (!eventually([&] { return started || m_running->here(); }))
            qFatal("the trace did not start");
        if (m_running->here() && !m_running->get())
            qFatal("no trace: %s", m_running->get().error().text.c_str());
        if (!eventually([&] { return (m_status && m_status->unseen == 0) || m_running->here(); }))
            qFatal("the trace does not look");
        disconnect(m_tracer.get(), &Tracer::started, this, nullptr);
    }

    TraceReport end()
    {
        m_tracer->stop();
        const auto report = m_running->get();
        if (!report)
            qFatal("no report: %s", report.error().text.c_str());
        return *report;
    }

    std::vector<TracedChange> changes() const
    {
        std::vector<TracedChange> changes;
        for (const auto &item : m_items) {
            if (const auto *change = std::get_if<TracedChange>(&item))
                changes.push_back(*change);
        }
        return changes;
    }

    EventLoop m_loop;
    LoopClock m_clock;
    std::unique_ptr<RedisServer> m_server;
    std::unique_ptr<Tracer> m_tracer;
    std::optional<Arriving<Result<TraceReport>>> m_running;
    std::vector<TraceItem> m_items;
    std::optional<TraceStatus> m_status;
};

LOCKSCOPE_TEST(TracerTest)
#include "tst_tracer.moc"
