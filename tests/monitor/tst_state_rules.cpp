// SPDX-License-Identifier: MIT
// Every state with its reason, its exact limits, and which state wins if several are true.
#include "support/test_program.h"

#include "lockcore/monitor/model/state_rules.h"

#include <QTest>

#include <random>

using namespace lockcore;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

namespace {

const ServerTime now{std::chrono::seconds(1'700'000'000)};

struct Case
{
    LockInfo lock;
    StateEvidence evidence;

    LockState state() const { return stateOf(lock, evidence).state; }
    std::pair<LockState, bool> shown() const
    {
        const auto verdict = stateOf(lock, evidence);
        return {verdict.state, verdict.noLeaseTooLong};
    }
    QString reason() const { return QString::fromStdString(stateOf(lock, evidence).reason); }
};

// Held with a lease of one minute, half of which is left: no other state applies.
Case held()
{
    Case held;
    held.lock.deadline = now + 30s;
    held.lock.lease = 60s;
    held.lock.heldSince = now - 30s;
    held.lock.heldSinceObserved = true;
    held.evidence.now = held.evidence.lastLook = now;
    return held;
}

// Each of these makes its state true and leaves the others as they are, as far as states can be true together.
void makeImmortal(Case &c)
{
    c.lock.deadline.reset();
    c.evidence.leaseRule = LeaseRule::Always;
    c.lock.noLeaseSince = now - 2s;
}

void makeStale(Case &c) { c.evidence.lapses = now - 3s; }

void makeOverdue(Case &c)
{
    c.lock.renewals = {7, now - 20s, 10'000ms};
    c.lock.deadline = c.lock.deadline.value_or(now + 30s);
}

void makeTakenOver(Case &c) { c.evidence.takenOverAt = now - 1s; }

void makeExpiring(Case &c) { c.lock.deadline = now + 4s; }

void makeContended(Case &c)
{
    c.lock.waiters.knowledge = Waiters::Knowledge::AtLeast;
    c.lock.waiters.count = 2;
    c.lock.waiters.why = "2 subscribe to its channel";
}

void makeHeldTooLong(Case &c)
{
    c.lock.heldSince = now - 2h;
    c.lock.renewals.count = std::max<std::int64_t>(c.lock.renewals.count, 700);
}

void makeBare(Case &c) { c.lock.deadline.reset(); }
void makeAnonymous(Case &c) { c.evidence.ownerScope = OwnerScope::Nobody; }

using Make = void (*)(Case &);

struct Row
{
    LockState state;
    Make make;
    const char *reason;
};

// In order of precedence.
const std::vector<Row> rows = {
    {LockState::Immortal, makeImmortal, "its library always sets a TTL, and two looks 2.0 s apart show none"},
    {LockState::Stale, makeStale, "its value says that it lapsed 3.0 s ago"},
    {LockState::RenewalOverdue, makeOverdue, "renewed every 10.0 s until 20.0 s ago"},
    {LockState::TakenOver, makeTakenOver, "it changed hands without being seen free"},
    {LockState::Expiring, makeExpiring, "it ends in less than 5 s unless it is renewed"},
    {LockState::NoLease, makeBare, "no TTL: only a release ends it"},
    {LockState::Contended, makeContended, "2 subscribe to its channel"},
    {LockState::HeldTooLong, makeHeldTooLong, "held for more than an hour, and renewed throughout"},
    {LockState::UnknownOwner, makeAnonymous, "its value does not say who holds it"},
};

} // namespace

class StateRulesTest : public QObject
{
    Q_OBJECT

private slots:
    void ordinaryLock_isHeldWithoutReason()
    {
        QVERIFY(held().state() == LockState::Held);
        QCOMPARE(held().reason(), QString());
    }

    void eachState_hasItsReason_data() { rowNames(); }
    void eachState_hasItsReason()
    {
        QFETCH(const int, i);
        const auto &row = rows.at(std::size_t(i));
        auto c = held();
        row.make(c);
        QCOMPARE(name(c.state()), name(row.state));
        QCOMPARE(c.reason(), QString::fromLatin1(row.reason));
    }

    void twoStates_graverOneWins_data() { rowNames(); }
    void twoStates_graverOneWins()
    {
        QFETCH(const int, i);
        const auto &upper = rows.at(std::size_t(i));
        for (auto j = std::size_t(i) + 1; j < rows.size(); ++j) {
            auto c = held();
            rows[j].make(c);
            upper.make(c);
            QVERIFY2(c.state() == upper.state, qPrintable(name(rows[j].state) + u" too, but it is "_s + name(c.state())));
        }
    }

    void immortal_needsTwoLooksAndALibraryThatAlwaysSetsTtl()
    {
        auto c = held();
        makeImmortal(c);
        c.lock.noLeaseSince = now - betweenLooks;
        QVERIFY(c.state() == LockState::Immortal);
        c.lock.noLeaseSince = now - betweenLooks + 1us;
        QVERIFY(c.state() == LockState::NoLease);
        c.evidence.now = now + 1h; // the passing of time is not a second look
        QVERIFY(c.state() == LockState::NoLease);
        c.lock.noLeaseSince = now - 1h;
        for (const auto rule : {LeaseRule::CallersChoice, LeaseRule::NeverByDesign}) {
            c.evidence.leaseRule = rule;
            QVERIFY(c.state() == LockState::NoLease);
        }
        QCOMPARE(c.reason(), u"its library sets no TTL, and it was seen so for 10 m or more"_s);
        Holder holder;
        holder.deadline = c.evidence.now + 30s;
        c.lock.holders = {holder};
        QCOMPARE(c.reason(), u"no TTL, but a deadline of its own for each holder"_s);
        c.evidence.lapses = c.evidence.now + 30s;
        QCOMPARE(c.reason(), u"no TTL, but its value says when it lapses"_s);
        c.evidence.leaseRule = LeaseRule::Always;
        c.lock.noLeaseSince.reset();
        QVERIFY(c.state() == LockState::Held); // the lock ends by itself
        c.evidence.lapses = c.evidence.now - 30s;
        c.evidence.mayBeTaken = true;
        QCOMPARE(c.reason(), u"its value says that it lapsed 30.0 s ago, unless that is the time at which it was taken"_s);
    }

    void immortal_ifTheNameHadALeaseBefore()
    {
        auto c = held();
        makeImmortal(c);
        c.evidence.leaseRule = LeaseRule::CallersChoice;
        c.evidence.leaseBefore = 30s;
        QVERIFY(c.state() == LockState::Immortal);
        QCOMPARE(c.reason(), u"under this name a lease of 30.0 s was seen, and two looks 2.0 s apart show none"_s);
        c.lock.noLeaseSince = now - betweenLooks + 1us; // PEXPIRE may be on its way
        QVERIFY(c.state() == LockState::NoLease);
        c.lock.noLeaseSince = now - 2s;
        c.evidence.leaseRule = LeaseRule::NeverByDesign; // another client gave it one
        QVERIFY(c.state() == LockState::NoLease);
    }

    void noLease_isTooLongAfterChosenTime()
    {
        auto c = held();
        makeBare(c);
        c.evidence.attentionAfter = 10min;
        c.lock.noLeaseSince = now - 10min + 1us;
        QVERIFY(!stateOf(c.lock, c.evidence).noLeaseTooLong);
        QCOMPARE(nextChange(c.lock, c.evidence).value(), now + 1us);
        c.lock.noLeaseSince = now - 10min;
        const auto verdict = stateOf(c.lock, c.evidence);
        QVERIFY(verdict.noLeaseTooLong && verdict.state == LockState::NoLease);
        QCOMPARE(c.reason(), u"no TTL: only a release ends it, and it was seen so for 10 m or more"_s);
        makeContended(c); // waiters make it no better
        QVERIFY(stateOf(c.lock, c.evidence).noLeaseTooLong && c.state() == LockState::NoLease);
        c.evidence.leaseRule = LeaseRule::NeverByDesign;
        QVERIFY(c.state() == LockState::NoLease);
        c.lock.noLeaseSince = now - 9min;
        QVERIFY(c.state() == LockState::Contended);
    }

    void noLeaseTooLong_excludesSelfEndingLocksAndFreePermits()
    {
        auto c = held();
        makeBare(c);
        c.lock.noLeaseSince = now - 1h;
        QVERIFY(stateOf(c.lock, c.evidence).noLeaseTooLong);
        auto counter = c;
        counter.lock.kind = LockKind::Semaphore;
        QVERIFY(!stateOf(counter.lock, counter.evidence).noLeaseTooLong);
        auto lapsing = c;
        lapsing.evidence.lapses = now + 30s;
        QVERIFY(!stateOf(lapsing.lock, lapsing.evidence).noLeaseTooLong);
        auto leased = c;
        leased.lock.deadline = now + 30s;
        QVERIFY(!stateOf(leased.lock, leased.evidence).noLeaseTooLong);
        makeImmortal(c); // immortal takes precedence
        QVERIFY(!stateOf(c.lock, c.evidence).noLeaseTooLong && c.state() == LockState::Immortal);
    }

    void stale_isPastItsOwnDeadline()
    {
        auto c = held();
        c.evidence.lapses = now;
        QVERIFY(c.state() == LockState::Held);
        c.evidence.lapses = now - 1us;
        QVERIFY(c.state() == LockState::Stale);
    }

    void overdue_startsHalfAPeriodLate()
    {
        auto c = held();
        c.lock.renewals = {3, now - 15'200ms, 10'000ms};
        QVERIFY(c.state() == LockState::Held);
        c.lock.renewals.last = now - 15'200ms - 1us;
        QVERIFY(c.state() == LockState::RenewalOverdue);
        c.lock.deadline = now; // expiring takes precedence
        QVERIFY(c.state() != LockState::RenewalOverdue);
        c.lock.deadline.reset();
        QVERIFY(c.state() == LockState::NoLease);
        c = held();
        c.lock.renewals = {1, now - 1h, std::nullopt}; // one renewal shows no period
        QVERIFY(c.state() == LockState::Held);
    }

    void takenOver_lastsFiveSeconds()
    {
        auto c = held();
        c.evidence.takenOverAt = now - 5s + 1us;
        QVERIFY(c.state() == LockState::TakenOver);
        c.evidence.takenOverAt = now - 5s;
        QVERIFY(c.state() == LockState::Held);
    }

    void expiring_needsLittleTimeAndSmallShareOfLease()
    {
        auto c = held();
        c.lock.deadline = now + 5s;
        QVERIFY(c.state() == LockState::Expiring);
        c.lock.deadline = now + 5s + 1us;
        QVERIFY(c.state() == LockState::Held);
        c.lock.lease = 8s;
        c.lock.deadline = now + 2s; // a quarter of a short lease
        QVERIFY(c.state() == LockState::Held);
        c.lock.deadline = now + 2s - 1us;
        QVERIFY(c.state() == LockState::Expiring);
        c.lock.lease.reset();
        c.lock.deadline = now + 4s;
        QVERIFY(c.state() == LockState::Expiring);
        c.lock.deadline = now - 1s; // past, and not yet seen gone
        QVERIFY(c.state() == LockState::Expiring);
    }

    void contended_countsOnlyKnownWaiters()
    {
        auto c = held();
        makeContended(c);
        c.lock.waiters.knowledge = Waiters::Knowledge::Unknown;
        QVERIFY(c.state() == LockState::Held);
        c.lock.waiters.knowledge = Waiters::Knowledge::Exact;
        QVERIFY(c.state() == LockState::Contended);
        c.lock.waiters.count = 0;
        QVERIFY(c.state() == LockState::Held);
    }

    void heldTooLong_needsObservedHourWithRenewals()
    {
        auto c = held();
        makeHeldTooLong(c);
        c.lock.heldSince = now - 1h;
        QVERIFY(c.state() == LockState::Held);
        c.lock.heldSince = now - 1h - 1us;
        QVERIFY(c.state() == LockState::HeldTooLong);
        c.lock.heldSinceObserved = false;
        QVERIFY(c.state() == LockState::Held);
        c.lock.heldSinceObserved = true;
        c.lock.renewals.count = 0; // a long lease that was chosen
        QVERIFY(c.state() == LockState::Held);
    }

    // A caller that looks again only then misses no change.
    void nextChange_missesNone()
    {
        std::mt19937 random(20261122);
        const auto upTo = [&](Milliseconds most) {
            return Milliseconds(std::uniform_int_distribution(std::int64_t(0), most.count())(random));
        };
        const auto maybe = [&](auto value) { return random() % 2 == 0 ? std::optional(value) : std::nullopt; };
        int changes = 0;
        for (int i = 0; i < 20'000; ++i) {
            auto c = held();
            c.lock.deadline = maybe(now - 5s + upTo(20s));
            c.lock.lease = maybe(upTo(60s));
            c.lock.noLeaseSince = maybe(now - c.evidence.attentionAfter - 5s + upTo(10s));
            c.lock.heldSince = now - 1h - 5s + upTo(10s);
            c.lock.renewals = {static_cast<std::int64_t>(random() % 2), maybe(now - upTo(10s)), maybe(upTo(5s))};
            c.evidence.lapses = random() % 4 == 0 ? std::optional<ServerTime>(now - 5s + upTo(10s)) : std::nullopt;
            c.evidence.takenOverAt = maybe(now - upTo(6s));
            const auto next = nextChange(c.lock, c.evidence);
            const auto state = c.shown();
            QVERIFY(!next || *next > now);
            const auto until = std::min<ServerTime>(next.value_or(now + 20s), now + 20s) - 1us;
            for (const auto at : {until, now + (until - now) / 2, now + (until - now) / 7}) {
                c.evidence.now = at;
                QVERIFY2(c.shown() == state, std::to_string(i).c_str());
            }
            c.evidence.now = next.value_or(now);
            changes += c.shown() != state ? 1 : 0;
        }
        QVERIFY(changes > 2'000); // or the test shows nothing
    }

private:
    static void rowNames()
    {
        QTest::addColumn<int>("i");
        for (int i = 0; i < int(rows.size()); ++i)
            QTest::newRow(qPrintable(name(rows[std::size_t(i)].state))) << i;
    }

    static QString name(LockState state)
    {
        const auto text = toString(state);
        return QString::fromLatin1(text.data(), qsizetype(text.size()));
    }
};

LOCKSCOPE_TEST(StateRulesTest)
#include "tst_state_rules.moc"
