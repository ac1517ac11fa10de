// SPDX-License-Identifier: MIT
// Memory of `watch --json` with names that are used once: ten million locks, each taken and released under its own name. The number of
// remembered names is bounded, so the memory must not grow after the first million. The argument is another number of millions.
#include "bench/figures.h"
#include "bench/lockscope_process.h"
#include "bench/workplace.h"
#include "support/redis_server.h"

#include <QCoreApplication>

#include <cstdlib>

using namespace lockcore;
using namespace lockcore::bench;
using namespace Qt::Literals::StringLiterals;

namespace {

constexpr int million = 1'000'000;
constexpr int atOnce = 200; // names in one pipeline

// Most locks are released immediately; some expire.
void use(test::RedisServer &server, std::int64_t first)
{
    std::vector<test::Command> commands;
    for (auto name = first; name < first + atOnce; ++name) {
        const auto key = "lock:" + std::to_string(name);
        commands.push_back({"SET", key, "0123456789abcdef0123456789abcdef", "NX", "PX", "300"});
        if (name % 4 != 0)
            commands.push_back({"DEL", key});
    }
    server.pipeline(commands);
}

} // namespace

int main(int argc, char *argv[])
{
    const Workplace workplace;
    const QCoreApplication app(argc, argv);
    const int millions = argc > 1 ? std::atoi(argv[1]) : 10;
    if (millions < 2)
        qFatal("soak_names [MILLIONS]: at least 2");
    test::RedisServer server;
    const LockscopeProcess watch({u"watch"_s, u"--json"_s}, server.endpoint(), true);
    Figures figures("Memory of watch --json under names that are used once");
    std::vector<double> samples;
    for (std::int64_t name = 0; name < std::int64_t(millions) * million; name += atOnce) {
        use(server, name);
        if ((name + atOnce) % million != 0)
            continue;
        samples.push_back(watch.residentMegabytes());
        progress(std::to_string((name + atOnce) / million) + " million names: " + std::to_string(samples.back()) + " MB");
    }
    figures.told("names", static_cast<double>(millions) * million);
    figures.told("resident memory after the first million", samples.front(), "MB");
    figures.told("resident memory at the end", samples.back(), "MB");
    figures.atMost("growth in between", 5, (samples.back() / samples.front() - 1) * 100, "%");
    return figures.print();
}
