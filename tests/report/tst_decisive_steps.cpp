// SPDX-License-Identifier: MIT
// The steps in which a run is told.
#include "support/history_builder.h"
#include "support/test_program.h"

#include "lockcore/judge/judge.h"
#include "lockcore/report/decisive_steps.h"
#include "lockcore/report/entry_sentence.h"

#include <QTest>

using namespace lockcore;
using namespace lockcore::test;

namespace {

std::vector<std::uint64_t> stepsOf(const History &history, std::size_t most = mostDecisiveSteps)
{
    const HistoryIndex index(history);
    return decisiveSteps(index, lanesOf(index, judge(history)), most);
}

std::string sentencesOf(const History &history, std::size_t most = mostDecisiveSteps)
{
    std::string text;
    for (const auto number : stepsOf(history, most))
        text += sentenceOf(history, number) + '\n';
    return text;
}

} // namespace

class TestDecisiveSteps final : public QObject
{
    Q_OBJECT

private slots:
    void quietRun_isTold();
    void refusals_areSteps();
    void verdictsAndFaults_areSteps();
    void longRun_keepsWhatMattersMost();
    void warmUp_isNotTold();
};

void TestDecisiveSteps::quietRun_isTold()
{
    auto story = begun();
    story.at(10).gets("A").at(20).acquire("B").report("B", entry::Report::Waiting).at(30).givesBack("A").at(40).takes("B").ok("B");
    QCOMPARE(QString::fromStdString(sentencesOf(story.end())),
             QString::fromUtf8("A has the lock\nB waits\nA's lock “lock:stock” is removed by A's EVALSHA\nB has the lock\n"));
}

void TestDecisiveSteps::refusals_areSteps()
{
    auto story = begun();
    entry::Accessed late;
    late.who = {"A", 1};
    late.step = entry::Step::Write;
    late.refused = true;
    late.reason = "stale token";
    story.at(10).gets("A").at(330).expires("A").at(340).add(late).release("A").no("A");
    const auto text = sentencesOf(story.end());
    for (const auto *const part : {"the resource refuses the write of A: stale token\n", "A learns that the lock was not its own\n"})
        QVERIFY2(text.find(part) != std::string::npos, text.c_str());
}

void TestDecisiveSteps::verdictsAndFaults_areSteps()
{
    auto story = begun();
    story.at(10).gets("A").enter("A").at(15).pauses("A").at(20).acquire("B").at(330).expires("A").takes("B").ok("B").enter("B");
    story.at(400).resumes("A").exit("A").release("A").removes("A", "B").ok("A");
    const auto history = story.end();
    const auto steps = stepsOf(history);
    std::size_t named = 0;
    for (const auto &verdict : judge(history)) {
        for (const auto number : verdict.events) {
            if (verdict.outcome == Outcome::Violated && ++named > 0)
                QVERIFY2(std::ranges::find(steps, number) != steps.end(), sentenceOf(history, number).c_str());
        }
    }
    QVERIFY(named > 0);
    QVERIFY(sentencesOf(history).find("A is paused\n") != std::string::npos);
    QVERIFY(std::ranges::is_sorted(steps));
}

void TestDecisiveSteps::longRun_keepsWhatMattersMost()
{
    auto story = begun();
    story.at(10).gets("A");
    for (int i = 0; i < 100; ++i)
        story.at(20 + i).renews("A");
    story.at(200).dies("A").at(600).expires("A");
    const auto history = story.end();
    QCOMPARE(stepsOf(history).size(), mostDecisiveSteps);
    QCOMPARE(sentencesOf(history, 3), std::string("A has the lock\nA is killed\nA's lock “lock:stock” has expired\n"));
}

void TestDecisiveSteps::warmUp_isNotTold()
{
    HistoryBuilder story;
    story.worker("A").gets("A").givesBack("A").add(entry::Begun{});
    QCOMPARE(stepsOf(story.end()).size(), std::size_t(0));
}

LOCKSCOPE_TEST(TestDecisiveSteps)
#include "tst_decisive_steps.moc"
