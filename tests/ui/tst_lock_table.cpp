// SPDX-License-Identifier: MIT
// The table's current row, its scrolling and its order while rows vanish and a pointer rests on it; and the widths of its columns.
#include "support/test_program.h"
#include "ui/page_case.h"

#include "ui/monitor/details_panel.h"
#include "ui/monitor/lock_column_widths.h"
#include "ui/widgets/figures.h"
#include "ui/widgets/flat_header.h"
#include "ui/widgets/lease_bar.h"
#include "ui/widgets/pill.h"
#include "ui/words/tone.h"

#include <QMouseEvent>
#include <QPainter>
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

    void currentRowVanishes_doesNotScrollAndKeepsPosition()
    {
        show(200);
        QTRY_VERIFY(m_table->verticalScrollBar()->isVisible());
        const auto there = m_page->rows()->index(2, LockModel::Name);
        m_table->selectionModel()->setCurrentIndex(there, QItemSelectionModel::NoUpdate);
        vanish({key(2)});
        QCOMPARE(m_page->rows()->rowCount(), 199);
        QCOMPARE(m_table->verticalScrollBar()->value(), 0);
        QCOMPARE(m_table->currentIndex().row(), 2);
        QCOMPARE(m_table->currentIndex().siblingAtColumn(LockModel::Name).data().toString(), QString::fromStdString(key(3)));
        QVERIFY(!m_table->selectionModel()->hasSelection());
    }

    void lastRowVanishes_previousRowIsCurrent()
    {
        show(3);
        m_table->selectionModel()->setCurrentIndex(m_page->rows()->index(2, LockModel::Name), QItemSelectionModel::NoUpdate);
        vanish({key(1), key(2)});
        QCOMPARE(m_table->currentIndex().row(), 0);
        vanish({key(0)});
        QVERIFY(!m_table->currentIndex().isValid());
    }

    // Only the pointer keeps the order: trouble comes first also while a person looks at a lock.
    void selection_doesNotPauseTheOrder()
    {
        show(5);
        m_table->sortByColumn(LockModel::Lease, Qt::AscendingOrder);
        m_table->selectRow(1);
        const auto chosen = m_page->rows()->rowAt(m_table->currentIndex())->lock.id;
        const auto first = m_page->rows()->rowAt(m_page->rows()->index(0, 0))->lock.id;
        apply(changeWith({lock(0, 90s), lock(1, 1s), lock(2, 2s), lock(3, 3s), lock(4, 4s)}));
        QVERIFY(!m_page->rows()->holding());
        QTRY_COMPARE(names().front(), QString::fromStdString(key(1)));
        QTRY_COMPARE(names().back(), QString::fromStdString(key(0)));
        QVERIFY(first.key != key(1) || chosen.key != key(0)); // they have moved
        QCOMPARE(m_page->rows()->rowAt(m_table->selectionModel()->selectedRows().front())->lock.id.key, chosen.key);
    }

    void selectedRowVanishes_otherRowsStay()
    {
        show(11);
        m_table->sortByColumn(LockModel::Lease, Qt::AscendingOrder);
        m_table->selectRow(m_page->rows()->rowCount() / 2);
        const auto chosen = m_page->rows()->rowAt(m_table->currentIndex())->lock.id.key;
        pointAt(0);
        QSignalSpy held(m_page->rows(), &LockSortFilter::orderChanged);
        apply(changeWith({lock(0, 90s)})); // out of order from here on
        QVERIFY(m_page->rows()->holding() && m_page->rows()->outOfOrder());
        QTRY_VERIFY(held.size() >= 2); // the second change of order: the pause between two sorts is over
        m_page->rows()->setFilter(*Filter::parse("-name:" + chosen));
        QCOMPARE(names().size(), 10);
        QVERIFY2(!names().contains(QString()), qPrintable(names().join(u' ')));
        QVERIFY(!names().contains(QString::fromStdString(chosen)));
        apply(changeWith({lock(0, 91s), lock(1, 91s), lock(2, 91s)}));
        QCOMPARE(names().size(), 10);
    }

    // They are sorted in above what is in sight, where nobody would see them.
    void newRowsAbove_areAnnouncedUntilSeen()
    {
        show(200);
        QTRY_VERIFY(m_table->verticalScrollBar()->isVisible());
        auto *pill = m_page->findChild<PillButton *>(u"newLocksAbove"_s);
        const auto come = [this](const std::vector<Bytes> &keys) {
            std::vector<LockInfo> locks;
            for (const auto &key : keys)
                locks.push_back(fake::lock(key, 90s));
            apply(changeWith(std::move(locks)));
        };
        come({"a-1"}); // at the beginning it is in sight
        QTRY_COMPARE(names().front(), u"a-1"_s);
        QVERIFY(pill->isHidden());
        m_table->verticalScrollBar()->setValue(100);
        come({"a-2", "a-3", "zz"}); // the last one is below
        QTRY_COMPARE(pill->text(), u"2 new ↑"_s);
        QVERIFY(pill->isVisible());
        QVERIFY(m_table->viewport()->geometry().contains(pill->geometry()));
        QVERIFY(!names().isEmpty() && m_table->verticalScrollBar()->value() > 0);
        vanish({"a-3"});
        QTRY_COMPARE(pill->text(), u"1 new ↑"_s);
        QTest::mouseClick(pill, Qt::LeftButton);
        QCOMPARE(m_table->verticalScrollBar()->value(), 0);
        QVERIFY(pill->isHidden());
        m_table->verticalScrollBar()->setValue(100);
        QTest::qWait(250);
        QVERIFY(pill->isHidden()); // they have been seen
    }

    void lockEndsUnderThePointer_rowsInSightStayUntilItLeaves()
    {
        show(200);
        QTRY_VERIFY(m_table->verticalScrollBar()->isVisible());
        m_table->verticalScrollBar()->setValue(20);
        pointAt(25);
        const auto places = [this] {
            QStringList places;
            for (int y = 0; y < m_table->viewport()->height(); y += m_table->rowHeight(0))
                places << m_table->indexAt({5, y}).siblingAtColumn(LockModel::Name).data().toString();
            return places;
        };
        const auto before = places();
        apply(changeWith({lock(0, 90s)}));
        auto newcomer = lock(500, 90s);
        newcomer.id.key = "a-newcomer"; // by its name, it would be the first
        apply(changeWith({newcomer}));
        vanish({key(3), key(22), key(23), key(190)});
        QCOMPARE(places(), before);
        QCOMPARE(m_page->rows()->rowCount(), 199); // of those out of sight, the ended ones have left
        QVERIFY(m_page->rows()->rowAt(m_table->indexAt({5, 3 * m_table->rowHeight(0) + 2}))->gone());
        const auto *paused = m_page->findChild<QLabel *>(u"orderPaused"_s);
        QTRY_COMPARE(paused->text(), u"order paused · 1 new"_s);
        QVERIFY(paused->isVisible());
        QTest::mouseClick(m_table->viewport(), Qt::LeftButton, {}, {5, 4 * m_table->rowHeight(0) + 2});
        QCOMPARE(m_table->currentIndex().siblingAtColumn(LockModel::Name).data().toString(), QString::fromStdString(key(24)));
        m_table->clearSelection();
        QEvent leave(QEvent::Leave);
        QApplication::sendEvent(m_table, &leave);
        m_page->locks()->prune();
        QCOMPARE(m_page->rows()->rowCount(), 199); // for as long as one that has just ended
        m_now += LockRow::linger + 1ms;
        m_page->locks()->prune();
        QCOMPARE(m_page->rows()->rowCount(), 197);
        QTRY_COMPARE(names().front(), u"a-newcomer"_s);
        QTRY_VERIFY(!paused->isVisible());
    }

    void sortedUnderThePointer_showsTheBegin()
    {
        show(200);
        pointAt(3);
        m_table->sortByColumn(LockModel::Name, Qt::DescendingOrder);
        QCOMPARE(m_table->verticalScrollBar()->value(), 0);
    }

    void selectedRowRemovedByReset_holdsNothing()
    {
        show(3);
        m_table->selectRow(1);
        m_page->showServer({}); // another connection
        apply(changeWith({lock(5, 30s)}));
        apply(changeWith({lock(3, 30s)}));
        QTRY_COMPARE(names(), (QStringList{QString::fromStdString(key(3)), QString::fromStdString(key(5))}));
    }

    void escapeInTable_clearsSelectionAndKeepsPosition()
    {
        show(5);
        m_table->selectRow(3);
        QTest::keyClick(m_table, Qt::Key_Escape);
        QVERIFY(!m_table->selectionModel()->hasSelection());
        QVERIFY(!m_page->rows()->holding());
        QCOMPARE(m_table->currentIndex().row(), 3);
        QTest::keyClick(m_table, Qt::Key_Down);
        QCOMPARE(m_table->currentIndex().row(), 3);
        QVERIFY(m_table->selectionModel()->isRowSelected(3, {}));
    }

    // In the narrowest page, which a window of 1280 pixels has, the last event is cut: the state says the same.
    void warningWords_areNeverCut_data()
    {
        QTest::addColumn<int>("width");
        for (const int width : {1221, 1280, 1440, 1920})
            QTest::addRow("%d", width) << width;
    }

    void warningWords_areNeverCut()
    {
        QFETCH(int, width);
        m_page->resize(width, 720);
        std::vector<LockInfo> locks;
        std::vector<LockEvent> events;
        for (const auto type : allEventTypes()) {
            locks.push_back(fake::lock("payments:invoice:" + std::to_string(locks.size()), 20s));
            locks.back().state = LockState::RenewalOverdue;
            LockEvent event;
            event.id = locks.back().id;
            event.type = type;
            event.time = fake::serverTime({});
            events.push_back(event);
        }
        auto change = changeWith(std::move(locks));
        change.events = events;
        apply(change);
        QStyleOptionViewItem option;
        option.initFrom(m_table);
        const auto cut = [&](LockModel::Column column) {
            QStringList cut;
            for (int row = 0; row < m_page->rows()->rowCount(); ++row) {
                const auto cell = m_page->rows()->index(row, column);
                if (m_table->itemDelegate()->sizeHint(option, cell).width() > m_table->columnWidth(column))
                    cut << cell.data().toString();
            }
            return cut.join(u", "_s);
        };
        if (width >= 1280)
            QTRY_COMPARE(cut(LockModel::Last), QString());
        QTRY_COMPARE(cut(LockModel::State), QString());
        QTRY_COMPARE(cut(LockModel::Name), QString());
        QVERIFY(!m_table->horizontalScrollBar()->isVisible());
    }

    void leaseBar_hasRoomAtEveryWidth_data()
    {
        QTest::addColumn<int>("width");
        for (const int width : {800, 960, 1100, 1280, 1440, 1920, 2560})
            QTest::addRow("%d", width) << width;
    }

    void leaseBar_hasRoomAtEveryWidth()
    {
        QFETCH(int, width);
        m_page->resize(width, 720);
        std::vector<LockInfo> locks;
        for (int i = 0; i < 6; ++i)
            locks.push_back(fake::lock("payments:invoice:settlement:2026-11:customer:" + std::to_string(i), 20s));
        apply(changeWith(std::move(locks)));
        QTRY_VERIFY(m_table->viewport()->width() > 300);
        const int figures = static_cast<int>(figuresWidth(m_table->font(), widestSpan)) + 8;
        QTRY_VERIFY2(m_table->columnWidth(LockModel::Lease) >= figures + leastLeaseBar + leftPadding(LockModel::Lease) + cellPadding,
                     qPrintable(QString::number(m_table->columnWidth(LockModel::Lease))));
    }

    // Names get what the longest one needs, the owner is whole, and bars are long; no desert after the names.
    void wideTable_givesNamesWhatTheyNeedAndOwnersAndBarsTheRest()
    {
        m_page->resize(2560, 1440);
        auto longest = fake::lock("payments:invoice:settlement:2026-11:customer:000000000000042", 20s);
        longest.holders = {{"9f3ac21e-4b7d-4c1a-8f00-1234567890ab:17", 1, Mode::Exclusive, {}, {}}};
        apply(changeWith({longest, fake::lock("short", 20s)}));
        QStyleOptionViewItem option;
        option.initFrom(m_table);
        const int needed = m_table->itemDelegate()->sizeHint(option, m_page->rows()->index(0, LockModel::Name)).width();
        QTRY_VERIFY(m_table->columnWidth(LockModel::Name) >= needed);
        const QFontMetricsF fixed(fixedFont(m_table->font()));
        QVERIFY(m_table->columnWidth(LockModel::Owner) >= fixed.horizontalAdvance(QString(39, u'0')));
        QVERIFY(m_table->columnWidth(LockModel::Lease) > 200);
        QVERIFY2(m_table->columnWidth(LockModel::Name) <= needed + 4, qPrintable(QString::number(m_table->columnWidth(LockModel::Name))));
        QVERIFY(!m_table->horizontalScrollBar()->isVisible());
    }

    void pointerOverNewTable_tableIsSorted()
    {
        const QPointF place(100, 100);
        const auto at = [&](QPointF where) {
            QMouseEvent event(QEvent::MouseMove, where, m_table->viewport()->mapToGlobal(where), Qt::NoButton, Qt::NoButton,
                              Qt::NoModifier);
            QApplication::sendEvent(m_table->viewport(), &event);
        };
        QEnterEvent entered(place, place, m_table->viewport()->mapToGlobal(place));
        QApplication::sendEvent(m_table->viewport(), &entered);
        at(place); // Qt sends this when a widget appears under the pointer
        apply(changeWith({lock(5, 30s)}));
        apply(changeWith({lock(3, 30s)}));
        QTRY_COMPARE(names(), (QStringList{QString::fromStdString(key(3)), QString::fromStdString(key(5))}));
        at(place + QPointF(3, 0));
        QVERIFY(m_page->rows()->holding());
        apply(changeWith({lock(1, 30s)}));
        QCOMPARE(names().last(), QString::fromStdString(key(1)));
    }

    void heldSinceBeforeWeLooked_isNeverCut_data()
    {
        QTest::addColumn<int>("width");
        for (const int width : {960, 1100, 1280, 1440})
            QTest::addRow("%d", width) << width;
    }

    void heldSinceBeforeWeLooked_isNeverCut()
    {
        QFETCH(int, width);
        m_page->resize(width, 720);
        std::vector<LockInfo> locks;
        for (const auto held : {2s, 99s, 599s, 3'599s, 86'399s}) {
            locks.push_back(fake::lock(key(static_cast<int>(locks.size())), 20s));
            locks.back().heldSince = fake::serverTime(-held);
            locks.back().heldSinceObserved = false;
        }
        apply(changeWith(std::move(locks)));
        QStyleOptionViewItem option;
        option.initFrom(m_table);
        QTRY_VERIFY(m_table->viewport()->width() > 300);
        for (int row = 0; row < m_page->rows()->rowCount(); ++row) {
            const auto cell = m_page->rows()->index(row, LockModel::HeldFor);
            QVERIFY2(cell.data().toString().startsWith(u"≥ "_s), qPrintable(cell.data().toString()));
            QVERIFY2(m_table->itemDelegate()->sizeHint(option, cell).width() <= m_table->columnWidth(LockModel::HeldFor),
                     qPrintable(cell.data().toString()));
        }
    }

    void holdsOfSeveralHolders_areNeverCut_data() { heldSinceBeforeWeLooked_isNeverCut_data(); }

    // Not their sum: two readers that have entered once each would look like one that has entered twice.
    void holdsOfSeveralHolders_areNeverCut()
    {
        QFETCH(int, width);
        m_page->resize(width, 720);
        auto once = lock(0, 20s), differ = lock(1, 20s), many = lock(2, 20s);
        once.holders = {{"9f3a:17", 1, Mode::Read, {}, {}}, {"9f3a:18", 1, Mode::Read, {}, {}}};
        differ.holders = {{"9f3a:17", 3, Mode::Read, {}, {}}, {"9f3a:18", 1, Mode::Read, {}, {}}};
        many.holders = std::vector<Holder>(30, Holder{"9f3a:17", 1, Mode::Read, {}, {}});
        apply(changeWith({once, differ, many}));
        QTRY_VERIFY(m_table->viewport()->width() > 300);
        QStyleOptionViewItem option;
        option.initFrom(m_table);
        QStringList shown;
        for (int row = 0; row < m_page->rows()->rowCount(); ++row) {
            const auto cell = m_page->rows()->index(row, LockModel::Count);
            const auto text = cell.data().toString();
            QVERIFY2(m_table->itemDelegate()->sizeHint(option, cell).width() <= m_table->columnWidth(LockModel::Count), qPrintable(text));
            shown << text;
        }
        QCOMPARE(shown, (QStringList{u"1"_s, u"1–3"_s, u"1"_s}));
        const auto tip = [this](int row) { return m_page->rows()->index(row, LockModel::Count).data(Qt::ToolTipRole).toString(); };
        QCOMPARE(tip(1), u"9f3a:17  × 3\n9f3a:18  × 1"_s);
        QVERIFY2(tip(2).endsWith(u"\nand 10 more"_s), qPrintable(tip(2)));
    }

    void leaseOfEarlierLock_isNotShownAsKnown()
    {
        auto known = lock(0, 44min), seen = lock(1, 44min), usual = lock(2, 20s);
        known.lease = seen.lease = 45min;
        usual.lease = 30s;
        seen.leaseKnowledge = LeaseKnowledge::AtLeast;
        usual.leaseKnowledge = LeaseKnowledge::Usual;
        apply(changeWith({known, seen, usual}));
        const auto told = [&](int row) { return m_page->rows()->index(row, LockModel::Lease).data(Qt::ToolTipRole).toString(); };
        QCOMPARE(told(0), u"of a lease of 45 m"_s);
        QCOMPARE(told(1), u"of a lease of at least 45 m\nIt was running before Lockscope looked."_s);
        QCOMPARE(told(2), u"of a lease of usually 30.0 s\nIt was running before Lockscope looked."_s);
        const auto details = [&](int row) {
            m_table->selectRow(row);
            return m_page->findChild<DetailsPanel *>()->text();
        };
        QVERIFY2(details(0).contains(u" of 45 m"_s), qPrintable(details(0)));
        QVERIFY2(details(1).contains(u" of at least 45 m"_s), qPrintable(details(1)));
        QVERIFY2(details(2).contains(u" of usually 30.0 s"_s), qPrintable(details(2)));
    }

    // A number that does not change for a minute looks as if nothing moved.
    void longLease_isShownToTheSecondInTheDetails()
    {
        auto known = fake::lock(key(0), 48min + 7s), longer = fake::lock(key(1), 125min + 9s);
        known.lease = 50min;
        longer.lease = 179min + 30s;
        apply(changeWith({known, longer}));
        const auto details = [&](int row) {
            m_table->selectRow(row);
            return m_page->findChild<DetailsPanel *>()->text();
        };
        QVERIFY2(details(0).contains(u"48 m 07 s of 50 m"_s), qPrintable(details(0)));
        QVERIFY2(details(1).contains(u"2 h 05 m 09 s of 2 h 59 m 30 s"_s), qPrintable(details(1)));
    }

    void openBar_fadesOut_data()
    {
        QTest::addColumn<double>("fraction");
        for (const double fraction : {0.05, 0.5, 0.8, 1.0})
            QTest::addRow("%g", fraction) << fraction;
    }

    void openBar_fadesOut()
    {
        QFETCH(double, fraction);
        const auto middle = [&](bool open) { // the opacity of each pixel of its middle line
            QImage image(60, 6, QImage::Format_ARGB32_Premultiplied);
            image.fill(Qt::transparent);
            QPainter painter(&image);
            paintLeaseBar(painter, QRectF(0, 0, 60, 6), {fraction, 0, open, Qt::red, Qt::gray});
            painter.end();
            std::vector<int> line;
            for (int x = 0; x < image.width(); ++x)
                line.push_back(qAlpha(image.pixel(x, 3)));
            return line;
        };
        const auto closed = middle(false), open = middle(true);
        QVERIFY(std::all_of(closed.begin() + 3, closed.end() - 3, [](int alpha) { return alpha == 255; }));
        QVERIFY(std::all_of(open.begin() + 3, open.begin() + 30, [](int alpha) { return alpha == 255; })); // the beginning is known
        QVERIFY(open[57] < 64);
        QVERIFY(fraction == 0.8 || std::is_sorted(open.rbegin(), open.rend() - 3)); // at 0.8 the rest is after its open end
    }

private:
    // Moves the pointer over this row.
    void pointAt(int row)
    {
        const QPointF to(m_table->visualRect(m_page->rows()->index(row, LockModel::Name)).center());
        for (const auto where : {to, to + QPointF(1, 0)}) {
            QMouseEvent move(QEvent::MouseMove, where, m_table->viewport()->mapToGlobal(where), Qt::NoButton, Qt::NoButton, {});
            QApplication::sendEvent(m_table->viewport(), &move);
        }
    }

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

    // They vanish completely, after they have lingered.
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
