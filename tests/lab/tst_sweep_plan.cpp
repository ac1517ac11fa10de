// SPDX-License-Identifier: MIT
// What a sweep learns from a run without faults, which runs it plans, and what it reads from one.
#include "support/history_builder.h"
#include "support/test_program.h"

#include "lockcore/judge/judge.h"
#include "lockcore/lab/scenario/scenario_file.h"
#include "lockcore/lab/scenario/scenario_text.h"
#include "lockcore/lab/scenario/store_fit.h"
#include "lockcore/lab/search/sweep_finding.h"
#include "lockcore/lab/search/sweep_scenario.h"

#include <QTest>

#include <set>

using namespace lockcore;
using namespace lockcore::test;
using namespace std::chrono_literals;

namespace {

// SETNX, and then the lease in a second command, as `A` sends them; before these, a failed command of the connection.
History dryRun()
{
    HistoryBuilder story;
    story.worker("A").turn("A", "GET").add(entry::Begun());
    story.at(10).acquire("A", 300ms).turn("A", "SETNX", entry::Verb::Take).key(entry::KeyEvent::Created, "A");
    story.turn("A", "PEXPIRE", entry::Verb::Extend).key(entry::KeyEvent::Extended, "A", 300ms).ok("A");
    story.request("A", entry::Request::Work).turn("A", "PEXPIRE").turn("A", "PEXPIRE").ok("A");
    story.release("A").turn("A", "GET").turn("A", "DEL").turn("A", "GET").ok("A");
    return story.request("A", entry::Request::Bye).turn("A", "GET").end(); // as a client that says goodbye to its server
}

SweepCell cell(SweepFault fault, bool after = true) { return {{{Phase::Acquire, "SET"}, after}, fault}; }

SweepFinding read(const SweepCell &cell, const History &history) { return sweepFinding(cell, history, judge(history)); }

std::string nameOfAction(const Scenario &scenario, std::size_t index) { return toString(scenario.script.at(index)); }

} // namespace

class TestSweepPlan final : public QObject
{
    Q_OBJECT

private slots:
    void dryRun_recordsTheCommandsOfEachRequest();
    void cells_coverEachCommandBeforeAndAfter();
    void waiting_isSweptWithAHolder();
    void reEntering_isSweptAtItsInnerCalls_andAtItsEnd();
    void sharing_isSweptBesideAnotherReader();
    void handingOver_isSweptWithAWaiter();
    void livingVictim_asksOnceMore();
    void ownLease_isSweptOnlyIfItDiffers();
    void scenarios_areReadBack();
    void kill_losesDataInFlight();
    void pause_endsWhenTheOtherHasReadInsideTheLock();
    void loss_lastsLongerThanTheTimeOut();
    void lease_isAcceptedByTheLibrary();
    void contender_waitsForThePlaceOfAWaiterThatIsGone();
    void servers_areThoseThatTheLibraryUses();
    void severalServers_areAlsoCutOffTogether();
    void otherStore_hasItsLeaseAndNoUnknownCommand();

    void freeLock_isFreeImmediately();
    void endingLease_isNamed();
    void releaseOfTheVictim_isNamed();
    void awaitedRelease_countsFromTheFault();
    void refusedUntilEnd_isLate();
    void immortalLock_isNeverFree();
    void unusedFault_isNotTried();
    void removedLock_isRatedBad();
    void missingContention_isAccepted();
};

void TestSweepPlan::dryRun_recordsTheCommandsOfEachRequest()
{
    const auto run = dryRunOf(dryRun(), "A");
    QVERIFY(run.acquired);
    QCOMPARE(run.ttl, std::optional(300ms));
    const std::vector<RequestCommand> expected{{Phase::Acquire, "SETNX", 1, 0, true}, {Phase::Acquire, "PEXPIRE", 1, 0, true},
                                               {Phase::Work, "PEXPIRE", 1, 0, true},  {Phase::Release, "GET", 1, 0, true},
                                               {Phase::Release, "DEL", 1, 0, true},   {Phase::Release, "GET", 2, 0, true}};
    QVERIFY(run.commands == expected);
}

