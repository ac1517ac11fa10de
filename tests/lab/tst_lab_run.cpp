// SPDX-License-Identifier: MIT
// Runs on real servers with real workers. What the scenarios come to is in tst_scenarios.cpp.
#include "lab/played_run.h"
#include "support/test_program.h"

#include "lockcore/lab/record/history_file.h"
#include "lockcore/report/run_remarks.h"

#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

#include <set>

using namespace lockcore;
using namespace lockcore::test;
using namespace std::chrono_literals;

namespace {

// A works, and then B.
Scenario twoInTurn()
{
    auto scenario = builtIn("compare-and-delete");
    scenario.script.clear();
    scenario.expected.clear();
    scenario.workers.resize(2);
    for (auto &worker : scenario.workers) {
        auto plain = ScenarioWorker();
        plain.name = worker.name;
        plain.wait = 1500ms;
        worker = plain;
    }
    scenario.workers[1].after = {{Happening::ReadIt, "A", 1}};
    return scenario;
}

/// The answers to the requests of this kind that A got after the warm-up.
std::vector<entry::Received> answersTo(entry::Request request, const History &history)
{
    std::vector<entry::Received> answers;
    std::set<std::uint64_t> asked;
    bool begun = false;
    for (const auto &entry : history.entries) {
        begun = begun || std::holds_alternative<entry::Begun>(entry.what);
        if (const auto *sent = std::get_if<entry::Sent>(&entry.what); sent && begun && sent->who.worker == "A" && sent->request == request)
            asked.insert(sent->id);
        if (const auto *received = std::get_if<entry::Received>(&entry.what);
            received && received->who.worker == "A" && asked.contains(received->id))
            answers.push_back(*received);
    }
    return answers;
}

// A takes k1, k2 inside it, and k3 inside that.
Scenario threeDeep()
{
    auto scenario = twoInTurn();
    scenario.locks = {"k1", "k2", "k3"};
    scenario.workers.resize(1);
    auto &outer = scenario.workers[0];
    outer.inside.resize(1);
    outer.inside[0].lock = "k2";
    outer.inside[0].inside.resize(1);
    outer.inside[0].inside[0].lock = "k3";
    return scenario;
}

/// What A and a fresh worker were asked for after the warm-up, and what A did in the resources: `acquire k1`, `enter k1`, …
std::vector<std::string> requestsIn(const History &history)
{
    std::vector<std::string> all;
    bool begun = false;
    for (const auto &entry : history.entries) {
        begun = begun || std::holds_alternative<entry::Begun>(entry.what);
        const auto *const sent = std::get_if<entry::Sent>(&entry.what);
        if (begun && sent && (sent->request == entry::Request::Acquire || sent->request == entry::Request::Release))
            all.push_back(std::string(wordOf(sent->request)) + ' ' + sent->lock);
        if (const auto *const call = std::get_if<entry::Accessed>(&entry.what); begun && call)
            all.push_back(std::string(wordOf(call->step)) + ' ' + call->lock);
    }
    return all;
}

} // namespace

class TestLabRun final : public QObject
{
    Q_OBJECT

private slots:
    void historyOnDisk_isJudgedEqually();
    void missingCapability_isSkipped();
    void missingServer_isAnError();
    void brokenWorker_isRefusedWithASentence_data();
    void brokenWorker_isRefusedWithASentence();
    void brokenExternalWorker_isCaught_data();
    void brokenExternalWorker_isCaught();
    void brokenExternalWorker_getsRemarks_data();
    void brokenExternalWorker_getsRemarks();
    void unplayedCondition_isReported();
    void lockInASet_meetsItsKeysConditions();
    void severalLocks_areNestedAndTriedByAFreshWorker();
    void whoLives_takesTheLockOnceMore();
    void fault_meetsTheCommandOfItsLock_data();
    void fault_meetsTheCommandOfItsLock();
    void operator_freesTheLockThatIsNamed();
    void deadWorkersWork_doesNotDelayTheRun();
    void lostMessage_isNoted();
    void unknownAcquire_isReleasedAndTriedAgain();
    void unknownRelease_isTriedAgain();
    void lossInFlight_passes_data();
    void lossInFlight_passes();
    void serverRestartedTwice_serves_data();
    void serverRestartedTwice_serves();
    void workerRestartedWithServer_isNotBlamed();
};

