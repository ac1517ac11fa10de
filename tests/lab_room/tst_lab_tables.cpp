// SPDX-License-Identifier: MIT
// The tables of the room: their pages with an engine that plays nothing, and the real engine with real servers.
#include "support/eventually.h"
#include "support/test_program.h"
#include "table_results.h"
#include "told_engine.h"
#include "ui/nameless_controls.h"

#include "lockcore/lab/scenario/built_in_scenarios.h"
#include "lockcore/lab/scenario/store_fit.h"
#include "ui/lab/change/command_question.h"
#include "ui/lab/change/subject_field.h"
#include "ui/lab/engine/run_pool_engine.h"
#include "ui/lab/page/lab_tables.h"
#include "ui/lab/tables/result_model.h"
#include "ui/lab/tables/result_page.h"
#include "ui/lab/tables/suite_model.h"

#include <QComboBox>
#include <QLineEdit>
#include <QPushButton>
#include <QSettings>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace lockcore;
using namespace lockscope;
using namespace lockscope::tests;
using namespace Qt::Literals::StringLiterals;
using lockcore::test::eventually;
using Kind = TableOrder::Kind;

namespace {

class FakeEngine final : public lockscope::test::ToldEngine
{
public:
    void playTable(TableOrder order) override { orders.push_back(std::move(order)); }
    void stopTable() override
    {
        ++stops;
        emit tableEnded();
    }

    std::vector<TableOrder> orders;
    int stops = 0;
};

struct TablesRoom
{
    explicit TablesRoom(Kind kind = Kind::Suite)
    {
        tables.resize(1200, 700);
        tables.show(kind, "token");
        tables.show();
    }

    ResultPage *page(Kind kind = Kind::Suite) const { return tables.page(kind); }
    QPushButton *button(const QString &name, Kind kind = Kind::Suite) const { return page(kind)->findChild<QPushButton *>(name); }

    QTemporaryDir folder;
    QSettings settings{folder.filePath(u"settings.ini"_s), QSettings::IniFormat};
    FakeEngine engine;
    LabTables tables{&engine, &settings};
};

std::vector<Scenario> stories(std::initializer_list<std::string> names)
{
    std::vector<Scenario> all = builtInScenarios(), chosen;
    for (const auto &name : names)
        chosen.push_back(*std::find_if(all.begin(), all.end(), [&](const Scenario &scenario) { return scenario.name == name; }));
    return chosen;
}

RunPoolEngine::Options optionsIn(const QTemporaryDir &runs)
{
    RunPoolEngine::Options options;
    options.program = QStringLiteral(LOCKSCOPE_BINARY);
    options.runs = runs.path();
    return options;
}

} // namespace

class TestLabTables final : public QObject
{
    Q_OBJECT

private slots:
    void suite_playsEveryStoryUnchanged();
    void suite_playsTheStoriesWithAnotherProtocol();
    void sweep_startsWithTheChosenStorysProtocol();
    void shortTexts_needOneLine();
    void columns_areAllInSight();
    void row_opensItsRunByKeys();
    void unplayedRow_cannotBeOpened();
    void end_sortsProblemsFirst();
    void tables_runOneAtATime();
    void foreignCommand_isAskedFor();
    void storeOfTheWorkers_isChosenBesideTheirCommand_data();
    void storeOfTheWorkers_isChosenBesideTheirCommand();
    void currentRun_blocksTheStart();
    void controls_haveNames();
    void realSuite_keepsItsRunsInOneFolder();
    void storyThatTheStoreCannotPlay_isSkippedWithItsReason();
    void realSweep_isPlannedAndCanBeStopped();
    void tableAfterStoppedOne_isReportedAlone();
    void destroyedEngine_endsItsRuns();
    void check_asksForTheCommandFirst();
    void check_showsWhatIsUnderWay();
    void realCheck_canBeStoppedAndKept();
};

