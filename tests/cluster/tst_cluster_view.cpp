// SPDX-License-Identifier: MIT
// What a ClusterView makes of hand-made reports of its nodes. Two nodes: the first serves the slots of "a" and "same", the second that of "b".
#include "lockcore/monitor/cluster/cluster_view.h"

#include "lockcore/redis/key_slot.h"
#include "support/test_program.h"

#include <QTest>

using namespace lockcore;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

namespace {

constexpr auto start = Moment(1000s);
constexpr auto serverStart = ServerTime(std::chrono::seconds(1'800'000'000));
const std::string first = "10.0.0.1:6379";
const std::string second = "10.0.0.2:6379";

ClusterLayout layout(std::vector<std::string> seconds = {"b"})
{
    ClusterLayout all;
    all.addresses = {first, second};
    all.owners.assign(slotCount, 0);
    for (const auto &key : seconds)
        all.owners[slotOf(key)] = 1;
    all.nodes = 4;
    all.slotsServed = static_cast<std::int64_t>(slotCount);
    return all;
}

LockInfo lock(const std::string &key, const std::string &owner = "me", Milliseconds clock = {})
{
    LockInfo lock;
    lock.id.key = key;
    lock.library = "redlock";
    lock.confidence = 4;
    lock.holders.emplace_back().owner = owner;
    lock.deadline = serverStart + 60s + clock;
    lock.heldSince = serverStart + clock;
    return lock;
}

LockEvent about(const LockInfo &lock, EventType type)
{
    LockEvent event;
    event.type = type;
    event.id = lock.id;
    event.time = lock.heldSince;
    if (!lock.holders.empty())
        event.owner = lock.holders.front().owner;
    return event;
}

/// A view of both nodes, whose clocks may differ from the view's.
class Cluster
{
public:
    explicit Cluster(Milliseconds secondsClock = {}, bool lists = false)
        : view(lists, 1000)
        , m_clocks{Milliseconds(0), secondsClock}
    {
        view.setLayout(layout(), start);
        say(0, {});
        say(1, {});
        take();
    }

    void say(std::size_t node, MonitorChange change, MonitorPhase phase = MonitorPhase::Live)
    {
        change.state.phase = phase;
        change.state.everLive = true;
        change.at = now;
        change.serverNow = clockOf(node);
        view.take(node, std::move(change));
    }

    ServerTime clockOf(std::size_t node) const
    {
        return serverStart + std::chrono::duration_cast<Microseconds>(now - start) + m_clocks[node];
    }

    /// `ago`: since the look that the node reports now.
    void shows(std::size_t node, const LockInfo &lock, std::vector<LockEvent> events = {}, Milliseconds ago = {})
    {
        MonitorChange change;
        change.changed = {lock};
        change.lookedAt = {clockOf(node) - ago};
        change.events = std::move(events);
        say(node, std::move(change));
    }

    void loses(std::size_t node, const LockInfo &lock, EventType how, bool onItsWay = false)
    {
        MonitorChange change;
        change.gone = {{lock, how, {}, onItsWay}};
        change.events = {about(lock, how)};
        say(node, std::move(change));
    }

    MonitorChange take() { return last = view.takeChange(now); }

    /// "moved b, seen a" of the events since the last call, after "+a" of locks that have changed and "-a" of those that are gone.
    QString news()
    {
        QStringList words;
        take();
        for (const auto &each : last.changed)
            words << u'+' + QString::fromStdString(each.id.key);
        for (const auto &each : last.gone)
            words << u'-' + QString::fromStdString(each.last.id.key);
        for (const auto &each : last.events)
            words << QString::fromUtf8(toString(each.type)) + u' ' + QString::fromStdString(each.id.key);
        return words.join(u' ');
    }

    void jump(Milliseconds by) { m_clocks[1] += by; }

    ClusterView view;
    Moment now = start;
    MonitorChange last;

private:
    std::vector<Milliseconds> m_clocks;
};

} // namespace

class ClusterViewTest : public QObject
{
    Q_OBJECT

private slots:
    void locksOfAllNodes_areOneTableWithTheirNodes()
    {
        Cluster cluster;
        cluster.shows(0, lock("a"), {about(lock("a"), EventType::Acquired)});
        cluster.shows(1, lock("b"), {about(lock("b"), EventType::Seen)});
        QCOMPARE(cluster.news(), u"+a +b acquired a seen b"_s);
        QCOMPARE(cluster.last.changed[0].node, first);
        QCOMPARE(cluster.last.changed[1].node, second);
        QCOMPARE(cluster.last.events[1].node, second);
        QCOMPARE(cluster.last.events[1].number, 2u);
        QCOMPARE(cluster.last.state.locks, 2);
        QCOMPARE(cluster.last.state.phase, MonitorPhase::Live);
        QCOMPARE(cluster.last.state.cluster->nodes, 4);
        cluster.loses(1, lock("b"), EventType::Released);
        QCOMPARE(cluster.news(), u"-b released b"_s);
        QCOMPARE(cluster.last.gone[0].last.node, second);
    }

    void nodesClock_isShiftedByWholeMillisecondsUntilItJumps()
    {
        Cluster cluster(3s);
        cluster.shows(1, lock("b", "me", 3s), {about(lock("b", "me", 3s), EventType::Acquired)});
        cluster.take();
        QCOMPARE(cluster.view.shiftOf(1), Milliseconds(-3000));
        QCOMPARE(cluster.last.changed[0].deadline, std::optional(serverStart + 60s));
        QCOMPARE(cluster.last.changed[0].heldSince, serverStart);
        QCOMPARE(cluster.last.events[0].time, serverStart);
        cluster.jump(20ms); // an estimate, not a jump
        cluster.say(1, {});
        QCOMPARE(cluster.news(), QString());
        QCOMPARE(cluster.view.shiftOf(1), Milliseconds(-3000));
        cluster.jump(7s);
        cluster.say(1, {});
        QCOMPARE(cluster.news(), u"+b"_s);
        QCOMPARE(cluster.view.shiftOf(1), Milliseconds(-10'020));
        QCOMPARE(cluster.last.changed[0].deadline, std::optional(serverStart + 60s - 7020ms));
    }

    void clocksThatMayBeTheSame_areNotShifted()
    {
        Cluster cluster(40ms); // an estimate on a busy machine
        cluster.shows(1, lock("b", "me", 40ms), {about(lock("b", "me", 40ms), EventType::Acquired)});
        cluster.take();
        QCOMPARE(cluster.view.shiftOf(1), Milliseconds(0));
        QCOMPARE(cluster.last.events[0].time, serverStart + 40ms); // as the node said it
    }

    void slotThatMoves_movesItsLock_data()
    {
        QTest::addColumn<bool>("newNodeFirst");
        QTest::newRow("the old node says first that it has gone") << false;
        QTest::newRow("the new node shows it first") << true;
    }
    void slotThatMoves_movesItsLock()
    {
        QFETCH(bool, newNodeFirst);
        Cluster cluster(3s);
        auto held = lock("a");
        held.heldSinceObserved = true;
        cluster.shows(0, held, {about(held, EventType::Acquired)});
        cluster.take();
        auto there = lock("a", "me", 3s + 400ms); // a key moves with the time that is left
        cluster.now += 30s;
        there.heldSince = cluster.clockOf(1);
        if (!newNodeFirst)
            cluster.loses(0, held, EventType::OutOfSight, true);
        cluster.shows(1, there, {about(there, EventType::Seen)});
        QVERIFY(cluster.view.takeDoubt());
        QCOMPARE(cluster.news(), QString()); // the topology does not say so yet
        cluster.view.setLayout(layout({"a", "b"}), cluster.now);
        QCOMPARE(cluster.news(), u"+a moved a"_s);
        QCOMPARE(cluster.last.events[0].from, first);
        QCOMPARE(cluster.last.events[0].node, second);
        QCOMPARE(cluster.last.changed[0].node, second);
        QCOMPARE(cluster.last.changed[0].heldSince, serverStart); // what its old node knew
        QVERIFY(cluster.last.changed[0].heldSinceObserved);
        if (newNodeFirst)
            cluster.loses(0, held, EventType::OutOfSight, true);
        QCOMPARE(cluster.news(), QString());
        cluster.loses(1, there, EventType::Released);
        QCOMPARE(cluster.news(), u"-a released a"_s);
    }

    void arrival_hasTheTimeOfItsLook_data()
    {
        QTest::addColumn<bool>("isLayoutKnown");
        QTest::addColumn<QString>("owner");
        QTest::addColumn<QString>("news");
        QTest::newRow("same, topology known") << true << u"me"_s << u"+a moved a renewed a"_s;
        QTest::newRow("same, topology later") << false << u"me"_s << u"+a moved a renewed a"_s;
        QTest::newRow("other owner, topology known") << true << u"you"_s << u"+a out-of-sight a seen a renewed a"_s;
        QTest::newRow("other owner, topology later") << false << u"you"_s << u"+a out-of-sight a seen a renewed a"_s;
    }
    void arrival_hasTheTimeOfItsLook()
    {
        QFETCH(bool, isLayoutKnown);
        QFETCH(QString, owner);
        Cluster cluster(3s);
        cluster.shows(0, lock("a"));
        cluster.take();
        cluster.now += 10s;
        if (isLayoutKnown)
            cluster.view.setLayout(layout({"a", "b"}), cluster.now);
        const auto there = lock("a", owner.toStdString(), 3s);
        auto before = about(there, EventType::TakenOver); // by the look that shows it as it is there, or an earlier one
        before.time = cluster.clockOf(1) - 7ms;
        auto after = about(there, EventType::Renewed);
        after.time = cluster.clockOf(1) - 2ms;
        cluster.shows(1, there, {before, after}, 7ms);
        const auto look = cluster.clockOf(1) - 3s - 7ms;
        cluster.now += 400ms;
        cluster.view.setLayout(layout({"a", "b"}), cluster.now);
        QTEST(cluster.news(), "news");
        for (const auto &event : cluster.last.events)
            QCOMPARE(event.time, event.type == EventType::Renewed ? look + 5ms : look);
    }

    void lockThatDiffersOnTheNewNode_isSeen_data()
    {
        QTest::addColumn<QString>("owner");
        QTest::addColumn<int>("later"); // seconds
        QTest::addColumn<QString>("news");
        QTest::newRow("renewed") << u"me"_s << 2 << u"+a seen a"_s;
        QTest::newRow("another owner") << u"you"_s << 0 << u"+a out-of-sight a seen a"_s;
    }
    void lockThatDiffersOnTheNewNode_isSeen()
    {
        QFETCH(QString, owner);
        QFETCH(int, later);
        Cluster cluster;
        cluster.shows(0, lock("a"));
        cluster.loses(0, lock("a"), EventType::OutOfSight, true);
        cluster.take();
        cluster.view.setLayout(layout({"a", "b"}), cluster.now);
        auto there = lock("a", owner.toStdString());
        *there.deadline += std::chrono::seconds(later);
        cluster.shows(1, there, {about(there, EventType::Acquired)}); // whatever the node takes it for
        QTEST(cluster.news(), "news");
    }

    void lockThatNeverArrives_getsOutOfSight()
    {
        Cluster cluster;
        cluster.shows(0, lock("a"));
        cluster.take();
        cluster.loses(0, lock("a"), EventType::OutOfSight, true);
        QCOMPARE(cluster.news(), QString());
        QCOMPARE(cluster.last.state.notices.back().kind, Notice::Kind::SlotsMoving);
        cluster.view.setLayout(layout({"a", "b"}), cluster.now);
        const auto asked = cluster.view.lookFor(cluster.now);
        QCOMPARE(asked.size(), std::size_t(1));
        QCOMPARE(asked[0].first, std::size_t(1));
        QCOMPARE(asked[0].second, std::vector<Bytes>{"a"});
        cluster.now += 4s;
        cluster.view.lookFor(cluster.now);
        QCOMPARE(cluster.news(), QString());
        cluster.now += 2s;
        cluster.view.lookFor(cluster.now);
        QCOMPARE(cluster.news(), u"-a out-of-sight a"_s);
        QVERIFY(cluster.last.events[0].why.find("has moved from 10.0.0.1:6379 to 10.0.0.2:6379") != std::string::npos);
    }

    void nodeThatIsDown_isNotAskedAndItsLocksStay()
    {
        Cluster cluster;
        cluster.shows(0, lock("a"));
        cluster.shows(1, lock("b"));
        cluster.take();
        MonitorChange lost;
        lost.state.error = Error{ErrorKind::Transport, "refused", {}};
        cluster.say(1, lost, MonitorPhase::Lost);
        QVERIFY(cluster.view.takeDoubt());
        QCOMPARE(cluster.news(), QString());
        const auto &state = cluster.last.state;
        QCOMPARE(state.phase, MonitorPhase::Live);
        QCOMPARE(state.notices.front().kind, Notice::Kind::NodeLost);
        QCOMPARE(state.notices.front().node, second);
        QVERIFY(!state.coverage.provesAbsence());
        QVERIFY(state.lostNodeOf(lock("a")) == nullptr);
        auto there = lock("b");
        there.node = second;
        QVERIFY(state.lostNodeOf(there));
        QCOMPARE(state.lostNodeOf(there)->unknownSince, std::optional(serverStart));
        cluster.say(0, lost, MonitorPhase::Lost);
        QCOMPARE(cluster.take().state.phase, MonitorPhase::Lost);
    }

    void promotedReplica_goesOnWithTheLocks()
    {
        Cluster cluster;
        cluster.shows(0, lock("a"));
        cluster.shows(0, lock("same"));
        cluster.loses(0, lock("a"), EventType::OutOfSight, true); // the old primary already sends clients away
        cluster.take();
        auto after = layout();
        after.addresses[0] = "10.0.0.3:6379";
        cluster.view.setLayout(after, cluster.now);
        QCOMPARE(cluster.news(), u"+same +a"_s);
        QCOMPARE(cluster.last.changed[0].node, std::string("10.0.0.3:6379"));
        QCOMPARE(cluster.last.state.notices.front(), (Notice{Notice::Kind::FailedOver, "in place of " + first, "10.0.0.3:6379"}));
        cluster.say(0, {}, MonitorPhase::Lost); // it is read in a moment
        QCOMPARE(cluster.take().state.cluster->primaries.back().number, std::size_t(0));
        QVERIFY(std::ranges::none_of(cluster.last.state.notices, [](const auto &one) { return one.kind == Notice::Kind::NodeLost; }));
        cluster.shows(0, lock("a"), {about(lock("a"), EventType::Seen)});
        QCOMPARE(cluster.news(), u"+a"_s);
    }

    void lockThatThePromotedReplicaDoesNotHave_isMissingAfterTheFailover()
    {
        Cluster cluster;
        cluster.shows(0, lock("a"));
        cluster.loses(0, lock("a"), EventType::OutOfSight, true);
        auto after = layout();
        after.addresses[0] = "10.0.0.3:6379";
        cluster.view.setLayout(after, cluster.now);
        cluster.take();
        cluster.view.lookFor(cluster.now);
        cluster.now += 6s;
        cluster.view.lookFor(cluster.now);
        QCOMPARE(cluster.news(), u"-a out-of-sight a"_s);
        QVERIFY(cluster.last.events[0].why.starts_with("missing after the failover"));
    }

    void nodeThatDoesNotServeTheSlot_isNotBelieved()
    {
        Cluster cluster;
        cluster.shows(1, lock("a"), {about(lock("a"), EventType::Acquired)});
        QCOMPARE(cluster.news(), QString());
        cluster.shows(0, lock("a", "you"), {about(lock("a", "you"), EventType::Acquired)});
        QCOMPARE(cluster.news(), u"+a acquired a"_s);
        cluster.loses(1, lock("a"), EventType::Released);
        QCOMPARE(cluster.news(), QString());
        // A minority's primary, whose slot the majority has given to another node.
        cluster.view.setLayout(layout({"a", "b"}), cluster.now);
        cluster.shows(0, lock("a", "they"), {about(lock("a", "they"), EventType::TakenOver)});
        cluster.loses(0, lock("a", "they"), EventType::Expired);
        QCOMPARE(cluster.news(), QString());
    }

    void uncoveredSlot_isTold()
    {
        Cluster cluster;
        cluster.shows(1, lock("b"));
        cluster.take();
        auto holey = layout({});
        holey.owners[slotOf("b")] = ClusterLayout::nobody;
        holey.slotsServed = static_cast<std::int64_t>(slotCount) - 1;
        cluster.view.setLayout(holey, cluster.now);
        QCOMPARE(cluster.news(), QString()); // its lock stays
        QCOMPARE(cluster.last.state.notices.back().kind, Notice::Kind::SlotsUncovered);
        QCOMPARE(cluster.last.state.notices.back().text, std::string("1"));
        QCOMPARE(cluster.last.state.cluster->slotsServed, ClusterState::allSlots - 1);
    }

    void noticesAndBlindSpots_areNamedByTheirNodeIfTheyDiffer()
    {
        Cluster cluster;
        MonitorChange one;
        one.state.notices = {{Notice::Kind::NoPersistence, {}}, {Notice::Kind::ClusterNode, {}}, {Notice::Kind::Busy, "loading"}};
        one.state.blindSpots = {"both", "only one"};
        one.state.coverage.unread = {{UnreadKeys::Why::Denied, 2, 1, {}}, {UnreadKeys::Why::Elsewhere, 5, 5, {}}};
        MonitorChange other;
        other.state.notices = {{Notice::Kind::NoPersistence, {}}, {Notice::Kind::ClusterNode, {}}};
        other.state.blindSpots = {"both"};
        other.state.coverage.unread = {{UnreadKeys::Why::Denied, 3, 0, {}}};
        cluster.say(0, one);
        cluster.say(1, other);
        const auto state = cluster.take().state;
        QCOMPARE(state.notices, (std::vector<Notice>{{Notice::Kind::NoPersistence, {}}, {Notice::Kind::Busy, "loading", first}}));
        QCOMPARE(state.blindSpots, (std::vector<std::string>{"both", first + ": only one"}));
        QCOMPARE(state.coverage.unread, (std::vector<UnreadKeys>{{UnreadKeys::Why::Denied, 5, 1, {}}}));
    }

    void list_keepsWhatANodeSaysOfTheOthersKeys()
    {
        Cluster cluster({}, true);
        MonitorChange one;
        one.state.coverage.unread = {{UnreadKeys::Why::Elsewhere, 1, 1, {}}};
        cluster.say(0, one);
        QVERIFY(!cluster.take().state.coverage.provesAbsence());
    }
};

LOCKSCOPE_TEST(ClusterViewTest)
#include "tst_cluster_view.moc"
