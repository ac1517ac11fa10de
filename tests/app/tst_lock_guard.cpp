// SPDX-License-Identifier: MIT
// What `lockscope lock` promises if a part of it dies, stops, or loses its server.
#include "support/eventually.h"
#include "support/lockscope_process.h"
#include "support/processes.h"
#include "support/redis_server.h"
#include "support/test_program.h"

#include <QFile>
#include <QTest>

#include <algorithm>
#include <csignal>

#include <sys/ptrace.h>
#include <sys/wait.h>

using namespace Qt::Literals::StringLiterals;
using lockcore::test::childrenOf;
using lockcore::test::eventually;
using lockcore::test::isAlive;
using lockcore::test::LockscopeProcess;
using lockcore::test::Process;
using lockcore::test::RedisServer;
using lockcore::test::RedisServerOptions;

namespace {

// The runner, the command, and what the command has started.
std::vector<Process> familyOf(qint64 guard)
{
    auto family = childrenOf(guard);
    for (std::size_t i = 0; i < family.size(); ++i) {
        for (auto &child : childrenOf(family[i].pid))
            family.push_back(std::move(child));
    }
    return family;
}

bool anyAlive(const std::vector<Process> &processes) { return std::ranges::any_of(processes, &isAlive); }

} // namespace

class LockGuardTest final : public QObject
{
    Q_OBJECT

private slots:
    void init()
    {
        m_lock.reset();
        m_server = std::make_unique<RedisServer>();
    }

    void guardKilled_commandAndItsChildrenEnd()
    {
        begin({}, u"sleep 1000 & sh -c 'sleep 1000; :' & echo here; sleep 1000; :"_s);
        QVERIFY(m_lock->waitFor([&] { return familyOf(m_lock->pid()).size() == 6; })); // runner, sh, sleep, sh, sleep, sleep
        const auto family = familyOf(m_lock->pid());
        m_lock->signal(SIGKILL);
        QVERIFY(eventually([&] { return !anyAlive(family); }));
    }

    void guardKilled_keepRunningStays()
    {
        begin({u"--keep-running"_s}, u"echo here; exec sleep 1000"_s);
        const auto family = familyOf(m_lock->pid());
        QCOMPARE(family.size(), 2u);
        m_lock->signal(SIGKILL);
        QVERIFY(eventually([&] { return !isAlive(family[0]); }));
        QVERIFY(isAlive(family[1]));
        ::kill(family[1].pid, SIGKILL);
    }

    void runnerKilled_commandEnds_andTheLockIsReleased()
    {
        begin({}, u"echo here; sleep 1000; :"_s);
        QVERIFY(m_lock->waitFor([&] { return familyOf(m_lock->pid()).size() == 3; }));
        const auto family = familyOf(m_lock->pid());
        ::kill(family.front().pid, SIGKILL);
        QVERIFY(m_lock->waitEnd());
        QVERIFY(!anyAlive(family));
        QCOMPARE(m_lock->exitCode(), 128 + SIGKILL);
        QVERIFY(isFree());
    }

    void runnerKilled_keepRunningStays_andTheLockIsHeldUntilItEnds()
    {
        begin({u"--keep-running"_s}, u"echo here; read x; exit 3"_s);
        const auto family = familyOf(m_lock->pid());
        QCOMPARE(family.size(), 2u);
        ::kill(family[0].pid, SIGKILL);
        QVERIFY(eventually([&] { return childrenOf(m_lock->pid()).size() == 1 && !isAlive(family[0]); })); // the guard has adopted it
        QVERIFY(isAlive(family[1]));
        QVERIFY(!isFree());
        m_lock->type("\n");
        QVERIFY(m_lock->waitEnd());
        QCOMPARE(m_lock->exitCode(), 3);
        QVERIFY(isFree());
    }

    void runnerStopped_commandEndsWithTheLease()
    {
        begin({u"--lease"_s, u"1s"_s}, u"echo here; exec sleep 1000"_s);
        const auto family = familyOf(m_lock->pid());
        ::kill(family[0].pid, SIGSTOP);
        QVERIFY(m_lock->waitEnd());
        QCOMPARE(m_lock->exitCode(), 76);
        QVERIFY(eventually([&] { return !anyAlive(family); }));
    }

