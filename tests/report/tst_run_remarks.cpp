// SPDX-License-Identifier: MIT
// What is remarked on workers, from short stories.
#include "support/history_builder.h"
#include "support/test_program.h"

#include "lockcore/report/run_remarks.h"

#include <QTest>

using namespace lockcore;
using namespace lockcore::test;
using namespace std::chrono_literals;

namespace {

QString remarksText(const History &history)
{
    QStringList texts;
    for (const auto &remark : remarksOn(history)) {
        using enum RunRemark::Weight;
        const auto weight = remark.weight == Note ? "note: " : remark.weight == Spoils ? "spoils: " : "mistake: ";
        texts << QString::fromStdString(weight + remark.sentence);
        if (remark.events.empty() && (remark.weight == Mistake || !remark.pitfall.empty()))
            texts << u"without proof"_s;
    }
    return texts.join(u'\n');
}

entry::Received errorOf(const std::string &code, const std::string &text)
{
    entry::Received received;
    received.answer = entry::Answer::Error;
    received.code = code;
    received.text = text;
    received.indefinite = true;
    return received;
}

HistoryBuilder ready() { return begun(); }

entry::Died diedWith(const std::string &text) { return {{"A", 1}, entry::Death::Crashed, text}; }

} // namespace

class TestRunRemarks final : public QObject
{
    Q_OBJECT

private slots:
    void plainRun_hasNoRemarks();
    void selfEndedWorker_isNamed();
    void lockThatNobodyGot_isReportedWithLastAnswer();
    void claimBeyondTheLease_isAMistake();
    void claimBeyondTheMajority_isAMistake();
    void claimOfTheNextOwner_countsFromTheReleaseOfTheLast();
    void uselessRelease_isAMistake();
    void refusalOfAnAcquireThatGotTheLock_isAMistake();
    void refusalOfAWaiterThatGotTheLockFromARelease_isAMistake();
    void refusalOfWhoWaitsForEver_isAMistake();
    void refusalOfTheFirstWhoAsks_isAMistake();
    void answerLongAfterTheEndOfTheWait_isAMistake();
    void lossOfALockThatIsThere_isAMistake();
    void denialOfAReleaseThatFreedTheLock_isNoted();
    void tokenOfAnotherGrant_isAMistake();
    void unansweredRequest_isNamed();
    void subscriberThatNobodyWoke_isNamed();
};

// B has subscribed, A releases, and B tries again only long afterwards.
void TestRunRemarks::subscriberThatNobodyWoke_isNamed()
{
    const auto story = [](const std::string &command, double tries) {
        auto story = ready();
        story.at(10).gets("A").at(20).acquire("B").turn("B", "SET").turn("B", command).at(100).givesBack("A").at(tries).takes("B").ok("B");
        return story.at(tries + 10).givesBack("B").end();
    };
    QCOMPARE(remarksText(story("SUBSCRIBE", 1100)),
             u"mistake: a lost wake-up (R14): B slept for 1.0 s while the lock was free; it had subscribed, and no message woke it"_s);
    QVERIFY(remarksText(story("SUBSCRIBE", 900)).startsWith(u"note: a lost wake-up (R14): B slept for 0.8 s"));
    QCOMPARE(remarksText(story("SUBSCRIBE", 110)), QString());
    QCOMPARE(remarksText(story("UNSUBSCRIBE", 1100)), QString()); // it only polls
    auto paused = ready();
    paused.at(10).gets("A").at(20).acquire("B").turn("B", "SUBSCRIBE").at(100).givesBack("A").at(110).pauses("B").at(1050).resumes("B");
    QCOMPARE(remarksText(paused.at(1100).takes("B").ok("B").givesBack("B").end()), QString());
}

void TestRunRemarks::plainRun_hasNoRemarks()
{
    QCOMPARE(remarksText(ready().gets("A").givesBack("A").end()), QString());
    QCOMPARE(remarksText(ready().gets("A").dies("A").gets("B").end()), QString()); // it was killed
    QCOMPARE(remarksText(ready().gets("A").request("A", entry::Request::Bye).dies("A", entry::Death::Bye).end()), QString());
    QCOMPARE(remarksText(ready().end()), QString()); // nobody asked for the lock
    QCOMPARE(remarksText(HistoryBuilder().worker("A").acquire("A").end()), QString());
}

