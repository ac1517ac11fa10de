// SPDX-License-Identifier: MIT
// How soon a change on the server becomes a line of `watch --json`, and whether the events reported under load are true.
#include "bench/event_explainer.h"
#include "bench/figures.h"
#include "bench/lockscope_process.h"
#include "bench/workplace.h"
#include "lockcore/monitor/monitor.h"

#include <QCoreApplication>
#include <QEventLoop>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTimer>

#include <deque>
#include <unordered_map>

using namespace lockcore;
using namespace lockcore::bench;
using namespace std::chrono_literals;
using namespace Qt::Literals::StringLiterals;

namespace {

constexpr std::size_t lockCount = 10'000;
constexpr auto latencyTime = 20s;
constexpr auto explainedTime = 10s;

using Lines = std::vector<LockscopeProcess::Line>;

void append(Lines &lines, Lines more)
{
    lines.insert(lines.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
}

// Reads until no line has arrived for a while.
void readRest(LockscopeProcess &watch, Lines &lines)
{
    for (auto more = watch.lines(1s); !more.empty(); more = watch.lines(1s))
        append(lines, std::move(more));
}

std::string_view eventOf(ChangeKind kind)
{
    return kind == ChangeKind::Acquire ? "acquired" : kind == ChangeKind::Release ? "released" : "renewed";
}

struct Latencies
{
    std::vector<double> ms;
    double unmatched = 0; ///< lines that belong to no change
    double missing = 0;   ///< changes without a line
};

// Each lock changes once in ten seconds, so its lines have the same order as its changes.
Latencies match(const Lines &lines, const std::vector<Change> &journal, const RedissonLocks &locks)
{
    std::unordered_map<std::string, std::deque<const Change *>> waiting;
    for (const auto &change : journal)
        waiting[locks.all()[change.lock].key].push_back(&change);
    Latencies latencies;
    for (const auto &[at, text] : lines) {
        const auto line = QJsonDocument::fromJson(text).object();
        auto &changes = waiting[line[u"key"_s].toString().toStdString()];
        if (line[u"event"_s].toString() == u"seen"_s || changes.empty()
            || line[u"event"_s].toString().toStdString() != eventOf(changes.front()->kind)) {
            ++latencies.unmatched;
            continue;
        }
        latencies.ms.push_back(secondsOf(at - changes.front()->sent) * 1000);
        changes.pop_front();
    }
    for (const auto &[key, changes] : waiting)
        latencies.missing += static_cast<double>(changes.size());
    return latencies;
}

// A library's clients listen on as many channels as there are contended locks.
test::Command subscribeTo(std::size_t channels)
{
    test::Command command = {"SUBSCRIBE"};
    for (std::size_t i = 0; i < channels; ++i)
        command.push_back("redisson_lock__channel:{other:" + std::to_string(i) + "}");
    return command;
}

Latencies measureLatency(std::size_t channels = 0)
{
    test::RedisServer server;
    test::RedisClient waiting(server.endpoint());
    if (channels > 0)
        waiting.command(subscribeTo(channels));
    Churn::Options options;
    options.locks = lockCount;
    options.perSecond = 1'000;
    options.habit = Churn::Habit::Cycle;
    options.journal = true;
    Churn churn(server.endpoint(), options);
    const auto acquired = churn.changes();
    LockscopeProcess watch({u"watch"_s, u"--json"_s}, server.endpoint());
    Lines before;
    while (before.size() < lockCount && watch.isRunning())
        append(before, watch.lines(10s));
    readRest(watch, before);
    churn.start();
    Lines lines;
    const Moment end = std::chrono::steady_clock::now() + latencyTime;
    while (std::chrono::steady_clock::now() < end)
        append(lines, watch.lines(100ms));
    churn.stop();
    readRest(watch, lines);
    const std::vector<Change> journal(churn.journal().begin() + acquired, churn.journal().end());
    return match(lines, journal, churn.locks());
}

// A Monitor whose events are compared with a keyspace log.
class WatchedMonitor
{
public:
    explicit WatchedMonitor(const Endpoint &endpoint)
        : m_monitor(endpoint)
    {
        QObject::connect(&m_monitor, &Monitor::changed, &m_monitor, [this](const MonitorChange &change) { take(change); });
        m_monitor.start();
    }

    void waitLive()
    {
        while (m_state.phase != MonitorState::Phase::Live)
            QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
    }

    void runFor(std::chrono::milliseconds time)
    {
        QEventLoop loop;
        QTimer::singleShot(time, &loop, &QEventLoop::quit);
        loop.exec();
    }

    void waitQuiet()
    {
        for (auto before = std::size_t(-1); before != m_events.size();) {
            before = m_events.size();
            runFor(1s);
        }
    }

    const std::vector<LockEvent> &events() const { return m_events; }
    const MonitorState &state() const { return m_state; }

    /// The number of locks that are shown with a wrong state.
    double wrong(const RedissonLocks &locks) const
    {
        double wrong = 0;
        for (const auto &lock : locks.all()) {
            const auto shown = m_locks.find(lock.key);
            if (lock.count == 0)
                wrong += shown != m_locks.end();
            else
                wrong += shown == m_locks.end() || shown->second.owner != lock.owner || shown->second.count != lock.count;
        }
        return wrong;
    }

private:
    void take(const MonitorChange &change)
    {
        m_state = change.state;
        m_events.insert(m_events.end(), change.events.begin(), change.events.end());
        for (const auto &gone : change.gone)
            m_locks.erase(gone.last.id.key);
        for (const auto &lock : change.changed)
            m_locks[lock.id.key] = lock.holders.empty() ? Holder{} : lock.holders.front();
    }

    Monitor m_monitor;
    MonitorState m_state;
    std::vector<LockEvent> m_events;
    std::unordered_map<std::string, Holder> m_locks;
};

void explainEvents(Figures &figures)
{
    test::RedisServer server;
    KeyspaceLog log(server);
    Churn::Options options;
    options.locks = lockCount;
    options.perSecond = 5'000;
    options.atOnce = 10;
    options.habit = Churn::Habit::Random;
    options.journal = true;
    options.mark = KeyspaceLog::mark();
    Churn churn(server.endpoint(), options);
    WatchedMonitor monitor(server.endpoint());
    monitor.waitLive();
    churn.start();
    monitor.runFor(explainedTime);
    churn.stop();
    monitor.waitQuiet();

    const EventExplainer explainer(log.finish(), churn.journal(), churn.locks());
    double unexplained = 0;
    for (const auto &event : monitor.events()) {
        if (explainer.explains(event))
            continue;
        if (++unexplained <= 5)
            progress(explainer.story(event));
    }
    figures.told("changes per second over 10,000 live locks", churn.ratePerSecond());
    figures.told("changes", static_cast<double>(churn.changes()));
    figures.told("events told", static_cast<double>(monitor.events().size()));
    figures.none("entries of the log that the benchmark did not cause", static_cast<double>(explainer.misfits()));
    figures.none("events that no sequence in the log explains", unexplained);
    figures.told("events known to hide others (coalesced)", static_cast<double>(monitor.state().coalesced));
    figures.none("locks shown otherwise than they are, at the end", monitor.wrong(churn.locks()));
}

} // namespace

int main(int argc, char *argv[])
{
    const Workplace workplace;
    const QCoreApplication app(argc, argv);
    Figures figures("Feed");
    progress("1,000 changes/s, 20 s: how soon is each a line");
    const auto latencies = measureLatency();
    figures.told("changes matched with their line, at 1,000 changes/s", static_cast<double>(latencies.ms.size()));
    figures.told("change to line, median", median(latencies.ms), "ms");
    figures.atMost("change to line, p99", 20, percentile(latencies.ms, 0.99), "ms");
    figures.told("change to line, worst", percentile(latencies.ms, 1), "ms");
    figures.none("changes without a line of their own", latencies.missing);
    figures.none("lines that no change explains", latencies.unmatched);
    progress("the same beside 20,000 channels");
    const auto besideChannels = measureLatency(20'000);
    figures.atMost("change to line beside 20,000 channels, p99", 20, percentile(besideChannels.ms, 0.99), "ms");
    progress("5,000 changes/s, 10 s, with a keyspace log");
    explainEvents(figures);
    return figures.print();
}