    void runnerStopped_signalsAreStillPassedOn()
    {
        begin({}, u"echo here; exec sleep 1000"_s);
        ::kill(familyOf(m_lock->pid())[0].pid, SIGSTOP);
        m_lock->signal(SIGTERM);
        QVERIFY(m_lock->waitEnd());
        QCOMPARE(m_lock->exitCode(), 128 + SIGTERM);
        QVERIFY(isFree());
    }

    // A debugger stops the runner in a way that SIGCONT does not end.
    void runnerThatCannotRun_isKilled_andTheCommandEnds()
    {
        begin({u"--lease"_s, u"1s"_s}, u"echo here; exec sleep 1000"_s);
        const auto family = familyOf(m_lock->pid());
        if (::ptrace(PTRACE_SEIZE, family[0].pid, nullptr, nullptr) != 0)
            QSKIP("no process may be traced here");
        ::ptrace(PTRACE_INTERRUPT, family[0].pid, nullptr, nullptr);
        ::waitpid(family[0].pid, nullptr, __WALL);
        QVERIFY(eventually([&] { return !isAlive(family[1]); }));
        ::waitpid(family[0].pid, nullptr, __WALL); // a tracer is notified of the end first
        QVERIFY(m_lock->waitEnd());
        QCOMPARE(m_lock->exitCode(), 76);
    }

    // `killall lockscope` and `pkill -f lockscope` reach only the guard, which passes the signal on.
    void runner_isNotCalledLockscope()
    {
        begin({}, u"echo here; exec sleep 1000"_s);
        const auto runner = familyOf(m_lock->pid())[0];
        QCOMPARE(runner.words.join(QString()), u"lock-runner"_s);
        QFile name(u"/proc/%1/comm"_s.arg(runner.pid));
        QVERIFY(name.open(QIODevice::ReadOnly));
        QCOMPARE(name.readAll(), QByteArray("lock-runner\n"));
    }

    void signalThatEnds_isPassedOn_data()
    {
        QTest::addColumn<int>("number");
        for (const int number : {SIGUSR1, SIGUSR2, SIGALRM, SIGHUP, SIGVTALRM, SIGPROF, SIGXCPU, SIGIO, SIGPWR})
            QTest::newRow(::strsignal(number)) << number;
    }

    void signalThatEnds_isPassedOn()
    {
        QFETCH(int, number);
        begin({}, u"echo here; exec sleep 1000"_s);
        m_lock->signal(number);
        QVERIFY(m_lock->waitEnd());
        QVERIFY(!m_lock->crashed()); // the signal came to us alone
        QCOMPARE(m_lock->exitCode(), 128 + number);
        QVERIFY(isFree());
    }

    void usr1_isPassedToTheCommand()
    {
        begin({}, u"trap 'echo heard; exit 3' USR1; echo here; while :; do sleep 0.01; done"_s);
        m_lock->signal(SIGUSR1);
        QVERIFY(m_lock->waitEnd());
        QCOMPARE(m_lock->exitCode(), 3);
        QCOMPARE(m_lock->out(), QByteArray("here\nheard\n"));
    }

    // A stopped guard can neither renew nor end the command.
    void guardStopped_commandEndsWithTheLease()
    {
        begin({u"--lease"_s, u"1s"_s}, u"echo here; sleep 1000; :"_s);
        QVERIFY(m_lock->waitFor([&] { return familyOf(m_lock->pid()).size() == 3; }));
        auto family = familyOf(m_lock->pid());
        m_lock->signal(SIGSTOP);
        family.erase(family.begin()); // the guard reaps the runner
        QVERIFY(eventually([&] { return !anyAlive(family); }));
        m_lock->signal(SIGCONT);
        QVERIFY(m_lock->waitEnd());
        QCOMPARE(m_lock->exitCode(), 76);
        QVERIFY2(m_lock->err().contains("lost"), m_lock->err());
    }

