// SPDX-License-Identifier: MIT
#include "support/test_program.h"

#include "ui/nameless_controls.h"
#include "ui/page_case.h"

#include "ui/monitor/details_panel.h"
#include "ui/monitor/event_model.h"
#include "ui/monitor/filter_bar.h"
#include "ui/monitor/header_bar.h"
#include "ui/monitor/lock_sort_filter.h"
#include "ui/monitor/monitor_page.h"
#include "ui/monitor/notice_banner.h"
#include "ui/monitor/possible_area.h"
#include "ui/monitor/possible_model.h"
#include "ui/monitor/shown_events.h"
#include "ui/monitor/tile_row.h"
#include "ui/monitor/timeline_area.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/figure_label.h"
#include "ui/widgets/figures.h"
#include "ui/widgets/pill.h"
#include "ui/widgets/state_panel.h"
#include "ui/widgets/tile.h"
#include "ui/widgets/timeline_table.h"
#include "ui/widgets/tool_tip.h"
#include "ui/widgets/wrapped_text.h"
#include "ui/words/event_words.h"

#include <QAbstractItemModelTester>
#include <QAccessible>
#include <QApplication>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QHeaderView>
#include <QLayout>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QScrollBar>
#include <QSignalSpy>
#include <QSplitter>
#include <QTextDocument>
#include <QToolButton>
#include <QToolTip>

using namespace lockcore;
using namespace lockscope;
using namespace Qt::Literals::StringLiterals;
using namespace std::chrono_literals;

namespace {

/// Counts what timers do.
class TickCount final : public QObject
{
public:
    int ticks = 0;

    bool eventFilter(QObject *, QEvent *event) override
    {
        ticks += event->type() == QEvent::Timer ? 1 : 0;
        return false;
    }
};

} // namespace

/// The real widgets, with changes made here and a clock that the test sets.
class MonitorPageTest final : public PageCase
{
    Q_OBJECT

private slots:
    void init() { open(); }
    void cleanup() { m_page.reset(); }

    void connecting_isShownAndCanBeCancelled()
    {
        QCOMPARE(panel()->title(), u"Connecting to 127.0.0.1:6379/0 …"_s);
        QVERIFY(!m_table->isVisible());
        QCOMPARE(visibleSteps(), QStringList{u"Cancel"_s});
    }

    // In a hidden room, it would wake the processor twenty times a second for nothing.
    void hiddenPage_stopsItsTimers()
    {
        apply(changeWith({fake::lock("quiet", 30s)}));
        const auto ticks = [] {
            TickCount count;
            qApp->installEventFilter(&count);
            QTest::qWait(400);
            return count.ticks;
        };
        QVERIFY(ticks() > 3);
        m_page->hide();
        QTRY_COMPARE_WITH_TIMEOUT(ticks(), 0, 5000); // what was under way comes to its end
        m_page->show();
        QVERIFY(ticks() > 3);
    }

    void filterTypedWithKeys_narrowsTheTable()
    {
        apply(fake::Scene().first());
        QCOMPARE(m_page->rows()->rowCount(), 12);
        m_page->focusFilter();
        QTest::keyClicks(m_field, u"kind:fair-lock"_s);
        QTRY_COMPARE(names(), QStringList{u"fair:gate"_s});
        QTest::keyClick(m_field, Qt::Key_Escape);
        QCOMPARE(m_page->rows()->rowCount(), 12);
    }

    void wrongFilter_isRedAndExplainedAndNotApplied()
    {
        apply(fake::Scene().first());
        m_page->focusFilter();
        QTest::keyClicks(m_field, u"kind:fair-lock"_s);
        QTest::keyClick(m_field, Qt::Key_Return);
        const auto usual = m_field->palette().color(QPalette::Text);
        QTest::keyClicks(m_field, u" ttl<x"_s);
        auto *bar = m_page->findChild<FilterBar *>();
        QTRY_VERIFY(bar->isWrong());
        QVERIFY2(bar->complaint().contains(u"ttl"_s), qPrintable(bar->complaint()));
        QTRY_VERIFY(m_page->findChild<QWidget *>(u"complaint"_s)->isVisible());
        QVERIFY(m_field->palette().color(QPalette::Text) != usual);
        QCOMPARE(names(), QStringList{u"fair:gate"_s});
    }

