// SPDX-License-Identifier: MIT
#include "lockcore/process/pipe.h"
#include "lockcore/process/start_process.h"
#include "support/test_program.h"

#include <QTest>

#include <cerrno>
#include <thread>

#include <sys/wait.h>

using namespace lockcore;
using namespace std::chrono_literals;

class TestStartProcess : public QObject
{
    Q_OBJECT

private slots:
    void wordsAndBytes_arriveAsTheyAre();
    void environment_isChangedByName();
    void missingProgram_isAnErrno_data();
    void missingProgram_isAnErrno();
    void group_data();
    void group();
    void ignoredSignals_areReset();
    void withAMask_ignoredSignalsStay();
    void endOfTheThread_endsIt();
    void ended_isNotReaped();
};

namespace {

struct Output
{
    std::string text;
    int status = -1;
};

int reaped(pid_t pid)
{
    int status = -1;
    while (::waitpid(pid, &status, 0) < 0 && errno == EINTR) { }
    return status;
}

Output run(StartProcess start)
{
    auto out = makePipe();
    start.descriptors.emplace_back(out->writing.get(), STDOUT_FILENO);
    const auto pid = startProcess(start);
    if (pid < 0)
        qFatal("%s does not start", start.program.c_str());
    out->writing.close();
    const auto text = readUntil(Until::EndOfFile, out->reading.get(), std::chrono::steady_clock::now() + 60s).text;
    return {text, reaped(pid)};
}

StartProcess shell(const std::string &script) { return {"sh", {"sh", "-c", script}}; }

} // namespace

void TestStartProcess::wordsAndBytes_arriveAsTheyAre()
{
    const std::string bytes = "a b\n\xff'$\"";
    const auto output = run({"sh", {"sh", "-c", "printf '%s|' \"$0\" \"$@\"; exit 7", "name", bytes, ""}});
    QCOMPARE(output.text, "name|" + bytes + "||");
    QCOMPARE(WEXITSTATUS(output.status), 7);
}

void TestStartProcess::environment_isChangedByName()
{
    qputenv("LOCKSCOPE_TEST_A", "before");
    qputenv("LOCKSCOPE_TEST_AB", "kept");
    qputenv("LOCKSCOPE_TEST_C", "before");
    auto start = shell("echo ${LOCKSCOPE_TEST_A-none} ${LOCKSCOPE_TEST_AB-none} ${LOCKSCOPE_TEST_C-none} ${LOCKSCOPE_TEST_D-none}");
    start.environment = {{"LOCKSCOPE_TEST_A", std::nullopt}, {"LOCKSCOPE_TEST_C", "now"}, {"LOCKSCOPE_TEST_D", "new"}};
    QCOMPARE(run(start).text, std::string("none kept now new\n"));
}

void TestStartProcess::missingProgram_isAnErrno_data()
{
    QTest::addColumn<std::string>("program");
    QTest::addColumn<int>("error");
    QTest::newRow("a path") << std::string("/nowhere/at-all") << ENOENT;
    QTest::newRow("in PATH") << std::string("no-such-program-anywhere") << ENOENT;
    QTest::newRow("not executable") << std::string("/etc/passwd") << EACCES;
}

void TestStartProcess::missingProgram_isAnErrno()
{
    QFETCH(std::string, program);
    QFETCH(int, error);
    errno = 0;
    QCOMPARE(startProcess({program, {program}}), -1);
    QCOMPARE(errno, error);
    QCOMPARE(::waitpid(-1, nullptr, WNOHANG), -1); // there is nothing left to reap
    QCOMPARE(errno, ECHILD);
}

void TestStartProcess::group_data()
{
    QTest::addColumn<StartProcess::Group>("group");
    QTest::addColumn<bool>("ownGroup");
    QTest::addColumn<bool>("ownSession");
    QTest::newRow("inherited") << StartProcess::Group::Inherited << false << false;
    QTest::newRow("own") << StartProcess::Group::Own << true << false;
    QTest::newRow("session") << StartProcess::Group::OwnSession << true << true;
}

void TestStartProcess::group()
{
    QFETCH(StartProcess::Group, group);
    QFETCH(bool, ownGroup);
    QFETCH(bool, ownSession);
    StartProcess start{"sleep", {"sleep", "1000"}};
    start.group = group;
    const auto pid = startProcess(start);
    QVERIFY(pid > 0);
    QCOMPARE(::getpgid(pid), ownGroup ? pid : ::getpgrp()); // true at once, because startProcess() returns after exec()
    QCOMPARE(::getsid(pid), ownSession ? pid : ::getsid(0));
    ::kill(pid, SIGKILL);
    QCOMPARE(WTERMSIG(reaped(pid)), SIGKILL);
}

void TestStartProcess::ignoredSignals_areReset()
{
    std::signal(SIGPIPE, SIG_IGN);
    const auto status = run(shell("kill -PIPE $$; exit 0")).status;
    std::signal(SIGPIPE, SIG_DFL);
    QVERIFY(WIFSIGNALED(status));
    QCOMPARE(WTERMSIG(status), SIGPIPE);
}

void TestStartProcess::withAMask_ignoredSignalsStay()
{
    std::signal(SIGHUP, SIG_IGN);
    auto start = shell("kill -HUP $$; exit 5");
    start.mask.emplace();
    sigemptyset(&*start.mask);
    const auto status = run(start).status;
    std::signal(SIGHUP, SIG_DFL);
    QVERIFY(WIFEXITED(status));
    QCOMPARE(WEXITSTATUS(status), 5);
}

void TestStartProcess::endOfTheThread_endsIt()
{
    pid_t pid = -1;
    std::thread([&pid] { pid = startProcess({"sleep", {"sleep", "1000"}}); }).join();
    QVERIFY(pid > 0);
    QCOMPARE(WTERMSIG(reaped(pid)), SIGKILL); // the parent-death signal
}

void TestStartProcess::ended_isNotReaped()
{
    const auto pid = startProcess({"sleep", {"sleep", "1000"}});
    QVERIFY(!hasEnded(pid));
    ::kill(pid, SIGKILL);
    while (!hasEnded(pid))
        std::this_thread::yield();
    QVERIFY(hasEnded(pid));
    QCOMPARE(WTERMSIG(reaped(pid)), SIGKILL);
}

LOCKSCOPE_TEST(TestStartProcess)

#include "tst_start_process.moc"
