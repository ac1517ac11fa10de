// SPDX-License-Identifier: MIT
// What *Check my lock* makes of its parts, and what it prints, as text, JSON, JUnit and page.
#include "support/compare.h"
#include "support/test_program.h"

#include "app/command/exit_codes.h"
#include "app/lab/lab_check_junit.h"
#include "app/lab/lab_check_output.h"
#include "lockcore/report/pitfall.h"
#include "ui/report/check_page.h"
#include "ui/report/check_words.h"
#include "ui/runs/check_json.h"
#include "ui/runs/check_making.h"
#include "ui/runs/lock_check.h"

#include <QDir>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>
#include <QXmlStreamReader>

using namespace lockcore;
using namespace lockscope;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

using Kind = CheckReason::Kind;

Verdict judged(Property property, Outcome outcome, const std::string &pitfall = {}, Importance importance = Importance::Must)
{
    Verdict verdict;
    verdict.property = property;
    verdict.outcome = outcome;
    verdict.importance = importance;
    verdict.pitfall = pitfall;
    verdict.sentence = "why <it> is so";
    verdict.events = outcome == Outcome::Violated ? std::vector<std::uint64_t>{3, 7} : std::vector<std::uint64_t>();
    return verdict;
}

Scenario story(const std::string &name, std::vector<std::string> pitfalls, std::map<Property, Outcome> expected)
{
    Scenario scenario;
    scenario.name = name;
    scenario.pitfalls = std::move(pitfalls);
    scenario.expected = std::move(expected);
    return scenario;
}

// A story about R1, and a worker from outside.
LabResult playedStory(std::vector<Verdict> verdicts, const std::string &pitfall = "R1")
{
    LabResult result;
    result.scenario = story("story-" + pitfall, {pitfall}, {{Property::Ownership, Outcome::Violated}});
    result.expects = false;
    result.library = "mylock 1.0";
    result.server = "redis 7.0.15";
    result.folder = u"/runs/check-7/story-7"_s;
    result.verdicts = std::move(verdicts);
    return result;
}

CheckParts checkParts(const std::vector<LabResult> &results)
{
    CheckParts parts;
    parts.known.command = {"./my_worker"};
    parts.known.seed = 7;
    parts.known.folder = u"/runs/check-7"_s;
    parts.known.parts = {{CheckPart::Kind::Selftest, CheckPart::State::Done, 17, 0, 1s, {}},
                         {CheckPart::Kind::Stories, CheckPart::State::Done, 1, 1, 2s, {}}};
    for (const auto &result : results) {
        parts.suite.scenarios.push_back(result.scenario);
        parts.suite.results.push_back(result);
    }
    return parts;
}

CheckItem itemOf(const std::vector<CheckItem> &items, const std::string &name)
{
    const auto found = std::ranges::find(items, name, &CheckItem::name);
    return found == items.end() ? CheckItem{"missing " + name, {}, {}, {}, {}, {}} : *found;
}

CheckItem pitfallIn(const std::vector<LabResult> &results, const std::string &code)
{
    return itemOf(checkOf(checkParts(results)).pitfalls, code);
}

std::string summaryOf(const CheckItem &item)
{
    auto text = std::string(wordOf(item.word)) + (item.fails ? ", fails" : "");
    if (item.reason)
        text += ", " + std::string(wordOf(item.reason->kind)) + (item.reason->isOpen ? ", open" : "");
    return text;
}

const Verdict heldFast = judged(Property::Ownership, Outcome::Held);
const Verdict stolen = judged(Property::Ownership, Outcome::Violated, "R1");

} // namespace

