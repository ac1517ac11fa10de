// SPDX-License-Identifier: MIT
// What LockTable makes of a sequence of looks: no server, no clock.
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

// redis-py: a token drawn for each acquisition.
const LockId tokenId{0, "lock:a"};
const Bytes tokenA = "feb9df00833a11ee8c5600163e5f7a01";
const Bytes tokenB = "feb9df07833a11ee8c5600163e5f7a01";

Look free(const LockId &id, ServerTime at)
{
    Look look;
    look.id = id;
    look.at = at;
    return look;
}

Look hash(const LockId &id, const Bytes &owner, ServerTime at, std::optional<Microseconds> left = 30s)
{
    auto look = free(id, at);
    look.value = {ValueType::Hash, {}, 1, {{owner, "1"}}};
    if (left)
        look.deadline = at + *left;
    return look;
}

Look string(const Bytes &text, ServerTime at)
{
    auto look = free(tokenId, at);
    look.value = {ValueType::String, text, static_cast<std::int64_t>(text.size()), {}};
    look.deadline = at + 30s;
    return look;
}

Look named(Bytes key, Look look)
{
    look.id.key = std::move(key);
    return look;
}

// A token of go-zero's shape under a free name; without a text: nothing is there.
Look sale(const Bytes &text, ServerTime at, Microseconds left)
{
    auto look = free({0, "sale"}, at);
    if (text.empty())
        return look;
    look.value = {ValueType::String, text, static_cast<std::int64_t>(text.size()), {}};
    look.deadline = at + left;
    return look;
}

const LockId poolId{0, "semaphore:pool"};
const Bytes permitA = "53597ad9-0dad-4558-ad9c-22e0d912038a";
const Bytes permitB = "35a57c4a-4531-46cd-b17a-f9018e07909e";

