// SPDX-License-Identifier: MIT
// Whether what a worker says fits what it was asked.
#include "support/test_program.h"

#include "lockcore/lab/protocol/worker_conduct.h"

#include <QTest>

using namespace lockcore;

namespace {

const std::vector<entry::Step> allSteps{entry::Step::Enter, entry::Step::Read, entry::Step::Write, entry::Step::Exit};

worker::ResourceCall callFor(worker::Id work, entry::Step step, std::optional<std::int64_t> value = {})
{
    worker::ResourceCall call;
    call.id = 70;
    call.work = work;
    call.step = step;
    call.lock = "stock";
    call.value = value;
    return call;
}

worker::ResourceAnswer accepted(std::optional<std::int64_t> value = {}) { return {70, true, value, {}}; }
worker::ResourceAnswer refused() { return {70, false, {}, "stale token"}; }

/// The steps up to this one, each accepted; a read gets 7.
void doSteps(WorkerConduct &conduct, worker::Id work, std::size_t count)
{
    for (std::size_t i = 0; i < count; ++i) {
        const bool writes = allSteps[i] == entry::Step::Write;
        const auto mistake = conduct.take(callFor(work, allSteps[i], writes ? std::optional<std::int64_t>(7) : std::nullopt));
        if (!mistake.empty())
            qFatal("%s", mistake.c_str());
        conduct.sent(accepted(allSteps[i] == entry::Step::Read ? std::optional<std::int64_t>(7) : std::nullopt));
    }
}

worker::Acquire acquireOf(worker::Id id) { return {id, "stock", {}, {}, {}, entry::Mode::Exclusive}; }

worker::Work workOf(worker::Id id, std::vector<entry::Step> steps, const std::string &lock) { return {id, lock, {}, std::move(steps)}; }

worker::Answer okTo(worker::Id re) { return worker::Ok{re, {}, {}, {}, {}, {}}; }

} // namespace

class TestWorkerConduct final : public QObject
{
    Q_OBJECT

private slots:
    void properAnswers_areAccepted();
    void wrongAnswer_isReported_data();
    void wrongAnswer_isReported();
    void properWork_isAccepted();
    void wrongWork_isReported_data();
    void wrongWork_isReported();
    void earlierRead_countsForAWrite();
    void missingPromisedToken_isReported();
    void reader_mustHaveAskedToRead();
    void owners_haveTheirOwnWork();
    void nextIncarnation_startsWithoutDuties();
    void falseProbe_isReported_data();
    void falseProbe_isReported();
    void unsureProbe_isAccepted_data();
    void unsureProbe_isAccepted();
    void publishedValidity_endsTheBelief();
};

void TestWorkerConduct::properAnswers_areAccepted()
{
    WorkerConduct conduct;
    conduct.sent(acquireOf(1));
    conduct.sent(worker::Probe{2, "stock", {}});
    conduct.sent(worker::Release{3, "stock", {}});
    conduct.sent(worker::Extend{4, "stock", {}, {}});
    QCOMPARE(conduct.take(worker::Answer(worker::Held{2, false})), std::string());
    QCOMPARE(conduct.take(okTo(1)), std::string());
    QCOMPARE(conduct.take(worker::Answer(worker::No{3, {}})), std::string());
    QCOMPARE(conduct.take(worker::Answer(worker::Err{4, "E", true, {}})), std::string());
    QCOMPARE(conduct.take(worker::Answer(worker::Err{{}, "malformed", true, {}})), std::string());
}

void TestWorkerConduct::wrongAnswer_isReported_data()
{
    QTest::addColumn<int>("kind");
    QTest::addColumn<int>("re");
    QTest::addColumn<std::string>("sentence");
    QTest::newRow("ok twice") << 0 << 1 << std::string("The worker answered \"acquire\" twice; the second time: ");
    QTest::newRow("no after ok") << 1 << 1 << std::string("The worker answered \"acquire\" twice; the second time: ");
    QTest::newRow("never asked") << 0 << 9 << std::string("The worker answered a request that it was not sent: ");
    QTest::newRow("negative") << 0 << -1 << std::string("The worker answered a request that it was not sent: ");
    QTest::newRow("ok to a probe") << 0 << 2 << std::string("The worker's answer to \"probe\" must be \"held\", but it is ");
    QTest::newRow("held to a release") << 2 << 3 << std::string("The worker's answer to \"release\" must be \"ok\" or \"no\", but it is ");
    QTest::newRow("hello again") << 3 << 0 << std::string("The worker said \"hello_ok\" twice.");
}

