// SPDX-License-Identifier: MIT
#include "support/test_program.h"

#include "ui/page_case.h"

#include "ui/monitor/event_model.h"
#include "ui/monitor/timeline_area.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/key_button.h"
#include "ui/widgets/timeline_view.h"

#include <QAbstractItemModelTester>
#include <QAction>

using namespace lockcore;
using namespace lockscope;
using namespace Qt::Literals::StringLiterals;
using namespace std::chrono_literals;

/// The real page, frozen with the keyboard, while locks come, change and go; and the timeline's reaction to the table.
class FreezeTest final : public PageCase
{
    Q_OBJECT

private slots:
    void init()
    {
        open();
        m_timeline = m_page->findChild<TimelineArea *>();
        m_tester = std::make_unique<QAbstractItemModelTester>(m_page->rows(), QAbstractItemModelTester::FailureReportingMode::QtTest);
        apply(fake::Scene().first());
        m_table->setFocus();
    }

    void cleanup()
    {
        m_tester.reset();
        m_page.reset();
    }

    void space_togglesFreeze()
    {
        QVERIFY(!banner()->isVisible());
        QTest::keyClick(m_table, Qt::Key_Space);
        QVERIFY(banner()->isVisible());
        QVERIFY(button()->isChecked());
        QTest::keyClick(m_timeline->view(), Qt::Key_Space);
        QVERIFY(!banner()->isVisible());
        QTest::keyClick(m_page->findChild<QTableView *>(u"events"_s), Qt::Key_Space);
        QVERIFY(banner()->isVisible());
        QTest::mouseClick(button(), Qt::LeftButton);
        QVERIFY(!banner()->isVisible());
        QTest::keyClick(m_field, Qt::Key_Space);
        QVERIFY(!banner()->isVisible());
        QCOMPARE(m_field->text(), u" "_s);
    }

    void frozen_rowsAndOrderStay()
    {
        m_table->sortByColumn(LockModel::Lease, Qt::AscendingOrder);
        m_table->clearSelection();
        const auto before = names();
        QTest::keyClick(m_table, Qt::Key_Space);
        auto renewed = fake::lock("order:{4711}", 90s);
        renewed.renewals.count = 19;
        auto change = changeWith({renewed, fake::lock("a-new-one", 1s)});
        change.gone.push_back({fake::lock("report:2026-11", 1s), EventType::Released});
        apply(change);
        m_now += 10s; // longer than an ended lock stays
        m_page->locks()->prune();
        QCOMPARE(names(), before);
        const auto gone = m_page->rows()->index(static_cast<int>(before.indexOf(u"report:2026-11"_s)), 0);
        QVERIFY(m_page->rows()->rowAt(gone)->gone());
        const auto row = static_cast<int>(before.indexOf(u"order:{4711}"_s));
        QCOMPARE(m_page->rows()->index(row, LockModel::Lease).data().toString(), u"80.0 s"_s); // it was renewed, and its lease runs down
        QTest::keyClick(m_table, Qt::Key_Space);
        QVERIFY(!names().contains(u"report:2026-11"_s));
        QVERIFY(names().contains(u"a-new-one"_s));
    }

    void goneAndBackWhileFrozen_keepsItsRow()
    {
        QTest::keyClick(m_table, Qt::Key_Space);
        const auto before = names();
        auto change = changeWith({});
        change.gone.push_back({fake::lock("order:{4711}", 1s), EventType::Released});
        apply(change);
        m_now += 10s;
        m_page->locks()->prune();
        apply(changeWith({fake::lock("order:{4711}", 20s)}));
        QCOMPARE(names(), before);
        QVERIFY(!m_page->rows()->rowAt(m_page->rows()->index(static_cast<int>(before.indexOf(u"order:{4711}"_s)), 0))->gone());
    }

    void manyComeAndGoWhileFrozen_memoryStaysBounded()
    {
        QTest::keyClick(m_table, Qt::Key_Space);
        const int known = m_page->locks()->used();
        for (int i = 0; i < 100; ++i) {
            const auto key = "brief:" + std::to_string(i);
            apply(changeWith({fake::lock(key, 1s)}));
            auto change = changeWith({});
            change.gone.push_back({fake::lock(key, 1s), EventType::Released});
            apply(change);
            m_now += 4s;
            m_page->locks()->prune();
        }
        QCOMPARE(m_page->locks()->used(), known);
    }

    void frozen_newEventsAreHeldAndCounted()
    {
        const auto *events = m_page->findChild<EventModel *>();
        const int before = events->rowCount();
        QTest::keyClick(m_table, Qt::Key_Space);
        auto change = changeWith({});
        for (int i = 0; i < 3; ++i)
            change.events.push_back(renewal());
        apply(change);
        QCOMPARE(events->rowCount(), before);
        QTRY_VERIFY2(banner()->text().contains(u"3 events"_s), qPrintable(banner()->text()));
        QTest::keyClick(m_table, Qt::Key_Space);
        QCOMPARE(events->rowCount(), before + 3);
        QCOMPARE(events->forgotten(), 0);
    }

