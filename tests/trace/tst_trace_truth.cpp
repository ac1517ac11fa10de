// SPDX-License-Identifier: MIT
// Clients whose truth is known, while a trace runs: no attribution is wrong, nearly all are certain, nobody is accused falsely, and where
// proof is possible most mistakes are proved.
#include "support/redis_server.h"
#include "support/test_program.h"
#include "support/trace_truth.h"

#include <QTest>

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
        if (!truth.take(*clients[mine], key, owner, 5))
            continue;
        sleepMs(9);
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
        QVERIFY2(verdict.proved >= verdict.mistakes * 9 / 10, tally(verdict));
    }

private:
    Endpoint endpoint() const { return m_server->tcpEndpoint(); }
    static const char *tally(const TraceVerdict &v)
    {
        static std::string text;
        text = std::to_string(v.changes) + " changes, " + std::to_string(v.right) + " right, " + std::to_string(v.wrong) + " wrong; "
               + std::to_string(v.mistakes) + " mistakes, " + std::to_string(v.proved) + " proved, " + std::to_string(v.told) + " told, "
               + std::to_string(v.falsely) + " falsely; " + v.firstWrong;
        return text.c_str();
    }

    // What holds in each workload.
    TraceOutcome trace(const std::vector<Bytes> &keys, TrueLocks &truth, const std::function<void()> &work, double least = 0.975)
    {
        TraceOptions options;
        options.keys = keys;
        options.rules = m_rules;
        auto outcome = traced(endpoint(), std::move(options), truth, work);
        qInfo("%s", tally(outcome.verdict));
        if (isJudged()) {
            QTest::qVerify(outcome.verdict.wrong == 0, "nothing wrong", tally(outcome.verdict), __FILE__, __LINE__);
            QTest::qVerify(outcome.verdict.certain() >= least, "certain", tally(outcome.verdict), __FILE__, __LINE__);
            QTest::qVerify(outcome.verdict.falsely == 0, "nobody accused falsely", tally(outcome.verdict), __FILE__, __LINE__);
        }
        return outcome;
    }
    bool isJudged() const { return m_judges; }

    std::unique_ptr<RedisServer> m_server;
    TraceRules m_rules;
    bool m_judges = true;
};

LOCKSCOPE_TEST(TraceTruthTest)
#include "tst_trace_truth.moc"