void TestWorkerConduct::wrongAnswer_isReported()
{
    QFETCH(int, kind);
    QFETCH(int, re);
    QFETCH(std::string, sentence);
    WorkerConduct conduct;
    conduct.sent(acquireOf(1));
    conduct.sent(worker::Probe{2, "stock", {}});
    conduct.sent(worker::Release{3, "stock", {}});
    QCOMPARE(conduct.take(okTo(1)), std::string());
    const std::vector<worker::Answer> answers{okTo(re), worker::No{re, {}}, worker::Held{re, true}, worker::HelloOk()};
    const auto mistake = conduct.take(answers[static_cast<std::size_t>(kind)]);
    QVERIFY2(mistake.starts_with(sentence), mistake.c_str());
}

void TestWorkerConduct::properWork_isAccepted()
{
    WorkerConduct conduct;
    conduct.sent(workOf(5, allSteps, "stock"));
    doSteps(conduct, 5, 4);
    QCOMPARE(conduct.take(okTo(5)), std::string());
    conduct.sent(workOf(6, allSteps, "stock"));
    QCOMPARE(conduct.take(callFor(6, entry::Step::Enter)), std::string());
    conduct.sent(refused());
    QCOMPARE(conduct.take(worker::Answer(worker::No{6, "refused"})), std::string());
    conduct.sent(workOf(7, allSteps, "stock"));
    doSteps(conduct, 7, 1);
    QCOMPARE(conduct.take(worker::Answer(worker::Err{7, "E", false, {}})), std::string()); // it may fail in the middle
}

void TestWorkerConduct::wrongWork_isReported_data()
{
    QTest::addColumn<int>("done");
    QTest::addColumn<bool>("refused");
    QTest::addColumn<int>("work");
    QTest::addColumn<int>("step"); ///< -1: `ok`
    QTest::addColumn<int>("value");
    QTest::addColumn<std::string>("sentence");
    const auto row = [](const char *name, int done, bool refused, int work, int step, int value, std::string sentence) {
        QTest::newRow(name) << done << refused << work << step << value << sentence;
    };
    row("another work", 0, false, 6, 0, -1, "The worker wrote a \"res\" for a \"work\" that is not open: ");
    row("no work", 0, false, 4, 0, -1, "The worker wrote a \"res\" for a \"work\" that is not open: ");
    row("ok at once", 0, false, 5, -1, -1, "The worker answered \"work\" by \"ok\" after 0 of its 4 steps.");
    row("ok too early", 3, false, 5, -1, -1, "The worker answered \"work\" by \"ok\" after 3 of its 4 steps.");
    row("left out", 0, false, 5, 1, -1, "The worker left out \"enter\", the next step of its work: ");
    row("twice", 1, false, 5, 0, -1, "The worker left out \"read\", the next step of its work: ");
    row("one more", 4, false, 5, 3, -1, "The worker wrote a \"res\" though all steps of its work are done: ");
    row("blind", 2, false, 5, 2, -1, "\"write\" must carry the value that \"read\" got, 7, but the worker's carries none.");
    row("another value", 2, false, 5, 2, 6, "\"write\" must carry the value that \"read\" got, 7, but the worker's carries 6.");
    row("goes on", 1, true, 5, 1, -1, "The worker went on after a \"res\" that was refused: ");
    row("ok though refused", 1, true, 5, -1, -1, "The worker answered \"work\" by \"ok\", though a \"res\" of it was refused.");
}

void TestWorkerConduct::wrongWork_isReported()
{
    QFETCH(int, done);
    QFETCH(bool, refused);
    QFETCH(int, work);
    QFETCH(int, step);
    QFETCH(int, value);
    QFETCH(std::string, sentence);
    WorkerConduct conduct;
    conduct.sent(acquireOf(4));
    conduct.sent(workOf(5, allSteps, "stock"));
    doSteps(conduct, 5, static_cast<std::size_t>(done));
    if (refused) {
        QCOMPARE(conduct.take(callFor(5, entry::Step::Read)), std::string());
        conduct.sent(::refused());
    }
    const auto carried = value < 0 ? std::nullopt : std::optional<std::int64_t>(value);
    const auto mistake = step < 0 ? conduct.take(okTo(work)) : conduct.take(callFor(work, static_cast<entry::Step>(step), carried));
    QVERIFY2(mistake.starts_with(sentence), mistake.c_str());
}

