// SPDX-License-Identifier: MIT
// The record of releases: who may read it, what it says before and after, and what happens if it cannot be written.
// tests/app/tst_release_command tests a process that is killed in between.
#include "support/server_gate.h"
#include "support/test_program.h"
#include "support/tested_releaser.h"

#include <QDir>
#include <QFileInfo>
#include <QTest>

#include <csignal>
#include <sys/resource.h>

using namespace lockcore;
using namespace lockcore::test;
using namespace Qt::StringLiterals;

namespace {

const std::string auditedToken = "0123456789abcdef0123456789abcdef";

// While this exists, no file of this process grows beyond `bytes`: like a full disk.
class FullDisk
{
public:
    explicit FullDisk(qint64 bytes)
    {
        ::getrlimit(RLIMIT_FSIZE, &m_before);
        auto now = m_before;
        now.rlim_cur = static_cast<rlim_t>(bytes);
        m_handler = std::signal(SIGXFSZ, SIG_IGN);
        ::setrlimit(RLIMIT_FSIZE, &now);
    }
    FullDisk(const FullDisk &) = delete;
    FullDisk &operator=(const FullDisk &) = delete;
    ~FullDisk()
    {
        ::setrlimit(RLIMIT_FSIZE, &m_before);
        std::signal(SIGXFSZ, m_handler);
    }

private:
    rlimit m_before{};
    sighandler_t m_handler = nullptr;
};

} // namespace

class ReleaseAuditTest : public QObject
{
    Q_OBJECT

private slots:
    void init()
    {
        m_server = std::make_unique<RedisServer>();
        m_releaser = std::make_unique<TestedReleaser>(m_server->endpoint());
        m_server->command({"SET", "lock:a", auditedToken, "PX", "60000"});
        m_server->command({"SET", "lock:b", auditedToken, "PX", "60000"});
    }

    void cleanup()
    {
        m_releaser.reset();
        m_server.reset();
    }

