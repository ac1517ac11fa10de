// SPDX-License-Identifier: MIT
// `lockscope lock` on a real terminal, under a real shell: who may read, and what Ctrl+C and Ctrl+Z do.
#include "support/eventually.h"
#include "support/on_terminal.h"
#include "support/processes.h"
#include "support/redis_server.h"
#include "support/test_program.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <csignal>

#include <sys/wait.h>

using namespace Qt::Literals::StringLiterals;
using lockcore::test::eventually;
using lockcore::test::OnTerminal;
using lockcore::test::RedisServer;

class LockTerminalTest final : public QObject
{
    Q_OBJECT

private slots:
    void init()
    {
        m_server = std::make_unique<RedisServer>();
        m_folder = std::make_unique<QTemporaryDir>();
    }

    void redirected_commandReadsTheTerminal()
    {
        OnTerminal terminal("sh", {"-c", lock("sh -c 'echo ready >/dev/tty; read x </dev/tty; echo got $x >/dev/tty'")
                                             + " </dev/null >/dev/null; echo code $?"});
        QVERIFY2(eventually([&] { return terminal.shown().contains("ready"); }), terminal.shown());
        terminal.type("hello\n");
        QVERIFY2(eventually([&] { return terminal.shown().contains("code 0"); }), terminal.shown());
        QVERIFY2(terminal.shown().contains("got hello"), terminal.shown());
        QVERIFY(isFree());
    }

    void inAPipe_commandReadsTheTerminal()
    {
        OnTerminal terminal("sh", {"-c", lock("sh -c 'read x </dev/tty; echo got $x'") + " | cat; echo over"});
        terminal.type("hello\n");
        QVERIFY2(eventually([&] { return terminal.shown().contains("over"); }), terminal.shown());
        QVERIFY2(terminal.shown().contains("got hello"), terminal.shown());
    }

    void redirected_ctrlCEndsIt()
    {
        OnTerminal terminal("sh", {"-c", "trap : INT; " + lock(noted("exec sleep 1000")) + " </dev/null >/dev/null; echo code $?"});
        QVERIFY(notedPid() > 0);
        terminal.type("\x03");
        QVERIFY2(eventually([&] { return terminal.shown().contains("code 130"); }), terminal.shown());
        QVERIFY(isFree());
    }

    void ctrlC_reachesTheCommandOnce()
    {
        OnTerminal terminal(
            "sh", {"-c", "trap : INT; " + lock(noted("trap 'echo heard' INT; sleep 1000; sleep 0.3; read x")) + "; echo code $?"});
        QVERIFY(sleeps(notedPid()));
        terminal.type("\x03");
        QVERIFY2(eventually([&] { return terminal.shown().contains("heard"); }), terminal.shown());
        terminal.type("\n");
        QVERIFY2(eventually([&] { return terminal.shown().contains("code 0"); }), terminal.shown());
        QCOMPARE(terminal.shown().count("heard"), 1);
    }

    void ctrlZ_stopsBoth_andFgContinuesBoth_data()
    {
        QTest::addColumn<QByteArray>("redirection");
        QTest::newRow("terminal") << QByteArray();
        QTest::newRow("output") << QByteArray(" >/dev/null");
        QTest::newRow("all") << QByteArray(" </dev/null >/dev/null 2>&1");
    }

    void ctrlZ_stopsBoth_andFgContinuesBoth()
    {
        QFETCH(QByteArray, redirection);
        OnTerminal terminal("bash", {"--norc", "-i"});
        terminal.type(lock(noted("exec sleep 1000")) + redirection + "; echo code $((1$?))\n");
        const auto command = notedPid();
        QVERIFY(command > 0);
        const auto runner = parentOf(command);
        const auto guard = parentOf(runner);
        terminal.type("\x1a");
        QVERIFY2(eventually([&] { return terminal.shown().contains("Stopped"); }), terminal.shown());
        QCOMPARE(stateOf(command), 'T');
        QCOMPARE(stateOf(guard), 'T');
        terminal.type("fg\n");
        QVERIFY(eventually([&] { return stateOf(command) == 'S' && stateOf(guard) == 'S'; }));
        QVERIFY(!isFree());
        terminal.type("\x03");
        QVERIFY2(eventually([&] { return stateOf(guard) == 0; }), terminal.shown());
        QVERIFY(isFree());
        terminal.type("exit\n");
        QVERIFY2(eventually([&] { return terminal.ended(); }), terminal.shown());
    }

