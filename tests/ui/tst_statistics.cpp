// SPDX-License-Identifier: MIT
#include "support/test_program.h"

#include "ui/nameless_controls.h"
#include "ui/page_case.h"

#include "ui/monitor/details_panel.h"
#include "ui/monitor/filter_bar.h"
#include "ui/monitor/statistics_dialog.h"
#include "ui/monitor/statistics_model.h"
#include "ui/words/statistics_words.h"

#include <QAbstractItemModelTester>
#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QLabel>

using namespace lockcore;
using namespace lockscope;
using namespace Qt::Literals::StringLiterals;
using namespace std::chrono_literals;

/// The statistics of a busy lock in the details, and of all locks by prefix.
class StatisticsTest final : public PageCase
{
    Q_OBJECT

private slots:
    void init()
    {
        open();
        apply(fake::Scene().first());
    }
    void cleanup() { m_page.reset(); }

    void busyLock_saysSoInTheDetails()
    {
        m_table->selectRow(static_cast<int>(names().indexOf(u"order:{4711}"_s)));
        QVERIFY2(!details().contains(u"p50"_s), qPrintable(details())); // nothing has happened
        beBusy(10, "order:{4711}");
        const auto text = details();
        QVERIFY2(text.contains(u"1.0/s (10)"_s), qPrintable(text));
        QVERIFY2(text.contains(u"p50 9 ms · p99 9 ms"_s), qPrintable(text));
        QVERIFY2(text.contains(u"of the last 10.0 s"_s), qPrintable(text));
        QVERIFY2(!text.contains(u"–"_s), qPrintable(text)); // nothing is said of waits that nobody has measured
    }

    void otherServer_startsAnew()
    {
        beBusy(10, "order:{4711}");
        m_page->showServer({});
        apply(fake::Scene().first());
        m_table->selectRow(static_cast<int>(names().indexOf(u"order:{4711}"_s)));
        QVERIFY2(!details().contains(u"p50"_s), qPrintable(details()));
    }

    void byPrefix_isATableThatFilters()
    {
        beBusy(3, "order:1");
        beBusy(4, "order:2");
        beBusy(2, "cart:{77}");
        auto *dialog = openDialog();
        QVERIFY(dialog);
        const auto *table = dialog->findChild<QTableView *>(u"statisticsTable"_s);
        QCOMPARE(rowOf(table, 0).mid(0, 2), (QStringList{u"order:#"_s, u"7"_s}));
        QCOMPARE(rowOf(table, 1).mid(0, 2), (QStringList{u"cart:*"_s, u"2"_s}));
        QCOMPARE(nameless(*dialog), QStringList());
        emit dialog->findChild<QTableView *>(u"statisticsTable"_s)->activated(table->model()->index(1, 0));
        QCOMPARE(m_page->findChild<FilterBar *>()->text(), QString()); // no row is current
        dialog->findChild<QTableView *>(u"statisticsTable"_s)->setCurrentIndex(table->model()->index(1, 0));
        QTest::keyClick(dialog->findChild<QTableView *>(u"statisticsTable"_s), Qt::Key_Return);
        QCOMPARE(m_page->findChild<FilterBar *>()->text(), u"name:cart:*"_s);
        QCOMPARE(names(), QStringList{u"cart:{77}"_s});
        for (auto *action : table->actions()) {
            if (action->shortcut() == QKeySequence(QKeySequence::Copy))
                action->trigger();
        }
        QVERIFY(QApplication::clipboard()->text().startsWith(u"Prefix\tHand-overs\t"_s));
    }

    void openTable_followsAndKeepsItsSelection()
    {
        beBusy(3, "order:1");
        auto *dialog = openDialog();
        auto *table = dialog->findChild<QTableView *>(u"statisticsTable"_s);
        table->selectRow(0);
        beBusy(5, "cart:{77}");
        QTRY_COMPARE(rowOf(table, 0).mid(0, 2), (QStringList{u"cart:*"_s, u"5"_s}));
        QCOMPARE(table->selectionModel()->selectedRows().front().row(), 1);
    }

    void nothingHappened_isSaid()
    {
        auto *dialog = openDialog();
        QVERIFY(dialog->findChild<QLabel *>(u"statisticsWords"_s)->text().startsWith(u"No lock has changed hands"_s));
    }

    void model_keepsItsIndexes()
    {
        StatisticsModel model;
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        const auto kinds = [](std::vector<std::string> names) {
            std::vector<KindStatistics> kinds;
            for (auto &name : names)
                kinds.push_back({std::move(name), {}});
            return kinds;
        };
        model.show(kinds({"a:#", "b:*"}));
        const QPersistentModelIndex a = model.index(0, 0), b = model.index(1, 0);
        model.show(kinds({"", "c[1]:#", "a:#"}));
        QCOMPARE(a.row(), 2);
        QVERIFY(!b.isValid());
        QCOMPARE(model.index(0, 0).data().toString(), u"others"_s);
        QVERIFY(model.filterTerm(0).isEmpty());
        QCOMPARE(model.filterTerm(1), u"name:c\\[1\\]:*"_s);
    }

    void rates_areReadable()
    {
        QCOMPARE(rateText(27.34), u"27.3/s"_s);
        QCOMPARE(rateText(1234.4), u"1,234/s"_s);
        QCOMPARE(rateText(0.02), u"1.2/min"_s);
        QCOMPARE(rateText(0), u"0.0/min"_s);
    }

private:
    // A second for each holding; the last one ends now.
    void beBusy(int times, const char *key)
    {
        auto change = changeWith({});
        m_now += times * 1s;
        change.serverNow += times * 1s;
        change.at = m_now;
        for (int i = 1; i <= times; ++i) {
            LockEvent event;
            event.id = {0, key};
            event.owner = "web-" + std::to_string(i);
            event.type = EventType::Acquired;
            event.time = change.serverNow - (times - i) * 1s - 9ms;
            change.events.push_back(event);
            event.type = EventType::Released;
            event.time += 9ms;
            change.events.push_back(event);
        }
        apply(change);
    }

    QString details() const
    {
        auto *panel = m_page->findChild<DetailsPanel *>();
        panel->refresh();
        return panel->text();
    }

    StatisticsDialog *openDialog() const
    {
        for (auto *action : m_page->viewActions())
            if (action->objectName() == u"statistics"_s)
                action->trigger();
        return m_page->findChild<StatisticsDialog *>();
    }

    static QStringList rowOf(const QTableView *table, int row)
    {
        QStringList cells;
        for (int column = 0; column < table->model()->columnCount(); ++column)
            cells << table->model()->index(row, column).data().toString();
        return cells;
    }
};

LOCKSCOPE_TEST(StatisticsTest)
#include "tst_statistics.moc"