void TestLabTables::suite_playsEveryStoryUnchanged()
{
    TablesRoom room;
    room.button(u"tableStart"_s)->click();
    QCOMPARE(room.engine.orders.size(), 1U);
    QCOMPARE(room.engine.orders.front().scenarios, builtInScenarios());
    QVERIFY(room.tables.isPlaying());
    QVERIFY(!room.button(u"tableStart"_s)->isEnabled());
    room.button(u"tableStop"_s)->click();
    QCOMPARE(room.engine.stops, 1);
    QVERIFY(!room.tables.isPlaying());
    QVERIFY(room.button(u"tableStart"_s)->isEnabled());
}

void TestLabTables::suite_playsTheStoriesWithAnotherProtocol()
{
    TablesRoom room;
    room.page()->subject()->choose("token");
    room.button(u"tableStart"_s)->click();
    const auto &order = room.engine.orders.front();
    for (const auto &scenario : order.scenarios)
        QCOMPARE(scenario.protocol, std::string("token"));
    const auto own =
        std::count_if(order.scenarios.begin(), order.scenarios.end(), [](const Scenario &one) { return !one.expected.empty(); });
    QVERIFY(own > 0 && own < std::ssize(order.scenarios)); // scenarios about this protocol keep their expectations
}

void TestLabTables::sweep_startsWithTheChosenStorysProtocol()
{
    TablesRoom room(Kind::Sweep);
    room.button(u"tableStart"_s, Kind::Sweep)->click();
    QCOMPARE(room.engine.orders.front().protocol, std::string("token"));
    QVERIFY(room.engine.orders.front().kind == Kind::Sweep);
}

void TestLabTables::shortTexts_needOneLine()
{
    TablesRoom room(Kind::Sweep);
    emit room.engine.sweepChanged(smallSweep());
    auto *table = room.page(Kind::Sweep)->table();
    QVERIFY(table->isVisible());
    for (int row = 0; row < table->model()->rowCount(); ++row)
        QVERIFY2(table->rowHeight(row) < 2 * table->fontMetrics().height(), qPrintable(QString::number(table->rowHeight(row))));
}

void TestLabTables::columns_areAllInSight()
{
    TablesRoom room(Kind::Sweep);
    emit room.engine.sweepChanged(smallSweep());
    const auto *table = room.page(Kind::Sweep)->table();
    for (int column = 0; column < table->model()->columnCount(); ++column) {
        const auto begin = table->columnViewportPosition(column);
        QVERIFY2(begin >= 0 && begin + table->columnWidth(column) <= table->viewport()->width(), qPrintable(QString::number(column)));
    }
}

void TestLabTables::row_opensItsRunByKeys()
{
    TablesRoom room;
    emit room.engine.suiteChanged(fourStories());
    QSignalSpy opened(&room.tables, &LabTables::runWanted);
    auto *table = room.page()->table();
    table->setFocus();
    QVERIFY(!table->currentIndex().isValid() || table->selectionModel()->isSelected(table->currentIndex())); // the current row is visible
    QTest::keyClick(table, Qt::Key_Down);
    table->setCurrentIndex(table->model()->index(1, 0));
    QVERIFY(room.page()->details().contains(u"expected: held"_s));
    QTest::keyClick(table, Qt::Key_Return);
    QCOMPARE(opened.size(), 1);
    QCOMPARE(opened.front().at(0).toString(), u"/runs/two"_s);
    QCOMPARE(opened.front().at(1).toULongLong(), 7);
}

void TestLabTables::unplayedRow_cannotBeOpened()
{
    TablesRoom room;
    emit room.engine.suiteChanged(fourStories());
    QSignalSpy opened(&room.tables, &LabTables::runWanted);
    auto *table = room.page()->table();
    table->setCurrentIndex(table->model()->index(3, 0));
    QTest::keyClick(table, Qt::Key_Return);
    QCOMPARE(opened.size(), 0);
    QVERIFY(!room.button(u"tableOpen"_s)->isEnabled());
}

void TestLabTables::end_sortsProblemsFirst()
{
    TablesRoom room;
    room.button(u"tableStart"_s)->click();
    emit room.engine.suiteChanged(fourStories());
    const auto story = [&](int row) { return room.page()->table()->model()->index(row, SuiteModel::Story).data().toString(); };
    QCOMPARE(story(0), u"The story of one"_s); // nothing moves while it is played
    emit room.engine.tableEnded();
    QCOMPARE(story(0), u"The story of two"_s);
    QCOMPARE(story(1), u"The story of three"_s);
    QCOMPARE(story(3), u"The story of four"_s);
}

