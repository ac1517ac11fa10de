// SPDX-License-Identifier: MIT
#include "support/test_program.h"

#include "lockcore/base/clock.h"
#include "lockcore/base/scope.h"

#include <QTest>

#include <stdexcept>

using namespace lockcore;
using namespace std::chrono_literals;

namespace {

using Trail = std::vector<std::string>;

// Records its destruction: the contents of a coroutine's frame must be destroyed exactly once.
struct Witness
{
    Witness(Trail &trail, std::string name)
        : trail(&trail)
        , name(std::move(name))
    { }
    Witness(const Witness &) = delete;
    Witness &operator=(const Witness &) = delete;
    ~Witness() { trail->push_back("~" + name); }
    Trail *trail;
    std::string name;
};

Task<int> inner(Clock &clock, Trail &trail)
{
    const Witness witness(trail, "inner");
    co_await clock.after(1s);
    trail.push_back("inner");
    co_await clock.after(1s);
    co_return 20;
}

Task<std::unique_ptr<int>> middle(Clock &clock, Trail &trail)
{
    const Witness witness(trail, "middle");
    co_await clock.after(1s);
    const auto a = co_await inner(clock, trail);
    const auto b = co_await inner(clock, trail);
    co_await clock.after(1s);
    co_return std::make_unique<int>(a + b + 2);
}

Task<void> outer(Clock &clock, Trail &trail, int &result)
{
    const Witness witness(trail, "outer");
    const auto number = co_await middle(clock, trail);
    co_await clock.after(1s);
    result = *number;
}

constexpr int suspensions = 7; // of outer(), in total

Task<int> thrower(Clock &clock, bool late)
{
    if (late)
        co_await clock.after(1s);
    throw std::runtime_error("no");
    co_return 1;
}

Task<void> catcher(Clock &clock, bool late, std::string &caught)
{
    try {
        co_await thrower(clock, late);
    } catch (const std::runtime_error &error) {
        caught = error.what();
    }
}

Task<void> mark(Trail &trail, std::string name)
{
    trail.push_back(std::move(name));
    co_return;
}

Task<int> one() { co_return 1; }

Task<void> sumUp(int n, int &sum)
{
    for (int i = 0; i < n; ++i)
        sum += co_await one();
}

Task<void> awaitOne(Waiting<int> waiting, int &value) { value = co_await waiting; }

Task<void> awaitIdle(Scope &other, Trail &trail)
{
    co_await other.whenIdle();
    trail.push_back("idle");
}

class WakingQueue final : public ReadyQueue
{
public:
    int wakes = 0;

protected:
    void wake() override { ++wakes; }
};

Task<void> goRound(int rounds)
{
    for (int i = 0; i < rounds; ++i) {
        Completion<void> completion;
        auto waiting = completion.waiting();
        const auto ring = [](Completion<void> bell) -> Task<void> {
            bell.complete();
            co_return;
        };
        co_await ring(completion);
        co_await waiting;
    }
}

} // namespace

class TestTask final : public QObject
{
    Q_OBJECT

private slots:
    void task_isLazy();
    void startedTask_runsOnlyFromTheQueue();
    void nestedTasks_passResultsUp();
    void scopeEnd_atEverySuspension_destroysEachFrameOnce();
    void scopeEnd_beforeTheFirstStep_destroysTheTask();
    void scopeEnd_dropsQueuedResumption();
    void ownScopeEnded_destroysTheTaskAtItsNextAwait_data();
    void ownScopeEnded_destroysTheTaskAtItsNextAwait();
    void exception_reachesTheAwaiter();
    void manyTasksThatEndAtOnce_keepTheStackFlat();
    void whenIdle_completesAfterTheLastTask();
    void whenIdle_completesWhenCancelled();
    void taskStartedByDyingFrame_isCancelled();
    void completion_countsOnce();
    void abandoned_isNotifiedOnce();
    void abandonedAfterTheValue_isNotNotified();
    void waitingReplaced_abandonsTheOldOne();
    void completedWaiting_resumesFromTheQueue();
    void queue_runsOnlyReadyTasks();
    void queue_asksOncePerRun();
    void clock_wakesInOrder();
    void droppedSleep_isForgotten();
};