void TestSweepPlan::cells_coverEachCommandBeforeAndAfter()
{
    const auto run = dryRunOf(dryRun(), "A");
    const auto cells = sweepCells({.given = run});
    std::set<std::string> names;
    for (const auto &cell : cells)
        names.insert(nameOf(cell));
    QCOMPARE(names.size(), cells.size());
    QCOMPARE(cells.size(), 6 * (3 + 4) + std::size_t(2)); // and inside: kill, pause
    for (const auto *name : {"acquire-before-SETNX-kill", "acquire-before-SETNX-request-lost", "release-DEL-done-reply-lost",
                             "acquire-SETNX-done-reply-held", "work-inside-pause", "work-PEXPIRE-done-kill", "release-GET-2-done-pause"})
        QVERIFY2(names.contains(name), name);
    for (const auto *name : {"acquire-before-SETNX-reply-held", "acquire-before-SETNX-reply-lost", "acquire-SETNX-done-request-lost",
                             "work-inside-request-lost"})
        QVERIFY2(!names.contains(name), name);
    auto waits = run;
    waits.commands.front().replies = false;
    QCOMPARE(sweepCells({.given = waits}).size(), cells.size() - 4);
    QCOMPARE(sweepCells({.given = run, .own = run}).size(), 2 * cells.size());
    QVERIFY(sweepCells({.given = run, .own = run}).back().place.part == SweepPart::OwnLease);
}

void TestSweepPlan::waiting_isSweptWithAHolder()
{
    const auto run = dryRunOf(dryRun(), "A");
    auto polls = run;
    polls.commands.push_back({Phase::Acquire, "SETNX", 2, 0, true}); // of a name, only the first
    const auto alone = sweepCells({.given = run});
    const auto cells = sweepCells({.given = run, .waiting = polls});
    QCOMPARE(cells.size(), alone.size() + 2 * (3 + 4) + 2);
    QCOMPARE(nameOf(cells.back()), std::string("waiting-acquire-inside-pause"));
    SweepSubject subject;
    subject.readWrite = true;
    const auto scenario = sweepScenario(subject, cells.back());
    QCOMPARE(scenario.needs, std::vector<std::string>{"readwrite"});
    QCOMPARE(scenario.workers.size(), std::size_t(3));
    const auto &holder = scenario.workers[0], &victim = scenario.workers[1], &contender = scenario.workers[2];
    QVERIFY(holder.name == sweepHolder && victim.name == sweepVictim && contender.name == sweepContender);
    QVERIFY(holder.mode == entry::Mode::Read && victim.mode == entry::Mode::Write && contender.mode == entry::Mode::Read);
    QCOMPARE(holder.workUntil, (std::vector<Condition>{{Happening::Paused, "A", 1}}));
    QCOMPARE(victim.after, (std::vector<Condition>{{Happening::Inside, "H", 1}}));
    QCOMPARE(contender.after, holder.workUntil);
}

void TestSweepPlan::reEntering_isSweptAtItsInnerCalls_andAtItsEnd()
{
    HistoryBuilder story;
    story.worker("A").add(entry::Begun());
    for (int taken = 0; taken < 2; ++taken)
        story.acquire("A").turn("A", "EVALSHA", entry::Verb::Take).ok("A");
    for (int given = 0; given < 2; ++given)
        story.release("A").turn("A", "EVALSHA").ok("A");
    const auto run = dryRunOf(story.end(), "A");
    QCOMPARE(run.commands.back().request, 2);
    SweepSubject subject;
    subject.extends = true;
    std::map<std::string, Scenario> scenarios;
    for (const auto &cell : sweepCells({.given = run, .reEntering = run}))
        if (cell.place.part == SweepPart::ReEntering)
            scenarios[nameOf(cell)] = sweepScenario(subject, cell);
    QCOMPARE(scenarios.size(), 3 * std::size_t(3 + 4));
    const auto &acquire = scenarios.at("inner-acquire-EVALSHA-done-reply-lost");
    QVERIFY(acquire.workers[0].depth == 2 && acquire.workers[0].innerEnds && acquire.workers[0].extends == subject.lease);
    QCOMPARE(nameOfAction(acquire, 0), std::string("lose replies of A when A asked #2"));
    QCOMPARE(acquire.title, std::string("A's reply is lost after the EVALSHA of its inner acquire"));
    QCOMPARE(nameOfAction(scenarios.at("inner-release-before-EVALSHA-kill"), 0), std::string("lose requests of A when start"));
    QCOMPARE(nameOfAction(scenarios.at("outer-release-before-EVALSHA-pause"), 0), std::string("hold request of A when A releasing #2"));
}

