// SPDX-License-Identifier: MIT
// No command says "no locks" where it could not read: tests each reason why a lock is not read, and the reaction of each command.
#include "app/command/exit_codes.h"
#include "support/lockscope_process.h"
#include "support/server_gate.h"
#include "support/test_program.h"

#include <QTest>
#include <QThread>

using namespace lockcore;
using namespace lockcore::test;
using namespace lockscope;
using namespace Qt::StringLiterals;

namespace {

using Rule = ServerGate::Rule;

// The only lock is lock:2.
bool asks(const QByteArrayList &command, const char *verb) { return command.front() == verb && command.contains("lock:2"); }

Rule typeAnswers(QByteArray answer)
{
    return [answer = std::move(answer)](const QByteArrayList &command) {
        return asks(command, "TYPE") ? std::optional(answer) : std::nullopt;
    };
}

// INFO with additional lines at its end, which override the earlier ones.
Rule infoSays(RedisServer &server, std::function<std::string(int)> lines)
{
    return [&server, lines = std::move(lines), times = 0](const QByteArrayList &command) mutable -> std::optional<QByteArray> {
        if (command.front() != "INFO" || command.size() > 1)
            return std::nullopt;
        auto text = QByteArray::fromStdString(lines(++times) + server.command({"INFO"}).text);
        return '$' + QByteArray::number(text.size()) + "\r\n" + text + "\r\n";
    };
}

Rule tooLarge()
{
    return [](const QByteArrayList &command) -> std::optional<QByteArray> {
        return asks(command, "TYPE")     ? std::optional<QByteArray>("+hash\r\n")
               : asks(command, "HLEN")   ? std::optional<QByteArray>(":1\r\n")
               : asks(command, "MEMORY") ? std::optional<QByteArray>(":99999999\r\n")
                                         : std::nullopt;
    };
}

// Delays one answer by more than the time-out of these commands; later answers are in time.
Rule late()
{
    return [first = true](const QByteArrayList &command) mutable -> std::optional<QByteArray> {
        if (asks(command, "TYPE") && std::exchange(first, false))
            QThread::msleep(3000);
        return std::nullopt;
    };
}

Rule ruleFor(const QByteArray &reason, RedisServer &server)
{
    if (reason == "late")
        return late();
    if (reason == "too large")
        return tooLarge();
    if (reason == "stale")
        return infoSays(server, [](int) { return "role:slave\r\nmaster_host:a\r\nmaster_port:1\r\nmaster_link_status:down\r\n"; });
    if (reason == "stale at the end")
        return infoSays(server, [](int times) { return times == 1 ? "" : "role:slave\r\nmaster_link_status:down\r\n"; });
    if (reason == "another server")
        return infoSays(server, [](int times) { return "run_id:" + std::to_string(times) + "\r\n"; });
    return typeAnswers('-' + reason + "\r\n");
}

} // namespace

class UnreadCommandsTest : public QObject
{
    Q_OBJECT

private slots:
    void init()
    {
        m_server = std::make_unique<RedisServer>();
        m_server->command({"SET", "data", "x"});
    }

    void cleanup()
    {
        m_process.reset();
        m_gate.reset();
        m_server.reset();
    }

    void unreadKeys_preventAllClear_data()
    {
        QTest::addColumn<int>("list");
        QTest::addColumn<int>("alert");        // list --fail-if-any
        QTest::addColumn<QByteArray>("says");  // list
        QTest::addColumn<QByteArray>("watch"); // what watch prints; empty: not tried
        const auto row = [](const char *reason, int list, int alert, const char *says, const char *watch) {
            QTest::newRow(reason) << list << alert << QByteArray(says) << QByteArray(watch);
        };
        // Refusals of one key.
        row("NOPERM No permissions to access a key", exitYes, exitNotComplete, "may not read some keys", "Not readable: 1.");
        row("MOVED 3999 127.0.0.1:6381", exitYes, exitNotComplete, "(1; MOVED 3999 127.0.0.1:6381)", "Not readable: 1.");
        row("ASK 3999 127.0.0.1:6381", exitYes, exitNotComplete, "(1; ASK 3999 127.0.0.1:6381)", "Not readable: 1.");
        row("ERR internal error", exitYes, exitNotComplete, "(1; ERR internal error)", "Not readable: 1.");
        row("late", exitYes, exitNotComplete, "no answer in time", "");
        row("too large", exitYes, exitYes, "too large to be read", "Not readable: 1.");
        // Refusals of the whole server.
        row("CLUSTERDOWN The cluster is down", exitNoConnection, exitNoConnection, "is down", "is down: some of its slots have no node");
        row("LOADING Redis is loading the dataset in memory", exitNoConnection, exitNoConnection, "is still loading", "is still loading");
        row("MASTERDOWN Link with MASTER is down", exitNoConnection, exitNoConnection, "has lost its primary", "has lost its primary");
        row("BUSY Redis is busy running a script.", exitNoConnection, exitNoConnection, "long script", "long script");
        row("another server", exitNoConnection, exitNoConnection, "is another server now", "");
        row("stale", exitYes, exitNotComplete, "This replica has lost its primary: this view may be old.",
            "This replica has lost its primary: this view may be old.");
        row("stale at the end", exitYes, exitNotComplete, "This replica has lost its primary: this view may be old.", "");
    }