class TestLockCheck final : public QObject
{
    Q_OBJECT

private slots:
    void pitfall_isKept_brokenOrNotTested_data();
    void pitfall_isKept_brokenOrNotTested();
    void afterTheLease_noLockCan();
    void informativeStory_failsNothing();
    void fencedStory_keepsWhatNoLockCan();
    void brokenRun_outweighsEveryOther();
    void sweepAndHunt_proveAsWell();
    void untested_saysWhy_data();
    void untested_saysWhy();
    void unplayableStory_isAReason();
    void storyThatTwiceDidNotHappen_cannotApply();
    void violationWithoutCode_breaksItsProperty();
    void skippedSubject_keepsNothing();
    void lostUpdateBesideHeldOnes_isInSight();
    void remarkOnAPitfall_isInSight();
    void workersMistakes_fail();
    void selftestsWarning_isAGap();
    void whatAHuntNeverTries_isAGap();
    void hunt_takesWhatIsLeftOfFiveMinutes_data();
    void hunt_takesWhatIsLeftOfFiveMinutes();
    void longLease_isNoOpenCell();
    void lockWithoutLease_isByDesign();
    void unsweptPart_isNamed();
    void sameMistake_isListedOnce();
    void exitCode_isThatOfTheGravest();
    void text_fits80Columns_andKeepsPathsWhole();
    void text_hasTheProof();
    void selftestThatFails_isTheHeadline();
    void json_hasEachPitfallOnce();
    void junit_failsOnlyWhatMustHold();
    void page_isEscaped_andHasNoScript();
    void everyPitfall_hasAWord();
    void progress_namesThePart();
};

void TestLockCheck::pitfall_isKept_brokenOrNotTested_data()
{
    QTest::addColumn<std::vector<Verdict>>("verdicts");
    QTest::addColumn<QString>("word");
    const auto open = judged(Property::Ownership, Outcome::Inconclusive);
    const auto idle = judged(Property::Ownership, Outcome::NotExercised);
    const auto other = judged(Property::MutualExclusion, Outcome::Violated, "R2");
    QTest::newRow("held") << std::vector{heldFast} << u"kept"_s;
    QTest::newRow("violated") << std::vector{stolen} << u"broken, fails"_s;
    QTest::newRow("inconclusive") << std::vector{open} << u"not-tested, inconclusive, open"_s;
    QTest::newRow("not exercised") << std::vector{idle} << u"not-tested, not-exercised"_s;
    QTest::newRow("other pitfall") << std::vector{other, heldFast} << u"not-tested, other-broken"_s;
    QTest::newRow("nothing judged") << std::vector<Verdict>() << u"not-tested, not-exercised"_s;
}

void TestLockCheck::pitfall_isKept_brokenOrNotTested()
{
    QFETCH(std::vector<Verdict>, verdicts);
    QFETCH(QString, word);
    QCOMPARE(summaryOf(pitfallIn({playedStory(verdicts)}, "R1")), word.toStdString());
}

void TestLockCheck::afterTheLease_noLockCan()
{
    const auto late = judged(Property::Resource, Outcome::Violated, "L1", Importance::Informative);
    const auto ended = judged(Property::LeaseOutlived, Outcome::Outlived, "L1", Importance::Informative);
    const auto check = checkOf(checkParts({playedStory({heldFast, late, ended})}));
    QCOMPARE(summaryOf(itemOf(check.pitfalls, "L1")), "no-lock-can");
    QCOMPARE(summaryOf(itemOf(check.properties, "lease-outlived")), "no-lock-can");
    QCOMPARE(summaryOf(itemOf(check.pitfalls, "R1")), "kept"); // though something else came after the lease
    QVERIFY(!fails(check));
}

void TestLockCheck::informativeStory_failsNothing()
{
    auto herd = playedStory({judged(Property::Ownership, Outcome::Violated, "C1")}, "C1");
    auto evicted = playedStory({judged(Property::MutualExclusion, Outcome::Violated, "D11")}, "D11");
    herd.scenario.importance = evicted.scenario.importance = Importance::Informative;
    const auto check = checkOf(checkParts({herd, evicted}));
    QCOMPARE(summaryOf(itemOf(check.pitfalls, "C1")), "broken");
    QCOMPARE(summaryOf(itemOf(check.pitfalls, "D11")), "no-lock-can");
    QVERIFY(!fails(check));
    QCOMPARE(exitCodeOf(check), exitYes);
}

void TestLockCheck::fencedStory_keepsWhatNoLockCan()
{
    const auto paused = playedStory({judged(Property::LeaseOutlived, Outcome::Outlived, "L8", Importance::Informative)}, "L8");
    auto fenced = playedStory({heldFast}, "L8");
    fenced.scenario.name = "fenced";
    QCOMPARE(summaryOf(pitfallIn({paused, fenced}, "L8")), "no-lock-can");
    fenced.scenario.fenced = true;
    QCOMPARE(summaryOf(pitfallIn({paused, fenced}, "L8")), "kept");
}

