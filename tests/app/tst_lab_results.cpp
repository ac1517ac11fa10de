// SPDX-License-Identifier: MIT
// The results of the Lab as JUnit's XML, as a baseline, as the table of a suite, and the sources that a report shows.
#include "support/test_program.h"

#include "app/command/exit_codes.h"
#include "app/lab/lab_baseline.h"
#include "app/lab/lab_junit.h"
#include "app/lab/lab_output.h"
#include "app/lab/lab_suite.h"
#include "ui/runs/run_sources.h"
#include "ui/runs/verdict_json.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>
#include <QXmlStreamReader>

using namespace lockcore;
using namespace lockscope;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

Verdict verdict(Property property, Outcome outcome, Importance importance = Importance::Must)
{
    Verdict verdict;
    verdict.property = property;
    verdict.outcome = outcome;
    verdict.importance = importance;
    verdict.sentence = "because <&> \x1b";
    verdict.events = {3, 5};
    return verdict;
}

LabResult result(const std::string &name, std::vector<Verdict> verdicts, bool expects = false)
{
    LabResult result;
    result.scenario.name = name;
    result.scenario.expected = {{Property::Ownership, Outcome::Held}};
    result.expects = expects;
    result.verdicts = std::move(verdicts);
    result.library = "mylock 1.0";
    result.server = "redis 7.0.15";
    return result;
}

struct Element
{
    QString name, kind, message;
};

// The cases of all suites: their names, and what is below each.
std::vector<Element> casesIn(const QByteArray &xml)
{
    std::vector<Element> cases;
    QXmlStreamReader reader(xml);
    while (!reader.atEnd()) {
        if (reader.readNext() != QXmlStreamReader::StartElement)
            continue;
        if (reader.name() == u"testcase")
            cases.push_back({reader.attributes().value(u"name"_s).toString(), {}, {}});
        else if (reader.name() == u"failure" || reader.name() == u"error" || reader.name() == u"skipped")
            cases.back() = {cases.back().name, reader.name().toString(), reader.attributes().value(u"message"_s).toString()};
    }
    if (reader.hasError())
        cases.push_back({u"not well-formed"_s, reader.errorString(), {}});
    return cases;
}

QStringList kindsIn(const std::vector<LabResult> &results)
{
    QStringList kinds;
    for (const auto &one : casesIn(junitXml(results)))
        kinds << one.name + u": "_s + (one.kind.isEmpty() ? u"passed"_s : one.kind);
    return kinds;
}

QStringList textsOf(const std::vector<BaselineChange> &changes)
{
    QStringList texts;
    for (const auto &change : changes)
        texts << change.scenario + u": "_s + change.text;
    return texts;
}

void write(const QString &path, const QByteArray &bytes)
{
    QDir().mkpath(QFileInfo(path).path());
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(bytes);
}

History naming(const std::vector<std::string> &files)
{
    History history;
    for (const auto &file : files)
        history.entries.push_back({history.entries.size() + 1, {}, entry::Located{{"A", 1}, file, 1}});
    return history;
}

} // namespace

class TestLabResults final : public QObject
{
    Q_OBJECT

private slots:
    void junit_hasACaseForEachProperty();
    void junit_ofOwnWorkers_failsWhatMustHold();
    void junit_ofAScenarioThatExpectsAViolation_passes();
    void junit_namesFaultsOfTheLab_andOfWorkers();
    void junit_countsItsCases();
    void baseline_isReadBack();
    void baseline_failsOnChangeOnly();
    void baselineOfInconclusive_isOpen();
    void baseline_withoutAScenario_countsItsOwnResult();
    void wrongBaseline_isRefused_data();
    void wrongBaseline_isRefused();
    void incompleteRun_passesNothing();
    void decisiveMoments_areInTextAndJson();
    void remarkOnWorker_isShownAndCounts();
    void storyThatDoesNotApply_isSkippedWithItsReason();
    void whatStaysOpen_saysWhy();
    void suite_showsLatencies_andCounts();
    void suite_namesTheProof_andItsFolder();
    void suiteJson_hasEachRun();
    void sources_areReadUnderTheWorkersFolderOnly();
    void sources_ofOwnWorkers_areThoseOfTheBinary();
};