    void eachAttempt_isAnIntentAndAnOutcome()
    {
        m_releaser->release(TestedReleaser::wish("lock:a", {auditedToken}));
        m_releaser->release(TestedReleaser::wish("lock:b", {auditedToken}));
        const auto intents = m_releaser->intents();
        const auto outcomes = m_releaser->audit();
        QCOMPARE(intents.size(), 2u);
        QCOMPARE(outcomes.size(), 2u);
        QVERIFY(intents[0][u"id"_s] != intents[1][u"id"_s]);
        for (std::size_t i = 0; i < 2; ++i) {
            QCOMPARE(outcomes[i][u"id"_s], intents[i][u"id"_s]);
            QCOMPARE(outcomes[i][u"before"_s], intents[i][u"before"_s]);
            QVERIFY(!intents[i].contains(u"outcome"_s));
        }
        const auto &line = intents.front();
        QCOMPARE(line[u"key"_s].toString(), u"lock:a"_s);
        QCOMPARE(line[u"before"_s][u"value"_s].toString(), QString::fromStdString(auditedToken));
        QVERIFY(line[u"ttl_ms"_s].toInteger() > 50'000);
        QVERIFY(line.contains(u"user"_s) && line.contains(u"time"_s));
    }

    // A user may read the file in a terminal.
    void line_containsNoControlCharacters()
    {
        const std::string name = "lock:\u009b\u007f\u202e\u3164";
        m_server->command({"SET", name, auditedToken, "PX", "60000"});
        m_releaser->release(TestedReleaser::wish(name, {auditedToken}));
        const auto text = m_releaser->auditText();
        QVERIFY2(text.contains(R"(lock:\u009b\u007f\u202e\u3164)"), text);
        QCOMPARE(m_releaser->intents().back()[u"key"_s].toString(), QString::fromStdString(name));
    }

    void deadlineAfterYear9999_isABound()
    {
        m_server->command({"PEXPIREAT", "lock:a", "9223372036854775807"});
        m_releaser->release(TestedReleaser::wish("lock:a", {auditedToken}));
        m_releaser->release(TestedReleaser::wish("lock:b", {auditedToken}));
        QVERIFY(m_releaser->intents()[0][u"ttl_at_least"_s].toBool());
        QVERIFY(!m_releaser->intents()[1].contains(u"ttl_at_least"_s));
    }

    void intent_isWrittenBeforeTheCommand()
    {
        std::size_t seen = 0;
        ServerGate gate(*m_server, [&](const QByteArrayList &command) -> std::optional<QByteArray> {
            if (command.front() == "EVAL")
                seen = m_releaser->intents().size();
            return std::nullopt;
        });
        m_releaser = std::make_unique<TestedReleaser>(gate.endpoint());
        m_releaser->release(TestedReleaser::wish("lock:a", {auditedToken}));
        QCOMPARE(seen, 1u);
        m_releaser.reset();
    }

    void unsentRelease_hasNoIntent()
    {
        const auto plan = m_releaser->plan(TestedReleaser::wish("lock:a", {auditedToken}));
        m_releaser->release(plan.order, true);
        QVERIFY(!m_releaser->auditText().contains('{'));
        m_server->command({"REPLICAOF", "127.0.0.1", "1"});
        m_releaser->release(plan.order);
        QVERIFY(m_releaser->intents().empty());
        QCOMPARE(m_releaser->audit().size(), 1u);
    }

    void file_isPrivate()
    {
        const auto report = m_releaser->release(TestedReleaser::wish("lock:a", {auditedToken}));
        QCOMPARE(QString::fromStdString(report.auditFile), m_releaser->auditFile());
        const auto own = QFileDevice::ReadOwner | QFileDevice::WriteOwner | QFileDevice::ReadUser | QFileDevice::WriteUser;
        QCOMPARE(QFileInfo(m_releaser->auditFile()).permissions(), QFileDevice::Permissions(own));
        const auto ofDirectory = QFileInfo(QString::fromStdString(m_releaser->auditDirectory())).permissions();
        QVERIFY(!(ofDirectory & (QFileDevice::ReadGroup | QFileDevice::ExeGroup | QFileDevice::ReadOther | QFileDevice::ExeOther)));
    }

    // Without a record nothing is released: nothing has happened yet, and a lost trace cannot be recovered.
    void fileThatCannotBeOpened_refuses()
    {
        const auto plan = m_releaser->plan(TestedReleaser::wish("lock:a", {auditedToken}));
        const auto directory = QString::fromStdString(m_releaser->auditDirectory());
        QVERIFY(QDir().mkpath(QFileInfo(directory).path()));
        QFile inTheWay(directory);
        QVERIFY(inTheWay.open(QIODevice::WriteOnly));
        const auto report = m_releaser->release(plan.order);
        QVERIFY2(told(report).startsWith(u"not-permitted: "_s + directory), qPrintable(told(report)));
        QVERIFY(isThere("lock:a"));
    }

    void fullDisk_refusesAndLeavesNoHalfLine()
    {
        m_releaser->release(TestedReleaser::wish("lock:a", {auditedToken}));
        const auto before = m_releaser->auditText();
        const auto plan = m_releaser->plan(TestedReleaser::wish("lock:b", {auditedToken}));
        {
            FullDisk full(before.size() + 20);
            const auto report = m_releaser->release(plan.order);
            QVERIFY2(told(report).startsWith(u"not-permitted: "_s + m_releaser->auditFile()), qPrintable(told(report)));
            QVERIFY(!report.auditError); // reported once
        }
        QVERIFY(isThere("lock:b"));
        QCOMPARE(m_releaser->auditText(), before);
        QCOMPARE(told(m_releaser->release(plan.order)), u"released"_s);
        QCOMPARE(m_releaser->audit().size(), 2u);
    }

    // The lock is released nevertheless, and the report says that the outcome could not be recorded.
    void diskFullAfterIntent_isReported()
    {
        std::unique_ptr<FullDisk> full;
        ServerGate gate(*m_server, [&](const QByteArrayList &command) -> std::optional<QByteArray> {
            if (command.front() == "EVAL")
                full = std::make_unique<FullDisk>(m_releaser->auditText().size());
            return std::nullopt;
        });
        m_releaser = std::make_unique<TestedReleaser>(gate.endpoint());
        const auto report = m_releaser->release(TestedReleaser::wish("lock:a", {auditedToken}));
        full.reset();
        QCOMPARE(told(report), u"released"_s);
        QVERIFY(report.auditError && report.auditError->detail == "audit");
        QCOMPARE(m_releaser->intents().size(), 1u);
        QVERIFY(m_releaser->audit().empty());
        m_releaser.reset();
    }

    // A process was killed while it was writing.
    void halfLine_doesNotDamageOthers()
    {
        m_releaser->release(TestedReleaser::wish("lock:a", {auditedToken}));
        QFile file(m_releaser->auditFile());
        QVERIFY(file.open(QIODevice::WriteOnly | QIODevice::Append));
        file.write("{\"id\":\"half\",\"phase\":\"int");
        file.close();
        m_releaser->release(TestedReleaser::wish("lock:b", {auditedToken}));
        QCOMPARE(m_releaser->intents().size(), 2u);
        QCOMPARE(m_releaser->audit().size(), 2u);
        QCOMPARE(m_releaser->auditText().count('\n'), 5);
    }

    void password_isNowhere()
    {
        m_server->command({"ACL", "SETUSER", "ops", "on", ">topsecret", "~*", "&*", "+@all"});
        auto endpoint = m_server->endpoint();
        endpoint.user = "ops";
        endpoint.password = "topsecret";
        m_releaser = std::make_unique<TestedReleaser>(endpoint);
        const auto report = m_releaser->release(TestedReleaser::wish("lock:a", {auditedToken}));
        QCOMPARE(told(report), u"released"_s);
        QVERIFY(report.ran.find("topsecret") == std::string::npos);
        QVERIFY(m_releaser->auditText().contains("lock:a") && !m_releaser->auditText().contains("topsecret"));
    }

private:
    bool isThere(const std::string &key) { return m_server->command({"EXISTS", key}).integer == 1; }

    std::unique_ptr<RedisServer> m_server;
    std::unique_ptr<TestedReleaser> m_releaser;
};

LOCKSCOPE_TEST(ReleaseAuditTest)
#include "tst_release_audit.moc"
