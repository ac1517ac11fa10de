// SPDX-License-Identifier: MIT
// A whole cluster against single servers with the same locks: a complete list, and watching while nothing changes. Both are measured side by
// side, because on a shared machine the same work may cost twice as much in one second as in another.
#include "bench/figures.h"
#include "bench/lockscope_process.h"
#include "bench/population.h"
#include "bench/workplace.h"
#include "lockcore/redis/cluster_topology.h"
#include "support/redis_cluster.h"

#include <QCoreApplication>
#include <QThread>

#include <sys/resource.h>

#include <array>

using namespace lockcore;
using namespace lockcore::bench;
using namespace lockcore::test;
using namespace std::chrono_literals;
using namespace Qt::Literals::StringLiterals;

namespace {

constexpr std::size_t locks = 100'000;
constexpr int rounds = 7;
constexpr auto quiet = 10s;
constexpr auto resting = 15s;

RedisServerOptions onTcp()
{
    RedisServerOptions options;
    options.tcp = true;
    return options;
}

RedisClusterOptions threeWithReplicas()
{
    RedisClusterOptions options;
    options.primaries = 3;
    options.replicas = true;
    return options;
}

/// The primary of each slot.
std::vector<RedisServer *> homesIn(RedisCluster &cluster)
{
    const auto servers = cluster.servers();
    const auto &first = servers.front()->tcpEndpoint();
    const auto topology = topologyInSlots(servers.front()->command({"CLUSTER", "SLOTS"}), {first.host, first.port});
    std::vector<RedisServer *> homes;
    for (std::size_t slot = 0; slot < slotCount; ++slot) {
        const auto port = topology->ownerOf(slot)->announced.port;
        homes.push_back(*std::ranges::find_if(servers, [&](const auto *server) { return server->tcpEndpoint().port == port; }));
    }
    return homes;
}

// Copies every key to the server that `home` names.
template <class Home>
void copy(RedisServer &from, Home home)
{
    std::string cursor = "0";
    do {
        const auto page = from.command({"SCAN", cursor, "COUNT", "1000"});
        cursor = page.elements[0].text;
        std::vector<Command> questions;
        for (const auto &key : page.elements[1].elements) {
            questions.push_back({"DUMP", key.text});
            questions.push_back({"PTTL", key.text});
        }
        const auto answers = from.pipeline(questions);
        std::map<RedisServer *, std::vector<Command>> copies;
        for (std::size_t i = 0; i < page.elements[1].elements.size(); ++i) {
            const auto &key = page.elements[1].elements[i].text;
            const auto left = std::max<std::int64_t>(0, answers[2 * i + 1].integer);
            copies[home(key)].push_back({"RESTORE", key, std::to_string(left), answers[2 * i].text, "REPLACE"});
        }
        for (const auto &[server, commands] : copies)
            server->pipeline(commands);
    } while (cursor != "0");
}

double childrensSeconds()
{
    rusage usage{};
    getrusage(RUSAGE_CHILDREN, &usage);
    const auto seconds = [](const timeval &time) { return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1e6; };
    return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

struct Cost
{
    double wall = 0;
    double cpu = 0; ///< of our process
};

Cost listOf(const Endpoint &endpoint)
{
    const auto before = childrensSeconds();
    LockscopeProcess list({u"list"_s, u"--json"_s}, endpoint);
    list.wholeOutput();
    const auto wall = secondsOf(list.sinceStart());
    return {wall, childrensSeconds() - before};
}

void measureLists(const Endpoint &single, const Endpoint &cluster, Figures &figures)
{
    std::vector<double> alone, wall, cpu;
    for (int round = 0; round < rounds; ++round) {
        const bool clusterFirst = round % 2 == 1;
        const auto first = listOf(clusterFirst ? cluster : single);
        const auto second = listOf(clusterFirst ? single : cluster);
        const auto &whole = clusterFirst ? first : second;
        const auto &one = clusterFirst ? second : first;
        alone.push_back(one.wall);
        wall.push_back(whole.wall / one.wall);
        cpu.push_back(whole.cpu / one.cpu);
        progress("list: one server " + std::to_string(one.wall) + " s, cpu " + std::to_string(one.cpu) + " s; cluster "
                 + std::to_string(whole.wall) + " s, cpu " + std::to_string(whole.cpu) + " s");
    }
    figures.told("list --json of 100,000 locks on one server", median(alone), "s");
    figures.atMost("the same locks on three primaries: time", 1.15, median(wall), "x one server");
    figures.told("the same locks on three primaries: our CPU time", median(cpu), "x one server");
}

// A watch has settled when it has said what is there: then it prints nothing any more.
void waitUntilQuiet(const std::vector<LockscopeProcess *> &processes)
{
    for (auto *process : processes) {
        while (!process->lines(quiet).empty())
            ;
    }
}

void measureRest(const std::array<std::unique_ptr<RedisServer>, 3> &singles, const Endpoint &cluster, Figures &figures)
{
    const QStringList watch = {u"watch"_s, u"--json"_s};
    LockscopeProcess whole(watch, cluster);
    std::vector<std::unique_ptr<LockscopeProcess>> each;
    std::vector<LockscopeProcess *> all = {&whole};
    for (const auto &server : singles)
        all.push_back(each.emplace_back(std::make_unique<LockscopeProcess>(watch, server->tcpEndpoint())).get());
    const auto sum = [&](double (LockscopeProcess::*what)() const) {
        double result = 0;
        for (const auto &process : each)
            result += ((*process).*what)();
        return result;
    };
    waitUntilQuiet(all);
    std::vector<double> ours, theirs, ratio;
    for (int round = 0; round < rounds; ++round) {
        const auto wholeBefore = whole.cpuSeconds();
        const auto eachBefore = sum(&LockscopeProcess::cpuSeconds);
        QThread::sleep(resting.count());
        const auto share = 100 / static_cast<double>(resting.count());
        ours.push_back((whole.cpuSeconds() - wholeBefore) * share);
        theirs.push_back((sum(&LockscopeProcess::cpuSeconds) - eachBefore) * share);
        ratio.push_back(ours.back() / theirs.back());
        progress("rest: three servers " + std::to_string(theirs.back()) + " %, cluster " + std::to_string(ours.back()) + " %");
    }
    figures.told("watching three servers with a third each, at rest", median(theirs), "% of a core");
    figures.atMost("watching the cluster of six nodes, at rest", 1.5, median(ratio), "x that");
    figures.told("resident memory of the one against the sum of the three",
                 whole.residentMegabytes() / sum(&LockscopeProcess::residentMegabytes), "x");
}

} // namespace

int main(int argc, char *argv[])
{
    const Workplace workplace;
    const QCoreApplication app(argc, argv);
    Figures figures("A cluster of three primaries and three replicas: 100,000 locks of twelve kinds");
    progress("filling a server, and a cluster with the same");
    RedisServer single(onTcp());
    addLocks(single, locks);
    RedisCluster cluster(threeWithReplicas());
    const auto homes = homesIn(cluster);
    copy(single, [&](const std::string &key) { return homes[slotOf(key)]; });
    measureLists(single.tcpEndpoint(), cluster.endpoint(), figures);
    progress("three servers with a third of the locks each");
    std::array<std::unique_ptr<RedisServer>, 3> singles;
    std::map<RedisServer *, RedisServer *> twins;
    for (auto &server : singles)
        server = std::make_unique<RedisServer>(onTcp());
    for (std::size_t slot = 0; slot < slotCount; ++slot) {
        if (!twins.contains(homes[slot]))
            twins.emplace(homes[slot], singles.at(twins.size()).get());
    }
    copy(single, [&](const std::string &key) { return twins.at(homes[slotOf(key)]); });
    measureRest(singles, cluster.endpoint(), figures);
    return figures.print();
}
