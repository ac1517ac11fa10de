// SPDX-License-Identifier: MIT
// Tests the judge of tst_truth: it accepts what is true and finds planted lies.
#include "support/event_truth.h"
#include "support/test_program.h"

#include <QTest>

using namespace lockcore;
using namespace lockcore::test;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

namespace {

const ServerTime origin{std::chrono::seconds(1'700'000'000)};

TrueState held(std::vector<Bytes> owners, std::optional<Milliseconds> until = 30s)
{
    TrueState state;
    state.exists = true;
    state.deadline = until ? std::optional(origin + *until) : std::nullopt;
    for (auto &owner : owners)
        state.holders.push_back({std::move(owner), 1, {}});
    return state;
}

} // namespace

class EventTruthTest : public QObject
{
    Q_OBJECT

private slots:
    void init() { m_truth = {}; }

    void release_isOnlyARelease()
    {
        step(0s, TrueAct::Acquire, "a", {}, held({"a"}));
        step(10s, TrueAct::Release, "a", held({"a"}), {}, true);
        m_truth.finish();
        QVERIFY(isTrue(EventType::Acquired, "a", 1s, {}));
        QVERIFY(isTrue(EventType::Released, "a", 11s, 1s));
        QVERIFY(isTrue(EventType::Released, "a", 11s, 1s, "its release was announced"));
        for (const auto lie :
             {EventType::Expired, EventType::DeletedEarly, EventType::TakenOver, EventType::Renewed, EventType::Resurrected})
            QVERIFY(!isTrue(lie, "a", 11s, 1s));
        QVERIFY(!isTrue(EventType::Released, "b", 11s, 1s));
        QVERIFY(!isTrue(EventType::Released, "a", 9s, 1s));
        QVERIFY(!isTrue(EventType::Acquired, "a", 11s, 1s));
        QVERIFY(!isTrue(EventType::Acquired, "b", 1s, {}));
    }

    void expiry_isNotARelease()
    {
        step(0s, TrueAct::Acquire, "a", {}, held({"a"}, 5s));
        m_truth.finish();
        QVERIFY(isTrue(EventType::Expired, "a", 5s + 1ms, 1s));
        QVERIFY(!isTrue(EventType::Expired, "a", 4s, 1s));
        QVERIFY(!isTrue(EventType::Released, "a", 6s, 1s));
        QVERIFY(isTrue(EventType::Released, "a", 6s, 1s, {}, true)); // its `why` says that it is unclear
    }

    void deletionByStranger_isEarlyUnlessReleaseWasAnnounced()
    {
        step(0s, TrueAct::Acquire, "a", {}, held({"a"}));
        step(10s, TrueAct::Delete, {}, held({"a"}), {});
        m_truth.finish();
        QVERIFY(isTrue(EventType::DeletedEarly, "a", 11s, 1s));
        QVERIFY(isTrue(EventType::Ended, "a", 11s, 1s, "no evidence of who did it"));
        QVERIFY(!isTrue(EventType::Released, "a", 11s, 1s, "no evidence of who did it"));
        QVERIFY(!isTrue(EventType::Released, "a", 11s, 1s, "its release was announced"));
        QVERIFY(!isTrue(EventType::Expired, "a", 11s, 1s));
    }

    void anonymousDeletion_concernsTheLastHolder()
    {
        step(0s, TrueAct::Acquire, "a", {}, held({"a"}));
        step(1s, TrueAct::Acquire, "b", held({"a"}), held({"a", "b"}));
        step(2s, TrueAct::Leave, "a", held({"a", "b"}), held({"b"}));
        step(3s, TrueAct::Delete, {}, held({"b"}), {});
        m_truth.finish();
        QVERIFY(isTrue(EventType::DeletedEarly, {}, 4s, 1500ms));
        QVERIFY(isTrue(EventType::DeletedEarly, "b", 4s, 1500ms));
        QVERIFY(!isTrue(EventType::DeletedEarly, "a", 4s, 1500ms));
        QVERIFY(!isTrue(EventType::DeletedEarly, {}, 2500ms, 1500ms));
    }

    void handOver_isTakeoverOnlyIfNeverFree()
    {
        step(0s, TrueAct::Acquire, "a", {}, held({"a"}));
        step(10s, TrueAct::Release, "a", held({"a"}), {});
        step(10s + 1ms, TrueAct::Acquire, "b", {}, held({"b"}));
        step(20s, TrueAct::Overwrite, "c", held({"b"}), held({"c"}));
        m_truth.finish();
        QVERIFY(!isTrue(EventType::TakenOver, "b", 11s, 1s));
        QVERIFY(isTrue(EventType::TakenOver, "b", 11s, 1s, {}, true));
        QVERIFY(isTrue(EventType::TakenOver, "c", 21s, 11s));
        QVERIFY(!isTrue(EventType::TakenOver, "b", 21s, 11s));
        QVERIFY(!isTrue(EventType::Released, "b", 21s, 11s));
        QVERIFY(isTrue(EventType::Acquired, "b", 11s, 1s));
    }

    void announcedHandOver_isNotATakeover()
    {
        step(0s, TrueAct::Acquire, "a", {}, held({"a"}));
        step(10s, TrueAct::Release, "a", held({"a"}), {}, true);
        step(10s + 1ms, TrueAct::Acquire, "b", {}, held({"b"}));
        m_truth.finish();
        QVERIFY(!isTrue(EventType::TakenOver, "b", 11s, 1s, {}, true));
    }

    void renewal_belongsToTheRenewer()
    {
        step(0s, TrueAct::Acquire, "a", {}, held({"a"}));
        step(1s, TrueAct::Acquire, "b", held({"a"}), held({"a", "b"}));
        step(10s, TrueAct::Extend, "a", held({"a", "b"}), held({"a", "b"}, 60s));
        m_truth.finish();
        QVERIFY(isTrue(EventType::Renewed, "a", 11s, 2s));
        QVERIFY(!isTrue(EventType::Renewed, "b", 11s, 2s));
        QVERIFY(isTrue(EventType::Renewed, {}, 11s, 2s)); // it names nobody
        QVERIFY(!isTrue(EventType::Renewed, {}, 9s, 2s));
        QVERIFY(isTrue(EventType::Acquired, "b", 2s, 500ms));
        QVERIFY(!isTrue(EventType::LeaseShortened, "a", 11s, 2s));
    }

    void renewalSeenInLastMoment_isNotLost()
    {
        step(0s, TrueAct::Acquire, "a", {}, held({"a"}, 5s), false, true);
        step(4s, TrueAct::Extend, "a", held({"a"}, 5s), held({"a"}, 6s), false, true);
        m_truth.finish();
        QVERIFY(isTrue(EventType::Renewed, "a", 5999ms, 2s));
        QVERIFY(!isTrue(EventType::Renewed, "a", 6500ms, 3s));
    }

    void returningToken_isResurrectedButThreadIsNot()
    {
        for (const bool tokens : {true, false}) {
            m_truth = {};
            step(0s, TrueAct::Acquire, "a", {}, held({"a"}), false, tokens);
            step(1s, TrueAct::Release, "a", held({"a"}), {}, false, tokens);
            step(2s, TrueAct::Acquire, "a", {}, held({"a"}), false, tokens);
            m_truth.finish();
            QCOMPARE(isTrue(EventType::Resurrected, "a", 3s, 1500ms), tokens);
            QVERIFY(isTrue(EventType::Acquired, "a", 3s, 1500ms));
            QCOMPARE(isTrue(EventType::Renewed, "a", 3s, 500ms), !tokens);
        }
    }

    void holdCountsAndLeases_changeAsOnTheServer()
    {
        auto twice = held({"a"}, 60s);
        twice.holders.front().count = 2;
        step(0s, TrueAct::Acquire, "a", {}, held({"a"}));
        step(1s, TrueAct::Extend, "a", held({"a"}), twice);
        step(2s, TrueAct::Lease, {}, twice, held({"a"}, std::nullopt));
        m_truth.finish();
        QVERIFY(isTrue(EventType::Reentered, "a", 1500ms, 500ms));
        QVERIFY(!isTrue(EventType::PartlyReleased, "a", 1500ms, 500ms));
        QVERIFY(isTrue(EventType::LeaseRemoved, "a", 3s, 1500ms));
        QVERIFY(!isTrue(EventType::LeaseRemoved, "a", 1500ms, 500ms));
        QVERIFY(!isTrue(EventType::LeaseSet, "a", 3s, 1500ms));
    }

    void holdersWithOwnLeases_expireOneByOne()
    {
        auto both = held({"a", "b"}, std::nullopt);
        both.holders[0].deadline = origin + 5s;
        both.holders[1].deadline = origin + 9s;
        step(0s, TrueAct::Acquire, "a", {}, both);
        m_truth.finish();
        QVERIFY(isTrue(EventType::Expired, "a", 6s, 1s));
        QVERIFY(!isTrue(EventType::Expired, "b", 6s, 1s));
        QVERIFY(!isTrue(EventType::Released, "a", 6s, 1s));
        QVERIFY(!isTrue(EventType::TakenOver, {}, 10s, 1s));
    }

    void impossibleSteps_areReported()
    {
        step(0s, TrueAct::Acquire, "a", {}, held({"a"}));
        step(1s, TrueAct::Release, "b", held({"b"}), {});
        m_truth.finish();
        QCOMPARE(m_truth.disorder().size(), std::size_t(1));
    }

    // Within a script, Redis uses a clock for expiry that was read before TIME.
    void keyInItsLastMillisecond_isNotDisorder()
    {
        for (const auto late : {1ms, 10ms}) {
            m_truth = {};
            step(0s, TrueAct::Acquire, "a", {}, held({"a"}, 5s));
            step(5s + late, TrueAct::Acquire, "b", held({"a"}, 5s), held({"b"}));
            m_truth.finish();
            QCOMPARE(m_truth.disorder().empty(), late == 1ms);
        }
    }

    void unreportedHolding_isMissed()
    {
        step(0s, TrueAct::Acquire, "a", {}, held({"a"}));
        step(1s, TrueAct::Release, "a", held({"a"}), {});
        m_truth.finish();
        QCOMPARE(m_truth.longHoldings({}, 500ms).missed.size(), std::size_t(1));
        QCOMPARE(m_truth.longHoldings({}, 5s).all, 0);
        const auto told = m_truth.longHoldings({event(EventType::Acquired, "a", 10ms, {})}, 500ms);
        QCOMPARE(told.all, 1);
        QVERIFY(told.missed.empty());
    }

private:
    void step(Milliseconds after, TrueAct act, Bytes owner, TrueState was, TrueState is, bool announced = false, bool tokens = true)
    {
        m_truth.add({origin + after, "k", act, std::move(owner), announced, std::move(was), std::move(is)}, tokens);
    }

    static LockEvent event(EventType type, Bytes owner, Milliseconds at, std::optional<Milliseconds> from)
    {
        LockEvent event;
        event.id.key = "k";
        event.type = type;
        event.owner = std::move(owner);
        event.time = origin + at;
        if (from)
            event.notBefore = origin + *from;
        return event;
    }

    bool isTrue(EventType type, Bytes owner, Milliseconds at, std::optional<Milliseconds> from, std::string why = {},
                bool coalesced = false)
    {
        auto told = event(type, std::move(owner), at, from);
        told.why = std::move(why);
        told.coalesced = coalesced;
        return m_truth.faultIn(told).empty();
    }

    EventTruth m_truth;
};

LOCKSCOPE_TEST(EventTruthTest)
#include "tst_event_truth.moc"
