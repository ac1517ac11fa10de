// SPDX-License-Identifier: MIT
// How long the complete list takes, compared with a bare SCAN loop over the same keys, and how soon the first lock is seen.
#include "bench/figures.h"
#include "bench/lockscope_process.h"
#include "bench/population.h"
#include "bench/workplace.h"
#include "lockcore/monitor/monitor.h"

#include <QCoreApplication>
#include <QEventLoop>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <hiredis/hiredis.h>

using namespace lockcore;
using namespace lockcore::bench;
using namespace Qt::Literals::StringLiterals;

namespace {

constexpr std::size_t otherKeys = 1'000'000;
constexpr std::size_t lockCount = 10'000;
constexpr int rounds = 5;

double secondsSince(Moment begin) { return secondsOf(std::chrono::steady_clock::now() - begin); }

double bareScan(const Endpoint &endpoint)
{
    const Moment begin = std::chrono::steady_clock::now();
    const std::unique_ptr<redisContext, void (*)(redisContext *)> context(redisConnectUnix(endpoint.path.c_str()), redisFree);
    std::string cursor = "0";
    do {
        auto *raw = redisCommand(context.get(), "SCAN %s COUNT 1000", cursor.c_str());
        const std::unique_ptr<void, void (*)(void *)> reply(raw, freeReplyObject);
        if (!raw)
            qFatal("SCAN: %s", context->errstr);
        cursor = static_cast<redisReply *>(raw)->element[0]->str;
    } while (cursor != "0");
    return secondsSince(begin);
}

// The locks that a sweep has found, and the other keys that it wrongly listed.
struct Found
{
    std::size_t locks = 0;
    std::size_t others = 0;

    void count(const std::set<std::string> &wanted, const std::string &key) { ++(wanted.contains(key) ? locks : others); }
};

double listProcess(const Endpoint &endpoint, const QStringList &words, const std::set<std::string> &wanted, Found &found)
{
    LockscopeProcess process(words, endpoint);
    const auto output = process.wholeOutput();
    const auto seconds = secondsOf(process.sinceStart());
    found = {};
    for (const auto &lock : QJsonDocument::fromJson(output).array())
        found.count(wanted, lock[u"key"_s].toString().toStdString());
    return seconds;
}

double listInProcess(const Endpoint &endpoint, const std::set<std::string> &wanted, Found &found)
{
    const Moment begin = std::chrono::steady_clock::now();
    MonitorOptions options;
    options.watch = false;
    Monitor monitor(endpoint, options);
    QEventLoop loop;
    std::set<std::string> keys;
    QObject::connect(&monitor, &Monitor::changed, &loop, [&](const MonitorChange &change) {
        for (const auto &lock : change.changed)
            keys.insert(lock.id.key);
        if (change.state.phase == MonitorState::Phase::Failed)
            qFatal("the sweep failed: %s", change.state.error->text.c_str());
        if (change.state.phase == MonitorState::Phase::Live)
            loop.quit();
    });
    monitor.start();
    loop.exec();
    const auto seconds = secondsSince(begin);
    found = {};
    for (const auto &key : keys)
        found.count(wanted, key);
    return seconds;
}

double firstLock(const Endpoint &endpoint)
{
    LockscopeProcess process({u"watch"_s, u"--json"_s}, endpoint);
    while (process.isRunning()) {
        if (const auto lines = process.lines(std::chrono::seconds(60)); !lines.empty())
            return secondsOf(process.sinceStart());
    }
    qFatal("lockscope watch has ended");
}

void resetSlowLog(test::RedisServer &server)
{
    server.pipeline(
        {{"CONFIG", "SET", "slowlog-log-slower-than", "5000"}, {"CONFIG", "SET", "slowlog-max-len", "100000"}, {"SLOWLOG", "RESET"}});
}

double slowScans(test::RedisServer &server)
{
    double count = 0;
    for (const auto &entry : server.command({"SLOWLOG", "GET", "-1"}).elements) {
        if (entry.elements.size() > 3 && !entry.elements[3].elements.empty() && entry.elements[3].elements[0].text == "SCAN")
            ++count;
    }
    return count;
}

} // namespace

int main(int argc, char *argv[])
{
    const Workplace workplace;
    const QCoreApplication app(argc, argv);
    test::RedisServer server;
    const auto endpoint = server.endpoint();
    progress("filling a server with 1,010,000 keys");
    addOtherKeys(server, otherKeys);
    const auto locks = addLocks(server, lockCount);

    Figures figures("Sweep: 1,000,000 other keys, a fifth of them hashes, and 10,000 locks of twelve kinds");
    std::vector<double> bare, list, inProcess, deep, first, slow;
    Found byList, byMonitor, byDeep;
    for (int round = 1; round <= rounds; ++round) {
        progress("round " + std::to_string(round) + " of " + std::to_string(rounds));
        resetSlowLog(server);
        bare.push_back(bareScan(endpoint));
        const auto slowBare = slowScans(server);
        resetSlowLog(server);
        list.push_back(listProcess(endpoint, {u"list"_s, u"--json"_s}, locks, byList) / bare.back());
        slow.push_back(slowScans(server) - slowBare);
        inProcess.push_back(listInProcess(endpoint, locks, byMonitor) / bare.back());
        deep.push_back(listProcess(endpoint, {u"list"_s, u"--json"_s, u"--deep"_s}, locks, byDeep) / bare.back());
        first.push_back(firstLock(endpoint));
    }
    figures.told("bare SCAN COUNT 1000 loop", median(bare), "s");
    figures.atMost("lockscope list --json, process and all", 3, median(list), "x bare");
    figures.atMost("Monitor in this process, one sweep", 3, median(inProcess), "x bare");
    figures.atMost("lockscope list --json --deep", 4.5, median(deep), "x bare");
    figures.atMost("SCAN calls above 5 ms, more than in the bare loop", 2, median(slow));
    figures.atMost("first lock on screen after the process starts", 1.5, median(first), "s");
    figures.all("locks found by list", lockCount, static_cast<double>(byList.locks));
    figures.all("locks found by the Monitor", lockCount, static_cast<double>(byMonitor.locks));
    figures.all("locks found by list --deep", lockCount, static_cast<double>(byDeep.locks));
    figures.none("other keys listed", static_cast<double>(byList.others));
    figures.told("other keys listed by --deep", static_cast<double>(byDeep.others));
    return figures.print();
}