    void ctrlZ_commandIgnoresIt_stopsNeither()
    {
        OnTerminal terminal("bash", {"--norc", "-i"});
        terminal.type(lock(noted("trap \"\" TSTP; echo re\"\"ady; read x; echo got $x")) + "\n");
        const auto command = notedPid();
        QVERIFY2(eventually([&] { return terminal.shown().contains("ready"); }), terminal.shown());
        terminal.type("\x1a");
        terminal.type("hello\n"); // either the command or the shell reads it
        QVERIFY2(eventually([&] { return terminal.shown().contains("got hello"); }), terminal.shown());
        QVERIFY(!terminal.shown().contains("Stopped"));
        QVERIFY(eventually([&] { return stateOf(command) == 0; }));
    }

    // Many programs restore the screen first, and then stop themselves by the signal that cannot be caught.
    void ctrlZ_commandStopsItselfLater_stopsBoth()
    {
        OnTerminal terminal("bash", {"--norc", "-i"});
        terminal.type(lock(noted("trap \"kill -STOP \\$\\$\" TSTP; echo re\"\"ady; while :; do :; done")) + "\n");
        const auto command = notedPid();
        const auto guard = parentOf(parentOf(command));
        QVERIFY2(eventually([&] { return terminal.shown().contains("ready"); }), terminal.shown());
        terminal.type("\x1a");
        QVERIFY2(eventually([&] { return terminal.shown().contains("Stopped"); }), terminal.shown());
        QVERIFY(eventually([&] { return stateOf(command) == 'T' && stateOf(guard) == 'T'; }));
        terminal.type("fg\n");
        QVERIFY(eventually([&] { return stateOf(command) == 'R' && stateOf(guard) == 'S'; }));
        terminal.type("\x03");
        QVERIFY2(eventually([&] { return stateOf(guard) == 0; }), terminal.shown());
        QVERIFY(isFree());
    }

    // 148 is how a shell reports Ctrl+Z; here it is the command's own exit code.
    void exitCode148AfterCtrlZ_isPassedOn()
    {
        OnTerminal terminal("bash", {"--norc", "-i"});
        terminal.type(lock(noted("read x; exit 148")) + "\n");
        const auto command = notedPid();
        terminal.type("\x1a");
        QVERIFY2(eventually([&] { return terminal.shown().contains("Stopped"); }), terminal.shown());
        terminal.type("fg\n");
        QVERIFY(eventually([&] { return stateOf(command) == 'S'; }));
        terminal.type("\n");
        QVERIFY(eventually([&] { return stateOf(command) == 0; }));
        terminal.type("echo code $?\n");
        QVERIFY2(eventually([&] { return terminal.shown().contains("code 148"); }), terminal.shown());
        QCOMPARE(terminal.shown().count("Stopped"), 1);
    }

    // Ctrl+S: the terminal does not take our messages, and the command must still end.
    void silencedTerminal_doesNotDelayTheEnd()
    {
        OnTerminal terminal({"lock", "redisson", "job", url(), "--option", "lease=1h", "--option", "first-delay=100ms", "--option",
                             "period=100ms", "--", "sh", "-c", "echo $$ > " + pidFile().toLocal8Bit() + "; exec sleep 1000"});
        const auto command = notedPid();
        QVERIFY(command > 0);
        terminal.type("\x13");
        m_server->command({"DEL", "job"});
        QVERIFY(eventually([&] { return stateOf(command) == 0; }));
        QVERIFY(eventually([&] { return terminal.ended(); }));
        QCOMPARE(WEXITSTATUS(terminal.status()), 76);
        QVERIFY(!terminal.shown().contains("is lost"));
    }

