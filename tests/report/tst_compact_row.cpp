// SPDX-License-Identifier: MIT
// A run as one row.
#include "support/history_builder.h"
#include "support/test_program.h"

#include "lockcore/judge/judge.h"
#include "lockcore/report/compact_row.h"
#include "lockcore/report/moments.h"

#include <QTest>

using namespace lockcore;
using namespace lockcore::test;
using namespace std::chrono_literals;

namespace {

CompactRow rowOf(const History &history)
{
    const HistoryIndex index(history);
    const auto verdicts = judge(index);
    const auto lanes = lanesOf(index, verdicts);
    return compactRowOf(index, verdicts, lanes, Moments(index, lanes));
}

// `A 10-330 B 330-400`, in ms.
std::string text(const CompactRow &row, const std::vector<CompactRow::Span> &spans)
{
    std::string all;
    const auto ms = [](Microseconds time) { return std::to_string(std::chrono::duration_cast<Milliseconds>(time).count()); };
    for (const auto &span : spans)
        all += row.workers[span.worker] + ' ' + ms(span.begin) + '-' + ms(span.end) + ' ';
    return all;
}

// `fault@15 A`
std::string marksOf(const CompactRow &row)
{
    std::string all;
    for (const auto &mark : row.marks)
        all += std::string(wordOf(mark.kind)) + '@' + std::to_string(std::chrono::duration_cast<Milliseconds>(mark.at).count())
               + (mark.worker ? ' ' + row.workers[*mark.worker] : std::string()) + '\n';
    return all;
}

} // namespace

class TestCompactRow final : public QObject
{
    Q_OBJECT

private slots:
    void holders_followEachOther();
    void marks_areFaultRefusalAndViolation();
    void ownLockThatIsGone_isNoRefusal();
    void fault_alignsTheRows();
    void expiredLease_alignsWithoutAFault();
    void belief_countsWithoutARecord();
};

void TestCompactRow::holders_followEachOther()
{
    auto story = begun();
    story.at(10).gets("A").enter("A").at(20).acquire("B").at(40).exit("A").givesBack("A").at(50).takes("B").ok("B").at(60).enter("B");
    story.at(70).exit("B").givesBack("B");
    const auto row = rowOf(story.end());
    QCOMPARE(text(row, row.holds), std::string("A 10-40 B 50-70 "));
    QCOMPARE(text(row, row.inside), std::string("A 10-40 B 60-70 "));
    QCOMPARE(marksOf(row), std::string());
}

void TestCompactRow::marks_areFaultRefusalAndViolation()
{
    auto story = begun();
    story.at(10).gets("A").enter("A").at(15).pauses("A").at(20).acquire("B").at(320).expires("A").takes("B").ok("B").enter("B");
    story.at(400).resumes("A").exit("A").release("A").at(405).turn("A", "EVALSHA", entry::Verb::Free).at(410).no("A");
    QCOMPARE(marksOf(rowOf(story.end())), std::string("fault@15 A\nfault@400 A\nrefusal@405 A\n"));
    auto broken = begun();
    broken.at(10).gets("A").enter("A").at(20).acquire("B").at(100).removes("B", "A").takes("B").ok("B").enter("B");
    const auto marks = marksOf(rowOf(broken.end()));
    QVERIFY2(marks.find("violation@100") != std::string::npos, marks.c_str());
}

void TestCompactRow::ownLockThatIsGone_isNoRefusal()
{
    auto story = begun();
    story.at(10).gets("A").at(330).expires("A").at(340).release("A").turn("A", "EVALSHA", entry::Verb::Free).no("A");
    QCOMPARE(marksOf(rowOf(story.end())), std::string());
}

void TestCompactRow::fault_alignsTheRows()
{
    auto story = begun();
    story.at(10).gets("A").at(15).pauses("A").at(320).expires("A").resumes("A");
    QCOMPARE(rowOf(story.end()).anchor.at, Microseconds(15ms));
}

void TestCompactRow::expiredLease_alignsWithoutAFault()
{
    auto story = begun();
    story.at(10).gets("A").enter("A").at(20).acquire("B").at(320).expires("A").takes("B").ok("B").enter("B").at(400).exit("A");
    story.release("A").no("A");
    QCOMPARE(rowOf(story.end()).anchor.at, Microseconds(320ms));
    auto quiet = begun();
    QCOMPARE(rowOf(quiet.at(10).gets("A").at(20).givesBack("A").end()).anchor.entry, std::uint64_t(0));
}

void TestCompactRow::belief_countsWithoutARecord()
{
    auto story = begun();
    story.at(10).acquire("A").ok("A").at(30).release("A").ok("A");
    const auto row = rowOf(story.end());
    QCOMPARE(text(row, row.holds), std::string("A 10-30 "));
}

LOCKSCOPE_TEST(TestCompactRow)
#include "tst_compact_row.moc"