void TestLabRun::historyOnDisk_isJudgedEqually()
{
    const QTemporaryDir folder;
    LabRun::Options options;
    options.historyFile = folder.filePath(QStringLiteral("history.jsonl")).toStdString();
    const auto played = playedRun(builtIn("unlock-in-finally"), options);
    QVERIFY2(played.ok(), sentenceOf(played).c_str());
    const auto read = readHistory(options.historyFile);
    QVERIFY(read.ok());
    QCOMPARE(toString(read->header), toString(played->history.header));
    QCOMPARE(read->entries.size(), played->history.entries.size());
    for (std::size_t i = 0; i < read->entries.size(); ++i)
        QCOMPARE(QByteArray::fromStdString(toString(read->entries[i])), QByteArray::fromStdString(toString(played->history.entries[i])));
    QVERIFY(judge(*read) == judge(played->history));

    // The password is 64 hex digits.
    QFile file(QString::fromStdString(options.historyFile));
    QVERIFY(file.open(QIODevice::ReadOnly));
    static const QRegularExpression password(QStringLiteral("[0-9a-f]{64}"));
    QVERIFY(!QString::fromUtf8(file.readAll()).contains(password));
}

void TestLabRun::missingCapability_isSkipped()
{
    auto scenario = builtIn("timestamp-skew");
    scenario.protocol = "token";
    scenario.needs = {"fair"};
    const auto played = playedRun(scenario);
    QVERIFY2(played.ok(), sentenceOf(played).c_str());
    QCOMPARE(played->skips, (std::vector<std::string>{"fair"}));
    QVERIFY(played->history.entries.empty());
}

void TestLabRun::missingServer_isAnError()
{
    LabRun::Options options;
    options.server = "no-such-redis-server";
    const auto played = playedRun(builtIn("unlock-in-finally"), options);
    QVERIFY(!played.ok());
    QVERIFY2(played.error().text.find("no-such-redis-server") != std::string::npos, played.error().text.c_str());
}

void TestLabRun::brokenWorker_isRefusedWithASentence_data()
{
    const QByteArray hello =
        R"(read -r hello; echo '{"type":"hello_ok","proto":1,"library":"x","version":"1","language":"sh","caps":["try"]}'; )";
    QTest::addColumn<QByteArray>("script");
    QTest::addColumn<QByteArray>("part");
    QTest::newRow("dies at hello") << QByteArray("exit 3") << QByteArray("ended with exit code 3");
    QTest::newRow("prints logs") << QByteArray("echo starting; cat") << QByteArray("starting");
    QTest::newRow("other version") << QByteArray(R"(echo '{"type":"hello_ok","proto":9,"library":"x"}'; cat >/dev/null)")
                                   << QByteArray("version 9");
    QTest::newRow("never used the address")
        << hello
               + R"(while read -r line; do id=$(echo "$line" | sed 's/.*"id":\([0-9]*\).*/\1/'); echo "{\"type\":\"ok\",\"re\":$id}"; done)"
        << QByteArray("never used the address");
}

void TestLabRun::brokenWorker_isRefusedWithASentence()
{
    QFETCH(QByteArray, script);
    QFETCH(QByteArray, part);
    LabRun::Options options;
    options.command = {"/bin/sh", "-c", script.toStdString()};
    const auto played = playedRun(builtIn("unlock-in-finally"), options);
    QVERIFY(!played.ok());
    QVERIFY2(played.error().text.find(part.toStdString()) != std::string::npos, played.error().text.c_str());
}