void TestRunRemarks::selfEndedWorker_isNamed()
{
    QCOMPARE(remarksText(ready().gets("A").add(diedWith("exit code 3")).end()),
             QStringLiteral("spoils: A ended by itself in the middle of the run: exit code 3"));
    QCOMPARE(remarksText(ready().gets("A").request("A", entry::Request::Bye).add(diedWith("exit code 3")).end()),
             QStringLiteral("note: A did not end with exit code 0 after \"bye\": exit code 3"));
}

void TestRunRemarks::lockThatNobodyGot_isReportedWithLastAnswer()
{
    QCOMPARE(remarksText(ready().acquire("A", {}, 0ms).no("A").acquire("B").answer("B", errorOf("E", "no lock\ntoday")).end()),
             QStringLiteral("spoils: no worker ever got the lock; the last answer was B's \"err E\": no lock\\ntoday\n"
                            "mistake: A answered \"acquire\" by \"no\" (entry 7), though nobody else had asked for `stock`"));
    QCOMPARE(remarksText(ready().acquire("A", {}, 0ms).no("A").end()).section(u'\n', 0, 0),
             QStringLiteral("spoils: no worker ever got the lock; the last answer was A's \"no\""));
    QCOMPARE(remarksText(ready().acquire("A").dies("A").end()),
             QStringLiteral("spoils: no worker ever got the lock, and none was answered"));
    QCOMPARE(remarksText(ready().acquire("A", {}, 0ms).no("A").gets("B").end()),
             QStringLiteral("mistake: A answered \"acquire\" by \"no\" (entry 7), though nobody else had asked for `stock`"));
}

void TestRunRemarks::claimBeyondTheLease_isAMistake()
{
    const auto acquired = [](Milliseconds validity) {
        entry::Received ok;
        ok.validity = validity;
        return remarksText(ready().acquire("A").takes("A").answer("A", ok).at(100).release("A").frees("A").ok("A").end());
    };
    QCOMPARE(acquired(290ms), QString());
    QCOMPARE(acquired(300ms), QString()); // as if no time had passed: within the clocks' tolerance
    QVERIFY2(acquired(400ms).startsWith(QStringLiteral("mistake: A said that it holds the lock for 400 ms (entry ")),
             qPrintable(acquired(400ms)));
    QVERIFY2(acquired(400ms).endsWith(QStringLiteral("but the server kept it for 300 ms")), qPrintable(acquired(400ms)));
}

// Of three servers, two executed the command 150 ms before the third.
void TestRunRemarks::claimBeyondTheMajority_isAMistake()
{
    const auto acquired = [](Milliseconds validity) {
        auto story = ready();
        story.header.servers = 3;
        story.header.quorum = 2;
        entry::Received ok;
        ok.validity = validity;
        story.at(10).acquire("A").on(0).takes("A").on(1).takes("A").at(160).on(2).takes("A").answer("A", ok);
        return remarksText(story.at(200).end());
    };
    QCOMPARE(acquired(150ms), QString());
    auto paused = ready(); // the third reply is held, and the majority of the first two was enough for what it wrote before a pause
    paused.header.servers = 3;
    paused.header.quorum = 2;
    entry::Received ok;
    ok.validity = 290ms;
    paused.at(10).acquire("A").on(0).takes("A").on(1).takes("A").on(2).takes("A");
    paused.add(entry::NetworkFaulted{{"A", 1}, entry::NetworkFault::HoldReply}).pauses("A").at(200).resumes("A");
    paused.add(entry::NetworkFaulted{{"A", 1}, entry::NetworkFault::Healed}).answer("A", ok);
    QCOMPARE(remarksText(paused.at(250).end()), QString());
    QVERIFY2(acquired(290ms).endsWith(QStringLiteral("but the server kept it for 150 ms")), qPrintable(acquired(290ms)));
}

