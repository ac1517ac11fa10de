// SPDX-License-Identifier: MIT
#include "support/test_program.h"

#include "ui/page_case.h"

#include "ui/monitor/details_panel.h"
#include "ui/monitor/event_model.h"
#include "ui/monitor/releases.h"
#include "ui/monitor/timeline_area.h"
#include "ui/widgets/timeline_view.h"
#include "ui/words/event_words.h"

#include <QAbstractItemModelTester>

using namespace lockcore;
using namespace lockscope;
using namespace Qt::Literals::StringLiterals;
using namespace std::chrono_literals;

/// The real page: the selected lock ends, comes back, or does not match the filter any more, and stays in sight.
class SelectedLockTest final : public PageCase
{
    Q_OBJECT

private slots:
    void init()
    {
        open();
        m_tester = std::make_unique<QAbstractItemModelTester>(m_page->rows(), QAbstractItemModelTester::FailureReportingMode::QtTest);
        apply(fake::Scene().first());
        select(name);
    }

    void cleanup()
    {
        m_tester.reset();
        m_page.reset();
    }

    void ended_staysSelectedWithItsHistory()
    {
        end(name);
        QVERIFY(row(name)->gone());
        QCOMPARE(selected(), name);
        const auto text = details();
        QVERIFY2(text.contains(name), qPrintable(text));
        QVERIFY2(text.contains(u"expired at %1"_s.arg(timeText(m_endedAt))), qPrintable(text));
        QVERIFY2(text.contains(u"expired · 9f3ac21e…:17"_s), qPrintable(text)); // the last owner
        QVERIFY2(text.contains(u"seen · 9f3ac21e…:17"_s), qPrintable(text));
    }

    void endedAndAcquiredAgain_isShownAlive()
    {
        end(name);
        auto change = changeWith({fake::lock(key, 20s, 60s)});
        change.changed.front().holders.front().owner = "5ff9b1ba-2323-4545-8686-a7a7b8b8c9c9:1";
        change.events = {eventOf(EventType::Acquired, "5ff9b1ba-2323-4545-8686-a7a7b8b8c9c9:1")};
        apply(change);
        QCOMPARE(selected(), name);
        QVERIFY(!row(name)->gone());
        QTRY_VERIFY2(details().contains(u"acquired · 5ff9b1ba…:1"_s), qPrintable(details()));
        QVERIFY2(details().contains(u"expired · 9f3ac21e…:17"_s), qPrintable(details()));
    }

    void ended_leavesWhenAnotherIsSelected()
    {
        end(name);
        select(u"cart:{77}"_s);
        m_page->locks()->prune();
        QVERIFY(names().contains(name)); // as long as one that has just ended
        passLinger();
        QVERIFY(!names().contains(name));
        QVERIFY(details().contains(u"cart:{77}"_s));
    }

    // The list of events, the details and the timeline give one time for its end, and Release says why there is nothing to do.
    void ended_hasOneTimeEverywhere()
    {
        const auto lock = row(name)->lock;
        auto change = changeWith({});
        change.events = {eventOf(EventType::Ended, lock.holders.front().owner)};
        const auto at = change.events.front().time;
        change.gone.push_back({lock, EventType::Ended, at});
        m_now += 700ms; // it is shown later than it happened
        change.at = m_now;
        change.serverNow += 700ms;
        apply(change);
        QCOMPARE(row(name)->goneAtServer, std::optional(at));
        QVERIFY2(details().contains(u"Ended at %1"_s.arg(timeText(at))), qPrintable(details()));
        QVERIFY2(details().contains(u"ended at %1"_s.arg(timeText(at))), qPrintable(details()));
        const auto &feed = m_page->findChild<TimelineArea *>()->feed();
        QCOMPARE(feed.history().lane(feed.laneOf(lock.id)).spans.back().end, std::optional(at));
        auto *release = m_page->releases()->releaseAction();
        QCOMPARE(release->toolTip(), u"It is gone: there is nothing to release."_s);
        m_now += 10s;
        m_table->clearSelection();
        passLinger();
        emit m_page->findChild<TimelineArea *>()->lockChosen(lock.id); // it has no row any more
        QVERIFY(!m_table->selectionModel()->hasSelection());
        QCOMPARE(release->toolTip(), u"It is gone: there is nothing to release."_s);
    }

