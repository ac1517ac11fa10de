// SPDX-License-Identifier: MIT
// The window as a whole: a thousand locks that come and go under a selection, and a lock that is freed without a mouse.
#include "support/fake_changes.h"
#include "support/fake_releases.h"
#include "ui/driven_window.h"

#include "monitor/details_panel.h"

#include <QEnterEvent>
#include <QMessageBox>
#include <QScrollBar>

#include <optional>

using namespace lockcore;
using namespace lockscope;
using namespace Qt::Literals::StringLiterals;
using namespace std::chrono_literals;

class WholeWindowTest final : public QObject
{
    Q_OBJECT

private slots:
    void init()
    {
        WindowServices services;
        services.watch = [this](const auto &) {
            auto source = std::make_unique<fake::ReleaseSource>();
            m_source = source.get();
            return source;
        };
        services.startDemo = [] { return Result<Endpoint>(Endpoint{}); };
        m_window.emplace(std::move(services));
    }

    void cleanup()
    {
        m_window.reset();
        m_source = nullptr;
    }

    // Half of two thousand goes and as many others come, some at each step, while one is selected in the midst of them.
    void thousandRowsComeAndGo_selectionAndPlaceStay()
    {
        (*m_window)->startDemo();
        auto all = fake::many(2000);
        emit m_source->changed(all);
        QTRY_COMPARE(m_window->rows()->rowCount(), 2000);
        QTRY_VERIFY(m_window->table()->verticalScrollBar()->maximum() > 1000);
        const auto chosen = all.changed[1555].id; // odd ones stay
        const auto index = m_window->rowOf(chosen);
        m_window->table()->setFocus();
        m_window->table()->setCurrentIndex(index);
        m_window->table()->scrollTo(index, QAbstractItemView::PositionAtCenter);
        const int place = m_window->table()->visualRect(m_window->rowOf(chosen)).top();
        QVERIFY(m_window->table()->verticalScrollBar()->value() > 0);
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
            QCOMPARE(m_window->table()->visualRect(m_window->table()->currentIndex()).top(), place); // those that are gone linger in their rows
        }
        QTRY_COMPARE_WITH_TIMEOUT(m_window->rows()->rowCount(), 2000, 15'000); // then they leave
        QCOMPARE(m_window->currentId(), chosen);
        QCOMPARE(m_window->table()->selectionModel()->selectedRows().size(), 1);
        QVERIFY(m_window->table()->viewport()->rect().intersects(m_window->table()->visualRect(m_window->table()->currentIndex())));
    }

    // What is pressed goes to whatever has the focus then, as it does for a person.
    void keyboardOnly_fromTheAddressToAFreedLock()
    {
        (*m_window)->askForServer();
        auto *address = (*m_window)->findChild<QLineEdit *>(u"url"_s);
        QVERIFY(address);
        for (int i = 0; i < 20 && m_window->focus() != address; ++i)
            m_window->press(Qt::Key_Tab);
        QCOMPARE(m_window->focus(), address);
        QTest::keyClicks(address, u"redis://127.0.0.1:6379"_s);
        m_window->press(Qt::Key_Return);
        QTRY_VERIFY(m_source);
        const auto first = fake::Scene().first();
        m_source->locks = first.changed;
        emit m_source->changed(first);
        QVERIFY((*m_window)->monitorPage()->isVisible());

        m_window->press(Qt::Key_F, Qt::ControlModifier);
        QTest::keyClicks(m_window->focus(), u"order"_s);
        m_window->press(Qt::Key_Return);
        QTRY_COMPARE(m_window->rows()->rowCount(), 1);
        QVERIFY(m_window->tabTo(m_window->table()));
        m_window->press(Qt::Key_Down);
        QCOMPARE(m_window->currentId().key, Bytes("order:{4711}"));

        m_window->press(Qt::Key_Delete); // read-only as yet: it is shown, and cannot be done
        QTRY_VERIFY(m_window->dialog());
        QVERIFY(QTest::qWaitForWindowActive(m_window->dialog()));
        QTRY_VERIFY(m_window->focus() && m_window->focus()->window() == m_window->dialog());
        QVERIFY(!m_window->button(u"carryOut"_s)->isEnabled());
        m_window->press(Qt::Key_Escape);
        QTRY_VERIFY(!m_window->dialog());
        m_window->activate();
        QTRY_COMPARE(m_window->focus(), m_window->table());
        m_window->press(Qt::Key_L, Qt::ControlModifier);

        m_window->press(Qt::Key_Delete);
        QTRY_VERIFY(m_window->dialog());
        QVERIFY(QTest::qWaitForWindowActive(m_window->dialog()));
        QTRY_VERIFY(m_window->focus() && m_window->focus()->window() == m_window->dialog());
        QTRY_VERIFY(m_window->button(u"carryOut"_s)->isEnabled());
        QVERIFY(m_window->tabTo(m_window->button(u"carryOut"_s)));
        m_window->press(Qt::Key_Space);
        QCOMPARE(m_source->orders.size(), std::size_t(1));
        QCOMPARE(m_source->orders.front().wish.id.key, Bytes("order:{4711}"));
        m_source->report(ReleaseOutcome::Released);
        m_source->watched(Aftermath::StillFree);
        m_window->press(Qt::Key_Return);
        QTRY_VERIFY(!m_window->dialog());
    }

