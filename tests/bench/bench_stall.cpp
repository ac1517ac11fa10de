// SPDX-License-Identifier: MIT
// How long the window's event loop stalls: the real window watches 10,000 locks of a real server, of which 5,000 change per second. A timer
// of the GUI thread fires every 5 ms; a longer time between two firings is a stall. Offscreen.
#include "bench/churn.h"
#include "bench/figures.h"
#include "bench/heartbeat.h"
#include "bench/watching_window.h"
#include "bench/workplace.h"
#include "support/redis_server.h"

#include <QApplication>

#include <algorithm>

using namespace lockcore;
using namespace lockcore::bench;

namespace {

constexpr int measured = 20'000; // ms

} // namespace

int main(int argc, char *argv[])
{
    qputenv("QT_QPA_PLATFORM", "offscreen");
    const Workplace workplace;
    const QApplication app(argc, argv);
    test::RedisServer server;
    Churn::Options options;
    options.perSecond = 5'000;
    options.atOnce = 5;
    options.habit = Churn::Habit::Random;
    Churn churn(server.endpoint(), options);

    WatchingWindow window(server.endpoint(), {1280, 720});
    window.awaitLocks(9'000);

    churn.start();
    QTest::qWait(2'000);
    const double cpuBefore = threadSeconds();
    Heartbeat heartbeat;
    QTest::qWait(measured);
    const auto gaps = heartbeat.gaps(), work = heartbeat.work();
    const double cpu = (threadSeconds() - cpuBefore) / (measured / 1000.0) * 100;
    churn.stop();

    Figures figures("Window: 10,000 locks on a real server, offscreen, for 20 s");
    figures.told("changes per second", churn.ratePerSecond());
    figures.told("locks shown", window.locks());
    figures.told("beats late by more than 16 ms", static_cast<double>(std::ranges::count_if(gaps, [](double gap) { return gap > 16; })));
    figures.told("a beat late, p99", percentile(gaps, 0.99), "ms");
    figures.atMost("a beat late, worst: the longest stall", 50, percentile(gaps, 1), "ms");
    figures.told("CPU time of the GUI thread between two beats, p99", percentile(work, 0.99), "ms");
    figures.told("CPU time of the GUI thread between two beats, worst", percentile(work, 1), "ms");
    figures.told("the GUI thread", cpu, "% of a core");
    return figures.print();
}