void TestLabRun::brokenExternalWorker_isCaught_data()
{
    QTest::addColumn<QByteArray>("mistake");
    QTest::addColumn<QByteArray>("sentence");
    const auto row = [](const char *mistake, const char *sentence) {
        QTest::newRow(mistake) << QByteArray(mistake) << QByteArray(sentence);
    };
    row("none", "");
    row("never-answers", "did not answer \"acquire\" within 3.0 s");
    row("never-releases", "did not answer \"release\" within 3.0 s");
    row("closes-its-output", "The worker closed its standard output, but is still running.");
    row("other-ids", "The worker answered a request that it was not sent: \"{");
    row("refuses", "cannot take a lock that nobody holds: E, no lock today");
    row("answers-twice", "The worker answered \"acquire\" twice; the second time: \"{");
    row("changes-its-mind", "The worker answered \"acquire\" twice; the second time: \"{");
    row("other-work", "The worker wrote a \"res\" for a \"work\" that is not open: \"{");
    row("works-not", "The worker answered \"work\" by \"ok\" after 0 of its 4 steps.");
    row("blind-write", "\"write\" must carry the value that \"read\" got, 0, but the worker's carries none.");
    row("negative-count", "\"count\" must not be negative.");
}

void TestLabRun::brokenExternalWorker_isCaught()
{
    QFETCH(QByteArray, mistake);
    QFETCH(QByteArray, sentence);
    LabRun::Options options;
    options.command = {"/usr/bin/python3", BROKEN_WORKER, mistake.toStdString()};
    options.answerLimit = 3s;
    const auto played = playedRun(twoInTurn(), options);
    QVERIFY2(played.ok() == sentence.isEmpty(), sentenceOf(played).c_str());
    if (!sentence.isEmpty()) {
        QVERIFY2(sentenceOf(played).starts_with("the worker "), sentenceOf(played).c_str());
        QVERIFY2(sentenceOf(played).find(sentence.toStdString()) != std::string::npos, sentenceOf(played).c_str());
    }
}

void TestLabRun::brokenExternalWorker_getsRemarks_data()
{
    QTest::addColumn<QByteArray>("mistake");
    QTest::addColumn<QByteArray>("sentence");
    QTest::newRow("none") << QByteArray("none") << QByteArray();
    QTest::newRow("exits") << QByteArray(
        "exits") << QByteArray("A ended by itself in the middle of the run: exit code 3. Its last line on stderr: \"out of luck\".");
    QTest::newRow("exit-code") << QByteArray("exit-code") << QByteArray("A did not end with exit code 0 after \"bye\": exit code 3");
    QTest::newRow("stays") << QByteArray("stays") << QByteArray("A did not end after \"bye\", and had to be killed");
    QTest::newRow("is-unsure") << QByteArray("is-unsure") << QByteArray("no worker ever got the lock; the last answer was ");
    QTest::newRow("keeps-the-key") << QByteArray("keeps-the-key")
                                   << QByteArray("its lock was still on the server: the release freed nothing");
}

void TestLabRun::brokenExternalWorker_getsRemarks()
{
    QFETCH(QByteArray, mistake);
    QFETCH(QByteArray, sentence);
    LabRun::Options options;
    options.command = {"/usr/bin/python3", BROKEN_WORKER, mistake.toStdString()};
    const auto played = playedRun(twoInTurn(), options);
    QVERIFY2(played.ok(), sentenceOf(played).c_str());
    std::string said;
    for (const auto &remark : remarksOn(played->history))
        said += remark.sentence + '\n';
    QVERIFY2(said.empty() == sentence.isEmpty() && said.find(sentence.toStdString()) != said.npos,
             (said + toString(played->history)).c_str());
}

void TestLabRun::unplayedCondition_isReported()
{
    auto scenario = builtIn("unlock-in-finally");
    scenario.workers[1].after = {{Happening::Lost, "A", 1}};
    scenario.limit = 300ms;
    const auto played = playedRun(scenario);
    QVERIFY2(played.ok(), sentenceOf(played).c_str());
    QVERIFY(std::find(played->unmet.begin(), played->unmet.end(), Condition{Happening::Lost, "A", 1}) != played->unmet.end());
    QVERIFY(std::holds_alternative<entry::Ended>(played->history.entries.back().what));
}

