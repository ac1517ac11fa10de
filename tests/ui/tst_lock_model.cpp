// SPDX-License-Identifier: MIT
#include "support/fake_changes.h"
#include "support/test_program.h"

#include "lockcore/monitor/filter/filter.h"
#include "ui/monitor/event_model.h"
#include "ui/monitor/lock_column_widths.h"
#include "ui/monitor/lock_columns.h"
#include "ui/monitor/lock_sort_filter.h"

#include <QAbstractItemModelTester>
#include <QElapsedTimer>
#include <QSignalSpy>
#include <QTest>

#include <array>
#include <set>

using namespace lockcore;
using namespace lockscope;
using namespace Qt::Literals::StringLiterals;
using namespace std::chrono_literals;

namespace {

/// A model with a clock that the test sets, and its rows as text.
struct Bench
{
    Moment now = Moment(1000s);
    LockModel locks{nullptr, [this] { return now; }};
    LockSortFilter rows{&locks};
    QAbstractItemModelTester locksTester{&locks, QAbstractItemModelTester::FailureReportingMode::QtTest};
    QAbstractItemModelTester rowsTester{&rows, QAbstractItemModelTester::FailureReportingMode::QtTest};

    void apply(MonitorChange change)
    {
        now = change.at;
        locks.apply(change);
    }

    void pass(Milliseconds time)
    {
        now += time;
        locks.prune();
    }

    QString text(std::initializer_list<LockModel::Column> columns) const
    {
        QStringList lines;
        for (int row = 0; row < rows.rowCount(); ++row) {
            QStringList cells;
            for (const auto column : columns)
                cells << rows.index(row, column).data().toString();
            lines << cells.join(u" | "_s);
        }
        return lines.join(u'\n');
    }
};

MonitorChange changeWith(std::vector<LockInfo> locks, Milliseconds at = 0ms)
{
    MonitorChange change;
    change.state = fake::liveState();
    change.serverNow = fake::serverTime(at);
    change.at = Moment(1000s) + at;
    change.changed = std::move(locks);
    return change;
}

LockInfo named(const char *key, Milliseconds left) { return fake::lock(key, left); }

} // namespace

class LockModelTest final : public QObject
{
    Q_OBJECT

private slots:
    void cell_givesItsFilterTerm()
    {
        LockRow row;
        row.lock.id.key = "a b";
        row.lock.library = "redisson";
        row.lock.holders = {{"9f3a:17", 2, Mode::Exclusive, {}, {}}};
        row.lock.renewals.count = 18;
        const auto term = [&](LockModel::Column column, bool negated = false) { return filterTerm(row, column, negated); };
        QCOMPARE(term(LockModel::Name), std::string("name:\"a b\""));
        QCOMPARE(term(LockModel::Owner, true), std::string("-owner:9f3a:17"));
        QCOMPARE(term(LockModel::Count), std::string("count=2"));
        QCOMPARE(term(LockModel::Renewals, true), std::string("-renewals=18"));
        QCOMPARE(term(LockModel::Waiters), std::string()); // unknown
        row.lock.waiters.knowledge = Waiters::Knowledge::AtLeast;
        row.lock.waiters.count = 3;
        QCOMPARE(term(LockModel::Waiters), std::string("waiters>=3"));
        row.lock.waiters.knowledge = Waiters::Knowledge::Exact;
        QCOMPARE(term(LockModel::Waiters), std::string("waiters=3"));
        QCOMPARE(term(LockModel::Lease), std::string()); // changes from moment to moment
        row.lock.holders.push_back({"9f3a:18", 1, Mode::Exclusive, {}, {}});
        QCOMPARE(term(LockModel::Count), std::string());
        row.lock.holders.back().count = 2;
        QCOMPARE(term(LockModel::Count), std::string("count=2"));
        for (int column = 0; column < LockModel::ColumnCount; ++column)
            QVERIFY(Filter::parse(term(static_cast<LockModel::Column>(column))).ok());
    }

    void everyColumn_hasTitleToolTipAndWidth()
    {
        LockColumnWidths widths(QApplication::font());
        widths.setShowsNode(true);
        const auto fitted = widths.fittedTo(2000).widths;
        for (int i = 0; i < LockModel::ColumnCount; ++i) {
            const auto column = static_cast<LockModel::Column>(i);
            QVERIFY2(!columnTitle(column).isEmpty() && !columnToolTip(column).isEmpty(), std::to_string(i).c_str());
            QVERIFY2(fitted[static_cast<std::size_t>(i)] > widths.least(), qPrintable(columnTitle(column)));
        }
    }

