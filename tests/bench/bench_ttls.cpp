// SPDX-License-Identifier: MIT
// What a window costs that shows 1,000 running leases: 1,000 locks of a real server, some renewed every second, and a window so tall that
// every row is visible. CPU of the whole process by getrusage, including the monitor's thread, but without the thread that renews.
// Offscreen.
#include "bench/churn.h"
#include "bench/figures.h"
#include "bench/watching_window.h"
#include "bench/workplace.h"
#include "support/redis_server.h"

#include <QApplication>
#include <QHeaderView>
#include <QSplitter>
#include <QTableView>

#include <sys/resource.h>

using namespace lockcore;
using namespace lockcore::bench;
using namespace Qt::Literals::StringLiterals;

namespace {

constexpr int locks = 1'000;
constexpr int measured = 20'000; // ms

double secondsOf(const timeval &time) { return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1e6; }

double cpuSeconds(int who)
{
    rusage usage{};
    getrusage(who, &usage);
    return secondsOf(usage.ru_utime) + secondsOf(usage.ru_stime);
}

// The CPU time as percent of one core.
double share(int who)
{
    const double before = cpuSeconds(who);
    QTest::qWait(measured);
    return (cpuSeconds(who) - before) / (measured / 1000.0) * 100;
}

int rowsInSight(const QTableView &table)
{
    const int last = table.rowAt(table.viewport()->height() - 1);
    return (last < 0 ? table.model()->rowCount() : last + 1) - table.rowAt(0);
}

} // namespace

int main(int argc, char *argv[])
{
    qputenv("QT_QPA_PLATFORM", "offscreen");
    const Workplace workplace;
    const QApplication app(argc, argv);
    test::RedisServer server;
    Churn::Options options;
    options.locks = locks;
    options.perSecond = 100; // each lock is renewed every ten seconds
    options.lease = Milliseconds(30'000);
    Churn churn(server.endpoint(), options);

    churn.start();
    WatchingWindow window(server.endpoint(), {1280, 1440});
    window.awaitLocks(locks);
    const auto *page = window->monitorPage();
    const auto *table = page->findChild<QTableView *>(u"locks"_s);

    Figures figures("Window: 1,000 locks whose leases run down, offscreen, for 20 s each");
    QTest::qWait(2'000);
    figures.told("rows in sight of a window 1,440 px high", rowsInSight(*table));
    figures.told("the GUI thread alone", share(RUSAGE_THREAD), "% of a core");
    const int height = table->verticalHeader()->defaultSectionSize() * (locks + 2);
    window->resize(1280, height + 600);
    QTest::qWait(100);
    for (auto *splitter : page->findChildren<QSplitter *>()) {
        if (splitter->orientation() == Qt::Vertical)
            splitter->setSizes({height, 230});
    }
    QTest::qWait(2'000);
    figures.told("rows in sight of a window that shows them all", rowsInSight(*table));
    figures.told("the GUI thread alone", share(RUSAGE_THREAD), "% of a core");
    const double churned = churn.cpuSeconds();
    const double process = share(RUSAGE_SELF);
    figures.atMost("CPU of the process", 10, process - (churn.cpuSeconds() - churned) / (measured / 1000.0) * 100, "% of a core");
    churn.stop();
    return figures.print();
}
