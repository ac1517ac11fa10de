// SPDX-License-Identifier: MIT
// Real processes, most of them shells that write what a worker would.
#include "lockcore/lab/protocol/worker_process.h"
#include "support/eventually.h"
#include "support/test_program.h"

#include <QDir>
#include <QFile>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <csignal>

#include <sys/wait.h>

using namespace lockcore;
using namespace lockcore::test;
using namespace std::chrono_literals;

class TestWorkerProcess : public QObject
{
    Q_OBJECT

private slots:
    void hello_isSentAndAnswered();
    void missingProgram_isRefused();
    void badStart_failsWithASentence_data();
    void badStart_failsWithASentence();
    void silentWorker_failsAfterTheLimit();
    void brokenRule_endsTheWorker_data();
    void brokenRule_endsTheWorker();
    void end_comesAfterTheLastLine();
    void kill_reportsWrittenOutput();
    void kill_endsProcessesOutsideTheGroup();
    void kill_doesNotWaitForAHeldPipe();
    void death_isSeenWithoutTheEventLoop();
    void pause_isReportedWhenAllHaveStopped();
    void stoppedWorker_doesNotBlockSending();
    void nextIncarnation_startsClean();
    void errors_areKeptUpToALimit();
};

namespace {

const std::string hello = R"(echo '{"type":"hello_ok","proto":1,"library":"sh","caps":["try"]}')";
const std::string helloOk = hello + "; ";

std::vector<std::string> shell(const std::string &script) { return {"sh", "-c", script}; }

/// A worker and what it reported.
struct Worker
{
    explicit Worker(const std::string &script, Milliseconds helloLimit = 60s)
        : process({shell(script), helloLimit})
    {
        QObject::connect(&process, &WorkerProcess::greeted, &process, [this] { greeted = true; });
        QObject::connect(&process, &WorkerProcess::received, &process, [this](const auto &message) { messages.push_back(message); });
        QObject::connect(&process, &WorkerProcess::failed, &process, [this](const Error &error) { failure = error.text; });
        QObject::connect(&process, &WorkerProcess::paused, &process, [this] { paused = true; });
        QObject::connect(&process, &WorkerProcess::ended, &process, [this](int status) {
            ended = status;
            messagesAtEnd = messages.size();
        });
    }

    bool start(std::int64_t incarnation = 1)
    {
        greeted = false;
        worker::Hello greeting;
        greeting.worker = "A";
        greeting.incarnation = incarnation;
        return process.start(greeting).ok();
    }
    bool startAndGreet(std::int64_t incarnation = 1)
    {
        return start(incarnation) && eventually([this] { return greeted || !process.isRunning(); }) && greeted;
    }

    bool greeted = false;
    bool paused = false;
    std::vector<worker::Message> messages;
    std::size_t messagesAtEnd = 0;
    std::string failure;
    std::optional<int> ended;
    WorkerProcess process;
};

/// Without the event loop, so that nothing is read in the meantime.
bool sleepUntil(const std::function<bool()> &condition)
{
    for (int i = 0; i < 30'000; ++i) {
        if (condition())
            return true;
        QThread::msleep(1);
    }
    return false;
}

pid_t pidIn(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll().trimmed().toInt() : 0;
}

char stateOf(pid_t pid)
{
    QFile file(QStringLiteral("/proc/%1/stat").arg(pid));
    const auto stat = file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    const auto name = stat.lastIndexOf(')');
    return name < 0 ? '\0' : stat[name + 2];
}

bool isGone(pid_t pid) { return stateOf(pid) == '\0' || stateOf(pid) == 'Z'; }

} // namespace

void TestWorkerProcess::hello_isSentAndAnswered()
{
    Worker worker("read line; case $line in *'\"worker\":\"A\"'*) " + hello + " ;; esac; read bye");
    QVERIFY(worker.startAndGreet());
    QCOMPARE(worker.process.greeting().library, std::string("sh"));
    QVERIFY(worker.process.greeting().can("try"));
    QVERIFY(!worker.process.greeting().can("extend"));
    QVERIFY(worker.process.state() == WorkerProcess::State::Ready);
    worker.process.send(worker::Bye());
    QVERIFY(eventually([&] { return worker.ended.has_value(); }));
    QCOMPARE(*worker.ended, 0);
}

void TestWorkerProcess::missingProgram_isRefused()
{
    WorkerProcess process({{"/nowhere/worker"}});
    const auto started = process.start({});
    QVERIFY(!started.ok());
    QVERIFY2(started.error().text.starts_with("cannot run /nowhere/worker"), started.error().text.c_str());
    QVERIFY(!process.isRunning());
}