    void tightTable_shortensTheNameLast()
    {
        LockColumnWidths widths(QApplication::font());
        constexpr int name = 200, kind = 180, tight = 40; // px
        widths.grow({0}, [](int, LockModel::Column column) {
            return column == LockModel::Name ? name : column == LockModel::Kind ? kind : 90;
        });
        int room = 2000; // the least at which both are whole
        const auto whole = [&](LockModel::Column column, int needed) {
            return widths.fittedTo(room - 1).widths[static_cast<std::size_t>(column)] >= needed;
        };
        while (whole(LockModel::Name, name) && whole(LockModel::Kind, kind))
            --room;
        QVERIFY(room > tight);
        const auto fitted = widths.fittedTo(room - tight).widths;
        QCOMPARE(fitted[LockModel::Name], name);
        QVERIFY(fitted[LockModel::Kind] < kind);
    }

    void init() { QTest::failOnWarning(QRegularExpression(u".*"_s)); }

    void sceneApplied_readsAsText()
    {
        Bench bench;
        bench.apply(fake::Scene().first());
        QCOMPARE(bench.text({LockModel::State, LockModel::Name, LockModel::Kind, LockModel::Count, LockModel::Lease, LockModel::Waiters}),
                 QString::fromUtf8("held | bull:mail:81:lock | bullmq job lock | 1 | 16.5 s | ?\n"
                                   "changed hands | cart:{77} | redisson RLock | 1 | 29.8 s | ?\n"
                                   "renewal overdue | fair:gate | redisson fair | 1 | 13.3 s | 2\n"
                                   "held | invoice-render | symfony exclusive | 1 | 83.9 s | ?\n"
                                   "held | job-lock:prod:reconcile:eu-west-1 | shedlock job lock | 1 | 39.6 s | ?\n"
                                   "no expiry | lock_sale_42 | anonymous | 1 | none set | ?\n"
                                   "held | order:{4711} | redisson RLock | 2 | 27.1 s | ?\n"
                                   "expiring | redlock:settle | node-redlock token | 1 | 0.8 s | ?\n"
                                   "held | report:2026-11 | redis-py token | 1 | 6.2 s | ?\n"
                                   "held | semaphore:pool-3 | redis-semaphore 2 permits | 1 | 14.2 s | ?\n"
                                   "immortal | sync:{9} | redisson RLock | 1 | missing | ≥ 3\n"
                                   "contended | {inv}:rw | redisson read/write | 1 | 21.4 s | ≥ 2"));
    }

    void timePasses_leaseDecreasesWithoutChanges()
    {
        Bench bench;
        bench.apply(changeWith({named("a", 10s)}));
        bench.now += 2500ms;
        QCOMPARE(bench.text({LockModel::Lease}), u"7.5 s"_s);
    }

    void connectionLost_leaseStopsCounting()
    {
        Bench bench;
        auto change = changeWith({named("a", 10s)});
        change.state.phase = MonitorState::Phase::Lost;
        bench.apply(change);
        bench.now += 5s;
        QCOMPARE(bench.text({LockModel::Lease}), u"10.0 s"_s);
    }

    void renewals_keepTheirLastIntervals()
    {
        Bench bench;
        auto lock = named("a", 30s);
        lock.renewals = {0, {}, {}};
        bench.apply(changeWith({lock}));
        for (int renewal = 1; renewal <= 9; ++renewal) {
            lock.deadline = fake::serverTime(renewal * 10s + 30s);
            lock.renewals.count += renewal == 4 ? 2 : 1; // two at once: no interval is known
            lock.renewals.last = fake::serverTime(renewal * 10s + (renewal == 9 ? 7s : 0s));
            bench.apply(changeWith({lock}, renewal * 10s));
        }
        const auto &row = bench.locks.row(0);
        QCOMPARE(row.intervals, (std::vector<Milliseconds>{10s, 10s, 10s, 10s, 10s, 17s}));
        QVERIFY(row.renewedAt);
        QVERIFY(bench.rows.index(0, LockModel::Renewals).data(Qt::ToolTipRole).toString().endsWith(u"17.0 s"_s));
        lock.holders.front().owner = "another";
        bench.apply(changeWith({lock}, 100s));
        QVERIFY(row.intervals.empty());
    }