void TestLabTables::tables_runOneAtATime()
{
    TablesRoom room;
    QSignalSpy playing(&room.tables, &LabTables::playingChanged);
    room.button(u"tableStart"_s)->click();
    room.tables.show(Kind::Sweep, "token");
    QVERIFY(!room.button(u"tableStart"_s, Kind::Sweep)->isEnabled());
    QVERIFY(!room.button(u"tableStart"_s, Kind::Sweep)->toolTip().isEmpty());
    emit room.engine.tableEnded();
    QVERIFY(room.button(u"tableStart"_s, Kind::Sweep)->isEnabled());
    QCOMPARE(playing.size(), 2);
}

void TestLabTables::foreignCommand_isAskedFor()
{
    TablesRoom room(Kind::Sweep);
    auto *page = room.page(Kind::Sweep);
    page->subject()->choose("external");
    auto *start = room.button(u"tableStart"_s, Kind::Sweep);
    QVERIFY(!start->isEnabled()); // no command yet
    page->findChild<QLineEdit *>(u"tableCommand"_s)->setText(u"/bin/true a 'b c'"_s);
    QVERIFY(start->isEnabled());
    start->click();
    QVERIFY(room.engine.orders.empty());
    auto *question = room.tables.findChild<CommandQuestion *>();
    QVERIFY(question);
    question->reject();
    QVERIFY(room.engine.orders.empty());
    start->click();
    room.tables.findChildren<CommandQuestion *>().back()->accept();
    QCOMPARE(room.engine.orders.size(), 1U);
    QCOMPARE(room.engine.orders.front().command, (std::vector<std::string>{"/bin/true", "a", "b c"}));
}

void TestLabTables::storeOfTheWorkers_isChosenBesideTheirCommand_data()
{
    QTest::addColumn<Kind>("kind");
    QTest::newRow("suite") << Kind::Suite;
    QTest::newRow("sweep") << Kind::Sweep;
    QTest::newRow("check") << Kind::Check;
}

void TestLabTables::storeOfTheWorkers_isChosenBesideTheirCommand()
{
    QFETCH(const Kind, kind);
    TablesRoom room(kind);
    auto *page = room.page(kind);
    page->subject()->choose("token");
    auto *store = page->findChild<QComboBox *>(u"tableStore"_s);
    QVERIFY(store->isHidden()); // Lockscope's own workers speak to Redis
    page->subject()->choose("external");
    QVERIFY(store->isVisible());
    store->setCurrentText(u"on etcd"_s);
    page->findChild<QLineEdit *>(u"tableCommand"_s)->setText(u"/bin/true"_s);
    room.button(u"tableStart"_s, kind)->click();
    room.tables.findChildren<CommandQuestion *>().back()->accept();
    QCOMPARE(room.engine.orders.size(), 1U);
    const auto &order = room.engine.orders.front();
    QVERIFY(order.store == Store::Etcd);
    if (kind == Kind::Suite)
        QCOMPARE(order.scenarios.size(), builtInScenarios(Store::Etcd).size());
    for (const auto &story : order.scenarios)
        QVERIFY(story.store == Store::Etcd && story.lease >= leastLease(Store::Etcd));
    page->subject()->choose("token");
    QVERIFY(page->subject()->store() == Store::Redis);
}

void TestLabTables::currentRun_blocksTheStart()
{
    TablesRoom room;
    room.tables.setBlocked(u"A run is under way."_s);
    QVERIFY(!room.button(u"tableStart"_s)->isEnabled());
    room.tables.setBlocked({});
    QVERIFY(room.button(u"tableStart"_s)->isEnabled());
}

void TestLabTables::controls_haveNames()
{
    for (const auto kind : {Kind::Suite, Kind::Sweep, Kind::Check}) {
        TablesRoom room(kind);
        QCOMPARE(nameless(room.tables), QStringList());
        room.button(u"tableStart"_s, kind)->click();
        emit room.engine.suiteChanged(fourStories());
        emit room.engine.sweepChanged(smallSweep());
        emit room.engine.checkChanged(smallCheck(false));
        QCOMPARE(nameless(room.tables), QStringList());
    }
}

