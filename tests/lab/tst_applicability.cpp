// SPDX-License-Identifier: MIT
// Which stories cannot take place with workers that do nothing wrong?
#include "support/history_builder.h"
#include "support/test_program.h"

#include "lockcore/lab/context/applicability.h"

#include <QTest>

using namespace lockcore;
using namespace lockcore::test;
using namespace std::chrono_literals;

namespace {

Scenario scenarioWith(Fault fault)
{
    Scenario scenario;
    scenario.script = {std::move(fault)};
    return scenario;
}

Fault faultOn(const char *who, Action action, Purpose of)
{
    Fault fault;
    fault.who = who;
    fault.action = action;
    fault.of = of;
    return fault;
}

QString reasonOf(const Scenario &scenario, const History &history, const std::vector<Condition> &unmet)
{
    const HistoryIndex index(history);
    return QString::fromStdString(whyNotApplicable(scenario, index, unmet).value_or("it applies"));
}

const QString applies = QStringLiteral("it applies");

} // namespace

class TestApplicability final : public QObject
{
    Q_OBJECT

private slots:
    void commandThatIsNeverSent_isNamed();
    void waiterThatNeverSaysSo_isNamed();
    void delayLongerThanAWatchdogLeaves_isNamed();
    void keyThatNobodyNames_isNamed();
    void libraryOfOneServer_isNamed();
    void anotherCondition_isNoExcuse();
};

void TestApplicability::commandThatIsNeverSent_isNamed()
{
    const auto scenario = scenarioWith(faultOn("A", Action::HoldReply, Purpose::Read));
    const std::vector<Condition> unmet{{Happening::Struck, "A", 1}};
    QCOMPARE(reasonOf(scenario, begun().at(10).gets("A").end(), unmet),
             QStringLiteral("the story is about a command of A that reads the key, and its library sent none"));
    QCOMPARE(reasonOf(scenario, begun().at(10).acquire("A").turn("A", "GET", entry::Verb::Read).ok("A").end(), unmet), applies);
    QCOMPARE(reasonOf(scenario, begun().at(10).acquire("A").end(), unmet), applies); // perhaps it would have been the next one
    auto named = scenarioWith(faultOn("A", Action::HoldReply, Purpose::Any));
    named.script[0].command = "GETSET";
    QCOMPARE(reasonOf(named, begun().at(10).gets("A").end(), unmet),
             QStringLiteral("the story is about a GETSET of A, and its library sent none"));
    const auto taking = scenarioWith(faultOn("A", Action::HoldReply, Purpose::Take));
    QCOMPARE(reasonOf(taking, begun().at(10).gets("A").end(), unmet), applies); // every library takes the lock
}

void TestApplicability::waiterThatNeverSaysSo_isNamed()
{
    const std::vector<Condition> unmet{{Happening::Waiting, "B", 1}};
    auto history = begun().at(10).gets("A").acquire("B");
    QCOMPARE(reasonOf({}, HistoryBuilder(history).end(), unmet),
             QStringLiteral("the story begins when B says that it waits (`waiting`), and B never said so"));
    QCOMPARE(reasonOf({}, HistoryBuilder(history).report("B", entry::Report::Waiting).end(), unmet), applies);
    QCOMPARE(reasonOf({}, begun().at(10).gets("A").end(), unmet), applies); // it was never asked
}

void TestApplicability::libraryOfOneServer_isNamed()
{
    Scenario scenario;
    scenario.servers = 3;
    const auto history = begun().at(10).acquire("A").on(1).turn("A", "SET", entry::Verb::Take);
    QCOMPARE(reasonOf(scenario, HistoryBuilder(history).ok("A").end(), {}),
             QStringLiteral("the story needs a lock on 3 servers, and the library uses one of them"));
    QCOMPARE(reasonOf(scenario, HistoryBuilder(history).on(2).turn("A", "SET", entry::Verb::Take).ok("A").end(), {}), applies);
    scenario.servers = 1;
    QCOMPARE(reasonOf(scenario, HistoryBuilder(history).ok("A").end(), {}), applies);
}

void TestApplicability::delayLongerThanAWatchdogLeaves_isNamed()
{
    auto scenario = scenarioWith(faultOn("A", Action::DelayRequests, Purpose::Renew));
    scenario.script[0].by = 100ms;
    scenario.expected = {{Property::LeaseOutlived, Outcome::Held}};
    const auto historyOf = [](Milliseconds renewEvery) {
        HistoryBuilder story;
        story.header.capabilities = {Capability::Watchdog};
        story.worker("A");
        std::get<entry::Ready>(story.lastEntry()->what).renewEvery = renewEvery;
        return story.add(entry::Begun()).at(10).gets("A").end();
    };
    QCOMPARE(reasonOf(scenario, historyOf(240ms), {}),
             QStringLiteral("A's watchdog renews a lease of 300 ms every 240 ms, which leaves no room for the story's delay of 100 ms"));
    QCOMPARE(reasonOf(scenario, historyOf(150ms), {}), applies);
    scenario.expected = {{Property::LeaseOutlived, Outcome::Outlived}};
    QCOMPARE(reasonOf(scenario, historyOf(240ms), {}), applies); // the story is about a lease that ends
}

void TestApplicability::keyThatNobodyNames_isNamed()
{
    Scenario scenario;
    scenario.workers.resize(2);
    scenario.workers[0].name = "A";
    scenario.workers[0].workUntil = {{Happening::KeyExpired, "A", 1}};
    scenario.workers[1].name = "B";
    const std::vector<Condition> unmet{{Happening::KeyExpired, "A", 1}, {Happening::Released, "A", 1}}; // A waits for the first
    const auto historyWith = [](entry::Role role, bool named) {
        entry::Received ok;
        if (named)
            ok.key = "lock:stock";
        return begun().at(10).acquire("A").turn("A", "SET").key(entry::KeyEvent::Created, "x", 300ms, true, role).answer("A", ok).end();
    };
    QCOMPARE(
        reasonOf(scenario, historyWith(entry::Role::Unknown, false), unmet),
        QStringLiteral("the story waits for what happens to A's key, which no format knows and the worker does not name (`key`, `mark`)"));
    QCOMPARE(reasonOf(scenario, historyWith(entry::Role::Unknown, true), unmet), applies);
    QCOMPARE(reasonOf(scenario, historyWith(entry::Role::Holding, false), unmet), applies);
    scenario.workers[0].workUntil.clear();
    QCOMPARE(reasonOf(scenario, historyWith(entry::Role::Unknown, false), unmet), applies); // it is open why A did not release
}

void TestApplicability::anotherCondition_isNoExcuse()
{
    const auto history = begun().at(10).gets("A").acquire("B").end();
    QCOMPARE(reasonOf({}, history, {{Happening::Waiting, "B", 1}, {Happening::Dead, "A", 1}}), applies);
}

LOCKSCOPE_TEST(TestApplicability)
#include "tst_applicability.moc"
