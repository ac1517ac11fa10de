// SPDX-License-Identifier: MIT
// What each protocol sends, and how it reads the answers, without a server.
#include "lockcore/locks/catalogue.h"
#include "lockcore/locks/redisson.h"
#include "lockcore/locks/token.h"
#include "support/fake_context.h"
#include "support/test_program.h"

#include <QTest>

#include <set>

using namespace lockcore;
using namespace std::chrono_literals;
using lockcore::test::FakeContext;
using lockcore::test::World;
using Lines = std::vector<std::string>;

namespace {

const Error timeout{ErrorKind::Timeout, "no answer", {}};
const auto ok = Reply::status("OK");
const auto wrongType = Reply::error("WRONGTYPE Operation against a key holding the wrong kind of value");

std::unique_ptr<Lock> make(std::string_view protocol, Context &context, const ProtocolOptions &options = {})
{
    auto made = findProtocol(protocol)->make(context, "lock", options);
    if (!made.ok())
        qFatal("%s", made.error().text.c_str());
    return *std::move(made);
}

/// Answers every acquisition with a grant.
FakeContext::Answering granting(const std::string &protocol)
{
    return [redisson = protocol.starts_with("redisson")](const test::Sent &sent) -> Result<Reply> {
        if (sent.command[0] == "SET")
            return ok;
        return redisson ? Reply::nil() : Reply::number(1);
    };
}

struct Bench
{
    World world;
    FakeContext context{world.queue, world.clock};
};

} // namespace

class ProtocolsTest : public QObject
{
    Q_OBJECT

private slots:
    void catalogue_isComplete();
    void catalogue_pitfallsFitTheProtocol_data();
    void catalogue_pitfallsFitTheProtocol();
    void impossibleOption_isRefused_data();
    void impossibleOption_isRefused();
    void unknownOption_listsTheRightOnes();
    void absurdLease_isRefusedBeforeAnythingIsSent_data();
    void absurdLease_isRefusedBeforeAnythingIsSent();
    void lostAnswer_isUnknown_data();
    void lostAnswer_isUnknown();
    void wrongTypeAtTheKey_isAnError_data();
    void wrongTypeAtTheKey_isAnError();
    void wrongTypeWhileHeld_isALoss_data();
    void wrongTypeWhileHeld_isALoss();
    void wrongTypeOfQueue_doesNotConcernTheLock();
    void scriptThatFailsHalfway_isUnknown();
    void lostGrant_canBeReleased();
    void lostRelease_isUnknownAndNotBelieved();

    void setnxExpire_sendsTwoCommands();
    void setnxExpire_lostExpiryIsUnknown();
    void setNxDel_deletesWithoutComparing();
    void getThenDel_keepsAnothersLock();
    void getThenDel_threadIdIsTheToken();
    void watch_usesItsOwnConnection();
    void watch_looksAgainAfterAnAbort();
    void watch_refusedWhileQueued_isDiscarded();
    void watch_unreadableValue_isUnwatched();
    void token_comparesInOneScript();
    void onlyInLab_isUnsound();
    void timestampTaken_followsItsRules_data();
    void timestampTaken_followsItsRules();
    void timestampTaken_startsAgainTenTimes();
    void timestampExpiry_followsItsRules_data();
    void timestampExpiry_followsItsRules();
    void timestampExpiry_releasesByElapsedTime();
    void threadLocal_reentrySendsNothing();
    void hashReentrant_answers();
    void redisson_answers();
    void redisson_watchdogOnlyWithoutALease();
    void redlock_needsAMajority_data();
    void redlock_needsAMajority();
    void redlock_slowMajorityDoesNotCount();
    void redlock_releasesOnAll();
    void redlock_lostGrant_canBeReleased();
    void fenced_returnsTheNumber();

    void believed_endsWithTheValidity();
    void believed_endsWhenTheReleaseIsSent_data();
    void believed_endsWhenTheReleaseIsSent();
    void believed_lastsUntilTheLastHoldIsReleased_data();
    void believed_lastsUntilTheLastHoldIsReleased();
    void renew_movesTheValidity();
    void lostRenewal_isReported();
    void forceRelease_wakesWaiters();
};

void ProtocolsTest::catalogue_isComplete()
{
    const Lines expected = {"setnx-expire", "set-nx-del",     "get-then-del",   "get-then-del-watch", "token",
                            "prefix-del",   "script-boolean", "token-watchdog", "timestamp-taken",    "timestamp-expiry",
                            "thread-local", "hash-reentrant", "redisson",       "redisson-fair",      "redisson-readwrite",
                            "redlock",      "fenced"};
    Lines names;
    for (const auto &protocol : protocols()) {
        names.emplace_back(protocol.name);
        QVERIFY(!protocol.brokenBy.empty());
        Bench bench;
        QVERIFY(protocol.make(bench.context, "lock", {}).ok());
    }
    QCOMPARE(names, expected);
    QVERIFY(!findProtocol("no-such"));
}

void ProtocolsTest::catalogue_pitfallsFitTheProtocol_data() { absurdLease_isRefusedBeforeAnythingIsSent_data(); }