    // The sentence that names all libraries is the longest one.
    void wrongFilter_isShownWholeWithARepairToClick()
    {
        apply(fake::Scene().first());
        m_page->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(m_page.get()));
        m_page->focusFilter();
        QTest::keyClicks(m_field, u"ttl>1s "_s);
        QTRY_VERIFY(m_page->rows()->rowCount() < 12);
        const int top = m_table->mapTo(m_page.get(), QPoint()).y();
        QTest::keyClicks(m_field, u"library:redison"_s);
        auto *complaint = m_page->findChild<QWidget *>(u"complaint"_s);
        QTRY_VERIFY(complaint->isVisible());
        auto *sentence = complaint->findChild<WrappedText *>();
        const auto *bar = m_page->findChild<FilterBar *>();
        QCOMPARE(sentence->toPlainText(), u"✕ "_s + bar->complaint());
        QVERIFY(bar->complaint().contains(u"symfony"_s));
        QVERIFY2(sentence->height() >= sentence->heightForWidth(sentence->width()), "it is cut");
        QVERIFY(m_page->rect().contains(complaint->geometry()));
        QVERIFY(complaint->y() >= m_field->mapTo(m_page.get(), QPoint(0, m_field->height())).y()); // the field is not covered
        QCOMPARE(m_table->mapTo(m_page.get(), QPoint()).y(), top);                                 // nothing moves
        auto *repair = m_page->findChild<QAbstractButton *>(u"repairFilter"_s);
        QVERIFY2(repair->text().contains(u"ttl>1s library:redisson"_s), qPrintable(repair->text()));
        QTest::keyClick(m_field, Qt::Key_Tab);
        QVERIFY(repair->hasFocus());
        QVERIFY(complaint->isVisible());
        QTest::keyClick(repair, Qt::Key_Return);
        QVERIFY(!complaint->isVisible());
        QCOMPARE(bar->text(), u"ttl>1s library:redisson"_s);
        QVERIFY(m_field->hasFocus());
        QCOMPARE(m_page->rows()->rowCount(), 5);
    }

    void shortTable_leavesItsRoomToTheTimeline()
    {
        m_page->resize(1280, 900);
        apply(changeWith({fake::lock("a", 30s), fake::lock("b", 30s), fake::lock("c", 30s)}));
        auto *timeline = m_page->findChild<TimelineArea *>();
        const int row = m_table->verticalHeader()->defaultSectionSize();
        QTRY_VERIFY2(m_table->viewport()->height() <= 8 * row, qPrintable(QString::number(m_table->viewport()->height())));
        QVERIFY(m_table->viewport()->height() >= 3 * row);
        QVERIFY(timeline->height() > m_table->height());
        std::vector<LockInfo> many;
        for (int i = 0; i < 60; ++i)
            many.push_back(fake::lock("lock:" + std::to_string(i), 30s));
        apply(changeWith(std::move(many)));
        QTRY_VERIFY(m_table->height() > timeline->height()); // and a long one gets the larger share
    }

    void timeline_hasTheFullWidthUntilTheEventsAreOpened()
    {
        MonitorPage page;
        page.resize(1280, 720);
        page.showServer({});
        page.show();
        page.apply(fake::Scene().first());
        auto *timeline = page.findChild<TimelineArea *>();
        auto *events = page.findChild<QWidget *>(u"events"_s);
        QTRY_VERIFY(timeline->isVisible());
        QVERIFY(events && !events->isVisible());
        page.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&page));
        auto *table = page.findChild<QTableView *>(u"locks"_s);
        QTRY_COMPARE(timeline->width(), table->width());
        table->setFocus();
        QTest::keyClick(table, Qt::Key_E);
        QTRY_VERIFY(events->isVisible());
        QTRY_VERIFY(timeline->width() < table->width());
    }

    // A lock that has ended lingers in its row, but is no lock any more.
    void tilesAndCount_countTheSameLocks()
    {
        auto change = fake::Scene().first();
        apply(change);
        const auto held = [this] { return m_page->findChild<Tile *>(u"held"_s)->number(); };
        const auto counted = [this] {
            for (const auto *label : m_page->findChild<FilterBar *>()->findChildren<FigureLabel *>()) {
                if (label->text().contains(u"lock"_s))
                    return label->text();
            }
            return QString();
        };
        QTRY_COMPARE(held(), u"12"_s);
        QCOMPARE(counted(), u"12 locks"_s);
        MonitorChange ended = changeWith({});
        ended.gone = {{change.changed[0], EventType::Released}, {change.changed[1], EventType::Expired}};
        apply(ended);
        QTRY_COMPARE(held(), u"10"_s);
        QCOMPARE(m_page->rows()->rowCount(), 12);
        QCOMPARE(counted(), u"10 locks"_s);
    }

    void downInFilter_selectsTheFirstLock()
    {
        apply(fake::Scene().first());
        m_page->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(m_page.get()));
        m_page->focusFilter();
        QTest::keyClicks(m_field, u"order"_s);
        QTRY_COMPARE(m_page->rows()->rowCount(), 1);
        QTest::keyClick(m_field, Qt::Key_Down);
        QVERIFY(m_table->hasFocus());
        QCOMPARE(m_page->selectedLock()->id.key, Bytes("order:{4711}"));
        m_page->focusFilter();
        QTest::keyClicks(m_field, u"nothing-matches"_s);
        QTRY_COMPARE(m_page->rows()->rowCount(), 0);
        QTest::keyClick(m_field, Qt::Key_Down); // to what is in the table's place
        QCOMPARE(qobject_cast<QPushButton *>(QApplication::focusWidget())->text(), u"Clear the filter"_s);
    }

    void selection_survivesUpdatesAndSorting()
    {
        apply(fake::Scene().first());
        m_table->selectRow(rowOf(u"order:{4711}"_s));
        auto renewed = fake::lock("order:{4711}", 30s);
        renewed.renewals.count = 19;
        apply(changeWith({renewed, fake::lock("a-new-one", 30s)}));
        m_table->sortByColumn(LockModel::Lease, Qt::DescendingOrder);
        const auto selected = m_table->selectionModel()->selectedRows(LockModel::Name);
        QCOMPARE(selected.size(), 1);
        QCOMPARE(selected.front().data().toString(), u"order:{4711}"_s);
        QVERIFY(m_page->findChild<DetailsPanel *>()->text().contains(u"order:{4711}"_s));
    }

    void selectedWithKeys_detailsShowHolderAndReasons()
    {
        apply(fake::Scene().first());
        m_table->sortByColumn(LockModel::Name, Qt::AscendingOrder);
        m_table->setFocus();
        m_table->setCurrentIndex(m_page->rows()->index(0, 0));
        QTest::keyClick(m_table, Qt::Key_Down);
        const auto text = m_page->findChild<DetailsPanel *>()->text();
        QVERIFY2(text.contains(u"b81c03aa-7777-4888-8999-aaaabbbbcccc:9"_s), qPrintable(text));
        QVERIFY2(text.contains(u"Could also be RSpinLock or RFencedLock."_s), qPrintable(text));
        QTest::keyClick(m_table, Qt::Key_C, Qt::ControlModifier);
        QCOMPARE(QApplication::clipboard()->text(), u"cart:{77}"_s);
        QTest::keyClick(m_table, Qt::Key_C, Qt::ControlModifier | Qt::AltModifier);
        QCOMPARE(QApplication::clipboard()->text(), u"b81c03aa-7777-4888-8999-aaaabbbbcccc:9"_s);
    }

    void expiredLock_lingersStruckThroughThenGoes()
    {
        fake::Scene scene;
        apply(scene.first());
        apply(scene.advance(1s));
        const int row = rowOf(u"redlock:settle"_s);
        QVERIFY(row >= 0);
        QVERIFY(m_page->rows()->rowAt(m_page->rows()->index(row, 0))->gone());
        QCOMPARE(m_page->rows()->index(row, LockModel::Last).data().toString(), u"expired"_s);
        m_now += 4s;
        QTRY_COMPARE(rowOf(u"redlock:settle"_s), -1);
    }

    void connectionLost_tableStaysAndBannerCountsDown()
    {
        apply(fake::Scene().first());
        auto change = changeWith({});
        change.state.phase = MonitorState::Phase::Lost;
        change.state.error = Error{ErrorKind::Transport, "Connection refused", "ECONNREFUSED"};
        change.state.retryIn = 4s;
        apply(change);
        auto *banner = m_page->findChild<Banner *>(u"banner"_s);
        QVERIFY(banner->isVisible());
        QVERIFY(m_table->isVisible());
        QCOMPARE(m_page->rows()->rowCount(), 12);
        QVERIFY2(banner->text().contains(u"in 4 s"_s), qPrintable(banner->text()));
        m_now += 2s;
        QTRY_VERIFY2(banner->text().contains(u"in 2 s"_s), qPrintable(banner->text()));
        QSignalSpy retry(m_page.get(), &MonitorPage::retryWanted);
        QTest::keyClick(banner->findChild<QPushButton *>(), Qt::Key_Space);
        QCOMPARE(retry.size(), 1);
        change.state = fake::liveState();
        apply(change);
        QVERIFY(!banner->isVisible());
    }

    // It is unknown which leases still run: an attempt to connect shows nothing new.
    void connectionLost_clocksStopUntilReconnected()
    {
        const auto times = [&] {
            const int row = rowOf(u"redlock:settle"_s);
            const auto *rows = m_page->rows();
            return QStringList{rows->index(row, LockModel::Lease).data().toString(),
                               rows->index(row, LockModel::HeldFor).data().toString()};
        };
        auto change = fake::Scene().first();
        apply(change);
        change.changed.clear();
        change.state.phase = MonitorState::Phase::Lost;
        apply(change);
        const auto atTheLoss = times();
        const auto *banner = m_page->findChild<Banner *>(u"banner"_s);
        const auto said = u"The table shows what was known at %1."_s.arg(timeText(change.serverNow));
        QVERIFY2(banner->text().contains(said), qPrintable(banner->text()));
        const auto wasAt = change.serverNow;
        for (int attempt = 1; attempt <= 3; ++attempt) {
            m_now += 20s;
            change.serverNow = wasAt + 20s * attempt;
            change.at = m_now;
            change.state.retryIn = std::chrono::seconds(attempt);
            apply(change);
            QCOMPARE(times(), atTheLoss);
        }
        QVERIFY2(banner->text().contains(said), qPrintable(banner->text()));
        change.state = fake::liveState();
        apply(change);
        QVERIFY(times() != atTheLoss);
        QCOMPARE(m_page->locks()->serverNow(), wasAt + 60s);
    }

    void nothingFound_explainsWhatWasReadAndWhatToDo()
    {
        auto change = changeWith({});
        change.state.keysSeen = 1214;
        apply(change);
        QCOMPARE(panel()->title(), u"No locks in database 0"_s);
        QVERIFY2(panel()->explanation().contains(u"1,214"_s) || panel()->explanation().contains(u"1214"_s),
                 qPrintable(panel()->explanation()));
        QCOMPARE(visibleSteps(), (QStringList{u"Connect to another server…"_s, u"Start the demo"_s}));
    }

    // There may be locks where Lockscope could not read.
    void unreadableKeys_areCountedUntilReadable()
    {
        auto change = changeWith({});
        change.state.keysSeen = 8;
        change.state.coverage.unread = {{UnreadKeys::Why::Denied, 2, 1, {}}, {UnreadKeys::Why::Elsewhere, 1, 1, "MOVED 1 a:1"}};
        apply(change);
        auto *counter = m_page->findChild<FigureLabel *>(u"unread"_s);
        QTRY_VERIFY(counter->isVisible()); // with the next tick
        QCOMPARE(counter->text(), u"not readable: 3"_s);
        QVERIFY2(counter->toolTip().contains(u"another node of the cluster serves them: 1"_s), qPrintable(counter->toolTip()));
        QCOMPARE(panel()->title(), u"No readable locks in database 0"_s);
        QVERIFY2(panel()->explanation().startsWith(u"3 of 8 keys could not be read"_s), qPrintable(panel()->explanation()));
        change = changeWith({});
        change.state.coverage.stale = true;
        apply(change);
        QTRY_VERIFY(!counter->isVisible());
        QVERIFY2(panel()->explanation().startsWith(u"What the server shows may be old"_s), qPrintable(panel()->explanation()));
        apply(changeWith({}));
        QCOMPARE(panel()->title(), u"No locks in database 0"_s);
    }

    void firstSweep_showsProgress()
    {
        auto change = changeWith({});
        change.state.phase = MonitorState::Phase::FirstSweep;
        change.state.sweeping = true;
        change.state.keysSeen = 250;
        change.state.keysTotal = 1000;
        apply(change);
        QCOMPARE(panel()->title(), u"Looking for locks …"_s);
        change.changed = {fake::lock("a", 30s)};
        apply(change);
        QVERIFY(m_table->isVisible());
    }

    void failure_isExplainedWithNextSteps()
    {
        auto change = changeWith({});
        change.state.phase = MonitorState::Phase::Failed;
        change.state.error = Error{ErrorKind::Transport, "Connection refused", "ECONNREFUSED"};
        apply(change);
        QVERIFY(!panel()->explanation().isEmpty());
        QCOMPARE(visibleSteps(), (QStringList{u"Try again"_s, u"Connect to another server…"_s, u"Start the demo"_s}));
    }

    void notPermitted_isShownInBanner()
    {
        apply(fake::Scene().first());
        auto change = changeWith({});
        change.state.notices = {{Notice::Kind::DeniedKeys, "3 keys under order:"}};
        apply(change);
        auto *notices = m_page->findChild<NoticeBanner *>();
        QTRY_VERIFY(notices->isVisible());
        QVERIFY2(notices->text().contains(u"3 keys under order:"_s), qPrintable(notices->text()));
    }

    void trackingRefused_bannerNamesMissingRight()
    {
        apply(fake::Scene().first());
        auto change = changeWith({});
        change.state.feed = MonitorState::Feed::Polling;
        change.state.feedReason = "NOPERM this user has no permissions to run the 'client|tracking' command";
        apply(change);
        auto *banner = m_page->findChild<Banner *>(u"banner"_s);
        QVERIFY(banner->isVisible());
        QVERIFY2(banner->text().contains(u"ACL SETUSER default +client|tracking"_s), qPrintable(banner->text()));
        QVERIFY2(!banner->text().contains(u"NOPERM"_s), qPrintable(banner->text()));
        QSignalSpy retry(m_page.get(), &MonitorPage::retryWanted);
        auto *button = banner->findChild<QPushButton *>();
        QVERIFY(button->isVisible());
        QCOMPARE(button->text(), u"Try again now"_s);
        button->click();
        QCOMPARE(retry.size(), 1);
    }

    void timelineTable_keepsButtonNameAndColumnHeaders()
    {
        apply(fake::Scene().first());
        auto *table = m_page->findChild<QTableView *>(u"timelineTable"_s);
        QToolButton *button = nullptr;
        for (auto *candidate : m_page->findChildren<QToolButton *>()) {
            if (candidate->accessibleName() == u"Timeline as a table"_s)
                button = candidate;
        }
        QVERIFY(button);
        QCOMPARE(button->text(), u"Table"_s);
        QTest::mouseClick(button, Qt::LeftButton);
        QCOMPARE(button->text(), u"Table"_s);
        const int last = table->model()->rowCount() - 1;
        QVERIFY(last >= 0);
        QTRY_VERIFY(table->isVisible() && table->viewport()->rect().contains(table->visualRect(table->model()->index(last, 0))));
        const auto whole = table->grab().toImage();
        for (const int column : {0, 1, 2}) {
            const QRect cell = table->visualRect(table->model()->index(last, column));
            const int top = table->viewport()->y() + cell.top();
            const QRect header(cell.left(), 0, cell.width(), table->horizontalHeader()->height() - 2);
            const int text = firstInked(whole, {cell.left(), top, cell.width(), cell.height()}), caption = firstInked(whole, header);
            QVERIFY(text > 0 && caption > 0);
            const int off = text - caption;
            QVERIFY2(std::abs(off) <= 3, qPrintable(u"column %1: %2 px"_s.arg(column).arg(off))); // header and cells are aligned
        }
    }

    void timelineTable_followsUnlessScrolledUp()
    {
        apply(fake::Scene().first());
        m_page->viewActions().at(1)->setChecked(true);
        auto *table = m_page->findChild<QTableView *>(u"timelineTable"_s);
        QTRY_VERIFY(table->isVisible());
        const auto seesLast = [&](const QString &what, const QString &until) {
            const auto last = table->model()->index(table->model()->rowCount() - 1, TimelineTable::What);
            return last.data().toString() == what && last.siblingAtColumn(TimelineTable::Until).data().toString() == until
                   && table->viewport()->rect().contains(table->visualRect(last));
        };
        const auto happens = [this](int number, EventType type) {
            auto change = changeWith({});
            LockEvent event;
            event.id.key = "followed:" + std::to_string(number);
            event.type = type;
            event.time = change.serverNow;
            change.events.push_back(event);
            apply(change);
        };
        for (int number = 0; number < 40; ++number)
            happens(number, EventType::Acquired);
        QTRY_VERIFY(seesLast(u"acquired"_s, u"now"_s));
        happens(39, EventType::Released);
        QTRY_VERIFY(seesLast(u"released"_s, {}));
        const int rows = table->model()->rowCount();
        table->verticalScrollBar()->setValue(3);
        happens(40, EventType::Acquired);
        QTRY_COMPARE(table->model()->rowCount(), rows + 1);
        QCOMPARE(table->verticalScrollBar()->value(), 3);
    }

    void timelineTable_cutsNoLetters()
    {
        apply(fake::Scene().first());
        m_page->viewActions().at(1)->setChecked(true);
        auto *table = m_page->findChild<QTableView *>(u"timelineTable"_s);
        QTRY_VERIFY(table->isVisible());
        auto change = changeWith({});
        LockEvent overdue;
        overdue.id.key = "order:{4711}";
        overdue.type = EventType::RenewalOverdue;
        overdue.time = change.serverNow;
        change.events.push_back(overdue);
        apply(change);
        const QFontMetrics text(table->font());
        QTRY_VERIFY(table->columnWidth(TimelineTable::What) >= text.horizontalAdvance(u"▲ renewal overdue"_s) + 16);
        int all = 0;
        for (int column = 0; column < TimelineTable::ColumnCount; ++column)
            all += table->columnWidth(column);
        QVERIFY2(all <= table->viewport()->width(), qPrintable(u"%1 in %2"_s.arg(all).arg(table->viewport()->width())));
        QVERIFY(!table->horizontalScrollBar()->isVisible());
        QCOMPARE(table->model()->headerData(TimelineTable::Lane, Qt::Horizontal).toString(), u"Lock"_s);
        const QFontMetrics fixed(fixedFont(table->font()));
        QVERIFY(table->columnWidth(TimelineTable::Owner) >= fixed.horizontalAdvance(u"9f3a…:17"_s));
    }

    // Thirty facts must not be thirty stops of Tab.
    void tabFromTable_reachesEventsAndArrowsMoveThroughDetails()
    {
        apply(fake::Scene().first());
        m_page->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(m_page.get()));
        m_table->selectRow(0);
        m_table->setFocus();
        auto *details = m_page->findChild<DetailsPanel *>();
        auto *events = m_page->findChild<QTableView *>(u"events"_s);
        QStringList stops;
        bool seen = false;
        while (QApplication::focusWidget() != events && stops.size() < 12) {
            QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab);
            stops << QString::fromLatin1(QApplication::focusWidget()->metaObject()->className());
            seen = seen || QApplication::focusWidget() == details;
        }
        QVERIFY2(QApplication::focusWidget() == events && stops.size() < 8, qPrintable(stops.join(u' ')));
        details->setFocus();
        QStringList read;
        for (int i = 0; i < 200 && (i == 0 || QApplication::focusWidget() != details); ++i) {
            QTest::keyClick(QApplication::focusWidget(), Qt::Key_Down);
            auto *text = qobject_cast<WrappedText *>(QApplication::focusWidget());
            QVERIFY(text);
            if (read.isEmpty() || read.back() != text->toPlainText())
                read << text->toPlainText();
            if (read.join(u'\n') == details->text())
                break;
        }
        QVERIFY2(read.size() > 10, qPrintable(read.join(u'\n')));
        QCOMPARE(read.front(), m_page->rows()->index(0, LockModel::Name).data().toString());
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Escape);
        QVERIFY(details->hasFocus());
    }

    void toolTip_isWiderThanHigh()
    {
        QString words;
        while (words.size() < 400)
            words += u"a lock that is taken "_s;
        const auto sizeOf = [](const QString &text) {
            QTextDocument document;
            document.setDefaultFont(QToolTip::font());
            document.setHtml(plainToolTip(text));
            document.adjustSize(); // as a tool tip does
            return document.size();
        };
        const QFontMetricsF metrics(QToolTip::font());
        QVERIFY2(sizeOf(words).width() >= metrics.horizontalAdvance(words.first(70)), qPrintable(QString::number(sizeOf(words).width())));
        QCOMPARE(sizeOf(u"52bcca8d-aa81-4428-bf3e-7c779a06f917"_s).height(), sizeOf(u"short"_s).height()); // in one line
        QVERIFY(sizeOf(u"short"_s).width() < metrics.averageCharWidth() * 16);
        QVERIFY(sizeOf(QString(400, u'x')).width() < metrics.averageCharWidth() * 90); // broken within the word
    }

    void lastLockGone_keysStillWorkAndTableGetsFocusBack()
    {
        const auto lock = fake::lock("order:{4711}", 30s);
        apply(changeWith({lock}));
        m_page->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(m_page.get()));
        m_table->setFocus();
        auto change = changeWith({});
        change.gone.push_back({lock, EventType::Released});
        LockEvent released;
        released.id = lock.id;
        released.type = EventType::Released;
        released.time = change.serverNow;
        change.events.push_back(released);
        apply(change);
        m_now += 10s;
        QTRY_VERIFY(!m_table->isVisible());
        QVERIFY(QApplication::focusWidget());
        auto *asTable = m_page->viewActions().at(1);
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_T);
        QVERIFY(asTable->isChecked());
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Space);
        QVERIFY(m_page->viewActions().front()->isChecked());
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Space);
        apply(changeWith({lock}));
        QTRY_VERIFY(m_table->hasFocus());
    }

    void focusOnEventsAndDetails_isVisible()
    {
        apply(fake::Scene().first());
        m_page->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(m_page.get()));
        m_table->selectRow(0);
        auto *details = m_page->findChild<DetailsPanel *>();
        QList<QWidget *> parts{m_page->findChild<QTableView *>(u"events"_s), details};
        parts << details->findChildren<WrappedText *>().front();
        for (auto *part : parts) {
            m_table->setFocus();
            QTRY_VERIFY(m_table->hasFocus());
            const auto without = part->grab().toImage().pixelColor(0, part->height() / 2);
            part->setFocus();
            QTRY_VERIFY(part->hasFocus());
            QVERIFY2(part->grab().toImage().pixelColor(0, part->height() / 2) != without, part->metaObject()->className());
        }
    }

    void details_showWholeTexts_data()
    {
        QTest::addColumn<bool>("narrowest");
        QTest::newRow("usual") << false;
        QTest::newRow("narrowest") << true;
    }

    void details_showWholeTexts()
    {
        QFETCH(bool, narrowest);
        auto change = fake::Scene().first();
        for (auto &lock : change.changed) {
            lock.lease = 45min;
            lock.leaseKnowledge = LeaseKnowledge::AtLeast;
            lock.deadline = change.serverNow + 44min;
            for (auto &holder : lock.holders)
                holder.facts.push_back({"taken or refreshed", "2026-01-17T09:26:03.417Z"}); // the longest label of a format
        }
        apply(change);
        auto *details = m_page->findChild<DetailsPanel *>();
        if (narrowest)
            qobject_cast<QSplitter *>(details->parentWidget())->setSizes({m_page->width(), 1});
        const auto cut = [details] { // what does not end within the panel
            QStringList texts;
            for (const auto *part : details->widget()->findChildren<QWidget *>()) {
                const int end = part->mapTo(details->viewport(), QPoint(part->width(), 0)).x();
                if (part->isVisible() && (end > details->viewport()->width() || part->width() < part->minimumSizeHint().width()))
                    texts << u"%1 %2"_s.arg(QString::fromLatin1(part->metaObject()->className()), part->accessibleName());
            }
            return texts;
        };
        for (int row = 0; row < m_page->rows()->rowCount(); ++row) {
            m_table->selectRow(row);
            QVERIFY(details->text().contains(u"of at least 45 m"_s));
            QTRY_VERIFY(details->verticalScrollBar()->isVisible()); // takes its part of the width
            QTRY_COMPARE(cut().join(u", "_s), QString());
        }
    }

    void filterHidesAll_offersToClearIt()
    {
        apply(fake::Scene().first());
        m_field->setText(u"name:nothing"_s);
        QTest::keyClick(m_field, Qt::Key_Return);
        QCOMPARE(panel()->title(), u"No lock matches the filter"_s);
        QCOMPARE(visibleSteps(), QStringList{u"Clear the filter"_s});
        QVERIFY2(panel()->explanation().contains(u"name:nothing* finds those that begin so."_s), qPrintable(panel()->explanation()));
        QTest::mouseClick(m_page->findChild<StatePanel *>()->findChildren<QPushButton *>().front(), Qt::LeftButton);
        QCOMPARE(m_page->rows()->rowCount(), 12);
    }

    void possibleLocks_areCountedAndShownByAClick()
    {
        showPossible();
        QCOMPARE(possibleCount()->text(), u"6 possible"_s);
        QVERIFY(!possibleTable()->isVisible());
        QTest::mouseClick(possibleCount(), Qt::LeftButton);
        QVERIFY(possibleTable()->isVisible() && !m_table->isVisible());
        const auto *rows = possibleTable()->model();
        QAbstractItemModelTester tester(const_cast<QAbstractItemModel *>(rows));
        QCOMPARE(rows->rowCount(), 6);
        const auto cell = [&](PossibleModel::Column column) { return rows->index(0, column).data().toString(); };
        QCOMPARE(cell(PossibleModel::Kind), u"closing:#:#"_s);
        QCOMPARE(cell(PossibleModel::Name), u"closing:2026:11"_s);
        QVERIFY(cell(PossibleModel::Owner).startsWith(u"ea3ad530"_s));
        QVERIFY(cell(PossibleModel::Ttl).endsWith(u'm') || cell(PossibleModel::Ttl).contains(u" m "_s));
        QVERIFY(cell(PossibleModel::Why).contains(u"redis-py"_s));
        const auto notes = m_page->findChild<QLabel *>(u"possibleNotes"_s)->text();
        QVERIFY2(notes.contains(u"session:#"_s) && notes.contains(u"not shown"_s), qPrintable(notes));
        QVERIFY(nameless(*m_page).isEmpty());
        QTest::keyClick(possibleTable(), Qt::Key_Escape);
        QVERIFY(!possibleTable()->isVisible() && m_table->isVisible());
        QVERIFY(m_table->hasFocus());
    }

    void filter_narrowsPossibleLocks()
    {
        showPossible();
        QTest::mouseClick(possibleCount(), Qt::LeftButton);
        m_page->findChild<FilterBar *>()->setText(u"name:stock:*"_s);
        QCOMPARE(possibleTable()->model()->rowCount(), 2);
        m_page->findChild<FilterBar *>()->setText(u"name:nothing"_s);
        QVERIFY(!possibleTable()->isVisible());
        const auto *empty = m_page->findChild<QLabel *>(u"noPossible"_s);
        QVERIFY(empty->isVisible());
        QCOMPARE(empty->text(), u"No possible lock matches the filter."_s);
        m_page->findChild<FilterBar *>()->setText(u"level:possible"_s);
        QCOMPARE(possibleTable()->model()->rowCount(), 6);
    }

    // A sweep each second must not take away what the user has selected.
    void sweepThatFindsTheSamePossibleLocks_keepsTheSelection()
    {
        showPossible();
        QTest::mouseClick(possibleCount(), Qt::LeftButton);
        possibleTable()->selectRow(2);
        auto possible = fake::possibleLocks();
        std::vector<LockInfo> later(possible.locks.begin(), possible.locks.end());
        for (auto &lock : later)
            lock.deadline = *lock.deadline + 10min;
        showPossible({later, {}, 0, false});
        QTRY_VERIFY(possibleTable()->model()->index(2, PossibleModel::Ttl).data().toString().contains(u"34"_s)
                    || possibleTable()->model()->index(2, PossibleModel::Ttl).data().toString().contains(u"35"_s));
        QVERIFY(possibleTable()->selectionModel()->isRowSelected(2, {}));
        later.erase(later.begin());
        showPossible({later, {}, 0, false});
        QTRY_COMPARE(possibleTable()->model()->rowCount(), 5);
    }

    void largeServer_saysThatFreeNamesAreNotLookedFor()
    {
        showPossible({{}, {}, 0, true});
        QTRY_COMPARE(possibleCount()->text(), u"possible: not looked for"_s);
        QTest::mouseClick(possibleCount(), Qt::LeftButton);
        QVERIFY(m_page->findChild<QLabel *>(u"possibleNotes"_s)->text().contains(u"--deep"_s));
        QVERIFY(!m_page->findChild<QLabel *>(u"noPossible"_s)->isVisible()); // they may be there
    }

    void serverWithPossibleLocksAlone_offersThem()
    {
        auto change = changeWith({});
        change.state.possible = fake::possibleLocks();
        apply(change);
        QCOMPARE(panel()->title(), u"No locks in database 0"_s);
        QVERIFY(visibleSteps().contains(u"Show 6 possible locks"_s));
        for (auto *step : panel()->findChildren<QPushButton *>()) {
            if (step->text() == u"Show 6 possible locks"_s)
                QTest::mouseClick(step, Qt::LeftButton);
        }
        QTRY_VERIFY(possibleTable()->isVisible());
        m_page->showServer({});
        QVERIFY(!possibleTable()->isVisible());
    }

    void menuOfAPossibleLock_takesActionsOfOthers()
    {
        showPossible();
        QTest::mouseClick(possibleCount(), Qt::LeftButton);
        LockId asked;
        int actions = 0;
        connect(m_page->possible(), &PossibleArea::menuOpens, this, [&](const LockInfo &possible, QMenu *menu) {
            asked = possible.id;
            actions = static_cast<int>(menu->actions().size());
            QMetaObject::invokeMethod(menu, &QMenu::close, Qt::QueuedConnection);
        });
        possibleTable()->setCurrentIndex(possibleTable()->model()->index(3, 0));
        QContextMenuEvent event(QContextMenuEvent::Keyboard, {}, {});
        QApplication::sendEvent(possibleTable(), &event);
        QCOMPARE(asked.key, std::string("stock:17"));
        QCOMPARE(actions, 2);
    }

    void tileClicked_showsItsLocks()
    {
        apply(fake::Scene().first());
        auto *tile = m_page->findChild<Tile *>(u"contended"_s);
        QTRY_COMPARE(tile->number(), u"≥ 3"_s); // other locks have unknown waiters
        QTest::keyClick(tile, Qt::Key_Space);
        QCOMPARE(m_page->findChild<FilterBar *>()->text(), u"waiters>0"_s);
        QCOMPARE(m_page->rows()->rowCount(), 3);
    }

    void menuKey_buildsTheFilter()
    {
        apply(fake::Scene().first());
        m_table->selectRow(rowOf(u"fair:gate"_s));
        QTimer::singleShot(0, this, [] {
            auto *menu = qobject_cast<QMenu *>(QApplication::activePopupWidget());
            QVERIFY(menu);
            for (auto *action : menu->actions()) {
                if (action->text() == u"Not this: -name:fair:gate"_s)
                    action->trigger();
            }
            menu->close();
        });
        QContextMenuEvent key(QContextMenuEvent::Keyboard, {}, {});
        QApplication::sendEvent(m_table->viewport(), &key);
        QCOMPARE(m_page->rows()->rowCount(), 11);
        QCOMPARE(rowOf(u"fair:gate"_s), -1);
    }

    void ampersandInName_isShownInTheMenu()
    {
        apply(changeWith({fake::lock("R&D", 30s), fake::lock("other", 30s)}));
        m_table->selectRow(rowOf(u"R&D"_s));
        QStringList texts;
        QTimer::singleShot(0, this, [&texts] {
            auto *menu = qobject_cast<QMenu *>(QApplication::activePopupWidget());
            QVERIFY(menu);
            for (auto *action : menu->actions()) {
                texts << action->text();
                if (action->text() == u"Only this: name:R&&D"_s)
                    action->trigger();
            }
            menu->close();
        });
        QContextMenuEvent key(QContextMenuEvent::Keyboard, {}, {});
        QApplication::sendEvent(m_table->viewport(), &key);
        QVERIFY2(names() == QStringList{u"R&D"_s}, qPrintable(texts.join(u'\n')));
    }

    void everyControl_hasAnAccessibleName()
    {
        apply(fake::Scene().first());
        m_table->selectRow(0);
        for (const auto *widget : m_page->findChildren<QWidget *>()) {
            if (!(widget->focusPolicy() & Qt::TabFocus) || !widget->isVisible())
                continue;
            const auto *interface = QAccessible::queryAccessibleInterface(const_cast<QWidget *>(widget));
            QVERIFY2(interface && !interface->text(QAccessible::Name).isEmpty(),
                     qPrintable(QString::fromLatin1(widget->metaObject()->className()) + widget->objectName()));
        }
    }

    void everyControl_explainsItself()
    {
        apply(fake::Scene().first());
        QTRY_COMPARE(m_page->findChild<Tile *>(u"held"_s)->number(), u"12"_s);
        int seen = 0;
        for (const auto *area :
             {static_cast<QWidget *>(m_page->header()), static_cast<QWidget *>(m_page->findChild<FilterBar *>()),
              static_cast<QWidget *>(m_page->findChild<TileRow *>()), static_cast<QWidget *>(m_page->findChild<TimelineArea *>())}) {
            for (const auto *widget : area->findChildren<QWidget *>()) {
                const bool isControl = qobject_cast<const QAbstractButton *>(widget) || qobject_cast<const QLineEdit *>(widget)
                                       || qobject_cast<const Pill *>(widget);
                if (!isControl || !widget->isVisible() || widget->inherits("QTableCornerButton"))
                    continue;
                QVERIFY2(!widget->toolTip().isEmpty(),
                         qPrintable(QString::fromLatin1(widget->metaObject()->className()) + widget->accessibleName()));
                ++seen;
            }
        }
        QVERIFY2(seen >= 12, qPrintable(QString::number(seen)));
    }

    void longNames_doNotCutButtons_data()
    {
        QTest::addColumn<int>("width");
        QTest::newRow("wide") << 1440;
        QTest::newRow("usual") << 1280;
        QTest::newRow("narrow") << 960;
    }

    void longNames_doNotCutButtons()
    {
        QFETCH(int, width);
        Target target;
        target.name = u"payments (Frankfurt, production, the second one since the migration)"_s;
        target.endpoint.host = "lockscope-payments-production-0001.redis.cache.eu-central-1.internal.example.com";
        target.production = true;
        m_page->resize(width, 720);
        m_page->showServer(target);
        auto change = fake::Scene().first();
        change.state.feed = MonitorState::Feed::Polling;
        change.state.notices = {{Notice::Kind::ClockDiffers, "3 s"}, {Notice::Kind::DeepOffered, "madelson"}};
        apply(change);
        QTRY_VERIFY(m_page->header()->findChild<PillButton *>(u"noticeCount"_s)->isVisible());
        QTRY_COMPARE(headerFault(width), QString()); // what becomes visible is laid out only with a later event
        const auto *header = m_page->header();
        const auto labels = header->findChildren<ElidedLabel *>();
        QVERIFY(labels[0]->isElided() && labels[1]->isElided()); // name and address; why a button is disabled is shown in whole
        QVERIFY(labels.front()->toolTip().contains(target.name));
    }

    void tableGetsScrollBar_columnsShrink()
    {
        m_page->resize(1222, 640);
        apply(fake::Scene().first());
        QTRY_VERIFY(m_table->verticalScrollBar()->isVisible());
        QTRY_COMPARE(m_table->horizontalHeader()->length(), m_table->viewport()->width());
        QVERIFY(!m_table->horizontalScrollBar()->isVisible());
    }

    void filter_alsoFiltersEvents()
    {
        const auto eventOf = [&](const char *key, EventType type, const MonitorChange &change) {
            LockEvent event;
            event.id.key = key;
            event.type = type;
            event.time = change.serverNow;
            return event;
        };
        auto first = changeWith({fake::lock("one", 30s), fake::lock("two", 30s)});
        first.events = {eventOf("one", EventType::Seen, first), eventOf("two", EventType::Seen, first),
                        eventOf("two", EventType::Renewed, first)};
        apply(first);
        const auto *events = m_page->findChild<QTableView *>(u"events"_s);
        const auto *counts = m_page->findChild<QLabel *>(u"eventCounts"_s);
        const auto listed = [&] {
            QStringList words;
            for (int row = 0; row < events->model()->rowCount(); ++row)
                words << events->model()->index(row, EventModel::Lock).data().toString() + u' '
                             + events->model()->index(row, EventModel::What).data().toString();
            return words;
        };
        QCOMPARE(listed(), (QStringList{u"one seen"_s, u"two seen"_s, u"two renewed"_s}));
        QCOMPARE(counts->text(), QString());
        auto *bar = m_page->findChild<FilterBar *>();
        bar->setText(u"-event:renewed"_s);
        QCOMPARE(listed(), (QStringList{u"one seen"_s, u"two seen"_s}));
        QCOMPARE(counts->text(), u"2 of 3"_s);
        QCOMPARE(names(), (QStringList{u"one"_s, u"two"_s})); // it says nothing about locks
        bar->setText(u"two -event:seen"_s);
        QCOMPARE(listed(), QStringList{u"two renewed"_s});
        QCOMPARE(names(), QStringList{u"two"_s});
        auto second = changeWith({});
        second.events = {eventOf("one", EventType::Renewed, second), eventOf("two", EventType::Released, second)};
        apply(second);
        QTRY_COMPARE(listed(), (QStringList{u"two renewed"_s, u"two released"_s}));
        QCOMPARE(m_page->events()->rowCount(), 5); // an export has all of them
        QTest::keyClick(m_field, Qt::Key_Escape);
        QCOMPARE(listed().size(), 5);
        QCOMPARE(counts->text(), QString());
    }

    // Beyond the ring, the oldest go: of all, and of those that are shown.
    void shownEvents_forgetTheOldest()
    {
        EventModel events(nullptr, 10);
        ShownEvents shown(&events, [](const LockId &) { return nullptr; });
        const QAbstractItemModelTester tester(&shown, QAbstractItemModelTester::FailureReportingMode::QtTest);
        shown.setFilter(*Filter::parse("name:even:*"));
        for (int i = 0; i < 35; ++i) {
            LockEvent event;
            event.id.key = (i % 2 ? "odd:" : "even:") + std::to_string(i);
            events.append({event});
            QVERIFY(shown.rowCount() >= events.rowCount() / 2);
            const int last = shown.rowCount() - 1;
            QCOMPARE(QString::fromStdString(shown.eventAt(last).id.key), u"even:%1"_s.arg(i - i % 2));
            QCOMPARE(shown.mapFromSource(shown.mapToSource(shown.index(last, 0))), shown.index(last, 0));
        }
        shown.setFilter({});
        QCOMPARE(shown.rowCount(), events.rowCount());
        events.clear();
        QCOMPARE(shown.rowCount(), 0);
    }

    void events_areReadableWithoutScrolling_data()
    {
        QTest::addColumn<QSize>("size");
        QTest::newRow("1280") << QSize(1280, 720);
        QTest::newRow("1440") << QSize(1440, 900);
    }

    void events_areReadableWithoutScrolling()
    {
        QFETCH(QSize, size);
        m_page->resize(size);
        fake::Scene scene;
        apply(scene.first());
        for (const auto now : {500ms, 900ms, 3000ms, 5100ms})
            apply(scene.advance(now));
        auto *events = m_page->findChild<QTableView *>(u"events"_s);
        QTRY_COMPARE(events->model()->rowCount(), static_cast<int>(m_page->events()->rowCount()));
        QTRY_VERIFY(events->verticalScrollBar()->value() > 0
                    && events->verticalScrollBar()->value() == events->verticalScrollBar()->maximum());
        QCOMPARE(events->horizontalHeader()->length(), events->viewport()->width());
        const int character = QFontMetrics(fixedFont(events->font())).averageCharWidth();
        QVERIFY(events->columnWidth(EventModel::Lock) >= 14 * character);
        QVERIFY(events->columnWidth(EventModel::Owner) >= 12 * character);
        QCOMPARE(events->rowViewportPosition(events->rowAt(0)), 0); // no half row, no gap under the header
        QCOMPARE(events->viewport()->height() % events->rowHeight(0), 0);
        const auto tip = events->model()->index(0, EventModel::Time).data(Qt::ToolTipRole).toString();
        QVERIFY2(tip.contains(QString::fromStdString(m_page->events()->eventAt(0).why)), qPrintable(tip));
    }

