// SPDX-License-Identifier: MIT
#include "support/test_program.h"

#include "lockcore/monitor/watch/alarm_heap.h"

#include <QTest>

#include <algorithm>
#include <array>
#include <random>

using namespace lockcore;

namespace {

struct Sleeper
{
    std::size_t place = 0;
    std::optional<ServerTime> wakes; // as set by the test
};

std::size_t &placeOfSleeper(Sleeper &sleeper) { return sleeper.place; }

using Heap = AlarmHeap<Sleeper, placeOfSleeper>;

} // namespace

class AlarmHeapTest : public QObject
{
    Q_OBJECT

private slots:
    // Compared with a linear search; there are few moments, so that many are equal.
    void earliest_isAlwaysFirst()
    {
        Heap heap;
        std::array<Sleeper, 40> sleepers;
        std::mt19937 random(1);
        for (int step = 0; step < 20'000; ++step) {
            auto &sleeper = sleepers[random() % sleepers.size()];
            const auto moment = random() % 30;
            sleeper.wakes = moment == 0 ? std::nullopt : std::optional(ServerTime(Milliseconds(moment)));
            heap.set(sleeper, sleeper.wakes);
            std::optional<ServerTime> earliest;
            for (auto &each : sleepers) {
                QVERIFY(heap.momentOf(each) == each.wakes);
                if (each.wakes)
                    earliest = std::min(earliest.value_or(*each.wakes), *each.wakes);
            }
            QCOMPARE(heap.empty(), !earliest.has_value());
            if (earliest)
                QVERIFY(heap.next() == *earliest && heap.first().wakes == earliest);
        }
    }

    void alarms_comeInOrder()
    {
        Heap heap;
        std::array<Sleeper, 100> sleepers;
        for (std::size_t i = 0; i < sleepers.size(); ++i)
            heap.set(sleepers[i], ServerTime(Milliseconds(i * 37 % sleepers.size())));
        for (std::size_t i = 0; i < sleepers.size(); ++i) {
            QVERIFY(heap.next() == ServerTime(Milliseconds(i)));
            heap.set(heap.first(), {});
        }
        QVERIFY(heap.empty());
    }
};

LOCKSCOPE_TEST(AlarmHeapTest)
#include "tst_alarm_heap.moc"
