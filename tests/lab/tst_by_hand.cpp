// SPDX-License-Identifier: MIT
// Runs by hand: what a person does to a run that is under way, on real servers with real workers; and scenarios in slow motion.
#include "lab/played_run.h"
#include "support/test_program.h"

#include "lockcore/lab/run/run_pool.h"
#include "lockcore/lab/scenario/by_hand.h"
#include "lockcore/lab/scenario/scenario_text.h"
#include "lockcore/lab/scenario/stretched_times.h"

#include <QTest>

#include <map>
#include <set>

using namespace lockcore;
using namespace lockcore::test;
using namespace std::chrono_literals;

namespace {

Fault fault(Action action, const std::string &who, std::optional<Milliseconds> by = {})
{
    Fault fault;
    fault.action = action;
    fault.who = who;
    fault.by = by;
    return fault;
}

ScenarioWorker workerNamed(const std::string &name)
{
    ScenarioWorker worker;
    worker.name = name;
    worker.work = 10ms;
    return worker;
}

Scenario twoOf(const std::string &protocol)
{
    auto scenario = builtIn("unlock-in-finally");
    scenario.name = "by-hand";
    scenario.protocol = protocol;
    scenario.workers = {workerNamed("A"), workerNamed("B")};
    scenario.lease = 400ms;
    return scenario;
}

/// A run by hand, as far as it was reported.
class Watched
{
public:
    Watched(EventLoop &loop, RunPool &pool, const Scenario &scenario)
        : m_run(loop, start(pool, scenario))
    { }

    History history;
    std::vector<Endpoint> servers;
    int news = 0;
    RunHandle handle;

    bool over() const { return m_run.here(); }
    PlayedRun end()
    {
        handle.stop();
        return m_run.get();
    }

    template <class T>
    std::ptrdiff_t count(const std::string &worker) const
    {
        return std::count_if(history.entries.begin(), history.entries.end(), [&](const auto &entry) {
            const auto *found = std::get_if<T>(&entry.what);
            return found && found->who.worker == worker;
        });
    }
    std::ptrdiff_t released(const std::string &worker) const
    {
        return std::count_if(history.entries.begin(), history.entries.end(), [&](const auto &entry) {
            const auto *sent = std::get_if<entry::Sent>(&entry.what);
            return sent && sent->request == entry::Request::Release && sent->who.worker == worker;
        });
    }
    bool hasFault(entry::ServerFault what) const
    {
        return std::any_of(history.entries.begin(), history.entries.end(), [=](const auto &entry) {
            const auto *found = std::get_if<entry::ServerFaulted>(&entry.what);
            return found && found->fault == what;
        });
    }
    bool hasFault(entry::NetworkFault what) const
    {
        return std::any_of(history.entries.begin(), history.entries.end(), [=](const auto &entry) {
            const auto *found = std::get_if<entry::NetworkFaulted>(&entry.what);
            return found && found->fault == what;
        });
    }

private:
    Waiting<PlayedRun> start(RunPool &pool, const Scenario &scenario)
    {
        RunOrder order;
        order.scenario = scenario;
        order.options.program = LOCKSCOPE_BINARY;
        order.options.byHand = true;
        order.serves = [this](const Endpoint &server) { servers.push_back(server); };
        order.news = [this](const RunNews &told) {
            ++news;
            history.header = told.header;
            history.entries.insert(history.entries.end(), told.entries.begin(), told.entries.end());
        };
        return pool.play(std::move(order), &handle);
    }

    Arriving<PlayedRun> m_run;
};

} // namespace

class TestByHand final : public QObject
{
    Q_OBJECT

private slots:
    void rounds_continueUntilStopped();
    void stop_letsWorkersRelease();
    void stop_isNoReasonForInconclusive();
    void secondStop_cutsOff();
    void actions_areInTheHistory();
    void slowWorkersReply_canBeHeld();
    void deadWorkers_doNotEndTheRunAndCanRestart();
    void server_canBeControlled();
    void impossibleActions_changeNothing();
    void stoppedBeforeStart_isCancelled();
    void stoppedScriptedRun_isJudgedSoFar();
    void handleOfEndedRun_doesNothing();
    void byHand_removesTheScript();
    void rests_dependOnTheSeed();
    void stretchedScenario_multipliesEveryTime();
    void stretchedScenario_isReadable();

private:
    EventLoop m_loop;
    RunPool m_pool{1};
};