    // Without a question to the server: from what the Monitor knows already.
    void selectedLock_detailsTellWhatAReleaseWouldRun()
    {
        (*m_window)->connectTo({});
        const auto first = fake::Scene().first();
        m_source->locks = first.changed;
        emit m_source->changed(first);
        const auto found = std::ranges::find(first.changed, Bytes("order:{4711}"), [](const LockInfo &lock) { return lock.id.key; });
        m_window->table()->setCurrentIndex(m_window->rowOf(found->id));
        QTRY_VERIFY(details().contains(u"DEL order:{4711}"_s));
        QVERIFY2(details().contains(u"PUBLISH redisson_lock__channel:order:{4711} 0"_s), qPrintable(details()));
        QVERIFY(details().contains(u"This connection is read-only"_s));
        QVERIFY(m_source->wishes.empty());
        m_window->press(Qt::Key_L, Qt::ControlModifier);
        QTRY_VERIFY(!details().contains(u"This connection is read-only"_s));
    }

    void eachOutcome_withKeysOnly_data()
    {
        QTest::addColumn<ReleaseOutcome>("outcome");
        QTest::addColumn<QString>("said");
        QTest::newRow("released") << ReleaseOutcome::Released << u"is released"_s;
        QTest::newRow("untold") << ReleaseOutcome::ReleasedUntold << u"may sleep on"_s;
        QTest::newRow("changed") << ReleaseOutcome::Changed << u"is not what was seen any more"_s;
        QTest::newRow("not there") << ReleaseOutcome::NotThere << u"is not there"_s;
        QTest::newRow("not permitted") << ReleaseOutcome::NotPermitted << u"Nothing was changed"_s;
        QTest::newRow("unknown") << ReleaseOutcome::Unknown << u"is not known"_s;
    }

    // The lock is chosen, freed and its outcome read and dismissed; then the person is where they were.
    void eachOutcome_withKeysOnly()
    {
        QFETCH(ReleaseOutcome, outcome);
        QFETCH(QString, said);
        startWithLocks();
        m_window->table()->setFocus();
        for (int i = 0; i < 20 && m_window->currentId().key != "order:{4711}"; ++i)
            m_window->press(Qt::Key_Down);
        QCOMPARE(m_window->currentId().key, Bytes("order:{4711}"));
        const auto row = m_window->table()->currentIndex().row();
        sendByKeys();
        QTRY_VERIFY(m_window->focus() && m_window->focus()->window() == m_window->dialog());
        m_window->press(Qt::Key_Escape);
        QVERIFY2(m_window->dialog()->isVisible(), "closed before the answer was there");
        m_source->report(outcome);
        QVERIFY2(m_window->dialog()->text().contains(said), qPrintable(m_window->dialog()->text()));
        QTRY_COMPARE(m_window->focus(), m_window->button(u"cancel"_s));
        m_window->press(Qt::Key_Return);
        QTRY_VERIFY(!m_window->dialog());
        m_window->activate();
        QTRY_COMPARE(m_window->focus(), m_window->table());
        QCOMPARE(m_window->currentId().key, Bytes("order:{4711}"));
        QCOMPARE(m_window->table()->currentIndex().row(), row);
        if (outcome == ReleaseOutcome::Released || outcome == ReleaseOutcome::ReleasedUntold)
            m_source->watched(Aftermath::StillFree);
        QTRY_VERIFY(m_window->releaseBanner()->isVisible()); // whatever came of it stands in the window, too
        m_window->press(Qt::Key_Down);
        QCOMPARE(m_window->table()->currentIndex().row(), row + 1);
    }

    void closedWhileAnAnswerIsAwaited_asksFirst()
    {
        startWithLocks();
        m_window->select({"order:{4711}"});
        m_window->table()->setFocus();
        sendByKeys();
        m_window->get()->close();
        QVERIFY(m_window->get()->isVisible());
        QVERIFY(question());
        m_window->get()->close(); // as often as one likes
        QCOMPARE(m_window->get()->findChildren<QMessageBox *>().size(), 1);
        QTest::keyClick(question(), Qt::Key_Escape);
        QTRY_VERIFY(!question());
        QVERIFY(m_window->get()->isVisible());
        m_source->report(ReleaseOutcome::Released);
        m_window->get()->close(); // what becomes of it later is not waited for
        QVERIFY(!m_window->get()->isVisible());
    }

