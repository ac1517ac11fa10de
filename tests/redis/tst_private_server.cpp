// SPDX-License-Identifier: MIT
#include "lockcore/process/process_family.h"
#include "lockcore/redis/private_server.h"
#include "support/compare.h"
#include "support/redis_client.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QProcess>
#include <QScopeGuard>
#include <QTemporaryDir>
#include <QThread>

#include <csignal>
#include <fcntl.h>
#include <iostream>
#include <sys/file.h>
#include <sys/stat.h>

using namespace lockcore;
using namespace lockcore::test;
using namespace Qt::Literals::StringLiterals;

class TestPrivateServer : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void cleanup();

    void started_answersOnItsSocket();
    void started_hasNoTcpPortAndNoPersistence();
    void directory_isOurs0700AndTheConfigurationIsPrivate();
    void configLines_applyAndPasswordIsInNoArgument();
    void secretArgument_isRefused_data();
    void secretArgument_isRefused();
    void destruction_leavesNothing();
    void destruction_endsAStoppedServer();
    void startedInAThread_outlivesTheThread();
    void killedParent_leavesNothing();
    void killedSupervisor_takesTheServerWithIt();
    void otherChildren_doNotKeepItAlive();
    void killedParent_endsEscapedChildren();
    void deadServer_isCleanedUp();
    void staleDirectory_isRemoved();
    void otherDirectories_areLeftAlone();
    void liveDirectory_isLeftAlone();
    void deepTmpdir_fallsBackToTmp();
    void missingProgram_namesThePackage_data();
    void missingProgram_namesThePackage();
    void brokenConfiguration_showsTheLog();
    void password_isNotInTheShownLog();
    void silentProgram_timesOut();
    void supervise_refusesManualUse();

private:
    QString leftOver() const;

    std::unique_ptr<QTemporaryDir> m_tmp;
};

namespace {

PrivateServerOptions options(std::string config = {})
{
    PrivateServerOptions options;
    options.supervisor = LOCKSCOPE_BINARY;
    options.config = std::move(config);
    return options;
}

std::unique_ptr<PrivateServer> started(PrivateServerOptions with = options())
{
    auto server = PrivateServer::start(std::move(with));
    if (!server)
        qFatal("%s", server.error().text.c_str());
    return *std::move(server);
}

// A zombie that was not reaped yet has ended, too.
bool runs(std::int64_t pid)
{
    QFile status(u"/proc/%1/stat"_s.arg(pid));
    if (!status.open(QIODevice::ReadOnly))
        return false;
    const auto text = status.readAll();
    return text.mid(text.lastIndexOf(')') + 2, 1) != "Z";
}

std::int64_t parentOf(std::int64_t pid)
{
    QFile status(u"/proc/%1/stat"_s.arg(pid));
    if (!status.open(QIODevice::ReadOnly))
        return 0;
    const auto text = status.readAll();
    return text.mid(text.lastIndexOf(')') + 4).split(' ').first().toLongLong();
}

QString own(const char *random) { return u"lockscope-%1-%2"_s.arg(::getuid()).arg(QLatin1String(random)); }

void write(const QString &name, const QByteArray &text = "x")
{
    QFile file(name);
    if (!file.open(QIODevice::WriteOnly) || file.write(text) != text.size())
        qFatal("cannot write %s", qPrintable(name));
}

bool contains(const std::string &text, const char *part) { return text.find(part) != std::string::npos; }

} // namespace

// Each test sees only its own directories; tests that run in parallel have theirs.
void TestPrivateServer::init()
{
    m_tmp = std::make_unique<QTemporaryDir>(u"/tmp/lockscope-test-XXXXXX"_s);
    qputenv("TMPDIR", m_tmp->path().toLocal8Bit());
}

void TestPrivateServer::cleanup()
{
    QCOMPARE(leftOver(), QString());
    m_tmp.reset();
}

QString TestPrivateServer::leftOver() const
{
    return QDir(m_tmp->path()).entryList({own("*")}, QDir::AllEntries | QDir::System | QDir::Hidden).join(u' ');
}

