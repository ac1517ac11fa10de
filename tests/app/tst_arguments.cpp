// SPDX-License-Identifier: MIT
// Every command takes its arguments byte for byte.
#include "support/lockscope_process.h"
#include "support/raw_process.h"
#include "support/redis_server.h"
#include "support/test_program.h"

#include "app/command/arguments.h"

#include <QDir>
#include <QTest>

#include <sys/wait.h>

using namespace Qt::Literals::StringLiterals;
using lockcore::Bytes;
using lockcore::test::LockscopeProcess;
using lockcore::test::RawOutcome;
using lockcore::test::RedisServer;
using lockcore::test::runRaw;
using lockscope::argumentBytes;
using lockscope::argumentText;

namespace {

// All bytes that an argument can contain.
QByteArray everyByte()
{
    QByteArray bytes;
    for (int byte = 1; byte <= 0xFF; ++byte)
        bytes += static_cast<char>(byte);
    return bytes;
}

} // namespace

class ArgumentsTest final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase()
    {
        m_oldConfig = qgetenv("XDG_CONFIG_HOME");
        qputenv("XDG_CONFIG_HOME", m_folder.path().toLocal8Bit());
        qputenv("XDG_STATE_HOME", m_folder.path().toLocal8Bit());
        qunsetenv("LOCKSCOPE_URL");
        qunsetenv("LOCKSCOPE_PASSWORD");
    }

    void init()
    {
        m_server = std::make_unique<RedisServer>();
        m_url = "unix://" + QByteArray::fromStdString(m_server->endpoint().path);
    }

    void everyByte_roundTrips()
    {
        QList<QByteArray> words = {{},         everyByte(),       "schlüssel", "\xEF\xBB\xBF", "\xEF\xBF\xBD", "\xED\xA0\x80",
                                   "\xC0\x80", "\xF0\x9F\x94\x92"};
        for (int first = 1; first <= 0xFF; ++first) {
            words << QByteArray(1, static_cast<char>(first));
            for (int second = 1; second <= 0xFF; ++second)
                words << QByteArray(1, static_cast<char>(first)) + static_cast<char>(second);
        }
        for (const auto &word : words)
            QVERIFY2(argumentBytes(argumentText(word)) == word.toStdString(), word.toHex().constData());
        QCOMPARE(argumentText("schlüssel"), u"schlüssel"_s); // a text stays a text
    }

    void lock_takesAnyKeyAndCommand_data()
    {
        QTest::addColumn<QByteArray>("key");
        QTest::newRow("every byte") << everyByte();
        QTest::newRow("invalid UTF-8") << QByteArray("k\xff");
        QTest::newRow("UTF-8") << QByteArray("schlüssel");
        QTest::newRow("byte order mark") << QByteArray("\xEF\xBB\xBFk");
    }

    void lock_takesAnyKeyAndCommand()
    {
        QFETCH(QByteArray, key);
        const QByteArrayList words = {"lock", "token", key, m_url, "--wait", "0", "--", "printf", "%s", key};
        const auto ran = runRaw(words);
        QCOMPARE(ran.status, 0);
        QCOMPARE(ran.out, key);
        m_server->command({"SET", key.toStdString(), "another"});
        const auto refused = runRaw(words);
        QCOMPARE(WEXITSTATUS(refused.status), 75);
        QVERIFY(refused.out.isEmpty());
    }

    void qtOptions_arePassedToTheCommand()
    {
        const QByteArrayList words = {"-platform", "x", "-style", "y", "-qmljsdebugger=z", "-session", "q", "-reverse", "--", "-v"};
        const auto ran = runRaw(QByteArrayList{"lock", "token", "job", m_url, "--", "printf", "%s\n"} + words);
        QCOMPARE(ran.status, 0);
        QCOMPARE(ran.out, words.join('\n') + '\n');
        QVERIFY(WEXITSTATUS(runRaw({"list", m_url, "-style", "fusion"}).status) == 2);
        QVERIFY(WEXITSTATUS(runRaw({m_url, "-style", "fusion"}).status) == 2);
    }

    void release_takesAnyKeyAndOwner()
    {
        const auto key = "lock:" + everyByte();
        const auto owner = everyByte();
        const auto almost = [](QByteArray bytes) { return bytes.replace('\xff', "\xEF\xBF\xBD"); };
        m_server->command({"SET", key.toStdString(), owner.toStdString(), "PX", "600000"});
        const QByteArrayList how = {m_url, "--yes", "--no-watch", "--pattern", "lock:*,type=string,value=owner", "--owner"};
        QVERIFY(runRaw(QByteArrayList{"release", almost(key)} + how + QByteArrayList{owner}).status != 0);
        QVERIFY(runRaw(QByteArrayList{"release", key} + how + QByteArrayList{almost(owner)}).status != 0);
        QCOMPARE(m_server->command({"EXISTS", key.toStdString()}).integer, 1);
        const auto released = runRaw(QByteArrayList{"release", key} + how + QByteArrayList{owner});
        QVERIFY2(released.status == 0, released.err);
        QCOMPARE(m_server->command({"EXISTS", key.toStdString()}).integer, 0);
    }

    void list_takesAnyPattern()
    {
        m_server->command({"SET", "mine\xff:1", "owner-one"});
        m_server->command({"SET", "mine\xfe:2", "owner-two"});
        const auto listed = runRaw({"list", m_url, "--csv", "--pattern", "mine\xff:*,type=string,value=owner"});
        QCOMPARE(listed.status, 0);
        QVERIFY2(listed.out.contains("owner-one") && !listed.out.contains("owner-two"), listed.out);
    }

    // The demo's server has no password: it would refuse a client that sends one.
    void demo_getsNoPassword()
    {
        qunsetenv("DISPLAY");
        qunsetenv("WAYLAND_DISPLAY");
        const auto platform = qgetenv("QT_QPA_PLATFORM");
        qunsetenv("QT_QPA_PLATFORM");
        LockscopeProcess demo({u"--demo"_s}, u"tops3cret"_s);
        qputenv("QT_QPA_PLATFORM", platform);
        QVERIFY(demo.waitFor([&] { return demo.out().contains("redisson") || !demo.err().isEmpty(); }));
        QVERIFY(demo.waitFor([&] { return demo.out().contains("redisson") || demo.err().contains("password"); }));
        QVERIFY2(!demo.err().contains("password"), demo.err());
        demo.interrupt();
        QVERIFY(demo.waitEnd());
    }

    void settingsFile_isPrivate()
    {
        const auto path = m_folder.filePath(u"lockscope/lockscope.ini"_s);
        QDir().mkpath(QFileInfo(path).path());
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly)); // written by an older version
        file.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ReadGroup | QFile::ReadOther);
        file.close();
        qputenv("QT_QPA_PLATFORM", "offscreen");
        LockscopeProcess window(QStringList{QString::fromLocal8Bit(m_url)});
        QVERIFY(window.waitFor(
            [&] { return QFileInfo(path).permissions() == (QFile::ReadOwner | QFile::WriteOwner | QFile::ReadUser | QFile::WriteUser); }));
        QVERIFY(window.waitFor([&] { return QFileInfo(path).size() > 0; })); // it is running
        window.signal(SIGTERM);
        QVERIFY(window.waitEnd());
        QCOMPARE(QFileInfo(path).permissions(), QFile::ReadOwner | QFile::WriteOwner | QFile::ReadUser | QFile::WriteUser);
    }

    void cleanupTestCase() { qputenv("XDG_CONFIG_HOME", m_oldConfig); }

private:
    QTemporaryDir m_folder;
    QByteArray m_oldConfig;
    QByteArray m_url;
    std::unique_ptr<RedisServer> m_server;
};

LOCKSCOPE_TEST(ArgumentsTest)
#include "tst_arguments.moc"
