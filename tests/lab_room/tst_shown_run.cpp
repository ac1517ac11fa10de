// SPDX-License-Identifier: MIT
// What is made of a run once, outside of the window's thread, and those who only show it.
#include "lab_story.h"
#include "support/eventually.h"
#include "support/test_program.h"

#include "lockcore/lab/record/history_file.h"
#include "lockcore/report/fault_log.h"
#include "ui/lab/page/lab_desk.h"
#include "ui/lab/picture/run_stack.h"
#include "ui/lab/player/run_facts.h"
#include "ui/window/lab_exporter.h"

#include <QAction>
#include <QFile>
#include <QFileInfo>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <ctime>

using namespace lockcore;
using namespace lockscope;
using namespace lockscope::test;
using lockcore::test::eventually;
using namespace Qt::Literals::StringLiterals;
using namespace std::chrono_literals;

namespace {

/// Plays nothing.
class NoEngine final : public LabEngine
{
public:
    int play(LabOrder) override { return 0; }
    void stop(int) override { }
    void act(int, const Fault &) override { }
    std::optional<Endpoint> serverOf(int) const override { return std::nullopt; }
};

double threadTime()
{
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) / 1e9;
}

template <class What>
double timeOf(What what)
{
    const auto before = threadTime();
    what();
    return threadTime() - before;
}

} // namespace

class TestShownRun final : public QObject
{
    Q_OBJECT

private slots:
    void endedRun_isSummarised();
    void currentRun_isNotSummarised();
    void facts_matchTheRun();
    void runs_areAlignedByTheirFaults();
    void longRun_isFreedInTheBackground();
    void export_runsInTheBackground();
};

void TestShownRun::endedRun_isSummarised()
{
    const auto run = plainDel();
    const auto &history = run->report.history;
    QVERIFY(run->figures == figuresOf(history) && run->figures.commands > 0);
    QVERIFY(run->exercised == exercisedIn(history) && !run->exercised.empty());
    QVERIFY(run->faults == faultsOf(history) && !run->faults.empty());
}

void TestShownRun::currentRun_isNotSummarised()
{
    const ShownRun run({{}, plainDelHistory(), {}}, {}, ShownRun::Stage::UnderWay);
    QVERIFY(run.figures == RunFigures() && run.exercised.empty() && run.faults.empty());
    QVERIFY(!run.lanes.workers.empty());
}

// The history says something else, but it is not read again.
void TestShownRun::facts_matchTheRun()
{
    auto run = std::make_shared<ShownRun>(*plainDel());
    run->figures.commands = 1234;
    run->figures.worstStall = entry::Stalled{entry::Place::Lab, {}, 0, 0us, 77ms};
    RunFacts facts;
    facts.resize(2000, 40);
    facts.showRun(run);
    QVERIFY2(facts.text().contains(u"234 commands numbered"_s), qPrintable(facts.text()));
    QVERIFY2(facts.text().endsWith(u"worst stall 77.0 ms"_s), qPrintable(facts.text()));
}

void TestShownRun::runs_areAlignedByTheirFaults()
{
    auto late = std::make_shared<ShownRun>(*plainDel());
    late->faults.erase(late->faults.begin()); // the next one: A goes on
    RunPlayer player;
    RunStack stack(&player);
    player.show(plainDel());
    stack.stack(late);
    QCOMPARE(stack.offset(), RunStack::Time(300ms));
}

// A busy machine may delay either of them: one clear case is enough, because without the other thread there is none.
void TestShownRun::longRun_isFreedInTheBackground()
{
    QStringList seen;
    for (int tries = 0; tries < 20; ++tries) {
        auto run = manyWorkers(20, 40, 10);
        auto copy = std::make_unique<ShownRun>(*run);
        const auto here = timeOf([&] { copy.reset(); });
        const auto left = timeOf([&] { run.reset(); });
        if (left < here / 3)
            return;
        seen << u"%1 ms, of %2 ms here"_s.arg(left * 1e3).arg(here * 1e3);
    }
    QFAIL(qPrintable(seen.join(u"; "_s)));
}

// The result is reported from another thread, so it does not arrive within the click.
void TestShownRun::export_runsInTheBackground()
{
    const QTemporaryDir folder;
    NoEngine engine;
    LabDesk desk(&engine);
    desk.open(plainDel());
    QWidget page;
    auto path = folder.filePath(u"history.jsonl"_s);
    QString suggested;
    const auto choose = [&](const FileQuestion &question, QWidget *) {
        suggested = question.suggestion;
        return path;
    };
    LabExporter exporter(&desk, choose, &page);
    const QSignalSpy done(&exporter, &LabExporter::done), failed(&exporter, &LabExporter::failed);
    exporter.actions().back()->trigger();
    QVERIFY2(QFileInfo(QFileInfo(suggested).path()).isDir(), qPrintable(suggested)); // not every user has a folder for documents
    QCOMPARE(done.count(), 0);
    QVERIFY(eventually([&] { return done.count() == 1; }));
    const auto read = readHistory(path.toStdString());
    QVERIFY(read.ok() && read->entries == desk.upper()->report.history.entries);
    path = folder.filePath(u"no/such/folder/history.jsonl"_s);
    exporter.actions().back()->trigger();
    QCOMPARE(failed.count(), 0);
    QVERIFY(eventually([&] { return failed.count() == 1; }));
    QVERIFY(failed.front().front().toString().contains(u"cannot be written"_s));
}

LOCKSCOPE_TEST(TestShownRun)
#include "tst_shown_run.moc"