    void answerWhileAsked_isToldAndTheWindowStays()
    {
        startWithLocks();
        m_window->select({"order:{4711}"});
        m_window->table()->setFocus();
        sendByKeys();
        m_window->get()->close();
        QVERIFY(question());
        m_source->report(ReleaseOutcome::NotPermitted);
        QTRY_VERIFY(!question());
        QVERIFY(m_window->get()->isVisible());
        QVERIFY(m_window->releaseBanner()->isVisible());
        QVERIFY2(m_window->dialog()->text().contains(u"Nothing was changed"_s), qPrintable(m_window->dialog()->text()));
    }

    void closedAllTheSame_closes()
    {
        startWithLocks();
        m_window->select({"order:{4711}"});
        m_window->table()->setFocus();
        sendByKeys();
        m_window->get()->close();
        QTest::keyClick(question()->findChild<QPushButton *>(u"closeAllTheSame"_s), Qt::Key_Space);
        QVERIFY(!m_window->get()->isVisible());
        m_window.reset(); // with dialog, question and attempt
    }

    // Clicked on the head of the column; then leases jump, which would put the first row last.
    void sortedWhileLeasesJump_holdsStillUnderSelectionAndPointer_data()
    {
        QTest::addColumn<bool>("pointer");
        QTest::newRow("selection") << false;
        QTest::newRow("pointer") << true;
    }

    void sortedWhileLeasesJump_holdsStillUnderSelectionAndPointer()
    {
        QFETCH(bool, pointer);
        startWithLocks();
        auto *head = m_window->table()->horizontalHeader();
        const QPoint place(head->sectionViewportPosition(LockModel::Lease) + head->sectionSize(LockModel::Lease) / 2, head->height() / 2);
        for (int i = 0; i < 2 && head->sortIndicatorSection() != LockModel::Lease; ++i)
            QTest::mouseClick(head->viewport(), Qt::LeftButton, {}, place);
        QCOMPARE(head->sortIndicatorSection(), static_cast<int>(LockModel::Lease));
        if (head->sortIndicatorOrder() != Qt::AscendingOrder)
            QTest::mouseClick(head->viewport(), Qt::LeftButton, {}, place);
        leave();
        QTRY_VERIFY(!m_window->names().isEmpty());
        auto first = m_source->locks.front();
        const auto before = m_window->names();
        for (const auto &lock : m_source->locks) {
            if (m_window->rowOf(lock.id).row() == 0)
                first = lock;
        }
        if (pointer)
            enter();
        else
            m_window->table()->selectRow(3);
        first.deadline = fake::serverTime(24h);
        first.renewals.count += 1;
        emit m_source->changed(changeOf(first));
        QCoreApplication::processEvents();
        QCOMPARE(m_window->names(), before);
        if (pointer)
            leave();
        else
            m_window->table()->clearSelection();
        QTRY_VERIFY(m_window->rowOf(first.id).row() > 0);
    }

private:
    QString details() const { return (*m_window)->findChild<DetailsPanel *>()->text(); }
    QMessageBox *question() const { return m_window->get()->findChild<QMessageBox *>(); }

    void startWithLocks()
    {
        (*m_window)->startDemo();
        const auto first = fake::Scene().first();
        m_source->locks = first.changed;
        emit m_source->changed(first);
        QTRY_VERIFY(m_window->table()->isVisible());
    }

    void sendByKeys() const
    {
        m_window->press(Qt::Key_Delete);
        QTRY_VERIFY(m_window->dialog());
        QVERIFY(QTest::qWaitForWindowActive(m_window->dialog()));
        QTRY_VERIFY(m_window->focus() && m_window->focus()->window() == m_window->dialog());
        QTRY_VERIFY(m_window->button(u"carryOut"_s)->isEnabled());
        QVERIFY(m_window->tabTo(m_window->button(u"carryOut"_s)));
        m_window->press(Qt::Key_Space);
        QCOMPARE(m_source->orders.size(), std::size_t(1));
    }

    void enter() const
    {
        const QPointF centre = m_window->table()->rect().center();
        QEnterEvent event(centre, centre, m_window->table()->mapToGlobal(centre));
        m_window->table()->setAttribute(Qt::WA_UnderMouse, true);
        QApplication::sendEvent(m_window->table(), &event);
    }

    void leave() const
    {
        QEvent event(QEvent::Leave);
        m_window->table()->setAttribute(Qt::WA_UnderMouse, false);
        QApplication::sendEvent(m_window->table(), &event);
    }

    static MonitorChange changeOf(const LockInfo &lock)
    {
        MonitorChange change;
        change.state = fake::liveState();
        change.serverNow = fake::serverTime(1s);
        change.at = Moment(1001s);
        change.changed = {lock};
        return change;
    }

    fake::ReleaseSource *m_source = nullptr;
    std::optional<DrivenWindow> m_window;
};

QTEST_MAIN(WholeWindowTest)
#include "tst_whole_window.moc"
