// SPDX-License-Identifier: MIT
// What watching costs the server: its CPU time with Lockscope, without any client, and with a client which only listens. Three servers have
// the same renewals at the same time, because on a shared machine the same work may cost twice as much CPU time in one second as in
// another. The servers change their roles from round to round, because no two processes get the same conditions.
#include "bench/churn.h"
#include "bench/figures.h"
#include "bench/population.h"
#include "bench/workplace.h"
#include "lockcore/monitor/monitor.h"

#include <QCoreApplication>
#include <QEventLoop>
#include <QTimer>

#include <hiredis/hiredis.h>

#include <array>
#include <numeric>
#include <optional>
#include <thread>

using namespace lockcore;
using namespace lockcore::bench;
using namespace std::chrono_literals;

namespace {

constexpr int rounds = 9;                // each server has each role equally often
constexpr int roundsWithSweep = 3;       // fewer, because waiting for a sweep takes long
constexpr auto phase = 4s;               // shorter than the time between two sweeps
constexpr std::size_t otherKeys = 5'000; // enough to give a sweep some work, but few enough that the wait for the next sweep is acceptable

double mean(const std::vector<double> &values) { return std::reduce(values.begin(), values.end()) / static_cast<double>(values.size()); }

double infoNumber(const std::string &info, const std::string &name)
{
    const auto at = info.find(name);
    return at == info.npos ? 0 : std::stod(info.substr(at + name.size()));
}

struct Meter
{
    double cpu = 0;    ///< CPU time of the server, s
    double groups = 0; ///< groups of looks; each group sends TIME once
    double looks = 0;
    Moment at{};
};

Meter readMeter(test::RedisServer &server)
{
    const auto info = server.command({"INFO", "everything"}).text;
    return {infoNumber(info, "used_cpu_sys:") + infoNumber(info, "used_cpu_user:"), infoNumber(info, "cmdstat_time:calls="),
            infoNumber(info, "cmdstat_pexpiretime:calls="), std::chrono::steady_clock::now()};
}

struct Cost
{
    double core = 0; ///< % of one core
    double groups = 0;
    double looks = 0;
};

void runFor(std::chrono::milliseconds time)
{
    QEventLoop loop;
    QTimer::singleShot(time, Qt::PreciseTimer, &loop, &QEventLoop::quit);
    loop.exec();
}

// One of the three servers, with its clients.
class Place
{
public:
    explicit Place(bool network)
        : m_network(network)
    {
        addOtherKeys(m_server, otherKeys);
        Churn::Options options;
        options.locks = 10'000;
        options.perSecond = 1'000; // each lock is renewed every ten seconds, one by one, as separate clients would do it
        m_churn.emplace(endpoint(), options);
        m_churn->start();
    }

    Endpoint endpoint() const { return m_network ? m_server.tcpEndpoint() : m_server.endpoint(); }
    Meter read() { return readMeter(m_server); }

    double stop()
    {
        m_churn->stop();
        return m_churn->ratePerSecond();
    }

private:
    const bool m_network;
    test::RedisServer m_server{test::RedisServerOptions{.config = {}, .password = {}, .tcp = true}};
    std::optional<Churn> m_churn;
};

Cost between(const Meter &before, const Meter &after)
{
    const std::chrono::duration<double> time = after.at - before.at;
    return {(after.cpu - before.cpu) / time.count() * 100, after.groups - before.groups, after.looks - before.looks};
}

struct Costs
{
    Cost idle, bare, feed;
};

// Measures all three servers in the same phase.
Costs measure(const std::array<Place *, 3> &places)
{
    std::array<Meter, 3> before, after;
    std::ranges::transform(places, before.begin(), &Place::read);
    runFor(phase);
    std::ranges::transform(places, after.begin(), &Place::read);
    return {between(before[0], after[0]), between(before[1], after[1]), between(before[2], after[2])};
}

// The minimum that a client must do to receive every change: it reads each message when it arrives, and does nothing else.
class BareListener
{
public:
    explicit BareListener(const Endpoint &endpoint)
        : m_subscriber(connectTo(endpoint), redisFree)
        , m_tracked(connectTo(endpoint), redisFree)
    {
        m_id = ask(m_subscriber.get(), "CLIENT ID")->integer;
        ask(m_subscriber.get(), "SUBSCRIBE __redis__:invalidate");
        ask(m_tracked.get(), "CLIENT TRACKING ON REDIRECT %lld BCAST", m_id);
        m_reader = std::jthread([this] { readAll(); });
    }

