// SPDX-License-Identifier: MIT
// A scenario with something changed for one run.
#include "support/built_in_scenario.h"
#include "support/test_program.h"

#include "lockcore/lab/scenario/built_in_scenarios.h"
#include "lockcore/lab/scenario/scenario_text.h"
#include "lockcore/locks/catalogue.h"
#include "ui/lab/change/change_panel.h"
#include "ui/lab/change/change_words.h"
#include "ui/lab/change/command_question.h"
#include "ui/lab/library/story_header.h"
#include "ui/lab/scenario/scenario_words.h"
#include "ui/widgets/link_button.h"

#include <QCheckBox>
#include <QComboBox>
#include <QLineEdit>
#include <QPushButton>
#include <QSettings>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTemporaryDir>
#include <QTest>
#include <QTextEdit>

#include <algorithm>

using namespace lockcore;
using namespace lockscope;
using lockcore::test::builtIn;
using namespace std::chrono_literals;
using namespace Qt::Literals::StringLiterals;

namespace {

// Why its text cannot be read; empty: it can be read, and gives the same scenario.
QString unreadable(const Scenario &scenario)
{
    const auto read = scenarioOf(textOf(scenario), "x.json");
    if (!read)
        return QString::fromStdString(read.error().text);
    auto same = *read;
    same.name = scenario.name;
    same.file = scenario.file;
    return same == scenario ? QString() : u"it is read as another one"_s;
}

bool waitsFor(const Scenario &scenario, Happening what)
{
    const auto has = [=](const std::vector<Condition> &conditions) {
        return std::any_of(conditions.begin(), conditions.end(), [=](const Condition &condition) { return condition.what == what; });
    };
    return std::any_of(scenario.script.begin(), scenario.script.end(), [&](const Fault &fault) { return has(fault.when); })
           || std::any_of(scenario.workers.begin(), scenario.workers.end(),
                          [&](const ScenarioWorker &worker) { return has(worker.after) || has(worker.again) || has(worker.workUntil); });
}

Fault faultOf(Action action, const std::string &who, Condition when, Milliseconds after = 0ms)
{
    Fault fault;
    fault.when = {std::move(when)};
    fault.after = after;
    fault.action = action;
    fault.who = who;
    return fault;
}

Scenario withAPause()
{
    auto scenario = builtIn("plain-del-after-expiry");
    scenario.script = {faultOf(Action::Pause, "A", {Happening::Inside, "A", 1}),
                       faultOf(Action::Resume, "A", {Happening::KeyExpired, "A", 1}, 5ms),
                       faultOf(Action::Kill, "B", {Happening::Resumed, "A", 1})};
    scenario.workers[1].after = {{Happening::Paused, "A", 1}};
    return scenario;
}

QByteArray scriptIn(const QTemporaryDir &folder, const QByteArray &content)
{
    QFile file(folder.filePath(u"worker.sh"_s));
    if (!file.open(QIODevice::WriteOnly) || file.write(content) != content.size())
        qFatal("the script cannot be written");
    return file.fileName().toUtf8();
}

} // namespace

class TestScenarioChange final : public QObject
{
    Q_OBJECT

private slots:
    void withoutChanges_scenarioStays();
    void sameValue_isNotAChange();
    void change_dropsExpectations();
    void everyProtocol_makesAReadableScenario();
    void otherProtocol_dropsWhatItCannotDo();
    void workers_areAddedAndRemoved();
    void fewerWorkers_areNotWaitedFor();
    void disabledFault_removesItsConditions();
    void longerLease_movesTheLimit();
    void everyFault_hasWords();
    void sentence_namesTheChange();
    void panel_marksAndUndoesChanges();
    void panel_offersTheTwin();
    void panel_hasNoCommandOfBuiltInWorkers();
    void header_linksOnlyToTheWeb();
    void command_isAskedOnce();
    void changedScript_asksAgain();
    void missingProgram_isNamed();
};

void TestScenarioChange::withoutChanges_scenarioStays()
{
    for (const auto &scenario : builtInScenarios())
        QVERIFY(changed(scenario, {}) == scenario);
}

