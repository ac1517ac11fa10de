// SPDX-License-Identifier: MIT
// Real libraries under a trace: each acquisition, renewal and release is the client's that made it, and nobody is accused. Leases end
// before their holders are ready, and what such a holder sends then removes nothing. Without node, or if no npm registry can be reached, the rows of
// Node's libraries are skipped.
#include "support/node_modules.h"
#include "support/redis_server.h"
#include "support/test_program.h"
#include "support/trace_truth.h"

#include <QProcess>
#include <QTest>

#include <thread>

using namespace lockcore;
using namespace lockcore::test;
using namespace Qt::StringLiterals;

namespace {

std::vector<Bytes> keysOfJobs()
{
    std::vector<Bytes> keys;
    for (int id = 1; id <= 40; ++id)
        keys.push_back("bull:mail:" + std::to_string(id) + ":lock");
    return keys;
}

// What a library's program says that it has done.
void noteWhat(const QByteArray &said, TrueLocks &truth)
{
    for (const auto &line : said.split('\n')) {
        const auto words = line.trimmed().split(' ');
        if (words.size() != 4)
            continue;
        const auto kind = words[0] == "taken"     ? TrueChange::Kind::Taken
                          : words[0] == "renewed" ? TrueChange::Kind::Renewed
                                                  : TrueChange::Kind::Removed;
        truth.note({kind, words[1].toStdString(), words[2].toStdString(), words[3].toStdString()});
    }
}

const char *const lock = R"(
if redis.call('exists', KEYS[1]) == 0 or redis.call('hexists', KEYS[1], ARGV[2]) == 1 then
    redis.call('hincrby', KEYS[1], ARGV[2], 1)
    redis.call('pexpire', KEYS[1], ARGV[1])
    return nil
end
return redis.call('pttl', KEYS[1]))";

const char *const unlock = R"(
if redis.call('get', KEYS[3]) then return 0 end
if redis.call('hexists', KEYS[1], ARGV[1]) == 0 then return nil end
if redis.call('hincrby', KEYS[1], ARGV[1], -1) > 0 then
    redis.call('pexpire', KEYS[1], 30000)
    redis.call('set', KEYS[3], 0, 'px', 1000)
    return 0
end
redis.call('del', KEYS[1])
redis.call('publish', KEYS[2], 0)
redis.call('set', KEYS[3], 1, 'px', 1000)
return 1)";

const char *const readLock = R"(
if redis.call('hget', KEYS[1], 'mode') == false then
    redis.call('hset', KEYS[1], 'mode', 'read')
    redis.call('hset', KEYS[1], ARGV[2], 1)
else
    redis.call('hincrby', KEYS[1], ARGV[2], 1)
end
redis.call('set', KEYS[1] .. ':' .. ARGV[2] .. ':rwlock_timeout:1', 1, 'px', ARGV[1])
redis.call('pexpire', KEYS[1], ARGV[1]))";

const char *const readUnlock = R"(
if redis.call('hincrby', KEYS[1], ARGV[2], -1) == 0 then redis.call('hdel', KEYS[1], ARGV[2]) end
redis.call('del', KEYS[1] .. ':' .. ARGV[2] .. ':rwlock_timeout:1')
if redis.call('hlen', KEYS[1]) > 1 then
    redis.call('pexpire', KEYS[1], ARGV[1])
    return 0
end
redis.call('del', KEYS[1])
return 1)";

} // namespace

class TraceLibrariesTest final : public QObject
{
    Q_OBJECT

private slots:
    void library_isAttributedToItsClients_data()
    {
        QTest::addColumn<QString>("library");
        QTest::addColumn<std::vector<Bytes>>("keys");
        QTest::addColumn<int>("least"); // changes
        QTest::newRow("redis-py") << u"redis-py"_s << std::vector<Bytes>{"lock:py"} << 135;
        QTest::newRow("node-redlock") << u"redlock"_s << std::vector<Bytes>{"lock:redlock"} << 135;
        QTest::newRow("redis-semaphore, mutex") << u"redis-semaphore"_s << std::vector<Bytes>{"mutex:node"} << 135;
        QTest::newRow("redis-semaphore, semaphore") << u"redis-semaphore's semaphore"_s << std::vector<Bytes>{"semaphore:node"} << 120;
        QTest::newRow("BullMQ") << u"bullmq"_s << keysOfJobs() << 80;
    }

