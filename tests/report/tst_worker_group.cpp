// SPDX-License-Identifier: MIT
// Many workers as one lane.
#include "support/history_builder.h"
#include "support/test_program.h"

#include "lockcore/judge/judge.h"
#include "ui/report/worker_group.h"

#include <QTest>

using namespace lockcore;
using namespace lockcore::test;
using namespace lockscope;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

HistoryBuilder crowd(int workers)
{
    HistoryBuilder story;
    for (int i = 0; i < workers; ++i)
        story.worker("w" + std::to_string(i));
    story.at(5).add(entry::Begun{});
    return story;
}

} // namespace

class TestWorkerGroup final : public QObject
{
    Q_OBJECT

private slots:
    void fewWorkers_haveNoGroups();
    void manyWorkers_areInOneGroupEach();
    void namedByVerdicts_areAlone();
    void counts_showWaitingHoldingAndWorking();
    void noWorkers_haveNoGroup();
};

void TestWorkerGroup::fewWorkers_haveNoGroups() { QVERIFY(groupsOf(lanesOf(crowd(24).at(10).acquire("w0").end(), {})).empty()); }

void TestWorkerGroup::manyWorkers_areInOneGroupEach()
{
    const auto groups = groupsOf(lanesOf(crowd(45).at(10).acquire("w0").end(), {}));
    QCOMPARE(groups.size(), 3u);
    QCOMPARE(groups[0].name, u"w0 … w19"_s);
    QCOMPARE(groups[2].name, u"w40 … w44"_s);
    std::vector<std::size_t> all;
    for (const auto &group : groups)
        all.insert(all.end(), group.workers.begin(), group.workers.end());
    QCOMPARE(all.size(), 45u);
    QVERIFY(std::ranges::is_sorted(all));
}

void TestWorkerGroup::namedByVerdicts_areAlone()
{
    auto story = crowd(45);
    story.at(10).gets("w7").enter("w7").at(20).removes("w9", "w7").takes("w9").acquire("w9").ok("w9").enter("w9").at(30).exit("w7");
    const auto history = story.end();
    const auto lanes = lanesOf(history, judge(history));
    QVERIFY(!lanes.marks.empty());
    for (const auto &group : groupsOf(lanes)) {
        for (const auto worker : group.workers)
            QVERIFY(worker != 9);
    }
}

void TestWorkerGroup::counts_showWaitingHoldingAndWorking()
{
    auto story = crowd(3);
    story.at(10).gets("w0").at(20).enter("w0").acquire("w1").at(25).acquire("w2").at(40).exit("w0").givesBack("w0").at(50).acquire("w0");
    const auto group = groupOf(lanesOf(story.end(), {}), {0, 1, 2});
    QCOMPARE(groupText(group, 6ms), u"idle"_s);
    QVERIFY(groupText(group, 15ms).startsWith(u"1 holding"_s));
    QVERIFY(groupText(group, 30ms).startsWith(u"1 working"_s));
    QVERIFY(groupText(group, 30ms).contains(u", 2 waiting"_s));
    QVERIFY(groupText(group, 45ms).startsWith(u"2 waiting"_s));
    for (const auto &count : group.counts) {
        for (const int of : count.of)
            QVERIFY(of >= 0 && of <= 3);
    }
}

void TestWorkerGroup::noWorkers_haveNoGroup()
{
    QVERIFY(groupOf(Lanes(), {}).counts.empty());
    QCOMPARE(groupText({}, 5ms), u"idle"_s);
}

LOCKSCOPE_TEST(TestWorkerGroup)
#include "tst_worker_group.moc"
