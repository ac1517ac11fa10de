// SPDX-License-Identifier: MIT
// A release on a node whose clock differs from the cluster's view: what goes out and comes back is what the node said, to the microsecond.
#include "lockcore/monitor/cluster/time_shift.h"

#include "support/test_program.h"

#include <QTest>

using namespace lockcore;
using namespace std::chrono_literals;

namespace {

constexpr auto then = ServerTime(std::chrono::microseconds(1'800'000'000'123'456));

ReleasePlanInput order()
{
    ReleasePlanInput order;
    order.look.at = then;
    order.look.deadline = then + 30s;
    order.look.leases["lease"] = 1'800'000'030'000;
    Holder holder;
    holder.owner = "me";
    holder.deadline = then + 20s;
    order.match.holders = {holder};
    order.match.lapses = then + 10s;
    order.lock.holders = {holder};
    order.lock.deadline = then + 30s;
    order.lock.heldSince = then - 5s;
    order.lock.waiters.asOf = then;
    order.lock.renewals.last = then - 1s;
    return order;
}

} // namespace

class TimeShiftTest : public QObject
{
    Q_OBJECT

private slots:
    void orderThatComesBack_isWhatTheNodeSaid()
    {
        const auto node = order();
        auto shown = node;
        shift(shown, 1234ms);
        QCOMPARE(shown.look.deadline, std::optional(then + 30s + 1234ms));
        QCOMPARE(shown.lock.heldSince, then - 5s + 1234ms);
        QCOMPARE(*shown.match.holders[0].deadline, then + 20s + 1234ms);
        QVERIFY(shown.look.leases == node.look.leases); // only its server compares them
        shift(shown, -shown.shift);
        QVERIFY(shown == node);
    }

    void timesThatAreNotKnownOrCut_stay()
    {
        LockInfo lock;
        lock.deadline = ServerTime(Milliseconds(latestTime));
        auto shown = lock;
        shift(shown, -5s);
        QVERIFY(shown == lock);
    }
};

LOCKSCOPE_TEST(TimeShiftTest)
#include "tst_time_shift.moc"