void TestWorkerConduct::earlierRead_countsForAWrite()
{
    WorkerConduct conduct;
    conduct.sent(workOf(1, {entry::Step::Read}, "stock"));
    QCOMPARE(conduct.take(callFor(1, entry::Step::Read)), std::string());
    QVERIFY(conduct.take(callFor(1, entry::Step::Read)).starts_with("The worker wrote a \"res\" before its last one was answered: "));
    conduct.sent(accepted(7));
    QCOMPARE(conduct.take(okTo(1)), std::string());
    conduct.sent(workOf(2, {entry::Step::Write}, "stock"));
    QVERIFY(!conduct.take(callFor(2, entry::Step::Write, 8)).empty());
    QCOMPARE(conduct.take(callFor(2, entry::Step::Write, 7)), std::string());
    WorkerConduct other;
    other.sent(workOf(2, {entry::Step::Write}, "stock"));
    QCOMPARE(other.take(callFor(2, entry::Step::Write)), std::string()); // it has read nothing
    other.sent(workOf(3, {entry::Step::Write}, "other"));
    QVERIFY(other.take(callFor(3, entry::Step::Write))
                .starts_with("The worker wrote a \"res\" for another lock than that of its work, \"other\": "));
}

void TestWorkerConduct::missingPromisedToken_isReported()
{
    worker::HelloOk fencing;
    fencing.capabilities = {"fencing"};
    WorkerConduct conduct;
    conduct.begin(fencing);
    conduct.sent(acquireOf(1));
    conduct.sent(worker::Release{2, "stock", {}});
    QVERIFY(conduct.take(okTo(1)).starts_with(R"(The worker has the capability "fencing", but its "ok" to an "acquire" has no "token": )"));
    QCOMPARE(conduct.take(worker::Answer(worker::Ok{1, 7, {}, {}, {}, {}})), std::string());
    QCOMPARE(conduct.take(okTo(2)), std::string());
}

void TestWorkerConduct::owners_haveTheirOwnWork()
{
    WorkerConduct conduct;
    conduct.sent(worker::Work{1, "stock", "A", allSteps});
    conduct.sent(worker::Work{2, "stock", "A2", allSteps});
    QCOMPARE(conduct.ownerOf(2), std::string("A2"));
    doSteps(conduct, 1, 2);
    QCOMPARE(conduct.take(callFor(2, entry::Step::Enter)), std::string()); // a worker need not repeat the owner
    conduct.sent(accepted());
    auto call = callFor(2, entry::Step::Read);
    call.owner = "A";
    QVERIFY(conduct.take(call).starts_with("The worker wrote a \"res\" for another owner than that of its work, \"A2\": "));
    call.owner = "A2";
    QCOMPARE(conduct.take(call), std::string());
    conduct.sent(accepted(8));
    QCOMPARE(conduct.take(callFor(1, entry::Step::Write, 7)), std::string()); // each writes what it has itself read
    QCOMPARE(conduct.take(callFor(2, entry::Step::Write, 8)), std::string());
}

void TestWorkerConduct::nextIncarnation_startsWithoutDuties()
{
    WorkerConduct conduct;
    conduct.sent(acquireOf(1));
    conduct.sent(workOf(2, {entry::Step::Read}, "stock"));
    conduct.begin({});
    QVERIFY(!conduct.take(okTo(1)).empty());
    QVERIFY(!conduct.take(callFor(2, entry::Step::Read)).empty());
}

void TestWorkerConduct::reader_mustHaveAskedToRead()
{
    WorkerConduct conduct;
    conduct.sent(acquireOf(1));
    conduct.sent(workOf(2, allSteps, "stock"));
    auto call = callFor(2, entry::Step::Enter);
    call.mode = entry::Mode::Read;
    QVERIFY(
        conduct.take(call).starts_with("The worker wrote a \"res\" with mode r, but was never asked to acquire that lock as a reader: "));
    auto reading = acquireOf(3);
    reading.mode = entry::Mode::Read;
    conduct.sent(reading);
    QCOMPARE(conduct.take(call), std::string());
}

namespace {

/// A worker of the stock: `a` is an acquire and its ok, `r` a release and its ok, `f` a release and its no, `n` an acquire and its no, `e` an
/// acquire and its error, `l` a report of the loss, `A` and `R` are requests without an answer, `t` is a throw.
void say(WorkerConduct &conduct, const std::string &story, worker::Lease lease)
{
    worker::Id id = 0;
    for (const auto step : story) {
        ++id;
        auto acquire = acquireOf(id);
        acquire.lease = lease;
        const bool takes = step == 'a' || step == 'n' || step == 'e' || step == 'A';
        if (step == 'l') {
            conduct.take(worker::Event(worker::Lost{"stock", {}}));
            continue;
        }
        conduct.sent(step == 't' ? worker::Request(worker::Throw{id})
                     : takes     ? worker::Request(acquire)
                                 : worker::Release{id, "stock", {}});
        const bool no = step == 'n' || step == 'f';
        const auto answer = step == 'e' ? worker::Answer(worker::Err{id, "timeout", false, {}}) : no ? worker::No{id, {}} : okTo(id);
        if (step != 'A' && step != 'R')
            QCOMPARE(conduct.take(answer), std::string());
    }
}

std::string probed(WorkerConduct &conduct, bool holding, Milliseconds sent = {}, Milliseconds answered = {})
{
    conduct.sent(worker::Probe{90, "stock", {}}, sent);
    return conduct.take(worker::Answer(worker::Held{90, holding}), answered);
}

} // namespace