void TestTask::task_isLazy()
{
    Trail trail;
    {
        const auto task = mark(trail, "ran");
    }
    QVERIFY(trail.empty());
}

void TestTask::startedTask_runsOnlyFromTheQueue()
{
    Trail trail;
    ReadyQueue queue;
    Scope scope(queue);
    scope.start(mark(trail, "ran"));
    QVERIFY(trail.empty());
    QCOMPARE(scope.running(), 1u);
    queue.runAll();
    QCOMPARE(trail, Trail{"ran"});
    QVERIFY(scope.idle());
}

void TestTask::nestedTasks_passResultsUp()
{
    Trail trail;
    int result = 0;
    ManualClock clock;
    ReadyQueue queue;
    Scope scope(queue);
    scope.start(outer(clock, trail, result));
    queue.runAll();
    for (int i = 0; i < suspensions; ++i) {
        QCOMPARE(result, 0);
        clock.advance(1s);
        queue.runAll();
    }
    QCOMPARE(result, 42);
    QCOMPARE(trail, (Trail{"inner", "~inner", "inner", "~inner", "~middle", "~outer"}));
    QVERIFY(scope.idle());
}

void TestTask::scopeEnd_atEverySuspension_destroysEachFrameOnce()
{
    for (int stop = 0; stop < suspensions; ++stop) {
        for (const bool queued : {false, true}) { // while it sleeps, or between its waking and its turn
            Trail trail;
            int result = 0;
            ManualClock clock;
            ReadyQueue queue;
            {
                Scope scope(queue);
                scope.start(outer(clock, trail, result));
                queue.runAll();
                for (int i = 0; i < stop; ++i) {
                    clock.advance(1s);
                    queue.runAll();
                }
                if (queued)
                    clock.advance(1s);
            }
            queue.runAll();
            clock.advance(100s);
            queue.runAll();
            QCOMPARE(result, 0);
            QCOMPARE(trail.back(), std::string("~outer"));
            QCOMPARE(std::count(trail.begin(), trail.end(), "~outer"), 1);
            QCOMPARE(std::count(trail.begin(), trail.end(), "~middle"), 1);
            // The innermost frame is destroyed first.
            QVERIFY(std::find(trail.begin(), trail.end(), "~middle") < std::find(trail.begin(), trail.end(), "~outer"));
            QVERIFY(queue.empty());
            QVERIFY(!clock.nextWakeUp());
        }
    }
}

void TestTask::scopeEnd_beforeTheFirstStep_destroysTheTask()
{
    Trail trail;
    ReadyQueue queue;
    {
        Scope scope(queue);
        scope.start(mark(trail, "ran"));
    }
    queue.runAll();
    QVERIFY(trail.empty());
}

void TestTask::scopeEnd_dropsQueuedResumption()
{
    int value = 0;
    ReadyQueue queue;
    Completion<int> completion;
    {
        Scope scope(queue);
        scope.start(awaitOne(completion.waiting(), value));
        queue.runAll();
        completion.complete(5);
        QVERIFY(!queue.empty());
    }
    queue.runAll();
    QCOMPARE(value, 0);
    QVERIFY(completion.abandoned());
}

void TestTask::ownScopeEnded_destroysTheTaskAtItsNextAwait_data()
{
    QTest::addColumn<int>("way");
    QTest::newRow("then sleeps") << 0;
    QTest::newRow("then awaits a task") << 1;
    QTest::newRow("then ends") << 2;
    QTest::newRow("in a nested task that ends") << 3;
}