// redis-semaphore's: each permit with its stamp.
Look pool(const std::vector<std::pair<Bytes, ServerTime>> &permits, ServerTime at, ServerTime deadline)
{
    auto look = free(poolId, at);
    look.value = {ValueType::Zset, {}, static_cast<std::int64_t>(permits.size()), {}};
    for (const auto &[member, stamp] : permits)
        look.value.elements.emplace_back(member, std::to_string(std::chrono::floor<Milliseconds>(stamp).time_since_epoch().count()));
    look.deadline = deadline;
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

    void anEmptyTable_knowsNothing()
    {
        QCOMPARE(m_table->size(), std::size_t(0));
        QVERIFY(!m_table->find(id) && !m_table->snapshotOf(id));
        QVERIFY(m_table->countedByChannels().empty() && m_table->takeChanged().empty() && m_table->takeGone().empty());
        QCOMPARE(apply(free(id, start)), QString());
        QCOMPARE(m_table->size(), std::size_t(0));
    }

    void aLookThatWasClassified_isClassifiedAgainOnlyIfMoreIsKnownHere()
    {
        Classified classified;
        classified.finding.library = "as found";
        classified.finding.confidence = 3;
        classified.finding.holders.push_back(Holder());
        classified.finding.holders.back().owner = thread1;
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

    // Each look is classified with them, and a server may have a hundred thousand channels.
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

    // Under a free name, only the scripts of its library suggest a lock.
    void aTokenWithALongLease_isALockIfOthersWereReleasedBefore_data()
    {
        QTest::addColumn<QStringList>("tokens"); // one each minute, and half a minute later what follows it
        QTest::addColumn<std::chrono::minutes>("pause");
        QTest::addColumn<bool>("listed");
        const auto a = u"q7Rk1vUe0FJxAZpA"_s, b = u"q7Rk1vUe0FJxAZpB"_s, gone = QString();
        QTest::newRow("none before") << QStringList{} << 1min << false;
        QTest::newRow("one, released") << QStringList{a, gone} << 1min << false;
        QTest::newRow("two, released") << QStringList{a, gone, b, gone} << 1min << true;
        QTest::newRow("one, released twice") << QStringList{a, gone, a, gone} << 1min << false;
        QTest::newRow("rotated in place, then released") << QStringList{a, b, gone} << 1min << false;
        QTest::newRow("two, released long ago") << QStringList{a, gone, b, gone} << 61min << false;
    }

    void aTokenWithALongLease_isALockIfOthersWereReleasedBefore()
    {
        QFETCH(QStringList, tokens);
        QFETCH(std::chrono::minutes, pause);
        QFETCH(bool, listed);
        m_table->setFingerprints(SharedNames{"go-zero"});
        auto at = start;
        for (const auto &token : tokens) {
            apply(sale(token.toStdString(), at, 1min));
            at += 30s;
        }
        apply(sale("q7Rk1vUe0FJxAZpC", at + pause, 10min));
        const auto *lock = m_table->find({0, "sale"});
        QCOMPARE(lock != nullptr, listed);
        if (!listed)
            return;
        QCOMPARE(lock->confidence, 2);
        QCOMPARE(lock->why.back(), std::string("other tokens under this name were seen released before their deadline"));
        QVERIFY(m_table->surroundingsOf({0, "sale"}).handedOver);
    }

    void tokensWhoseTimeWasOver_proveNothing()
    {
        m_table->setFingerprints(SharedNames{"go-zero"});
        apply(sale("q7Rk1vUe0FJxAZpA", start, 20s));
        apply(sale({}, start + 30s, 0s));
        apply(sale("q7Rk1vUe0FJxAZpB", start + 40s, 20s));
        apply(sale({}, start + 70s, 0s));
        apply(sale("q7Rk1vUe0FJxAZpC", start + 80s, 10min));
        QVERIFY(!m_table->find({0, "sale"}));
    }

    // Of other data, nothing was released.
    void whatWasReleasedBeforeTheDataWasExchanged_provesNothing()
    {
        m_table->setFingerprints(SharedNames{"go-zero"});
        for (const auto *token : {"q7Rk1vUe0FJxAZpA", "q7Rk1vUe0FJxAZpB"}) {
            apply(sale(token, start, 1min));
            apply(sale({}, start + 1s, 0s));
        }
        m_table->dataExchanged();
        apply(sale("q7Rk1vUe0FJxAZpC", start + 2s, 10min));
        QVERIFY(!m_table->find({0, "sale"}));
    }

    void locksCountedByChannels_areListedWhileTheyAreThere()
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

    // Its lease may have been shortened meanwhile, and have run out.
    void whatHasGoneAfterACut_mayHideMore()
    {
        apply(hash(id, thread1, start));
        m_table->connectionLost();
        const auto cut = m_table->apply(free(id, start + 1s), {});
        QVERIFY(cut.size() == 1 && cut.front().type == EventType::Released && cut.front().coalesced);
        apply(hash(id, thread1, start + 2s));
        const auto seen = m_table->apply(free(id, start + 3s), {});
        QVERIFY(seen.size() == 1 && seen.front().type == EventType::Released && !seen.front().coalesced);
    }

    void heldSince_isObservedUnlessItWasThereBeforeUs()
    {
        Evidence first;
        first.firstSweep = true;
        QCOMPARE(apply(hash(id, thread1, start), first), u"seen"_s);
        QVERIFY(!m_table->find(id)->heldSinceObserved);
        QCOMPARE(m_table->find(id)->heldSince, start);
        apply(hash(id, thread1, start + 1s), first);
        QVERIFY(!m_table->find(id)->heldSinceObserved);
        QCOMPARE(m_table->find(id)->heldSince, start);
        QCOMPARE(apply(free(id, start + 2s), first), u"released"_s);
        QCOMPARE(apply(hash(id, thread1, start + 3s), first), u"acquired"_s); // the lock is known, so the first sweep's flag does not apply
        QVERIFY(m_table->find(id)->heldSinceObserved);
        QCOMPARE(m_table->find(id)->heldSince, start + 3s);
    }

    void serverRestarted_aHoldingGoesOnOnlyWithTheSameDeadline()
    {
        apply(hash(id, thread1, start));
        m_table->serverRestarted();
        QCOMPARE(apply(hash(id, thread1, start + 5s, 25s)), QString()); // loaded from the disk
        QCOMPARE(m_table->find(id)->heldSince, start);
        QVERIFY(m_table->find(id)->heldSinceObserved);
        m_table->serverRestarted();
        QCOMPARE(apply(hash(id, thread1, start + 10s)), u"seen"_s); // "renewed" would claim more than is known
        QCOMPARE(renewals().count, 0);
        QCOMPARE(m_table->find(id)->heldSince, start + 10s);
        QVERIFY(!m_table->find(id)->heldSinceObserved);
        apply(hash(id, thread1, start + 20s)); // and afterwards as before the restart
        QCOMPARE(m_table->find(id)->heldSince, start + 10s);
    }

    void serverRestarted_aHoldingThatIsNotThereAnyMoreIsKnownUntilTheLastLook()
    {
        apply(hash(id, thread1, start));
        apply(hash(id, thread1, start + 5s));
        m_table->serverRestarted();
        const auto events = m_table->apply(free(id, start + 15s), {});
        QCOMPARE(events.size(), std::size_t(1));
        QVERIFY2(events.front().why.find("restarted") != std::string::npos, events.front().why.c_str());
        const auto gone = m_table->takeGone();
        QCOMPARE(gone.front().at, std::optional(start + 5s)); // it is not known how long the old server still kept it
        QVERIFY(!gone.front().last.heldSinceObserved);
        apply(hash(id, thread1, start + 20s)); // and afterwards as before the restart
        apply(free(id, start + 25s));
        QVERIFY(!m_table->takeGone().front().at);
    }

    void serverRestarted_withoutALeaseNothingProvesThatItWentOn()
    {
        apply(hash(id, thread1, start, std::nullopt));
        m_table->serverRestarted();
        QCOMPARE(apply(hash(id, thread1, start + 5s, std::nullopt)), u"seen"_s);
        QCOMPARE(m_table->find(id)->heldSince, start + 5s);
        QVERIFY(!m_table->find(id)->heldSinceObserved);
    }

    void acquired_isNotBeforeTheLastTimeSeenFree()
    {
        Evidence swept;
        swept.lastFree = start - 60s;
        QCOMPARE(m_table->apply(hash(id, thread1, start), swept).front().notBefore, std::optional(start - 60s));
        apply(free(id, start + 1s));
        apply(free(id, start + 2s)); // still free
        QCOMPARE(m_table->apply(hash(id, thread1, start + 3s), swept).front().notBefore, std::optional(start + 2s));
    }

    void renewalPeriod_isTheMedianOfTheLastEight()
    {
        auto at = start;
        const auto renewedAfter = [&](Milliseconds pause) {
            at += pause;
            QCOMPARE(apply(hash(id, thread1, at)), u"renewed"_s);
        };
        apply(hash(id, thread1, at));
        renewedAfter(10s);
        QVERIFY(!renewals().period); // one renewal has no period: nobody saw when its lease began
        QCOMPARE(*renewals().last, at);
        renewedAfter(10s);
        QCOMPARE(*renewals().period, 10'000ms);
        renewedAfter(25s); // one late renewal is not a new period
        renewedAfter(10s);
        QCOMPARE(*renewals().period, 10'000ms);
        QCOMPARE(renewals().count, 4);
        for (int i = 0; i < 4; ++i)
            renewedAfter(3s); // 10 25 10 3 3 3 3
        QCOMPARE(*renewals().period, 3'000ms);
        for (int i = 0; i < 8; ++i)
            renewedAfter(20s); // none of the earlier intervals is left, however many there were
        QCOMPARE(*renewals().period, 20'000ms);
        for (int i = 0; i < 3; ++i)
            renewedAfter(1s);
        QCOMPARE(*renewals().period, 20'000ms);
        renewedAfter(1s);
        renewedAfter(1s);
        QCOMPARE(*renewals().period, 1'000ms);
    }

    void lease_isTheLongestTtlSeenOfThisHolding()
    {
        apply(hash(id, thread1, start, 12s));
        QCOMPARE(*m_table->find(id)->lease, 12'000ms);
        apply(hash(id, thread1, start + 1s, 8s));
        QCOMPARE(*m_table->find(id)->lease, 12'000ms);
        apply(hash(id, thread1, start + 2s, 40s + 1us)); // never less than what was seen
        QCOMPARE(*m_table->find(id)->lease, 40'001ms);
        apply(hash(id, thread2, start + 3s, 5s));
        QCOMPARE(*m_table->find(id)->lease, 5'000ms);
        apply(hash(id, thread2, start + 4s, std::nullopt));
        QCOMPARE(*m_table->find(id)->lease, 5'000ms);
        QVERIFY(!m_table->find(id)->deadline);
    }

    void leaseOfALockThatWasThere_isItsLibrarysDefaultUnlessItIsLonger()
    {
        seenFirst(id, 12s);
        QCOMPARE(*m_table->find(id)->lease, 30'000ms);
        QVERIFY(m_table->find(id)->leaseKnowledge == LeaseKnowledge::Usual);
        const LockId longer{0, "longer"};
        seenFirst(longer, 45s);
        QCOMPARE(*m_table->find(longer)->lease, 45'000ms);
        QVERIFY(m_table->find(longer)->leaseKnowledge == LeaseKnowledge::AtLeast);
    }

    void lease_isWhatWasSetThoughTheLookCameLate_data()
    {
        QTest::addColumn<int>("left"); // ms
        QTest::addColumn<int>("lease");
        QTest::newRow("50 minutes") << 2'999'998 << 3'000'000;
        QTest::newRow("5 minutes") << 299'951 << 300'000;
        QTest::newRow("exact") << 10'000 << 10'000;
        QTest::newRow("a tenth") << 2'496 << 2'500;
        QTest::newRow("neither late nor round") << 12'340 << 12'340;
        QTest::newRow("short") << 77 << 77;
    }

    void lease_isWhatWasSetThoughTheLookCameLate()
    {
        QFETCH(int, left);
        QFETCH(int, lease);
        apply(hash(id, thread1, start, Milliseconds(left)));
        QCOMPARE(*m_table->find(id)->lease, Milliseconds(lease));
    }

    void leaseThatBeganBeforeOurEyes_isKnown()
    {
        apply(hash(id, thread1, start, 12s));
        QVERIFY(m_table->find(id)->leaseKnowledge == LeaseKnowledge::AsSet);
    }

    // A poll or a sweep comes up to its interval after the change.
    void leaseThatBeganBeforeALateLook_isOnlyAtLeast()
    {
        Evidence late;
        late.unprompted = true;
        apply(free(id, start));
        QCOMPARE(apply(hash(id, thread1, start + 5s, 45s), late), u"acquired"_s); // longer than the default
        QVERIFY(m_table->find(id)->leaseKnowledge == LeaseKnowledge::AtLeast);
        QCOMPARE(*m_table->find(id)->lease, Milliseconds(45s));
        QCOMPARE(apply(hash(id, thread1, start + 15s, 45s + 300ms), late), u"renewed"_s);
        QVERIFY(m_table->find(id)->leaseKnowledge == LeaseKnowledge::AtLeast);
        QCOMPARE(*m_table->find(id)->lease, Milliseconds(45s + 300ms));
        QCOMPARE(apply(hash(id, thread1, start + 25s, 45s + 990ms)), u"renewed"_s); // heard of in time
        QVERIFY(m_table->find(id)->leaseKnowledge == LeaseKnowledge::AsSet);
        QCOMPARE(*m_table->find(id)->lease, Milliseconds(46s));
    }

    void leaseOfALockThatWasThere_isKnownWithItsRenewal_data()
    {
        QTest::addColumn<int>("first"); // ms left when it was seen, and after the renewal
        QTest::addColumn<int>("renewed");
        QTest::addColumn<int>("lease"); // ms
        QTest::newRow("the default, looked at a little late") << 12'000 << 29'600 << 30'000;
        QTest::newRow("shorter than the default") << 12'000 << 20'000 << 20'000;
        QTest::newRow("longer than the default") << 12'000 << 60'000 << 60'000;
        QTest::newRow("longer than what was seen") << 45'000 << 60'000 << 60'000;
    }

    void leaseOfALockThatWasThere_isKnownWithItsRenewal()
    {
        QFETCH(int, first);
        QFETCH(int, renewed);
        QFETCH(int, lease);
        seenFirst(id, Milliseconds(first));
        QCOMPARE(apply(hash(id, thread1, start + 5s, Milliseconds(renewed))), u"renewed"_s);
        QCOMPARE(*m_table->find(id)->lease, Milliseconds(lease));
        QVERIFY(m_table->find(id)->leaseKnowledge == LeaseKnowledge::AsSet);
    }

    void anOwnerOfSeveralLocksOfAPrefix_isEvidence()
    {
        const LockId first{0, "shop:1"};
        const LockId second{0, "shop:2"};
        const LockId elsewhere{0, "mail:1"};
        const auto repeats = [&](const LockId &which) {
            const auto &why = m_table->find(which)->why;
            return std::ranges::find(why, "the same owner holds other keys of this prefix") != why.end();
        };
        apply(hash(first, thread1, start));
        apply(hash(elsewhere, thread1, start));
        apply(hash(first, thread1, start + 100ms, 29'900ms));
        QVERIFY(!repeats(first));
        apply(hash(second, thread1, start + 200ms));
        apply(hash(first, thread1, start + 300ms, 29'700ms));
        QVERIFY(repeats(first));
        apply(free(second, start + 400ms));
        apply(hash(first, thread1, start + 500ms, 29'500ms));
        QVERIFY(!repeats(first));
    }

    void aTimeANumberOrAVersion_isNobodysMark_data()
    {
        QTest::addColumn<bool>("marks");
        for (const auto *text : {"2026-11-23T10:00:00", "0x00000001", "1000000e10", "17954645570", "v1.2.3-beta", "2026.11.23-rc1",
                                 "python3.11", "build-4711-release", "Import of 2026-11-23"})
            QTest::newRow(text) << false;
        for (const auto *text : {"web-3:4711", "5f1c2f5e-6f0a-1a3e-8f6b-0a1b2c3d4e5f", "worker/5F1C2F5E-6F0A-4A3E-8F6B-0A1B2C3D4E5F",
                                 "i-0abc123def4567890", "V1StGXR8_Z5jdHi6B-myT"})
            QTest::newRow(text) << true;
    }

    void aTimeANumberOrAVersion_isNobodysMark()
    {
        QFETCH(bool, marks);
        for (const auto *key : {"lock:1", "lock:2"}) {
            auto look = string(QTest::currentDataTag(), start);
            look.id.key = key;
            m_table->apply(std::move(look), {});
        }
        const auto *lock = m_table->find({0, "lock:2"});
        QVERIFY(lock);
        const bool named = std::ranges::find(lock->why, "the same owner holds other keys of this prefix") != lock->why.end();
        QCOMPARE(named, marks);
        QCOMPARE(lock->confidence, marks ? 3 : 2);
    }

    void aLibraryThatOnlySeveralLocksGiveAway_isNamedAtTheFirstLookAtEach()
    {
        const auto sentry = [](const Bytes &key, ServerTime at) {
            auto look = string("0123456789ab4def8123456789abcdef", at);
            look.id.key = key;
            return look;
        };
        const auto named = [&](const Bytes &key) { return m_table->find({0, key})->library; };
        m_table->apply(sentry("l:1", start), {});
        QCOMPARE(named("l:1"), std::string("unknown"));
        m_table->takeChanged();
        QCOMPARE(m_table->apply(sentry("l:2", start + 1s), {}).front().library, std::string("sentry"));
        QCOMPARE(named("l:2"), std::string("sentry"));
        QCOMPARE(named("l:1"), std::string("sentry"));
        QCOMPARE(m_table->takeChanged().size(), std::size_t(2));
    }

    // nestjs-simple-redis-lock draws one UUID for each process, as Spring's registry does.
    void oneUuidUnderSeveralNames_namesNoLibrary()
    {
        for (const Bytes key : {"lock:orders:17", "lock:user:42", "app-lock:orders:17", "app-lock:user:42"}) {
            auto look = string("48e02351-8476-4c6e-bd05-2269fa51dd5f", start);
            look.id.key = key;
            look.deadline = start + 30s;
            m_table->apply(std::move(look), {});
        }
        for (const Bytes key : {"lock:orders:17", "app-lock:user:42"}) {
            QCOMPARE(m_table->find({0, key})->library, std::string("unknown"));
            QCOMPARE(m_table->find({0, key})->confidence, 3);
        }
    }

    // That a queue has no settings was known at the look, and is not kept.
    void whatMissingCompanionsGaveAway_staysNamed()
    {
        for (const Bytes key : {"bull:mails:1:lock", "bull:mails:2:lock"}) {
            auto look = string("0123456f-89ab-4def-8123-456789abcdef", start);
            look.id.key = key;
            look.companions = {{"bull:mails:meta", Value()}};
            m_table->apply(look, {});
        }
        for (const Bytes key : {"bull:mails:1:lock", "bull:mails:2:lock"})
            QCOMPARE(m_table->find({0, key})->library, std::string("bull"));
    }

    void waiters_areToldWhenTheyChangeOrGrowOld()
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

    void waitersOfAFreeLock_areNothing()
    {
        apply(hash(id, thread1, start));
        apply(free(id, start + 1s));
        m_table->setWaiters(id, waiters(3, start + 1s));
        QVERIFY(m_table->takeChanged().empty());
        apply(hash(id, thread1, start + 2s));
        QCOMPARE(m_table->find(id)->waiters, Waiters());
    }

    void changed_isTakenOnceAndNeverOfWhatHasGone()
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

    void aLockThatCameBack_isToldOnce()
    {
        apply(hash(id, thread1, start));
        apply(free(id, start + 1s));
        apply(hash(id, thread2, start + 2s));
        QCOMPARE(m_table->takeChanged().size(), std::size_t(1));
        apply(hash(id, thread2, start + 3s, 40s));
        QCOMPARE(m_table->takeChanged().size(), std::size_t(1));
    }

    void aNameThatWasForgotten_isNotTold()
    {
        apply(hash(id, thread1, start));
        apply(hash({0, "other"}, thread2, start));
        apply(free(id, start + 1s));
        m_table->prune([](const LockId &) { return false; });
        QCOMPARE(m_table->takeChanged().size(), std::size_t(1));
    }

    void theLastLook_isKnownAsItWas()
    {
        const Bytes queue = "redisson_lock_queue:{order}";
        auto look = hash(id, thread1, start);
        look.companions[queue] = {ValueType::List, {}, 1, {{thread2, {}}}};
        auto fresh = look;
        look.companions["redisson_lock_timeout:{order}"] = {};
        apply(look);
        const auto known = m_table->snapshotOf(id);
        QVERIFY(known->look == fresh); // without what is not there
        QCOMPARE(QByteArray::fromStdString(known->finding.library), QByteArray("redisson"));
        QVERIFY(static_cast<const Recognition &>(known->finding) == *m_table->find(id));
        QVERIFY(known->finding == *m_classifier.classify(look, m_table->surroundings()));
    }

    void gone_isTakenOnceAsItWasLastKnown()
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
        QVERIFY(gone[1].how == EventType::Released);
        QVERIFY(m_table->takeGone().empty());
    }

    void tick_tellsOnlyOfAnotherState()
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

    void forget_dropsOnlyWhatCannotBeRead()
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

    void whatGrowsTooLarge_isLostSightOf()
    {
        apply(string(tokenA, start));
        auto large = string(tokenA, start + 1s);
        large.value.length = 100'000;
        QCOMPARE(apply(large), u"out-of-sight"_s);
        QCOMPARE(apply(string(tokenA, start + 2s)), u"seen"_s);
    }

    // Of thousands of names, some are read after the first sweep of the other data.
    void aFreeNameInOtherData_isSeenHeldAndNotAcquired()
    {
        apply(string(tokenA, start));
        apply(free(tokenId, start + 1s));
        m_table->dataExchanged();
        QCOMPARE(apply(string("0123456789abcdef0123456789abcdef", start + 2s)), u"seen"_s);
        apply(free(tokenId, start + 3s));
        m_table->dataExchanged();
        apply(free(tokenId, start + 4s));
        QCOMPARE(apply(string("0123456789abcdef0123456789abcdef", start + 5s)), u"acquired"_s);
    }

    void aTime_isNotDrawnAndSoNotBack()
    {
        const LockId which{0, "lock:report"};
        const auto second = std::to_string(std::chrono::duration_cast<std::chrono::seconds>(start.time_since_epoch()).count());
        auto lock = string(second, start + 100ms);
        lock.id = which;
        QCOMPARE(apply(lock), u"acquired"_s);
        QCOMPARE(apply(free(which, start + 300ms)), u"released"_s);
        lock.at = start + 500ms;
        QCOMPARE(apply(lock), u"acquired"_s);
    }

    // SWAPDB, there and back, and nobody may ask for the counters.
    void goneAndBackWithoutAMessage_isNotResurrected()
    {
        Evidence unheard;
        unheard.unheard = true;
        apply(string(tokenA, start));
        QCOMPARE(apply(free(tokenId, start + 1s), unheard), u"out-of-sight"_s);
        QCOMPARE(apply(string(tokenA, start + 2s), unheard), u"seen"_s);
    }

    void acquiredWhileTheConnectionWasCut_mayHideOthers()
    {
        apply(string(tokenA, start));
        apply(free(tokenId, start + 1s));
        m_table->connectionLost();
        QVERIFY(m_table->apply(string("0123456789abcdef0123456789abcdef", start + 2s), {}).front().coalesced);
        apply(free(tokenId, start + 3s));
        QVERIFY(!m_table->apply(string("fedcba9876543210fedcba9876543210", start + 4s), {}).front().coalesced);
    }

    void prune_forgetsFreeNamesAndTheirPast()
    {
        apply(string(tokenA, start));
        apply(free(tokenId, start + 1s));
        m_table->prune([](const LockId &) { return true; });
        QCOMPARE(apply(string(tokenA, start + 2s)), u"resurrected"_s);
        m_table->prune([](const LockId &) { return false; }); // it is not a free name
        QVERIFY(m_table->find(tokenId));
        apply(free(tokenId, start + 3s));
        m_table->prune([](const LockId &) { return false; });
        const auto events = m_table->apply(string(tokenA, start + 4s), {});
        QVERIFY(events.front().type == EventType::Acquired);
        QVERIFY(!events.front().notBefore);
    }

    void aTokenThatWasGone_isResurrectedAndAThreadIsNot()
    {
        apply(string(tokenA, start));
        apply(free(tokenId, start + 1s));
        QCOMPARE(apply(string(tokenB, start + 2s)), u"acquired"_s);
        QCOMPARE(apply(string(tokenA, start + 3s)), u"resurrected"_s); // although another owner had it in between
        QCOMPARE(m_table->find(tokenId)->heldSince, start + 3s);
        QCOMPARE(apply(string(tokenB, start + 4s)), u"resurrected"_s);
        apply(hash(id, thread1, start));
        apply(free(id, start + 1s));
        QCOMPARE(apply(hash(id, thread1, start + 2s)), u"acquired"_s);
    }

    void pastOwners_areTheLastEight()
    {
        const auto token = [](int i) { return tokenA.substr(0, 31) + std::to_string(i); };
        for (int i = 0; i < 9; ++i) {
            QCOMPARE(apply(string(token(i), start + i * 2s)), u"acquired"_s);
            apply(free(tokenId, start + i * 2s + 1s));
        }
        QCOMPARE(apply(string(token(0), start + 20s)), u"acquired"_s);
        apply(free(tokenId, start + 21s));
        QCOMPARE(apply(string(token(2), start + 22s)), u"resurrected"_s); // the oldest of 2 … 8 and 0
    }

    void aTokenOfALockObject_isAcquiredAgainAndNotResurrected()
    {
        const auto python = [](ServerTime at) { return named("lock:python", string("q7Rk1vUe0FJxA+ZpYw3/bnL2", at)); };
        apply(python(start));
        apply(free({0, "lock:python"}, start + 1s));
        QCOMPARE(apply(python(start + 2s)), u"acquired"_s);
    }

    // A program may draw one token when it starts, and it may look like redsync's, who draws one for each acquisition.
    // INCR by those who try; EXPIRE by whoever has it.
    void aNumberThatIsCounted_isNobodys()
    {
        const auto tried = [](const Bytes &number, ServerTime at, ServerTime deadline) {
            auto look = named("lock:stock", string(number, at));
            look.deadline = deadline;
            return look;
        };
        apply(free({0, "lock:stock"}, start - 1s));
        QCOMPARE(apply(tried("1", start, start + 10s)), u"acquired"_s);
        QCOMPARE(apply(tried("2", start + 1s, start + 10s)), QString());
        QCOMPARE(apply(tried("3", start + 2s, start + 10s)), QString());
        QVERIFY(m_table->find({0, "lock:stock"})->holders.front().owner.empty());
        QCOMPARE(apply(tried("3", start + 3s, start + 13s)), u"lease-set"_s);
        QCOMPARE(apply(free({0, "lock:stock"}, start + 4s)), u"released"_s);
        apply(tried("17", start + 5s, start + 15s));
        QCOMPARE(m_table->find({0, "lock:stock"})->holders.front().owner, Bytes("17"));
        apply(tried("18", start + 6s, start + 15s));
        QVERIFY(m_table->find({0, "lock:stock"})->holders.front().owner.empty());
    }

    // A program of another library may draw one token for all that it locks, and a client of several servers tries again with the same one.
    void aTokenThatMayBeMadeByHand_isNotResurrected()
    {
        const auto redsync = [](ServerTime at) { return named("lock:orders", string("q7Rk1vUe0FJxA+ZpYw3/bg==", at)); };
        apply(redsync(start));
        QVERIFY(m_table->find({0, "lock:orders"})->library == "go-redsync");
        apply(free({0, "lock:orders"}, start + 1s));
        QCOMPARE(apply(redsync(start + 2s)), u"acquired"_s);
        apply(free({0, "lock:orders"}, start + 3s));
        m_table->setFingerprints(SharedNames{"go-redsync"});
        QCOMPARE(apply(redsync(start + 4s)), u"acquired"_s);
    }

    // Redisson's lock announced its release. What has the name now announces nothing.
    void anotherLibraryUnderTheName_isNotDeletedEarly()
    {
        Evidence announced;
        announced.announced = true;
        Evidence announces;
        announces.announces = announces.removedByNobody = true;
        apply(hash(tokenId, thread1, start - 2s));
        QCOMPARE(apply(free(tokenId, start - 1s), announced), u"released"_s);
        apply(hash(tokenId, thread1, start));
        QCOMPARE(apply(free(tokenId, start + 1s), announced), u"released"_s);
        apply(string(tokenA, start + 2s));
        QCOMPARE(apply(free(tokenId, start + 3s), announces), u"released"_s);
        apply(hash(tokenId, thread1, start + 4s));
        QCOMPARE(apply(free(tokenId, start + 5s), announces), u"deleted-early"_s);
        apply(hash(tokenId, thread1, start + 6s));
        QCOMPARE(apply(free(tokenId, start + 7s), announces), u"deleted-early"_s);
    }

    void announcementsOfAnotherLibrary_doNotCount()
    {
        Evidence announced;
        announced.announced = true;
        Evidence announces;
        announces.announces = announces.removedByNobody = true;
        for (const auto at : {start, start + 2s}) {
            apply(hash(tokenId, thread1, at));
            QCOMPARE(apply(free(tokenId, at + 1s), announced), u"released"_s);
        }
        apply(string(tokenA, start + 4s));
        QCOMPARE(apply(free(tokenId, start + 5s), announced), u"released"_s);
        apply(string(tokenB, start + 6s));
        QCOMPARE(apply(free(tokenId, start + 7s), announces), u"released"_s);
    }

    // redfour's waiters block on a list.
    void aLockWhoseWaitersPop_isHandedOver()
    {
        const auto taken = [](const Bytes &number, ServerTime at) {
            auto look = free(tokenId, at);
            look.value = {ValueType::Hash, {}, 1, {{"index", number}}};
            look.deadline = at + 9s;
            return look;
        };
        apply(taken("1", start));
        QCOMPARE(marked(m_table->apply(taken("2", start + 1s), {})), u"released* acquired*"_s);
    }

    // A token of Ruby's redis-semaphore is a number that goes from hand to hand; its value says when it was taken.
    void aTokenTakenAtAnotherTime_isAnotherHolding()
    {
        const LockId printers{0, "SEMAPHORE:printers:GRABBED"};
        const auto taken = [&](std::vector<std::pair<Bytes, Bytes>> tokens, ServerTime at) {
            auto look = free(printers, at);
            look.value = {ValueType::Hash, {}, static_cast<std::int64_t>(tokens.size()), std::move(tokens)};
            return look;
        };
        const Bytes early = "1699999990.722613";
        apply(taken({{"0", early}, {"1", early}}, start));
        QCOMPARE(marked(m_table->apply(taken({{"0", early}, {"1", "1700000000.5"}}, start + 1s), {})), u"released* acquired*"_s);
        apply(taken({{"0", early}}, start + 2s));
        QCOMPARE(marked(m_table->apply(taken({{"0", "1700000002.5"}}, start + 3s), {})), u"released* acquired*"_s);
        QVERIFY(m_table->find(printers)->heldSince == start + 3s);
    }

    // "leader:shop" = "node-17" is no lock without a TTL.
    void whatWasThereAndNotListed_isSeenAndNotAcquired()
    {
        auto text = string("node-17", start);
        text.id.key = "leader:shop";
        text.deadline.reset();
        QCOMPARE(apply(text), QString());
        text.at = start + 1s;
        text.deadline = start + 61s;
        QCOMPARE(apply(text), u"seen"_s);
    }

    // Redisson's spin lock looks like its lock and announces nothing; what a release by Lockscope announces proves nothing of it.
    void announcedOnce_mayHaveBeenLockscope()
    {
        Evidence announced;
        announced.announced = true;
        Evidence announces;
        announces.announces = announces.removedByNobody = true;
        for (auto at = start; at < start + 12s; at += 4s) {
            apply(hash(tokenId, thread1, at));
            QCOMPARE(apply(free(tokenId, at + 1s), announced), u"released"_s);
            apply(hash(tokenId, thread1, at + 2s));
            QCOMPARE(apply(free(tokenId, at + 3s), announces), u"released"_s);
        }
    }

    // redis-semaphore's mutex is recognised by its TTL, too.
    void aLockThatLosesItsLease_isStillALock()
    {
        auto look = string("359be169-cc7b-484e-80cf-da87bc0d6623", start);
        look.id.key = "mutex:invoice";
        look.deadline = start + 5s;
        apply(look);
        look.at = start + 1s;
        look.deadline.reset();
        QCOMPARE(apply(look), u"lease-removed"_s);
        QVERIFY(!m_table->find(look.id)->why.empty());
    }

    // A heartbeat that writes a record without its TTL.
    void aRecordThatLosesItsLease_isStillALock()
    {
        const auto record = [](const char *beat, ServerTime at, std::optional<ServerTime> deadline) {
            auto look = string(R"({"owner":"web-1:7","job":"x","ts":)" + std::string(beat) + '}', at);
            look.id.key = "lock:hb";
            look.deadline = deadline;
            return look;
        };
        apply(record("1", start, start + 30s));
        QCOMPARE(apply(record("2", start + 1s, {})), u"lease-removed"_s);
        QCOMPARE(apply(record("3", start + 2s, {})), QString());
        QCOMPARE(apply(record("4", start + 3s, start + 33s)), u"lease-set"_s);
        auto result = string(R"({"owner":"web-1:7","job":"y","ts":5})", start + 4s);
        result.id.key = "lock:hb";
        result.deadline.reset();
        QCOMPARE(apply(result), u"lease-removed"_s);
        result.value.text = R"({"owner":"web-1:7","job":"y","status":"released"})";
        result.value.length = std::ssize(result.value.text);
        result.at = start + 5s;
        QCOMPARE(apply(result), u"released"_s);
    }

    // Who renews by PEXPIRE leaves the first deadline in the value.
    void aDeadlineInTheValueThatARenewalOutlives_endsNothing()
    {
        const auto until = std::chrono::floor<Milliseconds>(start + 1s).time_since_epoch().count();
        auto look = string(R"({"owner":"web-1:7","expires_at":)" + std::to_string(until) + '}', start);
        look.id.key = "lock:v";
        look.deadline = start + 1s;
        apply(look);
        look.at = start + 500ms;
        look.deadline = start + 30s;
        QCOMPARE(apply(look), u"renewed"_s);
        look.at = start + 3s;
        look.deadline = start + 33s;
        QCOMPARE(apply(look), u"renewed"_s);
        QVERIFY(m_table->find(look.id)->state == LockState::Held); // not stale
        QCOMPARE(apply(free(look.id, start + 4s)), u"released"_s);
    }

    // Scores are times of acquisition or deadlines, and those of clients whose clocks are ahead are not the latter.
    void scoresOfASemaphore_keepTheirMeaning()
    {
        const auto printers = [](const std::vector<std::pair<Bytes, ServerTime>> &permits, ServerTime at) {
            auto look = pool(permits, at, start + 60s);
            look.id.key = "sem:print";
            return look;
        };
        const Bytes a = "7f8f74a2-2eba-464b-98f4-00cc9401fd6e", b = "1c5bd0a1-4f43-4c6e-9a73-20ff61a0b2d4";
        apply(printers({{a, start + 20ms}}, start));
        QCOMPARE(apply(printers({{a, start + 20ms}, {b, start + 1s + 200ms}}, start + 1s)), u"acquired"_s);
        QCOMPARE(apply(printers({{b, start + 1s + 200ms}}, start + 2s)), u"released"_s);
        apply(free({0, "sem:print"}, start + 3s));
        apply(printers({{a, start + 14s}}, start + 10s));
        QCOMPARE(apply(printers({{a, start + 14s}}, start + 15s)), u"expired"_s);
        QVERIFY(m_table->find({0, "sem:print"})->state == LockState::Stale);
        QCOMPARE(apply(printers({{a, start + 14s}, {b, start + 19s}}, start + 16s)), u"acquired"_s);
        QCOMPARE(apply(printers({{a, start + 14s}}, start + 17s)), u"released"_s); // and the other one has not come back
        apply(free({0, "sem:print"}, start + 18s));
        apply(printers({{a, start + 22s}}, start + 20s)); // of a client whose clock is two seconds ahead
        apply(printers({{b, start + 21s}, {a, start + 22s}}, start + 21s));
        QCOMPARE(apply(printers({{b, start + 21s}, {a, start + 22s}}, start + 24s)), QString());
        QCOMPARE(m_table->find({0, "sem:print"})->holders.size(), 2u);
        apply(free({0, "sem:print"}, start + 30s));
        apply(printers({{a, start + 44s}}, start + 40s));
        apply(printers({{a, start + 44s}, {b, start + 44s + 800ms}}, start + 45s)); // its look came late: its lease was over
        QCOMPARE(m_table->find({0, "sem:print"})->holders.size(), 1u);
        QVERIFY(m_table->find({0, "sem:print"})->state == LockState::Stale);
        apply(free({0, "sem:print"}, start + 50s));
        apply(printers({{a, start + 60s + 1ms}}, start + 60s + 20ms));            // it has joined with the present time
        apply(printers({{a, start + 60s + 1ms}, {b, start + 64s}}, start + 61s)); // and this one's clock is far ahead
        QCOMPARE(m_table->find({0, "sem:print"})->holders.size(), 2u);
    }

    // In a sorted set or a hash alike.
    void aTimeThatIsWrittenAgain_isARenewal()
    {
        const Bytes token = "7f8f74a2-2eba-464b-98f4-00cc9401fd6e";
        for (const auto type : {ValueType::Zset, ValueType::Hash}) {
            const auto taken = [&](ServerTime time) {
                auto look = pool({{token, time}}, time + 20ms, start + 60s);
                look.deadline.reset();
                look.id.key = type == ValueType::Hash ? "semaphore:hash" : "semaphore:zset";
                look.value.type = type;
                return look;
            };
            QCOMPARE(apply(taken(start)), u"acquired"_s);
            QCOMPARE(apply(taken(start + 5s)), u"renewed"_s);
            QCOMPARE(apply(free(taken(start).id, start + 6s)), u"released"_s);
        }
    }

    // The commonest stuck lock: SETNX, and then a crash.
    void noLease_needsAttentionOnceItWasSeenSoForLong()
    {
        const auto mark = [](const Bytes &value, ServerTime at) {
            auto look = free({0, "lock:setnx-crashed"}, at);
            look.value = {ValueType::String, value, static_cast<std::int64_t>(value.size()), {}};
            return look;
        };
        const auto &lock = *[&] {
            apply(mark("web-3:4711", start));
            return m_table->find({0, "lock:setnx-crashed"});
        }();
        QVERIFY(lock.state == LockState::NoLease && !needsAttention(lock));
        apply(mark("web-3:4711", start + 9min)); // a look sets nothing back
        m_table->tick(start + 10min - 1us);
        QVERIFY(!needsAttention(lock));
        m_table->takeChanged();
        m_table->tick(start + 10min);
        QVERIFY(needsAttention(lock) && lock.state == LockState::NoLease);
        QCOMPARE(lock.noLeaseSince.value(), start);
        QCOMPARE(m_table->takeChanged().size(), std::size_t(1));
        const auto events = m_table->takeStillNoLease();
        QCOMPARE(words(events), u"still-no-lease"_s);
        QCOMPARE(events.front().owner, Bytes("web-3:4711"));
        QCOMPARE(events.front().time, start + 10min);
        QVERIFY(!events.front().why.empty());
        m_table->tick(start + 20min);
        apply(mark("web-3:4711", start + 21min));
        QVERIFY(needsAttention(lock) && m_table->takeStillNoLease().empty()); // once

        m_table->setAttentionAfter(1h, start + 22min); // another choice counts at once
        QVERIFY(!needsAttention(lock));
        m_table->setAttentionAfter(20min, start + 22min);
        QVERIFY(needsAttention(lock));
        m_table->takeStillNoLease();

        apply(mark("web-5:17", start + 23min)); // another owner
        QVERIFY(!needsAttention(lock));
        QCOMPARE(lock.noLeaseSince.value(), start + 23min);
        auto leased = mark("web-5:17", start + 24min);
        leased.deadline = start + 30min;
        apply(leased);
        QVERIFY(!lock.noLeaseSince && !needsAttention(lock));
        m_table->tick(start + 2h);
        QVERIFY(m_table->takeStillNoLease().empty());
    }

    // Nobody takes a lock that has lapsed already.
    void aTimeThatCameWithTheLock_isThatOfAcquisition()
    {
        const LockId job{0, "job:lock"};
        const auto taken = [&](ServerTime time, ServerTime at) {
            auto look = string(std::to_string(std::chrono::floor<Milliseconds>(time.time_since_epoch()).count()), at);
            look.id = job;
            look.deadline.reset();
            return look;
        };
        apply(free(job, start));
        QCOMPARE(apply(taken(start + 5s, start + 5s + 20ms)), u"acquired"_s);
        QVERIFY(m_table->find(job)->state == LockState::NoLease);
        m_table->tick(start + 60s);
        QVERIFY(m_table->find(job)->state == LockState::NoLease);
        QCOMPARE(apply(free(job, start + 60s)), u"released"_s);
        QCOMPARE(apply(taken(start + 64s, start + 61s)), u"acquired"_s); // this one is a deadline
        QVERIFY(m_table->find(job)->state == LockState::UnknownOwner);
        m_table->tick(start + 65s);
        QVERIFY(m_table->find(job)->state == LockState::Stale);
        QCOMPARE(apply(taken(start + 75s, start + 70s)), u"expired acquired"_s); // GETSET
        QCOMPARE(apply(taken(start + 76s, start + 76s)), u"expired acquired"_s); // by a client whose clock is late: still a deadline
        QCOMPARE(apply(taken(start + 90s, start + 80s)), u"expired acquired"_s);
    }

    void reentries_areNoRenewals()
    {
        auto entered = [](std::int64_t count, ServerTime at) {
            auto look = hash(id, thread1, at);
            look.value.elements.front().second = std::to_string(count);
            return look;
        };
        apply(entered(1, start));
        for (int i = 1; i <= 4; ++i)
            QCOMPARE(apply(entered(1 + i % 2, start + i * 100ms)), i % 2 == 1 ? u"renewed reentered"_s : u"renewed partly-released"_s);
        QCOMPARE(renewals().count, 0);
        QVERIFY(!renewals().period);
        m_table->tick(start + 20s);
        QVERIFY(m_table->find(id)->state == LockState::Held);
    }

    void severalHolders_haveNoCommonPeriod()
    {
        for (int i = 0; i < 4; ++i) {
            const auto at = start + i * 1s;
            QCOMPARE(apply(pool({{permitA, at - 1ms}, {permitB, at}}, at, at + 10s)),
                     i == 0 ? u"acquired acquired"_s : u"renewed renewed"_s);
        }
        QVERIFY(!m_table->find(poolId)->renewals.period);
    }

    // Its lease is known, because nobody else wrote when it was taken.
    void aDeadPermit_doesNotComeBackWhenTheNewestLeaves()
    {
        const auto &dead = permitA;
        const auto &newest = permitB;
        QCOMPARE(apply(pool({{dead, start}}, start, start + 10s)), u"acquired"_s);
        QCOMPARE(apply(pool({{dead, start}, {newest, start + 9s}}, start + 9s, start + 19s)), u"acquired"_s);
        QCOMPARE(apply(pool({{dead, start}, {newest, start + 9s}}, start + 11s, start + 19s)), u"expired"_s);
        QCOMPARE(*m_table->nextEndOfAHolder(poolId), start + 19s);
        QCOMPARE(apply(pool({{dead, start}}, start + 12s, start + 19s)), u"released"_s);
        QCOMPARE(apply(pool({{dead, start}}, start + 13s, start + 19s)), QString());
        QCOMPARE(apply(pool({{dead, start + 14s}}, start + 14s, start + 24s)), u"acquired"_s); // it has taken one again
    }

    // Two processes with a lockTimeout of 10 s and 2 s. When the second one refreshes, it removes the first one's permit.
    void eachClientOfASemaphore_hasItsOwnLease()
    {
        apply(pool({{permitA, start}}, start, start + 10s));
        apply(pool({{permitA, start}, {permitB, start + 968ms}}, start + 968ms, start + 2968ms));
        QCOMPARE(apply(pool({{permitA, start}, {permitB, start + 968ms}}, start + 2100ms, start + 2968ms)),
                 QString()); // 2 s are not its lease
        QCOMPARE(m_table->find(poolId)->holders.size(), std::size_t(2));
        QCOMPARE(*m_table->nextEndOfAHolder(poolId), start + 2968ms); // with the lock itself
        const auto removed = m_table->apply(pool({{permitB, start + 2574ms}}, start + 2574ms, start + 4574ms), {});
        QCOMPARE(words(removed), u"renewed released"_s);
        QVERIFY2(QString::fromStdString(removed.back().why).contains(u"removed it"), removed.back().why.c_str());
    }

    void aLeaseOfASemaphoresHolder_isKnownOnlyIfItsWriteWasSeen()
    {
        Evidence first;
        first.firstSweep = true;
        QCOMPARE(apply(pool({{permitA, start}, {permitB, start + 1s}}, start + 2s, start + 11s), first), u"seen seen"_s);
        QVERIFY(!m_table->nextEndOfAHolder(poolId));
        QCOMPARE(apply(pool({{permitA, start}, {permitB, start + 1s}}, start + 10'500ms, start + 11s)), QString());
        QCOMPARE(apply(pool({{permitA, start + 10'600ms}, {permitB, start + 1s}}, start + 10'600ms, start + 40'600ms)), u"renewed"_s);
        QCOMPARE(*m_table->nextEndOfAHolder(poolId), start + 40'600ms);
        Evidence several; // another client may have been there meanwhile
        several.several = true;
        QCOMPARE(apply(pool({{permitA, start + 20s}, {permitB, start + 1s}}, start + 20s, start + 50s), several), u"renewed"_s);
        QVERIFY(!m_table->nextEndOfAHolder(poolId));
        QCOMPARE(apply(pool({{permitA, start + 20s}}, start + 21s, start + 50s)), u"released"_s);
    }

    void ourRelease_isForceReleasedOnce()
    {
        apply(hash(id, thread1, start));
        m_table->releasedByUs(id, start + 500ms);
        m_table->releasedByUs({0, "stranger"}, start);
        QCOMPARE(apply(free(id, start + 1s)), u"force-released"_s);
        QVERIFY(m_table->takeGone().front().how == EventType::ForceReleased);
        QCOMPARE(apply(hash(id, thread2, start + 2s)), u"acquired"_s);
        QCOMPARE(apply(free(id, start + 3s)), u"released"_s);
    }

    void ourRelease_makesEvenAThreadsReturnAResurrection()
    {
        apply(hash(id, thread1, start));
        m_table->releasedByUs(id, start + 500ms);
        apply(free(id, start + 1s));
        apply(free(id, start + 2s)); // still free
        QCOMPARE(apply(hash(id, thread1, start + 3s)), u"resurrected"_s);
        apply(free(id, start + 4s));
        QCOMPARE(apply(hash(id, thread1, start + 5s)), u"acquired"_s); // our release counts only for the first acquisition
    }

    void ourRelease_isSeenThoughTheLockWasTakenAtOnce()
    {
        apply(hash(id, thread1, start));
        m_table->releasedByUs(id, start + 500ms);
        QCOMPARE(apply(hash(id, thread2, start + 1s)), u"force-released acquired"_s);
        QCOMPARE(m_table->find(id)->heldSince, start + 1s);
        m_table->releasedByUs(id, start + 1500ms);
        QCOMPARE(apply(hash(id, thread2, start + 2s)), u"force-released resurrected"_s);
        QCOMPARE(m_table->find(id)->heldSince, start + 2s);
        QCOMPARE(apply(hash(id, thread2, start + 3s)), u"renewed"_s);
    }

    void aLookFromBeforeOurRelease_isNotJudgedByIt()
    {
        apply(hash(id, thread1, start));
        m_table->releasedByUs(id, start + 2s);
        QCOMPARE(apply(hash(id, thread1, start + 1s)), u"renewed"_s); // read before, delivered late
        QCOMPARE(apply(free(id, start + 3s)), u"force-released"_s);
    }

    void aLeaseSeenUnderTheName_isDueOfTheNextLockToo()
    {
        const auto bare = [](const Bytes &token, ServerTime at) {
            auto look = string(token, at);
            look.deadline.reset();
            return look;
        };
        apply(string(tokenA, start)); // SETNX, PEXPIRE
        apply(free(tokenId, start + 10s));
        apply(bare(tokenB, start + 20s)); // SETNX without a PEXPIRE
        QVERIFY(m_table->find(tokenId)->state == LockState::NoLease);
        QCOMPARE(m_table->bareSince(start + 20s).size(), std::size_t(1));
        apply(bare(tokenB, start + 22s));
        QVERIFY(m_table->find(tokenId)->state == LockState::Immortal);
        QVERIFY(m_table->bareSince(start + 1h).empty());
    }

    void aLeaseOfAnotherType_tellsNothingOfThisLock()
    {
        apply(hash(tokenId, thread1, start));
        apply(free(tokenId, start + 1s));
        for (const auto at : {start + 2s, start + 4s}) {
            auto bare = string(tokenB, at);
            bare.deadline.reset();
            apply(bare);
        }
        QVERIFY(m_table->find(tokenId)->state == LockState::NoLease);
    }

    void aKeyThatBecomesSomethingElse_isGoneAndSaysSo()
    {
        apply(hash(id, thread1, start));
        auto list = free(id, start + 1s);
        list.value = {ValueType::List, {}, 1, {{"x", ""}}};
        const auto events = m_table->apply(list, {});
        QCOMPARE(events.size(), std::size_t(1));
        QVERIFY(QString::fromStdString(events[0].why).endsWith(u"the key now holds something that is not a lock"));
        QVERIFY(!m_table->find(id));
    }

    // `login_lock:alice`: the first failure looks like a mark.
    void whatIsOnlyCountedUp_wasReleasedByNobody()
    {
        auto counter = string("1", start);
        counter.id = {0, "login_lock:alice"};
        QCOMPARE(apply(counter), u"acquired"_s);
        counter.at = start + 1s;
        counter.value.text = "2";
        const auto events = m_table->apply(counter, {});
        QCOMPARE(words(events), u"out-of-sight"_s);
        QVERIFY2(events.front().why.starts_with("more is there than a lock has"), events.front().why.c_str());
        QVERIFY(!m_table->find(counter.id));
    }

private:
    QString apply(const Look &look, const Evidence &evidence = {}) { return words(m_table->apply(look, evidence)); }

    static QString words(const std::vector<LockEvent> &events)
    {
        QStringList words;
        for (const auto &event : events)
            words += QString::fromStdString(std::string(toString(event.type)));
        return words.join(u' ');
    }

    // With a star behind what may hide more.
    static QString marked(const std::vector<LockEvent> &events)
    {
        QStringList words;
        for (const auto &event : events)
            words += QString::fromStdString(std::string(toString(event.type)) + (event.coalesced ? "*" : ""));
        return words.join(u' ');
    }

    void seenFirst(const LockId &which, Milliseconds left)
    {
        Evidence first;
        first.firstSweep = true;
        apply(hash(which, thread1, start, left), first);
    }

    const Renewals &renewals() const { return m_table->find(id)->renewals; }

    const Classifier m_classifier;
    std::unique_ptr<LockTable> m_table;
};

LOCKSCOPE_TEST(LockTableTest)
#include "tst_lock_table.moc"