void TestLabTables::realSuite_keepsItsRunsInOneFolder()
{
    QTemporaryDir runs;
    RunPoolEngine engine(optionsIn(runs));
    SuiteResult last;
    connect(&engine, &LabEngine::suiteChanged, &engine, [&](const SuiteResult &soFar) { last = soFar; });
    QSignalSpy ended(&engine, &LabEngine::tableEnded);
    engine.playTable({Kind::Suite, stories({"unlock-in-finally", "unlock-checks-owner"}), {}, {}});
    QVERIFY(eventually([&] { return ended.size() == 1; }));
    QCOMPARE(playedOf(last).size(), 2U);
    for (const auto &result : playedOf(last)) {
        QVERIFY2(!result.error, result.error ? result.error->text.c_str() : "");
        QVERIFY(matchOf(result) == Match::AsExpected);
        QVERIFY(QFile::exists(result.folder + u"/report.html"_s));
        QCOMPARE(QFileInfo(result.folder).dir().dirName().left(6), u"suite-"_s);
    }
}

void TestLabTables::storyThatTheStoreCannotPlay_isSkippedWithItsReason()
{
    QTemporaryDir runs;
    RunPoolEngine engine(optionsIn(runs));
    SuiteResult last;
    connect(&engine, &LabEngine::suiteChanged, &engine, [&](const SuiteResult &soFar) { last = soFar; });
    QSignalSpy ended(&engine, &LabEngine::tableEnded);
    auto stories = builtInScenarios();
    std::erase_if(stories, [](const Scenario &story) { return story.servers == 1; });
    QVERIFY(!stories.empty());
    engine.playTable({.kind = Kind::Suite, .scenarios = {fittedTo(Store::Etcd, stories.front()).scenario}, .command = {"/bin/true"}});
    QVERIFY(eventually([&] { return ended.size() == 1; }));
    const auto &result = last.results.front().value();
    QVERIFY(!result.error && result.folder.isEmpty());
    QVERIFY2(skipText(result).startsWith(u"skipped: not playable on etcd: it needs several servers"_s), qPrintable(skipText(result)));
}

void TestLabTables::realSweep_isPlannedAndCanBeStopped()
{
    QTemporaryDir runs;
    RunPoolEngine engine(optionsIn(runs));
    SweepResult last;
    connect(&engine, &LabEngine::sweepChanged, &engine, [&](const SweepResult &soFar) { last = soFar; });
    QSignalSpy ended(&engine, &LabEngine::tableEnded);
    engine.playTable({Kind::Sweep, {}, "set-nx-del", {}});
    QVERIFY(eventually([&] { return countsOf(last).played > 0; }));
    engine.stopTable();
    QVERIFY(eventually([&] { return ended.size() == 1; }));
    QVERIFY(last.planned.size() > 4U);
    QVERIFY(countsOf(last).played < std::ssize(last.planned));
    const auto found = std::find_if(last.cells.begin(), last.cells.end(), [](const auto &cell) { return cell.has_value(); });
    QVERIFY(QFile::exists((*found)->result.folder + u"/history.jsonl"_s));
}

void TestLabTables::tableAfterStoppedOne_isReportedAlone()
{
    QTemporaryDir runs;
    RunPoolEngine engine(optionsIn(runs));
    QStringList told;
    connect(&engine, &LabEngine::suiteChanged, &engine,
            [&](const SuiteResult &soFar) { told << QString::fromStdString(soFar.scenarios.front().name); });
    connect(&engine, &LabEngine::tableEnded, &engine, [&] { told << u"ended"_s; });
    engine.playTable({Kind::Suite, stories({"work-outlives-lease"}), {}, {}});
    engine.stopTable();
    engine.stopTable(); // there is nothing left to stop
    engine.playTable({Kind::Suite, stories({"unlock-checks-owner"}), {}, {}});
    QVERIFY(eventually([&] { return told.count(u"ended"_s) == 2; }));
    engine.stopTable(); // likewise
    engine.playTable({Kind::Suite, stories({"unlock-in-finally"}), {}, {}});
    QVERIFY(eventually([&] { return told.count(u"ended"_s) == 3; }));
    QCOMPARE(told, (QStringList{u"work-outlives-lease"_s, u"ended"_s, u"unlock-checks-owner"_s, u"unlock-checks-owner"_s, u"ended"_s,
                                u"unlock-in-finally"_s, u"unlock-in-finally"_s, u"ended"_s}));
}