void TestWorkerProcess::badStart_failsWithASentence_data()
{
    QTest::addColumn<std::string>("script");
    QTest::addColumn<std::string>("sentence");
    const auto row = [](const char *name, std::string script, std::string sentence) { QTest::newRow(name) << script << sentence; };
    row("dies", "echo 'no module redis' >&2; exit 3",
        R"(The worker ended with exit code 3 before it answered "hello". Its last line on stderr: "no module redis".)");
    row("is killed", "kill -9 $$", R"(The worker ended by signal 9 before it answered "hello".)");
    row("logs", "echo Connected; sleep 1000", R"(The worker wrote a line that is not a JSON object: "Connected". Logs belong on stderr.)");
    row("another message", R"(echo '{"type":"ok","re":1}'; sleep 1000)",
        R"(The worker's first message must be "hello_ok", but it is "{"re":1,"type":"ok"}".)");
    row("another version", R"(echo '{"type":"hello_ok","proto":2}'; sleep 1000)",
        "The worker speaks version 2 of the protocol, Lockscope version 1.");
    row("refuses", R"(echo '{"type":"err","code":"connection","definite":true,"text":"no server"}'; sleep 1000)",
        R"(The worker refused "hello": no server.)");
}

void TestWorkerProcess::badStart_failsWithASentence()
{
    QFETCH(const std::string, script);
    QFETCH(const std::string, sentence);
    Worker worker(script);
    QVERIFY(worker.start());
    QVERIFY(eventually([&] { return !worker.failure.empty(); }));
    QCOMPARE(worker.failure, sentence);
    QVERIFY(!worker.process.isRunning());
    QVERIFY(!worker.ended);
}

void TestWorkerProcess::silentWorker_failsAfterTheLimit()
{
    Worker worker("sleep 1000", 100ms);
    QVERIFY(worker.start());
    QVERIFY(eventually([&] { return !worker.failure.empty(); }));
    QCOMPARE(worker.failure, std::string("The worker did not answer \"hello\" within 0.1 s."));
    QVERIFY(!worker.process.isRunning());
}

void TestWorkerProcess::brokenRule_endsTheWorker_data()
{
    QTest::addColumn<std::string>("script");
    QTest::addColumn<std::string>("begin");
    QTest::newRow("a log") << helloOk + "echo 'Lock taken'; sleep 1000"
                           << std::string("The worker wrote a line that is not a JSON object: \"Lock taken\"");
    QTest::newRow("without re") << helloOk + R"(echo '{"type":"ok"}'; sleep 1000)"
                                << std::string(R"(In the worker's message "{"type":"ok"}" "re" is missing.)");
    QTest::newRow("a flood") << helloOk + R"(yes '{"type":"waiting","lock":"a"}')"
                             << std::string("The worker wrote more than 50000 lines without a new request.");
    QTest::newRow("2 MiB") << helloOk + "head -c 2097152 /dev/zero | tr '\\0' x; sleep 1000"
                           << std::string("The worker wrote a line of more than 1 MiB: \"xxx");
}

void TestWorkerProcess::brokenRule_endsTheWorker()
{
    QFETCH(const std::string, script);
    QFETCH(const std::string, begin);
    Worker worker(script);
    QVERIFY(worker.start());
    QVERIFY(eventually([&] { return !worker.failure.empty(); }));
    QVERIFY2(worker.failure.starts_with(begin), worker.failure.c_str());
    QVERIFY(worker.failure.size() < 400);
    QVERIFY(!worker.process.isRunning());
}

void TestWorkerProcess::end_comesAfterTheLastLine()
{
    Worker worker(helloOk + R"(for i in $(seq 500); do echo '{"type":"renewed","lock":"a"}'; done; exit 7)");
    QVERIFY(worker.start());
    QVERIFY(eventually([&] { return worker.ended.has_value(); }));
    QCOMPARE(WEXITSTATUS(*worker.ended), 7);
    QCOMPARE(worker.messagesAtEnd, std::size_t(500));
    QCOMPARE(worker.messages.size(), std::size_t(500));
}

void TestWorkerProcess::kill_reportsWrittenOutput()
{
    const QTemporaryDir directory;
    const auto mark = directory.filePath(QStringLiteral("written"));
    Worker worker(helloOk + R"(read line; for i in 1 2 3; do echo '{"type":"lost","lock":"a"}'; done; printf '{"type":'; touch )"
                  + mark.toStdString() + "; sleep 1000");
    QVERIFY(worker.startAndGreet());
    worker.process.send(worker::Bye());
    QVERIFY(sleepUntil([&] { return QFile::exists(mark); }));
    worker.process.kill();
    QCOMPARE(worker.messages.size(), std::size_t(3));
    QVERIFY(!worker.process.isRunning());
    QVERIFY(!worker.ended);
    QCOMPARE(worker.failure, std::string());
    QVERIFY(!worker.process.outputHeldOpen());
}

