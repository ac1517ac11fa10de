// SPDX-License-Identifier: MIT
// What watching costs the server: its own processor time with us, against the same renewals without us.
#include "bench/churn.h"
#include "bench/figures.h"
#include "bench/population.h"
#include "bench/workplace.h"
#include "lockcore/monitor/monitor.h"

#include <QCoreApplication>
#include <QEventLoop>
#include <QTimer>

#include <hiredis/hiredis.h>

#include <thread>

using namespace lockcore;
using namespace lockcore::bench;
using namespace std::chrono_literals;

namespace {

constexpr int rounds = 9;
constexpr int roundsWithSweep = 3; // to wait for a sweep takes long
constexpr auto phase = 5s;
constexpr std::size_t otherKeys = 5'000; // gives a sweep something to do, and the wait for the next one is acceptable

double infoNumber(const std::string &info, const std::string &name)
{
    const auto at = info.find(name);
    return at == info.npos ? 0 : std::stod(info.substr(at + name.size()));
}

struct Meter
{
    double cpu = 0;    ///< s of the server's processor
    double groups = 0; ///< of looks: each asks for the time once
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
    double core = 0; ///< % of one
    double groups = 0;
    double looks = 0;
};

void runFor(std::chrono::milliseconds time)
{
    QEventLoop loop;
    QTimer::singleShot(time, Qt::PreciseTimer, &loop, &QEventLoop::quit);
    loop.exec();
}

Cost measure(test::RedisServer &server)
{
    const auto before = readMeter(server);
    runFor(phase);
    const auto after = readMeter(server);
    const std::chrono::duration<double> time = after.at - before.at;
    return {(after.cpu - before.cpu) / time.count() * 100, after.groups - before.groups, after.looks - before.looks};
}

// The least that a client does which hears of every change: it reads each message as it comes, and nothing else.
class BareListener
{
public:
    explicit BareListener(const Endpoint &endpoint)
        : m_subscriber(redisConnectUnix(endpoint.path.c_str()), redisFree)
        , m_tracked(redisConnectUnix(endpoint.path.c_str()), redisFree)
    {
        m_id = ask(m_subscriber.get(), "CLIENT ID")->integer;
        ask(m_subscriber.get(), "SUBSCRIBE __redis__:invalidate");
        ask(m_tracked.get(), "CLIENT TRACKING ON REDIRECT %lld BCAST", m_id);
        m_reader = std::jthread([this] { readAll(); });
    }

    ~BareListener()
    {
        ask(m_tracked.get(), "CLIENT KILL ID %lld", m_id); // ends the reader
    }

private:
    using Context = std::unique_ptr<redisContext, void (*)(redisContext *)>;
    using Answer = std::unique_ptr<redisReply, void (*)(void *)>;

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

// The cost of the first sweep is made up for before the next one, so for some time only the feed works.
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
        // A watch of a busy server begins with few names, until it knows how much of that are changes.
        waitFor([this] { return m_state.phase == MonitorState::Phase::Live && m_state.allNames; });
        runFor(500ms);
    }

    // Of the feed alone: a phase into which a sweep has fallen is measured again.
    Cost measureFeed(test::RedisServer &server)
    {
        for (;;) {
            waitFor([this] { return !m_state.sweeping; });
            m_swept = false;
            const auto cost = measure(server);
            if (!m_swept)
                return cost;
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

} // namespace

int main(int argc, char *argv[])
{
    const Workplace workplace;
    const QCoreApplication app(argc, argv);
    test::RedisServer server;
    addOtherKeys(server, otherKeys);
    Churn::Options options;
    options.locks = 10'000;
    options.perSecond = 1'000; // each lock every ten seconds, one by one, as that many clients would do it
    Churn churn(server.endpoint(), options);
    churn.start();
    runFor(2s);

    Figures figures("Cost to the server: 10,000 locks renewed every 10 s, one by one");
    std::vector<double> idle, bare, feed, sweep, batch;
    for (int round = 1; round <= rounds; ++round) {
        progress("round " + std::to_string(round) + " of " + std::to_string(rounds));
        const auto control = measure(server);
        idle.push_back(control.core);
        {
            const BareListener listener(server.endpoint());
            runFor(500ms);
            bare.push_back(measure(server).core - control.core);
        }
        WatchingMonitor monitor(server.endpoint());
        const auto cost = monitor.measureFeed(server);
        feed.push_back(cost.core - control.core);
        batch.push_back(cost.looks / (cost.groups - control.groups));
        progress("  without us " + std::to_string(idle.back()) + " %, bare +" + std::to_string(bare.back()) + " %, feed +"
                 + std::to_string(feed.back()) + " %, looks in a group " + std::to_string(batch.back()));
        if (round > roundsWithSweep)
            continue;
        monitor.waitSweeping();
        sweep.push_back(measure(server).core - cost.core);
    }
    churn.stop();
    figures.told("renewals per second", churn.ratePerSecond());
    figures.told("the server without us", median(idle), "% of a core");
    figures.atMost("the feed: re-reads, broadcast, heartbeat", 1, median(feed), "% of a core");
    figures.atMost("the same, against a client that only reads every message", 1.6, median(feed) / median(bare), "x");
    figures.told("looks that share a question for the time", median(batch));
    figures.atMost("the periodic sweep beside it", 1, median(sweep), "% of a core");
    return figures.print();
}