    void ended_leavesWithEscape()
    {
        end(name);
        QTest::keyClick(m_table, Qt::Key_Escape);
        passLinger();
        QVERIFY(!names().contains(name));
        QVERIFY2(!details().contains(name), qPrintable(details()));
    }

    void matchesFilterNoLonger_stays()
    {
        setFilter(u"count>1"_s);
        QCOMPARE(names(), QStringList{name});
        select(name);
        auto lock = fake::lock(key, 20s);
        lock.holders.front().count = 1;
        apply(changeWith({lock}));
        QCOMPARE(selected(), name);
        QTest::keyClick(m_table, Qt::Key_Escape);
        apply(changeWith({lock}));
        QTRY_VERIFY(names().isEmpty());
    }

    void otherFilter_decidesAnew()
    {
        end(name);
        setFilter(u"name:cart*"_s);
        QCOMPARE(names(), QStringList{u"cart:{77}"_s});
        QVERIFY(selected().isEmpty());
    }

    void endedLockOfTheTimeline_showsItsHistoryAndComesBack()
    {
        m_table->clearSelection();
        end(name);
        passLinger();
        QVERIFY(!names().contains(name));
        auto *timeline = m_page->findChild<TimelineArea *>();
        emit timeline->lockChosen({0, key});
        QVERIFY(selected().isEmpty());
        QVERIFY2(details().contains(u"expired · 9f3ac21e…:17"_s), qPrintable(details()));
        apply(changeWith({fake::lock(key, 20s, 60s)}));
        QCOMPARE(selected(), name);
    }

    void hiddenByTheFilter_isShownWhenChosenInTheTimeline()
    {
        setFilter(u"name:cart*"_s);
        emit m_page->findChild<TimelineArea *>()->lockChosen({0, key});
        QCOMPARE(selected(), name);
        QCOMPARE(m_page->rows()->rowCount(), 2);
    }

private:
    static constexpr auto key = "order:{4711}";
    const QString name = QString::fromLatin1(key);

    void select(const QString &lock)
    {
        m_table->setFocus();
        m_table->selectRow(static_cast<int>(names().indexOf(lock)));
    }

    void setFilter(const QString &filter)
    {
        m_field->setText(filter);
        QTest::keyClick(m_field, Qt::Key_Return);
    }

    QString selected() const
    {
        const auto rows = m_table->selectionModel()->selectedRows(LockModel::Name);
        return rows.size() == 1 ? rows.front().data().toString() : QString();
    }

    const LockRow *row(const QString &lock) const
    {
        return m_page->rows()->rowAt(m_page->rows()->index(static_cast<int>(names().indexOf(lock)), 0));
    }

    void passLinger()
    {
        m_now += LockRow::linger + 1ms;
        m_page->locks()->prune();
    }

    QString details() const
    {
        auto *panel = m_page->findChild<DetailsPanel *>();
        panel->refresh();
        return panel->text();
    }

    LockEvent eventOf(EventType type, Bytes owner) const
    {
        LockEvent event;
        event.type = type;
        event.id = {0, key};
        event.owner = std::move(owner);
        event.time = m_page->locks()->serverNow();
        return event;
    }

    // Longer ago than an ended lock stays.
    void end(const QString &lock)
    {
        m_now += 1s;
        m_endedAt = m_page->locks()->serverNow();
        auto change = changeWith({});
        change.gone.push_back({row(lock)->lock, EventType::Expired});
        change.events = {eventOf(EventType::Expired, row(lock)->lock.holders.front().owner)};
        apply(change);
        m_now += 10s;
        m_page->locks()->prune();
    }

    ServerTime m_endedAt{};
    std::unique_ptr<QAbstractItemModelTester> m_tester;
};

LOCKSCOPE_TEST(SelectedLockTest)
#include "tst_selected_lock.moc"