void TestLabRun::lockInASet_meetsItsKeysConditions()
{
    LabRun::Options options;
    options.command = {"/usr/bin/python3", BROKEN_WORKER, "uses-a-set"};
    const auto played = playedRun(builtIn("plain-del-after-expiry"), options);
    QVERIFY2(played.ok(), sentenceOf(played).c_str());
    QVERIFY2(played->unmet.empty(), toString(played->history).c_str());
}

void TestLabRun::deadWorkersWork_doesNotDelayTheRun()
{
    auto scenario = builtIn("unlock-in-finally");
    scenario.workers.resize(1);
    scenario.workers[0].workUntil = {{Happening::Lost, "A", 1}}; // never
    scenario.script = {{{{Happening::ReadIt, "A", 1}}, 0ms, Action::Kill, "A", 0, Purpose::Any, {}, 0ms}};
    scenario.limit = 10min;
    const auto played = playedRun(scenario);
    QVERIFY2(played.ok(), sentenceOf(played).c_str());
    QVERIFY(played->premises.complete && played->unmet.empty());
}

void TestLabRun::lostMessage_isNoted()
{
    const auto played = playedRun(builtIn("lost-wake-up"));
    QVERIFY2(played.ok(), sentenceOf(played).c_str());
    const auto &entries = played->history.entries;
    const entry::NetworkFaulted lost{{"B", 1}, entry::NetworkFault::OneWayLoss};
    QVERIFY(std::any_of(entries.begin(), entries.end(), [&](const auto &entry) { return entry.what == What(lost); }));
}

void TestLabRun::unknownAcquire_isReleasedAndTriedAgain()
{
    auto scenario = builtIn("lost-reply");
    scenario.workers.resize(1);
    scenario.workers[0].tries = 50;
    scenario.script[0].action = Action::CutReply;
    const auto played = playedRun(scenario);
    QVERIFY2(played.ok(), sentenceOf(played).c_str());
    std::vector<entry::Request> asked; // what is tried again at once, because it could not be sent, counts once
    const auto &entries = played->history.entries;
    const auto isBegin = [](const auto &entry) { return std::holds_alternative<entry::Begun>(entry.what); };
    for (auto entry = std::ranges::find_if(entries, isBegin); entry != entries.end(); ++entry) {
        const auto *sent = std::get_if<entry::Sent>(&entry->what);
        if (sent && (asked.empty() || asked.back() != sent->request))
            asked.push_back(sent->request);
    }
    using enum entry::Request;
    QVERIFY2((asked == std::vector{Acquire, Release, Acquire, Work, Release, Bye}), toString(played->history).c_str());
}

void TestLabRun::unknownRelease_isTriedAgain()
{
    auto scenario = builtIn("lost-reply");
    scenario.workers.resize(1);
    scenario.workers[0].tries = 50; // it cannot be sent at once
    scenario.limit = 10s;
    scenario.script[0].action = Action::CutReply;
    scenario.script[0].of = Purpose::Free;
    const auto played = playedRun(scenario);
    QVERIFY2(played.ok(), sentenceOf(played).c_str());
    const auto answers = answersTo(entry::Request::Release, played->history);
    QVERIFY(!answers.empty() && answers.front().indefinite);
    QVERIFY2(answers.back().answer == entry::Answer::No, toString(played->history).c_str()); // it was freed the first time
}

void TestLabRun::lossInFlight_passes_data()
{
    QTest::addColumn<int>("action");
    for (const auto action : {Action::LoseRequests, Action::LoseReplies, Action::BlackHole})
        QTest::newRow(std::string(wordOf(action)).c_str()) << static_cast<int>(action);
}

