// SPDX-License-Identifier: MIT
#include "support/fake_changes.h"
#include "support/test_program.h"

#include "ui/monitor/timeline_feed.h"
#include "ui/widgets/timeline_table.h"
#include "ui/words/event_words.h"
#include "ui/words/tone.h"

#include <QAbstractItemModelTester>
#include <QTest>

using namespace lockcore;
using namespace lockscope;
using namespace Qt::Literals::StringLiterals;
using namespace std::chrono_literals;

namespace {

class PlainSource final : public TimelineSource
{
public:
    void settle() override { }
    int laneCount() const override { return 0; }
    const TimelineLane *lane(int) const override { return nullptr; }
    bool isGone(int) const override { return false; }
    int livingLanes() const override { return 0; }
    int currentLane() const override { return -1; }
    TimelineTime now() const override { return fake::serverTime(0ms); }
    const std::vector<TimelineLook> &looks() const override { return m_looks; }
    std::vector<TimelineBand> bands() const override { return {}; }
    QString timeText(TimelineTime time) const override
    {
        return QString::number(std::chrono::duration_cast<Milliseconds>(time - fake::serverTime(0ms)).count());
    }
    QString tip(int, TimelineTime, TimelineLength) const override { return {}; }

private:
    std::vector<TimelineLook> m_looks = TimelineFeed::looks();
};

/// A feed and its lanes as text: "x 0-2000, y 2000-" (owner, begin, end in ms).
struct Desk
{
    TimelineFeed feed;
    PlainSource source;
    TimelineTable table{feed.history(), source};
    QAbstractItemModelTester tester{&table, QAbstractItemModelTester::FailureReportingMode::QtTest};

    explicit Desk(std::size_t ring = 1000)
        : feed(ring)
    { }

    static LockInfo lock(const char *key, std::vector<std::string> owners, Milliseconds heldSince, bool observed = true)
    {
        auto lock = fake::lock(key, 30s);
        lock.state = LockState::Held;
        lock.holders.clear();
        for (auto &owner : owners)
            lock.holders.push_back({std::move(owner), 1, Mode::Exclusive, {}, {}});
        lock.heldSince = fake::serverTime(heldSince);
        lock.heldSinceObserved = observed;
        return lock;
    }

    static LockEvent event(EventType type, const char *key, const char *owner, Milliseconds at)
    {
        LockEvent event;
        event.type = type;
        event.id = {0, key};
        event.owner = owner;
        event.time = fake::serverTime(at);
        return event;
    }

    void apply(Milliseconds at, std::vector<LockEvent> events, std::vector<LockInfo> changed, std::vector<LockInfo> gone = {},
               MonitorState::Phase phase = MonitorState::Phase::Live)
    {
        MonitorChange change;
        change.state = fake::liveState();
        change.state.phase = phase;
        change.events = std::move(events);
        change.changed = std::move(changed);
        for (auto &lock : gone)
            change.gone.push_back({std::move(lock), EventType::Released});
        feed.apply(change, fake::serverTime(at));
    }

    const TimelineLane &lane(const char *key) const { return feed.history().lane(feed.laneOf({0, key})); }

    QString spans(const char *key) const
    {
        QStringList texts;
        for (const auto &span : lane(key).spans)
            texts << u"%1 %2%3-%4"_s.arg(span.owner, span.beginSeen ? QString() : u"<"_s, source.timeText(span.begin),
                                         span.end ? source.timeText(*span.end) : QString());
        return texts.join(u", "_s);
    }

    QString words(const char *key) const
    {
        QStringList texts;
        for (const auto &mark : lane(key).marks)
            texts << source.looks()[static_cast<std::size_t>(mark.what)].word;
        return texts.join(u", "_s);
    }

    QString rows()
    {
        table.catchUp();
        QStringList lines;
        for (int row = 0; row < table.rowCount(); ++row) {
            QStringList cells;
            for (int column = 0; column < table.columnCount(); ++column)
                cells << table.index(row, column).data().toString();
            lines << cells.join(u" | "_s);
        }
        return lines.join(u'\n');
    }
};

} // namespace

class TimelineFeedTest final : public QObject
{
    Q_OBJECT

private slots:
    void init() { QTest::failOnWarning(QRegularExpression(u".*"_s)); }

    void lockHistory_becomesSpansAndMarks()
    {
        Desk desk;
        desk.apply(0ms, {Desk::event(EventType::Seen, "a", "x", 0ms)}, {Desk::lock("a", {"x"}, 0ms, false)});
        desk.apply(1s, {Desk::event(EventType::Renewed, "a", "x", 1s)}, {Desk::lock("a", {"x"}, 0ms, false)});
        desk.apply(2s, {Desk::event(EventType::TakenOver, "a", "y", 2s)}, {Desk::lock("a", {"y"}, 2s)});
        desk.apply(3s, {Desk::event(EventType::DeletedEarly, "a", "y", 3s)}, {}, {Desk::lock("a", {"y"}, 2s)});
        QCOMPARE(desk.spans("a"), u"x <0-2000, y 2000-3000"_s);
        QCOMPARE(desk.words("a"), u"seen, renewed, changed hands, deleted early"_s);
        QCOMPARE(desk.feed.gone().size(), std::size_t{1});
        desk.apply(4s, {Desk::event(EventType::Acquired, "a", "z", 4s)}, {Desk::lock("a", {"z"}, 4s)});
        QVERIFY(desk.feed.gone().empty());
        QCOMPARE(desk.spans("a"), u"x <0-2000, y 2000-3000, z 4000-"_s);
    }

