// SPDX-License-Identifier: MIT
// The protocols on a real server: they keep each other out, and each flawed one falls into its pitfall when two workers are interleaved
// accordingly. Each worker has a connection of its own, and a step happens when the test says so. To let time pass at the server, the test
// ends a lease with a PEXPIRE into the past.
#include "lockcore/locks/catalogue.h"
#include "support/fake_context.h"
#include "support/redis_server.h"
#include "support/test_program.h"

#include <QTest>

using namespace lockcore;
using namespace std::chrono_literals;
using lockcore::test::FakeContext;
using lockcore::test::RedisClient;
using lockcore::test::RedisServer;
using lockcore::test::World;

namespace {

const Error transportError{ErrorKind::Transport, "the connection was lost", {}};

struct Contender
{
    Contender(World &world, const std::vector<RedisServer *> &servers, std::int64_t number)
        : context(world.queue, world.clock, number)
        , world(world)
    {
        context.serverCount = servers.size();
        for (const auto *server : servers) {
            shared.push_back(std::make_unique<RedisClient>(server->endpoint()));
            own.push_back(std::make_unique<RedisClient>(server->endpoint()));
        }
        hearsAnswers();
    }

    void hold(std::string_view protocol, const ProtocolOptions &options = {})
    {
        auto made = findProtocol(protocol)->make(context, "lock", options);
        if (!made.ok())
            qFatal("%s", made.error().text.c_str());
        lock = *std::move(made);
    }

    Acquired take(Lease lease = 30s) { return world.run(lock->tryAcquire(lease)); }
    Released release() { return world.run(lock->release()); }

    /// From now on its commands run, but no answer comes back.
    void losesAnswers()
    {
        context.answering = [this](const test::Sent &sent) -> Result<Reply> {
            (void)ask(sent);
            return transportError;
        };
    }
    void hearsAnswers()
    {
        context.answering = [this](const test::Sent &sent) { return ask(sent); };
    }

    Result<Reply> ask(const test::Sent &sent) { return (sent.alone ? own : shared).at(sent.server)->command(sent.command); }

    FakeContext context;
    World &world;
    std::vector<std::unique_ptr<RedisClient>> shared;
    std::vector<std::unique_ptr<RedisClient>> own;
    std::unique_ptr<Lock> lock;
};

/// One server, and workers A, B, C.
struct Stage
{
    explicit Stage(std::string_view protocol, const ProtocolOptions &options = {})
    {
        for (auto *worker : {&a, &b, &c})
            worker->hold(protocol, options);
    }

    ~Stage() { world.scope.cancel(); } // ends the coroutines that still wait, before their workers end

    void leaseEnds() { server.command({"PEXPIRE", "lock", "-1"}); }
    std::int64_t ttl() { return server.command({"PTTL", "lock"}).integer; }
    bool exists() { return server.command({"EXISTS", "lock"}).integer == 1; }
    Bytes value() { return server.command({"GET", "lock"}).text; }

    RedisServer server;
    World world;
    Contender a{world, {&server}, 1};
    Contender b{world, {&server}, 2};
    Contender c{world, {&server}, 3};
};

using Kind = Released::Kind;

/// Whether the catalogue lists this pitfall for the protocol.
bool breaks(std::string_view code, std::string_view protocol)
{
    const auto &codes = findProtocol(protocol)->brokenBy;
    return std::find(codes.begin(), codes.end(), code) != codes.end();
}

void everyProtocol(bool soundOnly)
{
    QTest::addColumn<std::string>("protocol");
    for (const auto &protocol : protocols()) {
        if (protocol.sound || !soundOnly)
            QTest::newRow(std::string(protocol.name).c_str()) << std::string(protocol.name);
    }
}

} // namespace

class PitfallsTest : public QObject
{
    Q_OBJECT

private slots:
    void every_excludesOthersUntilReleased_data() { everyProtocol(false); }
    void every_excludesOthersUntilReleased();
    void sound_wrongOwnerChangesNothing_data() { everyProtocol(true); }
    void sound_wrongOwnerChangesNothing();
    void sound_leaseEnded_isTakenOnce_data() { everyProtocol(true); }
    void sound_leaseEnded_isTakenOnce();
    void every_wrongTypeAtTheKeyIsLeftAlone_data() { everyProtocol(false); }
    void every_wrongTypeAtTheKeyIsLeftAlone();
    void every_scriptFlushBetween_data() { everyProtocol(false); }
    void every_scriptFlushBetween();
    void every_forceReleaseFrees_data() { everyProtocol(false); }
    void every_forceReleaseFrees();
    void renewal_movesTheLeaseOfTheOwnerOnly_data() { everyProtocol(true); }
    void renewal_movesTheLeaseOfTheOwnerOnly();
    void lostGrant_isFoundAndReleased_A9_data();
    void lostGrant_isFoundAndReleased_A9();