void TestLabTables::destroyedEngine_endsItsRuns()
{
    QTemporaryDir runs;
    auto engine = std::make_unique<RunPoolEngine>(optionsIn(runs));
    QSignalSpy changed(engine.get(), &LabEngine::suiteChanged);
    engine->playTable({Kind::Suite, stories({"work-outlives-lease"}), {}, {}});
    QVERIFY(eventually([&] { return !changed.isEmpty(); }));
    engine.reset(); // does not wait; the end of the program does
}

void TestLabTables::check_asksForTheCommandFirst()
{
    TablesRoom room(Kind::Check);
    QVERIFY(room.page(Kind::Check)->subject()->isOutside()); // somebody's own lock
    auto *start = room.button(u"tableStart"_s, Kind::Check);
    QVERIFY(!start->isEnabled());
    auto *command = room.page(Kind::Check)->findChild<QLineEdit *>(u"tableCommand"_s);
    QTest::keyClick(command, Qt::Key_Return);
    QVERIFY(!room.tables.findChild<CommandQuestion *>()); // there is no command yet
    command->setText(u"/bin/true"_s);
    QTest::keyClick(command, Qt::Key_Return);
    QVERIFY(room.engine.orders.empty());
    room.tables.findChild<CommandQuestion *>()->accept();
    QCOMPARE(room.engine.orders.size(), 1U);
    QVERIFY(room.engine.orders.front().kind == Kind::Check);
    QCOMPARE(room.engine.orders.front().command, std::vector<std::string>{"/bin/true"});
}

void TestLabTables::check_showsWhatIsUnderWay()
{
    TablesRoom room(Kind::Check);
    auto *page = room.page(Kind::Check);
    page->subject()->choose("token");
    room.button(u"tableStart"_s, Kind::Check)->click();
    emit room.engine.checkChanged(smallCheck(false));
    QVERIFY(page->table()->isVisible());
    QVERIFY(room.button(u"tableStop"_s, Kind::Check)->isVisible());
    QSignalSpy opened(&room.tables, &LabTables::runWanted);
    emit room.engine.checkChanged(smallCheck(true));
    emit room.engine.tableEnded();
    const auto first = page->table()->model()->index(0, 1);
    QCOMPARE(first.data().toString(), u"✗ broken"_s); // comes first at the end
    page->table()->setCurrentIndex(first);
    QTest::keyClick(page->table(), Qt::Key_Return);
    QCOMPARE(opened.size(), 1);
    QCOMPARE(opened.front().at(0).toString(), u"/runs/one"_s);
}

void TestLabTables::realCheck_canBeStoppedAndKept()
{
    QTemporaryDir runs;
    RunPoolEngine engine(optionsIn(runs));
    Check last;
    connect(&engine, &LabEngine::checkChanged, &engine, [&](const Check &soFar) { last = soFar; });
    QSignalSpy ended(&engine, &LabEngine::tableEnded);
    engine.playTable({Kind::Check, {}, "token", {}});
    QVERIFY(eventually([&] { return last.parts.size() > 1 && last.parts[1].done > 0; }));
    QVERIFY2(last.parts[0].state == CheckPart::State::Done && last.parts[0].done > 10, toString(last).c_str());
    engine.stopTable();
    QVERIFY(eventually([&] { return ended.size() == 1; }));
    QVERIFY(last.stopped);
    QVERIFY(!isRunning(last));
    QCOMPARE(last.library, std::string("lockscope/token 0.1.0"));
    QVERIFY(QFile::exists(last.folder + u"/check.html"_s));
}

LOCKSCOPE_TEST(TestLabTables)
#include "tst_lab_tables.moc"