// What follows from the columns of the table. tst_pitfalls tests what follows from the steps.
void ProtocolsTest::catalogue_pitfallsFitTheProtocol()
{
    QFETCH(std::string, protocol);
    const auto &found = *findProtocol(protocol);
    const std::set<std::string_view> codes(found.brokenBy.begin(), found.brokenBy.end());
    QCOMPARE(codes.size(), found.brokenBy.size()); // none twice
    const std::map<char, int> counts = {{'A', 18}, {'R', 16}, {'L', 21}, {'E', 10}, {'D', 15}, {'C', 6}};
    for (const auto code : codes) {
        const auto number = std::stoi(std::string(code.substr(1)));
        QVERIFY2(counts.contains(code[0]) && number >= 1 && number <= counts.at(code[0]), std::string(code).c_str());
    }
    for (const auto *code : {"L2", "L3", "L5", "L6", "L7", "L16"})
        QVERIFY2(codes.contains(code) == found.watchdog, code);
    QCOMPARE(codes.contains("L1"), !found.watchdog);
    for (const auto *code : {"D1", "D3"})
        QVERIFY2(codes.contains(code) != found.manyServers, code);
    for (const auto *code : {"L8", "L9", "L10"})
        QVERIFY2(codes.contains(code), code);
}

void ProtocolsTest::impossibleOption_isRefused_data()
{
    QTest::addColumn<std::string>("protocol");
    QTest::addColumn<std::string>("name");
    QTest::addColumn<std::string>("value");
    QTest::newRow("no unit") << std::string("token") << std::string("lease") << std::string("30");
    QTest::newRow("nothing") << std::string("token") << std::string("lease") << std::string("0ms");
    QTest::newRow("too long") << std::string("fenced") << std::string("lease") << std::string("366d");
    QTest::newRow("delay") << std::string("token-watchdog") << std::string("first-delay") << std::string("29x");
    QTest::newRow("word") << std::string("token-watchdog") << std::string("owner-check") << std::string("maybe");
    QTest::newRow("preset") << std::string("token-watchdog") << std::string("preset") << std::string("book");
    QTest::newRow("mode") << std::string("redisson-readwrite") << std::string("mode") << std::string("both");
    QTest::newRow("queue") << std::string("redisson-fair") << std::string("queue-timeout") << std::string("0s");
    QTest::newRow("error") << std::string("redisson") << std::string("after-error") << std::string("die");
    QTest::newRow("expire") << std::string("setnx-expire") << std::string("expire") << std::string("never");
    QTest::newRow("misspelt") << std::string("redlock") << std::string("jiter") << std::string("5ms");
    QTest::newRow("another's") << std::string("token") << std::string("mode") << std::string("read");
}

void ProtocolsTest::impossibleOption_isRefused()
{
    QFETCH(std::string, protocol);
    QFETCH(std::string, name);
    QFETCH(std::string, value);
    Bench bench;
    const auto made = findProtocol(protocol)->make(bench.context, "lock", {{name, value}});
    QVERIFY(!made.ok());
    QVERIFY(made.error().kind == ErrorKind::Refused);
    QCOMPARE(made.error().detail, name);
}

void ProtocolsTest::unknownOption_listsTheRightOnes()
{
    Bench bench;
    const auto made = findProtocol("token-watchdog")->make(bench.context, "lock", {{"perod", "1s"}});
    QVERIFY(!made.ok());
    QCOMPARE(made.error().text,
             std::string("this protocol has no option \"perod\", only: after-error, after-loss, first-delay, lease, owner-check, "
                         "period, preset, release, renewal-lease, retry-delay, watchdog-ends"));
}

void ProtocolsTest::absurdLease_isRefusedBeforeAnythingIsSent_data()
{
    QTest::addColumn<std::string>("protocol");
    for (const auto &protocol : protocols())
        QTest::newRow(std::string(protocol.name).c_str()) << std::string(protocol.name);
}

void ProtocolsTest::absurdLease_isRefusedBeforeAnythingIsSent()
{
    QFETCH(std::string, protocol);
    for (const Milliseconds lease : {0ms, -1ms, Lock::longestLease + 1ms, Milliseconds::max(), Milliseconds::min()}) {
        Bench bench;
        const auto lock = make(protocol, bench.context);
        for (const auto &acquired : {bench.world.run(lock->tryAcquire(lease)), bench.world.run(lock->acquire(lease))}) {
            QVERIFY(acquired.kind == Acquired::Kind::Failed);
            QVERIFY(acquired.error.kind == ErrorKind::Refused);
        }
        QVERIFY(bench.world.run(lock->renew(lease)).error.kind == ErrorKind::Refused);
        QCOMPARE(bench.context.texts(), Lines());
    }
}

void ProtocolsTest::lostAnswer_isUnknown_data() { absurdLease_isRefusedBeforeAnythingIsSent_data(); }