void TestPrivateServer::started_answersOnItsSocket()
{
    const auto server = started();
    QCOMPARE(server->endpoint().transport, Endpoint::Transport::Unix);
    RedisClient client(server->endpoint());
    QCOMPARE(client.command({"PING"}), Reply::status("PONG"));
    QVERIFY(contains(client.command({"INFO", "server"}).text, ("process_id:" + std::to_string(server->pid()) + "\r\n").c_str()));
}

void TestPrivateServer::started_hasNoTcpPortAndNoPersistence()
{
    const auto server = started();
    RedisClient client(server->endpoint());
    const auto setting = [&](const char *name) { return client.command({"CONFIG", "GET", name}).elements.at(1).text; };
    QCOMPARE(setting("port"), std::string("0"));
    QCOMPARE(setting("tls-port"), std::string("0"));
    QCOMPARE(setting("save"), std::string());
    QCOMPARE(setting("appendonly"), std::string("no"));
    // Checks which sockets it has, without asking the server.
    QDir descriptors(u"/proc/%1/fd"_s.arg(server->pid()));
    QFile tcp(u"/proc/%1/net/tcp"_s.arg(server->pid()));
    QVERIFY(tcp.open(QIODevice::ReadOnly));
    const auto table = tcp.readAll();
    for (const auto &name : descriptors.entryList(QDir::Files | QDir::System)) {
        const auto target = QFile::symLinkTarget(descriptors.filePath(name));
        if (const auto at = target.indexOf(u"socket:["_s); at >= 0)
            QVERIFY(!table.contains(' ' + target.mid(at + 8).chopped(1).toLatin1() + ' '));
    }
}

void TestPrivateServer::directory_isOurs0700AndTheConfigurationIsPrivate()
{
    const auto server = started();
    struct stat info
    { };
    QCOMPARE(::lstat(server->directory().c_str(), &info), 0);
    QVERIFY(S_ISDIR(info.st_mode));
    QCOMPARE(info.st_mode & 07777, 0700u);
    QCOMPARE(info.st_uid, ::getuid());
    QVERIFY(QFileInfo(QString::fromStdString(server->directory())).fileName().startsWith(own("")));
    QCOMPARE(::lstat((server->directory() + "/redis.conf").c_str(), &info), 0);
    QCOMPARE(info.st_mode & 07777, 0600u);
}

void TestPrivateServer::configLines_applyAndPasswordIsInNoArgument()
{
    auto with = options("requirepass hunter2\nmaxclients 55\n");
    with.arguments = {"--databases", "3"};
    const auto server = started(with);
    auto endpoint = server->endpoint();
    QVERIFY(contains(RedisClient(endpoint).command({"GET", "k"}).text, "NOAUTH"));
    endpoint.password = "hunter2";
    RedisClient client(endpoint);
    QCOMPARE(client.command({"CONFIG", "GET", "maxclients"}).elements.at(1).text, std::string("55"));
    QCOMPARE(client.command({"CONFIG", "GET", "databases"}).elements.at(1).text, std::string("3"));
    for (const auto pid : {server->pid(), parentOf(server->pid())}) {
        QFile arguments(u"/proc/%1/cmdline"_s.arg(pid));
        QVERIFY(arguments.open(QIODevice::ReadOnly));
        const auto line = arguments.readAll();
        QVERIFY(!line.isEmpty() && !line.contains("hunter2"));
    }
}

void TestPrivateServer::secretArgument_isRefused_data()
{
    QTest::addColumn<QByteArray>("argument");
    for (const char *argument : {"--requirepass", "--RequirePass", "--masterauth=hunter2", "--user"})
        QTest::newRow(argument) << QByteArray(argument);
}

void TestPrivateServer::secretArgument_isRefused()
{
    QFETCH(const QByteArray, argument);
    auto with = options();
    with.arguments = {argument.toStdString(), "hunter2"};
    const auto server = PrivateServer::start(with);
    QVERIFY(!server);
    QCOMPARE(server.error().kind, ErrorKind::Refused);
    QVERIFY(contains(server.error().text, "configuration") && !contains(server.error().text, "hunter2"));
}