void TestLockCheck::brokenRun_outweighsEveryOther()
{
    const auto item = pitfallIn({playedStory({heldFast}), playedStory({stolen}), playedStory({heldFast}), playedStory({stolen})}, "R1");
    QCOMPARE(summaryOf(item), "broken, fails");
    QCOMPARE(item.runs, 2U);
    QCOMPARE(item.proof->run, "story-R1");
    QCOMPARE(item.proof->events, (std::vector<std::uint64_t>{3, 7}));
    QCOMPARE(pitfallIn({playedStory({heldFast}), playedStory({heldFast})}, "R1").runs, 2U);
}

void TestLockCheck::sweepAndHunt_proveAsWell()
{
    auto parts = checkParts({playedStory({heldFast})});
    SweepRun cell;
    cell.cell.place.command.command = "SETNX";
    cell.result = playedStory({judged(Property::NoImmortalLock, Outcome::Violated, "A1")});
    cell.finding.tone = SweepFinding::Tone::Bad;
    parts.sweep.planned = {cell.cell};
    parts.sweep.cells = {cell};
    parts.hunt.found.emplace();
    parts.hunt.found->verdict = stolen;
    parts.hunt.found->folder = u"/runs/check-7/hunt/run-1"_s;
    const auto check = checkOf(parts);
    QCOMPARE(summaryOf(itemOf(check.pitfalls, "A1")), "broken, fails");
    QCOMPARE(itemOf(check.pitfalls, "A1").proof->run, "sweep acquire-before-SETNX-kill");
    QCOMPARE(summaryOf(itemOf(check.pitfalls, "R1")), "broken, fails");
    QCOMPARE(itemOf(check.pitfalls, "R1").proof->folder, u"/runs/check-7/hunt/run-1"_s);
}

void TestLockCheck::untested_saysWhy_data()
{
    QTest::addColumn<LabResult>("result");
    QTest::addColumn<QString>("word");
    QTest::addColumn<QString>("text");
    auto skipped = playedStory({});
    skipped.skips = {"fair", "stall"};
    QTest::newRow("capability") << skipped << u"not-tested, skipped"_s << u"skipped: the library has no fair, stall"_s;
    auto elsewhere = playedStory({heldFast});
    elsewhere.notApplicable = "the story needs a lock on 3 servers";
    elsewhere.premises.complete = false;
    QTest::newRow("not applicable") << elsewhere << u"not-tested, skipped"_s << u"skipped: the story needs a lock on 3 servers"_s;
    auto cut = playedStory({heldFast});
    cut.premises.complete = false;
    cut.unmet = {{Happening::Dead, "A", 1}};
    QTest::newRow("did not happen") << cut << u"not-tested, did-not-happen"_s << u"did not happen: A dead"_s;
    auto late = cut;
    late.premises.worstStall = 1s;
    QTest::newRow("machine was late") << late << u"not-tested, did-not-happen, open"_s << u"did not happen: A dead"_s;
    auto failed = playedStory({});
    failed.error = Error{ErrorKind::Server, "no room\nlog", {}};
    QTest::newRow("failed") << failed << u"not-tested, failed, open"_s << u"could not be played: no room"_s;
    auto spoilt = playedStory({heldFast});
    spoilt.remarks = {{RunRemark::Weight::Spoils, "nobody got the lock"}};
    QTest::newRow("spoilt") << spoilt << u"not-tested, inconclusive, open"_s << u"inconclusive: nobody got the lock"_s;
}

void TestLockCheck::untested_saysWhy()
{
    QFETCH(LabResult, result);
    QFETCH(QString, word);
    QFETCH(QString, text);
    const auto check = checkOf(checkParts({result}));
    const auto item = itemOf(check.pitfalls, "R1");
    QCOMPARE(summaryOf(item), word.toStdString());
    QCOMPARE(itemText(item), text);
    QCOMPARE(check.gaps.size(), 1U);
    QCOMPARE(reasonText(check.gaps.front().reason), text);
    QCOMPARE(isOpen(check), word.endsWith(u"open"_s));
    QCOMPARE(exitCodeOf(check), isOpen(check) ? exitNotComplete : exitYes);
}

