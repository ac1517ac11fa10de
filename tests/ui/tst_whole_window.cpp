// SPDX-License-Identifier: MIT
// The window as a whole: a thousand locks that come and go under a selection, and a lock that is freed without a mouse.
#include "support/test_program.h"

#include "ui/release_window_case.h"

#include "ui/monitor/details_panel.h"

#include <QEnterEvent>
#include <QMessageBox>
#include <QScrollBar>

using namespace lockcore;
using namespace lockscope;
using namespace Qt::Literals::StringLiterals;
using namespace std::chrono_literals;

class WholeWindowTest final : public ReleaseWindowCase
{
    Q_OBJECT

private slots:
    void init() { open(); }
    void cleanup() { close(); }

    // Half of two thousand locks end and as many others come, some at each step, while one in the middle is selected.
    void thousandRowsComeAndGo_selectionAndPositionStay()
    {
        window()->startDemo();
        auto all = fake::many(2000);
        emit m_source->changed(all);
        QTRY_COMPARE(m_window->rows()->rowCount(), 2000);
        QTRY_VERIFY(table()->verticalScrollBar()->maximum() > 1000);
        const auto chosen = all.changed[1555].id; // odd numbers stay
        const auto index = m_window->rowOf(chosen);
        table()->setFocus();
        table()->setCurrentIndex(index);
        table()->scrollTo(index, QAbstractItemView::PositionAtCenter);
        const int place = table()->visualRect(m_window->rowOf(chosen)).top();
        QVERIFY(table()->verticalScrollBar()->value() > 0);
        for (std::size_t step = 0; step < 20; ++step) {
            MonitorChange change;
            change.state = all.state;
            change.at = all.at + std::chrono::seconds(step + 1);
            change.serverNow = all.serverNow + std::chrono::seconds(step + 1);
            for (std::size_t i = 0; i < 50; ++i) {
                change.gone.push_back({all.changed[(step * 50 + i) * 2], EventType::Released});
                change.changed.push_back(fake::lock("come:" + std::to_string(step * 50 + i), 30s));
            }
            emit m_source->changed(change);
            QCoreApplication::processEvents();
            QCOMPARE(m_window->currentId(), chosen);
            QCOMPARE(table()->visualRect(table()->currentIndex()).top(), place); // ended locks linger in their rows
        }
        QTRY_COMPARE_WITH_TIMEOUT(m_window->rows()->rowCount(), 2000, 15'000); // then they leave
        QCOMPARE(m_window->currentId(), chosen);
        QCOMPARE(table()->selectionModel()->selectedRows().size(), 1);
        QVERIFY(table()->viewport()->rect().intersects(table()->visualRect(table()->currentIndex())));
    }

    // Keys go to the widget that has the focus, as for a user.
    void keyboardOnly_connectsAndFreesALock()
    {
        window()->askForServer();
        auto *address = window()->findChild<QLineEdit *>(u"url"_s);
        QVERIFY(address);
        for (int i = 0; i < 20 && m_window->focus() != address; ++i)
            m_window->press(Qt::Key_Tab);
        QCOMPARE(m_window->focus(), address);
        QTest::keyClicks(address, u"redis://127.0.0.1:6379"_s);
        m_window->press(Qt::Key_Return);
        QTRY_VERIFY(m_source);
        const auto first = fake::Scene().first();
        m_source->releases.locks = first.changed;
        emit m_source->changed(first);
        QVERIFY(window()->monitorPage()->isVisible());

        m_window->press(Qt::Key_F, Qt::ControlModifier);
        QTest::keyClicks(m_window->focus(), u"order"_s);
        m_window->press(Qt::Key_Return);
        QTRY_COMPARE(m_window->rows()->rowCount(), 1);
        QVERIFY(m_window->tabTo(table()));
        m_window->press(Qt::Key_Down);
        QCOMPARE(m_window->currentId().key, Bytes("order:{4711}"));

        m_window->press(Qt::Key_Delete); // still read-only: it is shown, but cannot be carried out
        QTRY_VERIFY(dialog());
        QVERIFY(QTest::qWaitForWindowActive(dialog()));
        QTRY_VERIFY(m_window->focus() && m_window->focus()->window() == dialog());
        QVERIFY(!button(u"carryOut"_s)->isEnabled());
        m_window->press(Qt::Key_Escape);
        QTRY_VERIFY(!dialog());
        m_window->activate();
        QTRY_COMPARE(m_window->focus(), table());
        m_window->allowReleasing();
        sendByKeys();
        QCOMPARE(m_source->releases.orders.front().wish.id.key, Bytes("order:{4711}"));
        m_source->releases.report(ReleaseOutcome::Released);
        m_source->releases.watch(Aftermath::StillFree);
        m_window->press(Qt::Key_Return);
        QTRY_VERIFY(!dialog());
    }

    // Without asking the server: from what the Monitor already knows.
    void selectedLock_detailsShowReleaseCommands()
    {
        window()->connectTo({});
        const auto first = fake::Scene().first();
        m_source->releases.locks = first.changed;
        emit m_source->changed(first);
        const auto found = std::ranges::find(first.changed, Bytes("order:{4711}"), [](const LockInfo &lock) { return lock.id.key; });
        table()->setCurrentIndex(m_window->rowOf(found->id));
        QTRY_VERIFY(details().contains(u"DEL order:{4711}"_s));
        QVERIFY2(details().contains(u"PUBLISH redisson_lock__channel:order:{4711} 0"_s), qPrintable(details()));
        QVERIFY(details().contains(u"This connection is read-only"_s));
        QVERIFY(m_source->releases.wishes.empty());
        m_window->allowReleasing();
        QTRY_VERIFY(!details().contains(u"This connection is read-only"_s));
    }

    void eachOutcome_isReachedWithKeysOnly_data()
    {
        QTest::addColumn<ReleaseOutcome>("outcome");
        QTest::addColumn<QString>("said");
        QTest::newRow("released") << ReleaseOutcome::Released << u"is released"_s;
        QTest::newRow("untold") << ReleaseOutcome::ReleasedUntold << u"may keep waiting"_s;
        QTest::newRow("changed") << ReleaseOutcome::Changed << u"has changed since Lockscope looked at it"_s;
        QTest::newRow("not there") << ReleaseOutcome::NotThere << u"is not there"_s;
        QTest::newRow("not permitted") << ReleaseOutcome::NotPermitted << u"Nothing was changed"_s;
        QTest::newRow("unknown") << ReleaseOutcome::Unknown << u"may or may not be released"_s;
    }

    // The lock is selected and freed, and its outcome read and dismissed; then the focus is where it was before.
    void eachOutcome_isReachedWithKeysOnly()
    {
        QFETCH(ReleaseOutcome, outcome);
        QFETCH(QString, said);
        startWithLocks();
        table()->setFocus();
        for (int i = 0; i < 20 && m_window->currentId().key != "order:{4711}"; ++i)
            m_window->press(Qt::Key_Down);
        QCOMPARE(m_window->currentId().key, Bytes("order:{4711}"));
        const auto row = table()->currentIndex().row();
        sendByKeys();
        QTRY_VERIFY(m_window->focus() && m_window->focus()->window() == dialog());
        m_window->press(Qt::Key_Escape);
        QVERIFY2(dialog()->isVisible(), "closed before the answer was there");
        m_source->releases.report(outcome);
        QVERIFY2(dialog()->text().contains(said), qPrintable(dialog()->text()));
        QTRY_COMPARE(m_window->focus(), button(u"cancel"_s));
        m_window->press(Qt::Key_Return);
        QTRY_VERIFY(!dialog());
        m_window->activate();
        QTRY_COMPARE(m_window->focus(), table());
        QCOMPARE(m_window->currentId().key, Bytes("order:{4711}"));
        QCOMPARE(table()->currentIndex().row(), row);
        QVERIFY(!banner()->isVisible()); // the dialog has already shown it
        if (outcome == ReleaseOutcome::Released || outcome == ReleaseOutcome::ReleasedUntold) {
            m_source->releases.watch(Aftermath::StillFree);
            QTRY_VERIFY(banner()->isVisible()); // nobody has shown the later result yet
        }
        m_window->press(Qt::Key_Down);
        QCOMPARE(table()->currentIndex().row(), row + 1);
    }

    void closedWhileReleasing_asksFirst()
    {
        startWithLocks();
        select({"order:{4711}"});
        table()->setFocus();
        sendByKeys();
        window()->close();
        QVERIFY(window()->isVisible());
        QVERIFY(question());
        window()->close(); // closing again and again changes nothing
        QCOMPARE(window()->findChildren<QMessageBox *>().size(), 1);
        QTest::keyClick(question(), Qt::Key_Escape);
        QTRY_VERIFY(!question());
        QVERIFY(window()->isVisible());
        m_source->releases.report(ReleaseOutcome::Released);
        window()->close(); // it does not wait for what happens later
        QVERIFY(!window()->isVisible());
    }

    void answerDuringQuestion_isShownAndWindowStays()
    {
        startWithLocks();
        select({"order:{4711}"});
        table()->setFocus();
        sendByKeys();
        window()->close();
        QVERIFY(question());
        m_source->releases.report(ReleaseOutcome::NotPermitted);
        QTRY_VERIFY(!question());
        QVERIFY(window()->isVisible());
        QVERIFY2(dialog()->text().contains(u"Nothing was changed"_s), qPrintable(dialog()->text()));
    }

    void closeConfirmed_closes()
    {
        startWithLocks();
        select({"order:{4711}"});
        table()->setFocus();
        sendByKeys();
        window()->close();
        QTest::keyClick(question()->findChild<QPushButton *>(u"leaveAllTheSame"_s), Qt::Key_Space);
        QVERIFY(!window()->isVisible());
        close(); // with dialog, question and attempt
    }

    void otherWaysToLeave_alsoAsk_data()
    {
        QTest::addColumn<QString>("way");
        QTest::newRow("disconnect") << u"Disconnect"_s;
        QTest::newRow("another server") << u"Start the demo"_s;
    }

    void otherWaysToLeave_alsoAsk()
    {
        QFETCH(QString, way);
        startWithLocks();
        select({"order:{4711}"});
        table()->setFocus();
        sendByKeys();
        const auto *source = m_source;
        choose(way);
        QVERIFY(question());
        QCOMPARE(m_source, source);
        QTest::keyClick(question(), Qt::Key_Escape);
        QTRY_VERIFY(!question());
        choose(way);
        QTest::keyClick(question()->findChild<QPushButton *>(u"leaveAllTheSame"_s), Qt::Key_Space);
        QVERIFY2(dialog()->text().contains(u"The connection was closed"_s), qPrintable(dialog()->text()));
    }

    // Sorted by a click on the header; then leases change, which would make the first row the last one.
    void sortedWhileLeasesChange_rowUnderSelectionOrPointerStays_data()
    {
        QTest::addColumn<bool>("pointer");
        QTest::newRow("selection") << false;
        QTest::newRow("pointer") << true;
    }

    void sortedWhileLeasesChange_rowUnderSelectionOrPointerStays()
    {
        QFETCH(bool, pointer);
        startWithLocks();
        auto *head = table()->horizontalHeader();
        const QPoint place(head->sectionViewportPosition(LockModel::Lease) + head->sectionSize(LockModel::Lease) / 2, head->height() / 2);
        for (int i = 0; i < 2 && head->sortIndicatorSection() != LockModel::Lease; ++i)
            QTest::mouseClick(head->viewport(), Qt::LeftButton, {}, place);
        QCOMPARE(head->sortIndicatorSection(), static_cast<int>(LockModel::Lease));
        if (head->sortIndicatorOrder() != Qt::AscendingOrder)
            QTest::mouseClick(head->viewport(), Qt::LeftButton, {}, place);
        leave();
        QTRY_VERIFY(!m_window->names().isEmpty());
        auto first = m_source->releases.locks.front();
        const auto before = m_window->names();
        for (const auto &lock : m_source->releases.locks) {
            if (m_window->rowOf(lock.id).row() == 0)
                first = lock;
        }
        if (pointer)
            enter();
        else
            table()->selectRow(3);
        first.deadline = fake::serverTime(24h);
        first.renewals.count += 1;
        emit m_source->changed(changeOf(first));
        QCoreApplication::processEvents();
        QCOMPARE(m_window->names(), before);
        if (pointer)
            leave();
        else
            table()->clearSelection();
        QTRY_VERIFY(m_window->rowOf(first.id).row() > 0);
    }

private:
    QString details() const { return window()->findChild<DetailsPanel *>()->text(); }
    QMessageBox *question() const { return window()->findChild<QMessageBox *>(); }

    void choose(const QString &way) const
    {
        const auto actions = window()->findChildren<QAction *>();
        const auto found = std::ranges::find_if(actions, [&](const QAction *action) { return action->text().remove(u'&') == way; });
        QVERIFY(found != actions.end());
        (*found)->trigger();
    }

    void sendByKeys() const
    {
        m_window->press(Qt::Key_Delete);
        QTRY_VERIFY(dialog());
        QVERIFY(QTest::qWaitForWindowActive(dialog()));
        QTRY_VERIFY(m_window->focus() && m_window->focus()->window() == dialog());
        QTRY_VERIFY(button(u"carryOut"_s)->isEnabled());
        QCOMPARE(m_window->focus(), button(u"cancel"_s));
        QVERIFY(m_window->tabTo(button(u"carryOut"_s)));
        m_window->press(Qt::Key_Space);
        QCOMPARE(m_source->releases.orders.size(), std::size_t(1));
    }

    void enter() const
    {
        auto *viewport = table()->viewport();
        const QPointF centre = viewport->rect().center();
        QEnterEvent entered(centre, centre, viewport->mapToGlobal(centre));
        QApplication::sendEvent(viewport, &entered);
        const auto next = centre + QPointF(1, 0);
        QMouseEvent moved(QEvent::MouseMove, next, viewport->mapToGlobal(next), Qt::NoButton, Qt::NoButton, Qt::NoModifier);
        QApplication::sendEvent(viewport, &moved);
    }

    void leave() const
    {
        QEvent event(QEvent::Leave);
        QApplication::sendEvent(table(), &event);
    }
};

LOCKSCOPE_TEST(WholeWindowTest)
#include "tst_whole_window.moc"