    // It is not known whether it is the same holding.
    void seenAgainAfterRestart_startsNewSpan()
    {
        Desk desk;
        desk.apply(2s, {Desk::event(EventType::Acquired, "a", "x", 1s)}, {Desk::lock("a", {"x"}, 1s)});
        desk.apply(5s, {Desk::event(EventType::Seen, "a", "x", 5s)}, {Desk::lock("a", {"x"}, 5s, false)});
        QCOMPARE(desk.spans("a"), u"x 1000-5000, x <5000-"_s);
        QCOMPARE(desk.words("a"), eventText(EventType::Acquired) + u", "_s + eventText(EventType::Seen));
    }

    void releasedAndAcquiredInOneChange_areTwoSpans()
    {
        Desk desk;
        desk.apply(0ms, {Desk::event(EventType::Acquired, "a", "x", 0ms)}, {Desk::lock("a", {"x"}, 0ms)});
        desk.apply(1s, {Desk::event(EventType::Released, "a", "x", 1s), Desk::event(EventType::Acquired, "a", "y", 1s)},
                   {Desk::lock("a", {"y"}, 1s)}, {Desk::lock("a", {"x"}, 0ms)});
        QCOMPARE(desk.spans("a"), u"x 0-1000, y 1000-"_s);
        QVERIFY(desk.feed.gone().empty());
    }

    void oneReaderLeaves_theHoldingGoesOn()
    {
        Desk desk;
        desk.apply(0ms, {Desk::event(EventType::Acquired, "a", "x", 0ms)}, {Desk::lock("a", {"x"}, 0ms)});
        desk.apply(1s, {Desk::event(EventType::Acquired, "a", "y", 1s)}, {Desk::lock("a", {"x", "y"}, 0ms)});
        desk.apply(2s, {Desk::event(EventType::Released, "a", "x", 2s)}, {Desk::lock("a", {"y"}, 0ms)});
        QCOMPARE(desk.spans("a"), u"x 0-2000, y 2000-"_s);
        QCOMPARE(desk.lane("a").marks[1].what, static_cast<int>(TimelineFeed::Joined));
        QCOMPARE(desk.lane("a").marks[2].what, static_cast<int>(TimelineFeed::Left));
    }

    void eventsForgotten_spansStillShowCurrentState()
    {
        Desk desk;
        desk.apply(5s, {}, {Desk::lock("a", {"x"}, 3s)});
        QCOMPARE(desk.spans("a"), u"x 3000-"_s);
        desk.apply(6s, {}, {}, {Desk::lock("a", {"x"}, 3s)});
        QCOMPARE(desk.feed.laneOf({0, "a"}), -1); // no mark mentions it, so nothing is kept
        desk.apply(7s, {Desk::event(EventType::Seen, "b", "x", 7s)}, {Desk::lock("b", {"x"}, 2s, true)});
        QCOMPARE(desk.spans("b"), u"x 2000-"_s); // the lock's own state is more exact
    }

    void waiters_areShownAsStretch()
    {
        Desk desk;
        auto lock = Desk::lock("a", {"x"}, 0ms);
        desk.apply(0ms, {Desk::event(EventType::Acquired, "a", "x", 0ms)}, {lock});
        lock.waiters = {Waiters::Knowledge::AtLeast, 2, {}, {}, {}};
        desk.apply(1s, {}, {lock});
        desk.apply(2s, {}, {lock});
        QVERIFY(desk.lane("a").awaited());
        lock.waiters.count = 0;
        lock.waiters.knowledge = Waiters::Knowledge::Exact;
        desk.apply(3s, {}, {lock});
        QCOMPARE(desk.lane("a").waits.size(), std::size_t{1});
        QVERIFY(desk.lane("a").waits.front().begin == fake::serverTime(1s));
        QVERIFY(desk.lane("a").waits.front().end == fake::serverTime(3s));
        QCOMPARE(desk.words("a"), u"acquired, somebody waits, nobody is known to wait"_s);
    }