// Lost bytes never arrive: only a new connection is in step again.
void TestLabRun::lossInFlight_passes()
{
    QFETCH(int, action);
    auto scenario = builtIn("lost-reply");
    scenario.workers.resize(1);
    scenario.workers[0].tries = 50; // until the client has connected again
    scenario.limit = 10s;
    scenario.script[0].action = static_cast<Action>(action);
    Fault pass;
    pass.when = {{Happening::Failed, "A", 1}};
    pass.action = Action::Pass;
    pass.who = "A";
    scenario.script.push_back(pass);
    const auto played = playedRun(scenario);
    QVERIFY2(played.ok(), sentenceOf(played).c_str());
    const auto answers = answersTo(entry::Request::Acquire, played->history);
    QVERIFY(!answers.empty() && answers.front().indefinite);
    QVERIFY2(answers.back().answer == entry::Answer::Ok, toString(played->history).c_str());
    QVERIFY(answersTo(entry::Request::Release, played->history).back().answer == entry::Answer::Ok);
}

void TestLabRun::severalLocks_areNestedAndTriedByAFreshWorker()
{
    auto scenario = threeDeep();
    scenario.fresh = true;
    const auto played = playedRun(scenario);
    QVERIFY2(played.ok(), sentenceOf(played).c_str());
    const std::vector<std::string> expected{"acquire k1", "enter k1",   "acquire k2", "enter k2",   "acquire k3", "enter k3",
                                            "read k3",    "write k3",   "exit k3",    "release k3", "read k2",    "write k2",
                                            "exit k2",    "release k2", "read k1",    "write k1",   "exit k1",    "release k1",
                                            "acquire k1", "release k1", "acquire k2", "release k2", "acquire k3", "release k3"};
    QCOMPARE(requestsIn(played->history), expected);
    QCOMPARE(played->history.header.locks, scenario.locks);
    QVERIFY(playedRun(twoInTurn())->history.header.locks.empty()); // one lock needs no list
}

// In the warm-up, in its round, and at the end.
void TestLabRun::whoLives_takesTheLockOnceMore()
{
    auto scenario = twoInTurn();
    scenario.onceMore = true;
    const auto grants = [](const History &history, const std::string &who) {
        return std::ranges::count_if(history.entries, [&](const HistoryEntry &entry) {
            const auto *const received = std::get_if<entry::Received>(&entry.what);
            return received && received->who.worker == who && received->key; // as the `ok` of an acquire names it
        });
    };
    const auto both = playedRun(scenario);
    QVERIFY2(both.ok(), sentenceOf(both).c_str());
    QCOMPARE(grants(both->history, "A"), 3);
    Fault kill;
    kill.when = {{Happening::Done, "A", 1}};
    kill.action = Action::Kill;
    kill.who = "A";
    scenario.script = {kill};
    const auto one = playedRun(scenario);
    QVERIFY2(one.ok(), sentenceOf(one).c_str());
    QCOMPARE(grants(one->history, "A"), 2);
    QCOMPARE(grants(one->history, "B"), 3);
}

void TestLabRun::fault_meetsTheCommandOfItsLock_data()
{
    QTest::addColumn<std::string>("protocol");
    for (const auto *protocol : {"token", "get-then-del-watch"}) // a script, and a transaction
        QTest::newRow(protocol) << std::string(protocol);
}

void TestLabRun::fault_meetsTheCommandOfItsLock()
{
    QFETCH(std::string, protocol);
    auto scenario = threeDeep();
    scenario.protocol = protocol;
    scenario.commandTimeout = 200ms;
    Fault loss;
    loss.when = {{Happening::Start, {}, 1}};
    loss.action = Action::LoseRequests;
    loss.who = "A";
    loss.of = Purpose::Free;
    loss.lock = "k2";
    Fault pass;
    pass.when = {{Happening::Released, "A", 1, "k2"}};
    pass.action = Action::Pass;
    pass.who = "A";
    scenario.script = {loss, pass};
    const auto played = playedRun(scenario);
    QVERIFY2(played.ok(), sentenceOf(played).c_str());
    const auto releases = answersTo(entry::Request::Release, played->history);
    QCOMPARE(releases.size(), std::size_t(3));
    QVERIFY2(releases[0].answer == entry::Answer::Ok && releases[1].indefinite, toString(played->history).c_str()); // of k3 and k2
}

