// SPDX-License-Identifier: MIT
// One story with several protocols: the rows, their common axis, and their table.
#include "lab_story.h"
#include "support/test_program.h"
#include "table_results.h"
#include "told_engine.h"
#include "ui/nameless_controls.h"

#include "lockcore/lab/scenario/built_in_scenarios.h"
#include "lockcore/report/moments.h"
#include "ui/lab/page/lab_tables.h"
#include "ui/lab/tables/compare_axis.h"
#include "ui/lab/tables/compare_model.h"
#include "ui/lab/tables/protocol_set.h"
#include "ui/lab/tables/result_page.h"
#include "ui/widgets/theme.h"

#include <QAbstractItemModelTester>
#include <QAction>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QScrollArea>
#include <QSettings>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace lockcore;
using namespace lockscope;
using namespace Qt::Literals::StringLiterals;
using namespace std::chrono_literals;
using Kind = TableOrder::Kind;

namespace {

CompactRow rowOf(const ShownRunPtr &run)
{
    return compactRowOf(HistoryIndex(run->report.history), run->report.verdicts, run->lanes, run->moments);
}

ComparedRun comparedRun(const std::string &protocol, double delay = 0)
{
    ComparedRun compared;
    const auto run = lockscope::test::plainDel(delay);
    compared.result = tests::played(tests::story(protocol, {}), run->report.verdicts);
    compared.row = rowOf(run);
    compared.fault = u"A is paused"_s;
    return compared;
}

ComparisonResult sixRuns()
{
    ComparisonResult comparison;
    for (const auto *const protocol : {"set-nx-del", "token", "fenced", "redlock", "redisson", "setnx-expire"}) {
        auto scenario = tests::story(protocol, {});
        scenario.protocol = protocol;
        comparison.scenarios.push_back(scenario);
        comparison.runs.push_back(comparedRun(protocol, static_cast<double>(comparison.runs.size()) * 20));
    }
    return comparison;
}

class ComparingEngine final : public lockscope::test::ToldEngine
{
public:
    void playTable(TableOrder order) override { orders.push_back(std::move(order)); }
    void stopTable() override { emit tableEnded(); }

    std::vector<TableOrder> orders;
};

Scenario builtInStory(const std::string &name)
{
    const auto all = builtInScenarios();
    return *std::ranges::find(all, name, &Scenario::name);
}

struct CompareRoom
{
    CompareRoom()
    {
        tables.resize(1221, 601); // of a window of 1280 × 720
        tables.compare(builtInStory("plain-del-after-expiry"));
        tables.show();
    }

    ResultPage *page() const { return tables.page(Kind::Compare); }
    ResultTable *table() const { return page()->table(); }
    QPushButton *button(const QString &name) const { return page()->findChild<QPushButton *>(name); }

    QTemporaryDir folder;
    QSettings settings{folder.filePath(u"settings.ini"_s), QSettings::IniFormat};
    ComparingEngine engine;
    LabTables tables{&engine, &settings};
};

int pixelsOf(const QImage &image, const QColor &colour)
{
    int count = 0;
    for (int y = 0; y < image.height(); ++y) {
        for (int x = 0; x < image.width(); ++x)
            count += image.pixelColor(x, y) == colour ? 1 : 0;
    }
    return count;
}

} // namespace

class TestCompareRows final : public QObject
{
    Q_OBJECT

private slots:
    void axis_alignsTheFaultsAndStretchesEvents();
    void story_isPlayedWithEachProtocol();
    void choice_isTwoToSixProtocols();
    void menu_staysOpenUntilCompare();
    void ticks_haveRoomAndCountFromTheFault();
    void axisAndLegend_areThereOnceThereAreRows();
    void sixRows_areWholeInASmallWindow();
    void row_isPaintedAndOpened();
    void skippedRun_saysWhy();
    void anotherStory_clearsTheRows();
    void controls_haveNames();
};