void ProtocolsTest::lostAnswer_isUnknown()
{
    QFETCH(std::string, protocol);
    Bench bench;
    bench.context.answering = [](const auto &) { return timeout; };
    const auto lock = make(protocol, bench.context);
    QVERIFY(bench.world.run(lock->tryAcquire()).kind == Acquired::Kind::Unknown);
    QVERIFY(!lock->believed());
    QVERIFY(bench.world.run(lock->isHeld()).kind == Possession::Kind::Unknown);
    QVERIFY(bench.world.run(lock->forceRelease()).kind == Released::Kind::Unknown);
    if (protocol == "timestamp-expiry")
        return; // by its own clock it never held the lock, and sends nothing
    QVERIFY(bench.world.run(lock->release()).kind == Released::Kind::Unknown);
}

void ProtocolsTest::wrongTypeAtTheKey_isAnError_data() { absurdLease_isRefusedBeforeAnythingIsSent_data(); }

void ProtocolsTest::wrongTypeAtTheKey_isAnError()
{
    QFETCH(std::string, protocol);
    Bench bench;
    bench.context.answering = [](const auto &) { return wrongType; };
    const auto lock = make(protocol, bench.context);
    const auto acquired = bench.world.run(lock->acquire());
    QVERIFY(acquired.kind == Acquired::Kind::Failed);
    QVERIFY(acquired.error.is("WRONGTYPE"));
    QVERIFY(bench.context.slept.empty()); // it did not wait
    QVERIFY(bench.world.run(lock->isHeld()).kind == Possession::Kind::Others);
}

void ProtocolsTest::wrongTypeWhileHeld_isALoss_data()
{
    QTest::addColumn<std::string>("protocol");
    for (const auto &protocol : protocols()) {
        if (protocol.sound)
            QTest::newRow(protocol.name.data()) << std::string(protocol.name);
    }
}

void ProtocolsTest::wrongTypeWhileHeld_isALoss()
{
    QFETCH(std::string, protocol);
    const auto inAScript = Reply::error("ERR Error running script (call to f_0): @user_script:2: " + wrongType.text); // before 7.0
    for (const auto &error : {wrongType, inAScript}) {
        Bench bench;
        const auto lock = make(protocol, bench.context);
        bench.context.answering = granting(protocol);
        QVERIFY(bench.world.run(lock->tryAcquire(10s)).held());
        bench.context.answering = [&](const auto &) { return error; };
        const auto renewed = bench.world.run(lock->renew(10s));
        QVERIFY(renewed.kind == Renewed::Kind::Lost || renewed.error.detail == "unsupported");
        const auto released = bench.world.run(lock->release());
        QVERIFY(released.kind == Released::Kind::NotOwner);
        QVERIFY(!lock->believed());
    }
}

void ProtocolsTest::wrongTypeOfQueue_doesNotConcernTheLock()
{
    Bench bench;
    const auto lock = make("redisson-fair", bench.context);
    bench.context.replies = {Reply::nil(), wrongType, Reply::number(1)};
    QVERIFY(bench.world.run(lock->tryAcquire(10s)).held());
    const auto released = bench.world.run(lock->release());
    QVERIFY(released.kind == Released::Kind::Failed);
    QVERIFY(released.error.is("WRONGTYPE"));
}

// PEXPIRE is not permitted, but the owner was already written.
void ProtocolsTest::scriptThatFailsHalfway_isUnknown()
{
    for (const auto *protocol : {"hash-reentrant", "redisson", "redisson-fair", "redisson-readwrite"}) {
        for (const auto *error : {"NOPERM User u has no permissions to run the 'pexpire' command script: 0123, on @user_script:5.",
                                  "ERR The user executing the script can't run this command or subcommand script: 0123, on @user_script:5.",
                                  "ERR Error running script (call to f_0): @user_script:5: The user executing the script can't run this"}) {
            Bench bench;
            const auto lock = make(protocol, bench.context);
            bench.context.replies = {Reply::error(error), Reply::number(1)};
            const auto acquired = bench.world.run(lock->tryAcquire(10s));
            QVERIFY2(acquired.kind == Acquired::Kind::Unknown && acquired.error.kind == ErrorKind::Server, protocol);
            QVERIFY(bench.world.run(lock->release()).done());
        }
        Bench bench;
        const auto lock = make(protocol, bench.context);
        bench.context.replies = {Reply::error("NOPERM this user has no permissions to run the 'eval' command")};
        QVERIFY(bench.world.run(lock->tryAcquire(10s)).kind == Acquired::Kind::Failed);
    }
}

void ProtocolsTest::lostGrant_canBeReleased()
{
    for (const auto *protocol : {"get-then-del", "get-then-del-watch", "token", "token-watchdog", "thread-local", "fenced"}) {
        Bench bench;
        const auto lock = make(protocol, bench.context);
        bench.context.replies = {timeout};
        QVERIFY(bench.world.run(lock->tryAcquire(1s)).kind == Acquired::Kind::Unknown);
        bench.context.sent.clear();
        bench.context.answering = [](const auto &) { return Reply::number(0); };
        (void)bench.world.run(lock->release());
        bool named = protocol == std::string("get-then-del") || protocol == std::string("get-then-del-watch");
        for (const auto &line : bench.context.texts())
            named = named || line == "EVAL 1 lock At1";
        QVERIFY2(named, protocol);
    }
}

