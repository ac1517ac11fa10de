// SPDX-License-Identifier: MIT
// How long the window's event loop is held up: the real window, watching 10,000 locks of a real server of which 5,000
// change a second. A timer of the GUI thread beats every 5 ms; what is missing between two beats is a stall. Offscreen.
#include "bench/churn.h"
#include "bench/figures.h"
#include "bench/workplace.h"
#include "monitor/lock_model.h"
#include "monitor/monitor_page.h"
#include "monitor/monitor_thread.h"
#include "support/redis_server.h"
#include "window/main_window.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QSettings>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>

#include <ctime>

using namespace lockcore;
using namespace lockcore::bench;
using namespace lockscope;
using namespace Qt::Literals::StringLiterals;

namespace {

constexpr int beat = 5;          // ms
constexpr int measured = 20'000; // ms

class Heartbeat final
{
public:
    Heartbeat()
    {
        m_timer.setTimerType(Qt::PreciseTimer);
        QObject::connect(&m_timer, &QTimer::timeout, [this] {
            m_gaps.push_back(static_cast<double>(m_since.nsecsElapsed()) / 1e6 - beat);
            m_since.start();
        });
        m_since.start();
        m_timer.start(beat);
    }

    const std::vector<double> &gaps() const { return m_gaps; }

private:
    QTimer m_timer;
    QElapsedTimer m_since;
    std::vector<double> m_gaps;
};

double threadSeconds()
{
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) / 1e9;
}

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

    const QTemporaryDir home;
    WindowServices services;
    services.watch = [](const Target &target) { return std::make_unique<MonitorThread>(target.endpoint); };
    services.profilesFile = home.filePath(u"profiles.json"_s);
    services.startDemo = [] { return Result<Endpoint>(Error{}); };
    MainWindow window(std::move(services), std::make_unique<QSettings>(home.filePath(u"lockscope.ini"_s), QSettings::IniFormat));
    window.resize(1280, 720);
    window.show();
    window.connectTo(targetAt(server.endpoint()));
    const auto *locks = window.monitorPage()->locks();
    if (!QTest::qWaitFor([&] { return locks->rowCount() >= 9'000; }, 30'000))
        qFatal("the window does not show the locks");

    churn.start();
    QTest::qWait(2'000);
    const double cpuBefore = threadSeconds();
    Heartbeat heartbeat;
    QTest::qWait(measured);
    const auto gaps = heartbeat.gaps();
    const double cpu = (threadSeconds() - cpuBefore) / (measured / 1000.0) * 100;
    churn.stop();

    Figures figures("Window: 10,000 locks on a real server, offscreen, for 20 s");
    figures.told("changes per second", churn.ratePerSecond());
    figures.told("locks shown", locks->rowCount());
    figures.told("beats late by more than 16 ms", static_cast<double>(std::ranges::count_if(gaps, [](double gap) { return gap > 16; })));
    figures.told("a beat late, p99", percentile(gaps, 0.99), "ms");
    figures.atMost("a beat late, worst: the longest stall", 50, percentile(gaps, 1), "ms");
    figures.told("the GUI thread", cpu, "% of a core");
    return figures.print();
}