// On a store that cannot do what the story needs.
void TestLockCheck::unplayableStory_isAReason()
{
    auto parts = checkParts({playedStory({heldFast})});
    parts.unplayable = {{story("aimed", {"L1"}, {}), "not playable on etcd: its requests are opaque"}};
    const auto check = checkOf(parts);
    const auto item = itemOf(check.pitfalls, "L1");
    QCOMPARE(summaryOf(item), std::string("not-tested, skipped"));
    QCOMPARE(item.reason->text, std::string("not playable on etcd: its requests are opaque"));
    QCOMPARE(item.reason->run, std::string("aimed"));
    QVERIFY(std::ranges::count(check.gaps, "aimed", &CheckGap::run) == 1);
    QVERIFY(!isOpen(check));
}

void TestLockCheck::storyThatTwiceDidNotHappen_cannotApply()
{
    auto late = playedStory({heldFast});
    late.premises.complete = false;
    late.premises.worstStall = 1s;
    late.unmet = {{Happening::Struck, "A", 1}};
    auto parts = checkParts({late});
    parts.unmetBefore["story-R1"] = {{Happening::Dead, "A", 1}};
    QVERIFY(isOpen(checkOf(parts)));
    parts.unmetBefore["story-R1"] = late.unmet;
    QVERIFY(!isOpen(checkOf(parts)));
}

void TestLockCheck::violationWithoutCode_breaksItsProperty()
{
    const auto check = checkOf(checkParts({playedStory({judged(Property::Ownership, Outcome::Violated)})}));
    QCOMPARE(summaryOf(itemOf(check.properties, "ownership")), "broken, fails");
    QCOMPARE(countOf(check.pitfalls, CheckWord::Broken), 0U);
    QCOMPARE(exitCodeOf(check), exitViolated);
    // Another story of this pitfall does not show that it is kept.
    const auto two = std::vector{playedStory({heldFast}), playedStory({judged(Property::Ownership, Outcome::Violated)})};
    QCOMPARE(summaryOf(pitfallIn(two, "R1")), "not-tested, other-broken");
}

void TestLockCheck::skippedSubject_keepsNothing()
{
    auto fair = playedStory({judged(Property::MutualExclusion, Outcome::Held), judged(Property::Fairness, Outcome::Skipped)}, "C5");
    fair.scenario.expected = {{Property::MutualExclusion, Outcome::Held}, {Property::Fairness, Outcome::Held}};
    QCOMPARE(summaryOf(pitfallIn({fair}, "C5")), "not-tested, skipped");
    fair.verdicts[1].outcome = Outcome::Held;
    QCOMPARE(summaryOf(pitfallIn({fair}, "C5")), "kept");
}

// What only fencing prevents is not "kept" because some runs had no occasion for it.
void TestLockCheck::lostUpdateBesideHeldOnes_isInSight()
{
    const auto lost = judged(Property::Resource, Outcome::Violated, {}, Importance::Informative);
    const auto check = checkOf(checkParts({playedStory({judged(Property::Resource, Outcome::Held)}), playedStory({lost})}));
    const auto item = itemOf(check.properties, "resource");
    QCOMPARE(summaryOf(item), "no-lock-can");
    QVERIFY(item.proof && item.runs == 1);
    QCOMPARE(exitCodeOf(check), exitYes);
}

void TestLockCheck::remarkOnAPitfall_isInSight()
{
    auto slept = playedStory({judged(Property::MutualExclusion, Outcome::Held)}, "R14");
    slept.scenario.expected = {{Property::MutualExclusion, Outcome::Held}};
    QCOMPARE(summaryOf(pitfallIn({slept}, "R14")), "kept");
    slept.remarks = {{RunRemark::Weight::Note, "B slept while the lock was free", "R14", {12, 15}}};
    const auto item = pitfallIn({slept}, "R14");
    QCOMPARE(summaryOf(item), "broken"); // for information
    QCOMPARE(item.proof->sentence, "B slept while the lock was free");
    QCOMPARE(placeText(*item.proof), u"story-R14, entries 12 15"_s);
}