void ProtocolsTest::lostRelease_isUnknownAndNotBelieved()
{
    Bench bench;
    TokenLock lock(bench.context, "lock");
    bench.context.replies = {ok, timeout};
    QVERIFY(bench.world.run(lock.tryAcquire(1s)).held());
    QVERIFY(lock.believed());
    QVERIFY(bench.world.run(lock.release()).kind == Released::Kind::Unknown);
    QVERIFY(!lock.believed());
}

void ProtocolsTest::setnxExpire_sendsTwoCommands()
{
    Bench bench;
    const auto lock = make("setnx-expire", bench.context);
    bench.context.replies = {Reply::number(1), Reply::number(1), Reply::number(1)};
    const auto acquired = bench.world.run(lock->tryAcquire(1s));
    QVERIFY(acquired == Acquired::heldFor(1s, "At1"));
    QVERIFY(bench.world.run(lock->release()).done());
    QCOMPARE(bench.context.texts(), Lines({"SETNX lock At1", "PEXPIRE lock 1000", "DEL lock"}));
    bench.context.replies = {Reply::number(0)};
    QVERIFY(bench.world.run(lock->tryAcquire(1s)).kind == Acquired::Kind::NotFree); // and a loser sends no EXPIRE (A2)
    QCOMPARE(bench.context.sent.size(), std::size_t(4));
}

void ProtocolsTest::setnxExpire_lostExpiryIsUnknown()
{
    Bench bench;
    const auto lock = make("setnx-expire", bench.context);
    bench.context.replies = {Reply::number(1), Reply::error("NOPERM no PEXPIRE")};
    QVERIFY(bench.world.run(lock->tryAcquire(1s)).kind == Acquired::Kind::Unknown);
}

void ProtocolsTest::setNxDel_deletesWithoutComparing()
{
    Bench bench;
    const auto lock = make("set-nx-del", bench.context);
    bench.context.replies = {ok, Reply::number(0), Reply::nil()};
    QVERIFY(bench.world.run(lock->tryAcquire(1s)).held());
    QVERIFY(bench.world.run(lock->release()).kind == Released::Kind::NotOwner);
    QVERIFY(bench.world.run(lock->tryAcquire()).kind == Acquired::Kind::NotFree);
    QCOMPARE(bench.context.texts(), Lines({"SET lock At1 NX PX 1000", "DEL lock", "SET lock At2 NX PX 30000"}));
}

void ProtocolsTest::getThenDel_keepsAnothersLock()
{
    Bench bench;
    const auto lock = make("get-then-del", bench.context);
    bench.context.replies = {ok, Reply::bulk("Bt1")};
    QVERIFY(bench.world.run(lock->tryAcquire(1s)).held());
    QVERIFY(bench.world.run(lock->release()).kind == Released::Kind::NotOwner);
    QCOMPARE(bench.context.texts(), Lines({"SET lock At1 NX PX 1000", "GET lock"}));
    bench.context.replies = {ok, Reply::bulk("At2"), Reply::number(1)};
    QVERIFY(bench.world.run(lock->tryAcquire(1s)).held());
    QVERIFY(bench.world.run(lock->release()).done());
    QCOMPARE(bench.context.texts().back(), std::string("DEL lock"));
}

void ProtocolsTest::getThenDel_threadIdIsTheToken()
{
    Bench bench;
    const auto lock = make("get-then-del", bench.context, {{"token", "thread-id"}});
    bench.context.replies = {ok};
    QCOMPARE(bench.world.run(lock->tryAcquire(1s)).token, Bytes("1"));
}

void ProtocolsTest::watch_usesItsOwnConnection()
{
    Bench bench;
    const auto lock = make("get-then-del-watch", bench.context);
    const auto queued = Reply::status("QUEUED");
    bench.context.replies = {ok, ok, Reply::bulk("At1"), ok, queued, Reply::array({Reply::number(1)})};
    QVERIFY(bench.world.run(lock->tryAcquire(1s)).held());
    QVERIFY(bench.world.run(lock->release()).done());
    QCOMPARE(bench.context.texts(), Lines({"SET lock At1 NX PX 1000", "WATCH lock", "GET lock", "MULTI", "DEL lock", "EXEC"}));
    for (std::size_t i = 0; i < bench.context.sent.size(); ++i)
        QCOMPARE(bench.context.sent[i].alone, i > 0);
}

void ProtocolsTest::watch_looksAgainAfterAnAbort()
{
    Bench bench;
    const auto lock = make("get-then-del-watch", bench.context);
    const auto queued = Reply::status("QUEUED");
    bench.context.replies = {ok, ok, Reply::bulk("At1"), ok, queued, Reply::nil(), ok, Reply::bulk("Bt1"), ok};
    QVERIFY(bench.world.run(lock->tryAcquire(1s)).held());
    QVERIFY(bench.world.run(lock->release()).kind == Released::Kind::NotOwner);
    QCOMPARE(bench.context.texts().back(), std::string("UNWATCH"));
}

