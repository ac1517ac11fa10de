// SPDX-License-Identifier: MIT
#include "support/test_program.h"

#include "ui/page_case.h"

#include "ui/monitor/event_area.h"
#include "ui/monitor/event_list.h"
#include "ui/monitor/event_model.h"
#include "ui/monitor/filter_bar.h"
#include "ui/widgets/timeline_view.h"
#include "ui/words/event_words.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QLabel>
#include <QMenu>
#include <QScrollBar>
#include <QSettings>
#include <QTemporaryDir>
#include <QTimer>
#include <QToolButton>

using namespace lockcore;
using namespace lockscope;
using namespace Qt::Literals::StringLiterals;
using namespace std::chrono_literals;

/// The list of events on the real page: it follows, counts what it does not follow, obeys the filter or not, and has a menu.
class EventListTest final : public PageCase
{
    Q_OBJECT

private slots:
    void init()
    {
        open();
        m_list = m_page->findChild<EventList *>();
        m_unseen = m_page->findChild<QToolButton *>(u"unseenEvents"_s);
        apply(fake::Scene().first());
        happen(100);
        QTRY_COMPARE(m_list->model()->rowCount(), 112);
        QTRY_VERIFY(seesNewest());
    }
    void cleanup() { m_page.reset(); }

    void windowShrinksAndGrows_listStillFollows()
    {
        for (const int height : {1000, 600, 1000, 700}) {
            m_page->resize(1280, height);
            QTRY_VERIFY(seesNewest());
            const int rows = m_list->model()->rowCount();
            happen(30);
            QTRY_COMPARE(m_list->model()->rowCount(), rows + 30);
            QTRY_VERIFY2(seesNewest(), qPrintable(QString::number(height)));
        }
        QVERIFY(m_unseen->isHidden());
    }

    void scrolledUp_newEventsAreCountedUntilFollowed()
    {
        m_list->verticalScrollBar()->setValue(10);
        happen(7);
        QTRY_COMPARE(m_unseen->text(), u"7 new ↓"_s);
        QVERIFY(m_unseen->isVisible());
        QCOMPARE(m_list->verticalScrollBar()->value(), 10);
        m_page->resize(1280, 700);
        happen(5);
        QTRY_COMPARE(m_unseen->text(), u"12 new ↓"_s);
        QCOMPARE(m_list->verticalScrollBar()->value(), 10);
        QTest::mouseClick(m_unseen, Qt::LeftButton);
        QVERIFY(seesNewest());
        QVERIFY(m_unseen->isHidden());
        happen(3);
        QTRY_COMPARE(m_list->model()->rowCount(), 127);
        QTRY_VERIFY(seesNewest());
    }

    void scrolledDown_followsAgain()
    {
        m_list->verticalScrollBar()->setValue(10);
        happen(7);
        QTRY_VERIFY(m_unseen->isVisible());
        m_list->verticalScrollBar()->setValue(m_list->verticalScrollBar()->maximum());
        QVERIFY(m_unseen->isHidden());
        happen(7);
        QTRY_COMPARE(m_list->model()->rowCount(), 126);
        QTRY_VERIFY(seesNewest());
        m_list->verticalScrollBar()->setValue(10);
        QTest::keyClick(m_list, Qt::Key_N);
        QVERIFY(seesNewest());
    }

    void switchedOff_filterLeavesTheEvents()
    {
        auto *action = m_page->findChild<EventArea *>()->filterAction();
        QVERIFY(m_page->viewActions().contains(action));
        const int all = m_list->model()->rowCount();
        auto *button = filterButton();
        QVERIFY(button->isHidden()); // there is no filter
        m_page->findChild<FilterBar *>()->setText(u"name:cart*"_s);
        QVERIFY(button->isVisible());
        QCOMPARE(m_list->model()->rowCount(), 1);
        QTest::mouseClick(button, Qt::LeftButton);
        QCOMPARE(m_list->model()->rowCount(), all);
        QCOMPARE(names(), QStringList{u"cart:{77}"_s});
        QTest::mouseClick(button, Qt::LeftButton);
        QCOMPARE(m_list->model()->rowCount(), 1);
    }

    // Those of another day have a date, and the time after it is what counts.
    void timeOfAnotherDay_isNotCut()
    {
        const auto index = m_list->model()->index(m_list->model()->rowCount() - 1, EventModel::Time);
        QVERIFY2(index.data().toString().contains(u"2026"_s), qPrintable(index.data().toString()));
        const QFontMetrics metrics(m_list->font());
        QTRY_VERIFY(m_list->visualRect(index).width() >= metrics.horizontalAdvance(index.data().toString()) + 8);
        QVERIFY(m_list->columnWidth(EventModel::Lock) >= metrics.averageCharWidth() * 8);
    }