void TestByHand::rounds_continueUntilStopped()
{
    Watched run(m_loop, m_pool, twoOf("token"));
    QVERIFY(eventually([&] { return run.released("A") >= 3 && run.released("B") >= 3; }));
    QVERIFY(!run.over());
    QVERIFY(run.news > 1);
    const auto played = run.end();
    QVERIFY2(played.played.ok(), played.played.ok() ? "" : played.played.error().text.c_str());
    QVERIFY(played.played->premises.complete);
    QVERIFY(std::holds_alternative<entry::Ended>(played.played->history.entries.back().what));
    QVERIFY(played.disagreement.empty());
    QVERIFY(std::none_of(played.verdicts.begin(), played.verdicts.end(), breaksAPromise));
    // The history begins with what was reported.
    const auto &all = played.played->history.entries;
    QVERIFY(run.history.entries.size() <= all.size());
    QVERIFY(std::equal(run.history.entries.begin(), run.history.entries.end(), all.begin()));
    QCOMPARE(run.servers.size(), 1u);
    QCOMPARE(run.servers.front().transport, Endpoint::Transport::Unix);
}

void TestByHand::stop_letsWorkersRelease()
{
    auto scenario = twoOf("token");
    scenario.lease = 2s;
    scenario.workers[0].work = scenario.workers[1].work = 150ms;
    Watched run(m_loop, m_pool, scenario);
    const auto isInside = [&] {
        int inside = 0;
        for (const auto &entry : run.history.entries) {
            if (const auto *access = std::get_if<entry::Accessed>(&entry.what))
                inside += access->step == entry::Step::Enter ? 1 : access->step == entry::Step::Exit ? -1 : 0;
        }
        return inside == 1;
    };
    QVERIFY(eventually([&] { return run.released("A") >= 1 && isInside(); }));
    run.handle.act(fault(Action::Pause, "A"));
    run.handle.act(fault(Action::Pause, "B")); // one of them is inside, and goes on when it is stopped
    const auto played = run.end();
    QVERIFY2(played.played.ok(), played.played.ok() ? "" : played.played.error().text.c_str());
    std::map<std::string, int> taken;
    for (const auto &entry : played.played->history.entries) {
        const auto *change = std::get_if<entry::KeyChanged>(&entry.what);
        if (change && change->role == entry::Role::Holding)
            taken[change->key] += change->event == entry::KeyEvent::Created ? 1 : change->event == entry::KeyEvent::Removed ? -1 : 0;
        QVERIFY(!change || change->event != entry::KeyEvent::Expired);
    }
    QVERIFY(!taken.empty());
    for (const auto &[key, count] : taken)
        QVERIFY2(count == 0, key.c_str()); // nobody has left a lock
    QVERIFY(played.played->premises.complete);
}

void TestByHand::stop_isNoReasonForInconclusive()
{
    for (int stopAt = 1; stopAt <= 3; ++stopAt) {
        auto scenario = twoOf("token");
        scenario.lease = 1s;
        scenario.workers[0].work = scenario.workers[1].work = 50ms;
        Watched run(m_loop, m_pool, scenario);
        QVERIFY(eventually([&] { return run.released("A") >= stopAt && run.released("B") >= 1; }));
        const auto played = run.end();
        QVERIFY(played.played.ok());
        if (played.played->premises.worstStall.count() > 0)
            continue; // a stall is a reason
        for (const auto &verdict : played.verdicts)
            QVERIFY2(verdict.outcome != Outcome::Inconclusive, toString(verdict).c_str());
    }
}

void TestByHand::secondStop_cutsOff()
{
    auto scenario = twoOf("token");
    scenario.workers[0].work = scenario.workers[1].work = 25s;
    Watched run(m_loop, m_pool, scenario);
    QVERIFY(eventually([&] { return run.count<entry::Accessed>("A") + run.count<entry::Accessed>("B") >= 1; }));
    const auto before = run.released("A") + run.released("B"); // in the warm-up
    run.handle.stop();
    run.handle.act(fault(Action::Kill, "A")); // too late
    QVERIFY(!run.over());
    const auto played = run.end();
    QVERIFY(played.played.ok());
    QCOMPARE(run.released("A") + run.released("B"), before);
}