void ProtocolsTest::watch_refusedWhileQueued_isDiscarded()
{
    for (const std::size_t answered : {3u, 4u, 5u}) { // MULTI, DEL, EXEC is refused
        Bench bench;
        const auto lock = make("get-then-del-watch", bench.context);
        bench.context.replies = {ok, ok, Reply::bulk("At1"), ok, Reply::status("QUEUED")};
        bench.context.replies.erase(bench.context.replies.begin() + static_cast<std::ptrdiff_t>(answered), bench.context.replies.end());
        bench.context.replies.push_back(Reply::error("OOM command not allowed when used memory > 'maxmemory'."));
        bench.context.replies.push_back(ok);
        QVERIFY(bench.world.run(lock->tryAcquire(1s)).held());
        const auto released = bench.world.run(lock->release());
        QVERIFY(released.kind == Released::Kind::Failed);
        QVERIFY(released.error.is("OOM"));
        QCOMPARE(bench.context.texts().back(), std::string("DISCARD"));
        QVERIFY(bench.context.sent.back().alone);
    }
}

void ProtocolsTest::watch_unreadableValue_isUnwatched()
{
    Bench bench;
    const auto lock = make("get-then-del-watch", bench.context);
    bench.context.replies = {ok, ok, wrongType, ok};
    QVERIFY(bench.world.run(lock->tryAcquire(1s)).held());
    QVERIFY(bench.world.run(lock->release()).kind == Released::Kind::NotOwner);
    QCOMPARE(bench.context.texts().back(), std::string("UNWATCH"));
}

void ProtocolsTest::token_comparesInOneScript()
{
    Bench bench;
    const auto lock = make("token", bench.context);
    bench.context.replies = {ok, Reply::number(1), Reply::number(1), Reply::number(0)};
    QVERIFY(bench.world.run(lock->tryAcquire(1s)).held());
    QVERIFY(bench.world.run(lock->renew(2s)).done());
    QVERIFY(bench.world.run(lock->release()).done());
    QVERIFY(bench.world.run(lock->release()).kind == Released::Kind::NotOwner);
    QCOMPARE(bench.context.texts(), Lines({"SET lock At1 NX PX 1000", "EVAL 1 lock At1 2000", "EVAL 1 lock At1", "EVAL 1 lock At1"}));
    QVERIFY(bench.world.run(lock->reenter()).kind == Acquired::Kind::NotFree);
}

// The fake clock shows 1 800 001 000 000 ms at the beginning.
// What reaches the keys of others is there to be broken, and nothing else.
void ProtocolsTest::onlyInLab_isUnsound()
{
    Lines names;
    for (const auto &protocol : protocols()) {
        if (protocol.onlyInLab)
            names.emplace_back(protocol.name);
        QVERIFY2(!protocol.onlyInLab || !protocol.sound, std::string(protocol.name).c_str());
    }
    QCOMPARE(names, Lines{"prefix-del"});
}

void ProtocolsTest::timestampTaken_followsItsRules_data()
{
    QTest::addColumn<std::string>("found");
    QTest::addColumn<std::string>("old");
    QTest::addColumn<bool>("held");
    QTest::addColumn<int>("commands");
    QTest::newRow("young") << std::string("1800000995001") << std::string() << false << 2;
    QTest::newRow("as old as the lifetime") << std::string("1800000995000") << std::string("1800000995000") << true << 3;
    QTest::newRow("another was faster") << std::string("1800000995000") << std::string("1800001000000") << false << 3;
    QTest::newRow("freed meanwhile") << std::string("1800000995000") << std::string("nil") << true << 3;
    QTest::newRow("from the future") << std::string("1900000000000") << std::string() << false << 2;
    QTest::newRow("nonsense") << std::string("-9223372036854775808") << std::string("-9223372036854775808") << true << 3;
}

void ProtocolsTest::timestampTaken_followsItsRules()
{
    QFETCH(std::string, found);
    QFETCH(std::string, old);
    QFETCH(bool, held);
    QFETCH(int, commands);
    Bench bench;
    const auto lock = make("timestamp-taken", bench.context);
    bench.context.replies = {Reply::number(0), Reply::bulk(found), old == "nil" ? Reply::nil() : Reply::bulk(old)};
    QCOMPARE(bench.world.run(lock->tryAcquire()).held(), held);
    QCOMPARE(bench.context.sent.size(), static_cast<std::size_t>(commands));
    QCOMPARE(bench.context.texts().front(), std::string("SETNX lock 1800001000000"));
}

void ProtocolsTest::timestampTaken_startsAgainTenTimes()
{
    Bench bench;
    const auto lock = make("timestamp-taken", bench.context);
    bench.context.answering = [](const auto &sent) { return sent.command[0] == "GET" ? Reply::nil() : Reply::number(0); };
    QVERIFY(bench.world.run(lock->tryAcquire()).kind == Acquired::Kind::NotFree);
    QCOMPARE(bench.context.sent.size(), std::size_t(20));
}

