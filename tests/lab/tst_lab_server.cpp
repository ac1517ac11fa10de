// SPDX-License-Identifier: MIT
#include "lockcore/lab/record/lab_server.h"
#include "support/awaiting.h"
#include "support/compare.h"
#include "support/redis_client.h"
#include "support/test_program.h"

#include <QDir>
#include <QTest>

using namespace lockcore;
using namespace lockcore::test;
using namespace Qt::Literals::StringLiterals;

class TestLabServer final : public QObject
{
    Q_OBJECT

private slots:
    void startedServer_requiresPasswordAndSendsEvents();
    void settings_areAWhitelist_data();
    void settings_areAWhitelist();
    void settings_areApplied();
    void version_isNamed();
    void restart_keepsOrLosesTheData_data();
    void restart_keepsOrLosesTheData();
    void pausedServer_answersLater();
    void missingProgram_isNamed();
    void destroyedWhileKilled_leavesNothing();
};

namespace {

LabServerOptions optionsWith(std::map<std::string, std::string> settings = {})
{
    LabServerOptions options;
    options.supervisor = LOCKSCOPE_BINARY;
    options.settings = std::move(settings);
    return options;
}

struct LabCase
{
    explicit LabCase(LabServerOptions options = optionsWith())
    {
        auto started = LabServer::start(std::move(options), loop, clock);
        if (!started)
            qFatal("%s", started.error().text.c_str());
        server = *std::move(started);
    }

    template <class T>
    T wait(Task<T> task)
    {
        return Arriving<T>(loop, std::move(task)).get();
    }
    Result<Reply> ask(Args words) { return wait(server->command(std::move(words))); }

    EventLoop loop;
    LoopClock clock;
    std::unique_ptr<LabServer> server;
};

} // namespace

void TestLabServer::startedServer_requiresPasswordAndSendsEvents()
{
    LabCase it;
    QCOMPARE(it.server->password().size(), std::size_t(64));
    QCOMPARE(it.ask({"CONFIG", "GET", "notify-keyspace-events"})->elements.at(1).text, std::string("AE"));
    QCOMPARE(it.ask({"CONFIG", "GET", "port"})->elements.at(1).text, std::string("0"));
    auto endpoint = it.server->endpoint();
    endpoint.password.clear();
    QVERIFY(RedisClient(endpoint).command({"GET", "k"}).text.starts_with("NOAUTH"));
    LabCase other;
    QVERIFY(other.server->password() != it.server->password());
}

void TestLabServer::settings_areAWhitelist_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("value");
    QTest::newRow("another setting") << "dir"
                                     << "/tmp";
    QTest::newRow("a second line") << "hz"
                                   << "10\nport 6379";
    QTest::newRow("empty") << "hz"
                           << "";
    QTest::newRow("quotes") << "appendfsync"
                            << "\"no\"";
}

void TestLabServer::settings_areAWhitelist()
{
    QFETCH(QString, name);
    QFETCH(QString, value);
    EventLoop loop;
    LoopClock clock;
    const auto started = LabServer::start(optionsWith({{name.toStdString(), value.toStdString()}}), loop, clock);
    QVERIFY(!started.ok());
    QCOMPARE(started.error().kind, ErrorKind::Refused);
    QVERIFY(started.error().text.find(name.toStdString()) != std::string::npos);
}

void TestLabServer::settings_areApplied()
{
    LabCase it(optionsWith({{"maxmemory", "50mb"}, {"maxmemory-policy", "volatile-ttl"}, {"hz", "100"}}));
    QCOMPARE(it.ask({"CONFIG", "GET", "maxmemory"})->elements.at(1).text, std::string("52428800"));
    QCOMPARE(it.ask({"CONFIG", "GET", "maxmemory-policy"})->elements.at(1).text, std::string("volatile-ttl"));
    QCOMPARE(it.ask({"CONFIG", "GET", "hz"})->elements.at(1).text, std::string("100"));
}

void TestLabServer::version_isNamed()
{
    LabCase it;
    const auto version = it.wait(it.server->version());
    QVERIFY(version.ok());
    QVERIFY2(version->starts_with("redis ") || version->starts_with("valkey "), version->c_str());
    QVERIFY(version->size() > 8);
}

void TestLabServer::restart_keepsOrLosesTheData_data()
{
    QTest::addColumn<bool>("kept");
    QTest::addColumn<bool>("appends");
    QTest::newRow("snapshot") << true << false;
    QTest::newRow("append-only") << true << true;
    QTest::newRow("without persistence") << false << false;
    QTest::newRow("append-only removed") << false << true;
}

void TestLabServer::restart_keepsOrLosesTheData()
{
    QFETCH(bool, kept);
    QFETCH(bool, appends);
    LabCase it(optionsWith(appends ? std::map<std::string, std::string>{{"appendonly", "yes"}} : std::map<std::string, std::string>{}));
    const auto pid = it.server->pid();
    for (int round = 0; round < 2; ++round) {
        QVERIFY(it.ask({"SET", "k", "v"})->isOk());
        QVERIFY(it.wait(it.server->kill(kept ? LabServer::Data::Kept : LabServer::Data::Lost)).ok());
        QCOMPARE(it.server->pid(), -1);
        it.server->pause(); // does nothing
        QVERIFY(!it.ask({"PING"}).ok());
        QVERIFY(it.wait(it.server->startAgain()).ok());
        QVERIFY(it.server->pid() > 0 && it.server->pid() != pid);
        QCOMPARE(it.ask({"GET", "k"})->isNil(), !kept);
    }
}

void TestLabServer::pausedServer_answersLater()
{
    LabCase it;
    it.server->pause();
    Arriving<Result<Reply>> pong(it.loop, it.server->command({"PING"}));
    QVERIFY(!eventually([&] { return pong.here(); }, std::chrono::milliseconds(50)));
    it.server->resume();
    QVERIFY(pong.get().ok());
}

void TestLabServer::missingProgram_isNamed()
{
    auto options = optionsWith();
    options.program = "no-such-redis";
    EventLoop loop;
    LoopClock clock;
    const auto started = LabServer::start(options, loop, clock);
    QVERIFY(!started.ok() && started.error().text.find("no-such-redis") != std::string::npos);
}

void TestLabServer::destroyedWhileKilled_leavesNothing()
{
    QString directory;
    {
        LabCase it;
        directory = QFileInfo(QString::fromStdString(it.server->endpoint().path)).absolutePath();
        QVERIFY(QDir(directory).exists());
        QVERIFY(it.wait(it.server->kill(LabServer::Data::Lost)).ok());
    }
    QVERIFY(!QDir(directory).exists());
}

LOCKSCOPE_TEST(TestLabServer)
#include "tst_lab_server.moc"