void TestSweepPlan::sharing_isSweptBesideAnotherReader()
{
    SweepSubject subject;
    subject.readWrite = subject.extends = true;
    const auto run = dryRunOf(dryRun(), "A");
    std::map<std::string, Scenario> scenarios;
    for (const auto &cell : sweepCells({.given = run, .sharing = run}))
        if (cell.place.part == SweepPart::Sharing)
            scenarios[nameOf(cell)] = sweepScenario(subject, cell);
    QCOMPARE(scenarios.size(), 6 * (3 + 4) + std::size_t(2));
    const auto &scenario = scenarios.at("shared-release-DEL-done-pause");
    QCOMPARE(scenario.needs, std::vector<std::string>{"readwrite"});
    const auto &holder = scenario.workers[0], &victim = scenario.workers[1], &contender = scenario.workers[2];
    QVERIFY(holder.mode == entry::Mode::Read && victim.mode == entry::Mode::Read && contender.mode == entry::Mode::Write);
    QCOMPARE(victim.after, (std::vector<Condition>{{Happening::Inside, "H", 1}}));
    QVERIFY(victim.extends == subject.lease);
    QVERIFY2(holder.work > victim.work && holder.work < subject.lease, "it keeps the lock when A gives it back, within its own lease");
    const auto &inside = scenarios.at("shared-work-inside-kill").workers[1];
    QVERIFY(inside.work == 0ms && inside.workUntil == (std::vector<Condition>{{Happening::Dead, "A", 1}}));
}

void TestSweepPlan::handingOver_isSweptWithAWaiter()
{
    const SweepSubject subject;
    const auto run = dryRunOf(dryRun(), "A");
    std::vector<SweepCell> cells;
    std::ranges::copy_if(sweepCells({.given = run, .handingOver = run}), std::back_inserter(cells),
                         [](const SweepCell &cell) { return cell.place.part == SweepPart::HandingOver; });
    QCOMPARE(cells.size(), 3 * std::size_t(3 + 4));
    QCOMPARE(nameOf(cells.front()), std::string("awaited-release-before-GET-kill"));
    for (const auto &cell : cells) {
        const auto scenario = sweepScenario(subject, cell);
        QCOMPARE(scenario.workers[1].after, (std::vector<Condition>{{Happening::Inside, "A", 1}}));
        QVERIFY(scenario.workers[0].work > 0ms);
    }
}

void TestSweepPlan::livingVictim_asksOnceMore()
{
    for (const auto fault : {SweepFault::Kill, SweepFault::Pause, SweepFault::HoldReply, SweepFault::LoseReply})
        QCOMPARE(sweepScenario({}, cell(fault)).workers[0].rounds, fault == SweepFault::Kill ? 1 : 2);
}

void TestSweepPlan::ownLease_isSweptOnlyIfItDiffers()
{
    const auto given = dryRunOf(dryRun(), "A");
    auto own = given;
    QVERIFY(isSameTaking(given, own));
    own.ttl = 310ms;
    QVERIFY(isSameTaking(given, own));
    own.ttl = 30s;
    QVERIFY(!isSameTaking(given, own));
    own.ttl.reset();
    QVERIFY(!isSameTaking(given, own));
    own = given;
    own.commands.pop_back();
    QVERIFY(!isSameTaking(given, own));
}

void TestSweepPlan::scenarios_areReadBack()
{
    const auto run = dryRunOf(dryRun(), "A");
    for (const auto &cell : sweepCells({run, run, run, run, run, run, run})) {
        auto scenario = sweepScenario({}, cell);
        auto read = scenarioOf(textOf(scenario), "x.json");
        QVERIFY2(read.ok(), read.ok() ? "" : read.error().text.c_str());
        read->name = scenario.name;
        read->file.clear();
        QVERIFY2(*read == scenario, textOf(*read).c_str());
    }
}

