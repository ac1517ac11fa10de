// SPDX-License-Identifier: MIT
// What a person does in the real window, with the pointer and the keys of an X server: the list that is followed, the row that is clicked, the
// key that is looked up, the frame of a production server.
#include "screen/quiet_locks.h"
#include "support/test_program.h"

#include "ui/monitor/connection_rights.h"
#include "ui/monitor/event_list.h"
#include "ui/monitor/event_model.h"
#include "ui/widgets/pill.h"
#include "ui/window/key_dialog.h"
#include "ui/window/write_question.h"

#include <QCursor>
#include <QScrollBar>

using namespace lockcore;
using namespace lockscope;
using namespace Qt::Literals::StringLiterals;

class PersonScreenTest final : public QObject
{
    Q_OBJECT

private slots:
    void cleanup() { m_locks.reset(); }

    void smallerWindow_eventsAreStillFollowed()
    {
        watch(60);
        window()->findChild<QAction *>(u"showEvents"_s)->setChecked(true);
        window()->resize(1280, 940);
        m_locks->renewAll();
        auto *list = window()->findChild<EventList *>();
        constexpr int roomy = 150; // px
        QVERIFY(
            test::eventually([&] { return list->viewport()->height() >= roomy && list->model()->rowCount() >= 60 && showsNewest(list); }));
        window()->resize(1100, 560);
        QVERIFY(test::eventually([&] { return list->viewport()->height() < roomy && showsNewest(list); }));
        const auto before = list->model()->rowCount();
        const auto picture = WatchedScreen::seen(*list->viewport());
        m_locks->changeOwner();
        QVERIFY(test::eventually([&] { return list->model()->rowCount() > before && showsNewest(list); }));
        QVERIFY(list->follows());
        QVERIFY(test::eventually([&] { return WatchedScreen::seen(*list->viewport()) != picture; }));
    }

    // While the pointer is in the table, newcomers that come first by their names move nothing: the click hits what was meant.
    void orderPaused_clickLandsOnTheLockUnderThePointer()
    {
        watch(30);
        auto *table = m_locks->screen().table();
        const auto index = m_locks->screen().window().rows()->index(6, LockModel::Name);
        const auto meant = index.data().toString();
        const auto place = table->visualRect(index).center();
        QCursor::setPos(table->viewport()->mapToGlobal(place + QPoint(30, 2)));
        QTest::qWait(100); // the pointer has entered
        QCursor::setPos(table->viewport()->mapToGlobal(place));
        QVERIFY(test::eventually([&] { return m_locks->screen().window().rows()->holding(); }));
        for (int i = 0; i < 5; ++i)
            m_locks->server().command({"SET", "lock:-" + std::to_string(i), "021422a0-e5a3-41f1-8c56-00163e5f7a01", "NX", "PX", "90000"});
        m_locks->server().command({"DEL", "lock:00002"});
        const auto *paused = window()->findChild<QLabel *>(u"orderPaused"_s);
        QVERIFY(test::eventually([&] { return paused->isVisible() && paused->text().contains(u"5 new"_s); }));
        QCOMPARE(table->indexAt(place).siblingAtColumn(LockModel::Name).data().toString(), meant);
        QTest::mouseClick(table->viewport(), Qt::LeftButton, {}, table->viewport()->mapFromGlobal(QCursor::pos()));
        QCOMPARE(table->currentIndex().siblingAtColumn(LockModel::Name).data().toString(), meant);
        QCursor::setPos(window()->mapToGlobal(QPoint(5, 5)));
        QVERIFY(test::eventually([&] { return !paused->isVisible(); }));
        QVERIFY(test::eventually([&] { return m_locks->screen().window().names().front() == u"lock:-0"_s; })); // although one is selected
    }