void TestLockCheck::workersMistakes_fail()
{
    auto remarked = playedStory({heldFast});
    remarked.remarks = {{RunRemark::Weight::Mistake, "its release freed nothing", {}, {9}}};
    auto refused = playedStory({});
    refused.error = Error{ErrorKind::Protocol, "the worker A: a line that is no message", {}};
    for (const auto &result : {remarked, refused}) {
        const auto check = checkOf(checkParts({result}));
        QCOMPARE(check.mistakes.size(), 1U);
        QCOMPARE(exitCodeOf(check), exitViolated);
        QCOMPARE(countOf(check.pitfalls, CheckWord::Kept), 0U);
    }
    auto hunted = checkParts({playedStory({heldFast})});
    hunted.hunt.mistake = HuntMistake{3, {RunRemark::Weight::Mistake, "its release freed nothing"}, u"/runs/hunt/mistake"_s};
    QCOMPARE(checkOf(hunted).mistakes.front().run, "hunt");
    QCOMPARE(exitCodeOf(checkOf(hunted)), exitViolated);
}

void TestLockCheck::selftestsWarning_isAGap()
{
    auto parts = checkParts({playedStory({heldFast})});
    parts.selftest.warnings = {"its \"ok\" names no \"mark\""};
    const auto check = checkOf(parts);
    QCOMPARE(check.gaps.size(), 1U);
    QCOMPARE(check.gaps[0].run, "selftest");
    QCOMPARE(check.gaps[0].reason.text, parts.selftest.warnings[0]);
    QCOMPARE(exitCodeOf(check), exitYes);
}

void TestLockCheck::whatAHuntNeverTries_isAGap()
{
    auto parts = checkParts({playedStory({heldFast})});
    parts.hunt.played = 5;
    const auto check = checkOf(parts);
    QVERIFY(check.gaps.back().run == "hunt" && check.gaps.back().reason.kind == Kind::Beyond);
    QVERIFY(checkText(check, {}).contains(u"never tried: more than 3 workers, 2 rounds of each, two locks or 3 faults in a run"_s));
    QCOMPARE(exitCodeOf(check), exitYes);
}

void TestLockCheck::hunt_takesWhatIsLeftOfFiveMinutes_data()
{
    QTest::addColumn<Store>("store");
    QTest::addColumn<Milliseconds>("soFar");
    QTest::addColumn<Milliseconds>("hunts");
    QTest::newRow("a quick check hunts for two minutes") << Store::Redis << Milliseconds(60s) << Milliseconds(2min);
    QTest::newRow("a slower one takes what is left") << Store::Redis << Milliseconds(200s) << Milliseconds(85s);
    QTest::newRow("a very slow one hunts for half a minute") << Store::Redis << Milliseconds(10min) << Milliseconds(30s);
    QTest::newRow("on another store it is two minutes") << Store::Etcd << Milliseconds(10min) << Milliseconds(2min);
}

void TestLockCheck::hunt_takesWhatIsLeftOfFiveMinutes()
{
    QFETCH(const Store, store);
    QFETCH(const Milliseconds, soFar);
    QFETCH(const Milliseconds, hunts);
    QCOMPARE(timeToHunt(store, soFar), hunts);
}

void TestLockCheck::longLease_isNoOpenCell()
{
    auto parts = checkParts({playedStory({heldFast})});
    SweepRun cell;
    cell.cell.place.command.command = "SET";
    cell.finding.access = SweepFinding::Access::NotYet;
    parts.sweep.planned = {cell.cell, cell.cell};
    parts.sweep.cells = {cell, std::nullopt};
    const auto check = checkOf(parts);
    QCOMPARE(check.gaps.size(), 2U);
    QVERIFY(check.gaps[0].reason.kind == Kind::TooLong);
    QVERIFY(check.gaps[1].reason.kind == Kind::NotPlayed);
    QVERIFY(!isOpen(check));
    parts.sweep.cells[0]->finding.open = {judged(Property::Ownership, Outcome::Inconclusive)};
    parts.sweep.cells[0]->finding.access = SweepFinding::Access::AtOnce;
    QVERIFY(isOpen(checkOf(parts)));
}

