// SPDX-License-Identifier: MIT
// The scenarios of a hunt, and how one becomes smaller.
#include "support/test_program.h"

#include "lockcore/lab/scenario/scenario_file.h"
#include "lockcore/lab/scenario/scenario_text.h"
#include "lockcore/lab/scenario/store_fit.h"
#include "lockcore/lab/search/hunt_pairs.h"
#include "lockcore/lab/search/hunt_plan.h"
#include "lockcore/lab/search/hunt_shrinking.h"

#include <QTest>

#include <set>

using namespace lockcore;
using namespace std::chrono_literals;

namespace {

const SweepSubject able = [] {
    SweepSubject subject;
    subject.extends = subject.reEnters = true;
    return subject;
}();
constexpr HuntAbilities all{true, true, false, true, true};

std::vector<Scenario> drawn(std::size_t count, std::uint64_t seed, const SweepSubject &subject = {}, const HuntAbilities &abilities = {})
{
    HuntPlan plan(subject, abilities, {}, seed);
    std::vector<Scenario> scenarios;
    while (scenarios.size() < count)
        scenarios.push_back(plan.next());
    return scenarios;
}

Verdict violated(Property property, Cause cause, const std::string &pitfall)
{
    Verdict verdict;
    verdict.property = property;
    verdict.outcome = Outcome::Violated;
    verdict.cause = cause;
    verdict.pitfall = pitfall;
    return verdict;
}

// Whether the scenario is still consistent: conditions and faults name existing workers.
std::string reading(const Scenario &scenario)
{
    const auto read = scenarioOf(textOf(scenario), "x.json");
    return read.ok() ? std::string() : read.error().text;
}

} // namespace

class TestHuntPlan final : public QObject
{
    Q_OBJECT

private slots:
    void seed_reproducesTheSequence();
    void pairs_areOfAWorker_ofItsFault_andOfTwoFaults();
    void plan_bringsTogetherMore_thanDrawsWithoutMemory();
    void scenarios_stayWithinBounds();
    void scenarios_areReadBack();
    void incapableWorkers_areNotAsked();
    void ownersOfOneProcess_andWrongClocks_areTried();
    void severalServers_areCutOffOneByOne_andTogether();
    void severalLocks_areTakenInOneOrder();
    void lockThatNobodyTakes_goesWithItsConditions();
    void everyStore_canPlayItsScenarios_data();
    void everyStore_canPlayItsScenarios();
    void everyStep_isSmallerAndValid();
    void steps_endAtTheSmallestScenario();
    void removedFault_takesItsEndAlong();
    void removedWorker_takesItsConditionsAlong();
    void order_hasNoCycle();
    void sameMistake_isRecognisedByItsPitfall();
    void mostFrequentProperty_isShown();
};

void TestHuntPlan::seed_reproducesTheSequence()
{
    QVERIFY(drawn(50, 7, able, all) == drawn(50, 7, able, all));
    std::set<std::string> texts;
    for (const auto seed : {7U, 8U})
        for (const auto &scenario : drawn(50, seed, able, all))
            texts.insert(textOf(scenario));
    QCOMPARE(texts.size(), std::size_t(100));
}

void TestHuntPlan::pairs_areOfAWorker_ofItsFault_andOfTwoFaults()
{
    Scenario scenario;
    scenario.workers.resize(2);
    scenario.workers[0].name = "A";
    scenario.workers[0].extends = scenario.lease;
    scenario.workers[1].name = "B";
    scenario.workers[1].depth = 2;
    const auto fault = [](Happening when, const std::string &whose, Action action, const std::string &who) {
        Fault made;
        made.when = {{when, whose, 1}};
        made.action = action;
        made.who = who;
        return made;
    };
    scenario.script = {fault(Happening::Inside, "A", Action::Pause, "A"), fault(Happening::Paused, "A", Action::Resume, "A"),
                       fault(Happening::Ok, "A", Action::LoseReplies, "B")};
    scenario.script.back().of = Purpose::Free;
    const auto pairs = pairsOf(scenario);
    const auto has = [&](const char *pair) { return std::ranges::find(pairs, pair) != pairs.end(); };
    for (const auto *pair : {"takes it once + extends", "re-enters + does not extend", "pause + extends", "pause + it is inside",
                             "lose replies of free + re-enters", "lose replies of free + another is ok", "lose replies + pause of two"})
        QVERIFY2(has(pair), pair);
    for (const auto *pair : {"re-enters + extends", "pause + re-enters", "resume + extends"})
        QVERIFY2(!has(pair), pair);
}