void TestPrivateServer::destruction_leavesNothing()
{
    auto server = started();
    const auto pid = server->pid();
    const auto supervisor = parentOf(pid);
    QVERIFY(runs(pid) && runs(supervisor));
    server.reset();
    QVERIFY(!runs(pid));
    QVERIFY(!runs(supervisor));
    QCOMPARE(leftOver(), QString());
}

void TestPrivateServer::destruction_endsAStoppedServer()
{
    auto server = started();
    const auto pid = server->pid();
    QCOMPARE(::kill(static_cast<pid_t>(pid), SIGSTOP), 0);
    server.reset();
    QVERIFY(!runs(pid));
}

void TestPrivateServer::startedInAThread_outlivesTheThread()
{
    std::unique_ptr<PrivateServer> server;
    const std::unique_ptr<QThread> thread(QThread::create([&] { server = started(); }));
    thread->start();
    QVERIFY(thread->wait());
    RedisClient client(server->endpoint());
    QCOMPARE(client.command({"PING"}), Reply::status("PONG"));
}

void TestPrivateServer::killedParent_leavesNothing()
{
    QProcess parent;
    parent.start(QCoreApplication::applicationFilePath(), {u"--hold-a-server"_s});
    QTRY_VERIFY_WITH_TIMEOUT(parent.canReadLine(), 20'000);
    const auto pid = parent.readLine().trimmed().toLongLong();
    const auto supervisor = parentOf(pid);
    QVERIFY(runs(pid) && runs(supervisor));
    QVERIFY(!leftOver().isEmpty());
    parent.kill();
    QVERIFY(parent.waitForFinished());
    QTRY_VERIFY(!runs(pid));
    QTRY_VERIFY(!runs(supervisor));
    QCOMPARE(leftOver(), QString());
}

void TestPrivateServer::killedSupervisor_takesTheServerWithIt()
{
    auto server = started();
    const auto pid = server->pid();
    QCOMPARE(::kill(static_cast<pid_t>(parentOf(pid)), SIGKILL), 0);
    QTRY_VERIFY(!runs(pid));
    QVERIFY(!leftOver().isEmpty());
    server.reset();
    QCOMPARE(leftOver(), QString());
}

void TestPrivateServer::otherChildren_doNotKeepItAlive()
{
    QProcess parent;
    parent.start(QCoreApplication::applicationFilePath(), {u"--hold-a-server"_s, u"and-a-child"_s});
    QTRY_VERIFY_WITH_TIMEOUT(parent.canReadLine(), 20'000);
    const auto pid = parent.readLine().trimmed().toLongLong();
    QTRY_VERIFY_WITH_TIMEOUT(parent.canReadLine(), 20'000);
    const auto child = parent.readLine().trimmed().toLongLong();
    parent.kill();
    QVERIFY(parent.waitForFinished());
    QTRY_VERIFY(!runs(pid));
    QVERIFY(runs(child));
    QCOMPARE(::kill(static_cast<pid_t>(child), SIGKILL), 0);
    QTRY_COMPARE(leftOver(), QString());
}

void TestPrivateServer::killedParent_endsEscapedChildren()
{
    QProcess parent;
    parent.start(QCoreApplication::applicationFilePath(), {u"--hold-a-server"_s, u"and-an-escaped-one"_s});
    QTRY_VERIFY_WITH_TIMEOUT(parent.canReadLine(), 20'000);
    parent.readLine();
    QTRY_VERIFY_WITH_TIMEOUT(parent.canReadLine(), 20'000);
    const auto escaped = parent.readLine().trimmed().toLongLong();
    QVERIFY(runs(escaped));
    parent.kill();
    QVERIFY(parent.waitForFinished());
    QTRY_VERIFY(!runs(escaped));
    QTRY_COMPARE(leftOver(), QString());
}

void TestPrivateServer::deadServer_isCleanedUp()
{
    const auto server = started();
    const auto supervisor = parentOf(server->pid());
    QCOMPARE(::kill(static_cast<pid_t>(server->pid()), SIGKILL), 0);
    QTRY_VERIFY(!runs(supervisor));
    QCOMPARE(leftOver(), QString());
    QVERIFY(contains(RedisClient(server->endpoint()).command({"PING"}).text, "LOST"));
}

void TestPrivateServer::staleDirectory_isRemoved()
{
    QDir base(m_tmp->path());
    const auto stale = base.filePath(own("aaaaaa"));
    QVERIFY(base.mkpath(stale + u"/appendonlydir"_s) && base.mkpath(stale + u"/data/member/wal"_s)); // the latter by etcd
    for (const auto *name : {"/lock", "/redis.conf", "/redis.log", "/dump.rdb", "/appendonlydir/base.aof", "/data/member/wal/lock"})
        write(stale + QLatin1String(name));
    const auto unlocked = base.filePath(own("bbbbbb"));
    QVERIFY(base.mkpath(unlocked));
    const timespec longAgo[2] = {{1'000'000'000, 0}, {1'000'000'000, 0}};
    QCOMPARE(::utimensat(AT_FDCWD, qPrintable(unlocked), longAgo, 0), 0);

    const auto server = started();
    QVERIFY(!QFileInfo::exists(stale));
    QVERIFY(!QFileInfo::exists(unlocked));
    QVERIFY(QFileInfo::exists(QString::fromStdString(server->directory())));
}

void TestPrivateServer::otherDirectories_areLeftAlone()
{
    QDir base(m_tmp->path());
    const auto elsewhere = base.filePath(u"elsewhere"_s);
    const QStringList kept = {elsewhere, base.filePath(own("aaaaaaa")), base.filePath(own("a.aaaa")),
                              base.filePath(u"lockscope-%1-aaaaaa"_s.arg(::getuid() + 1)), base.filePath(own("fresh0"))};
    for (const auto &path : kept) {
        QVERIFY(base.mkpath(path));
        if (!path.endsWith(u"fresh0"_s)) // without a lock: a process is just creating it
            write(path + u"/lock"_s);
        write(path + u"/dump.rdb"_s);
    }
    QVERIFY(QFile::link(elsewhere, base.filePath(own("linked"))));
    const auto withLink = base.filePath(own("inside"));
    QVERIFY(base.mkpath(withLink));
    write(withLink + u"/lock"_s);
    QVERIFY(QFile::link(elsewhere + u"/dump.rdb"_s, withLink + u"/dump.rdb"_s));
    QVERIFY(QFile::link(elsewhere, withLink + u"/data"_s));

    started().reset();
    for (const auto &path : kept)
        QVERIFY2(QFileInfo::exists(path + u"/dump.rdb"_s), qPrintable(path));
    QVERIFY(QFileInfo(withLink + u"/dump.rdb"_s).isSymbolicLink() && QFileInfo(withLink + u"/data"_s).isSymbolicLink());
    for (const auto *name : {"aaaaaaa", "a.aaaa", "inside", "fresh0"})
        QVERIFY(QDir(base.filePath(own(name))).removeRecursively());
    QVERIFY(QFile::remove(base.filePath(own("linked"))));
}

void TestPrivateServer::liveDirectory_isLeftAlone()
{
    const auto first = started();
    const auto second = started();
    QVERIFY(first->directory() != second->directory());
    for (const auto *server : {first.get(), second.get()}) {
        RedisClient client(server->endpoint());
        QCOMPARE(client.command({"PING"}), Reply::status("PONG"));
        QVERIFY(QFileInfo::exists(QString::fromStdString(server->directory() + "/redis.conf")));
    }
}

void TestPrivateServer::deepTmpdir_fallsBackToTmp()
{
    const auto deep = m_tmp->filePath(QString(80, u'd'));
    QVERIFY(QDir().mkpath(deep));
    for (const auto &directory : {deep, m_tmp->filePath(u"missing"_s), u"relative"_s, m_tmp->filePath(u"quote\""_s)}) {
        qputenv("TMPDIR", directory.toLocal8Bit());
        auto server = started();
        QVERIFY(QString::fromStdString(server->directory()).startsWith(u"/tmp/"_s + own("")));
        QVERIFY(server->endpoint().path.size() < 108);
        RedisClient client(server->endpoint());
        QCOMPARE(client.command({"PING"}), Reply::status("PONG"));
        const auto path = QString::fromStdString(server->directory());
        server.reset();
        QVERIFY(!QFileInfo::exists(path));
    }
}

void TestPrivateServer::missingProgram_namesThePackage_data()
{
    QTest::addColumn<QByteArray>("path");
    QTest::newRow("nowhere in PATH") << qgetenv("PATH");
    QTest::newRow("a closed folder in PATH") << "/proc/1/cwd:" + qgetenv("PATH");
}

void TestPrivateServer::missingProgram_namesThePackage()
{
    QFETCH(const QByteArray, path);
    const auto usual = qgetenv("PATH");
    const auto restore = qScopeGuard([&] { qputenv("PATH", usual); });
    qputenv("PATH", path);
    auto with = options();
    with.program = "redis-server-that-is-not-there";
    const auto server = PrivateServer::start(with);
    QVERIFY(!server);
    QCOMPARE(server.error().kind, ErrorKind::Refused);
    QCOMPARE(server.error().text, std::string("the program redis-server-that-is-not-there is not installed: "
                                              "install the Debian package redis-server (as root, type: apt install redis-server)"));
}

void TestPrivateServer::brokenConfiguration_showsTheLog()
{
    const auto server = PrivateServer::start(options("no-such-directive yes\n"));
    QVERIFY(!server);
    QVERIFY2(contains(server.error().text, "no-such-directive"), server.error().text.c_str());
}

void TestPrivateServer::password_isNotInTheShownLog()
{
    const auto server = PrivateServer::start(options("requirepass hunter2 extra\n"));
    QVERIFY(!server);
    QVERIFY2(contains(server.error().text, "requirepass *** extra"), server.error().text.c_str());
    QVERIFY2(!contains(server.error().text, "hunter2"), server.error().text.c_str());
}

void TestPrivateServer::silentProgram_timesOut()
{
    const auto script = m_tmp->filePath(u"silent"_s);
    write(script, "#!/bin/sh\necho I say nothing to clients\nexec sleep 1000\n");
    QCOMPARE(::chmod(qPrintable(script), 0700), 0);
    auto with = options();
    with.program = script.toStdString();
    const auto server = PrivateServer::start(with);
    QVERIFY(!server);
    QVERIFY2(contains(server.error().text, "within 5 s") && contains(server.error().text, "I say nothing"), server.error().text.c_str());
}

void TestPrivateServer::supervise_refusesManualUse()
{
    const auto precious = m_tmp->filePath(u"precious"_s);
    QVERIFY(QDir().mkpath(precious));
    write(precious + u"/file"_s);
    for (const auto &arguments : {QStringList{u"supervise"_s}, QStringList{u"supervise"_s, precious, u"true"_s}}) {
        QProcess process;
        process.start(QStringLiteral(LOCKSCOPE_BINARY), arguments);
        QVERIFY(process.waitForFinished());
        QCOMPARE(process.exitCode(), 2);
        QVERIFY(process.readAllStandardError().contains("started by Lockscope itself"));
    }
    QVERIFY(QFileInfo::exists(precious + u"/file"_s));
}

// The parent that a test kills: prints the server's pid, then that of another process if there is one, and waits for its end.
static int holdAServer(std::string_view other)
{
    const auto server = started();
    std::cout << server->pid() << std::endl;
    if (other == "and-an-escaped-one") {
        const auto [name, value] = ProcessFamily::newMark();
        ::setenv(name.c_str(), value.c_str(), 1);
        [[maybe_unused]] const int status = std::system("(setsid sh -c 'echo $$; exec sleep 1000' &)");
    } else if (!other.empty()) {
        const auto child = ::fork();
        if (child == 0) {
            ::execlp("sleep", "sleep", "1000", nullptr);
            ::_exit(127);
        }
        std::cout << child << std::endl;
    }
    while (true)
        ::pause();
}

int main(int argc, char **argv)
{
    if (argc > 1 && argv[1] == std::string_view("--hold-a-server"))
        return holdAServer(argc > 2 ? argv[2] : "");
    QCoreApplication application(argc, argv);
    TestPrivateServer test;
    return QTest::qExec(&test, argc, argv);
}

#include "tst_private_server.moc"
