// SPDX-License-Identifier: MIT
// The table of events line by line, and what LockTable makes of looks: no server, no clock.
#include "support/test_program.h"

#include "lockcore/monitor/model/state_rules.h"
#include "lockcore/monitor/watch/lock_table.h"

#include <QTest>

using namespace lockcore;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

namespace {

const ServerTime start{std::chrono::seconds(1'700'000'000)};
const LockId id{0, "order"};

Finding finding(std::vector<Holder> holders, OwnerScope scope = OwnerScope::Acquisition, LockKind kind = LockKind::Lock)
{
    Finding finding;
    finding.library = "redisson";
    finding.kind = kind;
    finding.confidence = 5;
    finding.holders = std::move(holders);
    finding.ownerScope = scope;
    return finding;
}

Holder holder(Bytes owner, std::int64_t count = 1, Mode mode = Mode::Exclusive, std::optional<ServerTime> deadline = {})
{
    return {std::move(owner), count, mode, deadline, {}};
}

Snapshot snapshot(Finding finding, std::optional<ServerTime> deadline = start + 30s, Bytes text = {})
{
    Look look;
    look.id = id;
    look.at = start;
    look.value.type = text.empty() ? ValueType::Hash : ValueType::String;
    look.value.text = std::move(text);
    look.deadline = deadline;
    return {std::move(look), std::move(finding)};
}

QString story(const Snapshot *before, const Snapshot *after, const Evidence &evidence = {}, ServerTime at = start + 1s)
{
    QStringList words;
    for (const auto &event : eventsBetween(before, after, id, at, evidence))
        words += QString::fromStdString(std::string(toString(event.type)) + (event.coalesced ? "*" : ""));
    return words.join(u' ');
}

// A Redisson lock as it is in Redis: the whole chain of formats recognises it.
Look look(ServerTime at, const Bytes &owner, std::int64_t count = 1, std::optional<ServerTime> deadline = {})
{
    Look look;
    look.id = id;
    look.at = at;
    if (!owner.empty())
        look.value = {ValueType::Hash, {}, 1, {{owner, std::to_string(count)}}};
    look.deadline = deadline;
    return look;
}

const Bytes owner1 = "9f3ac21e-4b7d-4c1a-8f00-1234567890ab:17";
const Bytes owner2 = "5ff9b1ba-4b7d-4c1a-8f00-1234567890ab:3";

} // namespace

class EventRulesTest : public QObject
{
    Q_OBJECT

private slots:
    void appearing_isSeenAcquiredOrResurrected()
    {
        const auto now = snapshot(finding({holder("a")}));
        Evidence evidence;
        evidence.firstSweep = true;
        QCOMPARE(story(nullptr, &now, evidence), u"seen"_s);
        evidence = {};
        evidence.lastFree = start;
        QCOMPARE(story(nullptr, &now, evidence), u"acquired"_s);
        QCOMPARE(eventsBetween(nullptr, &now, id, start + 1s, evidence).front().notBefore, std::optional(start));
        evidence.ownerWasHere = true;
        QCOMPARE(story(nullptr, &now, evidence), u"resurrected"_s);
    }

    void vanishing_isJudgedByTheFirstLineThatFits()
    {
        const auto was = snapshot(finding({holder("a")}));
        Evidence all;
        all.announced = all.announces = all.releasedByUs = true;
        QCOMPARE(story(&was, nullptr, all, start + 60s), u"force-released"_s);
        all.releasedByUs = false;
        QCOMPARE(story(&was, nullptr, all, start + 60s), u"expired"_s);
        QCOMPARE(story(&was, nullptr, all), u"released"_s);
        all.announced = false;
        QCOMPARE(story(&was, nullptr, all), u"deleted-early"_s);
        QCOMPARE(story(&was, nullptr), u"released"_s);
    }

    void theDeadlinesOwnMillisecond_isNotPastIt()
    {
        const auto was = snapshot(finding({holder("a")}));
        QCOMPARE(story(&was, nullptr, {}, start + 30s), u"released"_s);
        QCOMPARE(story(&was, nullptr, {}, start + 30s + 999us), u"released"_s);
        QCOMPARE(story(&was, nullptr, {}, start + 30s + 1ms), u"expired"_s);
    }

    void aFairLock_isNeverCalledDeleted()
    {
        const auto was = snapshot(finding({holder("a")}, OwnerScope::Constant, LockKind::FairLock));
        Evidence evidence;
        evidence.announces = true;
        QCOMPARE(story(&was, nullptr, evidence), u"released"_s);
    }

    void anotherOwner_isATakeoverUnlessSomethingShowsTheEnd()
    {
        const auto was = snapshot(finding({holder("a")}));
        const auto is = snapshot(finding({holder("b")}), start + 90s);
        QCOMPARE(story(&was, &is), u"taken-over"_s);
        Evidence evidence;
        evidence.announced = true;
        QCOMPARE(story(&was, &is, evidence), u"released* acquired*"_s);
        QCOMPARE(story(&was, &is, {}, start + 31s), u"expired* acquired*"_s);
        evidence = {};
        evidence.ownerWasHere = true;
        QCOMPARE(story(&was, &is, evidence), u"resurrected"_s);
        evidence = {};
        evidence.releasedByUs = true;
        QCOMPARE(story(&was, &is, evidence), u"force-released* acquired*"_s);
        const auto same = snapshot(finding({holder("a")}), start + 90s);
        QCOMPARE(story(&was, &same, evidence), u"force-released* resurrected*"_s);
    }

    void theSameOwner_tellsOfItsLease()
    {
        const auto was = snapshot(finding({holder("a")}));
        const auto later = snapshot(finding({holder("a")}), start + 60s);
        const auto sooner = snapshot(finding({holder("a")}), start + 10s);
        const auto bare = snapshot(finding({holder("a")}), std::nullopt);
        QCOMPARE(story(&was, &later), u"renewed"_s);
        QCOMPARE(story(&was, &sooner), u"lease-shortened"_s);
        QCOMPARE(story(&was, &bare), u"lease-removed"_s);
        QCOMPARE(story(&bare, &was), u"lease-set"_s);
        QCOMPARE(story(&was, &was), QString());
        const auto noise = snapshot(finding({holder("a")}), start + 30s + 4ms);
        QCOMPARE(story(&was, &noise), QString());
        const auto constantWas = snapshot(finding({holder("a")}, OwnerScope::Constant));
        const auto constantIs = snapshot(finding({holder("a")}, OwnerScope::Constant), start + 60s);
        const auto events = eventsBetween(&constantWas, &constantIs, id, start + 1s, {});
        QVERIFY(QString::fromStdString(events.front().why).contains(u"or released and acquired again"_s));
    }

    void holdCounts_goUpAndDownTogetherWithTheLease()
    {
        const auto one = snapshot(finding({holder("a", 1)}));
        const auto two = snapshot(finding({holder("a", 2)}), start + 60s);
        QCOMPARE(story(&one, &two), u"renewed reentered"_s);
        QCOMPARE(story(&two, &one), u"lease-shortened partly-released"_s);
    }

    void severalHolders_comeAndGoOneByOne()
    {
        const auto both = snapshot(finding({holder("a", 1, Mode::Read), holder("b", 1, Mode::Read)}));
        const auto onlyA = snapshot(finding({holder("a", 1, Mode::Read)}));
        const auto aAndC = snapshot(finding({holder("a", 1, Mode::Read), holder("c", 1, Mode::Read)}));
        const auto writer = snapshot(finding({holder("a", 1, Mode::Write)}));
        QCOMPARE(story(&onlyA, &both), u"acquired"_s);
        QCOMPARE(story(&both, &onlyA), u"released"_s);
        QCOMPARE(eventsBetween(&both, &onlyA, id, start + 1s, {}).front().owner, Bytes("b"));
        QCOMPARE(story(&both, &aAndC), u"released acquired"_s);
        QCOMPARE(story(&onlyA, &writer), u"taken-over"_s);
        const auto late = snapshot(finding({holder("a"), holder("b", 1, Mode::Exclusive, start + 500ms)}));
        const auto left = snapshot(finding({holder("a")}));
        QCOMPARE(story(&late, &left), u"expired"_s);
    }

    void countersWithoutOwners_tellOfPermitsAndSteps()
    {
        const auto three = snapshot(finding({}, OwnerScope::Nobody, LockKind::Semaphore), {}, "3");
        const auto two = snapshot(finding({}, OwnerScope::Nobody, LockKind::Semaphore), {}, "2");
        QCOMPARE(story(&three, &two), u"acquired"_s);
        QCOMPARE(story(&two, &three), u"released"_s);
        const auto latch3 = snapshot(finding({}, OwnerScope::Nobody, LockKind::Latch), {}, "3");
        const auto latch2 = snapshot(finding({}, OwnerScope::Nobody, LockKind::Latch), {}, "2");
        QCOMPARE(story(&latch3, &latch2), u"partly-released"_s);
        const auto nobody = snapshot(finding({holder("")}, OwnerScope::Nobody), start + 30s, "1");
        const auto other = snapshot(finding({holder("")}, OwnerScope::Nobody), start + 30s, "2");
        QCOMPARE(story(&nobody, &other), u"taken-over"_s);
        QCOMPARE(story(&nobody, &nobody), QString());
    }

    void outrun_marksEveryEvent()
    {
        const auto one = snapshot(finding({holder("a", 1)}));
        const auto two = snapshot(finding({holder("a", 2)}));
        Evidence evidence;
        evidence.outrun = true;
        QCOMPARE(story(&one, &two, evidence), u"reentered*"_s);
    }

    void table_infersPeriodLeaseAndTime()
    {
        const Classifier classifier;
        LockTable table(classifier);
        for (int i = 0; i < 5; ++i)
            table.apply(look(start + i * 10s, owner1, 1, start + i * 10s + 30s), {});
        const auto *lock = table.find(id);
        QVERIFY(lock);
        QCOMPARE(lock->heldSince, start);
        QVERIFY(lock->heldSinceObserved);
        QCOMPARE(lock->renewals.count, 4);
        QCOMPARE(*lock->renewals.period, 10'000ms);
        QCOMPARE(*lock->lease, 30'000ms);
        table.tick(start + 60s); // 20 s since the last renewal of a lock that is renewed every 10 s
        QVERIFY(table.find(id)->state == LockState::RenewalOverdue);
        table.apply(look(start + 65s, owner2, 1, start + 95s), {});
        QCOMPARE(table.find(id)->heldSince, start + 65s);
        QCOMPARE(table.find(id)->renewals.count, 0);
        QVERIFY(table.find(id)->state == LockState::TakenOver);
    }

    void table_immortalNeedsTwoLooksASecondApart()
    {
        const Classifier classifier;
        LockTable table(classifier);
        const LockId id{0, "lock:order"}; // under a name that says nothing it might be data
        const auto look = [&](ServerTime at, const Bytes &owner) {
            auto bare = ::look(at, owner);
            bare.id = id;
            return bare;
        };
        table.apply(look(start, owner1), {});
        QVERIFY(table.find(id)->state == LockState::NoLease);
        QVERIFY(table.bareSince(start - 1ms).empty());
        QCOMPARE(table.bareSince(start).size(), std::size_t(1));
        table.tick(start + 1h); // the passing of time alone shows nothing
        QVERIFY(table.find(id)->state == LockState::NoLease);
        table.apply(look(start + 999ms, owner1), {});
        QVERIFY(table.find(id)->state == LockState::NoLease);
        table.apply(look(start + 1s, owner1), {});
        QVERIFY(table.find(id)->state == LockState::Immortal);
        QVERIFY(table.bareSince(start + 1h).empty());
    }

    void table_ourOwnReleaseIsRememberedUntilSomebodyComes()
    {
        const Classifier classifier;
        LockTable table(classifier);
        table.apply(look(start, owner1, 1, start + 30s), {});
        table.releasedByUs(id, start + 500ms);
        auto events = table.apply(look(start + 1s, {}), {});
        QVERIFY(events.size() == 1 && events[0].type == EventType::ForceReleased);
        QCOMPARE(table.size(), std::size_t(0));
        events = table.apply(look(start + 2s, owner1, 1, start + 32s), {});
        QVERIFY(events.size() == 1 && events[0].type == EventType::Resurrected);
    }

    void table_tellsChangesOnceAndForgetsFreeNames()
    {
        const Classifier classifier;
        LockTable table(classifier);
        table.apply(look(start, owner1, 1, start + 30s), {});
        QCOMPARE(table.takeChanged().size(), std::size_t(1));
        QVERIFY(table.takeChanged().empty());
        table.apply(look(start + 1s, {}), {});
        QVERIFY(table.takeChanged().empty());
        QCOMPARE(table.takeGone().size(), std::size_t(1));
        table.prune([](const LockId &) { return false; });
        Evidence evidence;
        const auto events = table.apply(look(start + 2s, owner2, 1, start + 32s), evidence);
        QVERIFY(events.size() == 1 && !events[0].notBefore); // it is also forgotten that the name was free
        table.forget([](const LockId &) { return true; });
        QVERIFY(!table.find(id));
        QCOMPARE(table.takeGone().size(), std::size_t(1));
    }

    void table_waitersMakeItContendedAndANewHolderForgetsThem()
    {
        const Classifier classifier;
        LockTable table(classifier);
        table.apply(look(start, owner1, 1, start + 30s), {});
        Waiters waiters;
        waiters.knowledge = Waiters::Knowledge::AtLeast;
        waiters.count = 2;
        waiters.asOf = start;
        table.setWaiters(id, waiters);
        QVERIFY(table.find(id)->state == LockState::Contended);
        table.apply(look(start + 20s, owner2, 1, start + 50s), {});
        QVERIFY(table.find(id)->waiters.knowledge == Waiters::Knowledge::Unknown);
        table.setWaiters({0, "stranger"}, waiters);
        QVERIFY(!table.find({0, "stranger"}));
    }
};

LOCKSCOPE_TEST(EventRulesTest)
#include "tst_event_rules.moc"
