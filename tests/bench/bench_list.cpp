// SPDX-License-Identifier: MIT
// The first sweep and the time after it, on servers that contain only locks. How long does a complete list take, and how many commands does
// it send, compared with a client that reads type, TTL and value of each key and knows nothing about locks? And what does watching cost
// while nothing changes?
#include "bench/figures.h"
#include "bench/lockscope_process.h"
#include "bench/population.h"
#include "bench/workplace.h"
#include "lockcore/monitor/monitor.h"

#include <QCoreApplication>
#include <QEventLoop>
#include <QThread>

#include <hiredis/hiredis.h>

#include <cmath>

using namespace lockcore;
using namespace lockcore::bench;
using namespace std::chrono_literals;
using namespace Qt::Literals::StringLiterals;

namespace {

constexpr int rounds = 5;
constexpr auto settling = 20s;
constexpr auto resting = 20s;

using Context = std::unique_ptr<redisContext, void (*)(redisContext *)>;
using Answer = std::unique_ptr<redisReply, void (*)(void *)>;

Answer next(redisContext *context)
{
    void *reply = nullptr;
    if (redisGetReply(context, &reply) != REDIS_OK)
        qFatal("%s", context->errstr);
    return {static_cast<redisReply *>(reply), freeReplyObject};
}

void append(redisContext *context, const char *format, const std::string &key)
{
    redisAppendCommand(context, format, key.data(), key.size());
}

void appendRead(redisContext *context, const std::string &type, const std::string &key)
{
    const auto *format = type == "string" ? "GET %b"
                         : type == "hash" ? "HGETALL %b"
                         : type == "zset" ? "ZRANGE %b 0 -1 WITHSCORES"
                         : type == "set"  ? "SMEMBERS %b"
                                          : "LRANGE %b 0 -1";
    append(context, "PTTL %b", key);
    append(context, format, key);
}

// The minimum that a client must do to show every key with its TTL and value.
double bareReading(const Endpoint &endpoint)
{
    const auto begin = std::chrono::steady_clock::now();
    const Context context(redisConnectUnix(endpoint.path.c_str()), redisFree);
    std::string cursor = "0";
    do {
        append(context.get(), "SCAN %b COUNT 1000", cursor);
        const auto page = next(context.get());
        cursor = page->element[0]->str;
        std::vector<std::string> names;
        for (std::size_t i = 0; i < page->element[1]->elements; ++i)
            names.emplace_back(page->element[1]->element[i]->str, page->element[1]->element[i]->len);
        for (const auto &name : names)
            append(context.get(), "TYPE %b", name);
        std::vector<std::string> types;
        for (std::size_t i = 0; i < names.size(); ++i)
            types.emplace_back(next(context.get())->str);
        for (std::size_t i = 0; i < names.size(); ++i)
            appendRead(context.get(), types[i], names[i]);
        for (std::size_t i = 0; i < 2 * names.size(); ++i)
            next(context.get());
    } while (cursor != "0");
    return secondsOf(std::chrono::steady_clock::now() - begin);
}

double listInProcess(const Endpoint &endpoint)
{
    const auto begin = std::chrono::steady_clock::now();
    MonitorOptions options;
    options.watch = false;
    Monitor monitor(endpoint, options);
    QEventLoop loop;
    QObject::connect(&monitor, &Monitor::changed, &loop, [&](const MonitorChange &change) {
        if (change.state.phase == MonitorState::Phase::Failed)
            qFatal("the sweep failed: %s", change.state.error->text.c_str());
        if (change.state.phase == MonitorState::Phase::Live)
            loop.quit();
    });
    monitor.start();
    loop.exec();
    return secondsOf(std::chrono::steady_clock::now() - begin);
}

double infoOf(test::RedisServer &server, const std::string &name)
{
    const auto info = server.command({"INFO", "everything"}).text;
    const auto at = info.find(name + ':');
    return at == info.npos ? 0 : std::stod(info.substr(at + name.size() + 1));
}

double serverSeconds(test::RedisServer &server) { return infoOf(server, "used_cpu_sys") + infoOf(server, "used_cpu_user"); }

std::string counted(double locks) { return std::to_string(std::lround(locks / 1000)) + ",000 locks: "; }

void measureList(test::RedisServer &server, double locks, Figures &figures)
{
    std::vector<double> bare, ratio, inProcess, commands;
    for (int round = 0; round < rounds; ++round) {
        bare.push_back(bareReading(server.endpoint()));
        LockscopeProcess list({u"list"_s, u"--json"_s}, server.endpoint());
        list.wholeOutput();
        ratio.push_back(secondsOf(list.sinceStart()) / bare.back());
        const auto before = infoOf(server, "total_commands_processed");
        inProcess.push_back(listInProcess(server.endpoint()) / bare.back());
        commands.push_back((infoOf(server, "total_commands_processed") - before) / locks);
    }
    figures.told(counted(locks) + "SCAN, TYPE, PTTL and value", median(bare), "s");
    figures.atMost(counted(locks) + "lockscope list --json", 4, median(ratio), "x bare");
    figures.atMost(counted(locks) + "Monitor in this process", 4, median(inProcess), "x bare");
    figures.atMost(counted(locks) + "commands for each", 8, median(commands));
}

void measureRest(test::RedisServer &server, double locks, Figures &figures)
{
    const auto idleBefore = serverSeconds(server);
    QThread::sleep(resting.count());
    const auto idle = serverSeconds(server) - idleBefore;
    LockscopeProcess watch({u"watch"_s, u"--json"_s}, server.endpoint(), true);
    QThread::sleep(settling.count());
    const auto most = watch.residentMegabytes();
    const auto before = serverSeconds(server);
    const auto clientBefore = watch.cpuSeconds();
    QThread::sleep(resting.count());
    const auto share = 100 / static_cast<double>(resting.count());
    figures.atMost(counted(locks) + "watching at rest, client", 1.5, (watch.cpuSeconds() - clientBefore) * share, "% of a core");
    figures.atMost(counted(locks) + "watching at rest, server", 1, (serverSeconds(server) - before - idle) * share, "% of a core");
    figures.atMost(counted(locks) + "resident memory of watch", 250, std::max(most, watch.residentMegabytes()), "MB");
}

} // namespace

int main(int argc, char *argv[])
{
    const Workplace workplace;
    const QCoreApplication app(argc, argv);
    Figures figures("Lists: servers that hold nothing but locks of twelve kinds");
    for (const std::size_t count : {10'000u, 100'000u}) {
        progress("filling a server with " + std::to_string(count) + " locks");
        test::RedisServer server;
        const auto locks = static_cast<double>(addLocks(server, count).size());
        measureList(server, locks, figures);
        progress("watching while nothing changes");
        measureRest(server, locks, figures);
    }
    return figures.print();
}
