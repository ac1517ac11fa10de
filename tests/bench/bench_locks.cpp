// SPDX-License-Identifier: MIT
// What the lock protocols cost on a live server, compared with redis-benchmark running the same scripts, and with redis-py. Medians of nine
// interleaved rounds in one run, because on a busy machine only ratios within one run mean something.
#include "lockcore/live/live_context.h"
#include "lockcore/locks/catalogue.h"
#include "support/redis_server.h"

#include <QCoreApplication>
#include <QProcess>

#include <algorithm>
#include <cstdio>
#include <sys/resource.h>

using namespace lockcore;
using namespace Qt::Literals::StringLiterals;
using namespace std::chrono_literals;
using lockcore::test::RedisClient;
using lockcore::test::RedisServer;

namespace {

constexpr int rounds = 9;
constexpr int pairsPerRound = 6'400;
constexpr char protocolName[] = "hash-reentrant"; // both acquire and release are scripts

double seconds(Duration duration) { return std::chrono::duration<double>(duration).count(); }

double middle(std::vector<double> values)
{
    std::sort(values.begin(), values.end());
    return values.empty() ? 0 : values[values.size() / 2];
}

struct Process
{
    explicit Process(const RedisServer &server)
        : servers({server.endpoint()}, {}, loop, clock)
        , scope(loop)
    {
        auto open = [](LiveServers &servers) -> Task<void> { [[maybe_unused]] const auto opened = co_await servers.open(); };
        scope.start(open(servers));
        wait([this] { return scope.idle(); });
    }

    template <class Condition>
    void wait(Condition condition)
    {
        while (!condition())
            QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
    }

    EventLoop loop;
    LoopClock clock;
    LiveServers servers;
    Scope scope;
};

struct Worker
{
    Worker(Process &process, std::int64_t number, const Bytes &key, const char *protocol)
        : context(process.servers, LiveContext::Options{.worker = number, .observer = {}})
        , lock(findProtocol(protocol)->make(context, key, {}).value())
    { }