    void newLocksAbove_areSeenToHaveCome()
    {
        watch(60);
        QCursor::setPos(window()->mapToGlobal(QPoint(5, 5)));
        auto *table = m_locks->screen().table();
        auto *pill = window()->findChild<PillButton *>(u"newLocksAbove"_s);
        table->verticalScrollBar()->setValue(table->verticalScrollBar()->maximum());
        QVERIFY(table->verticalScrollBar()->value() > 0);
        for (int i = 0; i < 3; ++i)
            m_locks->server().command({"SET", "lock:-" + std::to_string(i), "021422a0-e5a3-41f1-8c56-00163e5f7a01", "NX", "PX", "90000"});
        QVERIFY(test::eventually([&] { return pill->isVisible() && pill->text() == u"3 new ↑"_s; }));
        const auto ground = shadesOf(window()->palette()).pill;
        const auto middle = [&] { return WatchedScreen::seen(*pill, QRect(6, pill->height() / 2, 1, 1)).pixelColor(0, 0); };
        QVERIFY(test::eventually([&] { return middle() == ground; })); // over the rows, not below them
        QTest::mouseClick(pill, Qt::LeftButton);
        QVERIFY(test::eventually([&] { return pill->isHidden() && m_locks->screen().window().names().front() == u"lock:-0"_s; }));
        QCOMPARE(table->verticalScrollBar()->value(), 0);
    }

    void keyThatIsNoLock_isLookedUpByItsName()
    {
        watch(3);
        m_locks->server().command({"SET", "config:theme", "dark"});
        m_locks->screen().window().press(Qt::Key_G, Qt::ControlModifier);
        QVERIFY(test::eventually(
            [&] { return dialog() && dialog()->isActiveWindow() && dialog()->findChild<QLineEdit *>(u"key"_s)->hasFocus(); }));
        const auto before = WatchedScreen::seen(*dialog());
        auto *field = dialog()->findChild<QLineEdit *>(u"key"_s);
        QTest::keyClicks(field, u"config:theme"_s);
        QTest::keyClick(field, Qt::Key_Return);
        const auto says = [&](const QString &words) {
            return std::ranges::any_of(dialog()->findChildren<WrappedText *>(), [&](const WrappedText *text) {
                return text->isVisible() && text->toPlainText().contains(words, Qt::CaseInsensitive);
            });
        };
        QVERIFY(test::eventually([&] { return says(u"not a lock"_s) && says(u"string"_s); }));
        QVERIFY(test::eventually([&] { return WatchedScreen::seen(*dialog()) != before; }));
        dialog()->reject();
    }

    void production_readWriteIsFramedInTheColourOfDanger()
    {
        watch(3);
        Target target;
        target.name = u"payments"_s;
        target.production = true;
        window()->rights()->mark(target);
        const auto edge = [&] { return WatchedScreen::seen(*window(), QRect(1, window()->height() / 2, 1, 1)).pixelColor(0, 0); };
        const auto danger = shadesOf(window()->palette()).danger;
        QVERIFY(edge() != danger);
        m_locks->screen().window().press(Qt::Key_L, Qt::ControlModifier);
        QVERIFY(test::eventually([&] { return question() && question()->isActiveWindow(); }));
        QVERIFY(edge() != danger); // nothing is allowed yet
        QTest::mouseClick(question()->findChild<QPushButton *>(u"allowWriting"_s), Qt::LeftButton);
        QVERIFY(test::eventually([&] { return edge() == danger; }));
        m_locks->screen().window().activate();
        m_locks->screen().window().press(Qt::Key_L, Qt::ControlModifier);
        QVERIFY(test::eventually([&] { return edge() != danger; }));
    }

private:
    std::unique_ptr<QuietLocks> m_locks;

    MainWindow *window() const { return m_locks->screen().window().get(); }
    KeyDialog *dialog() const { return window()->findChild<KeyDialog *>(); }
    WriteQuestion *question() const { return window()->findChild<WriteQuestion *>(); }

    static bool showsNewest(const EventList *list)
    {
        const auto last = list->visualRect(list->model()->index(list->model()->rowCount() - 1, EventModel::What));
        return last.isValid() && list->viewport()->rect().contains(last);
    }

    void watch(int locks)
    {
        m_locks = std::make_unique<QuietLocks>(locks);
        QVERIFY(test::eventually(m_locks->shown(), std::chrono::minutes(2)));
    }
};

LOCKSCOPE_TEST(PersonScreenTest)
#include "tst_person_screen.moc"