    void waitersAskedAgain_rowIsUnchanged()
    {
        Bench bench;
        auto lock = named("a", 30s);
        bench.apply(changeWith({lock}));
        QSignalSpy changed(&bench.locks, &QAbstractItemModel::dataChanged);
        lock.waiters.asOf = fake::serverTime(5s);
        bench.apply(changeWith({lock}, 5s));
        QCOMPARE(changed.size(), 0);
        QVERIFY(bench.locks.row(0).lock.waiters.asOf == fake::serverTime(5s));
        lock.waiters.count = 7;
        bench.apply(changeWith({lock}, 6s));
        QCOMPARE(changed.size(), 1);
    }

    void lockGone_lingersThreeSecondsWithReason()
    {
        Bench bench;
        bench.apply(changeWith({named("a", 1s), named("b", 30s)}));
        auto change = changeWith({}, 1s);
        change.gone.push_back({named("a", 1s), EventType::Expired});
        bench.apply(change);
        QCOMPARE(bench.text({LockModel::State, LockModel::Name, LockModel::Last}), u"gone | a | expired\nheld | b | acquired"_s);
        bench.pass(2900ms);
        QCOMPARE(bench.rows.rowCount(), 2);
        bench.pass(200ms);
        QCOMPARE(bench.text({LockModel::Name}), u"b"_s);
    }

    void goneLockAcquiredAgain_isHeld()
    {
        Bench bench;
        bench.apply(changeWith({named("a", 1s)}));
        auto change = changeWith({}, 1s);
        change.gone.push_back({named("a", 1s), EventType::Released});
        bench.apply(change);
        bench.apply(changeWith({named("a", 30s)}, 2s));
        bench.pass(10s);
        QCOMPARE(bench.text({LockModel::State, LockModel::Name}), u"held | a"_s);
    }

    void goneLocksSlot_isReused()
    {
        Bench bench;
        bench.apply(changeWith({named("a", 1s)}));
        auto change = changeWith({}, 1s);
        change.gone.push_back({named("a", 1s), EventType::Released});
        bench.apply(change);
        bench.pass(4s);
        QCOMPARE(bench.rows.rowCount(), 0);
        bench.apply(changeWith({named("c", 30s)}, 6s));
        QCOMPARE(bench.locks.rowCount(), 1);
        QCOMPARE(bench.text({LockModel::Name}), u"c"_s);
    }

    void oneLockChanges_onlyItsRowIsAnnounced()
    {
        Bench bench;
        bench.apply(changeWith({named("a", 30s), named("b", 30s), named("c", 30s)}));
        QSignalSpy changes(&bench.locks, &LockModel::dataChanged);
        bench.apply(changeWith({named("b", 40s)}, 1s));
        QCOMPARE(changes.size(), 1);
        QCOMPARE(changes[0][0].toModelIndex().row(), 1);
        QCOMPARE(changes[0][1].toModelIndex().row(), 1);
    }

    void sortedByLease_isNumericAndUnknownIsLast_data()
    {
        QTest::addColumn<Qt::SortOrder>("order");
        QTest::addColumn<QString>("expected");
        QTest::newRow("up") << Qt::AscendingOrder << u"b\nc\na\nx"_s;
        QTest::newRow("down") << Qt::DescendingOrder << u"a\nc\nb\nx"_s;
    }

    void sortedByLease_isNumericAndUnknownIsLast()
    {
        QFETCH(Qt::SortOrder, order);
        QFETCH(QString, expected);
        Bench bench;
        auto without = named("x", 1s);
        without.deadline.reset();
        bench.apply(changeWith({named("a", 100s), named("b", 9s), without, named("c", 20s)}));
        bench.rows.sort(LockModel::Lease, order);
        QCOMPARE(bench.text({LockModel::Name}), expected);
    }

    void orderHeld_newLocksComeLast()
    {
        Bench bench;
        bench.apply(changeWith({named("b", 30s), named("c", 30s)}));
        bench.rows.setHolding(true);
        bench.apply(changeWith({named("a", 30s)}, 1s));
        QCOMPARE(bench.text({LockModel::Name}), u"b\nc\na"_s);
        QVERIFY(bench.rows.outOfOrder());
        bench.rows.setHolding(false);
        QTRY_COMPARE(bench.text({LockModel::Name}), u"a\nb\nc"_s);
        QVERIFY(!bench.rows.outOfOrder());
    }