void TestTask::ownScopeEnded_destroysTheTaskAtItsNextAwait()
{
    QFETCH(int, way);
    Trail trail;
    ManualClock clock;
    ReadyQueue queue;
    auto scope = std::make_unique<Scope>(queue);
    const auto endIt = [](std::unique_ptr<Scope> &mine) -> Task<void> {
        mine.reset();
        co_return;
    };
    const auto run = [](int how, auto &end, std::unique_ptr<Scope> &mine, Clock &time, Trail &marks) -> Task<void> {
        const Witness witness(marks, "task");
        if (how == 3)
            co_await end(mine);
        else
            mine.reset();
        marks.push_back("still on the stack");
        if (how == 0)
            co_await time.after(0s);
        if (how == 1)
            co_await mark(marks, "never");
        if (how != 2)
            marks.push_back("never");
    };
    scope->start(run(way, endIt, scope, clock, trail));
    queue.runAll();
    clock.advance(1s);
    queue.runAll();
    QVERIFY(!scope);
    if (way == 3)
        QCOMPARE(trail, Trail{"~task"});
    else
        QCOMPARE(trail, (Trail{"still on the stack", "~task"}));
}

void TestTask::exception_reachesTheAwaiter()
{
    for (const bool late : {false, true}) {
        std::string caught;
        ManualClock clock;
        ReadyQueue queue;
        Scope scope(queue);
        scope.start(catcher(clock, late, caught));
        queue.runAll();
        clock.advance(1s);
        queue.runAll();
        QCOMPARE(caught, std::string("no"));
        QVERIFY(scope.idle());
    }
}