void TestLabResults::junit_hasACaseForEachProperty()
{
    const auto xml =
        junitXml({result("one", {verdict(Property::Ownership, Outcome::Violated), verdict(Property::Progress, Outcome::Inconclusive),
                                 verdict(Property::Fairness, Outcome::NotExercised), verdict(Property::Resource, Outcome::Held)})});
    const auto cases = casesIn(xml);
    QCOMPARE(cases.size(), 3u);
    QCOMPARE(cases[0].kind, u"failure"_s);
    QVERIFY2(cases[0].message.startsWith(u"violated: because <&> \\x1b"_s), qPrintable(cases[0].message));
    QVERIFY(xml.contains("proof: #3 #5"));
    QCOMPARE(cases[1].kind, u"skipped"_s);
    QVERIFY(cases[1].message.startsWith(u"inconclusive: because"_s));
    QCOMPARE(cases[2].kind, QString());
}

void TestLabResults::junit_ofOwnWorkers_failsWhatMustHold()
{
    const auto kinds = kindsIn({result("one", {verdict(Property::MutualExclusion, Outcome::Violated),
                                               verdict(Property::Fairness, Outcome::Violated, Importance::Promised),
                                               verdict(Property::Resource, Outcome::Violated, Importance::Informative),
                                               verdict(Property::LeaseOutlived, Outcome::Outlived, Importance::Informative)})});
    QCOMPARE(kinds,
             (QStringList{u"mutual exclusion: failure"_s, u"fairness: failure"_s, u"resource: passed"_s, u"lease outlived: passed"_s}));
}

void TestLabResults::junit_ofAScenarioThatExpectsAViolation_passes()
{
    auto expected = result("one", {verdict(Property::Ownership, Outcome::Violated), verdict(Property::Progress, Outcome::Violated)}, true);
    expected.scenario.expected = {{Property::Ownership, Outcome::Violated}, {Property::Watchdog, Outcome::Held}};
    expected.verdicts.push_back(verdict(Property::Watchdog, Outcome::NotExercised));
    QCOMPARE(kindsIn({expected}), (QStringList{u"ownership: passed"_s, u"progress: failure"_s, u"watchdog: skipped"_s}));
}

void TestLabResults::junit_namesFaultsOfTheLab_andOfWorkers()
{
    auto noServer = result("one", {});
    noServer.error = Error{ErrorKind::Transport, "no server", {}};
    auto wrongWorker = result("two", {});
    wrongWorker.error = Error{ErrorKind::Protocol, "the worker A: wrote a log to stdout", {}};
    auto skipped = result("three", {});
    skipped.skips = {"fair"};
    auto disagree = result("four", {verdict(Property::Ownership, Outcome::Held)});
    disagree.disagreement = "mutual exclusion";
    const auto cases = casesIn(junitXml({noServer, wrongWorker, skipped, disagree}));
    QCOMPARE(cases.size(), 5u);
    QCOMPARE(cases[0].kind, u"error"_s);
    QCOMPARE(cases[1].kind, u"failure"_s);
    QCOMPARE(cases[2].kind, u"skipped"_s);
    QCOMPARE(cases[2].message, u"skipped: the library has no fair"_s);
    QCOMPARE(cases[3].kind, QString());
    QCOMPARE(cases[4].kind, u"error"_s);
}

void TestLabResults::junit_countsItsCases()
{
    const auto xml = junitXml({result("one", {verdict(Property::Ownership, Outcome::Violated), verdict(Property::Progress, Outcome::Held)}),
                               result("two", {verdict(Property::Ownership, Outcome::Inconclusive)})});
    QVERIFY2(xml.contains("<testsuites name=\"lockscope lab\" tests=\"3\" failures=\"1\" errors=\"0\" skipped=\"1\">"), xml.constData());
    QVERIFY(junitXml({}).contains("tests=\"0\""));
}

void TestLabResults::baseline_isReadBack()
{
    auto skipped = result("two", {});
    skipped.skips = {"fair"};
    auto wrong = result("three", {});
    wrong.error = Error{ErrorKind::Protocol, "x", {}};
    const auto baseline = baselineOf(
        {result("one", {verdict(Property::Ownership, Outcome::Held), verdict(Property::Progress, Outcome::Violated)}), skipped, wrong});
    const auto read = baselineFrom(toJson(baseline), u"b.json"_s);
    QVERIFY(read.ok());
    QVERIFY(*read == baseline);
    QCOMPARE(read->library, u"mylock 1.0"_s);
    QVERIFY(baselineOf({result("one", {}, true)}).library.startsWith(u"lockscope/"_s));
    QCOMPARE(read->scenarios.at(u"one"_s).found.size(), 2u);
}