// Nothing was asked of the server when one owner of the process handed its lock to another.
void TestRunRemarks::claimOfTheNextOwner_countsFromTheReleaseOfTheLast()
{
    const auto handedOver = [](Milliseconds validity) {
        entry::Received ok;
        ok.validity = validity;
        auto story = ready();
        story.at(10).gets("A/A").acquire("A/A2").at(210).release("A/A").ok("A/A").answer("A/A2", ok);
        return remarksText(story.at(250).end());
    };
    QVERIFY2(!handedOver(90ms).contains(QStringLiteral("said that it holds")), qPrintable(handedOver(90ms)));
    QVERIFY2(handedOver(300ms).contains(QStringLiteral("A said that it holds the lock for 300 ms")), qPrintable(handedOver(300ms)));
}

void TestRunRemarks::uselessRelease_isAMistake()
{
    const auto kept = ready().gets("A").release("A").ok("A").at(280).end();
    QVERIFY2(remarksText(kept).startsWith(QStringLiteral("mistake: A answered \"release\" by \"ok\" (entry ")),
             qPrintable(remarksText(kept)));
    QVERIFY(remarksText(kept).endsWith(QStringLiteral("but its lock was still on the server: the release freed nothing")));
    QVERIFY(!remarksText(ready().gets("A").release("A").ok("A").at(400).expires("A").end()).isEmpty());

    const auto setAnew =
        ready().gets("A").release("A").renews("A").ok("A").at(280).end(); // it hands the lock to its own old place in a queue
    QVERIFY2(remarksText(setAnew).contains(u"the release freed nothing"), qPrintable(remarksText(setAnew)));

    const auto denied = ready().gets("A").release("A").no("A").at(280).end();
    QVERIFY2(remarksText(denied).startsWith(QStringLiteral("mistake: A answered \"release\" by \"no\"")), qPrintable(remarksText(denied)));
    QCOMPARE(remarksText(ready().gets("A").at(200).release("A").no("A").end()), QString());                     // it may count its own time
    const auto afterAWait = ready().acquire("A").at(200).takes("A").ok("A").release("A").no("A").at(480).end(); // from its grant
    QVERIFY2(remarksText(afterAWait).startsWith(u"mistake: A answered \"release\" by \"no\""), qPrintable(remarksText(afterAWait)));
    const auto lostNetwork = [](entry::NetworkFault fault) {
        return remarksText(ready().gets("A").add(entry::NetworkFaulted{{"A", 1}, fault}).at(40).release("A").no("A").at(280).end());
    };
    QVERIFY(!lostNetwork(entry::NetworkFault::Reset).isEmpty()); // it connected again, and still is the owner
    QCOMPARE(lostNetwork(entry::NetworkFault::BlackHole), QString());
    QCOMPARE(remarksText(ready().gets("A").serverFault(entry::ServerFault::Promoted).release("A").ok("A").end()), QString());
    QCOMPARE(remarksText(ready().gets("A").at(400).expires("A").release("A").ok("A").end()), QString());         // nothing was left
    QCOMPARE(remarksText(ready().gets("A").release("A").ok("A").frees("A").end()), QString());                   // a little later
    QCOMPARE(remarksText(ready().gets("A").release("A").ok("A").at(100).end()), QString());                      // it may be on its way
    QCOMPARE(remarksText(ready().gets("A").release("A").ok("A").acquire("B").ok("B").at(280).end()), QString()); // it excludes nobody
    QCOMPARE(remarksText(ready().gets("A").acquire("A").ok("A").release("A").ok("A").end()), QString());         // one of two
    auto unknown = ready();
    unknown.header.looks = false;
    QCOMPARE(remarksText(unknown.gets("A").release("A").ok("A").end()), QString());
}

