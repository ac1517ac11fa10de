// SPDX-License-Identifier: MIT
// How soon a user sees a change: the real window on an X server with a window manager, with locks that only this benchmark changes.
// Measures from the command on the server until the screen shows the change, checked about every 10 ms.
#include "bench/figures.h"
#include "screen/quiet_locks.h"
#include "support/virtual_screen.h"

using namespace lockcore;
using namespace lockcore::bench;
using namespace lockscope;

namespace {

constexpr double promised = 300; // ms
constexpr int rounds = 5;
constexpr int moves = 30;

double millisecondsUntil(const QuietLocks::Seen &seen)
{
    QElapsedTimer timer;
    timer.start();
    if (!test::eventually(seen))
        qFatal("it is never seen");
    return static_cast<double>(timer.elapsed());
}

using Times = std::map<std::string, std::vector<double>>; // ms

// Watches all places of the screen at once, as a user does.
void watchAll(std::vector<QuietLocks::Sight> sights, const char *what, Times &times)
{
    QElapsedTimer timer;
    timer.start();
    const auto look = [&] {
        std::erase_if(sights, [&](const QuietLocks::Sight &sight) {
            if (!sight.seen())
                return false;
            times[std::string(what) + " in the " + sight.where].push_back(static_cast<double>(timer.elapsed()));
            return true;
        });
        return sights.empty();
    };
    if (!test::eventually(look))
        qFatal("%s is never seen", what);
}

void measure(int count, Times &times)
{
    const auto fresh = [&] {
        auto locks = std::make_unique<QuietLocks>(count);
        millisecondsUntil(locks->shown());
        locks->choose();
        millisecondsUntil(locks->barShown());
        return locks;
    };
    for (int round = 0; round < rounds; ++round) {
        watchAll(fresh()->renew(), "a renewal", times);
        watchAll(fresh()->changeOwner(), "a new owner", times);
        watchAll(fresh()->release(), "a release", times);
    }
    const auto locks = fresh();
    for (int move = 0; move < moves; ++move) {
        times["every lease in the table moves"].push_back(millisecondsUntil(locks->everyLeaseMoved()));
        times["the lease in the details moves"].push_back(millisecondsUntil(locks->detailsMoved()));
    }
}

} // namespace

int main(int argc, char *argv[])
{
    if (const auto code = test::runOnVirtualScreen(argc, argv))
        return *code;
    const QApplication app(argc, argv);
    for (const int count : {1, 10, 60, 10'000}) {
        Times times;
        measure(count, times);
        Figures figures("Screen: " + std::to_string(count) + " quiet locks, the slowest of all rounds");
        for (const auto &[what, all] : times)
            figures.atMost(what, promised, percentile(all, 1), "ms");
        figures.print();
    }
    return 0;
}