void TestTask::manyTasksThatEndAtOnce_keepTheStackFlat()
{
    int sum = 0;
    ReadyQueue queue;
    Scope scope(queue);
    scope.start(sumUp(300'000, sum));
    queue.runAll();
    QCOMPARE(sum, 300'000);
}

void TestTask::whenIdle_completesAfterTheLastTask()
{
    Trail trail;
    int value = 0;
    ReadyQueue queue;
    Completion<int> first;
    Completion<int> second;
    Scope work(queue);
    Scope watch(queue);
    work.start(awaitOne(first.waiting(), value));
    work.start(awaitOne(second.waiting(), value));
    watch.start(awaitIdle(work, trail));
    queue.runAll();
    first.complete(1);
    queue.runAll();
    QVERIFY(trail.empty());
    second.complete(2);
    queue.runAll();
    QCOMPARE(trail, Trail{"idle"});
    watch.start(awaitIdle(work, trail)); // nothing runs: completes at once
    queue.runAll();
    QCOMPARE(trail.size(), 2u);
}

void TestTask::whenIdle_completesWhenCancelled()
{
    Trail trail;
    int value = 0;
    ReadyQueue queue;
    Completion<int> never;
    Scope work(queue);
    Scope watch(queue);
    work.start(awaitOne(never.waiting(), value));
    watch.start(awaitIdle(work, trail));
    queue.runAll();
    work.cancel();
    QVERIFY(never.abandoned());
    queue.runAll();
    QCOMPARE(trail, Trail{"idle"});
}

void TestTask::taskStartedByDyingFrame_isCancelled()
{
    struct Starter
    {
        Scope &scope;
        Trail &trail;
        ~Starter() { scope.start(mark(trail, "never")); }
    };
    const auto run = [](Scope &scope, Clock &clock, Trail &trail) -> Task<void> {
        const Starter starter{scope, trail};
        co_await clock.after(1s);
    };
    Trail trail;
    ManualClock clock;
    ReadyQueue queue;
    Scope scope(queue);
    scope.start(run(scope, clock, trail));
    queue.runAll();
    scope.cancel();
    QVERIFY(scope.idle());
    queue.runAll();
    QVERIFY(trail.empty());
}

void TestTask::completion_countsOnce()
{
    int value = 0;
    ReadyQueue queue;
    Scope scope(queue);
    Completion<int> completion;
    completion.complete(1); // before anybody waits
    completion.complete(2);
    scope.start(awaitOne(completion.waiting(), value));
    queue.runAll();
    QCOMPARE(value, 1);
}

void TestTask::abandoned_isNotifiedOnce()
{
    int told = 0;
    Completion<int> completion;
    completion.onAbandoned([&] { ++told; });
    {
        const auto waiting = completion.waiting();
        QVERIFY(!completion.abandoned());
    }
    QVERIFY(completion.abandoned());
    QCOMPARE(told, 1);
    completion.complete(1); // nobody waits: nothing happens
    completion.onAbandoned([&] { ++told; });
    QCOMPARE(told, 2); // a late caller is notified at once
}

void TestTask::abandonedAfterTheValue_isNotNotified()
{
    int told = 0;
    Completion<int> early;
    early.onAbandoned([&] { ++told; });
    Completion<int> late;
    {
        const auto first = early.waiting();
        const auto second = late.waiting();
        early.complete(1);
        late.complete(1);
        late.onAbandoned([&] { ++told; });
    }
    QCOMPARE(told, 0);
}

void TestTask::waitingReplaced_abandonsTheOldOne()
{
    Completion<int> first;
    Completion<int> second;
    auto waiting = first.waiting();
    waiting = second.waiting();
    QVERIFY(first.abandoned());
    QVERIFY(!second.abandoned());
    second.complete(1);
    QVERIFY(waiting.ready());
}

void TestTask::completedWaiting_resumesFromTheQueue()
{
    int value = 0;
    ReadyQueue queue;
    Scope scope(queue);
    Completion<int> completion;
    scope.start(awaitOne(completion.waiting(), value));
    queue.runAll();
    completion.complete(3);
    QCOMPARE(value, 0); // never on the producer's stack
    queue.runAll();
    QCOMPARE(value, 3);
}

void TestTask::queue_runsOnlyReadyTasks()
{
    Trail trail;
    ReadyQueue queue;
    Scope scope(queue);
    const auto spawn = [](Scope &where, Trail &marks) -> Task<void> {
        marks.push_back("first");
        where.start(mark(marks, "second"));
        co_return;
    };
    scope.start(spawn(scope, trail));
    queue.run();
    QCOMPARE(trail, Trail{"first"});
    queue.run();
    QCOMPARE(trail.size(), 2u);
}

void TestTask::queue_asksOncePerRun()
{
    WakingQueue queue;
    Scope scope(queue);
    constexpr int rounds = 50;
    scope.start(goRound(rounds));
    int runs = 0;
    for (; runs < queue.wakes; ++runs) // as an event loop does: one run for each wake
        queue.run();
    QVERIFY(scope.idle());
    QVERIFY2(runs <= 3 * rounds, qPrintable(QString::number(runs)));

    queue.wakes = 0;
    int value = 0;
    Completion<int> one;
    scope.start(awaitOne(one.waiting(), value));
    scope.start(awaitOne(Completion<int>().waiting(), value));
    QCOMPARE(queue.wakes, 1);
}

void TestTask::clock_wakesInOrder()
{
    Trail trail;
    ManualClock clock;
    ReadyQueue queue;
    Scope scope(queue);
    const auto sleep = [](Clock &time, Duration duration, Trail &marks, std::string name) -> Task<void> {
        co_await time.after(duration);
        marks.push_back(std::move(name));
    };
    scope.start(sleep(clock, 3s, trail, "3"));
    scope.start(sleep(clock, 1s, trail, "1"));
    scope.start(sleep(clock, 2s, trail, "2a"));
    scope.start(sleep(clock, 2s, trail, "2b"));
    scope.start(sleep(clock, -5s, trail, "past"));
    queue.runAll();
    QVERIFY(trail.empty());
    QCOMPARE(*clock.nextWakeUp(), clock.now() - 5s);
    clock.advance(0s);
    queue.runAll();
    QCOMPARE(trail, Trail{"past"});
    QCOMPARE(*clock.nextWakeUp(), clock.now() + 1s);
    clock.advance(999'999'999ns);
    queue.runAll();
    QCOMPARE(trail.size(), 1u);
    clock.advance(10s);
    queue.runAll();
    QCOMPARE(trail, (Trail{"past", "1", "2a", "2b", "3"}));
}

void TestTask::droppedSleep_isForgotten()
{
    ManualClock clock;
    {
        const auto first = clock.after(1s);
        const auto second = clock.after(2s);
    }
    const auto third = clock.after(3s);
    QCOMPARE(*clock.nextWakeUp(), clock.now() + 3s);
    QVERIFY(!third.ready());
    clock.advance(3s);
    QVERIFY(third.ready());
    QVERIFY(!clock.nextWakeUp());
}

LOCKSCOPE_TEST(TestTask)
#include "tst_task.moc"
