// SPDX-License-Identifier: MIT
// The same faults on several stores: the table in the window.
#include "lab_story.h"
#include "support/test_program.h"
#include "table_results.h"
#include "told_engine.h"
#include "ui/nameless_controls.h"

#include "ui/lab/page/lab_tables.h"
#include "ui/lab/tables/result_page.h"
#include "ui/lab/tables/store_model.h"
#include "ui/lab/tables/store_set.h"

#include <QAbstractItemModelTester>
#include <QCheckBox>
#include <QPushButton>
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

StoreCell cellWith(const std::string &name, Outcome outcome)
{
    Verdict verdict;
    verdict.property = Property::Resource;
    verdict.outcome = outcome;
    verdict.sentence = "B's write was lost";
    verdict.events = {17};
    StoreCell cell;
    cell.result = tests::played(tests::story(name, {}), {verdict});
    cell.result.folder = u"/runs/"_s + QString::fromStdString(name);
    cell.free = 1940ms;
    return cell;
}

// Crash and pause on two stores are played.
StoreComparisonResult firstRuns()
{
    auto comparison = plannedComparison({Store::Redis, Store::Etcd});
    comparison.folder = u"/runs"_s;
    comparison.cells[0][0] = cellWith("redis-crash", Outcome::Held);
    comparison.cells[1][0] = cellWith("redis-pause", Outcome::Violated);
    comparison.cells[0][1] = cellWith("etcd-crash", Outcome::Held);
    comparison.cells[1][1] = cellWith("etcd-pause", Outcome::Violated);
    comparison.cells[1][1]->result.error = Error{ErrorKind::Transport, "the program etcd is not installed", {}};
    comparison.cells[1][1]->result.scenario.store = Store::Etcd;
    return comparison;
}

class StoresEngine final : public lockscope::test::ToldEngine
{
public:
    void playTable(TableOrder order) override { orders.push_back(std::move(order)); }
    void stopTable() override { emit tableEnded(); }

    std::vector<TableOrder> orders;
};

struct StoreRoom
{
    StoreRoom()
    {
        tables.resize(1221, 601); // of a window of 1280 × 720
        tables.show(Kind::Stores, {});
        tables.show();
    }

    ResultPage *page() const { return tables.page(Kind::Stores); }
    QPushButton *start() const { return page()->findChild<QPushButton *>(u"tableStart"_s); }

    QTemporaryDir folder;
    QSettings settings{folder.filePath(u"settings.ini"_s), QSettings::IniFormat};
    StoresEngine engine;
    LabTables tables{&engine, &settings};
};

} // namespace

class TestStoreTable final : public QObject
{
    Q_OBJECT

private slots:
    void cell_saysTimeAndFinding();
    void stores_areChosen();
    void cell_isOpened();
    void controls_haveNames();
};

void TestStoreTable::cell_saysTimeAndFinding()
{
    StoreModel model;
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    QCOMPARE(model.rowCount(), 0);
    model.show(plannedComparison({Store::Redis, Store::Etcd}));
    QCOMPARE(model.rowCount(), 5);
    QCOMPARE(model.planned(), 10);
    QCOMPARE(model.index(0, 1).data().toString(), u"to be played"_s);
    model.show(firstRuns());
    QCOMPARE(model.played(), 4);
    QCOMPARE(model.headerData(2, Qt::Horizontal).toString(), u"etcd"_s);
    QCOMPARE(model.index(1, StoreModel::Fault).data().toString(), u"Pause"_s);
    QCOMPARE(model.index(0, 1).data().toString(), u"1.94 s\n✓ held"_s);
    QCOMPARE(model.index(1, 1).data().toString(), u"1.94 s\n✗ resource"_s);
    QVERIFY(model.index(1, 2).data().toString().startsWith(u"not played"_s));
    const auto why = model.index(1, 2).data(ResultModel::DetailsRole).toString();
    QVERIFY2(why.contains(u"etcd is not installed"_s) && why.contains(u"etcd-server python3-etcd3"_s), qPrintable(why));
    QVERIFY(model.index(1, 1).data(Qt::AccessibleTextRole).toString().startsWith(u"Pause on Redis: "_s));
}

void TestStoreTable::stores_areChosen()
{
    StoreRoom room;
    const auto boxes = room.page()->findChildren<QCheckBox *>();
    QVERIFY(boxes.size() >= 3);
    for (auto *box : boxes)
        box->setChecked(box->text() == u"etcd"_s);
    QVERIFY(std::ranges::none_of(boxes, [](const QCheckBox *box) { return box->isChecked() && box->isEnabled(); })); // the last one stays
    room.start()->click();
    QCOMPARE(room.engine.orders.size(), 1U);
    QVERIFY(room.engine.orders.front().kind == Kind::Stores);
    QVERIFY(room.engine.orders.front().stores == std::vector{Store::Etcd});
    QVERIFY(room.tables.isPlaying());
    emit room.engine.tableEnded();
    QVERIFY(!room.tables.isPlaying());
}

void TestStoreTable::cell_isOpened()
{
    StoreRoom room;
    emit room.engine.storesChanged(firstRuns());
    QSignalSpy wanted(&room.tables, &LabTables::runWanted);
    auto *table = room.page()->table();
    table->setCurrentIndex(table->model()->index(1, 1));
    QVERIFY2(room.page()->details().contains(u"B's write was lost"_s), qPrintable(room.page()->details()));
    QTest::keyClick(table, Qt::Key_Return);
    QCOMPARE(wanted.count(), 1);
    QCOMPARE(wanted.front().front().toString(), u"/runs/redis-pause"_s);
    QCOMPARE(wanted.front().back().toULongLong(), 17ULL);
}

void TestStoreTable::controls_haveNames()
{
    StoreRoom room;
    emit room.engine.storesChanged(firstRuns());
    QCOMPARE(nameless(room.tables), QStringList());
}

LOCKSCOPE_TEST(TestStoreTable)
#include "tst_store_table.moc"
