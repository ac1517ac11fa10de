// SPDX-License-Identifier: MIT
// What becomes of looks that arrive: no server.
#include "support/test_program.h"

#include "lockcore/monitor/watch/intake.h"

#include <QTest>

using namespace lockcore;
using namespace std::chrono_literals;

namespace {

Feed::Delivery deliveryOf(int number, ServerTime at, bool held)
{
    Feed::Delivery delivery;
    delivery.look.id = {0, "lock:" + std::to_string(number)};
    delivery.look.at = at;
    delivery.verdict.deliver = true;
    if (held) {
        delivery.look.value = {ValueType::String, "0123456789abcdef0123456789abcdef", 32, {}};
        delivery.look.deadline = at + 30s;
    }
    return delivery;
}

} // namespace

class IntakeTest : public QObject
{
    Q_OBJECT

private slots:
    // Between two ticks that forget, a busy server may use a hundred thousand.
    void namesThatAreUsedOnce_areForgottenWhileTheyCome()
    {
        constexpr int used = 15'000;
        const Classifier classifier;
        Board board(classifier, 100, [] {});
        WatchList watchList;
        ServerClock serverClock;
        EventLoop loop;
        ManualClock clock;
        DeniedNames denied;
        const MonitorOptions options;
        const SessionParts parts{0, options, classifier, board, watchList, serverClock, clock, denied};
        FeedLinks links(Endpoint(), 1s, loop, clock);
        Feed feed(links, classifier, watchList, denied, serverClock, loop, clock);
        Intake intake(parts, feed);
        const ServerTime start{1'700'000'000s};
        std::size_t most = 0;
        for (int number = 0; number < used; ++number) {
            intake.looked({deliveryOf(number, start, true)});
            intake.looked({deliveryOf(number, start + 1ms, false)});
            most = std::max(most, board.table().freeNames());
        }
        QVERIFY(board.table().takeGone().size() == std::size_t(used));
        QVERIFY2(most >= WatchList::mostGone && most <= WatchList::mostGone * 5 / 4, std::to_string(most).c_str());
        QVERIFY(board.table().freeNames() < WatchList::mostGone * 5 / 4);
    }
};

LOCKSCOPE_TEST(IntakeTest)
#include "tst_intake.moc"