    LiveContext context;
    std::unique_ptr<Lock> lock;
};

Task<void> pairs(Lock &lock, int count)
{
    for (int i = 0; i < count; ++i) {
        const auto acquired = co_await lock.acquire(30s, Wait::atOnce());
        const auto released = co_await lock.release();
        if (!acquired.held() || !released.done())
            qFatal("a lock that nobody contends for was not got or not released");
    }
}

double ourRate(Process &process, std::vector<std::unique_ptr<Worker>> &workers)
{
    const auto begin = process.clock.now();
    const int each = pairsPerRound / static_cast<int>(workers.size());
    for (const auto &worker : workers)
        worker->context.scope().start(pairs(*worker->lock, each));
    process.wait(
        [&] { return std::all_of(workers.begin(), workers.end(), [](const auto &worker) { return worker->context.scope().idle(); }); });
    return each * static_cast<int>(workers.size()) / seconds(process.clock.now() - begin);
}

std::vector<std::unique_ptr<Worker>> workersOf(Process &process, int count)
{
    std::vector<std::unique_ptr<Worker>> workers;
    for (int i = 1; i <= count; ++i)
        workers.push_back(std::make_unique<Worker>(process, i, "bench:" + std::to_string(i), protocolName));
    return workers;
}

/// The words of a line of MONITOR.
std::vector<QByteArray> wordsOf(const Bytes &line)
{
    std::vector<QByteArray> words;
    for (std::size_t i = line.find('"'); i != Bytes::npos && i < line.size(); i = line.find('"', i + 1)) {
        QByteArray word;
        for (++i; i < line.size() && line[i] != '"'; ++i) {
            if (line[i] != '\\') {
                word += line[i];
                continue;
            }
            ++i;
            if (line[i] == 'x') {
                word += QByteArray::fromHex(QByteArray(line.data() + i + 1, 2));
                i += 2;
            } else {
                word += line[i] == 'n' ? '\n' : line[i] == 'r' ? '\r' : line[i] == 't' ? '\t' : line[i];
            }
        }
        words.push_back(word);
    }
    return words;
}

/// The commands that the protocol sends for one acquisition and one release, as MONITOR reports them.
std::vector<QStringList> commandsOfOnePair(RedisServer &server, Process &process)
{
    RedisClient listener(server.endpoint());
    listener.command({"MONITOR"});
    Worker worker(process, 1, "bench:pair", protocolName);
    worker.context.scope().start(pairs(*worker.lock, 1));
    process.wait([&] { return worker.context.scope().idle(); });
    std::vector<QStringList> commands;
    while (commands.size() < 2) {
        auto words = wordsOf(listener.read().text);
        // The server does not know the scripts yet, so each EVALSHA fails and is repeated as EVAL.
        if (words.empty() || words.front() != "EVAL")
            continue;
        const auto sha = server.command({"SCRIPT", "LOAD", words[1].toStdString()}).text;
        QStringList command = {u"EVALSHA"_s, QString::fromStdString(sha)};
        for (std::size_t i = 2; i < words.size(); ++i)
            command << QString::fromUtf8(words[i]);
        commands.push_back(command);
    }
    return commands;
}

double redisBenchmark(const RedisServer &server, const QStringList &command, int pipelined)
{
    QProcess process;
    const auto path = QString::fromStdString(server.endpoint().path);
    process.start(u"redis-benchmark"_s, QStringList{u"-s"_s, path, u"-c"_s, u"1"_s, u"-P"_s, QString::number(pipelined), u"-n"_s,
                                                    QString::number(pairsPerRound), u"--csv"_s}
                                            + command);
    process.waitForFinished(-1);
    const auto fields = process.readAllStandardOutput().trimmed().split('\n').last().split(',');
    return fields.size() < 8 ? 0 : fields[fields.size() - 7].mid(1).chopped(1).toDouble(); // the second of eight columns
}

double benchmarkPairs(const RedisServer &server, const std::vector<QStringList> &commands, int pipelined)
{
    double time = 0;
    for (const auto &command : commands)
        time += 1 / redisBenchmark(server, command, pipelined);
    return 1 / time;
}

double redisPyRate(const RedisServer &server)
{
    const auto script = u"import sys,time,redis\n"
                        "c=redis.Redis(unix_socket_path=sys.argv[1])\n"
                        "l=c.lock('bench:python',timeout=30)\n"
                        "n=2000\nb=time.perf_counter()\n"
                        "for i in range(n):\n l.acquire()\n l.release()\n"
                        "print(n/(time.perf_counter()-b))\n"_s;
    QProcess process;
    process.start(u"/usr/bin/python3"_s, {u"-c"_s, script, QString::fromStdString(server.endpoint().path)});
    process.waitForFinished(-1);
    return process.readAllStandardOutput().trimmed().toDouble();
}

void throughput(RedisServer &server)
{
    Process process(server);
    const auto commands = commandsOfOnePair(server, process);
    auto one = workersOf(process, 1);
    auto many = workersOf(process, 64);
    std::vector<double> ourOne, ourMany, theirOne, theirMany, oneRatio, manyRatio, python;
    for (int i = 0; i < rounds; ++i) {
        ourOne.push_back(ourRate(process, one));
        theirOne.push_back(benchmarkPairs(server, commands, 1));
        ourMany.push_back(ourRate(process, many));
        theirMany.push_back(benchmarkPairs(server, commands, 64));
        python.push_back(redisPyRate(server));
        oneRatio.push_back(ourOne.back() / theirOne.back());
        manyRatio.push_back(ourMany.back() / theirMany.back());
    }
    std::printf("acquire + release, one worker          %8.0f /s, redis-benchmark -c 1       %8.0f /s: %.2f (>= 0.80)\n", middle(ourOne),
                middle(theirOne), middle(oneRatio));
    std::printf("acquire + release, 64 workers          %8.0f /s, redis-benchmark -c 1 -P 64 %8.0f /s: %.2f (>= 0.25)\n", middle(ourMany),
                middle(theirMany), middle(manyRatio));
    std::printf("acquire + release, redis-py's Lock     %8.0f /s\n", middle(python));
}

Task<void> waitForIt(Lock &lock, Wait wait, Clock &clock, std::optional<Moment> &got)
{
    const auto acquired = co_await lock.acquire(30s, wait);
    if (!acquired.held())
        qFatal("the lock was never got");
    got = clock.now();
    [[maybe_unused]] const auto released = co_await lock.release();
}

Task<void> hold(Lock &lock)
{
    const auto acquired = co_await lock.acquire(30s, Wait::atOnce());
    if (!acquired.held())
        qFatal("a free lock was not got");
}

Task<void> letGo(Lock &lock) { [[maybe_unused]] const auto released = co_await lock.release(); }

/// The time in ms from one process's call of release() until a waiting worker of another process holds the lock.
double handover(const RedisServer &server, const char *protocol, Wait wait, int times)
{
    Process first(server);
    Process second(server);
    std::vector<double> taken;
    for (int i = 0; i < times; ++i) {
        Worker holder(first, 1, "bench:handover", protocol);
        Worker waiter(second, 2, "bench:handover", protocol);
        holder.context.scope().start(hold(*holder.lock));
        first.wait([&] { return holder.context.scope().idle(); });
        std::optional<Moment> got;
        waiter.context.scope().start(waitForIt(*waiter.lock, wait, second.clock, got));
        bool settled = false; // the waiter has tried, subscribed, tried again, and now waits
        auto settle = [](Clock &clock, Duration pause, bool &settled) -> Task<void> {
            co_await clock.after(pause);
            settled = true;
        };
        first.scope.start(settle(first.clock, 20ms + Duration(7ms) * i % Duration(100ms), settled));
        first.wait([&] { return settled; });
        const auto begin = first.clock.now();
        holder.context.scope().start(letGo(*holder.lock));
        second.wait([&] { return got && waiter.context.scope().idle(); });
        taken.push_back(1e3 * seconds(*got - begin));
    }
    return middle(taken);
}

double cpuSeconds()
{
    rusage usage{};
    ::getrusage(RUSAGE_SELF, &usage);
    const auto of = [](const timeval &time) { return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec); };
    return of(usage.ru_utime) + of(usage.ru_stime);
}

