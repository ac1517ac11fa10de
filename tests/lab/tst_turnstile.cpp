// SPDX-License-Identifier: MIT
#include "lockcore/base/scope.h"
#include "lockcore/lab/gate/turnstile.h"
#include "support/test_program.h"

#include <QTest>

using namespace lockcore;

class TestTurnstile final : public QObject
{
    Q_OBJECT

private slots:
    void turns_areInOrderOfRequest();
    void abandonedPlace_isSkipped();
    void unclaimedGrant_isReturned();
    void movedTurn_endsOnce();
    void end_isReportedBeforeTheNextTurn();
};

void TestTurnstile::turns_areInOrderOfRequest()
{
    ReadyQueue queue;
    Turnstile turnstile;
    std::vector<std::pair<int, std::int64_t>> order;
    Scope scope(queue);
    auto visit = [](Turnstile &turnstile, int who, std::vector<std::pair<int, std::int64_t>> &order) -> Task<void> {
        auto entering = turnstile.enter();
        const auto turn = co_await entering;
        order.emplace_back(who, turn.number());
    };
    for (int i = 1; i <= 100; ++i)
        scope.start(visit(turnstile, i, order));
    queue.runAll();
    QCOMPARE(order.size(), std::size_t(100));
    for (const auto &[who, number] : order)
        QCOMPARE(std::int64_t(who), number);
    QCOMPARE(turnstile.current(), 0);
    QCOMPARE(turnstile.last(), 100);
}

void TestTurnstile::abandonedPlace_isSkipped()
{
    Turnstile turnstile;
    auto first = std::make_optional(turnstile.enter());
    auto second = std::make_optional(turnstile.enter());
    auto third = turnstile.enter();
    QVERIFY(first->ready() && !second->ready());
    second.reset();
    first.reset();
    QVERIFY(third.ready());
    QCOMPARE(turnstile.current(), 2);
}

void TestTurnstile::unclaimedGrant_isReturned()
{
    Turnstile turnstile;
    {
        auto granted = turnstile.enter();
        QVERIFY(granted.ready());
    }
    QCOMPARE(turnstile.current(), 0);
}

void TestTurnstile::movedTurn_endsOnce()
{
    Turnstile turnstile;
    auto entering = turnstile.enter();
    auto turn = entering.await_resume();
    auto moved = std::move(turn);
    turn.end(); // NOLINT(bugprone-use-after-move): that nothing happens is what is tested
    QCOMPARE(turnstile.current(), 1);
    moved.end();
    moved.end();
    QCOMPARE(turnstile.current(), 0);
}

void TestTurnstile::end_isReportedBeforeTheNextTurn()
{
    ReadyQueue queue;
    Turnstile turnstile;
    std::vector<std::string> order;
    QVERIFY(turnstile.ended().ready()); // none is taken
    auto entering = turnstile.enter();
    auto turn = entering.await_resume();
    Scope scope(queue);
    auto next = [](Turnstile &turnstile, std::vector<std::string> &order) -> Task<void> {
        auto entering = turnstile.enter();
        const auto turn = co_await entering;
        order.emplace_back("next");
    };
    auto end = [](Turnstile &turnstile, std::vector<std::string> &order) -> Task<void> {
        auto ending = turnstile.ended();
        co_await ending;
        order.emplace_back("ended");
    };
    scope.start(next(turnstile, order));
    scope.start(end(turnstile, order));
    queue.runAll();
    QVERIFY(order.empty());
    turn.end();
    queue.runAll();
    QCOMPARE(order, (std::vector<std::string>{"ended", "next"}));
}

LOCKSCOPE_TEST(TestTurnstile)
#include "tst_turnstile.moc"