void TestLabRun::operator_freesTheLockThatIsNamed()
{
    auto scenario = threeDeep();
    scenario.workers[0].inside[0].workUntil = {{Happening::LockFree, {}, 1, "k2"}};
    Fault frees;
    frees.when = {{Happening::Released, "A", 1, "k3"}};
    frees.action = Action::ForceRelease;
    frees.lock = "k2";
    scenario.script = {frees};
    const auto played = playedRun(scenario);
    QVERIFY2(played.ok(), sentenceOf(played).c_str());
    QVERIFY2(played->unmet.empty(), toString(played->history).c_str());
    const auto releases = answersTo(entry::Request::Release, played->history);
    QCOMPARE(releases.size(), std::size_t(3));
    QVERIFY(releases[1].answer == entry::Answer::No && releases[2].answer == entry::Answer::Ok);
}

void TestLabRun::serverRestartedTwice_serves_data()
{
    using enum Happening;
    QTest::addColumn<QByteArray>("first");
    QTest::addColumn<QByteArray>("second");
    QTest::newRow("one after the other") << QByteArray("A ok") << QByteArray("server back");
    QTest::newRow("at once") << QByteArray("A ok") << QByteArray("A ok");
    QTest::newRow("while it is away") << QByteArray("A ok") << QByteArray("A released");
}

void TestLabRun::serverRestartedTwice_serves()
{
    QFETCH(QByteArray, first);
    QFETCH(QByteArray, second);
    auto scenario = twoInTurn();
    scenario.settings = {{"appendonly", "yes"}, {"appendfsync", "always"}};
    scenario.commandTimeout = 300ms;
    scenario.limit = 10s;
    scenario.lease = 5s;
    for (auto &worker : scenario.workers) {
        worker.tries = 50;
        worker.rounds = 2;
    }
    for (const auto &when : {first, second}) {
        Fault fault;
        fault.when = {*conditionFrom(when.toStdString())};
        fault.action = Action::RestartServer;
        scenario.script.push_back(fault);
    }
    const auto played = playedRun(scenario);
    QVERIFY2(played.ok(), sentenceOf(played).c_str());
    const auto &entries = played->history.entries;
    QCOMPARE(std::ranges::count_if(entries, [](const auto &entry) { return std::holds_alternative<entry::ServerFaulted>(entry.what); }), 2);
    QVERIFY2(played->premises.complete, toString(played->history).c_str());
    QVERIFY(!answersTo(entry::Request::Release, played->history).empty());
}

void TestLabRun::workerRestartedWithServer_isNotBlamed()
{
    auto scenario = twoInTurn();
    scenario.limit = 10s;
    scenario.lease = 5s;
    for (auto &worker : scenario.workers)
        worker.tries = 50;
    Fault fault;
    fault.when = {{Happening::ReadIt, "A", 1}};
    fault.action = Action::RestartServer;
    scenario.script = {fault};
    fault.action = Action::Restart;
    fault.who = "A";
    scenario.script.push_back(fault);
    for (int nth = 1; nth <= 4; ++nth) { // the server is away for most of the worker's start
        Fault again;
        again.when = {{Happening::ServerBack, {}, nth}};
        again.action = Action::RestartServer;
        scenario.script.push_back(again);
    }
    const auto played = playedRun(scenario);
    QVERIFY2(played.ok(), sentenceOf(played).c_str());
    const auto &entries = played->history.entries;
    const auto isReady = [](const auto &entry) {
        const auto *ready = std::get_if<entry::Ready>(&entry.what);
        return ready && ready->who.worker == "A" && ready->who.number > 1;
    };
    QVERIFY2(std::ranges::any_of(entries, isReady), toString(played->history).c_str());
}

LOCKSCOPE_TEST(TestLabRun)
#include "tst_lab_run.moc"