    void heldEventsBeyondRing_countAsForgotten()
    {
        EventModel events(nullptr, 10);
        const QAbstractItemModelTester tester(&events, QAbstractItemModelTester::FailureReportingMode::QtTest);
        events.setHolding(true);
        for (int i = 0; i < 5; ++i)
            events.append({renewal(), renewal(), renewal(), renewal(), renewal()});
        QCOMPARE(events.waiting(), 25);
        events.setHolding(false);
        QCOMPARE(events.rowCount(), 10);
        QCOMPARE(events.forgotten(), 15);
    }

    void frozenTimeline_stopsButCollects()
    {
        const auto total = m_timeline->feed().history().total();
        QTRY_VERIFY(m_timeline->view()->isVisible());
        QTest::keyClick(m_table, Qt::Key_Space);
        const auto begin = m_timeline->view()->scale().begin;
        m_now += 10s;
        auto change = changeWith({});
        change.events.push_back(renewal());
        apply(change);
        QTest::qWait(250); // two frames in which it must not move
        QVERIFY(m_timeline->view()->scale().begin == begin);
        QCOMPARE(m_timeline->feed().history().total(), total + 1);
        QTest::keyClick(m_table, Qt::Key_Space);
        QTRY_VERIFY(m_timeline->view()->scale().begin > begin);
    }

    void filterChangedWhileFrozen_isApplied()
    {
        QTest::keyClick(m_table, Qt::Key_Space);
        apply(changeWith({fake::lock("order:{1}", 5s)}));
        QVERIFY(!names().contains(u"order:{1}"_s));
        m_field->setText(u"name:order:*"_s);
        QTest::keyClick(m_field, Qt::Key_Return);
        QCOMPARE(names(), (QStringList{u"order:{1}"_s, u"order:{4711}"_s}));
        auto change = changeWith({});
        change.gone.push_back({fake::lock("order:{1}", 1s), EventType::Released});
        apply(change);
        m_now += 10s;
        m_page->locks()->prune();
        QCOMPARE(names().size(), 2);
    }

    void otherServer_endsTheFreeze()
    {
        QTest::keyClick(m_table, Qt::Key_Space);
        m_page->showServer({});
        QVERIFY(!banner()->isVisible());
        apply(changeWith({fake::lock("a", 5s)}));
        QCOMPARE(names(), QStringList{u"a"_s});
    }

    void laneClicked_selectsTheRow()
    {
        m_table->clearSelection();
        const auto third = names().at(2);
        QTest::keyClick(m_timeline->view(), Qt::Key_Down); // the first lane
        QTest::keyClick(m_timeline->view(), Qt::Key_Down);
        QTest::keyClick(m_timeline->view(), Qt::Key_Down);
        QCOMPARE(m_table->selectionModel()->selectedRows(LockModel::Name).front().data().toString(), third);
    }

    void goneLock_keepsItsLaneWithoutRow()
    {
        auto change = changeWith({});
        change.gone.push_back({m_page->rows()->rowAt(m_page->rows()->index(0, 0))->lock, EventType::DeletedEarly});
        const auto name = names().front();
        apply(change);
        m_now += 4s;
        m_page->locks()->prune();
        QVERIFY(!names().contains(name));
        m_table->clearSelection();
        QTest::keyClick(m_timeline->view(), Qt::Key_Down);
        for (int i = 0; i < 11; ++i)
            QTest::keyClick(m_timeline->view(), Qt::Key_Down); // the lane below the last row
        QVERIFY(!m_table->selectionModel()->hasSelection());
        QTest::keyClick(m_timeline->view(), Qt::Key_Up);
        QVERIFY(m_table->selectionModel()->hasSelection());
    }

    void keyT_showsTheTableTwin()
    {
        auto *twin = m_page->findChild<QTableView *>(u"timelineTable"_s);
        QVERIFY(!twin->isVisible());
        m_page->activateWindow();
        m_timeline->view()->setFocus();
        m_timeline->tableAction()->trigger();
        QVERIFY(twin->isVisible() && twin->hasFocus());
        QCOMPARE(twin->model()->rowCount(), static_cast<int>(m_timeline->feed().history().total()));
        const auto lock = twin->model()->index(3, 1).data().toString();
        twin->setCurrentIndex(twin->model()->index(3, 1));
        QTest::keyClick(twin, Qt::Key_Return);
        QCOMPARE(m_table->selectionModel()->selectedRows(LockModel::Name).front().data().toString(), lock);
        m_timeline->tableAction()->trigger();
        QVERIFY(m_timeline->view()->isVisible() && !twin->isVisible());
    }

private:
    Banner *banner() const { return m_page->findChild<Banner *>(u"frozen"_s); }
    KeyButton *button() const { return m_page->findChild<KeyButton *>(); }

    LockEvent renewal() const
    {
        LockEvent event;
        event.type = EventType::Renewed;
        event.id = fake::Scene::renewedId();
        event.time = fake::serverTime(1s);
        return event;
    }

    std::unique_ptr<QAbstractItemModelTester> m_tester;
    TimelineArea *m_timeline = nullptr;
};

LOCKSCOPE_TEST(FreezeTest)
#include "tst_freeze.moc"
