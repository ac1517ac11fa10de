// SPDX-License-Identifier: MIT
// What a simpler Explorer would get wrong: each trap as a fault of the Explorer that a verdict shows.
#include "explorer/oracle_case.h"
#include "lockcore/explorer/exploration.h"
#include "support/sanitized.h"
#include "support/test_program.h"

#include <QTest>

using namespace lockcore;
using namespace lockcore::explorer;
using lockcore::test::isSanitized;
using namespace std::chrono_literals;

namespace {

// Each acquisition counts, and after the fifth one nobody gets the lock any more.
const char *const fiveTimes = "if redis.call('GET', 'count') == '5' or not redis.call('SET', KEYS[1], ARGV[1], 'NX', 'PX', ARGV[2]) then "
                              "return 0 end redis.call('INCR', 'count') return 1";
// A waiter takes over what has not changed between two of its tries.
const char *const takesWhatDoesNotChange =
    "local value = redis.call('GET', KEYS[1]) if value and value ~= redis.call('GET', 'seen') then redis.call('SET', 'seen', value) "
    "return 0 end redis.call('SET', KEYS[1], ARGV[1]) return 1";
// It only notes whose lock it was: so a worker needs another name at times.
const char *const notesWhoHadIt = "local value = redis.call('GET', KEYS[1]) if value then redis.call('SET', 'seen', value) return 0 end "
                                  "redis.call('SET', KEYS[1], ARGV[1]) return 1";
const char *const compareAndDelete = "if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('DEL', KEYS[1]) end return 0";

Bounds of(const char *protocol, std::initializer_list<Fault> faults)
{
    auto bounds = *usualBounds(protocol);
    bounds.rounds = 1;
    for (const auto fault : faults)
        bounds.faults[fault] = 1;
    return bounds;
}

Bounds ofScripts(const char *acquire, const char *renew = "")
{
    ScriptPair scripts;
    scripts.acquire = acquire;
    scripts.release = compareAndDelete;
    scripts.renew = renew;
    return usualBounds(std::move(scripts));
}

struct Trap
{
    const char *name;
    Mutant mutant;
    Bounds (*bounds)();
    Property property;
    bool isViolated; ///< in truth
};

// Those which cannot arise as the Explorer is built have no row:
// - A Moment that is passed to Context::again() as a number: a Local is a text or a Moment, and only the driver of a search (Rehearsal) calls
//   acquire(), which passes Moments.
// - A companion that is an automaton of its own: a node has the places of both tasks.
// - A loss that is noticed at once: that it is noticed late is a fault of the bounds (tst_search, shortestTimeOut_thatBreaksAWatchdog).
// - A fact that is asked too early: what is remembered of a state or of an environment is made of its number alone, when that is given, and
//   neither ever changes; an answer of the server is remembered with the keys, the command and the time that it is about.
// - Formats of numbers: the server writes them.
const Trap traps[] = {
    {"a loop does not forget what its caller does next", Mutant::ForgetsCaller,
     [] {
         auto bounds = ofScripts(fiveTimes);
         bounds.workers = 1;
         bounds.rounds = 4; // the fifth acquisition is that of the fresh worker
         return bounds;
     },
     Property::NoImmortalLock, false},
    {"what a lock keeps in its members belongs to a worker's place", Mutant::ForgetsMembers, [] { return ofScripts(notesWhoHadIt); },
     Property::NoImmortalLock, false},
    {"a name is used again only where nobody remembers it", Mutant::SameName,
     [] {
         auto bounds = ofScripts(takesWhatDoesNotChange);
         bounds.work = 2ms; // shorter than what lies between two tries
         return bounds;
     },
     Property::MutualExclusion, false},
    {"a connection keeps its order", Mutant::ForgetsOrder, [] { return of("setnx-expire", {Fault::LateRequest}); },
     Property::NoImmortalLock, false},
    {"what was sent is executed, even if its worker has ended", Mutant::DropsLate, [] { return of("get-then-del", {Fault::LateRequest}); },
     Property::Ownership, true},
    {"a change of a watched lock is noticed", Mutant::WatchesNothing, [] { return of("get-then-del-watch", {Fault::Pause}); },
     Property::Ownership, false},
    {"a lock without a deadline may still be taken", Mutant::NoDeadlineForEver, [] { return of("timestamp-expiry", {Fault::Crash}); },
     Property::NoImmortalLock, false},
    {"who takes over a lock owns it", Mutant::CreatorOwns, [] { return of("timestamp-expiry", {Fault::Crash}); }, Property::Ownership,
     false},
    {"a reading of the steady clock is something that a worker learns", Mutant::ClockStands,
     [] {
         auto bounds = of("redlock", {Fault::LostReply, Fault::LateLoss});
         bounds.careful = true;
         bounds.lease = bounds.commandTimeout = 10ms;
         bounds.work = 5ms;
         bounds.poll = 3ms;
         return bounds;
     },
     Property::MutualExclusion, false},
};

} // namespace