void TestLockCheck::lockWithoutLease_isByDesign()
{
    auto parts = checkParts({playedStory({heldFast})});
    SweepRun cell;
    cell.cell.place.command.command = "SET";
    cell.cell.place.part = SweepPart::OwnLease;
    cell.result = playedStory({judged(Property::NoImmortalLock, Outcome::Violated, "A1")});
    cell.finding.broken = cell.result.verdicts;
    cell.finding.tone = SweepFinding::Tone::Bad;
    parts.sweep.planned = {cell.cell};
    parts.sweep.cells = {cell};
    QCOMPARE(exitCodeOf(checkOf(parts)), exitViolated);
    parts.sweep.ownLeaseEnds = false; // as hello_ok says
    const auto check = checkOf(parts);
    QCOMPARE(exitCodeOf(check), exitYes);
    QCOMPARE(countOf(check.pitfalls, CheckWord::Broken), 0U);
    QVERIFY(check.gaps.back().reason.kind == Kind::NoLease);
    QVERIFY(checkText(check, {}).contains(u"by design"_s));
    parts.sweep.planned[0].place.part = SweepPart::GivenLease;
    parts.sweep.cells[0]->cell.place.part = SweepPart::GivenLease;
    QCOMPARE(exitCodeOf(checkOf(parts)), exitViolated);
}

void TestLockCheck::unsweptPart_isNamed()
{
    auto parts = checkParts({playedStory({heldFast})});
    parts.sweep.refusals = {{SweepPart::Sharing, "the second reader was refused"}};
    const auto check = checkOf(parts);
    QCOMPARE(exitCodeOf(check), exitYes);
    const auto gap = std::ranges::find(check.gaps, std::string("sweep sharing"), &CheckGap::run);
    QVERIFY(gap != check.gaps.end() && gap->reason.kind == Kind::Skipped);
}

void TestLockCheck::sameMistake_isListedOnce()
{
    auto refused = playedStory({});
    refused.error = Error{ErrorKind::Protocol, "the worker A: a line that is no message", {}};
    QCOMPARE(checkOf(checkParts({refused, refused})).mistakes.size(), 1U);
}

void TestLockCheck::exitCode_isThatOfTheGravest()
{
    auto check = checkOf(checkParts({playedStory({heldFast})}));
    QCOMPARE(exitCodeOf(check), exitYes);
    check.stopped = true;
    QCOMPARE(exitCodeOf(check), exitNotComplete);
    check.mistakes = {{"a mistake", {}, "story", {}}};
    QCOMPARE(exitCodeOf(check), exitViolated);
    QVERIFY(checkHeadline(check).startsWith(u"Broken"_s) && checkHeadline(check).contains(u"Stopped"_s));
    check.error = Error{ErrorKind::Transport, "no server", {}};
    QCOMPARE(exitCodeOf(check), exitNoServer);
    check.error->kind = ErrorKind::Refused;
    QCOMPARE(exitCodeOf(check), exitUsage);
}

void TestLockCheck::text_fits80Columns_andKeepsPathsWhole()
{
    auto broken = playedStory({stolen});
    broken.folder = u"/a-very-long-directory/"_s.repeated(6) + u"check-7/story-7"_s;
    const auto text = checkText(checkOf(checkParts({broken})), {80, false});
    QVERIFY(text.contains(broken.folder));
    for (const auto &line : text.split(u'\n'))
        QVERIFY2(columnsOf(line) <= 80 || line.contains(broken.folder), qPrintable(line));
}

void TestLockCheck::text_hasTheProof()
{
    const auto text = checkText(checkOf(checkParts({playedStory({stolen})})), {});
    for (const auto &part : {u"mylock 1.0 on redis 7.0.15, seed 7"_s, u"✗ R1 Deleting another's lock (library)\n"_s, u"why <it> is so"_s,
                             u"story-R1, entries 3 7\n"_s, u"      /runs/check-7/story-7\n"_s, u"no story of the Lab tests this: A1 A2"_s,
                             u"self-test: 17 rules in 1.0 s"_s})
        QVERIFY2(text.contains(part), qPrintable(part + u"\nin\n"_s + text));
}

void TestLockCheck::selftestThatFails_isTheHeadline()
{
    auto parts = checkParts({});
    parts.selftest = {SelftestResult::basics - 1, {"It did not release the lock that it heldFast."}, {}};
    const auto part = std::ranges::find(parts.known.parts, CheckPart::Kind::Stories, &CheckPart::kind);
    part->state = CheckPart::State::Waits;
    const auto check = checkOf(parts);
    QVERIFY(checkHeadline(check).contains(u"self-test"_s));
    QVERIFY(checkText(check, {}).contains(u"It did not release the lock that it heldFast."_s));
    QCOMPARE(exitCodeOf(check), exitViolated);

    parts.selftest.passed = SelftestResult::basics; // what it did wrong came later, so its lock is tested
    part->state = CheckPart::State::Done;
    QVERIFY(parts.selftest.isUsable());
    QVERIFY(!checkHeadline(checkOf(parts)).contains(u"self-test"_s));
    QCOMPARE(exitCodeOf(checkOf(parts)), exitViolated);
}