void TestLabResults::baseline_failsOnChangeOnly()
{
    const std::vector<LabResult> bad{
        result("one", {verdict(Property::Ownership, Outcome::Violated), verdict(Property::Progress, Outcome::Held)})};
    const std::vector<LabResult> good{
        result("one", {verdict(Property::Ownership, Outcome::Held), verdict(Property::Progress, Outcome::Held)})};
    QVERIFY(changesSince(baselineOf(bad), bad).empty());
    QCOMPARE(exitCodeOf(changesSince(baselineOf(bad), bad), bad), exitYes); // as bad as before
    const auto better = changesSince(baselineOf(bad), good);
    QCOMPARE(textsOf(better), QStringList{u"one: ownership: held, was violated"_s});
    QCOMPARE(exitCodeOf(better, good), exitViolated);
    QCOMPARE(exitCodeOf(changesSince(baselineOf(good), bad), bad), exitViolated);
    const std::vector<LabResult> worse{
        result("one", {verdict(Property::Ownership, Outcome::Held), verdict(Property::Progress, Outcome::Violated)})};
    QCOMPARE(textsOf(changesSince(baselineOf(good), worse)), QStringList{u"one: progress: violated, was not broken"_s});
    auto skipped = good;
    skipped[0].skips = {"try"};
    QCOMPARE(textsOf(changesSince(baselineOf(good), skipped)), QStringList{u"one: skipped, was played"_s});
    QVERIFY(changesText(better, u"b.json"_s).startsWith(u"Changed since b.json: 1\n  one: ownership: held, was violated\n"_s));
    QCOMPARE(changesText({}, u"b.json"_s), u"Nothing has changed since b.json.\n"_s);
}

void TestLabResults::baselineOfInconclusive_isOpen()
{
    const std::vector<LabResult> known{result("one", {verdict(Property::Ownership, Outcome::Held)})};
    const std::vector<LabResult> open{result("one", {verdict(Property::Ownership, Outcome::Inconclusive)})};
    QCOMPARE(exitCodeOf(changesSince(baselineOf(known), open), open), exitNotComplete);
    QCOMPARE(exitCodeOf(changesSince(baselineOf(open), open), open), exitYes);
    QCOMPARE(exitCodeOf(changesSince(baselineOf(open), known), known), exitYes);
    const std::vector<LabResult> bad{result("one", {verdict(Property::Ownership, Outcome::Violated)})};
    QCOMPARE(exitCodeOf(changesSince(baselineOf(open), bad), bad), exitViolated);
}

void TestLabResults::baseline_withoutAScenario_countsItsOwnResult()
{
    const std::vector<LabResult> bad{result("new", {verdict(Property::Ownership, Outcome::Violated)})};
    const std::vector<LabResult> good{result("new", {verdict(Property::Ownership, Outcome::Held)})};
    QCOMPARE(exitCodeOf(changesSince({}, bad), bad), exitViolated);
    QCOMPARE(exitCodeOf(changesSince({}, good), good), exitYes);
    QCOMPARE(textsOf(changesSince(baselineOf(good), {})), QStringList{u"new: in the baseline, and not played"_s});
}

void TestLabResults::wrongBaseline_isRefused_data()
{
    QTest::addColumn<QByteArray>("json");
    QTest::addColumn<QString>("sentence");
    QTest::newRow("no JSON") << QByteArray("{x") << u"b.json, line 1: this is not valid JSON: "_s;
    QTest::newRow("another file") << QByteArray("{}") << u"b.json, line 1: this is no baseline; write it with --write-baseline"_s;
    QTest::newRow("a list") << QByteArray("\n[]") << u"b.json, line 2: this is no baseline; write it with --write-baseline"_s;
    QTest::newRow("another version") << QByteArray("{\n\"lockscope_baseline\":2}")
                                     << u"b.json, line 2: this baseline has version 2, not 1; write it again with --write-baseline"_s;
    QTest::newRow("no scenarios") << QByteArray("{\"lockscope_baseline\":1}") << u"b.json, line 1: \"scenarios\" is missing"_s;
    const auto row = [](const char *name, const QByteArray &scenarios, const QString &sentence) {
        QTest::newRow(name) << "{\"lockscope_baseline\":1,\n\"scenarios\":" + scenarios + '}' << u"b.json, line 2: "_s + sentence;
    };
    row("number", "5", u"here must be an object"_s);
    row("how", R"({"s":{"how":"x"}})", u"\"how\" must be played, skipped or error"_s);
    row("found", R"({"s":{"how":"played","found":"nonsense"}})", u"here must be an object"_s);
    row("property", R"({"s":{"how":"played","found":{"luck":"held"}}})", u"there is no property \"luck\""_s);
    row("verdict", R"({"s":{"how":"played","found":{"progress":"fine"}}})", u"there is no verdict \"fine\""_s);
    row("verdict's kind", R"({"s":{"how":"played","found":{"progress":5}}})", u"\"progress\" must be a text"_s);
}

