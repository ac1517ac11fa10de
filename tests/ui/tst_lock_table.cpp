// SPDX-License-Identifier: MIT
// The table's current row, its scrolling and its order while rows vanish and a pointer rests; and the widths of its columns.
#include "support/test_program.h"
#include "ui/page_case.h"

#include <QHeaderView>
#include <QMouseEvent>
#include <QScrollBar>
#include <QSignalSpy>

using namespace lockcore;
using namespace lockscope;
using namespace Qt::Literals::StringLiterals;
using namespace std::chrono_literals;

class LockTableTest final : public PageCase
{
    Q_OBJECT

private slots:
    void init() { open(); }
    void cleanup() { m_page.reset(); }

    void currentRowVanishes_nothingScrollsAndItsPlaceIsCurrent_data()
    {
        QTest::addColumn<bool>("selected");
        QTest::newRow("selected") << true;
        QTest::newRow("not selected") << false;
    }

    void currentRowVanishes_nothingScrollsAndItsPlaceIsCurrent()
    {
        QFETCH(bool, selected);
        show(200);
        QTRY_VERIFY(m_table->verticalScrollBar()->isVisible());
        const auto there = m_page->rows()->index(2, LockModel::Name);
        m_table->selectionModel()->setCurrentIndex(there, selected ? QItemSelectionModel::SelectCurrent | QItemSelectionModel::Rows
                                                                   : QItemSelectionModel::NoUpdate);
        vanish({key(2)});
        QCOMPARE(m_page->rows()->rowCount(), 199);
        QCOMPARE(m_table->verticalScrollBar()->value(), 0);
        QCOMPARE(m_table->currentIndex().row(), 2);
        QCOMPARE(m_table->currentIndex().siblingAtColumn(LockModel::Name).data().toString(), QString::fromStdString(key(3)));
        QVERIFY(!m_table->selectionModel()->hasSelection());
    }

    void lastRowVanishes_theOneBeforeItIsCurrent()
    {
        show(3);
        m_table->setCurrentIndex(m_page->rows()->index(2, LockModel::Name));
        vanish({key(1), key(2)});
        QCOMPARE(m_table->currentIndex().row(), 0);
        vanish({key(0)});
        QVERIFY(!m_table->currentIndex().isValid());
    }

    // The selection held the order; without it the rest is put in order, but not while the row is being taken out.
    void selectedRowVanishes_noOtherRowIsLost()
    {
        show(11);
        m_table->sortByColumn(LockModel::Lease, Qt::AscendingOrder);
        m_table->selectRow(m_page->rows()->rowCount() / 2);
        const auto chosen = m_page->rows()->rowAt(m_table->currentIndex())->lock.id.key;
        QSignalSpy held(m_page->rows(), &LockSortFilter::orderChanged);
        apply(changeWith({lock(0, 90s)})); // out of order from here on
        QVERIFY(m_page->rows()->holding() && m_page->rows()->outOfOrder());
        QTRY_VERIFY(held.size() >= 2); // the second: the pause between two sorts is over
        vanish({chosen});
        QCOMPARE(names().size(), 10);
        QVERIFY2(!names().contains(QString()), qPrintable(names().join(u' ')));
        QVERIFY(!names().contains(QString::fromStdString(chosen)));
        QVERIFY(!m_page->rows()->holding());
        apply(changeWith({lock(0, 91s), lock(1, 91s), lock(2, 91s)}));
        QCOMPARE(names().size(), 10);
        QCOMPARE(m_page->rows()->rowCount(), m_page->locks()->used());
    }

    void pointerRestsWhereTheTableComesUp_itIsSorted()
    {
        const QPointF place(100, 100);
        const auto at = [&](QPointF where) {
            QMouseEvent event(QEvent::MouseMove, where, m_table->viewport()->mapToGlobal(where), Qt::NoButton, Qt::NoButton,
                              Qt::NoModifier);
            QApplication::sendEvent(m_table->viewport(), &event);
        };
        QEnterEvent entered(place, place, m_table->viewport()->mapToGlobal(place));
        QApplication::sendEvent(m_table->viewport(), &entered);
        at(place); // Qt sends it when a widget comes up under the pointer
        apply(changeWith({lock(5, 30s)}));
        apply(changeWith({lock(3, 30s)}));
        QTRY_COMPARE(names(), (QStringList{QString::fromStdString(key(3)), QString::fromStdString(key(5))}));
        at(place + QPointF(3, 0));
        QVERIFY(m_page->rows()->holding());
        apply(changeWith({lock(1, 30s)}));
        QCOMPARE(names().last(), QString::fromStdString(key(1)));
    }

private:
    static Bytes key(int number) { return "lock:" + std::to_string(1'000 + number); }

    LockInfo lock(int number, Milliseconds left) const
    {
        return fake::lock(key(number), left, std::chrono::duration_cast<Milliseconds>(m_page->locks()->serverNow() - fake::serverTime({})));
    }

    void show(int count)
    {
        std::vector<LockInfo> locks;
        for (int i = 0; i < count; ++i)
            locks.push_back(fake::lock(key(i), 20s + i * 10ms));
        apply(changeWith(std::move(locks)));
        QCOMPARE(m_page->rows()->rowCount(), count);
    }

    // For good: they have lingered, too.
    void vanish(const std::vector<Bytes> &keys)
    {
        auto change = changeWith({});
        for (const auto &key : keys)
            change.gone.push_back({m_page->locks()->row(m_page->locks()->rowOf({0, key})).lock, EventType::Released});
        apply(change);
        m_now += LockRow::linger + 1ms;
        m_page->locks()->prune();
    }
};

LOCKSCOPE_TEST(LockTableTest)
#include "tst_lock_table.moc"