void TestSweepPlan::kill_losesDataInFlight()
{
    const auto before = sweepScenario({}, cell(SweepFault::Kill, false));
    QCOMPARE(nameOfAction(before, 0), std::string("lose requests of A when start"));
    QCOMPARE(nameOfAction(before, 1), std::string("kill A when A struck"));
    QVERIFY(before.script[0].in == Phase::Acquire);
    QCOMPARE(before.script[0].command, std::string("SET"));
    QCOMPARE(nameOfAction(sweepScenario({}, cell(SweepFault::Kill)), 0), std::string("lose replies of A when start"));
    QCOMPARE(before.workers[1].after, (std::vector<Condition>{{Happening::Dead, "A", 1}}));
}

void TestSweepPlan::pause_endsWhenTheOtherHasReadInsideTheLock()
{
    const auto scenario = sweepScenario({}, cell(SweepFault::Pause));
    std::vector<std::string> script;
    for (const auto &fault : scenario.script)
        script.push_back(toString(fault));
    for (const auto *line :
         {"hold reply of A when start", "pause A when A struck", "resume A when B read", "pass A when B read", "resume A when B refused"})
        QVERIFY2(std::find(script.begin(), script.end(), line) != script.end(), line);
    const auto held = sweepScenario({}, cell(SweepFault::HoldReply));
    QVERIFY(std::none_of(held.script.begin(), held.script.end(), [](const Fault &fault) { return fault.action == Action::Resume; }));
}

// The worker's time-out comes before its connection is made new: what it makes of the missing answer is what the cell is about.
void TestSweepPlan::loss_lastsLongerThanTheTimeOut()
{
    const auto request = sweepScenario({}, cell(SweepFault::LoseRequest, false));
    QCOMPARE(nameOfAction(request, 0), std::string("lose requests of A when start"));
    const auto reply = sweepScenario({}, cell(SweepFault::LoseReply));
    QCOMPARE(nameOfAction(reply, 0), std::string("lose replies of A when start"));
    for (const auto &scenario : {request, reply}) {
        QCOMPARE(scenario.script.size(), std::size_t(2));
        const auto &pass = scenario.script.back();
        QVERIFY(pass.action == Action::Pass && pass.when == (std::vector<Condition>{{Happening::Struck, "A", 1}}));
        QVERIFY(pass.after > scenario.commandTimeout && pass.after < scenario.limit);
        QCOMPARE(scenario.workers[1].after, (std::vector<Condition>{{Happening::Struck, "A", 1}}));
    }
}

void TestSweepPlan::contender_waitsForThePlaceOfAWaiterThatIsGone()
{
    const auto waitsOf = [](Milliseconds keepsPlace) {
        DryRun run;
        run.greeting.queueTimeout = keepsPlace;
        auto paused = cell(SweepFault::Pause);
        paused.place.part = SweepPart::Waiting;
        const auto scenario = sweepScenario(fittedTo({}, run), paused);
        return std::pair(*scenario.workers.at(1).wait, *scenario.workers.at(2).wait); // of A and B
    };
    QCOMPARE(waitsOf(0ms), std::pair(2400ms, 1000ms));
    QCOMPARE(waitsOf(1000ms), std::pair(5400ms, 2000ms));
    QCOMPARE(waitsOf(30s), std::pair(2400ms, 1000ms)); // nobody wants to watch that
}

void TestSweepPlan::lease_isAcceptedByTheLibrary()
{
    DryRun run;
    QCOMPARE(fittedTo({}, run).lease, 400ms);
    run.greeting.minLease = 450ms;
    QCOMPARE(fittedTo({}, run).lease, 450ms);
    run.greeting.leaseStep = 1000ms;
    QCOMPARE(fittedTo({}, run).lease, 1000ms);
}