void TestByHand::actions_areInTheHistory()
{
    Watched run(m_loop, m_pool, twoOf("token"));
    QVERIFY(eventually([&] { return run.released("A") >= 1; }));
    run.handle.act(fault(Action::Pause, "A"));
    QVERIFY(eventually([&] { return run.count<entry::Paused>("A") == 1; }));
    run.handle.act(fault(Action::Resume, "A"));
    QVERIFY(eventually([&] { return run.count<entry::Resumed>("A") == 1; }));
    run.handle.act(fault(Action::Reset, "B"));
    QVERIFY(eventually([&] { return run.hasFault(entry::NetworkFault::Reset); }));
    run.handle.act(fault(Action::DelayReplies, "B", 5ms));
    QVERIFY(eventually([&] { return run.hasFault(entry::NetworkFault::Delay); }));
    run.handle.act(fault(Action::HoldReply, "A"));
    QVERIFY(eventually([&] { return run.hasFault(entry::NetworkFault::HoldReply); }));
    run.handle.act(fault(Action::Pass, "A"));
    QVERIFY(eventually([&] { return run.hasFault(entry::NetworkFault::Healed); }));
    run.handle.act(fault(Action::Stall, "A", 5ms));
    const auto isStall = [](const HistoryEntry &entry) {
        const auto *sent = std::get_if<entry::Sent>(&entry.what);
        return sent && sent->request == entry::Request::Stall && sent->length == 5ms;
    };
    QVERIFY(eventually([&] { return std::any_of(run.history.entries.begin(), run.history.entries.end(), isStall); }));
    const auto played = run.end();
    QVERIFY(played.played.ok());
}

void TestByHand::slowWorkersReply_canBeHeld()
{
    Watched run(m_loop, m_pool, twoOf("token"));
    QVERIFY(eventually([&] { return run.released("A") >= 1; }));
    run.handle.act(fault(Action::DelayReplies, "A", 1ms));
    QVERIFY(eventually([&] { return run.hasFault(entry::NetworkFault::Delay); }));
    run.handle.act(fault(Action::HoldReply, "A"));
    QVERIFY(eventually([&] { return run.hasFault(entry::NetworkFault::HoldReply); }));
    QVERIFY(run.end().played.ok());
}

void TestByHand::deadWorkers_doNotEndTheRunAndCanRestart()
{
    auto scenario = twoOf("token");
    scenario.lease = 20ms; // short rests: no worker rests any more when its death is reported
    Watched run(m_loop, m_pool, scenario);
    QVERIFY(eventually([&] { return run.released("A") >= 1; }));
    run.handle.act(fault(Action::Kill, "A"));
    run.handle.act(fault(Action::Kill, "B"));
    QVERIFY(eventually([&] { return run.count<entry::Died>("A") == 1 && run.count<entry::Died>("B") == 1; }));
    const auto before = run.released("A");
    run.handle.act(fault(Action::Restart, "A"));
    run.handle.act(fault(Action::Restart, "A")); // only one restart at a time
    QVERIFY(eventually([&] { return run.released("A") >= before + 2; }));
    QCOMPARE(run.count<entry::Started>("A"), 2);
    run.handle.act(fault(Action::Restart, "B"));
    QVERIFY(eventually([&] { return run.count<entry::Started>("B") == 2; }));
    run.handle.act(fault(Action::Kill, "B")); // perhaps before its hello
    QVERIFY(eventually([&] { return run.count<entry::Died>("B") == 2; }));
    run.handle.act(fault(Action::Restart, "B"));
    const auto ofB = run.released("B");
    QVERIFY(eventually([&] { return run.released("B") > ofB; }));
    const auto played = run.end();
    QVERIFY2(played.played.ok(), played.played.ok() ? "" : played.played.error().text.c_str());
}