    // If the lease of a stopped job runs out, the job is ended without being continued first.
    void stoppedLongerThanLease_isEnded()
    {
        OnTerminal terminal("bash", {"--norc", "-i"});
        terminal.type("lockscope=" LOCKSCOPE_BINARY "; " + lock("--lease 2s", noted("exec sleep 1000")) + "; echo code $?\n");
        const auto command = notedPid();
        terminal.type("\x1a");
        QVERIFY2(eventually([&] { return stateOf(command) == 'T'; }), terminal.shown());
        QVERIFY2(eventually([&] { return stateOf(command) == 0; }), terminal.shown());
        QVERIFY2(eventually([&] { return terminal.shown().contains("is lost"); }), terminal.shown());
    }

    void background_commandThatReads_stopsAndComesForward()
    {
        OnTerminal terminal("bash", {"--norc", "-i"});
        terminal.type(lock(noted("read x; echo got $x")) + " &\n");
        const auto command = notedPid();
        const auto guard = parentOf(parentOf(command));
        QVERIFY2(eventually([&] { return stateOf(command) == 'T' && stateOf(guard) == 'T'; }), terminal.shown());
        terminal.type("fg\n");
        QVERIFY(eventually([&] { return stateOf(command) == 'S'; }));
        terminal.type("hello\n");
        QVERIFY2(eventually([&] { return terminal.shown().contains("got hello"); }), terminal.shown());
        QVERIFY(eventually([&] { return isFree(); }));
    }

    void shellLoop_endsByCtrlC_data()
    {
        QTest::addColumn<QByteArray>("shell");
        QTest::addColumn<bool>("held");
        QTest::newRow("bash") << QByteArray("bash") << false;
        QTest::newRow("sh") << QByteArray("sh") << false;
        QTest::newRow("bash, waiting for the lock") << QByteArray("bash") << true;
    }

    void shellLoop_endsByCtrlC()
    {
        QFETCH(QByteArray, shell);
        QFETCH(bool, held);
        if (held)
            m_server->command({"SET", "job", "another"});
        OnTerminal terminal(
            shell, {"-c", "for i in 1 2 3; do echo turn; " + lock("--wait forever", noted("exec sleep 1000")) + "; done; echo after"});
        if (held)
            QVERIFY(eventually([&] { // more commands than our own SET
                return m_server->command({"INFO", "commandstats"}).text.find("cmdstat_set:calls=1,") == std::string::npos;
            }));
        else
            QVERIFY(notedPid() > 0);
        terminal.type("\x03");
        QVERIFY2(eventually([&] { return terminal.ended(); }), terminal.shown());
        QVERIFY2(WIFSIGNALED(terminal.status()) && WTERMSIG(terminal.status()) == SIGINT, terminal.shown());
        QCOMPARE(terminal.shown().count("turn"), 1);
        QVERIFY(!terminal.shown().contains("after"));
        QCOMPARE(isFree(), !held);
    }

    // The server answers the release slowly.
    void shellLoop_endsByCtrlCDuringTheRelease()
    {
        OnTerminal terminal("bash", {"-c", "for i in 1 2 3; do echo turn; " + lock(noted("read x")) + "; done; echo after"});
        const auto command = notedPid();
        QVERIFY(command > 0);
        m_server->command({"CLIENT", "PAUSE", "60000", "WRITE"});
        terminal.type("\n");
        QVERIFY(eventually([&] { return m_server->command({"CLIENT", "LIST"}).text.find("flags=b") != std::string::npos; }));
        terminal.type("\x03");
        QVERIFY2(eventually([&] { return terminal.shown().contains("^C"); }), terminal.shown()); // then the guard has received it
        m_server->command({"CLIENT", "UNPAUSE"});
        QVERIFY2(eventually([&] { return terminal.ended(); }), terminal.shown());
        QVERIFY2(WIFSIGNALED(terminal.status()) && WTERMSIG(terminal.status()) == SIGINT, terminal.shown());
        QCOMPARE(terminal.shown().count("turn"), 1);
        QVERIFY(isFree());
    }

    void signalToTheGroup_reachesTheCommandOnce()
    {
        for (const int number : {SIGINT, SIGTERM, SIGHUP, SIGQUIT}) {
            QFile::remove(pidFile());
            const auto name = QByteArray(::sigabbrev_np(number));
            OnTerminal terminal(
                {"lock", "token", "job", url(), "--", "sh", "-c",
                 "trap 'echo heard' " + name + "; echo $$ > " + pidFile().toLocal8Bit() + "; sleep 1000; sleep 0.3; read x"});
            QVERIFY(sleeps(notedPid()));
            ::kill(-terminal.pid(), number);
            QVERIFY2(eventually([&] { return terminal.shown().contains("heard"); }), terminal.shown());
            terminal.type("\n");
            QVERIFY2(eventually([&] { return terminal.ended(); }), terminal.shown());
            QCOMPARE(terminal.shown().count("heard"), 1);
        }
    }