void TestScenarioChange::sameValue_isNotAChange()
{
    const auto scenario = builtIn("plain-del-after-expiry");
    Change change;
    change.protocol = "set-nx-del";
    change.lease = 400ms;
    change.work = workOf(scenario);
    change.workers = 2;
    change.without = {17};
    QVERIFY(changed(scenario, change) == scenario);
    QCOMPARE(changeText(scenario, change), QString());
}

void TestScenarioChange::change_dropsExpectations()
{
    const auto scenario = builtIn("plain-del-after-expiry");
    Change change;
    change.protocol = "token";
    const auto now = changed(scenario, change);
    QVERIFY(now.expected.empty());
    QCOMPARE(now.protocol, std::string("token"));
    QVERIFY(now.name != scenario.name);
    QVERIFY(now.workers == scenario.workers && now.script == scenario.script && now.lease == scenario.lease);
}

void TestScenarioChange::everyProtocol_makesAReadableScenario()
{
    for (const auto &scenario : builtInScenarios()) {
        for (const auto &protocol : protocols()) {
            Change change;
            change.protocol = protocol.name;
            change.workers = 1;
            const auto wrong = unreadable(changed(scenario, change));
            QVERIFY2(wrong.isEmpty(), qPrintable(u"%1, %2: %3"_s.arg(QString::fromStdString(scenario.name),
                                                                     QString::fromUtf8(protocol.name.data()), wrong)));
        }
    }
}

void TestScenarioChange::otherProtocol_dropsWhatItCannotDo()
{
    const auto scenario = builtIn("watchdog-renews");
    Change change;
    change.protocol = "set-nx-del";
    const auto plain = changed(scenario, change);
    QVERIFY(plain.needs.empty());
    QVERIFY(std::all_of(plain.workers.begin(), plain.workers.end(), [](const auto &worker) { return worker.givesLease; }));
    change.protocol = "redlock";
    QCOMPARE(changed(scenario, change).servers, 3);
    change.protocol = "fenced";
    QVERIFY(changed(scenario, change).fenced);
    change.protocol = "token";
    QVERIFY(!changed(builtIn("pause-with-fencing"), change).fenced);
    const auto alone = changed(builtIn("readers-and-writer"), change);
    QVERIFY(
        std::all_of(alone.workers.begin(), alone.workers.end(), [](const auto &worker) { return worker.mode == entry::Mode::Exclusive; }));
    change.protocol = "redisson-readwrite";
    QVERIFY(changed(builtIn("readers-and-writer"), change).workers.front().mode == entry::Mode::Read);
    change.protocol = "external";
    QCOMPARE(unreadable(changed(builtIn("readers-and-writer"), change)), QString());
}

void TestScenarioChange::workers_areAddedAndRemoved()
{
    const auto scenario = builtIn("plain-del-after-expiry");
    Change change;
    change.workers = 30;
    const auto many = changed(scenario, change);
    QCOMPARE(many.workers.size(), std::size_t(30));
    QCOMPARE(many.workers[2].name, std::string("C"));
    QVERIFY(many.workers[2].after == scenario.workers[1].after);
    QCOMPARE(unreadable(many), QString());
}

void TestScenarioChange::fewerWorkers_areNotWaitedFor()
{
    Change change;
    change.workers = 1;
    for (const auto &scenario : builtInScenarios()) {
        const auto one = changed(scenario, change);
        QCOMPARE(one.workers.size(), std::size_t(1));
        QVERIFY2(unreadable(one).isEmpty(), qPrintable(unreadable(one)));
    }
}

void TestScenarioChange::disabledFault_removesItsConditions()
{
    const auto scenario = withAPause();
    Change change;
    change.without = {0};
    const auto now = changed(scenario, change);
    QVERIFY(!waitsFor(now, Happening::Paused)); // otherwise B would wait until the limit
    QCOMPARE(now.script.size(), std::size_t(2));
    change.without = {1};
    const auto asleep = changed(scenario, change);
    QVERIFY(!waitsFor(asleep, Happening::Resumed));
    QVERIFY(waitsFor(asleep, Happening::Paused));
    QCOMPARE(asleep.script.size(), std::size_t(1)); // what waits for the waking goes too
    change.without = {0, 1, 2};
    QVERIFY(changed(scenario, change).script.empty());
}