    void library_isAttributedToItsClients()
    {
        QFETCH(const QString, library);
        QFETCH(const std::vector<Bytes>, keys);
        QFETCH(const int, least);
        const bool isPython = library == u"redis-py";
        const auto modules = isPython ? NodeModules() : installNodeModules();
        if (isPython && !hasRedisPy())
            QSKIP("redis-py is not installed (Debian: python3-redis)");
        if (!modules.possible)
            QSKIP(qPrintable(modules.failure));
        QVERIFY2(modules.failure.isEmpty(), qPrintable(modules.failure));

        RedisServerOptions options;
        options.tcp = true;
        const RedisServer server(std::move(options));
        const auto port = QString::number(server.tcpEndpoint().port);
        TraceOptions wish;
        wish.keys = keys;
        TrueLocks truth(1);
        QByteArray complaint;
        const auto outcome = traced(server.tcpEndpoint(), std::move(wish), truth, [&] {
            QProcess process;
            auto environment = QProcessEnvironment::systemEnvironment();
            environment.insert(u"NODE_PATH"_s, modules.folder);
            process.setProcessEnvironment(environment);
            if (isPython)
                process.start(u"/usr/bin/python3"_s, {QStringLiteral(LIBRARY_LOCKS ".py"), port, u"lock:py"_s});
            else
                process.start(u"node"_s, {QStringLiteral(LIBRARY_LOCKS ".cjs"), library, port});
            process.waitForFinished(120'000);
            noteWhat(process.readAllStandardOutput(), truth);
            complaint = process.readAllStandardError();
        });
        const auto &verdict = outcome.verdict;
        const auto tally = toString(verdict);
        QVERIFY2(verdict.changes >= least, complaint);
        QVERIFY2(verdict.wrong == 0, tally.c_str());
        QVERIFY2(isSanitized || verdict.certain() >= 0.3, tally.c_str());
        QVERIFY2(outcome.report.proved == 0 && outcome.report.unproved == 0, tally.c_str());
    }

    // The commands that Redisson's scripts send, in their order: three processes, each with a pool; threads are owners.
    void redissonsCommands_areAttributedToTheirClients()
    {
        RedisServerOptions options;
        options.tcp = true;
        options.config = {u"protected-mode no"_s};
        const RedisServer server(std::move(options));
        std::vector<std::unique_ptr<SourcedClient>> clients;
        for (int i = 0; i < 9; ++i)
            clients.push_back(std::make_unique<SourcedClient>(server.tcpEndpoint(), "127.0.0." + std::to_string(10 + i / 3)));
        TrueLocks truth(2);
        std::vector<Bytes> instances;
        for (int i = 0; i < 3; ++i)
            instances.push_back(truth.newOwner());
        TraceOptions wish;
        wish.keys = {"lock:r", "lock:rw"};
        const auto outcome = traced(server.tcpEndpoint(), std::move(wish), truth, [&] {
            const auto of = [&](std::size_t process) -> SourcedClient & { return *clients[process * 3 + truth.any(3)]; };
            const auto note = [&](TrueChange::Kind kind, const Bytes &key, const Bytes &who, const SourcedClient &client) {
                truth.note({kind, key, who, client.address()});
            };
            const auto give = [&](std::size_t process, const Bytes &who) {
                auto &client = of(process);
                const auto latch = "redisson_unlock_latch:{lock:r}:" + truth.newOwner();
                const bool freed =
                    client.command({"EVAL", unlock, "3", "lock:r", "redisson_lock__channel:{lock:r}", latch, who}).integer == 1;
                of(process).command({"DEL", latch});
                if (freed)
                    note(TrueChange::Kind::Removed, "lock:r", who, client);
            };
            const auto take = [&](std::size_t process, const Bytes &who, int leaseMs) {
                auto &client = of(process);
                if (!(client.command({"EVAL", lock, "1", "lock:r", std::to_string(leaseMs), who}) == Reply::nil()))
                    return false;
                note(TrueChange::Kind::Taken, "lock:r", who, client);
                return true;
            };
            for (int round = 0; round < 120; ++round) {
                const auto process = truth.any(3);
                const auto other = (process + 1) % 3;
                const auto who = instances[process] + ":" + std::to_string(20 + round);
                const auto next = instances[other] + ":" + std::to_string(20 + round);
                const bool isLate = round % 10 == 0;
                take(process, who, isLate ? 25 : 30'000);
                if (isLate) {
                    std::this_thread::sleep_for(std::chrono::milliseconds(32));
                    take(other, next, 30'000);
                    give(process, who); // in vain
                    give(other, next);
                    continue;
                }
                take(other, next, 30'000); // in vain
                give(process, who);
            }
            for (int round = 0; round < 60; ++round) {
                std::vector<std::pair<std::size_t, Bytes>> readers;
                for (std::size_t process = 0; process < 2; ++process) {
                    const auto who = instances[process] + ":" + std::to_string(round);
                    auto &client = of(process);
                    client.command({"EVAL", readLock, "1", "lock:rw", "30000", who});
                    note(TrueChange::Kind::Taken, "lock:rw", who, client);
                    readers.emplace_back(process, who);
                }
                for (const auto &[process, who] : readers) {
                    auto &client = of(process);
                    client.command({"EVAL", readUnlock, "1", "lock:rw", "30000", who});
                    note(TrueChange::Kind::Removed, "lock:rw", who, client);
                }
            }
        });
        const auto tally = toString(outcome.verdict);
        QVERIFY2(outcome.verdict.wrong == 0, tally.c_str());
        // How much is certain depends on how late a busy machine lets the trace look.
        QVERIFY2(isSanitized || outcome.verdict.certain() >= 0.3, tally.c_str());
        QVERIFY2(outcome.report.proved == 0 && outcome.report.unproved == 0, tally.c_str());
    }
};

LOCKSCOPE_TEST(TraceLibrariesTest)
#include "tst_trace_libraries.moc"