void TestWorkerConduct::falseProbe_isReported_data()
{
    QTest::addColumn<std::string>("story");
    QTest::addColumn<bool>("holding");
    QTest::addColumn<std::string>("why");
    const auto row = [](const char *story, bool holding, const std::string &why) {
        QTest::newRow(story) << std::string(story) << holding << why;
    };
    row("", true, "it has never acquired it.");
    row("n", true, "it has never acquired it.");
    row("ar", true, "its \"release\" was answered by \"ok\".");
    row("aarr", true, "its \"release\" was answered by \"ok\".");
    row("af", true, "its \"release\" was answered by \"no\".");
    row("al", true, "it has reported \"lost\".");
    row("er", true, "its \"release\" was answered by \"ok\".");
    row("a", false, "its \"acquire\" was answered by \"ok\", and its lease is not over.");
    row("ara", false, "its \"acquire\" was answered by \"ok\", and its lease is not over.");
}

void TestWorkerConduct::falseProbe_isReported()
{
    QFETCH(const std::string, story);
    QFETCH(const bool, holding);
    QFETCH(const std::string, why);
    WorkerConduct conduct;
    say(conduct, story, Milliseconds(400));
    QCOMPARE(probed(conduct, holding), std::string("The worker answered \"probe\" of \"stock\" by holding: ")
                                           + (holding ? "true, but it cannot hold that lock: " : "false, but it holds that lock: ") + why);
    WorkerConduct other;
    say(other, story, Milliseconds(400));
    QCOMPARE(probed(other, !holding), std::string());
}

void TestWorkerConduct::unsureProbe_isAccepted_data()
{
    QTest::addColumn<std::string>("story");
    QTest::addColumn<bool>("holding");
    for (const auto *story : {"A", "arA", "e", "aR", "aar", "at", "alA"})
        QTest::newRow((std::string("true after ") + story).c_str()) << std::string(story) << true;
    for (const auto *story : {"aA", "aR", "e", "aar", "aa", "at"})
        QTest::newRow((std::string("false after ") + story).c_str()) << std::string(story) << false;
}

void TestWorkerConduct::unsureProbe_isAccepted()
{
    QFETCH(const std::string, story);
    QFETCH(const bool, holding);
    WorkerConduct conduct;
    say(conduct, story, Milliseconds(400));
    QCOMPARE(probed(conduct, holding), std::string());
}

void TestWorkerConduct::publishedValidity_endsTheBelief()
{
    using namespace std::chrono_literals;
    worker::HelloOk watched;
    watched.capabilities = {"watchdog"};
    const auto taken = [&](worker::Lease lease) {
        WorkerConduct conduct;
        conduct.begin(watched);
        auto acquire = acquireOf(1);
        acquire.lease = lease;
        conduct.sent(acquire, 10ms);
        if (const auto mistake = conduct.take(worker::Answer(worker::Ok{1, {}, 390ms, {}, {}, {}}), 20ms); !mistake.empty())
            qFatal("%s", mistake.c_str());
        return conduct;
    };
    auto conduct = taken(400ms);
    QCOMPARE(probed(conduct, true, 405ms, 500ms), std::string()); // it was true when the worker was asked
    conduct = taken(400ms);
    QCOMPARE(probed(conduct, true, 432ms, 433ms),
             std::string("The worker answered \"probe\" of \"stock\" by holding: true, but the validity that it published had run out "
                         "20 ms before."));
    conduct = taken(400ms);
    QVERIFY(!probed(conduct, false, 300ms, 380ms).empty());
    conduct = taken(400ms);
    QCOMPARE(probed(conduct, false, 300ms, 400ms), std::string()); // the lease may be over
    conduct = taken({});
    QCOMPARE(probed(conduct, true, 900ms, 901ms), std::string()); // its watchdog may have renewed it
    conduct = taken({});
    QCOMPARE(probed(conduct, false, 30ms, 31ms), std::string()); // its watchdog may have found it lost
    conduct = taken(400ms);
    conduct.sent(worker::Probe{90, "stock", {}}, 900ms);
    conduct.take(worker::Event(worker::Lost{"stock", {}})); // written after the answer was made, and read before it
    QCOMPARE(conduct.take(worker::Answer(worker::Held{90, true}), 901ms), std::string());
}

LOCKSCOPE_TEST(TestWorkerConduct)
#include "tst_worker_conduct.moc"
