// SPDX-License-Identifier: MIT
// Belief against Redis, from short stories. In the stories the lease is 300 ms.
#include "support/history_builder.h"
#include "support/test_program.h"

#include "lockcore/report/moments.h"

#include <QTest>

using namespace lockcore;
using namespace lockcore::test;

namespace {

std::string beliefs(const History &history, std::size_t worker = 0)
{
    std::string text;
    const auto lanes = lanesOf(history, {});
    for (const auto &span : lanes.workers.at(worker).beliefs) {
        text += (text.empty() ? "" : ", ") + std::to_string(span.begin.count() / 1000) + '-' + std::to_string(span.end.count() / 1000);
        text += !span.agrees ? " ?" : *span.agrees ? " yes" : " no";
    }
    return text;
}

} // namespace

class TestBeliefs final : public QObject
{
    Q_OBJECT

private slots:
    void holder_isRightWhileItsLockExists();
    void holder_isWrongOnceItsLockIsGone();
    void severalLocks_areToldApart();
    void pausesAndWork_doNotInterruptBeliefs();
    void withoutRecord_beliefsAreUnknown();
    void manyServers_needAQuorum();
    void warmUp_isNotShown();
};

void TestBeliefs::holder_isRightWhileItsLockExists()
{
    auto story = begun();
    story.at(10).gets("A").at(50).givesBack("A").at(60).gets("B").at(70).givesBack("B").at(80).acquire("A");
    QCOMPARE(beliefs(story.end()), "10-50 yes");
    QCOMPARE(beliefs(story.end(), 1), "60-70 yes");
}

void TestBeliefs::holder_isWrongOnceItsLockIsGone()
{
    auto expired = begun();
    expired.at(10).gets("A").at(310).expires("A").at(320).gets("B").at(400).release("A").at(410).acquire("A");
    QCOMPARE(beliefs(expired.end()), "10-310 yes, 310-400 no");
    QCOMPARE(beliefs(expired.end(), 1), "320-410 yes");
    auto removed = begun();
    removed.at(10).gets("A").at(30).removes("B", "A").at(50).acquire("B");
    QCOMPARE(beliefs(removed.end()), "10-30 yes, 30-50 no");
    auto never = begun();
    never.at(5).gets("B").at(10).acquire("A").ok("A").at(30).release("A").at(40).acquire("A");
    QCOMPARE(beliefs(never.end()), "10-30 no");
}

void TestBeliefs::severalLocks_areToldApart()
{
    auto story = begun();
    story.header.locks = {"stock", "ledger"};
    story.at(10).gets("A").of("ledger").at(20).gets("A").at(30).removes("B", "A").at(50).release("A").at(60).acquire("B");
    const auto lanes = lanesOf(story.end(), {});
    QCOMPARE(beliefs(story.end()), "10-30 yes, 30-50 no, 50-60 yes");
    QCOMPARE(lanes.workers[0].beliefs[1].denied, std::vector<std::string>{"ledger"});
    const auto history = story.end();
    const auto worker = Moments(history, lanes).at(std::chrono::milliseconds(40)).workers.at(0);
    QCOMPARE(worker.locks, (std::vector<LockBelief>{{"ledger", 1, true, false}, {"stock", 1, false, true}}));
    auto one = begun();
    one.at(10).gets("A").at(60).acquire("B");
    const auto alone = one.end();
    QVERIFY(Moments(alone, lanesOf(alone, {})).at(std::chrono::milliseconds(40)).workers.at(0).locks.empty());
}

void TestBeliefs::pausesAndWork_doNotInterruptBeliefs()
{
    auto story = begun();
    story.at(10).gets("A").at(20).enter("A").at(30).pauses("A").at(40).resumes("A").at(50).exit("A").at(60).release("A").at(70).acquire(
        "B");
    QCOMPARE(beliefs(story.end()), "10-60 yes");
}

void TestBeliefs::withoutRecord_beliefsAreUnknown()
{
    auto story = begun();
    story.header.record = false;
    story.at(10).acquire("A").ok("A").at(50).release("A").at(60).acquire("A");
    QCOMPARE(beliefs(story.end()), "10-50 ?");
}

void TestBeliefs::manyServers_needAQuorum()
{
    auto story = begun();
    story.header.servers = 3;
    story.header.quorum = 2;
    story.at(10).acquire("A").on(0).takes("A").on(1).takes("A").ok("A");
    story.at(20).on(2).takes("A").at(30).on(0).removes("B", "A").at(40).on(1).removes("B", "A").at(50).acquire("B");
    QCOMPARE(beliefs(story.end()), "10-40 yes, 40-50 no");
}

void TestBeliefs::warmUp_isNotShown()
{
    HistoryBuilder story;
    story.worker("A").at(1).gets("A").at(2).givesBack("A").at(5).add(entry::Begun{}).at(10).acquire("A");
    QCOMPARE(beliefs(story.end()), "");
}

LOCKSCOPE_TEST(TestBeliefs)
#include "tst_beliefs.moc"