void TestSweepPlan::servers_areThoseThatTheLibraryUses()
{
    SweepSubject subject;
    subject.servers = 3;
    DryRun run;
    run.commands = {{Phase::Acquire, "SET", 1, 0, true}};
    QCOMPARE(fittedTo(subject, run).servers, 1);
    run.commands.push_back({Phase::Acquire, "SET", 1, 1, true});
    QCOMPARE(fittedTo(subject, run).servers, 3);
}

void TestSweepPlan::severalServers_areAlsoCutOffTogether()
{
    DryRun run;
    run.commands = {{Phase::Acquire, "SET", 1, 0, true}, {Phase::Acquire, "SET", 1, 1, true}, {Phase::Acquire, "SET", 1, 2, true}};
    SweepSubject subject;
    subject.servers = 3;
    std::vector<std::string> names;
    for (const auto &cell : sweepCells({.given = run})) {
        if (cell.place.ways == 1)
            continue;
        names.push_back(nameOf(cell));
        const auto scenario = sweepScenario(subject, cell);
        QCOMPARE(scenario.script[0].server, 0);
        QCOMPARE(scenario.script[1].server, 1);
        QVERIFY(scenario.script[1].action == scenario.script[0].action && scenario.script[2].action == Action::Pass);
        const auto read = scenarioOf(textOf(scenario), "x.json");
        QVERIFY2(read.ok(), read.ok() ? "" : read.error().text.c_str());
    }
    QCOMPARE(names, (std::vector<std::string>{"acquire-before-SET-on-2-servers-request-lost", "acquire-SET-on-2-servers-done-reply-held",
                                              "acquire-SET-on-2-servers-done-reply-lost"}));
}

// A store whose gate knows no commands.
void TestSweepPlan::otherStore_hasItsLeaseAndNoUnknownCommand()
{
    const auto subject = onStore({}, Store::Etcd);
    QCOMPARE(subject.lease, 1000ms);
    QCOMPARE(onStore({}, Store::Redis), SweepSubject());
    QVERIFY(dryRunScenario(subject, SweepPart::OwnLease).store == Store::Etcd);
    auto silent = dryRunOf(dryRun(), "A");
    silent.commands.clear();
    QVERIFY(!isSameTaking(silent, silent)); // who knows?
    const auto cells =
        sweepCells({.given = silent, .own = silent, .waiting = silent, .reEntering = silent, .sharing = silent, .handingOver = silent});
    QCOMPARE(cells.size(), std::size_t(4 * 2)); // inside, with its own lease, beside a reader, waiting: kill, pause
    for (const auto &cell : cells) {
        const auto scenario = sweepScenario(subject, cell);
        QVERIFY(scenario.store == Store::Etcd);
        QVERIFY2(!lackOfStore(scenario), nameOf(cell).c_str());
    }
}

void TestSweepPlan::freeLock_isFreeImmediately()
{
    auto story = begun();
    story.at(10).acquire("A").dies("A").at(20).acquire("B").takes("B").at(25).ok("B");
    const auto finding = read(cell(SweepFault::Kill, false), story.end());
    QVERIFY(finding.access == SweepFinding::Access::AtOnce);
    QVERIFY(finding.tone == SweepFinding::Tone::Good);
}

void TestSweepPlan::endingLease_isNamed()
{
    auto story = begun();
    story.at(10).acquire("A").takes("A").dies("A").at(20).acquire("B").at(310).expires("A").takes("B").at(312).ok("B");
    const auto finding = read(cell(SweepFault::Kill), story.end());
    QVERIFY(finding.access == SweepFinding::Access::After);
    QVERIFY(finding.freed == SweepFinding::Freed::Lease);
    QCOMPARE(finding.after, 302ms);
    QVERIFY(finding.tone == SweepFinding::Tone::Waits);
}

void TestSweepPlan::releaseOfTheVictim_isNamed()
{
    auto story = begun();
    story.at(10).acquire("A").takes("A").add(entry::NetworkFaulted{{"A", 1}, entry::NetworkFault::HoldReply});
    story.at(20).acquire("B").at(50).frees("A").takes("B").ok("B");
    const auto finding = read(cell(SweepFault::HoldReply), story.end());
    QVERIFY(finding.access == SweepFinding::Access::After);
    QVERIFY(finding.freed == SweepFinding::Freed::Release);
    QCOMPARE(finding.after, 40ms);
}