void TestHuntPlan::plan_bringsTogetherMore_thanDrawsWithoutMemory()
{
    constexpr std::size_t count = 60;
    std::set<std::string> with, without;
    for (const auto &scenario : drawn(count, 1, able, all))
        for (const auto &pair : pairsOf(scenario))
            with.insert(pair);
    for (std::uint64_t seed = 0; seed < count; ++seed) // the first scenario of a plan has no memory
        for (const auto &pair : pairsOf(drawn(1, seed, able, all).front()))
            without.insert(pair);
    QVERIFY2(with.size() > without.size() * 11 / 10, (std::to_string(with.size()) + " and " + std::to_string(without.size())).c_str());
}

void TestHuntPlan::scenarios_stayWithinBounds()
{
    const HuntBounds bounds;
    bool faultless = false, three = false;
    for (const auto &scenario : drawn(300, 1, able, all)) {
        const auto workers = static_cast<std::int64_t>(scenario.workers.size());
        QVERIFY(workers >= 2 && workers <= bounds.workers);
        QVERIFY(static_cast<std::int64_t>(scenario.script.size()) <= 2 * bounds.faults);
        for (const auto &worker : scenario.workers) {
            QVERIFY(worker.rounds >= 1 && worker.rounds <= bounds.rounds);
            QVERIFY(worker.releases == ScenarioWorker::Releases::IfHeld && !worker.worksUnheld); // a worker's mistake is no lock's fault
        }
        for (const auto &fault : scenario.script)
            QVERIFY(fault.action < Action::RestartServer || fault.action == Action::FlushScripts); // a server keeps its data
        faultless = faultless || scenario.script.empty();
        three = three || workers == 3;
    }
    QVERIFY(faultless && three);
}

void TestHuntPlan::scenarios_areReadBack()
{
    for (const auto &scenario : drawn(300, 3, able, all)) {
        auto read = scenarioOf(textOf(scenario), "x.json");
        QVERIFY2(read.ok(), read.ok() ? "" : (read.error().text + textOf(scenario)).c_str());
        read->name = scenario.name;
        read->file.clear();
        QVERIFY2(*read == scenario, textOf(*read).c_str());
    }
}

void TestHuntPlan::everyStore_canPlayItsScenarios_data()
{
    QTest::addColumn<Store>("store");
    for (const auto store : {Store::Memcached, Store::Etcd, Store::Zookeeper})
        QTest::addRow("%s", std::string(wordOf(store)).c_str()) << store;
}

void TestHuntPlan::everyStore_canPlayItsScenarios()
{
    QFETCH(const Store, store);
    std::set<Action> seen;
    for (const auto &scenario : drawn(300, 5, onStore({}, store))) {
        QVERIFY(scenario.store == store && scenario.lease == 1s);
        QVERIFY2(!lackOfStore(scenario), textOf(scenario).c_str());
        QVERIFY2(reading(scenario).empty(), textOf(scenario).c_str());
        for (const auto &fault : scenario.script)
            seen.insert(fault.action);
    }
    for (const auto action : {Action::Kill, Action::Pause, Action::LoseRequests, Action::HoldReply, Action::Reset})
        QVERIFY2(seen.contains(action), std::string(wordOf(action)).c_str());
}

void TestHuntPlan::incapableWorkers_areNotAsked()
{
    for (const auto &scenario : drawn(300, 1)) {
        for (const auto &worker : scenario.workers)
            QVERIFY(!worker.extends && worker.givesLease && worker.processOf.empty() && worker.skew.count() == 0);
        QVERIFY(scenario.needs.empty());
        for (const auto &fault : scenario.script)
            QVERIFY(fault.action != Action::Stall && fault.action != Action::Throw);
    }
}