void TestLabResults::wrongBaseline_isRefused()
{
    QFETCH(QByteArray, json);
    QFETCH(QString, sentence);
    const auto read = baselineFrom(json, u"b.json"_s);
    QVERIFY(!read.ok());
    QVERIFY2(QString::fromStdString(read.error().text).startsWith(sentence), read.error().text.c_str());
}

// Its story did not take place: what held proves little.
void TestLabResults::incompleteRun_passesNothing()
{
    auto cut = result("one", {verdict(Property::Ownership, Outcome::Held)});
    QCOMPARE(exitCodeOf(cut), exitYes);
    cut.premises.complete = false;
    cut.unmet = {Condition{Happening::Dead, "A", 1}};
    QCOMPARE(exitCodeOf(cut), exitNotComplete);
    QCOMPARE(kindsIn({cut}), (QStringList{u"ownership: passed"_s, u"the run: skipped"_s}));
    QVERIFY2(suiteLine(cut, 10, {}).endsWith(u"    did not happen: A dead\n"_s), qPrintable(suiteLine(cut, 10, {})));
    cut.scenario.importance = Importance::Informative;
    QCOMPARE(exitCodeOf(cut), exitNotComplete);
    auto notExercised = result("two", {verdict(Property::Ownership, Outcome::NotExercised)});
    QCOMPARE(exitCodeOf(notExercised), exitNotComplete);
    auto broken = cut;
    broken.scenario.importance = Importance::Must;
    broken.verdicts = {verdict(Property::Ownership, Outcome::Violated)};
    QCOMPARE(exitCodeOf(broken), exitViolated);
}