// The contender asked before the fault, and may even have its answer before it.
void TestSweepPlan::awaitedRelease_countsFromTheFault()
{
    auto awaited = cell(SweepFault::HoldReply);
    awaited.place.part = SweepPart::HandingOver;
    for (const bool isBefore : {false, true}) {
        auto story = begun();
        story.at(10).gets("A").acquire("B").at(50).release("A").frees("A").takes("B");
        if (isBefore)
            story.at(54).ok("B");
        story.at(55).add(entry::NetworkFaulted{{"A", 1}, entry::NetworkFault::HoldReply});
        if (!isBefore)
            story.at(60).ok("B");
        const auto finding = read(awaited, story.end());
        QVERIFY(finding.access == SweepFinding::Access::After || finding.access == SweepFinding::Access::AtOnce);
        QCOMPARE(finding.after, isBefore ? 0ms : 5ms);
    }
}

void TestSweepPlan::refusedUntilEnd_isLate()
{
    auto story = begun();
    story.at(10).acquire("A").takes("A").pauses("A").acquire("B").at(800).no("B").resumes("A").ok("A").at(810).givesBack("A");
    story.at(820).worker("fresh").gets("fresh");
    const auto finding = read(cell(SweepFault::Pause), story.end());
    QVERIFY(finding.access == SweepFinding::Access::Late);
    QVERIFY(finding.tone == SweepFinding::Tone::Warns);
}

void TestSweepPlan::immortalLock_isNeverFree()
{
    auto story = begun();
    story.at(10).acquire("A").turn("A", "SETNX", entry::Verb::Take).key(entry::KeyEvent::Created, "A").dies("A");
    story.at(20).acquire("B").at(700).no("B").worker("fresh").acquire("fresh").no("fresh").at(1400).acquire("fresh").no("fresh");
    const auto finding = read(cell(SweepFault::Kill), story.end());
    QVERIFY(finding.access == SweepFinding::Access::Never);
    QVERIFY(finding.tone == SweepFinding::Tone::Bad);
    QCOMPARE(finding.broken.size(), std::size_t(1));
    QCOMPARE(expectationOf(finding.broken), (std::map<Property, Outcome>{{Property::NoImmortalLock, Outcome::Violated}}));
}

void TestSweepPlan::unusedFault_isNotTried()
{
    auto story = begun();
    const auto finding = read(cell(SweepFault::Kill), story.at(10).gets("A").givesBack("A").end());
    QVERIFY(finding.access == SweepFinding::Access::NotTried);
    QVERIFY(finding.tone == SweepFinding::Tone::Open);
}

void TestSweepPlan::removedLock_isRatedBad()
{
    auto story = begun();
    story.at(10).acquire("A").takes("A").pauses("A").acquire("B").at(310).expires("A").takes("B").ok("B").enter("B");
    story.at(320).resumes("A").ok("A").release("A").removes("A", "B").ok("A").at(330).exit("B").release("B").ok("B");
    const auto finding = read(cell(SweepFault::Pause), story.end());
    QVERIFY(finding.tone == SweepFinding::Tone::Bad);
    QVERIFY(std::any_of(finding.broken.begin(), finding.broken.end(),
                        [](const Verdict &verdict) { return verdict.property == Property::Ownership && verdict.pitfall == "R1"; }));
    QVERIFY(finding.freed == SweepFinding::Freed::Lease);
}

// No worker asked while another held the lock: most kills are like this.
void TestSweepPlan::missingContention_isAccepted()
{
    auto story = begun();
    story.at(10).gets("A").dies("A").at(20).worker("C").at(320).expires("A").acquire("B").takes("B").ok("B");
    const auto history = story.end();
    const auto verdicts = judge(history);
    QVERIFY(std::any_of(verdicts.begin(), verdicts.end(), [](const Verdict &verdict) { return verdict.outcome == Outcome::Inconclusive; }));
    QVERIFY(sweepFinding(cell(SweepFault::Kill), history, verdicts).tone == SweepFinding::Tone::Good);
}

LOCKSCOPE_TEST(TestSweepPlan)
#include "tst_sweep_plan.moc"