void TestHuntPlan::ownersOfOneProcess_andWrongClocks_areTried()
{
    std::set<bool> skews;
    bool shares = false;
    for (const auto &scenario : drawn(100, 1, able, all)) {
        for (const auto &worker : scenario.workers) {
            shares = shares || !worker.processOf.empty();
            if (worker.skew.count() != 0)
                skews.insert(worker.skew.count() > 0);
            QVERIFY(worker.processOf.empty() || worker.skew.count() == 0);
        }
    }
    QVERIFY(shares);
    QCOMPARE(skews.size(), std::size_t(2)); // ahead and behind
}

void TestHuntPlan::severalServers_areCutOffOneByOne_andTogether()
{
    SweepSubject subject;
    subject.servers = 3;
    std::set<std::int64_t> cutOff, paused;
    bool together = false;
    for (const auto &scenario : drawn(100, 1, subject)) {
        QVERIFY2(reading(scenario).empty(), reading(scenario).c_str());
        for (std::size_t at = 0; at < scenario.script.size(); ++at) {
            const auto &fault = scenario.script[at];
            if (fault.action == Action::PauseServer) {
                paused.insert(fault.server);
                QVERIFY(scenario.script[at + 1].action == Action::ResumeServer && scenario.script[at + 1].server == fault.server);
            } else if (fault.action == Action::LoseRequests) {
                cutOff.insert(fault.server);
                const auto &before = at == 0 ? fault : scenario.script[at - 1];
                together = together || (before.action == fault.action && before.when == fault.when && before.server != fault.server);
            }
        }
    }
    QCOMPARE(cutOff, (std::set<std::int64_t>{0, 1, 2}));
    QCOMPARE(paused, (std::set<std::int64_t>{0, 1, 2}));
    QVERIFY(together);
}

void TestHuntPlan::severalLocks_areTakenInOneOrder()
{
    bool nests = false, takesEither = false, waitsForInner = false;
    for (const auto &scenario : drawn(100, 1, able, all)) {
        const auto &locks = scenario.locks;
        for (const auto &worker : scenario.workers) {
            takesEither = takesEither || lockOf(scenario, worker) != locks.front();
            if (worker.inside.empty())
                continue;
            nests = true;
            QVERIFY(lockOf(scenario, worker) == locks.front() && worker.inside.front().lock == locks.back());
        }
        for (const auto &fault : scenario.script)
            waitsForInner = waitsForInner || (!fault.when.front().lock.empty() && fault.when.front().lock == locks.back());
    }
    QVERIFY(nests && takesEither && waitsForInner);
}

void TestHuntPlan::lockThatNobodyTakes_goesWithItsConditions()
{
    Scenario scenario;
    scenario.locks = {"one", "other"};
    scenario.workers.resize(2);
    scenario.workers[0].name = "A";
    scenario.workers[0].inside.resize(1);
    scenario.workers[0].inside.front().lock = "other";
    scenario.workers[1].name = "B";
    scenario.workers[1].after = {{Happening::Inside, "A", 1, "other"}};
    scenario.script.resize(2);
    scenario.script[0].when = {{Happening::Released, "A", 1, "other"}};
    scenario.script[0].who = "B";
    scenario.script[1].when = {{Happening::Inside, "A", 1, {}}};
    scenario.script[1].who = "A";
    const auto smaller = smallerScenarios(scenario);
    const auto less =
        std::ranges::find_if(smaller, [](const Scenario &made) { return made.workers.size() == 2 && made.locks.size() == 1; });
    QVERIFY(less != smaller.end());
    QVERIFY(less->workers[1].after.empty());
    QCOMPARE(less->script.size(), std::size_t(1));
    QCOMPARE(less->script.front().who, std::string("A"));
}

void TestHuntPlan::everyStep_isSmallerAndValid()
{
    for (const auto &scenario : drawn(50, 5, able, all)) {
        for (const auto &smaller : smallerScenarios(scenario)) {
            QVERIFY(smaller != scenario);
            QVERIFY(smaller.workers.size() <= scenario.workers.size() && smaller.script.size() <= scenario.script.size());
            QVERIFY2(reading(smaller).empty(), reading(smaller).c_str());
        }
    }
}

void TestHuntPlan::steps_endAtTheSmallestScenario()
{
    for (auto scenario : drawn(20, 9, able, all)) {
        int steps = 0;
        for (auto smaller = smallerScenarios(scenario); !smaller.empty(); smaller = smallerScenarios(scenario)) {
            scenario = smaller.front();
            QVERIFY(++steps < 200);
        }
        QCOMPARE(scenario.workers.size(), std::size_t(1));
        QVERIFY(scenario.script.empty());
        QCOMPARE(scenario.locks.size(), std::size_t(1));
    }
}