void TestScenarioChange::longerLease_movesTheLimit()
{
    const auto scenario = builtIn("plain-del-after-expiry");
    Change change;
    change.lease = 5s;
    QVERIFY(changed(scenario, change).limit > 5s);
    change.lease = 100ms;
    QCOMPARE(changed(scenario, change).limit, scenario.limit);
    change.lease = 10min;
    change.work = 10min;
    QCOMPARE(unreadable(changed(scenario, change)), QString());
}

void TestScenarioChange::everyFault_hasWords()
{
    for (std::size_t action = 0; action < wordsOf<Action>.size(); ++action) {
        for (std::size_t what = 0; what < wordsOf<Happening>.size(); ++what) {
            const auto fault = faultOf(static_cast<Action>(action), "A", {static_cast<Happening>(what), "B", 2}, 5ms);
            const auto text = faultText(fault);
            QVERIFY2(!text.isEmpty() && !text.contains(u'%'), qPrintable(text));
        }
    }
    QCOMPARE(faultText(faultOf(Action::Pause, "A", {Happening::KeyExpired, "A", 1})), u"pause A at its lease's end"_s);
    QCOMPARE(faultText(faultOf(Action::Pause, "A", {Happening::Inside, "A", 1}, 5ms)), u"pause A when it is inside, after 5 ms"_s);
    auto aimed = faultOf(Action::HoldRequest, "A", {Happening::KeyExpired, "B", 1, "ledger"});
    aimed.lock = "till";
    QCOMPARE(faultText(aimed), u"hold A's next command (till) when B's lease ends (ledger)"_s);
    const auto nasty = faultText(faultOf(Action::Pause, "\x1b[2m", {Happening::Inside, "\x1b[1m", 1}));
    QVERIFY(!nasty.contains(QChar(0x1b)));
}

void TestScenarioChange::sentence_namesTheChange()
{
    Change change;
    change.protocol = "token";
    QCOMPARE(changeText(withAPause(), change), u"The same pause against “token”"_s);
    change.protocol.reset();
    change.lease = 800ms;
    change.without = {0};
    QCOMPARE(changeText(withAPause(), change), u"The same story: lease 800 ms, without “pause A”"_s);
}

void TestScenarioChange::panel_marksAndUndoesChanges()
{
    ChangePanel panel;
    const auto scenario = withAPause();
    panel.show(scenario, nullptr);
    QVERIFY(panel.scenario() == scenario);
    auto *run = panel.findChild<QPushButton *>(u"runChanged"_s);
    QVERIFY(!run->isEnabled());
    panel.findChild<QSpinBox *>(u"lease"_s)->setValue(900);
    panel.findChild<QComboBox *>(u"protocol"_s)->setCurrentText(u"token"_s);
    panel.findChildren<QCheckBox *>().front()->setChecked(false);
    QCOMPARE(panel.scenario().lease, 900ms);
    QCOMPARE(panel.scenario().protocol, std::string("token"));
    QCOMPARE(panel.change().without, std::set<std::size_t>{0});
    QVERIFY(run->isEnabled());
    QStringList backs;
    for (auto *link : panel.findChildren<LinkButton *>()) {
        if (!link->isHidden())
            backs << link->accessibleName();
    }
    QCOMPARE(backs, (QStringList{u"Take back: Protocol"_s, u"Take back: Lease"_s, u"Take all back"_s}));
    panel.takeBack();
    QVERIFY(panel.scenario() == scenario);
    QVERIFY(!run->isEnabled());
}

void TestScenarioChange::panel_offersTheTwin()
{
    ChangePanel panel;
    QSignalSpy wanted(&panel, &ChangePanel::twinWanted);
    const auto twin = builtIn("token-after-expiry");
    panel.show(builtIn("plain-del-after-expiry"), &twin);
    auto *button = panel.findChild<QPushButton *>(u"twin"_s);
    QCOMPARE(button->text(), u"Same with “token”"_s);
    button->click();
    QCOMPARE(wanted.value(0).value(0).toString(), u"token-after-expiry"_s);
    panel.show(builtIn("re-entry"), nullptr);
    QVERIFY(button->isHidden());
}