Task<void> holdRenewed(Lock &lock)
{
    const auto acquired = co_await lock.acquire({}, Wait::atOnce());
    if (!acquired.held())
        qFatal("a free lock was not got");
}

void watchdogs(RedisServer &server)
{
    constexpr int locks = 10'000;
    Process process(server);
    std::vector<std::unique_ptr<Worker>> workers;
    for (int i = 1; i <= locks; ++i) {
        workers.push_back(std::make_unique<Worker>(process, i, "bench:held:" + std::to_string(i), "redisson"));
        workers.back()->context.scope().start(holdRenewed(*workers.back()->lock));
        if (i % 500 == 0)
            process.wait([&] { return workers.back()->context.scope().idle(); });
    }
    bool over = false;
    auto sleep = [](Clock &clock, Duration time, bool &over) -> Task<void> {
        co_await clock.after(time);
        over = true;
    };
    const auto cpuBefore = cpuSeconds();
    constexpr Duration watched = 20s; // two renewals of each lock
    process.scope.start(sleep(process.clock, watched, over));
    process.wait([&] { return over; });
    std::printf("watchdogs of %d held locks          %8.2f %% of a core, %lld of them still held\n", locks,
                100 * (cpuSeconds() - cpuBefore) / seconds(watched), static_cast<long long>(server.command({"DBSIZE"}).integer));
}

} // namespace

int main(int argc, char **argv)
{
    QCoreApplication application(argc, argv);
    RedisServer server;
    throughput(server);
    std::printf("handover by notification, p50 %.2f ms (<= 1 ms); by polling every 100 ms, p50 %.2f ms\n",
                handover(server, "redisson", Wait::notified(), 101), handover(server, "token", Wait::poll(100ms), 51));
    server.command({"FLUSHALL"});
    watchdogs(server);
    return 0;
}
