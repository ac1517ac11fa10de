// SPDX-License-Identifier: MIT
// The commands with lock formats of the user's own: in the usual file, in another one, in a profile.
#include "support/lockscope_process.h"
#include "support/redis_server.h"
#include "support/saved_profile.h"
#include "support/test_program.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>

using namespace lockcore;
using namespace lockcore::test;
using namespace Qt::StringLiterals;

namespace {

const std::string busy = "web-3:4711:0123456789abcdef0123456789abcdef";

const QByteArray ledgerFormats = R"({"lock_formats": 1, "formats": [
  {"name": "ledger", "keys": ["ledger:*:busy"], "value": "{host}:{pid}:{token:hex32}", "owner": "token", "lease": "always"}]}
)";

} // namespace

class OwnFormatsTest : public QObject
{
    Q_OBJECT

private slots:
    void init()
    {
        m_home = std::make_unique<QTemporaryDir>();
        qputenv("XDG_CONFIG_HOME", m_home->path().toUtf8());
        qputenv("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nonexistent/bus"); // no keychain
        m_server = std::make_unique<RedisServer>();
        m_server->command({"SET", "ledger:eu:busy", busy, "PX", "60000"});
    }

    void cleanup()
    {
        m_process.reset();
        m_server.reset();
    }

    void usualFile_isRead()
    {
        QVERIFY(locks({}).isEmpty());
        write(u"lockscope/formats.json"_s, ledgerFormats);
        const auto shown = locks({});
        QCOMPARE(shown.size(), 1);
        const auto lock = shown[0].toObject();
        QCOMPARE(lock[u"library"_s].toString(), u"ledger"_s);
        QCOMPARE(lock[u"confidence"_s].toInt(), 3);
        QVERIFY(lock[u"why"_s].toArray().contains(u"declared by you: it matches your format \"ledger\""_s));
        const auto holder = lock[u"holders"_s].toArray()[0].toObject();
        QCOMPARE(holder[u"owner"_s].toString().toStdString(), busy);

        run({u"list"_s});
        QVERIFY2(m_process->out().contains("ledger declared by you"), m_process->out());
        run({u"release"_s, u"ledger:eu:busy"_s, u"--owner"_s, QString::fromStdString(busy), u"--yes"_s, u"--no-watch"_s}, 2);
        QCOMPARE(m_process->exitCode(), 0);
        QCOMPARE(m_server->command({"EXISTS", "ledger:eu:busy"}).toInteger().value_or(-1), 0);
    }

    void namedFile_isReadInstead()
    {
        write(u"lockscope/formats.json"_s, "broken");
        const auto path = write(u"mine.json"_s, ledgerFormats);
        QCOMPARE(locks({u"--formats"_s, path}).size(), 1);
        LockscopeProcess watch({u"watch"_s, u"--json"_s, u"--formats"_s, path}, m_server->endpoint());
        QVERIFY(watch.waitFor([&] { return watch.out().contains("\"library\":\"ledger\""); }));
        watch.interrupt();
        QVERIFY(watch.waitEnd());
    }

    void wrongFile_isAnErrorWithItsLine()
    {
        write(u"lockscope/formats.json"_s, QByteArray(ledgerFormats).replace("\"always\"", "\"mostly\""));
        for (const auto &words : {QStringList{u"list"_s}, {u"watch"_s}, {u"release"_s, u"ledger:eu:busy"_s, u"--all"_s, u"--yes"_s}}) {
            run(words, words.size() > 1 ? 2 : 1);
            QCOMPARE(m_process->exitCode(), 2);
            QVERIFY2(m_process->err().contains("lockscope/formats.json, line 2: \"lease\" of the format \"ledger\": \"mostly\""),
                     m_process->err());
        }
        run({u"list"_s, u"--formats"_s, m_home->filePath(u"none.json"_s)});
        QCOMPARE(m_process->exitCode(), 2);
        QVERIFY2(m_process->err().contains("--formats: there is no file"), m_process->err());
        run({u"list"_s, u"--formats"_s, m_home->path()});
        QVERIFY2(m_process->exitCode() == 2 && m_process->err().contains("is not a file"), m_process->err());
    }

    void libraryThatIsSure_takesPrecedence()
    {
        write(u"lockscope/formats.json"_s, R"({"lock_formats": 1, "formats": [{"name": "ours", "keys": ["order*"], "type": "hash"}]})");
        m_server->command({"HSET", "order", "9f3ac21e-4b7d-4c1a-8f00-1234567890ab:17", "1"});
        m_server->command({"PEXPIRE", "order", "30000"});
        const auto shown = locks({});
        QCOMPARE(shown.size(), 1);
        QCOMPARE(shown[0].toObject()[u"library"_s].toString(), u"redisson"_s);
    }

    void profilesFormats_areUsed()
    {
        UserFormat format;
        format.name = "ledger";
        format.keys = {"ledger:*:busy"};
        QVERIFY(saveProfile(m_server->endpoint(), [&](lockscope::Profile &profile) { profile.formats = {format}; }));
        m_process = std::make_unique<LockscopeProcess>(QStringList{u"list"_s, u"--json"_s, u"--profile"_s, u"ours"_s});
        QVERIFY(m_process->waitEnd());
        QCOMPARE(QJsonDocument::fromJson(m_process->out()).array().size(), 1);
    }

private:
    QString write(const QString &name, const QByteArray &content)
    {
        const auto path = m_home->filePath(name);
        QDir(m_home->path()).mkpath(u"lockscope"_s);
        QFile file(path);
        if (!file.open(QIODevice::WriteOnly) || file.write(content) != content.size())
            qFatal("a file of the test cannot be written");
        return path;
    }

    void run(const QStringList &words, qsizetype urlAt = 1)
    {
        m_process = std::make_unique<LockscopeProcess>(words, m_server->endpoint(), urlAt);
        QVERIFY(m_process->waitEnd());
    }

    QJsonArray locks(const QStringList &more)
    {
        run(QStringList{u"list"_s, u"--json"_s} + more);
        return QJsonDocument::fromJson(m_process->out()).array();
    }

    std::unique_ptr<QTemporaryDir> m_home;
    std::unique_ptr<RedisServer> m_server;
    std::unique_ptr<LockscopeProcess> m_process;
};

LOCKSCOPE_TEST(OwnFormatsTest)
#include "tst_own_formats.moc"