    void sorted_persistentIndexesFollowTheirLocks()
    {
        Bench bench;
        bench.apply(changeWith({named("a", 100s), named("b", 9s), named("c", 20s)}));
        const QPersistentModelIndex b(bench.rows.index(1, LockModel::Name));
        bench.rows.sort(LockModel::Lease, Qt::AscendingOrder);
        QCOMPARE(b.row(), 0);
        QCOMPARE(b.data().toString(), u"b"_s);
    }

    void filteredRows_enterAndLeaveAsTheyChange()
    {
        Bench bench;
        bench.apply(changeWith({named("a", 30s), named("b", 3s)}));
        bench.rows.setFilter(Filter::parse("ttl<5s").value());
        QCOMPARE(bench.text({LockModel::Name}), u"b"_s);
        bench.apply(changeWith({fake::lock("a", 2s, 1s), fake::lock("b", 30s, 1s)}, 1s));
        QCOMPARE(bench.text({LockModel::Name}), u"a"_s);
        bench.rows.setFilter({});
        QCOMPARE(bench.rows.rowCount(), 2);
    }

    void hostileName_isShownEscaped()
    {
        Bench bench;
        bench.apply(changeWith({named("a\nb\x01\xff", 30s)}));
        QCOMPARE(bench.text({LockModel::Name}), u"a\\nb\\x01\\xff"_s);
    }

    void manyFramesOfChanges_areSortedOnce()
    {
        Bench bench; // the model testers walk the whole model at each signal, so speed has a model of its own
        Moment now{};
        LockModel locks(nullptr, [&] { return now; });
        LockSortFilter rows(&locks);
        rows.sort(LockModel::Lease, Qt::AscendingOrder);
        auto all = fake::many(10'000);
        now = all.at;
        locks.apply(all);
        QCOMPARE(rows.rowCount(), 10'000);
        QSignalSpy sorted(&rows, &LockSortFilter::layoutChanged); // the signal's receivers walk through all rows; bench_stall measures them
        for (int frame = 1; frame <= 60; ++frame) {
            const auto change = fake::renewSome(all, static_cast<std::size_t>(frame) * 83, 83, Milliseconds(16 * frame));
            now = change.at;
            locks.apply(change);
        }
        QVERIFY2(sorted.size() <= 1, qPrintable(QString::number(sorted.size())));
        QVERIFY(rows.outOfOrder());
    }

    void goneInRestart_clocksStopWhenLastSeen()
    {
        Bench bench;
        const auto lock = named("order", 30s);
        bench.apply(changeWith({lock}));
        auto change = changeWith({}, 9s);
        change.gone.push_back({lock, EventType::Released, fake::serverTime(4s)});
        bench.apply(change);
        const auto held = heldFor(bench.locks.row(0), fake::serverTime(20s));
        QCOMPARE(held, heldFor(bench.locks.row(0), fake::serverTime(4s)));
        QCOMPARE(bench.locks.row(0).goneAtServer, std::optional(fake::serverTime(4s)));
    }

    void burst_isInTimeOrder()
    {
        EventModel events;
        std::vector<LockEvent> burst(4);
        for (int i = 0; i < 4; ++i) {
            burst[static_cast<std::size_t>(i)].id.key = std::to_string(i);
            burst[static_cast<std::size_t>(i)].time = fake::serverTime(Milliseconds(std::array{5, 3, 5, 4}[static_cast<std::size_t>(i)]));
        }
        events.append(burst);
        QString order;
        for (int row = 0; row < events.rowCount(); ++row)
            order += events.index(row, EventModel::Lock).data().toString();
        QCOMPARE(order, u"1302"_s); // equal times stay in the order of arrival
    }

    void eventRing_keepsTheNewestAndCountsTheRest()
    {
        EventModel events(nullptr, 10);
        QAbstractItemModelTester tester(&events, QAbstractItemModelTester::FailureReportingMode::QtTest);
        std::vector<LockEvent> many(4);
        for (int i = 0; i < 6; ++i) {
            for (auto &event : many)
                event.id.key = std::to_string(i);
            events.append(many);
        }
        QVERIFY(events.rowCount() <= 10);
        QCOMPARE(events.rowCount() + events.forgotten(), 24);
        QCOMPARE(events.index(events.rowCount() - 1, EventModel::Lock).data().toString(), u"5"_s);
        events.append(std::vector<LockEvent>(25));
        QCOMPARE(events.rowCount(), 10);
        QCOMPARE(events.rowCount() + events.forgotten(), 49);
    }
};

LOCKSCOPE_TEST(LockModelTest)
#include "tst_lock_model.moc"