void TestCompareRows::axis_alignsTheFaultsAndStretchesEvents()
{
    const auto early = rowOf(lockscope::test::plainDel()), late = rowOf(lockscope::test::plainDel(100));
    const CompareAxis axis({&early, &late});
    double last = -1;
    for (auto time = early.begin - late.anchor.at; time <= late.end - late.anchor.at; time += 1ms) {
        QVERIFY(axis.placeOf(time) >= last);
        last = axis.placeOf(time);
    }
    QCOMPARE(axis.placeOf(late.begin - late.anchor.at), 0.0);
    QCOMPARE(axis.placeOf(late.end - late.anchor.at), 1.0);
    const auto width = [&](Microseconds from, Microseconds to) { return axis.placeOf(to) - axis.placeOf(from); };
    const auto second = early.holds.at(1).begin - early.anchor.at; // B's lock, 6 ms after the end of A's
    const auto first = early.holds.front().end - early.anchor.at;
    QVERIFY2(width(first, second) * 8 > width(Microseconds(0), first), "the 6 ms are seen, and so are the 200 ms before them");
    const auto alone = rowOf(lockscope::test::plainDel(200));
    const CompareAxis narrow({&alone});
    QVERIFY2(narrow.placeOf(Microseconds(0)) < 0.41, qPrintable(QString::number(narrow.placeOf(Microseconds(0)))));
}

void TestCompareRows::story_isPlayedWithEachProtocol()
{
    CompareRoom room;
    room.button(u"tableStart"_s)->click();
    QCOMPARE(room.engine.orders.size(), 1U);
    const auto &order = room.engine.orders.front();
    QCOMPARE(order.kind, Kind::Compare);
    QCOMPARE(order.story, std::string("plain-del-after-expiry"));
    std::vector<std::string> protocols;
    for (const auto &scenario : order.scenarios)
        protocols.push_back(scenario.protocol);
    const auto labels = room.page()->findChildren<QLabel *>();
    QVERIFY(
        std::ranges::any_of(labels, [](const QLabel *label) { return label->text() == u"A plain DEL removes somebody else's lock"_s; }));
    QCOMPARE(protocols, (std::vector<std::string>{"set-nx-del", "token", "token-watchdog", "fenced"}));
    QVERIFY(!room.page()->findChild<ProtocolSet *>()->isEnabled()); // while it is under way
    room.button(u"tableStop"_s)->click();
    QVERIFY(!room.tables.isPlaying());
}

void TestCompareRows::choice_isTwoToSixProtocols()
{
    ProtocolSet set;
    auto actions = set.findChild<QMenu *>()->actions();
    actions.erase(std::ranges::remove_if(actions, [](const QAction *action) { return !action->isCheckable(); }).begin(), actions.end());
    set.choose({"token", "fenced"});
    QCOMPARE(set.chosen().size(), 2U);
    const auto enabled = [&](bool checked) {
        return std::ranges::count_if(actions, [&](const QAction *action) { return action->isChecked() == checked && action->isEnabled(); });
    };
    QCOMPARE(enabled(true), 0); // one alone is no comparison
    QVERIFY(enabled(false) > 4);
    for (auto *action : actions) {
        if (action->isEnabled() && !action->isChecked())
            action->toggle();
    }
    QCOMPARE(set.chosen().size(), 6U);
    QCOMPARE(enabled(false), 0);
    QCOMPARE(enabled(true), 6);
}

void TestCompareRows::menu_staysOpenUntilCompare()
{
    CompareRoom room;
    auto *menu = room.page()->findChild<QMenu *>();
    menu->popup({});
    const auto click = [&](QAction *action) { QTest::mouseClick(menu, Qt::LeftButton, {}, menu->actionGeometry(action).center()); };
    auto *const own = menu->actions().front();
    const bool was = own->isChecked();
    click(own);
    QVERIFY(menu->isVisible() && own->isChecked() != was);
    menu->setActiveAction(own);
    QTest::keyClick(menu, Qt::Key_Space);
    QVERIFY(menu->isVisible() && own->isChecked() == was);
    QCOMPARE(menu->actions().back()->text(), u"&Compare these 4"_s);
    click(menu->actions().back());
    QVERIFY(!menu->isVisible());
    QCOMPARE(room.engine.orders.size(), 1U);
}

void TestCompareRows::ticks_haveRoomAndCountFromTheFault()
{
    constexpr double gap = 0.06;
    const auto early = rowOf(lockscope::test::plainDel()), late = rowOf(lockscope::test::plainDel(100));
    const CompareAxis axis({&early, &late});
    const auto ticks = axis.ticks(gap);
    QVERIFY(ticks.size() > 4 && std::ranges::is_sorted(ticks) && std::ranges::count(ticks, Microseconds(0)) == 1);
    for (std::size_t i = 1; i < ticks.size(); ++i)
        QVERIFY(axis.placeOf(ticks[i]) - axis.placeOf(ticks[i - 1]) >= gap);
    QVERIFY(CompareAxis().ticks(gap).empty());
}

