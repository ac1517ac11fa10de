// SPDX-License-Identifier: MIT
// Memory of `watch --json` over ten minutes in which 10,000 live locks change 1,000 times a second, and each released lock gets a new name.
// The ten minutes begin when the maximum number of names is remembered (WatchList::mostGone): then everything bounded is full, and further
// growth is a leak. The argument is another number of seconds.
#include "bench/churn.h"
#include "bench/figures.h"
#include "bench/lockscope_process.h"
#include "bench/workplace.h"
#include "support/redis_server.h"

#include <QCoreApplication>
#include <QThread>

#include <cstdlib>

using namespace lockcore;
using namespace lockcore::bench;
using namespace std::chrono_literals;
using namespace Qt::Literals::StringLiterals;

namespace {

constexpr int rate = 1'000;
constexpr int secondsToFill = 360; // at this rate, until 10,000 released names are remembered

double medianOf(const std::vector<double> &samples, double from, double to)
{
    const auto at = [&](double share) { return static_cast<std::ptrdiff_t>(share * static_cast<double>(samples.size())); };
    return median({samples.begin() + at(from), samples.begin() + at(to)});
}

} // namespace

int main(int argc, char *argv[])
{
    const Workplace workplace;
    const QCoreApplication app(argc, argv);
    const int seconds = argc > 1 ? std::atoi(argv[1]) : 600;
    if (seconds < 10)
        qFatal("soak [SECONDS]: at least 10");
    test::RedisServer server;
    Churn::Options options;
    options.perSecond = rate;
    options.atOnce = 5;
    options.habit = Churn::Habit::Random;
    options.newNames = true;
    Churn churn(server.endpoint(), options);
    const LockscopeProcess watch({u"watch"_s, u"--json"_s}, server.endpoint(), true);
    churn.start();

    Figures figures("Memory of watch --json: 10,000 live locks, 1,000 changes/s");
    progress("filling what is remembered: " + std::to_string(secondsToFill) + " s");
    QThread::sleep(secondsToFill);
    std::vector<double> samples;
    for (int second = 1; second <= seconds; ++second) {
        QThread::sleep(1);
        samples.push_back(watch.residentMegabytes());
        if (second % 30 == 0)
            progress(std::to_string(second) + " s: " + std::to_string(samples.back()) + " MB");
    }
    churn.stop();
    const double early = medianOf(samples, 0, 0.1);
    figures.told("seconds", seconds);
    figures.told("changes", static_cast<double>(churn.changes()));
    figures.atMost("resident memory, most", 150, percentile(samples, 1), "MB");
    figures.told("resident memory, first tenth of the time", early, "MB");
    figures.atMost("growth from there to the last tenth", 5, (medianOf(samples, 0.9, 1) / early - 1) * 100, "%");
    return figures.print();
}
