// SPDX-License-Identifier: MIT
// Counts, latencies, faults and sentences of a run, from short stories. In the stories the lease is 300 ms.
#include "support/compare.h"
#include "support/history_builder.h"
#include "support/test_program.h"

#include "lockcore/judge/judge.h"
#include "lockcore/report/entry_sentence.h"
#include "lockcore/report/fault_log.h"
#include "lockcore/report/latency.h"
#include "lockcore/report/pitfall.h"
#include "lockcore/report/run_figures.h"
#include "lockcore/report/source_lines.h"
#include "ui/report/figure_words.h"

#include <QTest>

using namespace lockcore;
using namespace lockcore::test;
using namespace std::chrono_literals;

namespace {

HistoryBuilder figuresBegun()
{
    HistoryBuilder story;
    story.worker("A").worker("B").gets("A").givesBack("A").at(5).add(entry::Begun{});
    return story;
}

Operation operation(const RunFigures &figures, entry::Request request)
{
    for (const auto &one : figures.operations) {
        if (one.request == request)
            return one;
    }
    return {};
}

} // namespace

class TestRunFigures final : public QObject
{
    Q_OBJECT

private slots:
    void latency_isByNearestRank();
    void answers_areCountedByTheirMeaning();
    void unknownLanguage_hasNoCountOfCommands();
    void handOver_isToAnotherWorker();
    void wakeUp_lastsFromReleaseToWaitersOk();
    void wakeUpAfterLease_countsFromTheLeaseEnd();
    void wakeUpOfALockTakenByAnother_isNotCounted();
    void wakeUpByOwnCommand_isNotCounted();
    void wakeUpWithoutRecord_startsAtTheReleaseRequest();
    void exercised_namesTestedProperties();
    void faults_areListed_withoutTheWarmUp();
    void sentences_describeEvents();
    void sentences_escapeWhatWorkersSay();
    void sourceLines_precedeTheProof();
    void pitfalls_haveTitles();
};

void TestRunFigures::latency_isByNearestRank()
{
    QCOMPARE(latencyOf({}).count, 0u);
    const auto one = latencyOf({7us});
    QCOMPARE(one.p50, 7us);
    QCOMPARE(one.p99, 7us);
    std::vector<Microseconds> many;
    for (int i = 100; i >= 1; --i)
        many.emplace_back(i);
    const auto all = latencyOf(many);
    QCOMPARE(all.p50, 50us);
    QCOMPARE(all.p99, 99us);
    QCOMPARE(all.longest, 100us);
}

void TestRunFigures::answers_areCountedByTheirMeaning()
{
    auto story = figuresBegun();
    entry::Received lost;
    lost.answer = entry::Answer::Error;
    lost.indefinite = true;
    entry::Received failed;
    failed.answer = entry::Answer::Error;
    story.at(10).gets("A").acquire("B").no("B").acquire("B").answer("B", lost).acquire("B").answer("B", failed);
    story.probe("A", true).probe("B", false).release("A").frees("A").ok("A").acquire("B").at(20).dies("B");
    const auto figures = figuresOf(story.end());
    const auto acquires = operation(figures, entry::Request::Acquire);
    QCOMPARE(acquires.sent, 5);
    QCOMPARE(acquires.ok, 1);
    QCOMPARE(acquires.no, 1);
    QCOMPARE(acquires.failed, 1);
    QCOMPARE(acquires.indefinite, 2); // one was never answered
    QCOMPARE(operation(figures, entry::Request::Probe).ok, 1);
    QCOMPARE(operation(figures, entry::Request::Probe).no, 1);
    QCOMPARE(operation(figures, entry::Request::Release).sent, 1); // that of the warm-up does not count
    QVERIFY(figures.commands == 2);
    QCOMPARE(figures.waits.size(), 1u);
}

// Requests that the gates cannot tell apart are not none.
void TestRunFigures::unknownLanguage_hasNoCountOfCommands()
{
    auto history = HistoryBuilder().worker("A").add(entry::Begun()).at(10).acquire("A").ok("A").end();
    QVERIFY(figuresOf(history).commands == 0);
    history.header.whyNoRecord = "it names no author";
    QVERIFY(!figuresOf(history).commands);
}

void TestRunFigures::handOver_isToAnotherWorker()
{
    auto story = figuresBegun();
    story.at(10).gets("A").givesBack("A").at(20).gets("A").givesBack("A").at(30).gets("B").givesBack("B").at(40).gets("A");
    const auto figures = figuresOf(story.end());
    QCOMPARE(figures.handOvers, 2);
    QCOMPARE(handOverText(figures), u"3.5 commands for each of 2 hand-overs"_s);
    QCOMPARE(handOverText(RunFigures()), QString());
}