void ProtocolsTest::timestampExpiry_followsItsRules_data()
{
    QTest::addColumn<std::string>("found");
    QTest::addColumn<std::string>("old");
    QTest::addColumn<bool>("held");
    QTest::addColumn<int>("commands");
    QTest::newRow("lapses now") << std::string("1800001000000") << std::string() << false << 2;
    QTest::newRow("has lapsed") << std::string("1800000999999") << std::string("1800000999999") << true << 3;
    QTest::newRow("another was faster") << std::string("1800000999999") << std::string("1800001030000") << false << 3;
    QTest::newRow("nil counts as 0") << std::string("nil") << std::string("nil") << true << 3;
    QTest::newRow("nil, and another came") << std::string("nil") << std::string("1800001030000") << false << 3;
    QTest::newRow("beyond all clocks") << std::string("9223372036854775807") << std::string("9223372036854775807") << true << 3;
}

void ProtocolsTest::timestampExpiry_followsItsRules()
{
    QFETCH(std::string, found);
    QFETCH(std::string, old);
    QFETCH(bool, held);
    QFETCH(int, commands);
    const auto reply = [](const std::string &text) { return text == "nil" ? Reply::nil() : Reply::bulk(text); };
    Bench bench;
    const auto lock = make("timestamp-expiry", bench.context);
    bench.context.replies = {Reply::number(0), reply(found), reply(old)};
    QCOMPARE(bench.world.run(lock->tryAcquire()).held(), held);
    QCOMPARE(bench.context.sent.size(), static_cast<std::size_t>(commands));
    QCOMPARE(bench.context.texts().front(), std::string("SETNX lock 1800001030000"));
}

void ProtocolsTest::timestampExpiry_releasesByElapsedTime()
{
    Bench bench;
    const auto lock = make("timestamp-expiry", bench.context);
    bench.context.answering = [](const auto &) { return Reply::number(1); };
    QVERIFY(bench.world.run(lock->tryAcquire(1s)).held());
    bench.world.pass(1s);
    QVERIFY(bench.world.run(lock->release()).done()); // elapsed == lease
    QVERIFY(bench.world.run(lock->tryAcquire(1s)).held());
    bench.world.pass(1001ms);
    bench.context.sent.clear();
    QVERIFY(bench.world.run(lock->release()).kind == Released::Kind::NotOwner);
    QVERIFY(bench.context.sent.empty());
}

void ProtocolsTest::threadLocal_reentrySendsNothing()
{
    Bench bench;
    const auto lock = make("thread-local", bench.context);
    bench.context.replies = {ok, Reply::number(1)};
    QVERIFY(bench.world.run(lock->tryAcquire(1s)).held());
    QVERIFY(bench.world.run(lock->reenter()).held());
    QCOMPARE(bench.context.sent.size(), std::size_t(1));
    QVERIFY(bench.world.run(lock->release()) == Released::stillHeld(1));
    QVERIFY(lock->believed());
    QVERIFY(bench.world.run(lock->release()).done());
    QVERIFY(bench.context.memory().empty());
    QCOMPARE(bench.context.sent.size(), std::size_t(2));
}

void ProtocolsTest::hashReentrant_answers()
{
    Bench bench;
    const auto lock = make("hash-reentrant", bench.context);
    bench.context.replies = {Reply::number(1), Reply::number(1), Reply::number(0), Reply::number(1), Reply::nil(), Reply::number(0)};
    QVERIFY(bench.world.run(lock->tryAcquire(1s)).held());
    QVERIFY(bench.world.run(lock->reenter(1s)).held());
    QVERIFY(bench.world.run(lock->release()) == Released::stillHeld(1));
    QVERIFY(bench.world.run(lock->release()).done());
    QVERIFY(bench.world.run(lock->release()).kind == Released::Kind::NotOwner);
    QVERIFY(bench.world.run(lock->tryAcquire(1s)).kind == Acquired::Kind::NotFree);
    QCOMPARE(bench.context.texts().front(), std::string("EVAL 1 lock 11111111-2222-4333-8444-555555555555:1 1000"));
}

void ProtocolsTest::redisson_answers()
{
    Bench bench;
    RedissonLock lock(bench.context, "lock");
    bench.context.replies = {Reply::number(700), Reply::number(-1), Reply::nil(), Reply::nil(),
                             Reply::number(0),   Reply::number(1),  Reply::nil()};
    QVERIFY(bench.world.run(lock.tryAcquire(1s)) == Acquired::notFree({}, 700ms));
    QVERIFY(bench.world.run(lock.tryAcquire(1s)) == Acquired::notFree());
    QVERIFY(bench.world.run(lock.tryAcquire(1s)).held());
    QVERIFY(bench.world.run(lock.reenter(1s)).held());
    QVERIFY(bench.world.run(lock.release()) == Released::stillHeld(1));
    QVERIFY(bench.world.run(lock.release()).done());
    QVERIFY(bench.world.run(lock.release()).kind == Released::Kind::NotOwner);
    QCOMPARE(bench.context.texts().back(),
             std::string("EVAL 2 lock redisson_lock__channel:{lock} 1000 11111111-2222-4333-8444-555555555555:1 0"));
}