class TrapsTest : public test::OracleCase
{
    Q_OBJECT

private slots:
    void initTestCase() { startOracle(); }

    void trap_flipsAVerdict_data()
    {
        QTest::addColumn<int>("row");
        for (int i = 0; i < static_cast<int>(std::size(traps)); ++i)
            QTest::newRow(traps[i].name) << i;
    }
    void trap_flipsAVerdict()
    {
        QFETCH(const int, row);
        const auto &trap = traps[row];
        auto bounds = trap.bounds();
        if (isSanitized && bounds.servers > 1)
            QSKIP("takes a minute under sanitizers");
        bounds.only = trap.property;
        QCOMPARE(isViolated(bounds, trap.property), trap.isViolated);
        bounds.mutant = trap.mutant;
        QCOMPARE(isViolated(bounds, trap.property), !trap.isViolated);
    }

    // A reply that is late takes most of the lease: who begins to work all the same is overtaken.
    void driverThatIgnoresValidity_breaksRedlockByOneLostReply()
    {
        auto bounds = of("redlock", {Fault::LostReply, Fault::LateLoss});
        bounds.lease = 10ms;
        bounds.commandTimeout = 6ms;
        bounds.work = 5ms;
        bounds.poll = 3ms;
        bounds.only = Property::MutualExclusion;
        QVERIFY(isViolated(bounds, Property::MutualExclusion));
        bounds.careful = true;
        QVERIFY(!isViolated(bounds, Property::MutualExclusion));
    }

    // A watchdog that nobody stops renews for ever: if its loop forgets nothing, no search ends.
    void watchdogThatForgetsNothing_isNotComplete()
    {
        auto bounds = ofScripts("return redis.call('SETNX', KEYS[1], ARGV[1])", "return 1");
        bounds.rounds = 1;
        // The lock is immortal at once, so that the search asks no more whether it is.
        bounds.faults[Fault::Crash] = bounds.faults[Fault::Exception] = 1;
        const auto usual = search(bounds, *m_oracle, m_control);
        QVERIFY(usual.ok() && usual->complete);
        bounds.mutant = Mutant::KeepsRenewals;
        bounds.mostStates = 2 * static_cast<std::size_t>(usual->states);
        const auto other = search(bounds, *m_oracle, m_control);
        QVERIFY(other.ok());
        QVERIFY(!other->complete);
    }

    // Where a worker forgets what does not matter, and uses the names of tokens again, nothing is lost.
    void forgetting_changesNoVerdict()
    {
        for (const auto *protocol : {"set-nx-del", "get-then-del", "token", "hash-reentrant", "fenced"}) {
            if (isSanitized && protocol != std::string_view("token"))
                continue; // minutes
            for (const auto fault : {Fault::LostReply, Fault::LateRequest, Fault::Pause}) {
                auto bounds = *usualBounds(protocol);
                bounds.rounds = 1;
                bounds.faults[fault] = 1;
                const auto usual = explore(bounds, choicesOf(bounds.faults), *m_oracle, m_control);
                QVERIFY(usual.ok() && usual->complete);
                for (const auto mutant : {Mutant::KeepsStories, Mutant::FreshNames}) {
                    bounds.mutant = mutant;
                    const auto other = explore(bounds, choicesOf(bounds.faults), *m_oracle, m_control);
                    QVERIFY2(other.ok() && other->complete, other.ok() ? "" : other.error().text.c_str());
                    for (const auto &[property, finding] : usual->findings) {
                        const auto &same = other->findings.at(property);
                        QVERIFY2(finding.verdict == same.verdict, protocol);
                        QVERIFY(!finding.violation || finding.violation->faults == same.violation->faults);
                    }
                }
            }
        }
    }

private:
    bool isViolated(const Bounds &bounds, Property property)
    {
        const auto result = search(bounds, *m_oracle, m_control);
        if (!result.ok())
            qFatal("%s", result.error().text.c_str());
        const auto &finding = result->findings.at(property);
        if (finding.verdict == Verdict::NotExercised || (finding.verdict == Verdict::Held && !result->complete))
            qFatal("not put to the test");
        return finding.violation.has_value();
    }

    Control m_control;
};

LOCKSCOPE_TEST(TrapsTest)
#include "tst_traps.moc"