    // Granted while the guard was stopped, and over when it continues.
    void guardStoppedWhileWaiting_doesNotStartTheCommand()
    {
        m_server->command({"CLIENT", "PAUSE", "60000", "WRITE"});
        m_lock = std::make_unique<LockscopeProcess>(
            QStringList{u"lock"_s, u"token"_s, u"job"_s, u"--lease"_s, u"100ms"_s, u"--timeout"_s, u"60s"_s, u"--"_s, u"echo"_s, u"ran"_s},
            m_server->endpoint(), 3);
        QVERIFY(eventually([&] { return m_server->command({"CLIENT", "LIST"}).text.find("flags=b") != std::string::npos; }));
        m_lock->signal(SIGSTOP);
        m_server->command({"CLIENT", "UNPAUSE"});
        QVERIFY(eventually([&] { return callsOf("set") == 1 && isFree(); })); // granted, and expired
        m_lock->signal(SIGCONT);
        QVERIFY(m_lock->waitEnd());
        QCOMPARE(m_lock->exitCode(), 76);
        QVERIFY(m_lock->out().isEmpty());
    }

    void stoppedCommand_isContinuedBeforeItIsSignalled()
    {
        for (const int number : {SIGINT, SIGTERM, SIGHUP}) {
            begin({}, u"echo here; exec sleep 1000"_s);
            const auto family = familyOf(m_lock->pid());
            QCOMPARE(family.size(), 2u);
            ::kill(family[1].pid, SIGSTOP);
            m_lock->signal(number);
            QVERIFY(m_lock->waitEnd());
            QCOMPARE(m_lock->exitCode(), 128 + number);
            QVERIFY(isFree());
        }
    }

    void password_isHiddenFromTheCommand()
    {
        RedisServerOptions options;
        options.password = "tops3cret";
        m_server = std::make_unique<RedisServer>(std::move(options));
        begin({}, u"echo here [$LOCKSCOPE_PASSWORD]; env | grep -c tops3cret"_s);
        QVERIFY(m_lock->waitEnd());
        QCOMPARE(m_lock->out(), QByteArray("here []\n0\n"));
    }

    void connectionLostBeforeTheEnd_isReopened()
    {
        begin({u"--lease"_s, u"1h"_s}, u"echo here; read x; kill -KILL %1; exit 5"_s.arg(m_server->pid()));
        m_server->command({"SAVE"});
        m_lock->type("\n");
        QVERIFY(m_lock->waitFor([&] { return m_lock->err().contains("trying again"); }));
        m_server->kill(); // the command has killed it already; the fixture must know
        m_server->start();
        QVERIFY(m_lock->waitEnd());
        QCOMPARE(m_lock->exitCode(), 5);
        QVERIFY(isFree());
        QCOMPARE(callsOf("del"), 1); // the server was there again
    }

    void releaseUnanswered_isRepeated()
    {
        begin({u"--lease"_s, u"1h"_s, u"--timeout"_s, u"300ms"_s}, u"echo here; kill -STOP %1; exit 5"_s.arg(m_server->pid()));
        QVERIFY(m_lock->waitFor([&] { return m_lock->err().contains("trying again"); }));
        m_server->resume();
        QVERIFY(m_lock->waitEnd());
        QCOMPARE(m_lock->exitCode(), 5);
        QVERIFY2(m_lock->err().contains("not ours any more"), m_lock->err());
        QVERIFY(isFree());
    }

    void serverGone_endsWithTheLease_orByASignal()
    {
        begin({u"--lease"_s, u"2s"_s}, u"echo here; kill -KILL %1; exit 5"_s.arg(m_server->pid()));
        QVERIFY(m_lock->waitEnd());
        QVERIFY2(m_lock->exitCode() == 5 && m_lock->err().contains("before its lease ran out"), m_lock->err());
        m_server->kill(); // the command has killed it already; the fixture must know
        m_server->start();
        begin({u"--lease"_s, u"1h"_s}, u"echo here; kill -KILL %1; exit 5"_s.arg(m_server->pid()));
        QVERIFY(m_lock->waitFor([&] { return m_lock->err().contains("trying again"); }));
        m_lock->signal(SIGTERM);
        QVERIFY(m_lock->waitEnd());
        QCOMPARE(m_lock->exitCode(), 128 + SIGTERM);
    }