void TestByHand::server_canBeControlled()
{
    Watched run(m_loop, m_pool, twoOf("token"));
    QVERIFY(eventually([&] { return run.released("A") >= 1; }));
    run.handle.act(fault(Action::PauseServer, {}));
    QVERIFY(eventually([&] { return run.hasFault(entry::ServerFault::Stopped); }));
    run.handle.act(fault(Action::RestartServer, {})); // it would hang
    run.handle.act(fault(Action::ResumeServer, {}));
    QVERIFY(eventually([&] { return run.hasFault(entry::ServerFault::Continued); }));
    QVERIFY(!run.hasFault(entry::ServerFault::RestartedWithData));
    run.handle.act(fault(Action::FlushDatabase, {}));
    QVERIFY(eventually([&] { return run.hasFault(entry::ServerFault::Flushed); }));
    run.handle.act(fault(Action::RestartServer, {}));
    QVERIFY(eventually([&] { return run.hasFault(entry::ServerFault::RestartedWithData); }));
    const auto before = run.released("B");
    QVERIFY(eventually([&] { return run.released("B") >= before + 2; }));
    run.handle.act(fault(Action::PauseServer, {})); // and nobody resumes it
    const auto played = run.end();
    QVERIFY2(played.played.ok(), played.played.ok() ? "" : played.played.error().text.c_str());
}

void TestByHand::impossibleActions_changeNothing()
{
    const auto scenario = twoOf("token");
    QVERIFY(refusalOf(scenario, fault(Action::Kill, "C")) == "there is no worker \"C\"");
    QVERIFY(refusalOf(scenario, fault(Action::Kill, {})));
    QVERIFY(refusalOf(scenario, fault(Action::FlushDatabase, "A")));
    QVERIFY(refusalOf(scenario, fault(Action::Stall, "A")));
    QVERIFY(refusalOf(scenario, fault(Action::PromoteReplica, {})));
    auto elsewhere = fault(Action::WipeServer, {});
    elsewhere.server = 1;
    QVERIFY(refusalOf(scenario, elsewhere));
    QVERIFY(!refusalOf(scenario, fault(Action::Stall, "A", 5ms)));

    Watched run(m_loop, m_pool, scenario);
    QVERIFY(eventually([&] { return run.released("A") >= 1; }));
    for (const auto &wrong : {fault(Action::Kill, "C"), fault(Action::PromoteReplica, {}), elsewhere, fault(Action::Resume, "A")})
        run.handle.act(wrong);
    const auto before = run.released("A");
    QVERIFY(eventually([&] { return run.released("A") >= before + 2; }));
    QCOMPARE(run.count<entry::Resumed>("A"), 0);
    QVERIFY(run.end().played.ok());
}

void TestByHand::stoppedBeforeStart_isCancelled()
{
    Watched first(m_loop, m_pool, twoOf("token"));
    Watched waiting(m_loop, m_pool, twoOf("token")); // there is one thread
    const auto left = waiting.end();
    QVERIFY(!left.played.ok() && left.played.error().kind == ErrorKind::Cancelled);
    QVERIFY(waiting.servers.empty());
    const auto begun = first.end(); // no round was played yet
    QVERIFY(!begun.played.ok() && begun.played.error().kind == ErrorKind::Cancelled);
    Watched next(m_loop, m_pool, twoOf("token")); // the thread is free again
    QVERIFY(eventually([&] { return next.released("A") >= 1; }));
    QVERIFY(next.end().played.ok());
}

void TestByHand::stoppedScriptedRun_isJudgedSoFar()
{
    auto scenario = twoOf("token");
    scenario.workers[0].rounds = scenario.workers[1].rounds = 1'000'000;
    scenario.limit = 10min;
    RunOrder order{scenario, {}};
    order.options.program = LOCKSCOPE_BINARY;
    bool isNews = false;
    order.news = [&](const RunNews &) { isNews = true; };
    RunHandle handle;
    Arriving<PlayedRun> run(m_loop, m_pool.play(std::move(order), &handle));
    QVERIFY(eventually([&] { return isNews; }));
    handle.stop();
    const auto played = run.get();
    QVERIFY(played.played.ok());
    QVERIFY(!played.played->premises.complete);
    QVERIFY(!played.verdicts.empty());
}

void TestByHand::handleOfEndedRun_doesNothing()
{
    RunHandle handle;
    handle.act(fault(Action::Kill, "A")); // the run is over
    {
        RunPool pool(1);
        Watched run(m_loop, pool, twoOf("token"));
        handle = run.handle;
        QVERIFY(eventually([&] { return run.released("A") >= 1; }));
        QVERIFY(run.end().played.ok());
        handle.act(fault(Action::Kill, "A"));
        handle.stop();
    }
    handle.act(fault(Action::Kill, "A"));
    handle.stop();
}