void ProtocolsTest::redisson_watchdogOnlyWithoutALease()
{
    Bench bench;
    RedissonLock lock(bench.context, "lock");
    bench.context.replies = {Reply::nil()};
    bench.context.answering = [](const auto &) { return Reply::number(1); };
    QVERIFY(bench.world.run(lock.tryAcquire(30s)).held());
    bench.world.pass(25s);
    QCOMPARE(bench.context.sent.size(), std::size_t(1));
    bench.context.replies = {Reply::nil()};
    QVERIFY(bench.world.run(lock.tryAcquire()).held());
    bench.world.pass(25s);
    QCOMPARE(bench.context.sent.size(), std::size_t(4)); // at 10 s and 20 s
    QCOMPARE(bench.context.texts().back(), std::string("EVAL 1 lock 11111111-2222-4333-8444-555555555555:1 30000"));
    QVERIFY(bench.world.run(lock.release()).done());
    bench.world.pass(60s);
    QCOMPARE(bench.context.sent.size(), std::size_t(5));
}

void ProtocolsTest::redlock_needsAMajority_data()
{
    QTest::addColumn<std::string>("answers"); // y yes, n not free, l lost, e error
    QTest::addColumn<std::string>("outcome");
    QTest::newRow("all") << std::string("yyyyy") << std::string("held");
    QTest::newRow("three of five") << std::string("nylyy") << std::string("held");
    QTest::newRow("two of five") << std::string("yynnn") << std::string("not free");
    QTest::newRow("two, and one who knows") << std::string("yylnl") << std::string("not free");
    QTest::newRow("nobody answers") << std::string("lllll") << std::string("unknown");
    QTest::newRow("nobody may") << std::string("eeeee") << std::string("failed");
    QTest::newRow("two of four are no majority") << std::string("yynn") << std::string("not free");
    QTest::newRow("one of one") << std::string("y") << std::string("held");
}

void ProtocolsTest::redlock_needsAMajority()
{
    QFETCH(std::string, answers);
    QFETCH(std::string, outcome);
    Bench bench;
    bench.context.serverCount = answers.size();
    bench.context.answering = [&](const test::Sent &sent) -> Result<Reply> {
        if (sent.command[0] == "EVAL")
            return Reply::number(0);
        switch (answers[sent.server]) {
        case 'y': return ok;
        case 'n': return Reply::nil();
        case 'e': return Reply::error("NOPERM no");
        default: return timeout;
        }
    };
    const auto lock = make("redlock", bench.context);
    const auto acquired = bench.world.run(lock->tryAcquire(1s));
    QCOMPARE(std::string(toString(acquired.kind)), outcome);
    if (acquired.held())
        QVERIFY(acquired.validity == 1s - 12ms); // lease ÷ 100 + 2 ms, and no time has passed
    // Not held: it is freed on all servers, also where the answer was lost.
    QCOMPARE(bench.context.sent.size(), acquired.held() ? answers.size() : 2 * answers.size());
    for (std::size_t i = 0; i < bench.context.sent.size(); ++i)
        QCOMPARE(bench.context.sent[i].server, i % answers.size());
}

void ProtocolsTest::redlock_slowMajorityDoesNotCount()
{
    for (const auto &[delay, held] : {std::pair(987ms, true), std::pair(988ms, false)}) {
        Bench bench;
        bench.context.serverCount = 3;
        bench.context.answering = [&bench, delay = delay](const test::Sent &sent) -> Result<Reply> {
            if (sent.server == 2 && sent.command[0] == "SET")
                bench.world.clock.advance(delay);
            return ok;
        };
        const auto lock = make("redlock", bench.context);
        const auto acquired = bench.world.run(lock->tryAcquire(1s));
        QCOMPARE(acquired.held(), held);
        if (held)
            QVERIFY(lock->validUntil() == bench.world.clock.now() + 1ms);
        else
            QCOMPARE(bench.context.texts().back(), std::string("EVAL 1 lock At1"));
    }
}

void ProtocolsTest::redlock_releasesOnAll()
{
    Bench bench;
    bench.context.serverCount = 3;
    const auto lock = make("redlock", bench.context);
    bench.context.replies = {ok, ok, timeout, Reply::number(1), timeout, Reply::number(1)};
    QVERIFY(bench.world.run(lock->tryAcquire(1s)).held());
    QVERIFY(bench.world.run(lock->release()).done());
    QCOMPARE(bench.context.sent.size(), std::size_t(6));
    bench.context.replies = {Reply::number(0), Reply::number(0), Reply::number(1)};
    QVERIFY(bench.world.run(lock->release()).kind == Released::Kind::NotOwner);
}

void ProtocolsTest::redlock_lostGrant_canBeReleased()
{
    Bench bench;
    bench.context.serverCount = 3;
    const auto lock = make("redlock", bench.context);
    bench.context.answering = [](const auto &) { return timeout; };
    QVERIFY(bench.world.run(lock->tryAcquire(1s)).kind == Acquired::Kind::Unknown);
    bench.context.answering = [](const auto &) { return Reply::number(1); };
    bench.context.sent.clear();
    QVERIFY(bench.world.run(lock->release()).done());
    QCOMPARE(bench.context.texts(), Lines(3, "EVAL 1 lock At1"));
}