void TestLockCheck::json_hasEachPitfallOnce()
{
    const auto all = QJsonDocument::fromJson(checkJson(checkOf(checkParts({playedStory({stolen})})))).object();
    const auto listed = all[u"pitfalls"_s].toArray();
    QCOMPARE(listed.size(), std::ssize(pitfalls()));
    QCOMPARE(all[u"properties"_s].toArray().size(), std::ssize(wordsOf<Property>));
    const auto r1 = std::ranges::find_if(listed, [](const QJsonValue &one) { return one[u"code"_s] == u"R1"_s; });
    QCOMPARE((*r1)[u"word"_s].toString(), u"broken"_s);
    QCOMPARE((*r1)[u"answers"_s].toString(), u"library"_s);
    QCOMPARE((*r1)[u"proof"_s][u"folder"_s].toString(), u"/runs/check-7/story-7"_s);
    QCOMPARE(all[u"counts"_s][u"broken"_s].toInt(), 1);
    QCOMPARE(all[u"result"_s].toString(), u"broken"_s);
    QCOMPARE(all[u"seed"_s].toInt(), 7);
}

void TestLockCheck::junit_failsOnlyWhatMustHold()
{
    QStringList failures;
    int cases = 0;
    QString name;
    QXmlStreamReader reader(checkJunit(checkOf(checkParts({playedStory({stolen})}))));
    while (!reader.atEnd()) {
        reader.readNext();
        if (reader.isStartElement() && reader.name() == u"testcase") {
            ++cases;
            name = reader.attributes().value(u"name"_s).toString();
        } else if (reader.isStartElement() && reader.name() == u"failure") {
            failures << name;
        }
    }
    QVERIFY2(!reader.hasError(), qPrintable(reader.errorString()));
    QCOMPARE(failures, (QStringList{u"ownership"_s, u"R1 Deleting another's lock"_s}));
    QCOMPARE(cases, 1 + std::ssize(wordsOf<Property>) + std::ssize(pitfalls()));
}

void TestLockCheck::page_isEscaped_andHasNoScript()
{
    auto nasty = playedStory({stolen});
    nasty.library = "<script>alert(1)</script> & co";
    nasty.verdicts.front().sentence = "<img src=x onerror=alert(1)>";
    nasty.scenario.name = "<b>";
    nasty.folder = QDir::homePath() + u"/runs/<i>"_s;
    const auto page = QString::fromUtf8(checkPage(checkOf(checkParts({nasty}))));
    for (const auto &tag : {u"<script"_s, u"<img"_s, u"<b>R"_s, u"<i>"_s})
        QVERIFY2(!page.contains(tag), qPrintable(tag));
    QVERIFY(page.contains(u"&lt;img src=x"_s));
    QVERIFY(page.contains(u"default-src 'none'"_s));
    QVERIFY(!page.contains(QDir::homePath()));
    QVERIFY(page.contains(u"prefers-color-scheme"_s));
}

void TestLockCheck::everyPitfall_hasAWord()
{
    const auto check = checkOf(checkParts({}));
    QCOMPARE(check.pitfalls.size(), pitfalls().size());
    for (const auto &item : check.pitfalls) {
        QVERIFY(item.reason);
        QVERIFY(!itemText(item).isEmpty());
        QVERIFY(!answeringText(item).isEmpty());
    }
    QVERIFY(checkOf(checkParts({})) == check);
    QVERIFY(!toString(check).empty());
}

void TestLockCheck::progress_namesThePart()
{
    auto parts = checkParts({playedStory({stolen})});
    QVERIFY(checkProgress(checkOf(parts)).isEmpty());
    parts.known.parts[1] = {CheckPart::Kind::Stories, CheckPart::State::Plays, 12, 71, 2s, {}};
    QCOMPARE(checkProgress(checkOf(parts)), u"stories: 12 of 71 runs in 2.0 s; 1 broken so far"_s);
    QVERIFY(isRunning(checkOf(parts)));
}

LOCKSCOPE_TEST(TestLockCheck)
#include "tst_lock_check.moc"