private:
    // Empty if nothing in the header overlaps, is cut or is outside the window.
    QString headerFault(int width) const
    {
        const auto *header = m_page->header();
        int right = 0;
        for (int i = 0; i < header->layout()->count(); ++i) {
            const auto *widget = header->layout()->itemAt(i)->widget();
            if (!widget || !widget->isVisible())
                continue;
            const auto name = QString::fromLatin1(widget->metaObject()->className());
            if (widget->x() < right)
                return name + u" overlaps"_s;
            right = widget->geometry().right();
            if (qobject_cast<const QPushButton *>(widget) && widget->width() < widget->sizeHint().width())
                return name + u" is cut"_s;
        }
        return right < width && m_page->width() == width ? QString() : u"wider than %1"_s.arg(width);
    }

    // The first column of the area in which anything is painted.
    static int firstInked(const QImage &image, const QRect &area)
    {
        const auto ground = image.pixel(area.right(), area.top() + 1);
        for (int x = area.left() + 2; x < area.right(); ++x) {
            for (int y = area.top() + 1; y < area.bottom() - 1; ++y) {
                if (image.pixel(x, y) != ground)
                    return x;
            }
        }
        return -1;
    }

    void showPossible(const PossibleLocks &possible = fake::possibleLocks())
    {
        auto change = m_page->locks()->used() == 0 ? fake::Scene().first() : changeWith({});
        change.state.possible = possible;
        apply(change);
        QTRY_VERIFY(possibleCount()->isVisible());
    }

    QAbstractButton *possibleCount() const { return m_page->findChild<QAbstractButton *>(u"possibleCount"_s); }
    QTableView *possibleTable() const { return m_page->findChild<QTableView *>(u"possible"_s); }

    StatePanel *panel() const { return m_page->findChild<StatePanel *>(); }

    QStringList visibleSteps() const
    {
        QStringList texts;
        for (const auto *button : panel()->findChildren<QPushButton *>()) {
            if (button->isVisible())
                texts << button->text();
        }
        return texts;
    }

    int rowOf(const QString &name) const { return static_cast<int>(names().indexOf(name)); }
};

LOCKSCOPE_TEST(MonitorPageTest)
#include "tst_monitor_page.moc"