void TestRunFigures::wakeUp_lastsFromReleaseToWaitersOk()
{
    auto story = figuresBegun();
    story.at(10).gets("A").at(20).acquire("B").at(100).release("A").frees("A").ok("A").at(103).takes("B").at(104).ok("B");
    const auto figures = figuresOf(story.end());
    QCOMPARE(figures.wakeUps.size(), 1u);
    QCOMPARE(figures.wakeUps.at(0), 4000us);
    QCOMPARE(figures.waits.back(), 84'000us);
}

void TestRunFigures::wakeUpAfterLease_countsFromTheLeaseEnd()
{
    auto story = figuresBegun();
    story.at(10).gets("A").at(20).acquire("B").at(330).expires("A").takes("B").at(331).ok("B");
    QCOMPARE(figuresOf(story.end()).wakeUps.at(0), 21'000us); // the lease ended at 310 ms
}

void TestRunFigures::wakeUpOfALockTakenByAnother_isNotCounted()
{
    auto story = figuresBegun();
    story.worker("C").at(10).gets("A").acquire("B").at(20).givesBack("A").at(21).gets("C").at(30).givesBack("C").at(33).takes("B").ok("B");
    const auto figures = figuresOf(story.end());
    QCOMPARE(figures.wakeUps.size(), 1u); // from C's release
    QCOMPARE(figures.wakeUps.at(0), 3000us);
}

void TestRunFigures::wakeUpByOwnCommand_isNotCounted()
{
    auto story = figuresBegun();
    story.at(10).gets("A").acquire("B").at(20).removes("B", "A").takes("B").ok("B");
    QCOMPARE(figuresOf(story.end()).wakeUps.size(), 0u);
}

void TestRunFigures::wakeUpWithoutRecord_startsAtTheReleaseRequest()
{
    HistoryBuilder story;
    story.header.record = false;
    story.worker("A").worker("B").add(entry::Begun{}).at(10).acquire("A").ok("A").at(20).acquire("B").at(30).release("A").ok("A");
    story.at(35).ok("B");
    QCOMPARE(figuresOf(story.end()).wakeUps.at(0), 5000us);
}

void TestRunFigures::exercised_namesTestedProperties()
{
    auto story = figuresBegun();
    story.at(10).gets("A").acquire("B").report("B", entry::Report::Waiting).at(20).renews("A").at(330).expires("A").takes("B").ok("B");
    story.removes("A", "B").pauses("A").resumes("A").at(340).dies("A");
    const std::vector<std::string> expected{"1 acquire waited for another holder",     "1 renewal on the server", "1 lease ran out",
                                            "1 holding was removed by another worker", "1 worker died",           "1 worker was paused"};
    QCOMPARE(exercisedIn(story.end()), expected);
    QVERIFY(exercisedIn(figuresBegun().end()).empty());
}

void TestRunFigures::faults_areListed_withoutTheWarmUp()
{
    HistoryBuilder story;
    story.worker("A").add(entry::Skewed{{"A", 1}, 5s}).pauses("A").resumes("A").add(entry::Begun{});
    const auto begin = story.last();
    story.at(10).gets("A").pauses("A").resumes("A").add(entry::NetworkFaulted{{"A", 1}, entry::NetworkFault::Cut}).dies("A");
    const std::vector<std::uint64_t> expected{3, begin + 5, begin + 6, begin + 7, begin + 8};
    QCOMPARE(faultsOf(story.end()), expected);
}

void TestRunFigures::sentences_describeEvents()
{
    auto story = figuresBegun();
    std::vector<std::string> told;
    const auto tell = [&] { told.push_back(sentenceOf(story.unfinished(), story.last())); };
    story.at(10).acquire("A", 400ms, 0ms), tell();
    story.turn("A", "SET"), tell();
    story.key(entry::KeyEvent::Created, "A", 400ms), tell();
    story.ok("A", 7), tell();
    story.enter("A"), tell();
    story.write("A", 1, 5, 2), tell();
    story.pauses("A"), tell();
    story.expires("A"), tell();
    story.removes("B", "A"), tell();
    story.serverFault(entry::ServerFault::RestartedWithoutData), tell();
    story.dies("A"), tell();
    const std::vector<std::string> expected{"A asks for “stock”, for 400 ms; tries once",
                                            "A's SET is executed",
                                            "A's lock “lock:stock” appears on the server, lease 400 ms",
                                            "A has the lock, with fencing token 7",
                                            "A enters the critical section",
                                            "A writes version 2, on top of version 1",
                                            "A is paused",
                                            "A's lock “lock:stock” has expired",
                                            "A's lock “lock:stock” is removed by B's DEL",
                                            "server 1 is restarted without its data",
                                            "A is killed"};
    QCOMPARE(told, expected);
    QCOMPARE(sentenceOf(story.unfinished(), 0), "");
    QCOMPARE(sentenceOf(story.unfinished(), 10'000), "");
}

void TestRunFigures::sentences_escapeWhatWorkersSay()
{
    auto story = figuresBegun();
    entry::Received refused;
    refused.answer = entry::Answer::No;
    refused.reason = "not\nfree\x1b[31m \xff" + std::string(1000, 'x');
    story.acquire("A").answer("A", refused);
    const auto sentence = sentenceOf(story.unfinished(), story.last());
    QVERIFY(sentence.starts_with("A does not get the lock: not\\nfree\\x1b[31m \\xff"));
    QVERIFY(sentence.size() < 300);
}

void TestRunFigures::sourceLines_precedeTheProof()
{
    auto story = figuresBegun();
    const auto at = [&](const char *who, std::int64_t line) { story.add(entry::Located{HistoryBuilder::named(who), "w.py", line}); };
    story.at(10).gets("A").enter("A").acquire("B");
    at("A", 3);
    at("B", 7);
    story.at(98).removes("B", "A");
    const auto removal = story.last() - 1;
    at("B", 8);
    story.takes("B").ok("B").enter("B");
    const auto history = story.end();
    const auto lines = sourceLinesOf(history, judge(history));
    QCOMPARE(lines.size(), 2u);
    QCOMPARE(lines[0].line, 7);
    QCOMPARE(lines[0].events, std::vector<std::uint64_t>{removal});
    QCOMPARE(lines[1].line, 8);
    QCOMPARE(namedFiles(history, 5), std::vector<std::string>{"w.py"});
    QVERIFY(namedFiles(history, 0).empty());
}

void TestRunFigures::pitfalls_haveTitles()
{
    QCOMPARE(pitfallTitle("R1"), "Deleting another's lock");
    QCOMPARE(pitfallTitle("Z9"), "");
}

LOCKSCOPE_TEST(TestRunFigures)
#include "tst_run_figures.moc"