void TestHuntPlan::removedFault_takesItsEndAlong()
{
    auto scenario = drawn(1, 1, able, all).front();
    scenario.script = {Fault{{{Happening::Inside, "A", 1}}, 0ms, Action::Pause, "A", 0, Purpose::Any, {}, 0ms, Phase::Any, {}, 1},
                       Fault{{{Happening::Paused, "A", 1}}, 5ms, Action::Resume, "A", 0, Purpose::Any, {}, 0ms, Phase::Any, {}, 1},
                       Fault{{{Happening::Resumed, "A", 1}}, 5ms, Action::Kill, "B", 0, Purpose::Any, {}, 0ms, Phase::Any, {}, 1}};
    const auto smaller = smallerScenarios(scenario);
    QVERIFY(std::any_of(smaller.begin(), smaller.end(),
                        [&](const Scenario &less) { return less.script.empty() && less.workers.size() == scenario.workers.size(); }));
}

void TestHuntPlan::removedWorker_takesItsConditionsAlong()
{
    auto scenario = drawn(1, 1, able, all).front();
    scenario.workers.resize(2);
    scenario.script.clear();
    auto &first = scenario.workers.front();
    first.depth = 2;
    first.inside.clear();
    eachConditions(first, [](std::vector<Condition> &conditions) { conditions = {{Happening::Asked, "B", 1}}; });
    const auto smaller = smallerScenarios(scenario);
    QVERIFY(std::any_of(smaller.begin(), smaller.end(), [](const Scenario &less) { return less.workers.size() == 1; }));
    for (const auto &less : smaller)
        QVERIFY2(reading(less).empty(), reading(less).c_str());
}

void TestHuntPlan::order_hasNoCycle()
{
    auto scenario = drawn(1, 1, able, all).front();
    scenario.workers.resize(2);
    scenario.workers[0].after.clear();
    scenario.workers[1].after.clear();
    const auto firmer = firmerScenarios(scenario);
    QCOMPARE(firmer.size(), std::size_t(4));
    for (const auto &one : firmer)
        QVERIFY(one.workers[0].after.empty() || one.workers[1].after.empty());
    scenario.workers[1].after = {{Happening::Inside, "A", 1}};
    for (const auto &one : firmerScenarios(scenario))
        QVERIFY(one.workers[0].after.empty());
}

void TestHuntPlan::sameMistake_isRecognisedByItsPitfall()
{
    using enum Property;
    const auto removed = violated(Ownership, Cause::Removed, "R1");
    QVERIFY(isSameMistake(violated(MutualExclusion, Cause::Removed, "R1"), removed));
    QVERIFY(!isSameMistake(violated(Ownership, Cause::Removed, "R5"), removed));
    QVERIFY(isSameMistake(violated(Progress, Cause::NotServed, ""), violated(Progress, Cause::NotServed, "")));
    QVERIFY(!isSameMistake(violated(Progress, Cause::NotServed, ""), violated(Ownership, Cause::Removed, "")));
    auto held = removed;
    held.outcome = Outcome::Held;
    QVERIFY(!isSameMistake(held, removed));
    auto informative = removed;
    informative.importance = Importance::Informative;
    QVERIFY(!gravestViolation({held, informative}));
    QCOMPARE(gravestViolation({held, informative, removed})->pitfall, std::string("R1"));
}

void TestHuntPlan::mostFrequentProperty_isShown()
{
    const auto excluded = violated(Property::MutualExclusion, Cause::Removed, "R1");
    const auto owned = violated(Property::Ownership, Cause::Removed, "R1");
    const auto shown = shownIn({{excluded, owned}, {owned}, {}, {violated(Property::Ownership, Cause::Removed, "R5")}}, excluded);
    QCOMPARE(shown.runs, 2);
    QVERIFY(shown.verdict == owned);
    QCOMPARE(shownIn({{}, {}}, excluded).runs, 0);
}

LOCKSCOPE_TEST(TestHuntPlan)
#include "tst_hunt_plan.moc"
