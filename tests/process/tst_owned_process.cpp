// SPDX-License-Identifier: MIT
#include "lockcore/process/owned_process.h"
#include "lockcore/process/pipe.h"
#include "support/eventually.h"
#include "support/test_program.h"

#include <QSignalSpy>
#include <QTest>

#include <cerrno>

#include <sys/wait.h>

using namespace lockcore;
using namespace lockcore::test;
using namespace std::chrono_literals;

class TestOwnedProcess : public QObject
{
    Q_OBJECT

private slots:
    void end_isReportedWithItsStatus();
    void afterItsEnd_itCanBeStartedAgain();
    void failure_isAnErrnoWithoutEnd();
    void destruction_endsTheWholeGroup();
    void end_endsStartedProcesses();
    void killed_reportsNothing();
};

namespace {

// The pipe reaches end-of-file as soon as no process of the group has it open.
struct Watched
{
    Pipe pipe = *makePipe();
    StartProcess start;

    explicit Watched(const std::string &script)
        : start{"sh", {"sh", "-c", script}}
    {
        start.descriptors = {{pipe.writing.get(), STDOUT_FILENO}};
    }
    std::string line() const { return readUntil(Until::LineEnd, pipe.reading.get(), std::chrono::steady_clock::now() + 60s).text; }
    bool isAtEnd() const { return readUntil(Until::EndOfFile, pipe.reading.get(), std::chrono::steady_clock::now() + 60s).ended; }
};

} // namespace

void TestOwnedProcess::end_isReportedWithItsStatus()
{
    OwnedProcess process;
    QSignalSpy ended(&process, &OwnedProcess::ended);
    QCOMPARE(process.start({"sh", {"sh", "-c", "exit 3"}}), 0);
    QVERIFY(process.isRunning());
    QVERIFY(eventually([&] { return !ended.empty(); }));
    QCOMPARE(WEXITSTATUS(ended.at(0).at(0).toInt()), 3);
    QVERIFY(!process.isRunning());
}

void TestOwnedProcess::afterItsEnd_itCanBeStartedAgain()
{
    OwnedProcess process;
    int runs = 0;
    connect(&process, &OwnedProcess::ended, this, [&] {
        if (++runs < 3)
            QCOMPARE(process.start({"true", {"true"}}), 0); // from within its own signal
    });
    QCOMPARE(process.start({"true", {"true"}}), 0);
    QVERIFY(eventually([&] { return runs == 3; }));
}

void TestOwnedProcess::failure_isAnErrnoWithoutEnd()
{
    OwnedProcess process;
    QSignalSpy ended(&process, &OwnedProcess::ended);
    QCOMPARE(process.start({"/nowhere/at-all", {"x"}}), ENOENT);
    QVERIFY(!process.isRunning());
    QCOMPARE(process.pid(), -1);
    QVERIFY(ended.empty());
}

void TestOwnedProcess::destruction_endsTheWholeGroup()
{
    Watched watched("sleep 1000 & echo ready; wait");
    {
        OwnedProcess process;
        QCOMPARE(process.start(watched.start), 0);
        watched.pipe.writing.close();
        QCOMPARE(watched.line(), std::string("ready\n"));
    }
    QVERIFY(watched.isAtEnd());
    QCOMPARE(::waitpid(-1, nullptr, WNOHANG), -1);
    QCOMPARE(errno, ECHILD);
}

void TestOwnedProcess::end_endsStartedProcesses()
{
    Watched watched("sleep 1000 & exit 0");
    OwnedProcess process;
    QSignalSpy ended(&process, &OwnedProcess::ended);
    QCOMPARE(process.start(watched.start), 0);
    watched.pipe.writing.close();
    QVERIFY(eventually([&] { return !ended.empty(); }));
    QVERIFY(watched.isAtEnd());
}

void TestOwnedProcess::killed_reportsNothing()
{
    OwnedProcess process;
    QSignalSpy ended(&process, &OwnedProcess::ended);
    QCOMPARE(process.start({"sleep", {"sleep", "1000"}}), 0);
    process.kill();
    QVERIFY(!process.isRunning());
    QCoreApplication::processEvents();
    QVERIFY(ended.empty());
}

LOCKSCOPE_TEST(TestOwnedProcess)

#include "tst_owned_process.moc"