void TestScenarioChange::panel_hasNoCommandOfBuiltInWorkers()
{
    ChangePanel panel;
    panel.show(builtIn("plain-del-after-expiry"), nullptr);
    auto *protocol = panel.findChild<QComboBox *>(u"protocol"_s);
    auto *command = panel.findChild<QLineEdit *>(u"command"_s);
    command->setText(u"rm -rf x"_s);
    QVERIFY(command->isHidden());
    QVERIFY(panel.command().empty());
    protocol->setCurrentIndex(protocol->count() - 1);
    QVERIFY(!command->isHidden());
    command->setText(u"node 'my worker.js' --fast"_s);
    QCOMPARE(panel.command(), (std::vector<std::string>{"node", "my worker.js", "--fast"}));
    QCOMPARE(panel.scenario().protocol, std::string("external"));
}

void TestScenarioChange::header_linksOnlyToTheWeb()
{
    auto scenario = builtIn("plain-del-after-expiry");
    scenario.pitfalls.clear(); // they are links to their page
    scenario.sources = {"https://redis.io/x", "file:///etc/passwd", "javascript:alert(1)", "x"};
    StoryHeader header;
    QSignalSpy wanted(&header, &StoryHeader::linkWanted);
    header.show(scenario);
    const auto links = header.findChildren<LinkButton *>(u""_s); // the others have names
    QCOMPARE(links.size(), 1);
    QCOMPARE(links.front()->text(), u"redis.io"_s);
    links.front()->click();
    QCOMPARE(wanted.value(0).value(0).toUrl(), QUrl(u"https://redis.io/x"_s));
    header.show(builtIn("pause-with-fencing"));
    QVERIFY(chipsOf(builtIn("pause-with-fencing")).contains(u"fenced resource"_s));
}

void TestScenarioChange::command_isAskedOnce()
{
    QTemporaryDir folder;
    QSettings settings(folder.filePath(u"x.ini"_s), QSettings::IniFormat);
    const std::vector<std::string> command{"/bin/sh", scriptIn(folder, "exit 0\n").toStdString(), "it's"};
    QWidget window;
    int runs = 0;
    const auto ask = [&] { askForCommand(command, &settings, &window, [&] { ++runs; }); };
    ask();
    QCOMPARE(runs, 0);
    auto *question = window.findChild<CommandQuestion *>();
    QVERIFY(question);
    const auto shown = question->findChild<QTextEdit *>(u"command"_s)->toPlainText();
    QVERIFY2(shown.startsWith(u"/bin/sh "_s) && shown.endsWith(u"'it'\\''s'"_s), qPrintable(shown));
    question->reject();
    QCOMPARE(runs, 0);
    ask();
    window.findChildren<CommandQuestion *>().last()->findChild<QPushButton *>(u"runIt"_s)->click();
    QCOMPARE(runs, 1);
    ask();
    QCOMPARE(runs, 2); // not asked again
}

void TestScenarioChange::changedScript_asksAgain()
{
    QTemporaryDir folder;
    QSettings settings(folder.filePath(u"x.ini"_s), QSettings::IniFormat);
    const std::vector<std::string> command{"/bin/sh", scriptIn(folder, "exit 0\n").toStdString()};
    CommandConsent consent(&settings);
    const auto facts = commandFacts(command);
    QVERIFY(facts.ok());
    QCOMPARE(facts->files.size(), 2);
    QVERIFY(!consent.has(*facts) && !consent.hasOther(*facts));
    consent.give(*facts);
    QVERIFY(consent.has(*commandFacts(command)));
    scriptIn(folder, "exit 1\n");
    const auto now = commandFacts(command);
    QVERIFY(!consent.has(*now) && consent.hasOther(*now));
    QVERIFY(!consent.has(*commandFacts({"/bin/sh", command[1], "more"})));
}

void TestScenarioChange::missingProgram_isNamed()
{
    QTemporaryDir folder;
    QVERIFY(!commandFacts({}).ok());
    const auto missing = commandFacts({"no-such-program-here"});
    QVERIFY(!missing.ok());
    QVERIFY(QString::fromStdString(missing.error().text).contains(u"no-such-program-here"_s));
    QVERIFY(!commandFacts({scriptIn(folder, "exit 0\n").toStdString()}).ok()); // may not be executed
}

LOCKSCOPE_TEST(TestScenarioChange)
#include "tst_scenario_change.moc"
