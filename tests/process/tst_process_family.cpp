// SPDX-License-Identifier: MIT
#include "lockcore/process/descendants.h"
#include "lockcore/process/owned_process.h"
#include "lockcore/process/pipe.h"
#include "lockcore/process/proc_files.h"
#include "lockcore/process/process_family.h"
#include "support/eventually.h"
#include "support/test_program.h"

#include <QTest>

#include <algorithm>
#include <csignal>

using namespace lockcore;
using namespace lockcore::test;
using namespace std::chrono_literals;

class TestProcessFamily final : public QObject
{
    Q_OBJECT

private slots:
    void stop_reachesDescendantsAndEscapedProcesses();
    void stop_isCheapWhileLeaderRuns();
    void end_leavesNoProcess();
    void bothListsOfDescendants_areTheSame();
};

namespace {

bool isSleep(pid_t pid) { return proc::content("/proc/" + std::to_string(pid) + "/comm") == "sleep\n"; }

// A shell with a child, and a grandchild that has its own session and is not our child. Each prints its number.
struct Family
{
    std::pair<std::string, std::string> mark = ProcessFamily::newMark();
    Pipe pipe = *makePipe();
    OwnedProcess head;
    std::vector<pid_t> all;
    ProcessFamily family;

    Family()
    {
        StartProcess start{"sh", {"sh", "-c", "echo $$; sleep 1000 & echo $!; (setsid sh -c 'echo $$; exec sleep 1000' &); wait"}};
        start.descriptors = {{pipe.writing.get(), STDOUT_FILENO}};
        start.environment = {{mark.first, mark.second}};
        if (head.start(start) != 0)
            return;
        for (int i = 0; i < 3; ++i)
            all.push_back(std::stoi(readUntil(Until::LineEnd, pipe.reading.get(), std::chrono::steady_clock::now() + 60s).text));
        std::sort(all.begin(), all.end());
        family = ProcessFamily(head.pid(), mark.first + '=' + mark.second);
        // While a process becomes sleep, its environment cannot be read for a moment: first both are sleep, then all are found.
        eventually([&] { return std::count_if(all.begin(), all.end(), isSleep) == 2 && family.members() == all; });
    }
    ~Family() { family.end(); }
};

char stateOf(pid_t pid)
{
    const auto stat = proc::content("/proc/" + std::to_string(pid) + "/stat");
    return stat.empty() ? '\0' : stat[stat.rfind(')') + 2];
}

long readsSoFar() // read() calls of this process
{
    const auto io = proc::content("/proc/self/io");
    return std::stol(io.substr(io.find("syscr:") + 6));
}

} // namespace

void TestProcessFamily::stop_reachesDescendantsAndEscapedProcesses()
{
    Family family;
    QCOMPARE(family.all.size(), std::size_t(3));
    QCOMPARE(family.family.members(), family.all);
    QVERIFY(!family.family.stop()); // it has only asked them to
    QVERIFY(eventually([&] { return family.family.stop(); }));
    for (const auto pid : family.all)
        QCOMPARE(stateOf(pid), 'T');
    family.family.signal(SIGCONT);
    QVERIFY(eventually([&] { return std::none_of(family.all.begin(), family.all.end(), [](auto pid) { return stateOf(pid) == 'T'; }); }));
}

void TestProcessFamily::stop_isCheapWhileLeaderRuns()
{
    Family family;
    const auto before = readsSoFar();
    for (int i = 0; i < 3; ++i)
        family.family.members();
    const auto scans = readsSoFar() - before;
    const auto begin = readsSoFar();
    QVERIFY(!family.family.stop());
    const auto first = readsSoFar() - begin;
    QVERIFY2(first < scans / 3, qPrintable(QStringLiteral("%1 reads, and %2 for three scans").arg(first).arg(scans)));
}

void TestProcessFamily::end_leavesNoProcess()
{
    Family family;
    QVERIFY(family.family.end());
    QVERIFY(family.family.members().empty());
    QVERIFY(std::all_of(family.all.begin(), family.all.end(), isOver));
}

void TestProcessFamily::bothListsOfDescendants_areTheSame()
{
    Family family;
    auto scanned = descendantsOf(family.head.pid());
    auto listed = descendantsListedFor(family.head.pid());
    std::sort(scanned.begin(), scanned.end());
    std::sort(listed.begin(), listed.end());
    QCOMPARE(listed, scanned);
    QVERIFY(!listed.empty());
}

LOCKSCOPE_TEST(TestProcessFamily)
#include "tst_process_family.moc"
