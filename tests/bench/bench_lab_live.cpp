// SPDX-License-Identifier: MIT
// How long the Lab's room stalls while it shows a run by hand of 200 workers, which together send 5,000 commands per second to a real
// server. The longer the run, the more there is to show, so the last seconds are reported separately. Offscreen.
#include "bench/figures.h"
#include "bench/heartbeat.h"
#include "bench/workplace.h"

#include "ui/lab/engine/run_pool_engine.h"
#include "ui/lab/page/lab_desk.h"
#include "ui/lab/page/lab_page.h"
#include "ui/lab/player/run_player.h"
#include "ui/widgets/theme.h"

#include <QApplication>
#include <QSettings>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>

using namespace lockcore;
using namespace lockcore::bench;
using namespace lockscope;
using namespace std::chrono_literals;

namespace {

constexpr int workers = 200;
constexpr int commandsPerSecond = 5'000;
constexpr int measured = 20'000; // ms
constexpr int startLimit = 120'000;

LabOrder order()
{
    LabOrder order;
    order.live = true;
    auto &scenario = order.scenario;
    scenario.name = scenario.title = "two hundred";
    scenario.protocol = "token";
    scenario.lease = 60s;
    scenario.retry = Milliseconds(1000 * workers / commandsPerSecond); // all workers but one wait, and try this often
    scenario.commandTimeout = 20s;
    for (int i = 1; i <= workers; ++i) {
        ScenarioWorker worker;
        worker.name = "W" + std::to_string(i);
        worker.work = 100ms;
        scenario.workers.push_back(worker);
    }
    return order;
}

std::ptrdiff_t commandsIn(const History &history)
{
    return std::ranges::count_if(history.entries, [](const auto &entry) { return std::holds_alternative<entry::Turn>(entry.what); });
}

} // namespace

int main(int argc, char *argv[])
{
    qputenv("QT_QPA_PLATFORM", "offscreen");
    const Workplace workplace;
    const QApplication app(argc, argv);
    const QTemporaryDir home;
    QSettings settings(home.filePath(QStringLiteral("settings")), QSettings::IniFormat);
    RunPoolEngine engine({QStringLiteral(LOCKSCOPE_BINARY), home.filePath(QStringLiteral("runs")), "redis-server"});
    LabPage page(&engine, &settings);
    page.resize(1440, 900);
    page.show();
    auto *desk = page.desk();
    desk->play(order());
    const auto shown = [&]() -> std::ptrdiff_t { return page.player()->run() ? commandsIn(page.player()->run()->report.history) : 0; };
    if (!QTest::qWaitFor([&] { return shown() > 0; }, startLimit))
        qFatal("the workers did not start");

    const auto before = shown();
    const double cpuBefore = threadSeconds();
    Heartbeat heartbeat;
    QTest::qWait(measured);
    const auto gaps = heartbeat.gaps(), work = heartbeat.work();
    const double cpu = (threadSeconds() - cpuBefore) / (measured / 1000.0) * 100;
    const auto commands = shown() - before;
    desk->stop();
    const bool ended = QTest::qWaitFor([&] { return !desk->isBusy(); }, startLimit);

    Figures figures("Lab: a run by hand of 200 workers, offscreen, for 20 s");
    figures.told("commands per second", static_cast<double>(commands) / (measured / 1000.0));
    figures.told("entries of the history", ended && desk->upper() ? static_cast<double>(desk->upper()->report.history.entries.size()) : 0);
    figures.told("a beat late, p99", percentile(gaps, 0.99), "ms");
    figures.told("beats late by more than 16 ms", static_cast<double>(std::ranges::count_if(gaps, [](double gap) { return gap > 16; })));
    figures.atMost("a beat late, worst: the longest stall", 50, percentile(gaps, 1), "ms");
    figures.told("CPU time of the GUI thread between two beats, p99", percentile(work, 0.99), "ms");
    figures.told("CPU time of the GUI thread between two beats, worst", percentile(work, 1), "ms");
    figures.told("the GUI thread", cpu, "% of a core");
    return figures.print();
}