// A client repeats a command whose reply was lost, and its library takes the second reply for the first.
void TestRunRemarks::lossOfALockThatIsThere_isAMistake()
{
    const auto told = [](double reported) { return ready().at(10).gets("A").at(reported).report("A", entry::Report::Lost); };
    QVERIFY2(remarksText(told(100).end()).startsWith(u"mistake: A reported that its lock is lost (entry "),
             qPrintable(remarksText(told(100).end())));
    QVERIFY(remarksText(told(100).end()).endsWith(u"), but it was on the server, with 210 ms left"));
    QCOMPARE(remarksText(told(260).end()), QString()); // it gives up before its lease ends
    HistoryBuilder watched;
    watched.header.capabilities = {Capability::Watchdog};
    watched.worker("A").at(5).add(entry::Begun{}).at(10).gets("A").at(260).report("A", entry::Report::Lost);
    QVERIFY(remarksText(watched.end()).endsWith(u"with 50 ms left")); // its watchdog could have renewed it
    QCOMPARE(remarksText(ready().at(10).gets("A").operatorFrees("A").at(100).report("A", entry::Report::Lost).end()), QString());
    auto paused = ready();
    paused.at(10).gets("A").pauses("A").at(90).resumes("A").at(100).report("A", entry::Report::Lost);
    QCOMPARE(remarksText(paused.end()), QString());
}

void TestRunRemarks::refusalOfWhoWaitsForEver_isAMistake()
{
    const auto story = [](std::optional<Milliseconds> wait, double refused) {
        auto story = ready();
        story.at(10).gets("A").at(20).acquire("B", 300ms, wait).at(refused).no("B").givesBack("A");
        return remarksText(story.end());
    };
    QCOMPARE(story({}, 200),
             u"mistake: B answered \"acquire\" by \"no\" (entry 11) after 180 ms, though it was to wait until it gets the lock"_s);
    QCOMPARE(story(500ms, 200), QString()); // its next try may come too late
    QCOMPARE(story(0ms, 200), QString());

    auto paused = ready();
    paused.at(10).gets("A").at(20).acquire("B", 300ms).pauses("B").at(190).resumes("B").at(200).no("B").givesBack("A");
    QCOMPARE(remarksText(paused.end()), QString());
    auto ownLock = ready(); // nobody will give it back meanwhile
    ownLock.at(10).gets("A").at(20).acquire("A", 300ms).at(30).no("A").givesBack("A");
    QCOMPARE(remarksText(ownLock.end()), QString());
}

void TestRunRemarks::refusalOfTheFirstWhoAsks_isAMistake()
{
    const auto refused = [](auto before) {
        auto story = ready();
        before(story.at(10));
        return remarksText(story.at(20).acquire("B", 300ms, 0ms).at(30).no("B").end());
    };
    QVERIFY(refused([](HistoryBuilder &) {
            }).endsWith(u"\nmistake: B answered \"acquire\" by \"no\" (entry 7), though nobody else had asked for `stock`"));
    QVERIFY(!refused([](HistoryBuilder &story) { story.gets("A"); }).contains(u"mistake"));
    QVERIFY(!refused([](HistoryBuilder &story) { story.pauses("B"); }).contains(u"mistake"));
}

void TestRunRemarks::answerLongAfterTheEndOfTheWait_isAMistake()
{
    const auto story = [](double answered) {
        auto story = ready();
        story.at(10).gets("A").at(20).acquire("B", 300ms, 100ms).at(answered).givesBack("A").takes("B").ok("B").givesBack("B");
        return remarksText(story.end());
    };
    const auto limit = 1120 + double(ready().header.commandTimeout.value_or(1000ms).count());
    QVERIFY2(story(limit + 10).contains(u"though it was to wait up to 100 ms"), qPrintable(story(limit + 10)));
    QCOMPARE(story(limit - 10), QString());
}