void TestLabResults::decisiveMoments_areInTextAndJson()
{
    auto one = result("one", {verdict(Property::Resource, Outcome::Held)}, true);
    one.figures.commands = 27;
    one.figures.handOvers = 2;
    one.moments = {{{48, Microseconds(13'140), Decisive::Cause, Outcome::Held, "a pause of A", {}}, Microseconds(3'140), "A is paused"},
                   {{174, Microseconds(431'040), Decisive::Protection, Outcome::Held, "refused: fencing token 1 < 2", "stock"},
                    Microseconds(421'040),
                    "the resource refuses the write of A: fencing token 1 < 2"}};
    const auto text = resultText(one, {});
    QVERIFY2(text.contains(u"\n  decisive moments\n    ▸ #48        3.14 ms  A is paused\n"
                           "    ✓ #174     421.04 ms  the resource refuses the write of A: fencing token 1 < 2\n"_s),
             qPrintable(text));
    QVERIFY2(text.contains(u"\n  13.5 commands for each of 2 hand-overs\n"_s), qPrintable(text));
    const auto json = QJsonDocument::fromJson(verdictJson(one)).object();
    QCOMPARE(json[u"hand_overs"_s].toInt(), 2);
    QCOMPARE(json[u"commands"_s].toInt(), 27);
    const auto moments = json[u"moments"_s].toArray();
    QCOMPARE(moments.size(), 2);
    QCOMPARE(moments[0][u"kind"_s].toString(), u"cause"_s);
    QCOMPARE(moments[0][u"text"_s].toString(), u"a pause of A"_s);
    QCOMPARE(moments[1][u"kind"_s].toString(), u"protection"_s);
    QCOMPARE(moments[1][u"entry"_s].toInt(), 174);
    QCOMPARE(moments[1][u"at_ms"_s].toDouble(), 421.04);
}

void TestLabResults::remarkOnWorker_isShownAndCounts()
{
    auto one = result("one", {verdict(Property::Ownership, Outcome::Held)});
    one.remarks = {{RunRemark::Weight::Note, "A did not end well"}};
    QCOMPARE(exitCodeOf(one), exitYes);
    QCOMPARE(kindsIn({one}), (QStringList{u"ownership: passed"_s}));
    QVERIFY2(suiteLine(one, 10, {}).endsWith(u"    A did not end well.\n"_s), qPrintable(suiteLine(one, 10, {})));
    one.remarks[0].weight = RunRemark::Weight::Spoils;
    QCOMPARE(exitCodeOf(one), exitNotComplete);
    QCOMPARE(kindsIn({one}), (QStringList{u"ownership: passed"_s, u"the run: skipped"_s}));
    one.remarks[0].weight = RunRemark::Weight::Mistake;
    QCOMPARE(exitCodeOf(one), exitViolated);
    QCOMPARE(kindsIn({one}), (QStringList{u"ownership: passed"_s, u"the run: failure"_s}));
    auto informative = result("two", {verdict(Property::Ownership, Outcome::NotExercised)});
    informative.scenario.importance = Importance::Informative;
    QCOMPARE(exitCodeOf(informative), exitYes);
    informative.remarks = {{RunRemark::Weight::Spoils, "no worker ever got the lock"}};
    QCOMPARE(exitCodeOf(informative), exitNotComplete);
    auto expected = result("three", {verdict(Property::Ownership, Outcome::Held)}, true);
    for (const auto weight : {RunRemark::Weight::Mistake, RunRemark::Weight::Spoils}) { // for a protocol that is known to be broken
        expected.remarks = {{weight, "its release freed nothing"}};
        QCOMPARE(exitCodeOf(expected), exitYes);
        QCOMPARE(kindsIn({expected}), (QStringList{u"ownership: passed"_s}));
    }
}

void TestLabResults::storyThatDoesNotApply_isSkippedWithItsReason()
{
    auto one = result("one", {verdict(Property::Progress, Outcome::NotExercised)});
    one.scenario.expected = {{Property::Progress, Outcome::Held}};
    one.premises.complete = false;
    QCOMPARE(exitCodeOf(one), exitNotComplete);
    const auto before = baselineOf({one});
    one.notApplicable = "B never said that it waits";
    QCOMPARE(exitCodeOf(one), exitYes);
    QCOMPARE(suiteLine(one, 10, {}), u"one       skipped: B never said that it waits\n"_s);
    const auto cases = casesIn(junitXml({one}));
    QCOMPARE(cases.size(), 1u);
    QCOMPARE(cases[0].kind, u"skipped"_s);
    QCOMPARE(cases[0].message, u"skipped: B never said that it waits"_s);
    auto other = one;
    other.verdicts[0].outcome = Outcome::Held;
    other.notApplicable.clear();
    QVERIFY(changesSince(before, {one}).empty() && changesSince(baselineOf({other}), {one}).empty());
    QVERIFY(baselineOf({one}) == before); // a baseline of an earlier version stays valid
    const auto read = resultFrom(verdictJson(one), u"verdict.json"_s);
    QVERIFY(read.ok() && read->notApplicable == one.notApplicable);
    QVERIFY(matchIn(verdictJson(one)) == Match::AsExpected);
}

void TestLabResults::whatStaysOpen_saysWhy()
{
    auto one = result("one", {verdict(Property::Progress, Outcome::NotExercised), verdict(Property::Fairness, Outcome::NotExercised)});
    one.scenario.expected = {{Property::Progress, Outcome::Held}};
    const auto line = suiteLine(one, 10, {});
    QVERIFY2(line.contains(u"\n    progress not exercised: because "_s), qPrintable(line));
    QVERIFY2(!line.contains(u"fairness"_s), qPrintable(line));
}

void TestLabResults::suite_namesTheProof_andItsFolder()
{
    auto one = result("one", {verdict(Property::Ownership, Outcome::Violated), verdict(Property::Progress, Outcome::Held)});
    one.folder = u"/runs/one-7"_s;
    const auto line = suiteLine(one, 10, {});
    QVERIFY2(line.endsWith(u"    ownership: because <&> \\x1b\n    /runs/one-7\n"_s), qPrintable(line));
    one.verdicts.erase(one.verdicts.begin());
    QVERIFY(!suiteLine(one, 10, {}).contains(u"/runs/one-7"_s)); // there is nothing to look at
}

void TestLabResults::suiteJson_hasEachRun()
{
    auto one = result("one", {verdict(Property::Ownership, Outcome::Violated)});
    one.folder = u"/runs/one-7"_s;
    auto two = result("two", {});
    two.skips = {"fair"};
    const auto runs = QJsonDocument::fromJson(suiteJson({one, two})).object()[u"runs"_s].toArray();
    QCOMPARE(runs.size(), 2);
    QCOMPARE(runs[0][u"scenario"_s].toString(), u"one"_s);
    QCOMPARE(runs[0][u"result"_s].toString(), u"violated"_s);
    QCOMPARE(runs[0][u"folder"_s].toString(), u"/runs/one-7"_s);
    QCOMPARE(runs[0][u"verdicts"_s][0][u"proof"_s].toArray().size(), 2);
    QCOMPARE(runs[1][u"result"_s].toString(), u"skipped"_s);
    QVERIFY(runs[1][u"why"_s].toString().contains(u"fair"_s));
}

void TestLabResults::suite_showsLatencies_andCounts()
{
    auto one = result("one", {verdict(Property::Ownership, Outcome::Violated)});
    one.figures.waits = {1200us, 1100us, 340ms};
    one.figures.wakeUps = {9500us};
    const auto line = suiteLine(one, 10, {});
    QVERIFY2(line.startsWith(u"one       violated         1.2/340        9.5/9.5\n    ownership violated"_s), qPrintable(line));
    auto skipped = result("two", {});
    skipped.skips = {"fair", "stall"};
    QCOMPARE(suiteLine(skipped, 10, {}), u"two       skipped: the library has no fair, stall\n"_s);
    const auto foot = suiteFoot({one, one, skipped}, {});
    QVERIFY2(foot.contains(u"mylock 1.0 on redis 7.0.15"_s) && foot.contains(u"2 violated"_s) && foot.contains(u"1 skipped"_s),
             qPrintable(foot));
    QVERIFY2(foot.contains(u"wake-up p50 9.50 ms, p99 9.50 ms (2 times)"_s), qPrintable(foot));
    const auto once = suiteFoot({one}, {});
    QVERIFY2(once.contains(u"wake-up 9.50 ms (once)"_s), qPrintable(once));
    QVERIFY(columnsOf(suiteHead(29, {}).trimmed()) <= 80);
}

void TestLabResults::sources_areReadUnderTheWorkersFolderOnly()
{
    const QTemporaryDir folder;
    const auto path = [&](const char *name) { return folder.filePath(QString::fromLatin1(name)); };
    write(path("w/worker.py"), "import lock\n");
    write(path("w/sub/lock.py"), "def lock(): pass\n");
    write(path("w/.env"), "SECRET=1\n");
    write(path("w/binary"), QByteArray("a\0b", 3));
    write(path("outside.py"), "secret\n");
    QVERIFY(QFile::link(path("outside.py"), path("w/link.py")));
    const std::vector<std::string> command{"python3", "-u", path("w/worker.py").toStdString(), "--fast"};
    QCOMPARE(ownFolderOf(command), QFileInfo(path("w")).absoluteFilePath());
    const auto history = naming({"worker.py", path("w/sub/lock.py").toStdString(), "sub/../worker.py", ".env", "binary", "../outside.py",
                                 path("outside.py").toStdString(), "link.py", "/etc/passwd", "", "nowhere.py", "sub"});
    QStringList read;
    for (const auto &source : sourcesOf(history, command))
        read << QString::fromStdString(source.named) + u" = "_s + source.path;
    QCOMPARE(read,
             (QStringList{u"worker.py = worker.py"_s, path("w/sub/lock.py") + u" = sub/lock.py"_s, u"sub/../worker.py = worker.py"_s}));
    QVERIFY(sourcesOf(history, {"my_worker"}).empty()); // found by PATH: its folder is not its own
    QCOMPARE(sourceHashes("token", command).at(0).first, "worker.py");
    QCOMPARE(sourceHashes("token", command).at(0).second.size(), 64u);
}

void TestLabResults::sources_ofOwnWorkers_areThoseOfTheBinary()
{
    const auto sources = sourcesOf(naming({"lockcore/locks/token.cpp", "/etc/passwd", "../etc/passwd"}), {});
    QCOMPARE(sources.size(), 1u);
    QVERIFY(sources[0].text.contains("SPDX"));
    QCOMPARE(sourceHashes("token", {}).at(0).first, "lockcore/locks/token.cpp");
    QVERIFY(sourceHashes("external", {"python3"}).empty());
}

LOCKSCOPE_TEST(TestLabResults)
#include "tst_lab_results.moc"