void TestWorkerProcess::kill_endsProcessesOutsideTheGroup()
{
    const QTemporaryDir directory;
    const auto file = directory.filePath(QStringLiteral("pid"));
    Worker worker("(setsid sh -c 'echo $$ > " + file.toStdString() + "; exec sleep 1000' &); " + helloOk + "sleep 1000");
    QVERIFY(worker.startAndGreet());
    QVERIFY(eventually([&] { return pidIn(file) > 0; }));
    const auto grandchild = pidIn(file);
    QVERIFY(!isGone(grandchild));
    worker.process.kill();
    QVERIFY(isGone(grandchild));
    QVERIFY(!worker.process.outputHeldOpen());
}

void TestWorkerProcess::kill_doesNotWaitForAHeldPipe()
{
    const QTemporaryDir directory;
    const auto file = directory.filePath(QStringLiteral("pid"));
    Worker worker("(setsid env -i /bin/sh -c 'echo $$ > " + file.toStdString() + "; exec sleep 1000' &); " + helloOk + "sleep 1000");
    QVERIFY(worker.startAndGreet());
    QVERIFY(eventually([&] { return pidIn(file) > 0; }));
    const auto escaped = pidIn(file); // it has no mark, and its parent is not ours
    worker.process.kill();
    QVERIFY(!worker.process.isRunning());
    QVERIFY(!isGone(escaped));
    QVERIFY(worker.process.outputHeldOpen());
    ::kill(escaped, SIGKILL);
}

void TestWorkerProcess::death_isSeenWithoutTheEventLoop()
{
    Worker worker(helloOk + "sleep 1000");
    QVERIFY(worker.startAndGreet());
    QVERIFY(worker.process.isAlive());
    const auto pid = worker.process.pid();
    ::kill(pid, SIGKILL);
    QVERIFY(sleepUntil([&] { return stateOf(pid) == 'Z'; }));
    QVERIFY(!worker.ended);
    QVERIFY(!worker.process.isAlive());
    QVERIFY(worker.ended.has_value());
    QVERIFY(WIFSIGNALED(*worker.ended));
}

void TestWorkerProcess::pause_isReportedWhenAllHaveStopped()
{
    const QTemporaryDir directory;
    const auto file = directory.filePath(QStringLiteral("pid"));
    Worker worker("(setsid sh -c 'echo $$ > " + file.toStdString() + "; exec sleep 1000' &); " + helloOk
                  + R"(read line; echo '{"type":"held","re":1,"holding":false}'; read line)");
    QVERIFY(worker.startAndGreet());
    QVERIFY(eventually([&] { return pidIn(file) > 0; }));
    worker.process.pause();
    QVERIFY(!worker.process.isPaused());
    QVERIFY(eventually([&] { return worker.paused; }));
    QVERIFY(worker.process.isPaused());
    QCOMPARE(stateOf(worker.process.pid()), 'T');
    QCOMPARE(stateOf(pidIn(file)), 'T');
    worker.process.send(worker::Probe{1, "a", {}});
    worker.process.resume();
    QVERIFY(eventually([&] { return worker.messages.size() == 1; }));
    QVERIFY(stateOf(pidIn(file)) != 'T');
}

void TestWorkerProcess::stoppedWorker_doesNotBlockSending()
{
    constexpr int lines = 2000;
    Worker worker("read hello; " + helloOk + "while read line; do echo '{\"type\":\"held\",\"re\":1,\"holding\":false}'; done");
    QVERIFY(worker.startAndGreet());
    worker.process.pause();
    QVERIFY(eventually([&] { return worker.paused; }));
    const worker::Probe probe{1, std::string(100, 'x'), {}};
    for (int i = 0; i < lines; ++i) // more than the pipe takes
        worker.process.send(probe);
    worker.process.resume();
    QVERIFY(eventually([&] { return worker.messages.size() == lines; }));
}

void TestWorkerProcess::nextIncarnation_startsClean()
{
    Worker worker("read line; case $line in *'\"incarnation\":2'*) " + hello + ";; *) printf '{\"broken'; exit 1;; esac; sleep 1000");
    QVERIFY(worker.start(1));
    QVERIFY(eventually([&] { return !worker.failure.empty(); }));
    QVERIFY(worker.startAndGreet(2));
    QCOMPARE(worker.process.incarnation(), std::int64_t(2));
    worker.process.kill();
    QVERIFY(worker.startAndGreet(2));
}

void TestWorkerProcess::errors_areKeptUpToALimit()
{
    Worker worker("head -c 300000 /dev/zero | tr '\\0' x >&2; echo last >&2; " + helloOk + "exit 0");
    QVERIFY(worker.start());
    QVERIFY(eventually([&] { return worker.ended.has_value(); }));
    QCOMPARE(worker.process.errors().size(), std::size_t(64 * 1024));
    QVERIFY(worker.process.errors().ends_with("xlast\n"));
}

LOCKSCOPE_TEST(TestWorkerProcess)

#include "tst_worker_process.moc"