void TestRunRemarks::refusalOfAnAcquireThatGotTheLock_isAMistake()
{
    const auto refused = [] { return ready().at(10).acquire("A", 300ms, 0ms).takes("A").at(30).turn("A", "SET").no("A"); };
    QVERIFY2(remarksText(refused().at(280).end()).contains(u"mistake: A answered \"acquire\" by \"no\" (entry "),
             qPrintable(remarksText(refused().at(280).end())));
    QVERIFY(remarksText(refused().at(280).end()).contains(u"but it had got the lock, and left it on the server"));
    QVERIFY(!remarksText(refused().at(40).frees("A").at(280).end()).contains(u"mistake"));           // it gives it back a little later
    QVERIFY(!remarksText(refused().at(100).end()).contains(u"mistake"));                             // giving back may be on its way
    QVERIFY(!remarksText(refused().at(60).acquire("B").ok("B").at(280).end()).contains(u"mistake")); // it has handed it over to B

    auto timedOut = ready(); // the command of an acquire before it, which timed out, is executed only now
    timedOut.at(5).acquire("A", 300ms, 0ms).answer("A", errorOf("timeout", "timed out"));
    timedOut.at(10).acquire("A", 300ms, 0ms).takes("A").at(30).turn("A", "SET").no("A").at(280);
    QVERIFY2(!remarksText(timedOut.end()).contains(u"had got the lock"), qPrintable(remarksText(timedOut.end())));
    const auto late = ready().at(10).acquire("A", 300ms, 0ms).takes("A").at(290).no("A").at(600).end();
    QVERIFY2(!remarksText(late).contains(u"mistake"), qPrintable(remarksText(late))); // the grant came too late to be of use
    auto queued = ready().at(10).acquire("A", 300ms, 100ms).turn("A", "ZADD");
    queued.key(entry::KeyEvent::Created, "place", {}, true, entry::Role::Unknown).at(110).no("A").at(280).gets("B");
    QVERIFY2(!remarksText(queued.end()).contains(u"mistake"), qPrintable(remarksText(queued.end()))); // no holding
}

void TestRunRemarks::refusalOfAWaiterThatGotTheLockFromARelease_isAMistake()
{
    // A's release puts B's lock in the place of its own, and B, which waited, is refused.
    const auto hands = [](HistoryBuilder story) {
        story.at(20).gets("A").at(30).acquire("B", 300ms, 900ms).turn("B", "EVALSHA");
        story.at(50).release("A").frees("A").key(entry::KeyEvent::Created, "B", 300ms).ok("A");
        return story.at(60).no("B");
    };
    const auto freed = [] { return ready().at(10).gets("A").givesBack("A"); }; // this release puts nothing in its place
    const auto left = remarksText(hands(freed()).at(340).end());
    QVERIFY2(left.startsWith(u"mistake: B answered \"acquire\" by \"no\" (entry "), qPrintable(left));
    QVERIFY2(left.contains(u"a release had handed it the lock"), qPrintable(left));
    QCOMPARE(remarksText(hands(freed()).at(70).removes("B", "B").at(340).end()), QString()); // B gives it back
    QCOMPARE(remarksText(hands(ready()).at(340).end()), QString());                          // perhaps each release leaves something
}

void TestRunRemarks::denialOfAReleaseThatFreedTheLock_isNoted()
{
    const auto freed = remarksText(ready().gets("A").release("A").frees("A").turn("A", "EVALSHA").no("A").at(280).end());
    QVERIFY2(freed.startsWith(u"note: A answered \"release\" by \"no\""), qPrintable(freed));
    QVERIFY(freed.endsWith(u"(R7)"));
    QCOMPARE(remarksText(ready().gets("A").at(400).expires("A").release("A").no("A").end()), QString());
}

void TestRunRemarks::tokenOfAnotherGrant_isAMistake()
{
    const auto writes = [](std::int64_t token) {
        return remarksText(ready().acquire("A").takes("A").ok("A", 7).call("A", entry::Step::Enter, token).givesBack("A").end());
    };
    QCOMPARE(writes(7), QString());
    QCOMPARE(writes(8).section(QStringLiteral("(entry"), 0, 0), QStringLiteral("mistake: A showed the resource the token 8 "));
    QVERIFY2(writes(8).endsWith(QStringLiteral("but its own grant had 7")), qPrintable(writes(8)));
}

void TestRunRemarks::unansweredRequest_isNamed()
{
    const auto leftOpen = [](double until) {
        auto story = ready();
        return story.gets("A").at(100).release("A").at(until).request("B", entry::Request::Bye);
    };
    QCOMPARE(remarksText(leftOpen(2200).end()), QStringLiteral("spoils: A did not answer \"release\" within 2.1 s"));
    QCOMPARE(remarksText(leftOpen(300).end()), QString()); // it was stopped in the middle
    auto paused = ready();
    QCOMPARE(remarksText(paused.gets("A").at(100).pauses("A").release("A").at(2200).resumes("A").request("B", entry::Request::Bye).end()),
             QString());
}

LOCKSCOPE_TEST(TestRunRemarks)
#include "tst_run_remarks.moc"