    ~BareListener()
    {
        ask(m_tracked.get(), "CLIENT KILL ID %lld", m_id); // this ends the reader
    }

private:
    using Context = std::unique_ptr<redisContext, void (*)(redisContext *)>;
    using Answer = std::unique_ptr<redisReply, void (*)(void *)>;

    static redisContext *connectTo(const Endpoint &endpoint)
    {
        return endpoint.path.empty() ? redisConnect(endpoint.host.c_str(), endpoint.port) : redisConnectUnix(endpoint.path.c_str());
    }

    template <class... Words>
    static Answer ask(redisContext *context, const char *format, Words... words)
    {
        auto *reply = redisCommand(context, format, words...);
        if (!reply)
            qFatal("%s", context->errstr);
        return {static_cast<redisReply *>(reply), freeReplyObject};
    }

    void readAll()
    {
        void *message = nullptr;
        while (redisGetReply(m_subscriber.get(), &message) == REDIS_OK)
            freeReplyObject(message);
    }

    Context m_subscriber;
    Context m_tracked;
    long long m_id = 0;
    std::jthread m_reader;
};

// After the first sweep, the next one waits until the average cost is low enough again. So for some time only the feed works.
class WatchingMonitor
{
public:
    explicit WatchingMonitor(const Endpoint &endpoint)
        : m_monitor(endpoint)
    {
        QObject::connect(&m_monitor, &Monitor::changed, &m_monitor, [this](const MonitorChange &change) {
            m_state = change.state;
            m_swept = m_swept || m_state.sweeping;
        });
        m_monitor.start();
        // The watch of a busy server begins with few names, until it knows how many of these names change.
        waitFor([this] { return m_state.phase == MonitorState::Phase::Live && m_state.allNames; });
        runFor(500ms);
    }

    // Measures the feed alone: if a sweep has begun during a phase, the phase is measured again.
    Costs measureFeed(const std::array<Place *, 3> &places)
    {
        for (;;) {
            waitFor([this] { return !m_state.sweeping; });
            m_swept = false;
            const auto costs = measure(places);
            if (!m_swept)
                return costs;
        }
    }

    void waitSweeping()
    {
        waitFor([this] { return m_state.sweeping; });
    }

private:
    template <class Condition>
    void waitFor(Condition condition)
    {
        while (!condition())
            QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
    }

    Monitor m_monitor;
    MonitorState m_state;
    bool m_swept = false;
};

void measure(Figures &figures, bool network)
{
    const std::string way = network ? ", TCP" : ", Unix socket";
    std::array<Place, 3> servers{Place(network), Place(network), Place(network)};
    runFor(2s);
    std::vector<double> idle, bare, feed, sweep, batch;
    for (int round = 1; round <= rounds; ++round) {
        progress("round " + std::to_string(round) + " of " + std::to_string(rounds) + way);
        const auto place = [&](int part) { return &servers[static_cast<std::size_t>((round + part) % 3)]; };
        const std::array places{place(0), place(1), place(2)};
        const BareListener listener(places[1]->endpoint());
        WatchingMonitor monitor(places[2]->endpoint());
        const auto costs = monitor.measureFeed(places);
        idle.push_back(costs.idle.core);
        bare.push_back(costs.bare.core - costs.idle.core);
        feed.push_back(costs.feed.core - costs.idle.core);
        batch.push_back(costs.feed.looks / (costs.feed.groups - costs.idle.groups));
        progress("  without us " + std::to_string(idle.back()) + " %, bare +" + std::to_string(bare.back()) + " %, feed +"
                 + std::to_string(feed.back()) + " %, looks in a group " + std::to_string(batch.back()));
        if (round > roundsWithSweep)
            continue;
        monitor.waitSweeping();
        const auto swept = measure(places);
        sweep.push_back(swept.feed.core - swept.idle.core - feed.back());
    }
    double rate = 0;
    for (auto &server : servers)
        rate += server.stop() / 3;
    figures.told("renewals per second" + way, rate);
    figures.told("the server without us" + way, mean(idle), "% of a core");
    figures.told("a client that only reads every message" + way, mean(bare), "% of a core");
    figures.atMost("the feed: re-reads, broadcast, heartbeat" + way, 1, mean(feed), "% of a core");
    figures.atMost("the same, against the client that only reads" + way, 1.6, mean(feed) / mean(bare), "x");
    figures.told("looks that share a question for the time" + way, median(batch));
    figures.atMost("the periodic sweep beside it" + way, 1, median(sweep), "% of a core");
}

} // namespace

int main(int argc, char *argv[])
{
    const Workplace workplace;
    const QCoreApplication app(argc, argv);
    Figures figures("Cost to the server: 10,000 locks renewed every 10 s, one by one");
    measure(figures, true);
    measure(figures, false);
    return figures.print();
}