void TestByHand::byHand_removesTheScript()
{
    for (const auto &name : {"unlock-in-finally", "lost-wake-up"}) {
        const auto scenario = byHand(builtIn(name));
        QVERIFY(scenario.script.empty() && scenario.expected.empty() && !scenario.fresh);
        QVERIFY(scenario.limit >= 10min);
        QVERIFY(finishWithin(scenario) > scenario.lease * 2 && finishWithin(scenario) <= 30s);
        for (const auto &worker : scenario.workers) {
            QVERIFY(worker.after.empty() && worker.again.empty() && worker.workUntil.empty() && worker.reenterAfter.empty());
            QVERIFY(worker.work > 0ms);
        }
    }
}

void TestByHand::rests_dependOnTheSeed()
{
    Scenario scenario;
    scenario.lease = 400ms;
    std::set<Milliseconds> rests;
    for (int round = 1; round <= 50; ++round) {
        const auto rest = restAfter(scenario, 7, "A", round);
        QVERIFY(rest >= 100ms && rest < 300ms);
        QVERIFY(rest == restAfter(scenario, 7, "A", round));
        rests.insert(rest);
    }
    QVERIFY(rests.size() > 10);
    QVERIFY(restAfter(scenario, 7, "A", 1) != restAfter(scenario, 8, "A", 1)
            || restAfter(scenario, 7, "A", 2) != restAfter(scenario, 8, "A", 2));
    scenario.lease = 1ms;
    QVERIFY(restAfter(scenario, 7, "A", 1) <= 1ms);
}

void TestByHand::stretchedScenario_multipliesEveryTime()
{
    Scenario scenario;
    scenario.lease = 400ms;
    scenario.retry = 20ms;
    scenario.commandTimeout = 1s;
    scenario.queueTimeout = 300ms;
    scenario.limit = 3s;
    scenario.options = {{"lease", "300ms"}, {"preset", "article"}};
    auto worker = workerNamed("A");
    worker.wait = 50ms;
    worker.lease = 100ms;
    worker.extends = 200ms;
    worker.innerLease = 300ms;
    worker.work = 40ms;
    worker.skew = -5ms;
    scenario.workers = {worker, workerNamed("B")};
    auto delay = fault(Action::DelayReplies, "A", 8ms);
    delay.after = 7ms;
    delay.jitter = 3ms;
    scenario.script = {delay};
    const auto slow = stretched(scenario, 10);
    QVERIFY(slow.lease == 4s);
    QVERIFY(slow.retry == 200ms);
    QVERIFY(slow.commandTimeout == 10s);
    QVERIFY(slow.queueTimeout == 3s);
    QVERIFY(slow.limit == 30s);
    QCOMPARE(slow.options.at("lease"), std::string("3000ms"));
    QCOMPARE(slow.options.at("preset"), std::string("article"));
    const auto &a = slow.workers[0];
    QVERIFY(a.wait == 500ms && a.lease == 1s && a.extends == 2s && a.innerLease == 3s && a.work == 400ms && a.skew == -50ms);
    QVERIFY(!slow.workers[1].wait && !slow.workers[1].lease && slow.workers[1].work == 100ms);
    const auto &act = slow.script[0];
    QVERIFY(act.after == 70ms && act.by == 80ms && act.jitter == 30ms);
    QVERIFY(stretched(scenario, 1) == scenario);
}

// With any factor, the scenario's file stays within the format's limits.
void TestByHand::stretchedScenario_isReadable()
{
    auto scenario = builtIn("unlock-in-finally");
    scenario.limit = 10min;
    for (const int factor : {10, 30, 1'000'000}) {
        const auto slow = stretched(scenario, factor);
        const auto read = scenarioOf(textOf(slow), "x.json");
        QVERIFY2(read.ok(), read.ok() ? "" : read.error().text.c_str());
        QVERIFY(read->lease == slow.lease);
    }
}

LOCKSCOPE_TEST(TestByHand)
#include "tst_by_hand.moc"
