// SPDX-License-Identifier: MIT
// When does a verdict contradict its scenario, and when is a slow machine the reason?
#include "support/test_program.h"

#include "lockcore/lab/context/assessment.h"

#include <QTest>

using namespace lockcore;
using namespace std::chrono_literals;

Q_DECLARE_METATYPE(lockcore::Premises)

namespace {

Verdict verdict(Property property, Outcome outcome, Importance importance = Importance::Must)
{
    Verdict verdict;
    verdict.property = property;
    verdict.outcome = outcome;
    verdict.importance = importance;
    return verdict;
}

const Premises quiet;
const Premises cutOff{.complete = false, .worstStall = 0us, .waited = 0us};
const Premises stalled{.complete = true, .worstStall = 150ms, .waited = 150ms};
const Premises hiccup{.complete = true, .worstStall = 25ms, .waited = 60ms};
const Premises crowded{.complete = true, .worstStall = 8ms, .waited = 900ms}; // no stall is long, but there are many

} // namespace

class TestAssessment final : public QObject
{
    Q_OBJECT

private slots:
    void match_dependsOnWhatBroke_data();
    void match_dependsOnWhatBroke();
    void unplannedLeaseEnd_excusesInformativeVerdicts();
    void plannedLeaseEnd_excusesNothing();
    void shortestLease_counts();
    void unnamedProperty_mayHaveAnyOutcomeButViolated();
};

void TestAssessment::match_dependsOnWhatBroke_data()
{
    QTest::addColumn<Outcome>("expected");
    QTest::addColumn<Outcome>("outcome");
    QTest::addColumn<Premises>("premises");
    QTest::addColumn<Match>("match");
    using enum Outcome;
    using enum Match;
    const auto row = [](const char *name, Outcome expected, Outcome outcome, const Premises &premises, Match match) {
        QTest::newRow(name) << expected << outcome << premises << match;
    };
    row("as expected", Held, Held, quiet, AsExpected);
    row("as expected on a slow machine", Violated, Violated, stalled, AsExpected);
    row("inconclusive", Held, Inconclusive, quiet, Open);
    row("a violation is one", Held, Violated, quiet, Contradicted);
    row("a violation is one on a stalled machine", Held, Violated, stalled, Contradicted);
    row("a violation is one in a run that was cut off", Held, Violated, cutOff, Contradicted);
    row("nothing broke", Violated, Held, quiet, Contradicted);
    row("nothing broke, after a hiccup that no lease minds", Violated, Held, hiccup, Contradicted);
    row("nothing broke on a stalled machine", Violated, Held, stalled, Open);
    row("nothing broke on a crowded machine", Violated, Held, crowded, Open);
    row("nothing broke before the run was cut off", Violated, Held, cutOff, Open);
}

void TestAssessment::match_dependsOnWhatBroke()
{
    QFETCH(Outcome, expected);
    QFETCH(Outcome, outcome);
    QFETCH(Premises, premises);
    QFETCH(Match, match);
    Scenario scenario;
    scenario.lease = 400ms;
    scenario.expected[Property::Ownership] = expected;
    QCOMPARE(matchOf(scenario, {verdict(Property::Ownership, outcome)}, premises), match);
}

void TestAssessment::unplannedLeaseEnd_excusesInformativeVerdicts()
{
    Scenario scenario;
    scenario.expected = {{Property::Resource, Outcome::Held}, {Property::Ownership, Outcome::Violated}};
    for (const auto ended : {Outcome::Inconclusive, Outcome::Outlived}) {
        const auto lease = verdict(Property::LeaseOutlived, ended, Importance::Informative);
        QCOMPARE(matchOf(scenario, {lease, verdict(Property::Resource, Outcome::Violated, Importance::Informative)}), Match::Open);
        QCOMPARE(matchOf(scenario, {lease, verdict(Property::Resource, Outcome::Violated, Importance::Promised)}), Match::Contradicted);
        QCOMPARE(matchOf(scenario, {lease, verdict(Property::Ownership, Outcome::Held)}), Match::Open);
        QCOMPARE(matchOf(scenario, {lease, verdict(Property::MutualExclusion, Outcome::Violated)}), Match::Contradicted);
    }
}

void TestAssessment::plannedLeaseEnd_excusesNothing()
{
    Scenario scenario;
    scenario.expected = {{Property::LeaseOutlived, Outcome::Outlived}, {Property::Ownership, Outcome::Violated}};
    const auto lease = verdict(Property::LeaseOutlived, Outcome::Outlived, Importance::Informative);
    QCOMPARE(matchOf(scenario, {lease, verdict(Property::Ownership, Outcome::Held)}), Match::Contradicted);
}

void TestAssessment::shortestLease_counts()
{
    Scenario scenario;
    scenario.lease = 1000ms;
    scenario.workers.resize(2);
    QVERIFY(onTime(scenario, stalled));
    scenario.workers[1].lease = 300ms;
    QVERIFY(!onTime(scenario, stalled));
}

void TestAssessment::unnamedProperty_mayHaveAnyOutcomeButViolated()
{
    const Scenario scenario;
    QCOMPARE(matchOf(scenario, {verdict(Property::Progress, Outcome::Inconclusive)}), Match::AsExpected);
    QCOMPARE(matchOf(scenario, {verdict(Property::Resource, Outcome::Violated, Importance::Informative)}), Match::AsExpected);
    QCOMPARE(matchOf(scenario, {verdict(Property::Progress, Outcome::Violated)}, stalled), Match::Contradicted);
}

LOCKSCOPE_TEST(TestAssessment)
#include "tst_assessment.moc"