    // As `kill -INT -- -GROUP` does.
    void signalToTheGroup_endsByThatSignal()
    {
        for (const int number : {SIGINT, SIGTERM, SIGHUP, SIGQUIT}) {
            QFile::remove(pidFile());
            OnTerminal terminal(LOCKSCOPE_BINARY, {"lock", "token", "job", url(), "--", "sh", "-c",
                                                   "echo $$ > " + pidFile().toLocal8Bit() + "; exec sleep 1000"});
            QVERIFY(notedPid() > 0);
            ::kill(-terminal.pid(), number);
            QVERIFY2(eventually([&] { return terminal.ended(); }), terminal.shown());
            QVERIFY(WIFSIGNALED(terminal.status()) && WTERMSIG(terminal.status()) == number);
            QVERIFY(isFree());
        }
    }

    // A command that catches Ctrl+C and exits by itself: its exit code counts.
    void commandThatHandlesCtrlC_keepsItsCode()
    {
        OnTerminal terminal(LOCKSCOPE_BINARY,
                            {"lock", "token", "job", url(), "--", "sh", "-c",
                             "trap 'exit 9' INT; echo $$ > " + pidFile().toLocal8Bit() + "; while :; do sleep 0.01; done"});
        QVERIFY(notedPid() > 0);
        terminal.type("\x03");
        QVERIFY2(eventually([&] { return terminal.ended(); }), terminal.shown());
        QVERIFY(WIFEXITED(terminal.status()));
        QCOMPARE(WEXITSTATUS(terminal.status()), 9);
    }

private:
    QByteArray url() const { return "unix://" + QByteArray::fromStdString(m_server->endpoint().path); }
    QString pidFile() const { return m_folder->filePath(u"pid"_s); }
    bool isFree() const { return m_server->command({"EXISTS", "job"}).integer == 0; }

    QByteArray lock(const QByteArray &command) const { return lock({}, command); }
    QByteArray lock(const QByteArray &options, const QByteArray &command) const
    {
        return LOCKSCOPE_BINARY " lock token job " + url() + ' ' + options + " -- " + command;
    }

    // A script that first writes down which process runs it.
    QByteArray noted(const QByteArray &script) const
    {
        auto quoted = script;
        quoted.replace("'", "'\\''");
        return "sh -c 'echo $$ > " + pidFile().toLocal8Bit() + "; " + quoted + '\'';
    }

    pid_t notedPid() const
    {
        pid_t pid = 0;
        (void)eventually([&] {
            QFile file(pidFile());
            const auto text = file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
            pid = text.endsWith('\n') ? text.trimmed().toInt() : 0;
            return pid > 0;
        });
        return pid;
    }

    // Is it in its first `sleep`? A child that has not started `sleep` yet may still swallow a signal.
    static bool sleeps(pid_t pid)
    {
        return pid > 0 && eventually([&] {
                   const auto children = lockcore::test::childrenOf(pid);
                   return !children.empty() && children.front().words.front() == u"sleep"_s;
               });
    }

    static QByteArrayList statOf(pid_t pid)
    {
        QFile file(u"/proc/%1/stat"_s.arg(pid));
        const auto stat = file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
        return stat.mid(stat.lastIndexOf(')') + 2).split(' ');
    }

    static char stateOf(pid_t pid) // 0: gone
    {
        const auto state = statOf(pid).value(0);
        return state.isEmpty() || state == "Z" ? '\0' : state.front();
    }

    static pid_t parentOf(pid_t pid) { return statOf(pid).value(1).toInt(); }

    std::unique_ptr<RedisServer> m_server;
    std::unique_ptr<QTemporaryDir> m_folder;
};

LOCKSCOPE_TEST(LockTerminalTest)
#include "tst_lock_terminal.moc"