    void lostNodeOfACluster_isAGapOfItsLanesAlone()
    {
        Desk desk;
        const auto home = [](LockInfo lock, const char *node) {
            lock.node = node;
            return lock;
        };
        const auto apply = [&](Milliseconds at, std::vector<LockInfo> changed, std::optional<Milliseconds> lostSince) {
            MonitorChange change;
            change.state = fake::liveState();
            auto &cluster = change.state.cluster.emplace();
            for (const auto *address : {"one:1", "two:1"}) {
                auto &node = cluster.primaries.emplace_back();
                node.number = cluster.primaries.size() - 1;
                node.address = address;
                node.phase = MonitorPhase::Live;
            }
            if (lostSince) {
                cluster.primaries[1].phase = MonitorPhase::Lost;
                cluster.primaries[1].unknownSince = fake::serverTime(*lostSince);
            }
            change.changed = std::move(changed);
            desk.feed.apply(change, fake::serverTime(at));
        };
        const auto gaps = [&](const char *key) {
            QStringList words;
            for (const auto &gap : desk.feed.blindnessOf(desk.feed.laneOf({0, key})))
                words << u"%1-%2 %3"_s.arg(desk.source.timeText(gap.begin), gap.end ? desk.source.timeText(*gap.end) : QString(),
                                           QString::fromStdString(gap.address));
            return words.join(u", "_s);
        };
        apply(0ms, {home(Desk::lock("a", {"x"}, 0ms), "one:1"), home(Desk::lock("b", {"y"}, 0ms), "two:1")}, {});
        apply(2s, {}, 1s);
        QCOMPARE(gaps("a"), QString());
        QCOMPARE(gaps("b"), u"1000- two:1"_s);
        apply(5s, {}, {});
        QCOMPARE(gaps("b"), u"1000-5000 two:1"_s);
        apply(6s, {home(Desk::lock("b", {"y"}, 0ms), "one:1")}, {}); // its slot has moved: what happens to node two is nothing to it
        apply(8s, {home(Desk::lock("new", {"z"}, 7s), "two:1")}, 7s);
        QCOMPARE(gaps("a"), QString());
        QCOMPARE(gaps("b"), u"1000-5000 two:1"_s);
        QCOMPARE(gaps("new"), u"1000-5000 two:1, 7000- two:1"_s); // it may have been held before
        QVERIFY(std::ranges::all_of(desk.feed.blindness(), [](const auto &blindness) { return blindness.node == 1u; }));
    }

    void connectionLost_isShownAsBlindTime()
    {
        Desk desk;
        desk.apply(1s, {}, {}, {}, MonitorState::Phase::Lost);
        desk.apply(2s, {}, {}, {}, MonitorState::Phase::Lost);
        desk.apply(3s, {}, {}, {}, MonitorState::Phase::Live);
        QCOMPARE(desk.feed.blindness().size(), std::size_t{1});
        QVERIFY(desk.feed.blindness().front().end == fake::serverTime(3s));
    }

    void goneLocks_areBounded()
    {
        Desk desk(100'000);
        for (int i = 0; i < 1200; ++i) {
            const auto key = std::to_string(i);
            desk.apply(Milliseconds(i), {Desk::event(EventType::Acquired, key.c_str(), "x", Milliseconds(i))}, {});
            desk.apply(Milliseconds(i), {Desk::event(EventType::Released, key.c_str(), "x", Milliseconds(i))}, {},
                       {Desk::lock(key.c_str(), {"x"}, Milliseconds(i))});
        }
        QCOMPARE(desk.feed.gone().size(), TimelineFeed::mostGone);
        QCOMPARE(desk.feed.gone().front().last.id.key, std::string("1199"));
    }

    void table_showsTheSameAsTheTimeline()
    {
        Desk desk;
        desk.apply(0ms, {Desk::event(EventType::Seen, "a", "x", 0ms)}, {Desk::lock("a", {"x"}, 0ms, false)});
        desk.apply(1s, {Desk::event(EventType::Released, "a", "x", 1s), Desk::event(EventType::Acquired, "a", "y", 1s)},
                   {Desk::lock("a", {"y"}, 1s)});
        QCOMPARE(desk.rows(), u"0 | a | seen | x | 1000\n1000 | a | released | x | \n1000 | a | acquired | y | now"_s);
        desk.apply(2s, {Desk::event(EventType::Renewed, "a", "y", 2s)}, {Desk::lock("a", {"y"}, 1s)});
        QVERIFY(desk.rows().endsWith(u"\n2000 | a | renewed | y | "_s));
        QCOMPARE(desk.feed.idOf(desk.table.laneOf(3)), (LockId{0, "a"}));
    }

    void fullRing_dropsOldestTableRows()
    {
        Desk desk(10);
        for (int turn = 0; turn < 40; ++turn) {
            const auto at = Milliseconds(turn);
            desk.apply(at, {Desk::event(turn == 0 ? EventType::Seen : EventType::Renewed, turn % 3 ? "a" : "b", "x", at)}, {});
            if (turn % 7 == 0)
                desk.table.catchUp(); // the tester checks it
        }
        QCOMPARE(desk.rows().count(u'\n'), 9);
        QVERIFY(desk.rows().startsWith(u"30 | "_s));
        desk.feed.clear();
        desk.table.clear();
        QCOMPARE(desk.rows(), QString());
    }
};

LOCKSCOPE_TEST(TimelineFeedTest)
#include "tst_timeline_feed.moc"
