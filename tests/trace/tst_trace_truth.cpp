// SPDX-License-Identifier: MIT
// Clients whose truth is known, while a trace runs: no attribution is wrong, nearly all are certain, nobody is accused falsely, and where
// proof is possible most mistakes are proved.
#include "support/redis_server.h"
#include "support/test_program.h"
#include "support/trace_truth.h"

#include <QTest>

#include <atomic>
#include <thread>

using namespace lockcore;
using namespace lockcore::test;

namespace {

using Clients = std::vector<std::unique_ptr<SourcedClient>>;

std::string hostOf(std::size_t number) { return "127.0.0." + std::to_string(10 + number); }

Clients clientsFrom(const Endpoint &endpoint, std::size_t hosts, std::size_t each = 1)
{
    Clients clients;
    for (std::size_t i = 0; i < hosts * each; ++i)
        clients.push_back(std::make_unique<SourcedClient>(endpoint, hostOf(i / each)));
    return clients;
}

std::vector<Bytes> keysOf(std::size_t count)
{
    std::vector<Bytes> keys;
    for (std::size_t i = 0; i < count; ++i)
        keys.push_back("lock:order:" + std::to_string(i));
    return keys;
}

void sleepMs(int ms) { std::this_thread::sleep_for(std::chrono::milliseconds(ms)); }

// Each client takes, perhaps renews, and gives back over its own connection. Some are late: their lease is over, another one has taken the
// lock, and they delete that one's.
void disciplined(TrueLocks &truth, Clients &clients, const std::vector<Bytes> &keys, int rounds, double late)
{
    for (int round = 0; round < rounds; ++round) {
        const auto &key = keys[truth.any(keys.size())];
        const auto mine = truth.any(clients.size());
        const auto other = (mine + 1 + truth.any(clients.size() - 1)) % clients.size();
        const auto owner = truth.newOwner();
        if (!truth.chance(late)) {
            if (!truth.take(*clients[mine], key, owner, 20'000))
                continue;
            truth.take(*clients[other], key, truth.newOwner(), 20'000); // in vain
            if (truth.chance(0.3))
                truth.renew(*clients[mine], key, owner, 30'000);
            if (truth.chance(0.2))
                sleepMs(1);
            truth.remove(*clients[mine], key, owner);
            continue;
        }
        if (!truth.take(*clients[mine], key, owner, 25))
            continue;
        sleepMs(32);
        const auto next = truth.newOwner();
        truth.take(*clients[other], key, next, 20'000);
        truth.remove(*clients[mine], key, owner);
        truth.remove(*clients[other], key, next);
    }
}

} // namespace

class TraceTruthTest : public QObject
{
    Q_OBJECT

private slots:
    void init()
    {
        RedisServerOptions options;
        options.tcp = true;
        options.config = {QStringLiteral("protected-mode no")}; // its clients come from several addresses
        m_server = std::make_unique<RedisServer>(std::move(options));
    }

    void disciplinedClients_mistakesAreProved()
    {
        auto clients = clientsFrom(endpoint(), 6);
        TrueLocks truth(1);
        const auto outcome = trace(keysOf(4), truth, [&] { disciplined(truth, clients, keysOf(4), 600, 0.1); });
        const auto &verdict = outcome.verdict;
        QVERIFY(verdict.mistakes > 30);
        QVERIFY2(isSanitized || verdict.proved >= verdict.mistakes * 9 / 10, toString(verdict).c_str());
    }

    void compareAndDelete_isNoMistake()
    {
        auto clients = clientsFrom(endpoint(), 5);
        TrueLocks truth(2);
        const auto outcome = trace(keysOf(3), truth, [&] {
            for (int round = 0; round < 500; ++round) {
                const auto key = keysOf(3)[truth.any(3)];
                auto &mine = *clients[truth.any(5)];
                const auto owner = truth.newOwner();
                const bool isShort = truth.chance(0.1);
                if (!truth.take(mine, key, owner, isShort ? 25 : 20'000))
                    continue;
                if (isShort) { // late, and it compares
                    sleepMs(32);
                    const auto next = truth.newOwner();
                    auto &other = *clients[truth.any(5)];
                    truth.take(other, key, next, 20'000);
                    truth.compareAndRemove(mine, key, owner);
                    truth.compareAndRemove(other, key, next);
                    continue;
                }
                truth.compareAndRenew(mine, key, owner, 30'000);
                truth.compareAndRemove(mine, key, owner);
            }
        });
        QCOMPARE(outcome.report.proved + outcome.report.unproved, 0);
    }

    // A pool: each of three processes has several connections, and uses any of them for each command.
    void pool_isNotAccused()
    {
        auto clients = clientsFrom(endpoint(), 3, 4);
        TrueLocks truth(3);
        const auto of = [&](std::size_t process) -> SourcedClient & { return *clients[process * 4 + truth.any(4)]; };
        const auto outcome = trace(keysOf(4), truth, [&] {
            for (int round = 0; round < 600; ++round) {
                const auto key = keysOf(4)[truth.any(4)];
                const auto process = truth.any(3);
                const auto owner = truth.newOwner();
                const bool isLate = truth.chance(0.1);
                if (!truth.take(of(process), key, owner, isLate ? 25 : 20'000))
                    continue;
                if (isLate) { // the job gives up, and its process runs the next one
                    sleepMs(32);
                    const auto next = truth.newOwner();
                    truth.take(of(process), key, next, 20'000);
                    truth.remove(of(process), key, next);
                    continue;
                }
                if (truth.chance(0.3))
                    truth.renew(of(process), key, owner, 30'000);
                truth.remove(of(process), key, owner);
            }
        });
        QVERIFY(outcome.report.unproved > 0); // told, with the doubt
        QCOMPARE(outcome.report.proved, 0);
    }

    // One connection for all workers of a process: a late worker deletes the lock of another one of the same process, which cannot be seen.
    void sharedConnection_isNotAccused()
    {
        auto clients = clientsFrom(endpoint(), 3);
        TrueLocks truth(4);
        const auto outcome = trace(keysOf(3), truth, [&] {
            for (int round = 0; round < 400; ++round) {
                const auto key = keysOf(3)[truth.any(3)];
                auto &process = *clients[truth.any(3)];
                const auto owner = truth.newOwner();
                const bool isLate = truth.chance(0.1);
                if (!truth.take(process, key, owner, isLate ? 25 : 20'000))
                    continue;
                if (isLate) {
                    sleepMs(32);
                    truth.take(process, key, truth.newOwner(), 20'000);
                    truth.remove(process, key, owner, true);
                    continue;
                }
                truth.remove(process, key, owner);
            }
        });
        QCOMPARE(outcome.report.proved + outcome.report.unproved, 0);
    }

    // The host that takes a lock hands the job over, and another one gives it back.
    void handOverByDesign_isNotAccused()
    {
        auto clients = clientsFrom(endpoint(), 4);
        TrueLocks truth(5);
        const auto outcome = trace(keysOf(3), truth, [&] {
            for (int round = 0; round < 400; ++round) {
                const auto key = keysOf(3)[truth.any(3)];
                const auto owner = truth.newOwner();
                if (truth.take(*clients[truth.any(2)], key, owner, 20'000))
                    truth.remove(*clients[2 + truth.any(2)], key, owner, true);
            }
        });
        QCOMPARE(outcome.report.proved, 0);
        QVERIFY(outcome.report.unproved > 300);
    }

    void operatorsDelete_isToldWithItsDoubt()
    {
        auto clients = clientsFrom(endpoint(), 3);
        SourcedClient person(endpoint(), hostOf(20));
        TrueLocks truth(6);
        const auto outcome = trace(keysOf(2), truth, [&] {
            disciplined(truth, clients, keysOf(2), 60, 0);
            const auto owner = truth.newOwner();
            truth.take(*clients[0], keysOf(2)[0], owner, 20'000);
            truth.remove(person, keysOf(2)[0], {}, true);
        });
        QCOMPARE(outcome.report.unproved, 1);
        QCOMPARE(outcome.report.proved, 0);
    }

    // Only the text of the owner proves it: the one who deletes had taken nothing.
    void ownerSentAgain_provesTheDeletion()
    {
        auto clients = clientsFrom(endpoint(), 4);
        SourcedClient cleaner(endpoint(), hostOf(20));
        TrueLocks truth(7);
        const auto outcome = trace(keysOf(2), truth, [&] {
            for (int round = 0; round < 60; ++round) {
                const auto key = keysOf(2)[truth.any(2)];
                auto &mine = *clients[truth.any(4)];
                const auto owner = truth.newOwner();
                if (!truth.take(mine, key, owner, 20'000))
                    continue;
                if (truth.chance(0.3)) {
                    truth.remove(cleaner, key, {});
                    sleepMs(12); // until a look has shown it
                }
                truth.compareAndRemove(mine, key, owner);
            }
        });
        const auto &verdict = outcome.verdict;
        QVERIFY(verdict.mistakes > 5);
        QVERIFY2(isSanitized || verdict.proved >= verdict.mistakes * 9 / 10, toString(verdict).c_str());
    }

    void unixSocket_nothingIsProved()
    {
        Clients clients;
        for (int i = 0; i < 4; ++i)
            clients.push_back(std::make_unique<SourcedClient>(m_server->endpoint(), ""));
        TrueLocks truth(8);
        const auto outcome = trace(keysOf(3), truth, [&] { disciplined(truth, clients, keysOf(3), 200, 0.1); });
        QVERIFY(outcome.verdict.mistakes > 5);
        QCOMPARE(outcome.report.proved, 0);
    }

    void takenWhileHeld_isProvedForTheDisciplined()
    {
        auto clients = clientsFrom(endpoint(), 4);
        TrueLocks truth(9);
        const auto outcome = trace(keysOf(3), truth, [&] {
            disciplined(truth, clients, keysOf(3), 80, 0);
            for (int round = 0; round < 40; ++round) {
                const auto key = keysOf(3)[truth.any(3)];
                const auto owner = truth.newOwner();
                const auto next = truth.newOwner();
                const auto mine = truth.any(4);
                auto &other = *clients[(mine + 1) % 4];
                if (!truth.take(*clients[mine], key, owner, 20'000))
                    continue;
                sleepMs(1);
                truth.overwrite(other, key, next, 20'000, true);
                truth.remove(other, key, next);
            }
        });
        const auto &verdict = outcome.verdict;
        QCOMPARE(verdict.mistakes, 40);
        QVERIFY2(isSanitized || verdict.proved >= 36, toString(verdict).c_str());
    }

    void renewedByAnother_isProvedForTheDisciplined()
    {
        auto clients = clientsFrom(endpoint(), 4);
        TrueLocks truth(10);
        const auto outcome = trace(keysOf(3), truth, [&] {
            disciplined(truth, clients, keysOf(3), 80, 0);
            for (int round = 0; round < 40; ++round) {
                const auto key = keysOf(3)[truth.any(3)];
                const auto owner = truth.newOwner();
                const auto next = truth.newOwner();
                const auto mine = truth.any(4);
                auto &other = *clients[(mine + 1) % 4];
                if (!truth.take(*clients[mine], key, owner, 25))
                    continue;
                sleepMs(32);
                truth.take(other, key, next, 20'000);
                truth.renew(*clients[mine], key, owner, 30'000); // late
                truth.remove(other, key, next);
            }
        });
        const auto &verdict = outcome.verdict;
        QCOMPARE(verdict.mistakes, 40);
        QVERIFY2(isSanitized || verdict.proved >= 36, toString(verdict).c_str());
    }

    // Commands that hide: a transaction that a WATCH has aborted, renames, a value of the wrong type, another database.
    void oddCommands_areNotInvented()
    {
        auto clients = clientsFrom(endpoint(), 4);
        TrueLocks truth(11);
        const auto keys = keysOf(3);
        const auto outcome = trace(
            keys, truth,
            [&] {
                SourcedClient elsewhere(endpoint(), hostOf(9));
                elsewhere.command({"SELECT", "1"});
                for (int round = 0; round < 300; ++round) {
                    const auto &key = keys[truth.any(3)];
                    auto &mine = *clients[truth.any(4)];
                    auto &other = *clients[truth.any(4)];
                    const auto owner = truth.newOwner();
                    elsewhere.command({"SET", key, truth.newOwner(), "PX", "1000"});
                    switch (truth.any(6)) {
                    case 0: // aborted: nothing of it happens
                        if (&mine == &other)
                            break;
                        mine.command({"WATCH", key});
                        truth.take(other, key, owner, 20'000);
                        mine.command({"MULTI"});
                        mine.command({"DEL", key});
                        mine.command({"EXEC"});
                        truth.remove(other, key, owner);
                        break;
                    case 1: { // executed
                        mine.command({"MULTI"});
                        mine.command({"SET", key, owner, "NX", "PX", "20000"});
                        mine.command({"EXEC"});
                        truth.note({TrueChange::Kind::Taken, key, owner, mine.address()});
                        mine.command({"MULTI"});
                        mine.command({"DEL", key});
                        mine.command({"EXEC"});
                        truth.note({TrueChange::Kind::Removed, key, owner, mine.address()});
                        break;
                    }
                    case 2: // of the wrong type
                        other.command({"RPUSH", key, "f"});
                        truth.take(mine, key, owner, 20'000);
                        other.command({"RPOP", key});
                        break;
                    case 3:
                        if (truth.take(mine, key, owner, 20'000)) {
                            mine.command({"RENAME", key, "other:" + owner});
                            truth.note({TrueChange::Kind::Removed, key, owner, mine.address()});
                        }
                        break;
                    default:
                        if (truth.take(mine, key, owner, 2 + static_cast<int>(truth.any(4)))) {
                            sleepMs(1 + static_cast<int>(truth.any(6)));
                            mine.command({"GET", key});
                            sleepMs(5);
                        }
                    }
                }
            },
            0.95);
        Q_UNUSED(outcome);
    }

    // Redis 7.2, its successors and Valkey do not show a command that a pause has delayed.
    void delayedCommands_areNotInvented()
    {
        const bool isHidden = RedisServer::isAtLeast(7, 2);
        auto clients = clientsFrom(endpoint(), 4);
        TrueLocks truth(16);
        const auto outcome = trace(
            keysOf(2), truth,
            [&] {
                for (int round = 0; round < 60; ++round) {
                    const auto key = keysOf(2)[truth.any(2)];
                    auto &mine = *clients[truth.any(4)];
                    const auto owner = truth.newOwner();
                    if (truth.chance(0.5))
                        clients[truth.any(4)]->command({"CLIENT", "PAUSE", "6", "WRITE"});
                    truth.take(mine, key, owner, 20'000);
                    sleepMs(2);
                    truth.remove(mine, key, owner);
                }
            },
            isHidden ? 0.3 : 0.95);
        if (isHidden)
            QVERIFY(outcome.report.unshown > 0);
    }

    void handOvers_twoHundredEachSecond()
    {
        auto clients = clientsFrom(endpoint(), 5);
        TrueLocks truth(12);
        trace(keysOf(1), truth, [&] {
            for (int round = 0; round < 400; ++round) {
                auto &mine = *clients[truth.any(5)];
                const auto owner = truth.newOwner();
                if (!truth.take(mine, keysOf(1)[0], owner, 20'000))
                    continue;
                sleepMs(4);
                truth.remove(mine, keysOf(1)[0], owner);
            }
        });
    }

    // All at once: clients in threads of their own, and others that use other keys.
    void manyClientsAtOnce_areToldApart()
    {
        constexpr std::size_t threads = 6;
        std::vector<TrueLocks> truths;
        for (unsigned i = 0; i < threads; ++i)
            truths.emplace_back(100 + i);
        TrueLocks truth(15);
        trace(
            keysOf(3), truth,
            [&] {
                std::atomic<std::size_t> working = threads;
                std::vector<std::thread> all;
                for (std::size_t i = 0; i < threads; ++i) {
                    all.emplace_back([&, i] {
                        SourcedClient client(endpoint(), hostOf(i));
                        auto &mine = truths[i];
                        for (int round = 0; round < 250; ++round) {
                            const auto key = keysOf(3)[mine.any(3)];
                            const auto owner = mine.newOwner();
                            if (!mine.take(client, key, owner, 20'000))
                                continue;
                            if (mine.chance(0.3))
                                mine.compareAndRenew(client, key, owner, 30'000);
                            if (mine.chance(0.5))
                                sleepMs(1);
                            mine.compareAndRemove(client, key, owner);
                        }
                        --working;
                    });
                }
                RedisClient noise(m_server->endpoint());
                const std::vector<Command> others(100, Command{"SET", "other", "x", "PX", "1000"});
                while (working > 0)
                    noise.pipeline(others);
                for (auto &one : all)
                    one.join();
                for (const auto &one : truths) {
                    for (const auto &change : one.changes())
                        truth.note(change);
                }
            },
            0.3); // beside so many threads, a busy machine lets the trace look late
    }

    // Locks that are taken for the first time during the trace.
    void newLocks_areFollowed()
    {
        auto clients = clientsFrom(endpoint(), 4);
        TrueLocks truth(13);
        m_followsNew = true;
        trace({}, truth, [&] {
            for (int round = 0; round < 30; ++round) {
                auto &mine = *clients[truth.any(4)];
                const auto owner = truth.newOwner();
                const auto key = "lock:job:" + std::to_string(round);
                truth.take(mine, key, owner, 20'000);
                sleepMs(200); // what comes before the first look is not sure
                truth.remove(mine, key, owner);
                mine.command({"SET", "session:" + std::to_string(round), owner, "NX", "PX", "1000"}); // no lock
            }
        });
        m_followsNew = false;
    }

    void hardWork_isJudgedRightly()
    {
        m_judges = false; // its deadlines are meant to be unsure
        const auto verdict = hardWork({}).verdict;
        m_judges = true;
        QVERIFY2(verdict.wrong == 0 && verdict.falsely == 0, toString(verdict).c_str());
        QVERIFY2(isSanitized || verdict.proved >= verdict.mistakes * 9 / 10, toString(verdict).c_str());
    }

    // What a worse trace would do fails in the same work.
    void worseTrace_fails_data()
    {
        QTest::addColumn<int>("mutant");
        QTest::newRow("accuses by connection") << 0;
        QTest::newRow("accuses by host") << 1;
        QTest::newRow("accuses by confirmation") << 2;
        QTest::newRow("accuses by lateness") << 3;
        QTest::newRow("never accuses") << 4;
        QTest::newRow("all sure") << 5;
        QTest::newRow("simulation alone") << 6;
    }

    void worseTrace_fails()
    {
        using Accuse = TraceRules::Accuse;
        QFETCH(int, mutant);
        m_judges = false;
        TraceRules rules;
        rules.accuse = mutant == 0   ? Accuse::ByConnection
                       : mutant == 1 ? Accuse::ByHost
                       : mutant == 2 ? Accuse::ByConfirmation
                       : mutant == 3 ? Accuse::ByLateness
                       : mutant == 4 ? Accuse::Never
                                     : Accuse::ByDiscipline;
        rules.doubts = mutant != 5;
        rules.looks = rules.announcements = mutant != 6;
        const auto worse = hardWork(rules).verdict;
        m_judges = true;
        if (mutant < 4)
            QVERIFY2(worse.falsely > 0, toString(worse).c_str());
        else if (mutant == 4)
            QVERIFY2(worse.proved == 0 && worse.told > 0, toString(worse).c_str());
        else
            QVERIFY2(worse.wrong > 0, toString(worse).c_str());
    }

private:
    Endpoint endpoint() const { return m_server->tcpEndpoint(); }
    // What holds in each workload.
    TraceOutcome trace(const std::vector<Bytes> &keys, TrueLocks &truth, const std::function<void()> &work, double least = 0.975)
    {
        TraceOptions options;
        options.keys = keys;
        options.rules = m_rules;
        options.followsNew = m_followsNew;
        auto outcome = traced(endpoint(), std::move(options), truth, work);
        qInfo("%s", toString(outcome.verdict).c_str());
        if (isJudged()) {
            QTest::qVerify(outcome.verdict.wrong == 0, "nothing wrong", toString(outcome.verdict).c_str(), __FILE__, __LINE__);
            // Looks that come late leave more unsure, never more wrong: how much is certain also depends on the machine.
            QTest::qVerify(isSanitized || outcome.verdict.certain() >= least, "certain", toString(outcome.verdict).c_str(), __FILE__,
                           __LINE__);
            QTest::qVerify(outcome.verdict.falsely == 0, "nobody accused falsely", toString(outcome.verdict).c_str(), __FILE__, __LINE__);
        }
        return outcome;
    }
    bool isJudged() const { return m_judges; }

    // Disciplined clients with mistakes under one name; a pool and jobs that are handed over under others; deadlines that end in between.
    TraceOutcome hardWork(const TraceRules &rules)
    {
        auto clients = clientsFrom(endpoint(), 6);
        auto pool = clientsFrom(endpoint(), 1, 2);
        TrueLocks truth(14);
        m_rules = rules;
        m_server->command({"FLUSHALL"});
        const std::vector<Bytes> mine = {"lock:mine:1", "lock:mine:2"}, pooled = {"lock:pool:1"}, handed = {"lock:job:1"},
                                 brief = {"lock:brief:1"};
        std::vector<Bytes> all = mine;
        all.insert(all.end(), {pooled[0], handed[0], brief[0]});
        auto outcome = trace(all, truth, [&] {
            for (int round = 0; round < 40; ++round) {
                disciplined(truth, clients, mine, 6, 0.1);
                const auto owner = truth.newOwner();
                if (truth.take(*pool[truth.any(2)], pooled[0], owner, 20'000)) // one process on two connections
                    truth.remove(*pool[truth.any(2)], pooled[0], owner, true);
                const auto late = truth.newOwner();
                if (truth.take(*pool[0], pooled[0], late, 25)) { // its next job, over another connection, and given back over this one
                    sleepMs(32);
                    const auto next = truth.newOwner();
                    truth.take(*pool[1], pooled[0], next, 20'000);
                    truth.remove(*pool[0], pooled[0], next, true);
                    sleepMs(10);
                    truth.compareAndRemove(*pool[1], pooled[0], next); // again, to be safe
                }
                const auto job = truth.newOwner();
                if (truth.take(*clients[2], handed[0], job, 20'000))
                    truth.remove(*clients[3], handed[0], job, true);
                // Its deadline passes between MULTI and EXEC, and the server's clock stands still in between.
                const auto frozen = truth.newOwner();
                if (truth.take(*clients[1], brief[0], frozen, 5)) {
                    clients[1]->command({"MULTI"});
                    clients[1]->command({"DEL", brief[0]});
                    sleepMs(9);
                    const auto reply = clients[1]->command({"EXEC"});
                    if (reply.isArray() && reply.elements[0].integer == 1)
                        truth.note({TrueChange::Kind::Removed, brief[0], frozen, clients[1]->address()});
                }
                const auto short1 = truth.newOwner();
                if (truth.take(*clients[4], brief[0], short1, 3)) {
                    sleepMs(3);
                    truth.take(*clients[5], brief[0], truth.newOwner(), 3); // perhaps in the millisecond of the deadline
                    truth.take(*clients[3], brief[0], truth.newOwner(), 3);
                }
            }
        });
        m_rules = {};
        return outcome;
    }

    std::unique_ptr<RedisServer> m_server;
    TraceRules m_rules;
    bool m_judges = true;
    bool m_followsNew = false;
};

LOCKSCOPE_TEST(TraceTruthTest)
#include "tst_trace_truth.moc"