void ProtocolsTest::fenced_returnsTheNumber()
{
    Bench bench;
    const auto lock = make("fenced", bench.context);
    bench.context.replies = {Reply::number(34), Reply::nil()};
    const auto acquired = bench.world.run(lock->tryAcquire(1s));
    QVERIFY(acquired.held());
    QCOMPARE(acquired.fencingToken.value_or(0), std::int64_t(34));
    QVERIFY(bench.world.run(lock->tryAcquire(1s)).kind == Acquired::Kind::NotFree);
    QCOMPARE(bench.context.texts().front(), std::string("EVAL 2 lock lock:fence At1 1000"));
}

void ProtocolsTest::believed_endsWithTheValidity()
{
    Bench bench;
    TokenLock lock(bench.context, "lock");
    bench.context.holdsBack = true;
    const auto acquired = bench.world.start(lock.tryAcquire(1s));
    bench.world.pass(400ms);
    bench.context.deliver(ok);
    QVERIFY(acquired->value().held());
    bench.world.pass(599ms); // counted from the request, not from the answer
    QVERIFY(lock.believed());
    bench.world.pass(1ms);
    QVERIFY(!lock.believed());
    QVERIFY(lock.lost().ready());
}

void ProtocolsTest::believed_endsWhenTheReleaseIsSent_data() { absurdLease_isRefusedBeforeAnythingIsSent_data(); }

void ProtocolsTest::believed_endsWhenTheReleaseIsSent()
{
    QFETCH(std::string, protocol);
    Bench bench;
    const auto lock = make(protocol, bench.context);
    bench.context.answering = granting(protocol);
    QVERIFY(bench.world.run(lock->tryAcquire(1s)).held());
    QVERIFY(lock->believed());
    bench.context.holdsBack = true;
    const auto released = bench.world.start(lock->release());
    QCOMPARE(bench.context.heldBack(), std::size_t(1));
    QVERIFY(!released->has_value());
    QVERIFY(!lock->believed()); // it may be another's by now
}

void ProtocolsTest::believed_lastsUntilTheLastHoldIsReleased_data()
{
    QTest::addColumn<std::string>("protocol");
    for (const auto *protocol : {"hash-reentrant", "redisson", "redisson-fair", "redisson-readwrite"})
        QTest::newRow(protocol) << std::string(protocol);
}

void ProtocolsTest::believed_lastsUntilTheLastHoldIsReleased()
{
    QFETCH(std::string, protocol);
    Bench bench;
    const auto lock = make(protocol, bench.context);
    bench.context.answering = granting(protocol);
    QVERIFY(bench.world.run(lock->tryAcquire(1s)).held());
    QVERIFY(bench.world.run(lock->reenter(1s)).held());
    bench.context.holdsBack = true;
    const auto inner = bench.world.start(lock->release());
    QVERIFY(lock->believed()); // the outer hold is not being released
    bench.context.deliver(timeout);
    QVERIFY(inner->value().kind == Released::Kind::Unknown);
    QVERIFY(lock->believed());
    const auto outer = bench.world.start(lock->release());
    QVERIFY(!lock->believed());
    bench.context.deliver(Reply::number(0)); // the inner release had never arrived
    QVERIFY(outer->value() == Released::stillHeld(1));
    QVERIFY(!lock->believed()); // the worker has released what it acquired
}

void ProtocolsTest::renew_movesTheValidity()
{
    Bench bench;
    TokenLock lock(bench.context, "lock");
    bench.context.replies = {ok, Reply::number(1)};
    QVERIFY(bench.world.run(lock.tryAcquire(1s)).held());
    bench.world.pass(900ms);
    QVERIFY(bench.world.run(lock.renew(2s)).done());
    QVERIFY(lock.validUntil() == bench.world.clock.now() + 2s);
    bench.world.pass(1999ms);
    QVERIFY(lock.believed());
}

void ProtocolsTest::lostRenewal_isReported()
{
    Bench bench;
    TokenLock lock(bench.context, "lock");
    bench.context.replies = {ok, Reply::number(0)};
    QVERIFY(bench.world.run(lock.tryAcquire(10s)).held());
    const auto lost = lock.lost();
    QVERIFY(!lost.ready());
    QVERIFY(bench.world.run(lock.renew(10s)).kind == Renewed::Kind::Lost);
    QVERIFY(lost.ready());
    QVERIFY(!lock.believed());
}

void ProtocolsTest::forceRelease_wakesWaiters()
{
    Bench bench;
    const auto lock = make("redisson", bench.context);
    bench.context.replies = {Reply::number(1)};
    QVERIFY(bench.world.run(lock->forceRelease()).done());
    QCOMPARE(bench.context.texts().back(), std::string("EVAL 2 lock redisson_lock__channel:{lock} 0"));
    const auto write = make("redisson-readwrite", bench.context);
    bench.context.replies = {Reply::number(0)};
    QVERIFY(bench.world.run(write->forceRelease()).kind == Released::Kind::NotOwner);
    QCOMPARE(bench.context.texts().back(), std::string("EVAL 3 lock redisson_rwlock:{lock} {lock} 1"));
}

LOCKSCOPE_TEST(ProtocolsTest)
#include "tst_protocols.moc"
