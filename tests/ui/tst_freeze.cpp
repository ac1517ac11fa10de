// SPDX-License-Identifier: MIT
#include "support/test_program.h"

#include "ui/page_case.h"

#include "ui/monitor/collected_changes.h"
#include "ui/monitor/event_model.h"
#include "ui/monitor/header_bar.h"
#include "ui/monitor/lock_columns.h"
#include "ui/monitor/monitor_status.h"
#include "ui/monitor/timeline_area.h"
#include "ui/widgets/key_button.h"
#include "ui/widgets/pill.h"
#include "ui/widgets/timeline_view.h"
#include "ui/words/event_words.h"

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
        QVERIFY(!frozen()->isVisible());
        QTest::keyClick(m_table, Qt::Key_Space);
        QVERIFY(frozen()->isVisible());
        QVERIFY(button()->isChecked());
        QTest::keyClick(m_timeline->view(), Qt::Key_Space);
        QVERIFY(!frozen()->isVisible());
        QTest::keyClick(m_page->findChild<QTableView *>(u"events"_s), Qt::Key_Space);
        QVERIFY(frozen()->isVisible());
        QTest::mouseClick(button(), Qt::LeftButton);
        QVERIFY(!frozen()->isVisible());
        QTest::keyClick(m_field, Qt::Key_Space);
        QVERIFY(!frozen()->isVisible());
        QCOMPARE(m_field->text(), u" "_s);
    }

    // Everything below the header: the picture is the same, whatever happens, and nothing has moved when it begins.
    void frozen_nothingChangesAndNothingMoves()
    {
        m_table->selectRow(2);
        laidOut();
        const auto place = placeOf(m_table);
        QTest::keyClick(m_table, Qt::Key_Space);
        QCOMPARE(placeOf(m_table), place);
        QTest::qWait(300);
        QCOMPARE(placeOf(m_table), place);
        auto before = picture();
        const auto rests = [&] {
            QTest::qWait(100);
            return std::exchange(before, picture()) == before;
        };
        QTRY_VERIFY(rests());
        auto renewed = fake::lock("order:{4711}", 90s);
        renewed.renewals.count = 19;
        auto change = changeWith({renewed, fake::lock("a-new-one", 1s)});
        change.gone.push_back({fake::lock("report:2026-11", 1s), EventType::Released});
        change.events = {renewal(), renewal()};
        m_now += 100s; // longer than an ended lock stays, a renewal glows, a lease lasts
        change.at = m_now;
        change.serverNow = fake::serverTime(100s);
        change.state.possible = fake::possibleLocks();
        apply(change);
        QTRY_VERIFY2(frozen()->text().endsWith(u"2 events wait"_s), qPrintable(frozen()->text()));
        QTest::qWait(600); // each timer of the page fires
        const auto after = picture();
        QVERIFY(after == before);
        QTest::keyClick(m_table, Qt::Key_Space);
        QTRY_VERIFY(picture() != before);
        QVERIFY(names().contains(u"a-new-one"_s));
        QVERIFY(row(u"report:2026-11"_s)->gone());
        QCOMPARE(m_page->rows()->index(static_cast<int>(names().indexOf(u"order:{4711}"_s)), LockModel::Lease).data().toString(),
                 cellText(*row(u"order:{4711}"_s), LockModel::Lease, fake::serverTime(100s)).joined());
    }

    void frozen_saysOfWhichMoment()
    {
        m_now += 5s;
        QTest::keyClick(m_table, Qt::Key_Space);
        const auto words = u"as of %1"_s.arg(timeText(fake::serverTime(5s)).section(u'.', 0, 0));
        QCOMPARE(frozen()->text(), words);
        m_now += 60s;
        QTRY_COMPARE(frozen()->text(), words);
        QCOMPARE(m_page->locks()->serverNow(), fake::serverTime(5s));
    }

    void goneAndBackWhileFrozen_isShownAsItIs()
    {
        QTest::keyClick(m_table, Qt::Key_Space);
        const auto before = names();
        auto change = changeWith({});
        change.gone.push_back({fake::lock("order:{4711}", 1s), EventType::Released});
        apply(change);
        m_now += 10s;
        apply(changeWith({fake::lock("order:{4711}", 20s)}));
        QTest::keyClick(m_table, Qt::Key_Space);
        QCOMPARE(names(), before);
        QVERIFY(!row(u"order:{4711}"_s)->gone());
    }

    void manyComeAndGoWhileFrozen_memoryStaysBoundedAndTheLastAreKnown()
    {
        CollectedChanges missed(*m_page->locks());
        for (int i = 0; i < 60'000; ++i) {
            auto change = changeWith({fake::lock("brief:" + std::to_string(i), 1s)});
            change.events = {renewal()};
            change.events.front().time = fake::serverTime(Milliseconds(i));
            missed.add(change);
            change.changed.clear();
            change.events.clear();
            change.gone.push_back({fake::lock("brief:" + std::to_string(i), 1s), EventType::Released});
            missed.add(change);
        }
        QCOMPARE(missed.events(), 60'000);
        const auto taken = missed.take();
        QCOMPARE(taken.change.changed.size(), std::size_t(0));
        QCOMPARE(taken.change.gone.size(), TimelineFeed::mostGone);
        QCOMPARE(taken.change.events.size(), CollectedChanges::mostEvents);
        QCOMPARE(taken.dropped, 10'000);
        QVERIFY(taken.completeSince == fake::serverTime(10'000ms));
        QVERIFY(!missed.any());
    }

    void waitWhileFrozen_keepsItsTime()
    {
        QTest::keyClick(m_table, Qt::Key_Space);
        const auto awaited = [&](bool any) {
            m_now += 10s;
            auto lock = fake::lock("order:{4711}", 60s);
            lock.waiters = {Waiters::Knowledge::AtLeast, any ? 1 : 0, {}, {}, {}};
            auto change = changeWith({lock});
            change.serverNow = fake::serverTime(std::chrono::duration_cast<Milliseconds>(m_now - Moment(1000s)));
            apply(change);
        };
        awaited(true);
        awaited(false);
        m_now += 50s;
        QTest::keyClick(m_table, Qt::Key_Space);
        const auto &feed = m_timeline->feed();
        const auto &waits = feed.history().lane(feed.laneOf({0, "order:{4711}"})).waits;
        QCOMPARE(waits.size(), std::size_t(1));
        QVERIFY(waits.back().begin == fake::serverTime(10s));
        QVERIFY(waits.back().end == fake::serverTime(20s));
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
        QTRY_VERIFY2(frozen()->text().contains(u"3 events"_s), qPrintable(frozen()->text()));
        QTest::keyClick(m_table, Qt::Key_Space);
        QTRY_COMPARE(events->rowCount(), before + 3);
        QCOMPARE(events->forgotten(), 0);
    }

    void incidentWhileFrozen_isCountedAndShownLater()
    {
        laidOut();
        const auto place = placeOf(m_table);
        QTest::keyClick(m_table, Qt::Key_Space);
        auto change = changeWith({});
        change.events = {renewal()};
        change.events.front().type = EventType::DeletedEarly;
        apply(change);
        QVERIFY(m_page->findChild<QWidget *>(u"incidentCount"_s)->isVisible());
        QVERIFY(m_page->findChild<QWidget *>(u"incidentArea"_s)->isHidden());
        QCOMPARE(placeOf(m_table), place);
        QTest::keyClick(m_table, Qt::Key_Space);
        QVERIFY(m_page->findChild<QWidget *>(u"incidentArea"_s)->isVisible());
    }

    void eventsBeyondRing_countAsForgotten()
    {
        EventModel events(nullptr, 10);
        const QAbstractItemModelTester tester(&events, QAbstractItemModelTester::FailureReportingMode::QtTest);
        events.append(std::vector<LockEvent>(25, renewal()));
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
        change.serverNow = fake::serverTime(10s);
        change.events.push_back(renewal());
        apply(change);
        QTest::qWait(250); // two frames in which it must not move
        QVERIFY(m_timeline->view()->scale().begin == begin);
        QTest::keyClick(m_table, Qt::Key_Space);
        QCOMPARE(m_timeline->feed().history().total(), total + 1);
        QTRY_VERIFY(m_timeline->view()->scale().begin > begin);
    }

    void filterChangedWhileFrozen_isAppliedToTheSnapshot()
    {
        QTest::keyClick(m_table, Qt::Key_Space);
        apply(changeWith({fake::lock("order:{1}", 5s)}));
        m_field->setText(u"name:order:*"_s);
        QTest::keyClick(m_field, Qt::Key_Return);
        QCOMPARE(names(), QStringList{u"order:{4711}"_s});
        m_table->setFocus();
        QTest::keyClick(m_table, Qt::Key_Space);
        QTRY_COMPARE(names(), (QStringList{u"order:{1}"_s, u"order:{4711}"_s}));
    }

    void otherServer_endsTheFreeze()
    {
        QTest::keyClick(m_table, Qt::Key_Space);
        m_page->showServer({});
        QVERIFY(!frozen()->isVisible());
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
    Pill *frozen() const { return m_page->findChild<Pill *>(u"frozen"_s); }

    const LockRow *row(const QString &lock) const
    {
        return m_page->rows()->rowAt(m_page->rows()->index(static_cast<int>(names().indexOf(lock)), 0));
    }

    // All parts of the page have found their places.
    void laidOut() const
    {
        QTRY_VERIFY(m_timeline->view()->isVisible());
        QTest::qWait(300);
    }

    QRect placeOf(const QWidget *widget) const { return {widget->mapTo(m_page.get(), QPoint()), widget->size()}; }

    // All but the header and the status bar, which are about the connection.
    QImage picture() const
    {
        const auto image = m_page->grab().toImage();
        const int top = m_page->header()->geometry().bottom() + 1;
        const int bottom = m_page->findChild<MonitorStatus *>()->geometry().top();
        return image.copy(0, top, image.width(), bottom - top);
    }
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