    // A terminal that is closed sends two signals: its shell's and the kernel's.
    void secondSignalWhileWaiting_stillLeavesTheQueue()
    {
        m_server->command({"HSET", "job", "another", "1"});
        m_lock = std::make_unique<LockscopeProcess>(
            QStringList{u"lock"_s, u"redisson-fair"_s, u"job"_s, u"--wait"_s, u"forever"_s, u"--"_s, u"echo"_s, u"ran"_s},
            m_server->endpoint(), 3);
        const auto queued = [&] { return m_server->command({"LLEN", "redisson_lock_queue:{job}"}).integer; };
        QVERIFY(m_lock->waitFor([&] { return queued() == 1; }));
        m_server->pause();
        m_lock->signal(SIGHUP);
        QVERIFY(m_lock->waitFor([&] { return m_lock->err().contains("No longer waiting"); }));
        m_lock->signal(SIGHUP);
        m_server->resume();
        QVERIFY(m_lock->waitEnd());
        QCOMPARE(m_lock->exitCode(), 128 + SIGHUP);
        QCOMPARE(queued(), 0);
    }

    void secondSignalWhileWaiting_endsAtOnce()
    {
        m_server->command({"HSET", "job", "another", "1"});
        m_lock = std::make_unique<LockscopeProcess>(
            QStringList{u"lock"_s, u"redisson-fair"_s, u"job"_s, u"--wait"_s, u"forever"_s, u"--timeout"_s, u"1h"_s, u"--"_s, u"true"_s},
            m_server->endpoint(), 3);
        QVERIFY(m_lock->waitFor([&] { return m_server->command({"LLEN", "redisson_lock_queue:{job}"}).integer == 1; }));
        m_server->pause();
        m_lock->signal(SIGTERM);
        QVERIFY(m_lock->waitFor([&] { return m_lock->err().contains("No longer waiting"); }));
        QTest::qWait(2500);
        m_lock->signal(SIGINT);
        QVERIFY(m_lock->waitEnd());
        QCOMPARE(m_lock->exitCode(), 128 + SIGINT);
    }

    // The grant comes when nobody waits for it any more, and the server has never seen the script that releases it.
    void lateGrant_isReleased()
    {
        m_server->command({"SET", "job", "another", "PX", "1000"});
        m_lock = std::make_unique<LockscopeProcess>(QStringList{u"lock"_s, u"token"_s, u"job"_s, u"--timeout"_s, u"500ms"_s, u"--wait"_s,
                                                                u"forever"_s, u"--"_s, u"echo"_s, u"ran"_s},
                                                    m_server->endpoint(), 3);
        QVERIFY(m_lock->waitFor([&] { return callsOf("set") >= 2; }));
        QCOMPARE(m_server->command({"EXISTS", "job"}).integer, 1);
        m_server->pause();
        QVERIFY(m_lock->waitFor([&] { return m_lock->err().contains("job"); })); // the answer is lost
        m_lock->signal(SIGTERM);
        QVERIFY(m_lock->waitEnd());
        QTest::qWait(1000); // until the other's lease has ended
        m_server->resume();
        QTRY_COMPARE(callsOf("del"), 1); // granted, and released
        QVERIFY(isFree());
        QVERIFY(m_lock->out().isEmpty());
    }

    void cleanup()
    {
        m_lock.reset();
        m_server.reset();
    }

private:
    void begin(const QStringList &options, const QString &script)
    {
        const auto words = QStringList{u"lock"_s, u"token"_s, u"job"_s} + options + QStringList{u"--"_s, u"sh"_s, u"-c"_s, script};
        m_lock = std::make_unique<LockscopeProcess>(words, m_server->endpoint(), 3);
        QVERIFY(m_lock->waitFor([&] { return m_lock->out().contains("here"); }));
    }

    bool isFree() { return m_server->command({"EXISTS", "job"}).integer == 0; }

    std::int64_t callsOf(const std::string &command)
    {
        const auto stats = m_server->command({"INFO", "commandstats"}).text;
        const auto name = "cmdstat_" + command + ":calls=";
        const auto at = stats.find(name);
        return at == std::string::npos ? 0 : std::stoll(stats.substr(at + name.size()));
    }

    std::unique_ptr<RedisServer> m_server;
    std::unique_ptr<LockscopeProcess> m_lock;
};

LOCKSCOPE_TEST(LockGuardTest)
#include "tst_lock_guard.moc"