    void unreadKeys_preventAllClear()
    {
        QFETCH(int, list);
        QFETCH(int, alert);
        QFETCH(QByteArray, says);
        QFETCH(QByteArray, watch);
        const QByteArray reason = QTest::currentDataTag();
        if (!reason.contains("stale") && reason != "another server")
            m_server->command({"SET", "lock:2", "0123456789abcdef0123456789abcdef", "PX", "600000"});
        for (const bool alerts : {false, true}) {
            start(reason, alerts ? QStringList{u"list"_s, u"--fail-if-any"_s} : QStringList{u"list"_s});
            QVERIFY(m_process->waitEnd());
            const auto all = m_process->out() + m_process->err();
            QVERIFY2(m_process->exitCode() == (alerts ? alert : list), all);
            QVERIFY2(all.simplified().contains(says), all);
            QVERIFY2(!all.contains("No locks at"), all);
            if (alerts && alert == exitNotComplete)
                QVERIFY2(all.contains("Nothing matches --fail-if-any, but") && all.contains("The exit code is 3."), all);
        }
        if (watch.isEmpty())
            return;
        start(reason, {u"watch"_s});
        QVERIFY2(m_process->waitFor([&] { return m_process->err().contains(watch); }), m_process->err());
    }

    // The counter follows the last sweep.
    void watch_reportsWhenAllIsReadableAgain()
    {
        m_server->command({"SET", "lock:2", "0123456789abcdef0123456789abcdef", "PX", "600000"});
        bool moved = true;
        auto rule = typeAnswers("-MOVED 3999 127.0.0.1:6381\r\n");
        start([&](const QByteArrayList &command) { return moved ? rule(command) : std::nullopt; }, {u"watch"_s});
        QVERIFY(m_process->waitFor([&] { return m_process->err().contains("Not readable: 1."); }));
        QVERIFY2(!m_process->out().contains("lock:2"), m_process->out());
        moved = false;
        QVERIFY(m_process->waitFor([&] { return m_process->err().contains("Not readable: 0."); }));
        QVERIFY(m_process->waitFor([&] { return m_process->out().contains("lock:2"); }));
        QCOMPARE(m_process->err().count("Not readable:"), 2);
    }

    void match_countsDespiteUnreadKeys()
    {
        m_server->command({"SET", "lock:1", "0123456789abcdef0123456789abcdef", "PX", "600000"});
        m_server->command({"SET", "lock:2", "0123456789abcdef0123456789abcdef", "PX", "600000"});
        start(typeAnswers("-MOVED 3999 127.0.0.1:6381\r\n"), {u"list"_s, u"--fail-if-any"_s});
        QVERIFY(m_process->waitEnd());
        QCOMPARE(m_process->exitCode(), exitFoundSome);
        QVERIFY2(m_process->out().contains("1 lock at") && m_process->out().contains("not readable: 1"), m_process->out());
    }

private:
    void start(const QByteArray &reason, const QStringList &words) { start(ruleFor(reason, *m_server), words); }

    // Without subscriptions, because a gate cannot pass them on.
    void start(Rule rule, const QStringList &words)
    {
        m_process.reset();
        m_gate = std::make_unique<ServerGate>(*m_server, [rule](const QByteArrayList &command) -> std::optional<QByteArray> {
            if (command.front().endsWith("SUBSCRIBE"))
                return "-NOPERM this user has no permissions to access one of the channels used as arguments\r\n";
            return rule(command);
        });
        m_process = std::make_unique<LockscopeProcess>(words + QStringList{u"--timeout"_s, u"2s"_s}, m_gate->endpoint());
    }

    std::unique_ptr<RedisServer> m_server;
    std::unique_ptr<ServerGate> m_gate;
    std::unique_ptr<LockscopeProcess> m_process;
};

LOCKSCOPE_TEST(UnreadCommandsTest)
#include "tst_unread_commands.moc"