    void setnxExpire_crashBetween_isImmortal_A1();
    void setnxExpire_losersRefreshTheDeadHoldersLease_A2();
    void every_releaseAfterTheLease_R1_data() { everyProtocol(false); }
    void every_releaseAfterTheLease_R1();
    void every_releaseWithoutALock_R5_data() { everyProtocol(false); }
    void every_releaseWithoutALock_R5();
    void every_releaseTwiceAfterALostAnswer_R7_data() { everyProtocol(false); }
    void every_releaseTwiceAfterALostAnswer_R7();
    void every_lostGrantWithoutARemedy_A9_data() { everyProtocol(false); }
    void every_lostGrantWithoutARemedy_A9();
    void every_grantAfterTheLease_A10_data() { everyProtocol(false); }
    void every_grantAfterTheLease_A10();
    void every_releaseWithoutMemory_A18_data() { everyProtocol(false); }
    void every_releaseWithoutMemory_A18();
    void every_waiterIsOvertaken_C4_data() { everyProtocol(false); }
    void every_waiterIsOvertaken_C4();
    void every_innerLeaseShortensTheOuter_E8_data() { everyProtocol(false); }
    void every_innerLeaseShortensTheOuter_E8();
    void every_twoTasksOfOneWorkerEnter_E9_data() { everyProtocol(false); }
    void every_twoTasksOfOneWorkerEnter_E9();
    void getThenDel_leaseEndsBetween_R2();
    void getThenDelWatch_leaseEndsBetween_isSafe();
    void getThenDelWatch_onlyTheTtlMoved_releases();
    void getThenDelWatch_refusedWhileQueued_releasesLater();
    void threadId_isNotUnique_A15();
    void prefixDel_takesOtherLocksAlong_D12();
    void timestamp_fastClockSteals_A5();
    void timestampExpiry_loserOverwrites_A6();
    void timestampExpiry_nilMistakenForStale_A7();
    void timestampExpiry_leaseEndsBeforeDel_R2();
    void uncheckedRenewal_extendsAnothers_L11();
    void takingAgain_hidesTheLoss_L12();
    void timeOutTakenForAYes_isHeldTwice_A12();
    void threadLocal_entersWithoutALock_E1();
    void hashReentrant_unlockDoesNotResurrect_E5();
    void hashReentrant_uncheckedUnlockFreesAnothers_E6();
    void reentry_countsHolds_data();
    void reentry_countsHolds();
    void redisson_writesLikeRedisson();
    void redisson_announcesTheLastReleaseOnly();
    void fair_servesInOrder();
    void fair_deadHeadIsDroppedAfterItsTime_C5();
    void fair_waiterGivingUpLeavesTheQueue();
    void readWrite_manyReadersOrOneWriter();
    void readWrite_writerMayRead();
    void readWrite_readersLeaseDoesNotOutliveThem();
    void fenced_numbersOnlyGrow();
    void redlock_minorityLost_stillHolds();
    void redlock_loserLeavesNoKeys();
};

void PitfallsTest::every_excludesOthersUntilReleased()
{
    QFETCH(std::string, protocol);
    Stage stage(protocol);
    for (int round = 0; round < 3; ++round) {
        QVERIFY(stage.a.take().held());
        QVERIFY(stage.a.lock->believed());
        QVERIFY(stage.b.take().kind == Acquired::Kind::NotFree);
        QVERIFY(stage.world.run(stage.a.lock->isHeld()) == Possession::ours());
        QVERIFY(stage.world.run(stage.b.lock->isHeld()) == Possession::others());
        QVERIFY(stage.a.release().done());
        QVERIFY(!stage.exists());
        QVERIFY(stage.world.run(stage.a.lock->isHeld()) == Possession::nobodys());
        QVERIFY(stage.b.take().held());
        QVERIFY(stage.b.release().done());
        QVERIFY(stage.b.release().kind == Kind::NotOwner);
        stage.world.pass(5ms); // so that no timestamp repeats
    }
}

void PitfallsTest::sound_wrongOwnerChangesNothing()
{
    QFETCH(std::string, protocol);
    Stage stage(protocol);
    QVERIFY(stage.b.take().held());
    const auto before = stage.server.command({"DUMP", "lock"});
    QVERIFY(stage.a.release().kind == Kind::NotOwner);
    QCOMPARE(toString(stage.server.command({"DUMP", "lock"})), toString(before));
}

void PitfallsTest::sound_leaseEnded_isTakenOnce()
{
    QFETCH(std::string, protocol);
    Stage stage(protocol);
    QVERIFY(stage.a.take().held());
    stage.leaseEnds();
    QVERIFY(stage.b.take().held());
    QVERIFY(stage.a.release().kind == Kind::NotOwner);
    QVERIFY(stage.exists());
    QVERIFY(stage.c.take().kind == Acquired::Kind::NotFree);
    QVERIFY(stage.b.release().done());
}

void PitfallsTest::every_wrongTypeAtTheKeyIsLeftAlone()
{
    QFETCH(std::string, protocol);
    Stage stage(protocol);
    stage.server.command({"RPUSH", "lock", "not a lock"});
    QVERIFY(!stage.a.take().held());
    QVERIFY(!stage.a.lock->believed());
    QVERIFY(stage.exists());
    if (findProtocol(protocol)->sound) {
        QVERIFY(!stage.a.release().done());
        QVERIFY(stage.exists());
    }
}

void PitfallsTest::every_scriptFlushBetween()
{
    QFETCH(std::string, protocol);
    Stage stage(protocol);
    QVERIFY(stage.a.take().held());
    stage.server.command({"SCRIPT", "FLUSH"});
    QVERIFY(stage.a.release().done());
    stage.server.command({"SCRIPT", "FLUSH"});
    QVERIFY(stage.b.take().held());
}