    void renewals_canBeHiddenAndStayHidden()
    {
        const int all = m_list->model()->rowCount();
        auto *action = m_page->findChild<EventArea *>()->renewalsAction();
        QVERIFY(m_page->viewActions().contains(action));
        action->trigger();
        const int others = m_list->model()->rowCount();
        QVERIFY2(others > 0 && others <= all - 100, qPrintable(QString::number(others)));
        QVERIFY(m_page->findChild<QLabel *>(u"eventCounts"_s)->text().startsWith(u"%1 of "_s.arg(others)));
        happen(7);
        QTest::qWait(300); // longer than new events wait for their row
        QCOMPARE(m_list->model()->rowCount(), others);
        auto *filter = m_page->findChild<FilterBar *>();
        filter->setText(u"event:renewed"_s); // a person who asks for them gets them
        QTRY_VERIFY(m_list->model()->rowCount() >= 107);
        filter->setText(u"name:order*"_s);
        QTRY_VERIFY(m_list->model()->rowCount() < others);

        const QTemporaryDir folder;
        QSettings settings(folder.filePath(u"settings.ini"_s), QSettings::IniFormat);
        m_page->save(settings);
        MonitorPage another;
        another.restore(settings);
        QVERIFY(another.findChild<EventArea *>()->renewalsAction()->isChecked());
    }

    void click_showsTheLockAtThatMoment()
    {
        const auto *view = m_page->findChild<TimelineView *>();
        m_list->scrollToTop();
        QVERIFY(view->follows());
        const auto index = m_list->model()->index(0, EventModel::Lock);
        QTest::mouseClick(m_list->viewport(), Qt::LeftButton, {}, m_list->visualRect(index).center());
        QCOMPARE(chosenLock(), index.data().toString());
        QVERIFY(!view->follows());
        QVERIFY(!m_list->follows()); // what one looks at stays in sight
        QCOMPARE(timeText(view->crosshair().value()), index.siblingAtColumn(EventModel::Time).data().toString());
    }

    void menu_showsTheMoment()
    {
        choose(u"Show the moment in the timeline"_s);
        QCOMPARE(chosenLock(), u"order:{4711}"_s);
        QVERIFY(!m_page->findChild<TimelineView *>()->follows());
    }

    void menu_filtersTheOwner()
    {
        choose(u"Filter this owner"_s);
        QCOMPARE(m_page->findChild<FilterBar *>()->text(), u"owner:a&b:17"_s);
        QTRY_COMPARE(m_list->model()->rowCount(), 130);
    }

    void menu_copiesTheEvent()
    {
        choose(u"Copy"_s);
        const auto copied = QApplication::clipboard()->text().split(u'\t');
        QCOMPARE(copied.size(), 5);
        QCOMPARE(copied.at(1), u"renewed"_s);
        QCOMPARE(copied.at(2), u"order:{4711}"_s);
        QCOMPARE(copied.at(3), u"a&b:17"_s);
    }

private:
    QString chosenLock() const { return m_table->selectionModel()->selectedRows(LockModel::Name).front().data().toString(); }

    bool seesNewest() const
    {
        const auto last = m_list->visualRect(m_list->model()->index(m_list->model()->rowCount() - 1, 0));
        return m_list->viewport()->rect().contains(last);
    }

    QToolButton *filterButton() const
    {
        for (auto *button : m_page->findChild<EventArea *>()->findChildren<QToolButton *>()) {
            if (button->defaultAction() == m_page->findChild<EventArea *>()->filterAction())
                return button;
        }
        return nullptr;
    }

    void happen(int count)
    {
        auto change = changeWith({});
        for (int i = 0; i < count; ++i) {
            LockEvent event;
            event.type = EventType::Renewed;
            event.id = fake::Scene::renewedId();
            event.owner = "a&b:17";
            event.time = change.serverNow;
            change.events.push_back(event);
        }
        apply(change);
    }

    // Of the newest event.
    void choose(const QString &words)
    {
        const auto place = m_list->visualRect(m_list->model()->index(m_list->model()->rowCount() - 1, EventModel::What)).center();
        QTimer::singleShot(0, this, [this, words] {
            auto *menu = qobject_cast<QMenu *>(QApplication::activePopupWidget());
            QVERIFY(menu);
            happen(30); // the list moves on
            for (auto *action : menu->actions()) {
                if (action->text().remove(u'&').startsWith(words))
                    action->trigger();
            }
            menu->close();
        });
        QContextMenuEvent event(QContextMenuEvent::Mouse, place, m_list->viewport()->mapToGlobal(place));
        QApplication::sendEvent(m_list->viewport(), &event);
    }

    EventList *m_list = nullptr;
    QToolButton *m_unseen = nullptr;
};

LOCKSCOPE_TEST(EventListTest)
#include "tst_event_list.moc"
