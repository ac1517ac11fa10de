// SPDX-License-Identifier: MIT
// What the LockTable keeps and reports about the locks; the tables of tst_transitions test how it judges looks. No server, no clock.
#include "support/test_program.h"

#include "lockcore/monitor/watch/lock_table.h"

#include <QStringList>
#include <QTest>

#include <set>

using namespace lockcore;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

namespace {

const ServerTime start{std::chrono::seconds(1'700'000'000)};
const LockId id{0, "order"};

// Redisson: the text of an owner identifies a thread, not an acquisition.
const Bytes thread1 = "9f3ac21e-4b7d-4c1a-8f00-1234567890ab:17";
const Bytes thread2 = "5ff9b1ba-4b7d-4c1a-8f00-1234567890ab:3";

KeySnapshot free(const LockId &id, ServerTime at)
{
    KeySnapshot look;
    look.id = id;
    look.at = at;
    return look;
}

KeySnapshot hash(const LockId &id, const Bytes &owner, ServerTime at, std::optional<Microseconds> left = 30s)
{
    auto look = free(id, at);
    look.value = {ValueType::Hash, {}, 1, {{owner, "1"}}};
    if (left)
        look.deadline = at + *left;
    return look;
}

Waiters waiters(std::int64_t count, ServerTime asOf)
{
    Waiters waiters;
    waiters.knowledge = Waiters::Knowledge::AtLeast;
    waiters.count = count;
    waiters.asOf = asOf;
    return waiters;
}

} // namespace

class LockTableTest : public QObject
{
    Q_OBJECT

private slots:
    void init()
    {
        m_table = std::make_unique<LockTable>(m_classifier);
        m_table->setWaiters(id, waiters(1, start)); // for an unknown lock: no effect
    }

    void emptyTable_knowsNothing()
    {
        QCOMPARE(m_table->size(), std::size_t(0));
        QVERIFY(!m_table->find(id) && !m_table->snapshotOf(id));
        QVERIFY(m_table->countedByChannels().empty() && m_table->takeChanged().empty() && m_table->takeGone().empty());
        QCOMPARE(apply(free(id, start)), QString());
        QCOMPARE(m_table->size(), std::size_t(0));
    }

    void classifiedLook_isReclassifiedOnlyIfMoreIsKnown()
    {
        Classified classified;
        classified.match.library = "as found";
        classified.match.confidence = 3;
        classified.match.holders.push_back(Holder());
        classified.match.holders.back().owner = thread1;
        classified.surroundings = m_table->surroundings();
        m_table->apply(hash(id, thread1, start), {}, classified);
        QCOMPARE(m_table->find(id)->library, std::string("as found"));

        const LockId other{0, "other"};
        m_table->setChannels(SharedNames{"redisson_lock__channel:{other}"});
        m_table->apply(hash(other, thread1, start), {}, classified);
        QCOMPARE(m_table->find(other)->library, std::string("redisson"));

        const LockId contended{0, "contended"};
        classified.surroundings = m_table->surroundings();
        m_table->apply(hash(contended, thread1, start), {});
        m_table->setWaiters(contended, waiters(1, start));
        m_table->apply(hash(contended, thread1, start + 1s), {}, classified);
        QCOMPARE(m_table->find(contended)->library, std::string("redisson"));
    }

    // Every look is classified with them, and a server may have a hundred thousand channels.
    void surroundingsOfEachLock_shareTheChannels()
    {
        m_table->setChannels(SharedNames{"redisson_lock__channel:{a}", "redisson_lock__channel:{b}"});
        apply(hash(id, thread1, start));
        const auto around = m_table->surroundingsOf(id);
        QVERIFY(around.channels.contains("redisson_lock__channel:{a}"));
        QVERIFY(&*around.channels.begin() == &*m_table->surroundings().channels.begin());
        auto more = around;
        more.channels.insert("c");
        QVERIFY(more.channels.contains("c") && !around.channels.contains("c"));
        QVERIFY(more.channels.contains("redisson_lock__channel:{b}"));
    }

    void locksCountedByChannels_areListedWhileTheyExist()
    {
        const auto keys = [&] {
            std::set<Bytes> all;
            for (const auto &counted : m_table->countedByChannels())
                all.insert(counted.key);
            return all;
        };
        for (const auto *key : {"a", "b", "c"})
            apply(hash({0, key}, thread1, start));
        QCOMPARE(keys(), (std::set<Bytes>{"a", "b", "c"}));
        apply(free({0, "a"}, start + 1s));
        QCOMPARE(keys(), (std::set<Bytes>{"b", "c"}));
        apply(free({0, "c"}, start + 1s));
        apply(hash({0, "a"}, thread1, start + 2s));
        QCOMPARE(keys(), (std::set<Bytes>{"a", "b"}));
        apply(free({0, "b"}, start + 3s));
        apply(free({0, "a"}, start + 3s));
        QVERIFY(keys().empty());
    }

    void waiters_areReportedWhenChangedOrOld()
    {
        apply(hash(id, thread1, start, 60s));
        m_table->takeChanged();
        const auto told = [&](Waiters waiters) {
            m_table->setWaiters(id, std::move(waiters));
            return m_table->takeChanged().size() == 1;
        };
        QVERIFY(told(waiters(0, start)));
        QVERIFY(!told(waiters(0, start + 1s)));
        QVERIFY(told(waiters(2, start + 2s)));
        QVERIFY(m_table->find(id)->state == LockState::Contended);
        QVERIFY(!told(waiters(2, start + 7s - 1us)));
        QVERIFY(told(waiters(2, start + 7s))); // five seconds since the last report: the time has changed
        QCOMPARE(*m_table->find(id)->waiters.asOf, start + 7s);
        QVERIFY(!told(waiters(2, start + 8s)));
        auto exact = waiters(2, start + 9s);
        exact.knowledge = Waiters::Knowledge::Exact;
        QVERIFY(told(exact));
        exact.ids = {"a", "b"};
        QVERIFY(told(exact));
        QVERIFY(told(waiters(0, start + 10s)));
        QVERIFY(m_table->find(id)->state == LockState::Held);
    }

    void changedLocks_areTakenOnceWithoutGoneOnes()
    {
        apply(hash(id, thread1, start));
        apply(hash({0, "other"}, thread2, start));
        QCOMPARE(m_table->takeChanged().size(), std::size_t(2));
        QVERIFY(m_table->takeChanged().empty());
        apply(hash(id, thread1, start + 1s));
        apply(free(id, start + 2s));
        QVERIFY(m_table->takeChanged().empty());
        QCOMPARE(m_table->countedByChannels(), std::vector<LockId>{LockId({0, "other"})});
    }

    void lockThatCameBack_isReportedOnce()
    {
        apply(hash(id, thread1, start));
        apply(free(id, start + 1s));
        apply(hash(id, thread2, start + 2s));
        QCOMPARE(m_table->takeChanged().size(), std::size_t(1));
        apply(hash(id, thread2, start + 3s, 40s));
        QCOMPARE(m_table->takeChanged().size(), std::size_t(1));
    }

    void forgottenName_isNotReported()
    {
        apply(hash(id, thread1, start));
        apply(hash({0, "other"}, thread2, start));
        apply(free(id, start + 1s));
        m_table->prune([](const LockId &) { return false; });
        QCOMPARE(m_table->takeChanged().size(), std::size_t(1));
    }

    void lastLook_isKept()
    {
        const Bytes queue = "redisson_lock_queue:{order}";
        auto look = hash(id, thread1, start);
        look.companions[queue] = {ValueType::List, {}, 1, {{thread2, {}}}};
        auto fresh = look;
        look.companions["redisson_lock_timeout:{order}"] = {};
        apply(look);
        const auto known = m_table->snapshotOf(id);
        QVERIFY(known->look == fresh); // without the missing companions
        QCOMPARE(QByteArray::fromStdString(known->match.library), QByteArray("redisson"));
        QVERIFY(static_cast<const Recognition &>(known->match) == *m_table->find(id));
        QVERIFY(known->match == *m_classifier.classify(look, m_table->surroundings()));
    }

    void goneLock_isTakenOnceWithItsLastState()
    {
        apply(hash(id, thread1, start));
        apply(free(id, start + 31s));
        apply(hash(id, thread2, start + 32s));
        apply(free(id, start + 33s));
        const auto gone = m_table->takeGone();
        QCOMPARE(gone.size(), std::size_t(2));
        QCOMPARE(gone[0].last.holders.front().owner, thread1);
        QVERIFY(gone[0].how == EventType::Expired);
        QCOMPARE(gone[1].last.holders.front().owner, thread2);
        QVERIFY(gone[1].how == EventType::Ended);
        QVERIFY(m_table->takeGone().empty());
    }

    void tick_reportsOnlyStateChanges()
    {
        apply(hash(id, thread1, start, 60s));
        m_table->takeChanged();
        m_table->tick(start + 30s);
        QVERIFY(m_table->takeChanged().empty());
        m_table->tick(start + 56s);
        QCOMPARE(m_table->takeChanged().size(), std::size_t(1));
        QVERIFY(m_table->find(id)->state == LockState::Expiring);
        m_table->tick(start + 57s);
        QVERIFY(m_table->takeChanged().empty());
    }

    void forget_dropsOnlyUnreadableLocks()
    {
        apply(hash(id, thread1, start));
        apply(hash({0, "other"}, thread2, start));
        const auto events = m_table->forget([](const LockId &lost) { return lost.key == "order"; }, start + 9s, "it cannot be read");
        QCOMPARE(events.size(), std::size_t(1));
        QVERIFY(events.front().type == EventType::OutOfSight); // not released: nothing is known
        QCOMPARE(events.front().owner, thread1);
        QVERIFY(!m_table->find(id));
        QVERIFY(m_table->find({0, "other"}));
        QCOMPARE(m_table->size(), std::size_t(1));
        QCOMPARE(m_table->takeGone().size(), std::size_t(1));
        QCOMPARE(m_table->takeChanged().size(), std::size_t(1));
        m_table->forget([](const LockId &lost) { return lost.key == "order"; }, start + 9s,
                        "it cannot be read"); // the second call does nothing
        QVERIFY(m_table->takeGone().empty());
        QCOMPARE(apply(hash(id, thread1, start + 2s)), u"seen"_s); // it may have been there all the time
    }

    void bareSince_lastsUntilALookProvesIt()
    {
        const LockId named{0, "lock:order"}; // under a name without a word for a lock it might be data
        apply(hash(named, thread1, start, std::nullopt));
        QVERIFY(m_table->bareSince(start - 1ms).empty());
        QCOMPARE(m_table->bareSince(start).size(), std::size_t(1));
        apply(hash(named, thread1, start + 1s, std::nullopt));
        QVERIFY(m_table->bareSince(start + 1h).empty());
    }

    void nextEndOfAHolder_isAfterTheLastLook()
    {
        auto look = free({0, "semaphore:pool"}, start);
        look.deadline = start + 10s;
        look.value = {ValueType::Zset, {}, 1, {{"53597ad9-0dad-4558-ad9c-22e0d912038a", "1700000000000"}}};
        apply(look);
        QCOMPARE(m_table->nextEndOfAHolder(look.id), std::optional(start + 10s));
        QVERIFY(!m_table->nextEndOfAHolder(id));
    }

    // A lock that was seen without a lease; the text tables contain further cases.
    void noLease_needsAttentionAfterTheChosenTime()
    {
        apply(hash(id, thread1, start, std::nullopt));
        const auto &lock = *m_table->find(id);
        m_table->tick(start + 10min - 1us);
        QVERIFY(!needsAttention(lock));
        m_table->takeChanged();
        m_table->tick(start + 10min);
        QVERIFY(needsAttention(lock) && lock.state == LockState::NoLease);
        QCOMPARE(lock.noLeaseSince.value(), start);
        QCOMPARE(m_table->takeChanged().size(), std::size_t(1));
        QCOMPARE(m_table->takeAlarms().size(), std::size_t(1));

        m_table->setAttentionAfter(1h, start + 22min); // another choice counts at once
        QVERIFY(!needsAttention(lock));
        m_table->setAttentionAfter(20min, start + 22min);
        QVERIFY(needsAttention(lock));
        m_table->takeAlarms();

        apply(hash(id, thread2, start + 23min, std::nullopt)); // another owner
        QVERIFY(!needsAttention(lock));
        QCOMPARE(lock.noLeaseSince.value(), start + 23min);
        apply(hash(id, thread2, start + 24min));
        QVERIFY(!lock.noLeaseSince && !needsAttention(lock));
    }

    // Its caller extends it when it likes: it is shown as late, but that is no event.
    void fewRenewals_areNoWatchdog()
    {
        for (int renewal = 0; renewal < 3; ++renewal)
            apply(hash(id, thread1, start + renewal * 100ms));
        m_table->tick(start + 1s);
        QVERIFY(m_table->find(id)->state == LockState::RenewalOverdue);
        QVERIFY(m_table->takeAlarms().empty());
    }

    // Each is reported once, when it begins.
    void renewalOverdueAndImmortal_areEvents()
    {
        for (int renewal = 0; renewal < 4; ++renewal)
            apply(hash(id, thread1, start + renewal * 10s));
        QVERIFY(m_table->takeAlarms().empty());
        m_table->tick(start + 46s);
        m_table->tick(start + 47s);
        auto alarms = m_table->takeAlarms();
        QCOMPARE(words(alarms), u"renewal-overdue"_s);
        QCOMPARE(alarms.front().owner, thread1);
        QCOMPARE(alarms.front().ttl.value(), 14s);
        QVERIFY(!alarms.front().why.empty());
        apply(hash(id, thread1, start + 48s, std::nullopt));
        QVERIFY(m_table->takeAlarms().empty());
        apply(hash(id, thread1, start + 50s, std::nullopt));
        apply(hash(id, thread1, start + 51s, std::nullopt));
        alarms = m_table->takeAlarms();
        QCOMPARE(words(alarms), u"immortal"_s);
        QCOMPARE(alarms.front().time, start + 50s);
    }

private:
    QString apply(const KeySnapshot &look, const ObservationInterval &observed = {}) { return words(m_table->apply(look, observed)); }

    static QString words(const std::vector<LockEvent> &events)
    {
        QStringList words;
        for (const auto &event : events)
            words += QString::fromStdString(std::string(toString(event.type)));
        return words.join(u' ');
    }

    const Classifier m_classifier;
    std::unique_ptr<LockTable> m_table;
};

LOCKSCOPE_TEST(LockTableTest)
#include "tst_lock_table.moc"