void TestCompareRows::axisAndLegend_areThereOnceThereAreRows()
{
    CompareRoom room;
    const auto *legend = room.page()->findChild<QWidget *>(u"legend"_s);
    QVERIFY(!legend->isVisible());
    emit room.engine.comparisonChanged(sixRuns());
    QCoreApplication::processEvents();
    QVERIFY(legend->isVisible() && legend->accessibleName().contains(u"holds the lock in Redis"_s));
    auto *header = room.table()->horizontalHeader();
    QVERIFY(header->height() >= 2 * header->fontMetrics().height());
    const auto scale = [&] { return header->grab().toImage(); };
    const auto before = scale();
    emit room.engine.comparisonChanged({});
    QVERIFY(before != scale());
}

void TestCompareRows::sixRows_areWholeInASmallWindow()
{
    CompareRoom room;
    emit room.engine.comparisonChanged(sixRuns());
    QCoreApplication::processEvents();
    const auto *table = room.table();
    QCOMPARE(table->model()->rowCount(), 6);
    const auto bottom = table->rowViewportPosition(5) + table->rowHeight(5);
    QVERIFY2(bottom <= table->viewport()->height(), qPrintable(u"%1 of %2"_s.arg(bottom).arg(table->viewport()->height())));
    const auto *details = room.page()->findChild<QScrollArea *>();
    const int small = details->height();
    room.tables.resize(1221, 1000);
    QCoreApplication::processEvents();
    QVERIFY(details->height() > small); // what was found has its share of a higher window
}

void TestCompareRows::row_isPaintedAndOpened()
{
    CompareRoom room;
    emit room.engine.comparisonChanged(sixRuns());
    QSignalSpy wanted(&room.tables, &LabTables::runWanted);
    auto *table = room.table();
    const auto cell = table->visualRect(table->model()->index(1, CompareModel::Run));
    const auto image = table->viewport()->grab(cell).toImage();
    const auto danger = shadeColour(ShadedLabel::Shade::Danger, table->palette());
    QVERIFY(pixelsOf(image, ownerColour(table->palette(), 0)) > 100);
    QVERIFY(pixelsOf(image, ownerColour(table->palette(), 1)) > 100);
    QVERIFY(pixelsOf(image, danger) > 20); // the violation
    table->setCurrentIndex(table->model()->index(1, 0));
    QVERIFY(room.page()->details().contains(u"ownership"_s, Qt::CaseInsensitive));
    QTest::keyClick(table, Qt::Key_Return);
    QCOMPARE(wanted.count(), 1);
    QCOMPARE(wanted.front().front().toString(), u"/runs/token"_s);
    const auto text = table->model()->index(1, CompareModel::Run).data(Qt::AccessibleTextRole).toString();
    QVERIFY2(text.contains(u"A holds the lock from"_s) && text.contains(u"One removes or renews the lock of another (R1)"_s),
             qPrintable(text));
}

void TestCompareRows::skippedRun_saysWhy()
{
    CompareModel model;
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    auto comparison = sixRuns();
    comparison.runs[1]->result.notApplicable = "the story waits for a renewal";
    comparison.runs[2].reset();
    model.show(comparison);
    QCOMPARE(model.played(), 5);
    QCOMPARE(model.index(1, CompareModel::Run).data().toString(), u"skipped: the story waits for a renewal"_s);
    QVERIFY(model.index(1, CompareModel::Finding).data().toString().startsWith(u"– skipped"_s));
    QCOMPARE(model.index(2, CompareModel::Finding).data().toString(), u"to be played"_s);
    QCOMPARE(model.index(0, CompareModel::Run).data().toString(), QString());
    QVERIFY(model.summary().contains(u"A is paused"_s));
}

void TestCompareRows::anotherStory_clearsTheRows()
{
    CompareRoom room;
    emit room.engine.comparisonChanged(sixRuns());
    room.tables.compare(builtInStory("plain-del-after-expiry"));
    QCOMPARE(room.table()->model()->rowCount(), 6);
    room.tables.compare(builtInStory("pause-without-fencing"));
    QCOMPARE(room.table()->model()->rowCount(), 0);
}

void TestCompareRows::controls_haveNames()
{
    CompareRoom room;
    emit room.engine.comparisonChanged(sixRuns());
    QCOMPARE(nameless(room.tables), QStringList());
}

LOCKSCOPE_TEST(TestCompareRows)
#include "tst_compare_rows.moc"
