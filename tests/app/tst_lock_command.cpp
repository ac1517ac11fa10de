// SPDX-License-Identifier: MIT
// `lockscope lock` as a shell sees it: real processes, a real server.
#include "support/redis_server.h"
#include "support/saved_profile.h"
#include "support/test_program.h"

#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include <csignal>

using namespace Qt::Literals::StringLiterals;
using lockcore::test::RedisServer;
using lockcore::test::RedisServerOptions;
using lockcore::test::saveProfile;

namespace {

struct Outcome
{
    int code = -1;
    QByteArray out;
    QByteArray err;
};

class LockTest
{
public:
    LockTest(RedisServer &server, QStringList before, QStringList command)
    {
        const auto path = QString::fromStdString(server.endpoint().path);
        before.insert(2, u"unix://"_s + path);
        begin(QStringList{u"lock"_s} + before + QStringList{u"--"_s} + command);
    }
    explicit LockTest(const QStringList &arguments) { begin(arguments); }

    QProcess &process() { return m_process; }

    Outcome outcome()
    {
        if (!m_process.waitForFinished(20'000))
            m_process.kill();
        const bool ended = m_process.exitStatus() == QProcess::NormalExit;
        return {ended ? m_process.exitCode() : -1, m_output + m_process.readAllStandardOutput(), m_process.readAllStandardError()};
    }

    bool says(const QByteArray &word)
    {
        while (!m_output.contains(word) && m_process.waitForReadyRead(10'000))
            m_output += m_process.readAllStandardOutput();
        return m_output.contains(word);
    }

private:
    void begin(const QStringList &arguments)
    {
        m_process.start(QString::fromLatin1(LOCKSCOPE_BINARY), arguments);
        m_process.waitForStarted();
    }

    QProcess m_process;
    QByteArray m_output;
};

QStringList shell(const QString &script) { return {u"sh"_s, u"-c"_s, script}; }

bool isFree(RedisServer &server, const std::string &key = "job") { return server.command({"EXISTS", key}).integer == 0; }

} // namespace

class LockCommandTest : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void init();
    void command_runsWhileTheLockIsHeld();
    void commandsExitCode_isPassedOn();
    void commandKilledBySignal_isReported();
    void commandNotFound_releases();
    void commandNotExecutable_releases();
    void wrongUsage_exitsWith64_data();
    void wrongUsage_exitsWith64();
    void misspeltOption_listsTheRightOnes();
    void noServer_exitsWith69();
    void heldByAnother_exitsWith75();
    void freedWhileWaiting_runs();
    void leaseEnds_endsTheCommand();
    void leaseEnds_killsProcessesThatIgnoreSigterm();
    void leaseEnds_endsTheCommandsChildren();
    void watchdogFindsLockGone_endsTheCommand_data();
    void watchdogFindsLockGone_endsTheCommand();
    void keyReplacedByOtherType_isReportedLostAtRelease();
    void halfFailedAcquisition_leavesNothing_data();
    void halfFailedAcquisition_leavesNothing();
    void connectionLostWhileWaiting_isWaitedFor_data();
    void connectionLostWhileWaiting_isWaitedFor();
    void keyThatBeginsWithAMinus_isGivenInBase64();
    void environmentUrl_isPassedOnWithoutPassword();
    void watchdog_renewsWhileTheCommandRuns();
    void keepRunning_onlyWarns();
    void lockLostAtTheEnd_isReported();
    void standardInput_goesToTheCommand();
    void signal_reachesTheCommand();
    void signalWhileWaiting_ends();
    void signalWhileWaiting_leavesTheQueue();
    void signalDuringGrant_leavesNothing_data();
    void signalDuringGrant_leavesNothing();
    void profile_givesServerAndPassword();
    void readOnlyProfile_isRefusedBeforePasswordLookup_data();
    void readOnlyProfile_isRefusedBeforePasswordLookup();
    void fencingToken_isInTheEnvironment();
    void redlock_takesSeveralServers();
    void help_namesTheProtocols();

private:
    QTemporaryDir m_config;
};

void LockCommandTest::initTestCase()
{
    qputenv("XDG_CONFIG_HOME", m_config.path().toUtf8());
    qputenv("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nonexistent/bus"); // no keychain
}

void LockCommandTest::init()
{
    qunsetenv("LOCKSCOPE_URL");
    qunsetenv("LOCKSCOPE_PASSWORD");
}

void LockCommandTest::command_runsWhileTheLockIsHeld()
{
    RedisServer server;
    LockTest lock(server, {u"token"_s, u"job"_s}, shell(u"echo here; read x"_s));
    QVERIFY(lock.says("here"));
    QVERIFY(!isFree(server));
    const auto left = server.command({"PTTL", "job"}).integer;
    QVERIFY(left > 20'000 && left <= 30'000);
    lock.process().write("\n");
    QCOMPARE(lock.outcome().code, 0);
    QVERIFY(isFree(server));
}

void LockCommandTest::commandsExitCode_isPassedOn()
{
    RedisServer server;
    const auto outcome = LockTest(server, {u"redisson"_s, u"job"_s}, shell(u"echo out; echo err >&2; exit 7"_s)).outcome();
    QCOMPARE(outcome.code, 7);
    QCOMPARE(outcome.out, QByteArray("out\n"));
    QCOMPARE(outcome.err, QByteArray("err\n"));
    QVERIFY(isFree(server));
}

void LockCommandTest::commandKilledBySignal_isReported()
{
    RedisServer server;
    QCOMPARE(LockTest(server, {u"token"_s, u"job"_s}, shell(u"kill -9 $$"_s)).outcome().code, 128 + SIGKILL);
    QVERIFY(isFree(server));
}

void LockCommandTest::commandNotFound_releases()
{
    RedisServer server;
    const auto outcome = LockTest(server, {u"token"_s, u"job"_s}, {u"no-such-command-here"_s}).outcome();
    QCOMPARE(outcome.code, 127);
    QVERIFY(outcome.err.contains("no-such-command-here"));
    QVERIFY(isFree(server));
}

void LockCommandTest::commandNotExecutable_releases()
{
    RedisServer server;
    QCOMPARE(LockTest(server, {u"token"_s, u"job"_s}, {u"/etc/passwd"_s}).outcome().code, 126);
    QVERIFY(isFree(server));
}

void LockCommandTest::wrongUsage_exitsWith64_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::newRow("nothing") << QStringList{u"lock"_s};
    QTest::newRow("no command") << QStringList{u"lock"_s, u"token"_s, u"job"_s};
    QTest::newRow("empty command") << QStringList{u"lock"_s, u"token"_s, u"job"_s, u"--"_s};
    QTest::newRow("no key") << QStringList{u"lock"_s, u"token"_s, u"--"_s, u"true"_s};
    QTest::newRow("unknown protocol") << QStringList{u"lock"_s, u"nope"_s, u"job"_s, u"--"_s, u"true"_s};
    QTest::newRow("only in the Lab") << QStringList{u"lock"_s, u"prefix-del"_s, u"job"_s, u"--"_s, u"true"_s};
    QTest::newRow("unknown option") << QStringList{u"lock"_s, u"token"_s, u"job"_s, u"--nope"_s, u"--"_s, u"true"_s};
    QTest::newRow("no lease") << QStringList{u"lock"_s, u"token"_s, u"job"_s, u"--lease"_s, u"0s"_s, u"--"_s, u"true"_s};
    QTest::newRow("absurd lease") << QStringList{u"lock"_s, u"token"_s, u"job"_s, u"--lease"_s, u"400d"_s, u"--"_s, u"true"_s};
    QTest::newRow("wrong wait") << QStringList{u"lock"_s, u"token"_s, u"job"_s, u"--wait"_s, u"soon"_s, u"--"_s, u"true"_s};
    QTest::newRow("wrong option of the protocol")
        << QStringList{u"lock"_s, u"redisson"_s, u"job"_s, u"--option"_s, u"lease=soon"_s, u"--"_s, u"true"_s};
    QTest::newRow("option without a value") << QStringList{u"lock"_s,  u"redisson"_s, u"job"_s, u"--option"_s,
                                                           u"lease"_s, u"--"_s,       u"true"_s};
    QTest::newRow("many servers for one") << QStringList{u"lock"_s,     u"token"_s,     u"job"_s, u"--server"_s, u"redis://a"_s,
                                                         u"--server"_s, u"redis://b"_s, u"--"_s,  u"true"_s};
    QTest::newRow("a URL for the key") << QStringList{u"lock"_s, u"token"_s, u"--lease=3s"_s, u"unix:///tmp/s"_s, u"--"_s, u"true"_s};
    QTest::newRow("wrong base64") << QStringList{u"lock"_s, u"token"_s, u"--key-base64"_s, u"?"_s, u"--"_s, u"true"_s};
    QTest::newRow("empty base64") << QStringList{u"lock"_s, u"token"_s, u"--key-base64"_s, u""_s, u"--"_s, u"true"_s};
    QTest::newRow("two keys") << QStringList{u"lock"_s, u"token"_s,     u"--key-base64"_s, u"a2V5"_s,
                                             u"job"_s,  u"redis://a"_s, u"--"_s,           u"true"_s};
    QTest::newRow("wrong URL") << QStringList{u"lock"_s, u"token"_s, u"job"_s, u"ftp://secret:word@x"_s, u"--"_s, u"true"_s};
}

void LockCommandTest::wrongUsage_exitsWith64()
{
    QFETCH(const QStringList, arguments);
    const auto outcome = LockTest(arguments).outcome();
    QCOMPARE(outcome.code, 64);
    QVERIFY(outcome.out.isEmpty());
    QVERIFY(outcome.err.startsWith("lockscope: "));
    QVERIFY(!outcome.err.contains("word@"));
}

void LockCommandTest::misspeltOption_listsTheRightOnes()
{
    const auto outcome = LockTest({u"lock"_s, u"redlock"_s, u"job"_s, u"--option"_s, u"jiter=5ms"_s, u"--"_s, u"true"_s}).outcome();
    QCOMPARE(outcome.code, 64);
    QCOMPARE(outcome.err, QByteArray("lockscope: This protocol has no option \"jiter\", only: grants, jitter, lease.\n"));
}

void LockCommandTest::noServer_exitsWith69()
{
    QTemporaryDir directory;
    const QStringList arguments = {u"lock"_s, u"token"_s, u"job"_s, u"unix://"_s + directory.filePath(u"none"_s),
                                   u"--"_s,   u"echo"_s,  u"ran"_s};
    const auto outcome = LockTest(arguments).outcome();
    QCOMPARE(outcome.code, 69);
    QVERIFY(outcome.out.isEmpty());
    QVERIFY(!outcome.err.isEmpty());
}

void LockCommandTest::heldByAnother_exitsWith75()
{
    RedisServer server;
    server.command({"SET", "job", "another"});
    for (const auto &wait : {u"0"_s, u"100ms"_s}) {
        const auto outcome = LockTest(server, {u"token"_s, u"job"_s, u"--wait"_s, wait}, {u"echo"_s, u"ran"_s}).outcome();
        QCOMPARE(outcome.code, 75);
        QVERIFY(outcome.out.isEmpty());
        QVERIFY(outcome.err.contains("job"));
    }
    QCOMPARE(server.command({"GET", "job"}).text, std::string("another"));
}

void LockCommandTest::freedWhileWaiting_runs()
{
    RedisServer server;
    LockTest first(server, {u"redisson"_s, u"job"_s}, shell(u"echo here; read x"_s));
    QVERIFY(first.says("here"));
    LockTest second(server, {u"redisson"_s, u"job"_s, u"--wait"_s, u"forever"_s}, shell(u"echo second"_s));
    QTRY_COMPARE(server.command({"PUBSUB", "NUMSUB", "redisson_lock__channel:{job}"}).elements.at(1).integer, 1);
    first.process().write("\n");
    QCOMPARE(first.outcome().code, 0);
    const auto outcome = second.outcome();
    QCOMPARE(outcome.code, 0);
    QCOMPARE(outcome.out, QByteArray("second\n"));
}

void LockCommandTest::leaseEnds_endsTheCommand()
{
    RedisServer server;
    const auto script = u"trap 'echo ended; exit 3' TERM; echo here; while :; do sleep 0.01; done"_s;
    const auto outcome = LockTest(server, {u"token"_s, u"job"_s, u"--lease"_s, u"300ms"_s}, shell(script)).outcome();
    QCOMPARE(outcome.code, 76);
    QCOMPARE(outcome.out, QByteArray("here\nended\n"));
    QVERIFY(outcome.err.contains("lost"));
}

void LockCommandTest::leaseEnds_killsProcessesThatIgnoreSigterm()
{
    RedisServer server;
    QElapsedTimer timer;
    timer.start();
    const auto script = u"trap '' TERM; while :; do sleep 0.05; done"_s;
    const auto outcome = LockTest(server, {u"token"_s, u"job"_s, u"--lease"_s, u"100ms"_s}, shell(script)).outcome();
    QCOMPARE(outcome.code, 76);
    QVERIFY(timer.elapsed() >= 5000);
}

void LockCommandTest::leaseEnds_endsTheCommandsChildren()
{
    RedisServer server;
    LockTest lock(server, {u"token"_s, u"job"_s, u"--lease"_s, u"300ms"_s}, shell(u"sleep 1000 & echo pid $!; wait"_s));
    const auto outcome = lock.outcome();
    QCOMPARE(outcome.code, 76);
    const auto pid = outcome.out.trimmed().split(' ').last().toInt();
    QVERIFY(pid > 1);
    QVERIFY(::kill(pid, 0) != 0);
}

void LockCommandTest::watchdogFindsLockGone_endsTheCommand_data()
{
    QTest::addColumn<QString>("protocol");
    QTest::addColumn<QString>("taken"); // by another client, with a value of this type
    for (const auto &protocol : {u"redisson"_s, u"redisson-fair"_s, u"redisson-readwrite"_s, u"token-watchdog"_s}) {
        for (const auto &taken : {u"none"_s, u"string"_s, u"hash"_s})
            QTest::addRow("%s, %s", qPrintable(protocol), qPrintable(taken)) << protocol << taken;
    }
}

// The next renewal notices it, long before the lease ends.
void LockCommandTest::watchdogFindsLockGone_endsTheCommand()
{
    QFETCH(const QString, protocol);
    QFETCH(const QString, taken);
    RedisServer server;
    QStringList words = {protocol, u"job"_s};
    for (const auto &option : {u"lease=1h"_s, u"first-delay=100ms"_s, u"period=100ms"_s})
        words << u"--option"_s << option;
    LockTest lock(server, words, shell(u"echo here; exec sleep 1000"_s));
    QVERIFY(lock.says("here"));
    server.command({"DEL", "job"});
    if (taken == u"string"_s)
        server.command({"SET", "job", "another"});
    else if (taken == u"hash"_s)
        server.command({"HSET", "job", "another", "1"});
    QCOMPARE(lock.outcome().code, 76);
    QCOMPARE(isFree(server), taken == u"none"_s); // not re-created
}

void LockCommandTest::keyReplacedByOtherType_isReportedLostAtRelease()
{
    for (const auto &protocol : {u"redisson"_s, u"redisson-fair"_s, u"redisson-readwrite"_s, u"hash-reentrant"_s, u"token"_s}) {
        RedisServer server;
        LockTest lock(server, {protocol, u"job"_s}, shell(u"echo here; read x"_s));
        QVERIFY(lock.says("here"));
        server.command({"DEL", "job"});
        if (protocol == u"token"_s)
            server.command({"HSET", "job", "another", "1"});
        else
            server.command({"SET", "job", "another"});
        lock.process().write("\n");
        const auto outcome = lock.outcome();
        QCOMPARE(outcome.code, 76);
        QVERIFY2(outcome.err.contains("no longer ours"), outcome.err);
        QVERIFY(!isFree(server));
    }
}

void LockCommandTest::halfFailedAcquisition_leavesNothing_data()
{
    QTest::addColumn<QString>("protocol");
    for (const auto &protocol : {u"setnx-expire"_s, u"hash-reentrant"_s, u"redisson"_s, u"redisson-fair"_s, u"redisson-readwrite"_s})
        QTest::newRow(qPrintable(protocol)) << protocol;
}

// The owner is written, and then the lease is refused: without a release, that lock would last for ever.
void LockCommandTest::halfFailedAcquisition_leavesNothing()
{
    QFETCH(const QString, protocol);
    RedisServer server(QStringList{u"user ops on >pw ~* &* +@all -pexpire"_s});
    const auto url = u"unix://ops:pw@"_s + QString::fromStdString(server.endpoint().path);
    LockTest lock(QStringList{u"lock"_s, protocol, u"job"_s, url, u"--"_s, u"echo"_s, u"ran"_s});
    const auto outcome = lock.outcome();
    QCOMPARE(outcome.code, 69);
    QVERIFY(outcome.out.isEmpty());
    QVERIFY2(outcome.err.contains("is undone"), outcome.err);
    QVERIFY(isFree(server));
}

void LockCommandTest::connectionLostWhileWaiting_isWaitedFor_data()
{
    QTest::addColumn<QString>("protocol");
    for (const auto &protocol : {u"token"_s, u"redisson"_s, u"redisson-fair"_s})
        QTest::newRow(qPrintable(protocol)) << protocol;
}

// The server is restarted without its data.
void LockCommandTest::connectionLostWhileWaiting_isWaitedFor()
{
    QFETCH(const QString, protocol);
    RedisServer server;
    server.command({"HSET", "redisson", "another", "1"});
    server.command({"HSET", "redisson-fair", "another", "1"});
    server.command({"SET", "token", "another"});
    LockTest lock(server, {protocol, protocol, u"--wait"_s, u"forever"_s}, {u"echo"_s, u"ran"_s});
    QTRY_VERIFY(server.command({"CLIENT", "LIST"}).text.find("name=lockscope") != std::string::npos);
    server.kill();
    lock.process().setReadChannel(QProcess::StandardError);
    QVERIFY(lock.process().waitForReadyRead(10'000));
    server.start();
    const auto outcome = lock.outcome();
    QCOMPARE(outcome.code, 0);
    QCOMPARE(outcome.out, QByteArray("ran\n"));
    QVERIFY2(outcome.err.contains("trying again"), outcome.err);
}

void LockCommandTest::keyThatBeginsWithAMinus_isGivenInBase64()
{
    RedisServer server;
    const auto url = u"unix://"_s + QString::fromStdString(server.endpoint().path);
    const auto key = QString::fromLatin1(QByteArray("-job").toBase64());
    LockTest lock(QStringList{u"lock"_s, u"token"_s, u"--key-base64"_s, key, url, u"--"_s} + shell(u"echo here; read x"_s));
    QVERIFY(lock.says("here"));
    QVERIFY(!isFree(server, "-job"));
    lock.process().write("\n");
    QCOMPARE(lock.outcome().code, 0);
}

void LockCommandTest::environmentUrl_isPassedOnWithoutPassword()
{
    RedisServerOptions options;
    options.password = "tops3cret";
    RedisServer server(std::move(options));
    const auto path = QByteArray::fromStdString(server.endpoint().path);
    const auto script = u"echo $LOCKSCOPE_URL; env | grep -c tops3cret"_s;
    qputenv("LOCKSCOPE_URL", "unix://:tops3cret@" + path);
    const auto outcome = LockTest(QStringList{u"lock"_s, u"token"_s, u"job"_s, u"--"_s} + shell(script)).outcome();
    QCOMPARE(outcome.out, "unix://" + path + "\n0\n");
}

void LockCommandTest::watchdog_renewsWhileTheCommandRuns()
{
    RedisServer server;
    LockTest lock(server, {u"redisson"_s, u"job"_s, u"--option"_s, u"lease=300ms"_s}, shell(u"echo here; read x; exit 4"_s));
    QVERIFY(lock.says("here"));
    QElapsedTimer timer;
    timer.start();
    while (timer.elapsed() < 1000) {
        QVERIFY(!isFree(server));
        QTest::qWait(10);
    }
    lock.process().write("\n");
    const auto outcome = lock.outcome();
    QCOMPARE(outcome.code, 4);
    QVERIFY(outcome.err.isEmpty());
    QVERIFY(isFree(server));
}

void LockCommandTest::keepRunning_onlyWarns()
{
    RedisServer server;
    LockTest lock(server, {u"token"_s, u"job"_s, u"--lease"_s, u"100ms"_s, u"--keep-running"_s}, shell(u"echo here; read x; exit 5"_s));
    QVERIFY(lock.says("here"));
    QTRY_VERIFY(isFree(server));
    server.command({"SET", "job", "another"});
    lock.process().setReadChannel(QProcess::StandardError);
    QVERIFY(lock.process().bytesAvailable() > 0 || lock.process().waitForReadyRead(10'000));
    lock.process().write("\n");
    const auto outcome = lock.outcome();
    QCOMPARE(outcome.code, 5);
    QVERIFY(outcome.err.contains("lost"));
    QCOMPARE(server.command({"GET", "job"}).text, std::string("another"));
}

void LockCommandTest::lockLostAtTheEnd_isReported()
{
    RedisServer server;
    LockTest lock(server, {u"token"_s, u"job"_s}, shell(u"echo here; read x"_s));
    QVERIFY(lock.says("here"));
    server.command({"SET", "job", "another"});
    lock.process().write("\n");
    const auto outcome = lock.outcome();
    QCOMPARE(outcome.code, 76);
    QVERIFY(outcome.err.contains("no longer ours"));
    QCOMPARE(server.command({"GET", "job"}).text, std::string("another"));
}

void LockCommandTest::standardInput_goesToTheCommand()
{
    RedisServer server;
    LockTest lock(server, {u"token"_s, u"job"_s}, {u"cat"_s});
    lock.process().write("one\ntwo\n");
    lock.process().closeWriteChannel();
    QCOMPARE(lock.outcome().out, QByteArray("one\ntwo\n"));
}

void LockCommandTest::signal_reachesTheCommand()
{
    RedisServer server;
    for (const int number : {SIGINT, SIGTERM}) {
        const auto script = u"trap 'echo heard; exit 9' INT TERM; echo here; while :; do sleep 0.01; done"_s;
        LockTest lock(server, {u"token"_s, u"job"_s}, shell(script));
        QVERIFY(lock.says("here"));
        ::kill(static_cast<pid_t>(lock.process().processId()), number);
        const auto outcome = lock.outcome();
        QCOMPARE(outcome.code, 9);
        QCOMPARE(outcome.out, QByteArray("here\nheard\n"));
        QVERIFY(isFree(server));
    }
}

void LockCommandTest::signalWhileWaiting_ends()
{
    RedisServer server;
    server.command({"HSET", "job", "another", "1"});
    LockTest lock(server, {u"redisson"_s, u"job"_s, u"--wait"_s, u"forever"_s}, {u"echo"_s, u"ran"_s});
    QTRY_COMPARE(server.command({"PUBSUB", "NUMSUB", "redisson_lock__channel:{job}"}).elements.at(1).integer, 1);
    ::kill(static_cast<pid_t>(lock.process().processId()), SIGTERM);
    const auto outcome = lock.outcome();
    QCOMPARE(outcome.code, 128 + SIGTERM);
    QVERIFY(outcome.out.isEmpty());
}

void LockCommandTest::signalWhileWaiting_leavesTheQueue()
{
    RedisServer server;
    server.command({"HSET", "job", "another", "1"});
    for (const int number : {SIGINT, SIGTERM}) {
        LockTest lock(server, {u"redisson-fair"_s, u"job"_s, u"--wait"_s, u"forever"_s}, {u"echo"_s, u"ran"_s});
        QTRY_COMPARE(server.command({"LLEN", "redisson_lock_queue:{job}"}).integer, 1);
        ::kill(static_cast<pid_t>(lock.process().processId()), number);
        const auto outcome = lock.outcome();
        QCOMPARE(outcome.code, 128 + number);
        QVERIFY(outcome.out.isEmpty());
        QVERIFY(isFree(server, "redisson_lock_queue:{job}"));
        QVERIFY(isFree(server, "redisson_lock_timeout:{job}"));
    }
}

void LockCommandTest::signalDuringGrant_leavesNothing_data()
{
    QTest::addColumn<QString>("protocol");
    for (const auto &protocol :
         {u"token"_s, u"setnx-expire"_s, u"redisson"_s, u"redisson-fair"_s, u"redisson-readwrite"_s, u"redlock"_s, u"fenced"_s})
        QTest::newRow(qPrintable(protocol)) << protocol;
}

// The server holds back every write: the request waits there, and is granted after the signal.
void LockCommandTest::signalDuringGrant_leavesNothing()
{
    QFETCH(const QString, protocol);
    RedisServer server;
    server.command({"CLIENT", "PAUSE", "60000", "WRITE"});
    LockTest lock(server, {protocol, u"job"_s, u"--wait"_s, u"forever"_s, u"--timeout"_s, u"60s"_s}, {u"echo"_s, u"ran"_s});
    const auto heldBack = [&] { return server.command({"CLIENT", "LIST"}).text.find("flags=b") != std::string::npos; };
    QTRY_VERIFY(heldBack());
    ::kill(static_cast<pid_t>(lock.process().processId()), SIGTERM);
    lock.process().setReadChannel(QProcess::StandardError);
    QVERIFY(lock.process().waitForReadyRead(10'000)); // it says that it no longer waits
    server.command({"CLIENT", "UNPAUSE"});
    const auto outcome = lock.outcome();
    QCOMPARE(outcome.code, 128 + SIGTERM);
    QVERIFY(outcome.out.isEmpty());
    QVERIFY(isFree(server));
    const auto stats = server.command({"INFO", "commandstats"}).text;
    QVERIFY2(stats.find("cmdstat_del:calls=1") != std::string::npos, stats.c_str()); // it was granted
}

void LockCommandTest::profile_givesServerAndPassword()
{
    RedisServerOptions options;
    options.password = "tops3cret";
    RedisServer server(std::move(options));
    QVERIFY(saveProfile(server.endpoint(), [](lockscope::Profile &profile) { profile.password = lockscope::PasswordPlace::Ask; }));
    const QStringList words = {u"lock"_s, u"token"_s, u"job"_s, u"--profile"_s, u"ours"_s};
    const auto command = QStringList{u"--"_s} + shell(u"echo here; read x"_s);
    const auto missed = LockTest(words + command).outcome();
    QCOMPARE(missed.code, 64);
    QVERIFY2(missed.err.contains("LOCKSCOPE_PASSWORD") && missed.out.isEmpty(), missed.err);

    QFile file(m_config.filePath(u"password"_s));
    QVERIFY(file.open(QIODevice::WriteOnly) && file.setPermissions(QFileDevice::ReadOwner | QFileDevice::WriteOwner));
    file.write("tops3cret\n");
    file.close();
    LockTest lock(words + QStringList{u"--password-file"_s, file.fileName()} + command);
    QVERIFY(lock.says("here"));
    QVERIFY(!isFree(server));
    lock.process().write("\n");
    QCOMPARE(lock.outcome().code, 0);
    QVERIFY(isFree(server));
}

void LockCommandTest::readOnlyProfile_isRefusedBeforePasswordLookup_data()
{
    using lockscope::PasswordPlace;
    QTest::addColumn<PasswordPlace>("place");
    QTest::newRow("none") << PasswordPlace::None;
    QTest::newRow("asked for") << PasswordPlace::Ask;
    QTest::newRow("keychain") << PasswordPlace::Keychain;
}

void LockCommandTest::readOnlyProfile_isRefusedBeforePasswordLookup()
{
    QFETCH(lockscope::PasswordPlace, place);
    RedisServer server;
    QVERIFY(saveProfile(server.endpoint(), [&](lockscope::Profile &profile) {
        profile.readOnly = true;
        profile.password = place;
    }));
    const auto outcome =
        LockTest(QStringList{u"lock"_s, u"token"_s, u"job"_s, u"--profile"_s, u"ours"_s, u"--"_s, u"echo"_s, u"ran"_s}).outcome();
    QCOMPARE(outcome.code, 64);
    QVERIFY2(outcome.err.contains("profile \"ours\" is marked read-only: no lock is acquired there"), outcome.err);
    QVERIFY(outcome.out.isEmpty() && isFree(server));
}

void LockCommandTest::fencingToken_isInTheEnvironment()
{
    RedisServer server;
    QList<int> tokens;
    for (int i = 0; i < 2; ++i)
        tokens << LockTest(server, {u"fenced"_s, u"job"_s}, shell(u"echo $LOCKSCOPE_FENCING_TOKEN"_s)).outcome().out.trimmed().toInt();
    QVERIFY(tokens[0] > 0);
    QVERIFY(tokens[1] > tokens[0]);
}

void LockCommandTest::redlock_takesSeveralServers()
{
    RedisServer one;
    RedisServer two;
    RedisServer three;
    QStringList arguments = {u"lock"_s, u"redlock"_s, u"job"_s};
    for (auto *server : {&one, &two, &three})
        arguments << u"--server"_s << u"unix://"_s + QString::fromStdString(server->endpoint().path);
    arguments << u"--lease"_s << u"20s"_s << u"--"_s << shell(u"echo here; read x"_s);
    LockTest lock(arguments);
    QVERIFY(lock.says("here"));
    for (auto *server : {&one, &two, &three})
        QVERIFY(!isFree(*server));
    lock.process().write("\n");
    QCOMPARE(lock.outcome().code, 0);
    for (auto *server : {&one, &two, &three})
        QVERIFY(isFree(*server));
}

void LockCommandTest::help_namesTheProtocols()
{
    const auto outcome = LockTest({u"lock"_s, u"--help"_s}).outcome();
    QCOMPARE(outcome.code, 0);
    for (const char *word : {"token", "redisson-fair", "set-nx-del", "--lease", "--keep-running", " 75 "})
        QVERIFY2(outcome.out.contains(word), word);
    for (const auto &line : outcome.out.split('\n'))
        QVERIFY2(QString::fromUtf8(line).size() <= 80, line.constData());
}

LOCKSCOPE_TEST(LockCommandTest)
#include "tst_lock_command.moc"
