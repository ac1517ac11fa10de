// SPDX-License-Identifier: MIT
// Bounds beyond the usual ones: either of two times of work, clocks that differ, coarser ticks, too little memory, too many states.
#include "explorer/oracle_case.h"
#include "lockcore/explorer/estimate.h"
#include "lockcore/explorer/exploration.h"
#include "support/test_program.h"

#include <QTest>

#include <set>

using namespace lockcore;
using namespace lockcore::explorer;
using namespace std::chrono_literals;

class ExploreBoundsTest : public test::OracleCase
{
    Q_OBJECT

private slots:
    void initTestCase() { startOracle(); }

    // Long work breaks the lock, short work does not; a worker that may do either may break it.
    void eitherWork_isBothOfThem()
    {
        auto bounds = *usualBounds("token");
        QVERIFY(!violationOf(bounds));
        bounds.otherWork = 7ms;
        QVERIFY(!violationOf(bounds));
        bounds.work = 30ms;
        bounds.otherWork = 10ms;
        const auto violation = violationOf(bounds);
        QVERIFY(violation.has_value());

        // A lock that only two rounds can break: first short work, then long work, in one way.
        Control control;
        bounds.samples = 300;
        const auto result = search(bounds, *m_oracle, control);
        QVERIFY(result.ok());
        bool hasBoth = false;
        for (const auto &sample : result->samples) {
            std::set<Milliseconds> times;
            for (const auto &step : sample) {
                if (step.kind == Move::Kind::Timer && step.request.isWork)
                    times.insert(step.request.duration);
            }
            hasBoth = hasBoth || times == std::set<Milliseconds>{10ms, 30ms};
        }
        QVERIFY(hasBoth);
    }

    // What a worker worked is how long it was inside, in each sampled way without a pause.
    void durationOfWork_isWhatPassed()
    {
        auto bounds = *usualBounds("token");
        bounds.work = 13ms;
        bounds.otherWork = 4ms;
        bounds.samples = 200;
        Control control;
        const auto result = search(bounds, *m_oracle, control);
        QVERIFY(result.ok());
        int works = 0;
        for (const auto &sample : result->samples) {
            std::map<int, int> since;
            std::set<int> inside;
            for (const auto &step : sample) {
                for (const int worker : step.inside) {
                    if (inside.insert(worker).second)
                        since[worker] = step.at;
                }
                if (step.kind == Move::Kind::Timer && step.request.isWork) {
                    // Ending may be late, because another worker acts in the same millisecond, but never by a whole one.
                    QCOMPARE(step.at - since.at(step.worker), static_cast<int>(step.request.duration.count()));
                    inside.erase(step.worker);
                    ++works;
                }
            }
        }
        QVERIFY(works > 100);
    }

    // A lock that compares its workers' clocks is broken by a clock that is ahead by so much that a lease that lasts seems to be over.
    void skew_breaksALockThatReadsClocks()
    {
        auto bounds = *usualBounds("timestamp-expiry");
        const auto breaks = [&](Milliseconds skew) {
            bounds.skew = skew;
            return violationOf(bounds).has_value();
        };
        QVERIFY(!breaks(0ms));
        Milliseconds least = 1ms;
        while (!breaks(least) && least < 2 * bounds.lease)
            ++least;
        QVERIFY2(least == bounds.lease - bounds.work + 1ms, std::to_string(least.count()).c_str());
        QVERIFY(breaks(bounds.lease));
        QVERIFY(!breaks(least - 1ms));
    }

    // A second of a script that counts in seconds is a millisecond of one that counts in milliseconds.
    void tick_isTheUnitOfTime()
    {
        ScriptPair scripts;
        scripts.acquire = "if redis.call('set', KEYS[1], ARGV[1], 'NX', 'EX', math.floor(ARGV[2] / 1000)) then return 1 end return 0";
        scripts.release = "if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('del', KEYS[1]) end return 0";
        auto bounds = usualBounds(scripts);
        bounds.tick = 1s;
        bounds.lease = 8s;
        bounds.work = 4s;
        bounds.poll = 2s;
        QVERIFY(!violationOf(bounds));
        bounds.faults[Fault::Pause] = 1;
        bounds.pause = 3s;
        QVERIFY(!violationOf(bounds));
        bounds.pause = 5s;
        QVERIFY(violationOf(bounds).has_value());
        QVERIFY(m_states < 200'000);
    }

    void tooLittleMemory_isNotComplete()
    {
        auto bounds = *usualBounds("token");
        bounds.workers = 3;
        bounds.mostMemory = 1 << 20; // less than any program has
        Control control;
        const auto result = search(bounds, *m_oracle, control);
        QVERIFY(result.ok());
        QVERIFY(!result->complete && !result->cancelled);
        QVERIFY(result->states < 10'000);
    }

    void progress_isTold()
    {
        auto bounds = *usualBounds("token");
        bounds.workers = 3;
        Control control;
        const auto result = search(bounds, *m_oracle, control);
        QVERIFY(result.ok());
        QVERIFY(control.states > 4'000 && control.states <= result->states);
        QVERIFY(control.depth > 20);
    }

    // Where the whole search is possible, the estimate from shorter times is near it.
    void estimate_isOfTheRightSize()
    {
        auto bounds = *usualBounds("token");
        bounds.faults[Fault::Crash] = 1;
        bounds.faults[Fault::LostReply] = 1;
        bounds.lease = 40ms;
        bounds.work = 20ms;
        bounds.poll = 12ms;
        Control control;
        const auto whole = search(bounds, *m_oracle, control);
        QVERIFY(whole.ok() && whole->complete);
        const auto size = estimate(bounds, *m_oracle, control, 40'000);
        QVERIFY(size.ok());
        QVERIFY(!size->isAtLeast);
        const double ratio = size->states / static_cast<double>(whole->states);
        QVERIFY2(ratio > 0.2 && ratio < 5, (std::to_string(size->states) + " of " + std::to_string(whole->states)).c_str());
    }

    void hugeBounds_areMuch()
    {
        auto bounds = *usualBounds("token");
        bounds.workers = 3;
        bounds.rounds = 4;
        bounds.lease = 200ms;
        bounds.work = 100ms;
        for (const auto fault : {Fault::Crash, Fault::LostReply, Fault::LateRequest})
            bounds.faults[fault] = 2;
        QVERIFY(mayExplode(bounds));
        QVERIFY(!mayExplode(*usualBounds("token")));
        Control control;
        const auto size = estimate(bounds, *m_oracle, control, 50'000);
        QVERIFY(size.ok());
        QVERIFY(isMuch(*size));
    }

    void scriptInSeconds_isRecognised()
    {
        ScriptPair scripts;
        scripts.acquire = "if redis.call('set', KEYS[1], ARGV[1], 'NX', 'EX', 30) then return 1 end return 0";
        scripts.release = "return redis.call('del', KEYS[1])";
        Control control;
        const auto size = estimate(usualBounds(scripts), *m_oracle, control);
        QVERIFY(size.ok());
        QVERIFY(size->grantedLease == 30s);
        QVERIFY(isMuch(*size));
    }

private:
    std::optional<Violation> violationOf(const Bounds &bounds)
    {
        Control control;
        const auto result = search(bounds, *m_oracle, control);
        if (!result.ok())
            qFatal("%s", result.error().text.c_str());
        if (!result->complete)
            qFatal("not complete");
        m_states = result->states;
        return result->findings.at(Property::MutualExclusion).violation;
    }

    std::int64_t m_states = 0;
};

LOCKSCOPE_TEST(ExploreBoundsTest)
#include "tst_explore_bounds.moc"