void PitfallsTest::every_forceReleaseFrees()
{
    QFETCH(std::string, protocol);
    Stage stage(protocol);
    QVERIFY(stage.world.run(stage.b.lock->forceRelease()).kind == Kind::NotOwner);
    QVERIFY(stage.a.take().held());
    QVERIFY(stage.world.run(stage.b.lock->forceRelease()).done());
    QVERIFY(!stage.exists());
}

void PitfallsTest::renewal_movesTheLeaseOfTheOwnerOnly()
{
    QFETCH(std::string, protocol);
    Stage stage(protocol);
    QVERIFY(stage.a.take(30s).held());
    if (protocol == "get-then-del-watch") {
        QVERIFY(stage.world.run(stage.a.lock->renew(100s)).error.detail == "unsupported");
        return;
    }
    QVERIFY(stage.world.run(stage.b.lock->renew(100s)).kind == Renewed::Kind::Lost);
    QVERIFY(stage.ttl() <= 30'000);
    QVERIFY(stage.world.run(stage.a.lock->renew(100s)).done());
    QVERIFY(stage.ttl() > 90'000);
    stage.leaseEnds();
    QVERIFY(stage.world.run(stage.a.lock->renew(100s)).kind == Renewed::Kind::Lost);
    QVERIFY(!stage.exists()); // never re-created (L12)
}

void PitfallsTest::lostGrant_isFoundAndReleased_A9_data()
{
    QTest::addColumn<std::string>("protocol");
    for (const auto *protocol : {"get-then-del", "get-then-del-watch", "token", "token-watchdog", "thread-local", "hash-reentrant",
                                 "redisson", "redisson-fair", "redisson-readwrite", "fenced"})
        QTest::newRow(protocol) << std::string(protocol);
}

void PitfallsTest::lostGrant_isFoundAndReleased_A9()
{
    QFETCH(std::string, protocol);
    Stage stage(protocol);
    stage.a.losesAnswers();
    QVERIFY(stage.a.take().kind == Acquired::Kind::Unknown);
    QVERIFY(!stage.a.lock->believed());
    stage.a.hearsAnswers();
    QVERIFY(stage.b.take().kind == Acquired::Kind::NotFree);
    QVERIFY(stage.a.release().done());
    QVERIFY(stage.b.take().held());
}

void PitfallsTest::setnxExpire_crashBetween_isImmortal_A1()
{
    Stage stage("setnx-expire");
    stage.a.context.holdsBack = true;
    {
        Scope life(stage.world.queue);
        life.start([](Lock &lock) -> Task<void> { co_await lock.tryAcquire(1s); }(*stage.a.lock));
        stage.world.queue.runAll();
        stage.a.context.deliver(); // SETNX; PEXPIRE waits to be sent
    }
    QCOMPARE(stage.ttl(), std::int64_t(-1));
    QVERIFY(stage.b.take().kind == Acquired::Kind::NotFree);
    QCOMPARE(stage.ttl(), std::int64_t(-1)); // and losers do not repair it
}

void PitfallsTest::setnxExpire_losersRefreshTheDeadHoldersLease_A2()
{
    for (const bool always : {true, false}) {
        Stage stage("setnx-expire", {{"expire", always ? "always" : "winner"}});
        QVERIFY(stage.a.take(30s).held());                  // and dies
        stage.server.command({"PEXPIRE", "lock", "10000"}); // 20 s later
        QVERIFY(stage.b.take(30s).kind == Acquired::Kind::NotFree);
        QCOMPARE(stage.ttl() > 20'000, always); // it never ends as long as workers try
        QVERIFY(!stage.b.lock->believed());
        QVERIFY(stage.world.run(stage.b.lock->isHeld()) == Possession::others());
    }
}

void PitfallsTest::every_releaseAfterTheLease_R1()
{
    QFETCH(std::string, protocol);
    Stage stage(protocol);
    QVERIFY(stage.a.take(5s).held());
    stage.leaseEnds();
    stage.world.pass(6s); // for those whose lease is not the server's
    QVERIFY(stage.b.take(5s).held());
    stage.a.context.skew = -6s; // its clock was set back: a protocol that trusts it believes that it still holds the lock
    QCOMPARE(stage.a.release().done(), breaks("R1", protocol)); // B's lock
    QCOMPARE(stage.c.take(5s).held(), breaks("R1", protocol));
    QVERIFY(stage.b.lock->believed());
}

void PitfallsTest::every_releaseWithoutALock_R5()
{
    QFETCH(std::string, protocol);
    Stage stage(protocol);
    QVERIFY(stage.a.take().held());
    QVERIFY(stage.b.take().kind == Acquired::Kind::NotFree);
    QCOMPARE(stage.b.release().done(), breaks("R5", protocol)); // A's lock, in a `finally`
    QCOMPARE(stage.exists(), !breaks("R5", protocol));
}

void PitfallsTest::every_releaseTwiceAfterALostAnswer_R7()
{
    QFETCH(std::string, protocol);
    Stage stage(protocol);
    QVERIFY(stage.a.take().held());
    stage.a.losesAnswers();
    QVERIFY(stage.a.release().kind == Kind::Unknown);
    stage.a.hearsAnswers();
    if (protocol == "get-then-del" || protocol == "get-then-del-watch" || protocol == "timestamp-expiry")
        stage.leaseEnds();                                                      // the release had not yet reached the deletion
    QCOMPARE(stage.a.release().kind == Kind::NotOwner, breaks("R7", protocol)); // although it was released correctly
}

void PitfallsTest::every_lostGrantWithoutARemedy_A9()
{
    QFETCH(std::string, protocol);
    bool remedied = true;
    {
        Stage stage(protocol);
        stage.a.losesAnswers();
        QVERIFY(stage.a.take().kind == Acquired::Kind::Unknown);
        stage.a.hearsAnswers();
        (void)stage.a.take(); // a re-entrant lock counts twice
        remedied = stage.a.release().done();
    }
    {
        Stage stage(protocol);
        QVERIFY(stage.b.take().held());
        const auto really = std::exchange(stage.a.context.answering, [](const auto &) { return transportError; });
        QVERIFY(stage.a.take().kind == Acquired::Kind::Unknown); // and it never arrived
        stage.a.context.answering = really;
        remedied = remedied && !stage.a.release().done(); // otherwise it was B's lock
    }
    QCOMPARE(!remedied, breaks("A9", protocol));
}

void PitfallsTest::every_grantAfterTheLease_A10()
{
    QFETCH(std::string, protocol);
    Stage stage(protocol);
    const auto really = stage.a.context.answering;
    stage.a.context.answering = [&](const test::Sent &sent) {
        auto reply = really(sent);
        stage.world.clock.advance(31s);
        return reply;
    };
    QCOMPARE(stage.a.take(30s).held(), breaks("A10", protocol));
    QVERIFY(!stage.a.lock->believed()); // counted from the request
}

void PitfallsTest::every_releaseWithoutMemory_A18()
{
    QFETCH(std::string, protocol);
    Stage stage(protocol);
    QVERIFY(stage.a.take().held());
    stage.server.command({"CONFIG", "SET", "maxmemory", "1"});
    QCOMPARE(stage.a.release().error.is("OOM"), breaks("A18", protocol));
}

void PitfallsTest::every_waiterIsOvertaken_C4()
{
    QFETCH(std::string, protocol);
    Stage stage(protocol);
    QVERIFY(stage.a.take().held());
    const auto waiter = stage.world.start(stage.b.lock->acquire(30s, Wait::notified(1s)));
    QVERIFY(stage.a.release().done());
    QCOMPARE(stage.a.take().held(), breaks("C4", protocol));
}

void PitfallsTest::every_innerLeaseShortensTheOuter_E8()
{
    QFETCH(std::string, protocol);
    Stage stage(protocol);
    QVERIFY(stage.a.take(30s).held());
    auto shortest = stage.ttl();
    if (stage.world.run(stage.a.lock->reenter(2s)).held()) {
        shortest = std::min(shortest, stage.ttl());
        QVERIFY(stage.a.release().kind == Kind::StillHeld);
        shortest = std::min(shortest, stage.ttl());
    }
    QCOMPARE(shortest >= 0 && shortest <= 2000, breaks("E8", protocol));
}

void PitfallsTest::every_twoTasksOfOneWorkerEnter_E9()
{
    QFETCH(std::string, protocol);
    Stage stage(protocol);
    auto made = findProtocol(protocol)->make(stage.a.context, "lock", {});
    const auto otherTask = *std::move(made);
    QVERIFY(stage.a.take().held());
    QCOMPARE(stage.world.run(otherTask->tryAcquire(30s)).held(), breaks("E9", protocol));
}

void PitfallsTest::getThenDel_leaseEndsBetween_R2()
{
    Stage stage("get-then-del");
    QVERIFY(stage.a.take().held());
    stage.a.context.holdsBack = true;
    const auto released = stage.world.start(stage.a.lock->release());
    stage.a.context.deliver(); // GET: it is mine
    stage.leaseEnds();
    QVERIFY(stage.b.take().held());
    stage.a.context.deliver(); // DEL
    QVERIFY(released->value().done());
    QVERIFY(stage.c.take().held());
    QVERIFY(stage.b.lock->believed());
}

void PitfallsTest::getThenDelWatch_leaseEndsBetween_isSafe()
{
    // At each step of the release the lease may end and another worker may acquire the lock.
    for (int steps = 0; steps <= 5; ++steps) {
        Stage stage("get-then-del-watch");
        QVERIFY(stage.a.take().held());
        stage.a.context.holdsBack = true;
        const auto released = stage.world.start(stage.a.lock->release());
        for (int i = 0; i < steps; ++i)
            stage.a.context.deliver();
        const bool deleted = released->has_value();
        stage.leaseEnds();
        QVERIFY(stage.b.take().held());
        while (!released->has_value())
            stage.a.context.deliver();
        QCOMPARE(deleted, steps == 5);
        QVERIFY(released->value().kind == (deleted ? Kind::Done : Kind::NotOwner));
        QVERIFY(stage.c.take().kind == Acquired::Kind::NotFree);
    }
}

void PitfallsTest::getThenDelWatch_onlyTheTtlMoved_releases()
{
    Stage stage("get-then-del-watch");
    QVERIFY(stage.a.take().held());
    stage.a.context.holdsBack = true;
    const auto released = stage.world.start(stage.a.lock->release());
    for (int i = 0; i < 2; ++i)
        stage.a.context.deliver();
    stage.server.command({"PEXPIRE", "lock", "50000"});
    while (!released->has_value())
        stage.a.context.deliver();
    QVERIFY(released->value().done());
    QVERIFY(!stage.exists());
}

void PitfallsTest::getThenDelWatch_refusedWhileQueued_releasesLater()
{
    Stage stage("get-then-del-watch");
    QVERIFY(stage.a.take().held());
    stage.server.command({"CONFIG", "SET", "maxmemory", "1"});
    QVERIFY(stage.a.release().error.is("OOM")); // DEL is not queued
    stage.server.command({"CONFIG", "SET", "maxmemory", "0"});
    QVERIFY(stage.a.release().done());
    QVERIFY(!stage.exists());
}

void PitfallsTest::threadId_isNotUnique_A15()
{
    Stage stage("get-then-del", {{"token", "thread-id"}});
    Contender twin(stage.world, {&stage.server}, 1); // the same thread number in another process
    twin.hold("get-then-del", {{"token", "thread-id"}});
    QVERIFY(stage.a.take().held());
    QVERIFY(stage.world.run(twin.lock->isHeld()) == Possession::others()); // it has not asked for anything yet
    stage.leaseEnds();
    QVERIFY(twin.take().held());
    QVERIFY(stage.a.release().done()); // the twin's lock
    QVERIFY(stage.b.take().held());
    QVERIFY(twin.lock->believed());
}

void PitfallsTest::prefixDel_takesOtherLocksAlong_D12()
{
    Stage stage("prefix-del");
    QVERIFY(breaks("D12", "prefix-del") && !breaks("D12", "token"));
    for (const auto *key : {"lock2", "lock:queue", "loc", "other:lock"})
        stage.server.command({"SET", key, "1"});
    QVERIFY(stage.a.take().held());
    QVERIFY(stage.b.release().kind == Kind::NotOwner); // it checks the owner, and then removes nothing
    QVERIFY(stage.exists());
    QVERIFY(stage.a.release().done());
    QVERIFY(!stage.exists());
    QCOMPARE(stage.server.command({"EXISTS", "lock2", "lock:queue"}).integer, std::int64_t(0));
    QCOMPARE(stage.server.command({"EXISTS", "loc", "other:lock"}).integer, std::int64_t(2));
}

void PitfallsTest::timestamp_fastClockSteals_A5()
{
    for (const auto *protocol : {"timestamp-taken", "timestamp-expiry"}) {
        Stage stage(protocol);
        QVERIFY(stage.a.take(5s).held());
        QVERIFY(stage.b.take(5s).kind == Acquired::Kind::NotFree);
        stage.b.context.skew = 6s;
        QVERIFY2(stage.b.take(5s).held(), protocol);
        QVERIFY(stage.a.lock->believed());
    }
}

void PitfallsTest::timestampExpiry_loserOverwrites_A6()
{
    Stage stage("timestamp-expiry", {{"release", "compare"}});
    QVERIFY(stage.c.take(1s).held()); // and dies
    stage.world.pass(2s);
    stage.a.context.holdsBack = true;
    stage.b.context.holdsBack = true;
    const auto a = stage.world.start(stage.a.lock->tryAcquire(5s));
    stage.world.pass(3ms);
    const auto b = stage.world.start(stage.b.lock->tryAcquire(5s));
    for (int i = 0; i < 2; ++i) { // SETNX and GET of both: both see C's stale stamp
        stage.a.context.deliver();
        stage.b.context.deliver();
    }
    stage.a.context.deliver();
    QVERIFY(a->value().held());
    stage.b.context.deliver();
    QVERIFY(b->value().kind == Acquired::Kind::NotFree);
    QVERIFY(stage.value() != a->value().token); // the loser's stamp
    stage.a.context.holdsBack = false;
    QVERIFY(stage.a.release().kind == Kind::NotOwner);
    QVERIFY(stage.exists());
    QCOMPARE(stage.ttl(), std::int64_t(-1));
}

void PitfallsTest::timestampExpiry_nilMistakenForStale_A7()
{
    Stage stage("timestamp-expiry");
    QVERIFY(stage.a.take(5s).held());
    stage.b.context.holdsBack = true;
    const auto b = stage.world.start(stage.b.lock->tryAcquire(5s));
    stage.b.context.deliver(); // SETNX: not free
    QVERIFY(stage.a.release().done());
    stage.b.context.deliver(); // GET: nil
    stage.world.pass(3ms);
    const auto c = stage.c.take(5s);
    QVERIFY(c.held());
    stage.b.context.deliver(); // GETSET
    QVERIFY(b->value().kind == Acquired::Kind::NotFree);
    QVERIFY(stage.value() != c.token); // B lost, and C's stamp is gone
}

void PitfallsTest::timestampExpiry_leaseEndsBeforeDel_R2()
{
    for (const auto *release : {"elapsed", "compare"}) {
        Stage stage("timestamp-expiry", {{"release", release}});
        QVERIFY(stage.a.take(5s).held());
        stage.a.context.holdsBack = true;
        const auto released = stage.world.start(stage.a.lock->release());
        if (release == std::string("compare"))
            stage.a.context.deliver(); // GET: it is mine
        stage.world.pass(6s);
        QVERIFY(stage.b.take(5s).held());
        stage.a.context.deliver(); // DEL
        QVERIFY(released->value().done());
        QVERIFY(stage.c.take(5s).held());
        QVERIFY2(stage.b.lock->believed(), release);
    }
}

void PitfallsTest::uncheckedRenewal_extendsAnothers_L11()
{
    for (const bool checked : {false, true}) {
        Stage stage("token-watchdog", {{"lease", "30s"}, {"owner-check", checked ? "yes" : "no"}});
        QVERIFY(stage.a.take({}).held());
        stage.leaseEnds();
        QVERIFY(stage.b.take(5s).held());
        stage.world.pass(10s); // A's watchdog
        QCOMPARE(stage.ttl() > 20'000, !checked);
        QCOMPARE(stage.a.lock->believed(), !checked);
    }
}

void PitfallsTest::takingAgain_hidesTheLoss_L12()
{
    for (const bool takesAgain : {false, true}) {
        Stage stage("token-watchdog", {{"lease", "30s"}, {"after-loss", takesAgain ? "take-again" : "report"}});
        QVERIFY(stage.a.take({}).held());
        stage.leaseEnds();
        QVERIFY(stage.b.take(5s).held());
        QVERIFY(stage.b.release().done());
        stage.world.pass(10s); // A's watchdog
        QCOMPARE(stage.exists(), takesAgain);
        QCOMPARE(stage.a.lock->believed(), takesAgain);
    }
    Stage stage("token-watchdog", {{"lease", "30s"}, {"after-loss", "take-again"}});
    QVERIFY(stage.a.take({}).held());
    stage.leaseEnds();
    QVERIFY(stage.b.take(5s).held());
    stage.world.pass(10s); // B's lock is left alone
    QVERIFY(!stage.a.lock->believed() && stage.world.run(stage.b.lock->isHeld()) == Possession::ours());
}

void PitfallsTest::timeOutTakenForAYes_isHeldTwice_A12()
{
    for (const bool claims : {false, true}) {
        Stage stage("token", {{"after-time-out", claims ? "claim" : "fail"}});
        QVERIFY(stage.a.take().held());
        stage.b.losesAnswers(); // "not free"
        QCOMPARE(stage.b.take().held(), claims);
        QVERIFY(stage.a.lock->believed());
    }
}

void PitfallsTest::threadLocal_entersWithoutALock_E1()
{
    Stage stage("thread-local");
    QVERIFY(stage.a.take(5s).held());
    stage.leaseEnds();
    QVERIFY(stage.b.take(5s).held());
    QVERIFY(stage.world.run(stage.a.lock->reenter()).held());
    QVERIFY(stage.a.lock->believed() && stage.b.lock->believed());
    QVERIFY(stage.a.release().kind == Kind::StillHeld);
    QVERIFY(stage.a.release().kind == Kind::NotOwner); // the last one asks Redis
    QVERIFY(stage.world.run(stage.b.lock->isHeld()) == Possession::ours());
}

void PitfallsTest::hashReentrant_unlockDoesNotResurrect_E5()
{
    for (const auto *protocol : {"hash-reentrant", "redisson", "redisson-fair", "redisson-readwrite"}) {
        Stage stage(protocol);
        QVERIFY(stage.a.take().held());
        stage.leaseEnds();
        QVERIFY(stage.a.release().kind == Kind::NotOwner);
        QVERIFY2(!stage.exists(), protocol);
    }
}

void PitfallsTest::hashReentrant_uncheckedUnlockFreesAnothers_E6()
{
    for (const bool checked : {false, true}) {
        Stage stage("hash-reentrant", {{"owner-check", checked ? "yes" : "no"}});
        QVERIFY(stage.a.take().held());
        QVERIFY(stage.b.release().kind == (checked ? Kind::NotOwner : Kind::Done));
        QCOMPARE(stage.exists(), checked);
        QCOMPARE(stage.c.take().held(), !checked); // while A works
    }
    QVERIFY(breaks("E6", "hash-reentrant"));
}

void PitfallsTest::reentry_countsHolds_data()
{
    QTest::addColumn<std::string>("protocol");
    QTest::addColumn<std::string>("mode");
    for (const auto &protocol : protocols()) {
        if (protocol.reentrant)
            QTest::newRow(std::string(protocol.name).c_str()) << std::string(protocol.name) << std::string("write");
    }
    QTest::newRow("read") << std::string("redisson-readwrite") << std::string("read");
}

void PitfallsTest::reentry_countsHolds()
{
    QFETCH(std::string, protocol);
    QFETCH(std::string, mode);
    Stage stage(protocol);
    if (mode == "read")
        stage.a.hold(protocol, {{"mode", mode}}); // and B is a writer
    QVERIFY(stage.a.take().held());
    QVERIFY(stage.world.run(stage.a.lock->reenter(30s)).held());
    QVERIFY(stage.world.run(stage.a.lock->reenter(30s)).held());
    QVERIFY(stage.a.release() == Released::stillHeld(2));
    QVERIFY(stage.a.release() == Released::stillHeld(1));
    QVERIFY(stage.a.lock->believed());
    QVERIFY(stage.b.take().kind == Acquired::Kind::NotFree);
    QVERIFY(stage.a.release() == Released::freed());
    QVERIFY(stage.b.take().held());
    QVERIFY(stage.a.release().kind == Kind::NotOwner);
}

void PitfallsTest::redisson_writesLikeRedisson()
{
    Stage stage("redisson");
    QVERIFY(stage.a.take({}).held());
    QVERIFY(stage.world.run(stage.a.lock->reenter()).held());
    const auto hash = stage.server.command({"HGETALL", "lock"});
    QCOMPARE(toString(hash), std::string("[\"11111111-2222-4333-8444-555555555555:1\", \"2\"]"));
    const auto ttl = stage.ttl();
    QVERIFY(ttl > 20'000 && ttl <= 30'000);
    const auto refused = stage.b.take();
    QVERIFY(refused.ttl && *refused.ttl > 20s && *refused.ttl <= 30s);
}

void PitfallsTest::redisson_announcesTheLastReleaseOnly()
{
    Stage stage("redisson");
    RedisClient listener(stage.server.endpoint());
    listener.command({"SUBSCRIBE", "redisson_lock__channel:{lock}", "end"});
    listener.read();
    QVERIFY(stage.a.take().held());
    QVERIFY(stage.world.run(stage.a.lock->reenter(30s)).held());
    QVERIFY(stage.a.release().kind == Kind::StillHeld);
    stage.server.command({"PUBLISH", "end", "first"});
    QVERIFY(stage.a.release().done());
    QCOMPARE(listener.read().elements.at(2).text, Bytes("first"));
    const auto message = listener.read();
    QCOMPARE(message.elements.at(1).text, Bytes("redisson_lock__channel:{lock}"));
    QCOMPARE(message.elements.at(2).text, Bytes("0"));
}

void PitfallsTest::fair_servesInOrder()
{
    Stage stage("redisson-fair");
    QVERIFY(stage.a.take().held());
    const auto b = stage.world.start(stage.b.lock->acquire(30s, Wait::notified(1s)));
    const auto c = stage.world.start(stage.c.lock->acquire(30s, Wait::notified(1s)));
    QCOMPARE(stage.server.command({"LLEN", "redisson_lock_queue:{lock}"}).integer, std::int64_t(2));
    QVERIFY(stage.a.release().done());
    QVERIFY(stage.a.take().kind == Acquired::Kind::NotFree); // it is free, but there is a queue
    stage.c.context.publish("redisson_lock__channel:{lock}:11111111-2222-4333-8444-555555555555:3", "0");
    QVERIFY(!c->has_value()); // a waiter that is woken out of turn gets nothing
    stage.b.context.publish("redisson_lock__channel:{lock}:11111111-2222-4333-8444-555555555555:2", "0");
    QVERIFY(b->has_value() && b->value().held());
    QVERIFY(stage.b.release().done());
    stage.world.pass(1s);
    QVERIFY(c->has_value() && c->value().held());
    QVERIFY(stage.c.release().done());
    QVERIFY(stage.server.command({"KEYS", "*"}).elements.empty());
}

void PitfallsTest::fair_deadHeadIsDroppedAfterItsTime_C5()
{
    Stage stage("redisson-fair", {{"queue-timeout", "60s"}});
    QVERIFY(stage.a.take(30s).held());
    {
        Scope life(stage.world.queue);
        life.start([](Lock &lock) -> Task<void> { co_await lock.acquire(30s, Wait::notified(1s)); }(*stage.b.lock));
        stage.world.queue.runAll();
    } // dies in the queue
    QVERIFY(stage.a.release().done());
    QVERIFY(stage.c.take().kind == Acquired::Kind::NotFree);
    stage.world.pass(60s);
    QVERIFY(stage.c.take().kind == Acquired::Kind::NotFree); // the timeout begins when the lease would have ended
    stage.world.pass(31s);
    QVERIFY(stage.c.take().held());
}

void PitfallsTest::fair_waiterGivingUpLeavesTheQueue()
{
    Stage stage("redisson-fair");
    QVERIFY(stage.a.take().held());
    const auto b = stage.world.start(stage.b.lock->acquire(30s, Wait::notified(1s).atMost(5s)));
    const auto c = stage.world.start(stage.c.lock->acquire(30s, Wait::notified(1s)));
    const Bytes timeouts = "redisson_lock_timeout:{lock}";
    const Bytes second = "11111111-2222-4333-8444-555555555555:3";
    const auto before = stage.server.command({"ZSCORE", timeouts, second}).toInteger().value_or(0);
    stage.world.pass(5s);
    QVERIFY(b->has_value() && !b->value().held());
    QCOMPARE(stage.server.command({"LRANGE", "redisson_lock_queue:{lock}", "0", "-1"}).elements.size(), std::size_t(1));
    QCOMPARE(stage.server.command({"ZSCORE", timeouts, second}).toInteger().value_or(0), before - 300'000);
    QVERIFY(stage.a.release().done());
    stage.world.pass(1s);
    QVERIFY(c->has_value() && c->value().held());
}

void PitfallsTest::readWrite_manyReadersOrOneWriter()
{
    Stage stage("redisson-readwrite", {{"mode", "read"}});
    QVERIFY(stage.a.take().held());
    QVERIFY(stage.b.take().held());
    QCOMPARE(stage.server.command({"HGET", "lock", "mode"}).text, Bytes("read"));
    stage.c.hold("redisson-readwrite");
    const auto refused = stage.c.take();
    QVERIFY(refused.kind == Acquired::Kind::NotFree && refused.ttl);
    QVERIFY(stage.a.release().done());
    QVERIFY(stage.c.take().kind == Acquired::Kind::NotFree);
    QVERIFY(stage.b.release().done());
    QVERIFY(stage.server.command({"KEYS", "*"}).elements.empty());
    QVERIFY(stage.c.take().held());
    QCOMPARE(stage.server.command({"HGET", "lock", "11111111-2222-4333-8444-555555555555:3:write"}).text, Bytes("1"));
    QVERIFY(stage.a.take().kind == Acquired::Kind::NotFree);
    QVERIFY(stage.c.release().done());
}

void PitfallsTest::readWrite_writerMayRead()
{
    Stage stage("redisson-readwrite");
    auto made = findProtocol("redisson-readwrite")->make(stage.a.context, "lock", {{"mode", "read"}});
    const auto read = *std::move(made);
    QVERIFY(stage.a.take().held());
    QVERIFY(stage.world.run(read->tryAcquire(30s)).held());
    QVERIFY(stage.a.release().done());
    QCOMPARE(stage.server.command({"HGET", "lock", "mode"}).text, Bytes("read"));
    QVERIFY(stage.b.take().kind == Acquired::Kind::NotFree);
    QVERIFY(stage.world.run(read->release()).done());
    QVERIFY(stage.b.take().held());
}

void PitfallsTest::readWrite_readersLeaseDoesNotOutliveThem()
{
    Stage stage("redisson-readwrite", {{"mode", "read"}});
    QVERIFY(stage.a.take(100s).held()); // and dies
    QVERIFY(stage.b.take(30s).held());
    QVERIFY(stage.ttl() > 90'000);
    stage.server.command({"PEXPIRE", "{lock}:11111111-2222-4333-8444-555555555555:1:rwlock_timeout:1", "-1"}); // A's is over
    QVERIFY(stage.world.run(stage.b.lock->renew(30s)).done());
    QVERIFY(stage.b.release().done());
    QVERIFY(!stage.exists()); // A's field does not keep it (L17)
}

void PitfallsTest::fenced_numbersOnlyGrow()
{
    Stage stage("fenced");
    QCOMPARE(stage.a.take().fencingToken.value_or(0), std::int64_t(1));
    QVERIFY(!stage.b.take().fencingToken);
    stage.leaseEnds();
    QCOMPARE(stage.b.take().fencingToken.value_or(0), std::int64_t(2)); // the refused try drew no number
    QVERIFY(stage.b.release().done());
    QCOMPARE(stage.c.take().fencingToken.value_or(0), std::int64_t(3));
    QCOMPARE(stage.server.command({"PTTL", "lock:fence"}).integer, std::int64_t(-1));
}

void PitfallsTest::redlock_minorityLost_stillHolds()
{
    RedisServer one;
    RedisServer two;
    RedisServer three;
    World world;
    Contender a(world, {&one, &two, &three}, 1);
    Contender b(world, {&one, &two, &three}, 2);
    a.hold("redlock");
    b.hold("redlock");
    three.kill();
    for (auto *worker : {&a, &b}) {
        worker->context.answering = [worker](const test::Sent &sent) -> Result<Reply> {
            if (sent.server == 2)
                return Error{ErrorKind::Transport, "no connection", {}};
            return worker->shared.at(sent.server)->command(sent.command);
        };
    }
    QVERIFY(a.take().held());
    QVERIFY(b.take().kind == Acquired::Kind::NotFree);
    QVERIFY(world.run(a.lock->renew(30s)).done());
    QVERIFY(world.run(a.lock->isHeld()) == Possession::ours());
    QVERIFY(a.release().done());
    QVERIFY(b.take().held());
}

void PitfallsTest::redlock_loserLeavesNoKeys()
{
    RedisServer one;
    RedisServer two;
    RedisServer three;
    World world;
    Contender a(world, {&one, &two, &three}, 1);
    a.hold("redlock");
    one.command({"SET", "lock", "another's"});
    two.command({"SET", "lock", "another's"});
    const auto really = a.context.answering;
    a.context.answering = [&](const test::Sent &sent) -> Result<Reply> {
        auto reply = really(sent);
        if (sent.server == 2 && sent.command[0] == "SET")
            return Error{ErrorKind::Timeout, "no answer", {}}; // it ran nevertheless (D8)
        return reply;
    };
    QVERIFY(a.take().kind == Acquired::Kind::NotFree);
    QCOMPARE(three.command({"EXISTS", "lock"}).integer, std::int64_t(0));
    QCOMPARE(one.command({"GET", "lock"}).text, Bytes("another's"));
}

LOCKSCOPE_TEST(PitfallsTest)
#include "tst_pitfalls.moc"
