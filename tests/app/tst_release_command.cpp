// SPDX-License-Identifier: MIT
// `lockscope release` as users and scripts run it: what it prints, its exit codes, what it leaves behind.
#include "support/awaiting.h"
#include "support/lockscope_process.h"
#include "support/on_terminal.h"
#include "support/saved_profile.h"
#include "support/server_gate.h"
#include "support/test_program.h"
#include "ui/profiles/profile_file.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>
#include <QTimer>

#include <csignal>

using namespace lockcore;
using namespace lockcore::test;
using namespace Qt::StringLiterals;

namespace {

const std::string token = "0123456789abcdef0123456789abcdef";
const QString owner = u"0123456789abcdef0123456789abcdef"_s;
const std::string other = "fedcba9876543210fedcba9876543210";

// go-zero's release script, which many programs use.
const std::string unlocks =
    "if redis.call(\"GET\", KEYS[1]) == ARGV[1] then\n    return redis.call(\"DEL\", KEYS[1])\nelse\n    return 0\nend";

} // namespace

class ReleaseCommandTest : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase()
    {
        qputenv("XDG_CONFIG_HOME", (m_home.path() + u"/config"_s).toUtf8());
        qputenv("XDG_STATE_HOME", (m_home.path() + u"/state"_s).toUtf8());
        qputenv("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nonexistent/bus"); // no keychain
    }

    void init()
    {
        m_server = std::make_unique<RedisServer>(
            QStringList{u"user noread on >pw ~other:* &* +@all"_s, u"user mute on >pw ~* resetchannels +@all"_s});
        m_server->command({"SET", "lock:a", token, "PX", "3000"});
    }

    void cleanup()
    {
        m_process.reset();
        m_server.reset();
    }

    void usage_data()
    {
        QTest::addColumn<QStringList>("words");
        QTest::newRow("no key") << QStringList{u"--all"_s, u"--yes"_s};
        QTest::newRow("nobody named") << QStringList{u"lock:a"_s, u"--yes"_s};
        QTest::newRow("one and all") << QStringList{u"lock:a"_s, u"--owner"_s, owner, u"--all"_s, u"--yes"_s};
        QTest::newRow("an empty owner") << QStringList{u"lock:a"_s, u"--owner"_s, QString(), u"--yes"_s};
        QTest::newRow("two owners") << QStringList{u"lock:a"_s, u"--owner"_s, owner, u"--owner"_s, u"x"_s, u"--yes"_s};
        QTest::newRow("no terminal") << QStringList{u"lock:a"_s, u"--all"_s};
        QTest::newRow("no number") << QStringList{u"lock:a"_s, u"--all"_s, u"--yes"_s, u"--count"_s, u"0"_s};
        QTest::newRow("not base64") << QStringList{u"--key-base64"_s, u"*"_s, u"--all"_s, u"--yes"_s};
        QTest::newRow("no lease") << QStringList{u"lock:a"_s, u"--all"_s, u"--yes"_s, u"--give-lease"_s, u"0s"_s};
        QTest::newRow("a head of nobody") << QStringList{u"lock:a"_s, u"--all"_s, u"--yes"_s, u"--drop-dead-head"_s};
        QTest::newRow("no duration") << QStringList{u"lock:a"_s, u"--all"_s, u"--yes"_s, u"--observe"_s, u"15"_s};
        QTest::newRow("a long reason") << QStringList{u"lock:a"_s, u"--all"_s, u"--yes"_s, u"--reason"_s, QString(501, u'x')};
        QTest::newRow("an unknown option") << QStringList{u"lock:a"_s, u"--all"_s, u"--yes"_s, u"--force"_s};
    }

    void usage()
    {
        QFETCH(QStringList, words);
        m_process = std::make_unique<LockscopeProcess>(QStringList{u"release"_s} + words);
        QVERIFY(m_process->waitEnd());
        QCOMPARE(m_process->exitCode(), 2);
        QVERIFY2(m_process->err().startsWith("lockscope: ") && m_process->err().contains("Try: lockscope release --help"),
                 m_process->err());
        QVERIFY(m_process->out().isEmpty());
        QVERIFY(isThere());
    }

    void help_namesEveryOption()
    {
        m_process = std::make_unique<LockscopeProcess>(QStringList{u"release"_s, u"--help"_s});
        QVERIFY(m_process->waitEnd());
        QCOMPARE(m_process->exitCode(), 0);
        for (const auto option : {"--owner", "--owner-base64", "--key-base64", "--all", "--count", "--even-if-renewed", "--give-lease",
                                  "--drop-dead-head", "--yes", "--dry-run", "--observe", "--reason", "--no-watch", "--json", "--pattern",
                                  "--formats", "--profile", "--password-file"})
            QVERIFY2(m_process->out().contains(option), option);
    }

    void released_isReportedAndWatched()
    {
        QCOMPARE(run({u"lock:a"_s, u"--owner"_s, owner, u"--yes"_s}), 0);
        QVERIFY2(m_process->out().startsWith("lock:a is released.\nNobody was seen acquiring lock:a in the "), m_process->out());
        QVERIFY(!isThere());
        const auto audit = auditLines();
        QCOMPARE(audit.size(), 2u);
        QCOMPARE(audit.front()[u"phase"_s].toString(), u"intent"_s);
        QCOMPARE(audit.back()[u"phase"_s].toString(), u"outcome"_s);
        QCOMPARE(audit.back()[u"id"_s], audit.front()[u"id"_s]);
    }

    void reason_isRecorded()
    {
        QCOMPARE(run({u"lock:a"_s, u"--owner"_s, owner, u"--yes"_s, u"--no-watch"_s, u"--reason"_s, u"its pod is gone, INC-7"_s}), 0);
        for (const auto &line : auditLines())
            QCOMPARE(line[u"reason"_s].toString(), u"its pod is gone, INC-7"_s);
    }

    // The holder lives, and so the plan says so; without it, nothing shows it.
    void observedLock_isKnownToBeRenewed()
    {
        QTimer renewing;
        connect(&renewing, &QTimer::timeout, this, [this] { m_server->command({"PEXPIRE", "lock:a", "30000"}); });
        renewing.start(500);
        QCOMPARE(run({u"lock:a"_s, u"--owner"_s, owner, u"--dry-run"_s}), 0);
        QVERIFY2(!m_process->out().contains("was seen renewing"), m_process->out());
        run({u"lock:a"_s, u"--owner"_s, owner, u"--dry-run"_s, u"--even-if-renewed"_s, u"--observe"_s, u"3s"_s});
        QVERIFY2(m_process->err().contains("Observing the lock for 3.0 s"), m_process->err());
        QVERIFY2(m_process->err().contains("Its holder renewed it "), m_process->err());
        QVERIFY2(m_process->out().contains("was seen renewing"), m_process->out());
        renewing.stop();
        run({u"lock:a"_s, u"--owner"_s, owner, u"--dry-run"_s, u"--observe"_s, u"1s"_s});
        QVERIFY2(m_process->err().contains("No renewal was seen."), m_process->err());
    }

    void withoutQuestion_warningsAreStillPrinted()
    {
        m_server->command({"SET", "lock:mark", "1"});
        QCOMPARE(run({u"lock:mark"_s, u"--all"_s, u"--yes"_s, u"--no-watch"_s}), 0);
        QVERIFY2(m_process->err().contains("! "), m_process->err());
        QCOMPARE(m_process->out(), "lock:mark is released.\n");
    }

    void dryRun_changesNothingAndExitsLikeTheRealOne()
    {
        QCOMPARE(run({u"lock:a"_s, u"--owner"_s, owner, u"--dry-run"_s}), 0);
        QVERIFY2(m_process->out().contains("DEL lock:a") && m_process->out().contains("would be released"), m_process->out());
        QVERIFY(isThere());
        m_server->command({"PEXPIRE", "lock:a", "30000"}); // four runs in one lease are too many for a slow machine
        QCOMPARE(run({u"lock:a"_s, u"--owner"_s, u"somebody"_s, u"--dry-run"_s}), 3);
        QCOMPARE(run({u"lock:b"_s, u"--all"_s, u"--dry-run"_s}), 4);
        m_server->command({"PEXPIRE", "lock:a", "30000"});
        QCOMPARE(run({u"lock:a"_s, u"--all"_s, u"--dry-run"_s}, u"noread"_s), 5);
        QVERIFY(isThere());
    }

    // The scripts that the server has loaded show more than the key.
    void list_andReleaseAgreeOnALock()
    {
        m_server->command({"SCRIPT", "LOAD", unlocks});
        m_server->command({"SET", "lock:orders", "q7Rk1vUe0FJxAZpY", "PX", "60000"});
        m_process = std::make_unique<LockscopeProcess>(QStringList{u"list"_s, u"--json"_s}, m_server->endpoint());
        QVERIFY(m_process->waitEnd());
        const auto locks = QJsonDocument::fromJson(m_process->out()).array();
        QCOMPARE(locks.size(), 2);
        for (const auto &lock : locks) {
            const auto key = lock[u"key"_s].toString();
            QCOMPARE(run({key, u"--all"_s, u"--dry-run"_s, u"--json"_s}), 0);
            const auto release = QJsonDocument::fromJson(m_process->out()).object();
            QCOMPARE(release[u"library"_s], lock[u"library"_s]);
            QCOMPARE(release[u"confidence"_s], lock[u"confidence"_s]);
        }
        QVERIFY(std::ranges::any_of(locks, [](const QJsonValue &lock) { return lock[u"library"_s] == u"go-zero"_s; }));
    }

    void otherOwner_isRefusedAndNamed()
    {
        QCOMPARE(run({u"lock:a"_s, u"--owner"_s, QString::fromStdString(other), u"--yes"_s}), 3);
        QVERIFY2(m_process->err().contains(token.c_str()) && m_process->err().contains("Nothing was changed"), m_process->err());
        QVERIFY(isThere());
    }

    void anotherCount_isRefused()
    {
        m_server->command({"HSET", "stock", "9f3ac21e-4b7d-4c1a-8f00-1234567890ab:17", "2"});
        m_server->command({"PEXPIRE", "stock", "30000"});
        QCOMPARE(run({u"stock"_s, u"--all"_s, u"--count"_s, u"1"_s, u"--yes"_s}), 3);
        QCOMPARE(run({u"stock"_s, u"--all"_s, u"--count"_s, u"2"_s, u"--yes"_s, u"--no-watch"_s}), 0);
    }

    void nothingThere_exitsWith4() { QCOMPARE(run({u"lock:b"_s, u"--all"_s, u"--yes"_s}), 4); }

    void notPermitted_exitsWith5()
    {
        QCOMPARE(run({u"lock:a"_s, u"--all"_s, u"--yes"_s}, u"noread"_s), 5);
        m_server->command({"HSET", "stock", "9f3ac21e-4b7d-4c1a-8f00-1234567890ab:17", "1"});
        m_server->command({"PEXPIRE", "stock", "30000"});
        const bool asksFirst = RedisServer::isAtLeast(7, 0); // before 7.0 a missing right to publish shows only after the deletion
        QCOMPARE(run({u"stock"_s, u"--all"_s, u"--yes"_s}, u"mute"_s), asksFirst ? 5 : 6);
        QCOMPARE(m_server->command({"EXISTS", "stock"}).integer, asksFirst ? 1 : 0);
    }

    void noServer_exitsWith1()
    {
        m_process = std::make_unique<LockscopeProcess>(
            QStringList{u"release"_s, u"lock:a"_s, u"unix:///nonexistent/socket"_s, u"--all"_s, u"--yes"_s});
        QVERIFY(m_process->waitEnd());
        QCOMPARE(m_process->exitCode(), 1);
    }

    void newOwnerAfterwards_isReportedAndExits0()
    {
        start({u"lock:a"_s, u"--owner"_s, owner, u"--yes"_s});
        QVERIFY(m_process->waitFor([this] { return !isThere(); }));
        m_server->command({"SET", "lock:a", other, "PX", "30000"});
        QVERIFY(m_process->waitEnd());
        QCOMPARE(m_process->exitCode(), 0);
        QVERIFY2(m_process->out().contains("has a new owner: " + QByteArray::fromStdString(other)), m_process->out());
    }

    void oldOwnerAfterwards_isReportedAndExits0()
    {
        start({u"lock:a"_s, u"--owner"_s, owner, u"--yes"_s, u"--json"_s});
        QVERIFY(m_process->waitFor([this] { return !isThere(); }));
        m_server->command({"SET", "lock:a", token, "PX", "30000"});
        QVERIFY(m_process->waitEnd());
        QCOMPARE(m_process->exitCode(), 0);
        const auto json = QJsonDocument::fromJson(m_process->out()).object();
        QCOMPARE(json[u"outcome"_s].toString(), u"released"_s);
        QCOMPARE(json[u"afterwards"_s][u"what"_s].toString(), u"resurrected"_s);
        QVERIFY(json[u"audit"_s].toString().startsWith(m_process->stateDirectory()));
        QCOMPARE(json[u"plan"_s][u"changes"_s].toArray().first().toString(), u"DEL lock:a"_s);
    }

    void interruptedWhileWatching_exits0()
    {
        start({u"lock:a"_s, u"--owner"_s, owner, u"--yes"_s});
        QVERIFY(m_process->waitFor([this] { return m_process->out().contains("is released"); }));
        m_process->interrupt();
        QVERIFY(m_process->waitEnd());
        QCOMPARE(m_process->exitCode(), 0);
    }

    void interruptedWhileWatching_stillPrintsJson()
    {
        start({u"lock:a"_s, u"--owner"_s, owner, u"--yes"_s, u"--json"_s});
        QVERIFY(m_process->waitFor([this] { return !isThere(); }));
        QVERIFY(m_process->waitFor([&] { return auditLines().size() == 2; }));
        m_process->interrupt();
        QVERIFY(m_process->waitEnd());
        const auto json = QJsonDocument::fromJson(m_process->out()).object();
        QVERIFY2(json.contains(u"outcome"_s), m_process->out());
    }

    // The server's answer is blocked: the release may have happened.
    void interruptedInFlight_isReportedAsUnknown()
    {
        bool sent = false;
        const auto gate = holdingBack("EVAL", sent);
        m_process = std::make_unique<LockscopeProcess>(QStringList{u"release"_s, u"lock:a"_s, u"--owner"_s, owner, u"--yes"_s},
                                                       gate->endpoint(), 2);
        QVERIFY(m_process->waitFor([&] { return sent; }));
        m_process->interrupt();
        QVERIFY(m_process->waitEnd());
        QCOMPARE(m_process->exitCode(), 3);
        QVERIFY2(m_process->err().contains("lock:a may or may not be released"), m_process->err());
        const auto audit = auditLines();
        QCOMPARE(audit.size(), 2u);
        QCOMPARE(audit.back()[u"outcome"_s].toString(), u"unknown"_s);
    }

    // After a kill no process can record the outcome. The intent, with the earlier value, was recorded before.
    void killedInFlight_leavesIntentInAudit()
    {
        bool sent = false;
        const auto gate = holdingBack("EVAL", sent);
        m_process = std::make_unique<LockscopeProcess>(QStringList{u"release"_s, u"lock:a"_s, u"--owner"_s, owner, u"--yes"_s},
                                                       gate->endpoint(), 2);
        QVERIFY(m_process->waitFor([&] { return sent; }));
        ::kill(static_cast<pid_t>(m_process->pid()), SIGKILL);
        QVERIFY(m_process->waitEnd());
        QVERIFY(m_process->crashed());
        const auto audit = auditLines();
        QCOMPARE(audit.size(), 1u);
        const auto &line = audit.front();
        QCOMPARE(line[u"phase"_s].toString(), u"intent"_s);
        QCOMPARE(line[u"key"_s].toString(), u"lock:a"_s);
        QCOMPARE(line[u"before"_s][u"value"_s].toString(), owner);
        QVERIFY(!line.contains(u"outcome"_s) && !line[u"id"_s].toString().isEmpty());
    }

    void profile_givesServerAndPatterns()
    {
        save([](lockscope::Profile &profile) { profile.patterns = QStringList{u"mine:*"_s}; });
        m_server->command({"SET", "mine:1", "whoever", "PX", "60000"});
        m_process = std::make_unique<LockscopeProcess>(
            QStringList{u"release"_s, u"mine:1"_s, u"--profile"_s, u"ours"_s, u"--all"_s, u"--yes"_s, u"--no-watch"_s});
        QVERIFY(m_process->waitEnd());
        QVERIFY2(m_process->exitCode() == 0, m_process->err());
        QCOMPARE(m_server->command({"EXISTS", "mine:1"}).integer, 0);
    }

    void readOnlyProfile_refuses_data()
    {
        QTest::addColumn<QString>("how");
        QTest::addColumn<lockscope::PasswordPlace>("password");
        using lockscope::PasswordPlace;
        QTest::newRow("really") << u"--yes"_s << PasswordPlace::None;
        QTest::newRow("dry") << u"--dry-run"_s << PasswordPlace::None;
        QTest::newRow("before it asks for a password") << u"--yes"_s << PasswordPlace::Ask; // no password is available
        QTest::newRow("before it opens the keychain") << u"--yes"_s << PasswordPlace::Keychain;
    }

    void readOnlyProfile_refuses()
    {
        QFETCH(QString, how);
        QFETCH(lockscope::PasswordPlace, password);
        save([&](lockscope::Profile &profile) {
            profile.readOnly = true;
            profile.password = password;
        });
        m_process =
            std::make_unique<LockscopeProcess>(QStringList{u"release"_s, u"lock:a"_s, u"--profile"_s, u"ours"_s, u"--owner"_s, owner, how});
        QVERIFY(m_process->waitEnd());
        QCOMPARE(m_process->exitCode(), 5);
        QVERIFY2(m_process->err().contains("the profile \"ours\" is marked read-only. Nothing was changed."), m_process->err());
        QVERIFY(isThere());
    }

    void urlWithProfile_isRefused()
    {
        save();
        QCOMPARE(run({u"lock:a"_s, u"--profile"_s, u"ours"_s, u"--all"_s, u"--yes"_s}), 2);
        QVERIFY(isThere());
    }

    void question_isAnsweredOnlyByYes_data()
    {
        QTest::addColumn<bool>("production");
        QTest::addColumn<QByteArray>("typed");
        QTest::addColumn<bool>("released");
        QTest::newRow("yes") << false << QByteArray("yes\n") << true;
        QTest::newRow("Enter") << false << QByteArray("\n") << false;
        QTest::newRow("y") << false << QByteArray("y\n") << false;
        QTest::newRow("the end of input") << false << QByteArray("\x04") << false;
        QTest::newRow("Ctrl+C") << false << QByteArray("\x03yes\n") << false;
        QTest::newRow("yes on production") << true << QByteArray("yes\n") << false;
        QTest::newRow("the key on production") << true << QByteArray("stock\n") << true;
    }

    void question_isAnsweredOnlyByYes()
    {
        QFETCH(bool, production);
        QFETCH(QByteArray, typed);
        QFETCH(bool, released);
        save([&](lockscope::Profile &profile) { profile.production = production; });
        m_server->command({"HSET", "stock", "9f3ac21e-4b7d-4c1a-8f00-1234567890ab:17", "1"});
        m_server->command({"PEXPIRE", "stock", "30000"});
        OnTerminal terminal({"release", "stock", "--profile", "ours", "--all", "--no-watch"});
        QVERIFY2(eventually([&] { return terminal.shown().contains("to continue: "); }), terminal.shown());
        QCOMPARE(terminal.shown().contains("marked as production"), production);
        terminal.type(typed);
        QVERIFY2(eventually([&] { return terminal.ended(); }), terminal.shown());
        QCOMPARE(m_server->command({"EXISTS", "stock"}).integer, released ? 0 : 1);
    }

    void bytes_areNamedByBase64()
    {
        const std::string key("lock:\0x", 7);
        const std::string value("\xff\0\xfe", 3);
        m_server->command({"SET", key, value});
        const auto base64 = [](const std::string &bytes) { return QString::fromLatin1(QByteArray::fromStdString(bytes).toBase64()); };
        start({u"--key-base64"_s, base64(key), u"--owner-base64"_s, base64(value), u"--dry-run"_s});
        QVERIFY(m_process->waitEnd()); // redis-cli can read what is shown
        QVERIFY2(m_process->out().contains("DEL \"lock:\\x00x\"\n"), m_process->out());
        start({u"--key-base64"_s, base64(key), u"--owner-base64"_s, base64(value), u"--yes"_s, u"--no-watch"_s});
        QVERIFY(m_process->waitEnd());
        QVERIFY2(m_process->exitCode() == 0, m_process->err());
        QCOMPARE(m_server->command({"EXISTS", key}).integer, 0);
    }

    void lease_isGiven()
    {
        m_server->command({"SET", "lock:ever", token});
        QCOMPARE(run({u"lock:ever"_s, u"--owner"_s, owner, u"--give-lease"_s, u"5m"_s, u"--yes"_s}), 0);
        QVERIFY(m_server->command({"PTTL", "lock:ever"}).integer > 200'000);
        QCOMPARE(run({u"lock:ever"_s, u"--owner"_s, owner, u"--give-lease"_s, u"5m"_s, u"--yes"_s}), 3); // it has a lease now
    }

    void deadHead_isDropped()
    {
        m_server->command({"RPUSH", "redisson_lock_queue:{till}", "gone:1", "next:2"});
        m_server->command({"ZADD", "redisson_lock_timeout:{till}", "4102444800000", "gone:1", "4102444800000", "next:2"});
        QCOMPARE(run({u"till"_s, u"--owner"_s, u"next:2"_s, u"--drop-dead-head"_s, u"--yes"_s}), 3);
        QCOMPARE(run({u"till"_s, u"--owner"_s, u"gone:1"_s, u"--drop-dead-head"_s, u"--yes"_s}), 0);
        QCOMPARE(m_server->command({"LRANGE", "redisson_lock_queue:{till}", "0", "-1"}).elements.front().text, "next:2");
    }

private:
    void save(const std::function<void(lockscope::Profile &)> &change = {}) { QVERIFY(saveProfile(m_server->endpoint(), change)); }

    // The URL follows the key; it comes first if the key is given by an option.
    void start(const QStringList &words, const QString &user = {})
    {
        auto endpoint = m_server->endpoint();
        endpoint.user = user.toStdString();
        endpoint.password = user.isEmpty() ? "" : "pw";
        m_process = std::make_unique<LockscopeProcess>(QStringList{u"release"_s} + words, endpoint, words.front().startsWith(u'-') ? 1 : 2);
    }

    int run(const QStringList &words, const QString &user = {})
    {
        start(words, user);
        return m_process->waitEnd() ? m_process->exitCode() : -1;
    }

    // The command's connections go through this gate.
    std::unique_ptr<ServerGate> holdingBack(const QByteArray &verb, bool &sent)
    {
        return std::make_unique<ServerGate>(*m_server, [verb, &sent](const QByteArrayList &command) -> std::optional<QByteArray> {
            sent = sent || command.front() == verb;
            return sent ? std::optional(QByteArray()) : std::nullopt;
        });
    }

    // Each line is one JSON object; an empty object if it is not.
    std::vector<QJsonObject> auditLines() const
    {
        QFile file(m_process->stateDirectory() + u"/lockscope/releases.jsonl"_s);
        std::vector<QJsonObject> lines;
        if (file.open(QIODevice::ReadOnly)) {
            while (!file.atEnd())
                lines.push_back(QJsonDocument::fromJson(file.readLine()).object());
        }
        return lines;
    }

    bool isThere() { return m_server->command({"EXISTS", "lock:a"}).integer == 1; }

    QTemporaryDir m_home;
    std::unique_ptr<RedisServer> m_server;
    std::unique_ptr<LockscopeProcess> m_process;
};

LOCKSCOPE_TEST(ReleaseCommandTest)
#include "tst_release_command.moc"
