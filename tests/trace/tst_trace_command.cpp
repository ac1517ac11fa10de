// SPDX-License-Identifier: MIT
// `lockscope trace` as a person and a program use it: the question, the lines, the exit codes.
#include "support/eventually.h"
#include "support/lockscope_process.h"
#include "support/on_terminal.h"
#include "support/redis_server.h"
#include "support/test_program.h"
#include "support/trace_truth.h"

#include "app/trace/trace_options.h"
#include "ui/profiles/profile_file.h"

#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

#include <sys/wait.h>

using namespace lockcore;
using namespace lockcore::test;
using namespace lockscope;
using namespace Qt::StringLiterals;

namespace {

const std::string owner = "021422a0-e5a3-41f1-8c56-00163e5f7a01";

QList<QJsonObject> objectsIn(const QByteArray &lines)
{
    QList<QJsonObject> objects;
    for (const auto &line : lines.split('\n')) {
        if (!line.isEmpty())
            objects << QJsonDocument::fromJson(line).object();
    }
    return objects;
}

} // namespace

class TraceCommandTest final : public QObject
{
    Q_OBJECT

private slots:
    void init() { m_server = std::make_unique<RedisServer>(); }
    void cleanup() { m_server.reset(); }

    void words_areKeysOrAUrl()
    {
        const auto options =
            parseTraceOptions({u"order:42"_s, u"redis://h:7/3"_s, u"lock a"_s, u"--for"_s, u"2m"_s, u"--max-load"_s, u"40%"_s});
        QVERIFY(options);
        QCOMPARE(options->keys, (std::vector<Bytes>{"order:42", "lock a"}));
        QCOMPARE(options->endpoint.db, 3);
        QCOMPARE(options->time, Milliseconds(120'000));
        QCOMPARE(options->maxLoad, std::optional(0.4));
        const auto usual = parseTraceOptions({});
        QVERIFY(usual && usual->keys.empty() && !usual->maxLoad);
        QCOMPARE(usual->time, Milliseconds(30'000));
    }

    void wrongWords_areExplained_data()
    {
        QTest::addColumn<QStringList>("words");
        QTest::addColumn<QString>("sentence");
        QTest::newRow("too long") << QStringList{u"--for"_s, u"6m"_s} << u"--for: give a duration from 1s to 5m"_s;
        QTest::newRow("no time") << QStringList{u"--for"_s, u"0s"_s} << u"--for: give a duration from 1s to 5m"_s;
        QTest::newRow("two servers") << QStringList{u"redis://a"_s, u"redis://b"_s} << u"one server at a time"_s;
        QTest::newRow("load") << QStringList{u"--max-load"_s, u"400%"_s} << u"--max-load: give a share of a core from 1% to 100%"_s;
        QTest::newRow("filter") << QStringList{u"--filter"_s, u"nam:x"_s} << u"--filter: did you mean 'name:x'?"_s;
    }

    void wrongWords_areExplained()
    {
        QFETCH(QStringList, words);
        QFETCH(QString, sentence);
        const auto options = parseTraceOptions(words);
        QVERIFY(!options);
        QVERIFY2(QString::fromStdString(options.error().text).contains(sentence), options.error().text.c_str());
    }

    void change_isALine()
    {
        LockscopeProcess process({u"trace"_s, u"lock:a"_s, u"--yes"_s, u"--for"_s, u"1m"_s}, m_server->endpoint());
        QVERIFY(traces(process));
        m_server->command({"SET", "lock:a", owner, "NX", "PX", "60000"});
        m_server->command({"SET", "other", "canary", "PX", "60000"});
        QVERIFY(process.waitFor([&] { return process.out().contains("acquired"); }));
        m_server->command({"DEL", "lock:a"});
        QVERIFY(process.waitFor([&] { return process.out().contains("released"); }));
        process.interrupt();
        QVERIFY(process.waitEnd());
        QCOMPARE(process.exitCode(), 0);
        QVERIFY2(process.out().contains("lock:a  acquired  021422a0…  a client of the Unix socket\n"), process.out());
        QVERIFY2(process.out().contains("lock:a  released  021422a0…  a client of the Unix socket, DEL\n"), process.out());
        QVERIFY2(process.out().contains("2 changes: 2 with their client, 0 unsure. No held lock was removed"), process.out());
        QVERIFY2(process.err().contains("MONITOR") && process.err().contains("secrets too"), process.err());
        QVERIFY(!process.out().contains("canary") && !process.err().contains("canary"));
    }

    void json_hasALineForEach()
    {
        m_server->command({"SET", "lock:held", owner, "PX", "60000"});
        LockscopeProcess process({u"trace"_s, u"--json"_s, u"--yes"_s, u"--for"_s, u"1m"_s}, m_server->endpoint());
        QVERIFY(traces(process));
        QVERIFY(process.waitFor([&] { return process.out().contains("started"); }));
        m_server->command({"SET", "lock:held", owner + "x", "PX", "60000"});
        m_server->command({"SET", "lock:new", owner, "NX", "PX", "60000"}); // was not there when the trace began
        QVERIFY(process.waitFor([&] { return process.out().count("\"change\"") >= 2; }));
        process.interrupt();
        QVERIFY(process.waitEnd());
        const auto objects = objectsIn(process.out());
        QCOMPARE(objects.front().value(u"type"_s).toString(), u"started"_s);
        QCOMPARE(objects.back().value(u"type"_s).toString(), u"ended"_s);
        QCOMPARE(objects.back().value(u"why"_s).toString(), u"stopped"_s);
        int changes = 0;
        int holders = 0;
        for (const auto &object : objects) {
            QVERIFY(object.contains(u"time"_s) && object.contains(u"at"_s));
            holders += object.value(u"type"_s) == u"holder"_s;
            if (object.value(u"type"_s) != u"change"_s)
                continue;
            ++changes;
            QVERIFY(object.value(u"certain"_s).toBool());
            QCOMPARE(object.value(u"command"_s).toString(), u"SET"_s);
            QVERIFY(object.value(u"by"_s).toObject().value(u"addr"_s).toString().startsWith(u"unix:"_s));
            QVERIFY(object.value(u"at"_s).toDouble() > 1e15);
        }
        QVERIFY(changes >= 2);
        QCOMPARE(holders, 2);
    }

    // A late client deletes another's lock, where every client gives back its own otherwise.
    void provedMistake_isToldAndCounted_data()
    {
        QTest::addColumn<bool>("lateFromBefore");
        QTest::newRow("all seen") << false;
        QTest::newRow("it was late before, for a lock from before the trace") << true;
    }

    void provedMistake_isToldAndCounted()
    {
        QFETCH(const bool, lateFromBefore);
        useTcp();
        SourcedClient late(m_server->tcpEndpoint(), "127.0.0.41");
        SourcedClient victim(m_server->tcpEndpoint(), "127.0.0.42");
        TrueLocks locks(1);
        const auto early = locks.newOwner();
        if (lateFromBefore)
            locks.take(late, "lock:a", early, 60'000);
        LockscopeProcess process({u"trace"_s, tcpUrl(), u"lock:a"_s, u"--yes"_s, u"--fail-if-any"_s, u"--for"_s, u"1m"_s});
        QVERIFY(traces(process));
        if (lateFromBefore) {
            m_server->command({"PEXPIRE", "lock:a", "10"});
            QTest::qWait(60);
            locks.take(victim, "lock:a", locks.newOwner(), 60'000);
            QTest::qWait(20);
            locks.remove(late, "lock:a", early);
            QVERIFY(process.waitFor([&] { return process.out().contains("unproved"); }));
        }
        late.command({"CLIENT", "SETNAME", "cart-7"});
        victim.command({"CLIENT", "SETNAME", "cart-9"});
        for (int i = 0; i < 12; ++i) {
            const auto mine = locks.newOwner();
            locks.take(late, "lock:a", mine, 60'000);
            locks.remove(late, "lock:a", mine);
        }
        const auto mine = locks.newOwner();
        locks.take(late, "lock:a", mine, 30);
        QTest::qWait(60);
        locks.take(victim, "lock:a", locks.newOwner(), 60'000);
        QTest::qWait(20);
        locks.remove(late, "lock:a", mine);
        QVERIFY(process.waitFor([&] { return process.out().contains("PROVED"); }));
        process.interrupt();
        QVERIFY(process.waitEnd());
        QCOMPARE(process.exitCode(), 10);
        QVERIFY2(process.out().contains("cart-7 (127.0.0.41:") && process.out().contains(") removed the lock of cart-9 ("), process.out());
        QVERIFY2(process.out().contains("In this trace every connection gave back only what it had taken (12 of 12)."), process.out());
        QVERIFY2(process.out().contains("user default"), process.out());
    }

    void filter_selects()
    {
        LockscopeProcess process({u"trace"_s, u"lock:a"_s, u"lock:b"_s, u"--yes"_s, u"--filter"_s, u"name:lock:b event:acquired"_s},
                                 m_server->endpoint());
        QVERIFY(traces(process));
        m_server->command({"SET", "lock:a", owner, "NX", "PX", "60000"});
        m_server->command({"SET", "lock:b", owner, "NX", "PX", "60000"});
        m_server->command({"DEL", "lock:b"});
        QVERIFY(process.waitFor([&] { return process.out().contains("lock:b  acquired"); }));
        process.interrupt();
        QVERIFY(process.waitEnd());
        QVERIFY2(!process.out().contains("lock:a") && !process.out().contains("released"), process.out());
    }

    void clientFilter_selectsWhatAClientDid()
    {
        useTcp();
        LockscopeProcess process(
            {u"trace"_s, tcpUrl(), u"lock:a"_s, u"lock:b"_s, u"--yes"_s, u"--filter"_s, u"client:cart-*"_s, u"--json"_s});
        QVERIFY(traces(process));
        SourcedClient cart(m_server->tcpEndpoint(), "127.0.0.41");
        SourcedClient other(m_server->tcpEndpoint(), "127.0.0.42");
        cart.command({"CLIENT", "SETNAME", "cart-7"});
        other.command({"SET", "lock:b", owner, "NX", "PX", "60000"});
        cart.command({"SET", "lock:a", owner, "NX", "PX", "60000"});
        QVERIFY(process.waitFor([&] { return process.out().contains("\"change\""); }));
        process.interrupt();
        QVERIFY(process.waitEnd());
        QVERIFY2(process.out().contains("\"key\":\"lock:a\"") && !process.out().contains("lock:b"), process.out());
        QVERIFY2(process.out().contains("\"changes\":2"), process.out()); // both were traced
    }

    // It is the person's name that is followed, not each name that appears.
    void filterThatNamesNoLock_followsNoOtherKeys()
    {
        m_server->command({"SET", "lock:held", owner, "PX", "60000"});
        LockscopeProcess process({u"trace"_s, u"--yes"_s, u"--filter"_s, u"event:acquired"_s, u"--json"_s}, m_server->endpoint());
        QVERIFY(traces(process));
        m_server->command({"SET", "cache:a", "canary", "NX", "PX", "60000"});
        m_server->command({"SET", "lock:new", owner, "NX", "PX", "60000"});
        QVERIFY(process.waitFor([&] { return process.out().contains("lock:new"); }));
        process.interrupt();
        QVERIFY(process.waitEnd());
        QVERIFY2(!process.out().contains("cache:a") && !process.out().contains("canary"), process.out());
    }

    void profileThatForbids_isRefused()
    {
        const QTemporaryDir home;
        qputenv("XDG_CONFIG_HOME", home.path().toUtf8());
        ProfileFile file(ProfileFile::usualPath());
        auto profile = newProfile();
        profile.name = u"payments"_s;
        profile.endpoint = m_server->endpoint();
        profile.noTraces = true;
        QVERIFY(file.put(profile));
        LockscopeProcess process({u"trace"_s, u"lock:a"_s, u"--yes"_s, u"--profile"_s, u"payments"_s});
        QVERIFY(process.waitEnd());
        qunsetenv("XDG_CONFIG_HOME");
        QCOMPARE(process.exitCode(), 5);
        QVERIFY2(process.err().contains("The profile \"payments\" forbids traces"), process.err());
        QVERIFY(m_server->command({"INFO", "commandstats"}).text.find("cmdstat_monitor") == std::string::npos);
    }

    void withoutTerminal_needsYes()
    {
        LockscopeProcess process({u"trace"_s, u"lock:a"_s}, m_server->endpoint());
        QVERIFY(process.waitEnd());
        QCOMPARE(process.exitCode(), 2);
        QVERIFY2(process.err().contains("--yes"), process.err());
    }

    void person_isAsked_data()
    {
        QTest::addColumn<QByteArray>("typed");
        QTest::addColumn<int>("code");
        QTest::newRow("no") << QByteArray("n\n") << 3;
        QTest::newRow("nothing") << QByteArray("\n") << 3;
        QTest::newRow("yes") << QByteArray("y\n") << 0;
    }

    void person_isAsked()
    {
        QFETCH(QByteArray, typed);
        QFETCH(int, code);
        OnTerminal terminal({"trace", "lock:a", QByteArray::fromStdString("unix://" + m_server->endpoint().path), "--for", "1s"});
        QVERIFY(eventually([&] { return terminal.shown().contains("[y/N]"); }));
        QVERIFY2(terminal.shown().contains("Trace for 1 s? [y/N]"), terminal.shown());
        terminal.type(typed);
        QVERIFY(eventually([&] { return terminal.ended(); }));
        QCOMPARE(WEXITSTATUS(terminal.status()), code);
        QVERIFY2(terminal.shown().contains(code == 0 ? "0 changes" : "nothing was traced"), terminal.shown());
    }

    void userWithoutMonitor_isNotPermitted()
    {
        m_server->command({"ACL", "SETUSER", "u", "on", ">pw", "~*", "&*", "+@all", "-monitor"});
        auto endpoint = m_server->endpoint();
        endpoint.user = "u";
        endpoint.password = "pw";
        LockscopeProcess process({u"trace"_s, u"lock:a"_s, u"--yes"_s}, endpoint);
        QVERIFY(process.waitEnd());
        QCOMPARE(process.exitCode(), 5);
        QVERIFY2(process.err().contains("+monitor"), process.err());
    }

    void replica_isRefused()
    {
        m_server->command({"REPLICAOF", "127.0.0.1", std::to_string(freePort())});
        LockscopeProcess process({u"trace"_s, u"lock:a"_s, u"--yes"_s}, m_server->endpoint());
        QVERIFY(process.waitEnd());
        QCOMPARE(process.exitCode(), 3);
        QVERIFY2(process.err().contains("Trace the primary."), process.err());
    }

    void killedTrace_leavesNothing()
    {
        LockscopeProcess process({u"trace"_s, u"lock:a"_s, u"--yes"_s}, m_server->endpoint());
        QVERIFY(traces(process));
        process.signal(SIGKILL);
        QVERIFY(process.waitEnd());
        QVERIFY(eventually([&] { return m_server->command({"INFO", "clients"}).text.find("tracking_clients:0") != std::string::npos; }));
        QVERIFY(eventually([&] { return m_server->command({"CLIENT", "LIST"}).text.find("flags=O") == std::string::npos; }));
        QCOMPARE(m_server->command({"DBSIZE"}).integer, 0);
    }

    // The program is stopped while it traces, and the load goes on: the server cuts it off.
    void stoppedTrace_isCutOff()
    {
        LockscopeProcess process({u"trace"_s, u"lock:a"_s, u"--yes"_s, u"--max-load"_s, u"100%"_s}, m_server->endpoint());
        QVERIFY(traces(process));
        const auto memory = [&] { return infoNumber(parseInfo(m_server->command({"INFO", "memory"}).text), "used_memory"); };
        const auto before = memory();
        std::int64_t most = 0;
        process.signal(SIGSTOP);
        RedisClient load(m_server->endpoint());
        const std::vector<std::vector<Bytes>> many(50, std::vector<Bytes>{"SET", "x", std::string(20'000, 'x')});
        QVERIFY(eventually([&] {
            load.pipeline(many);
            most = std::max(most, memory() - before);
            return m_server->command({"CLIENT", "LIST"}).text.find("flags=O") == std::string::npos;
        }));
        QVERIFY2(most < 40'000'000, std::to_string(most).c_str());
        process.signal(SIGCONT);
        QVERIFY(process.waitEnd());
        QVERIFY2(process.exitCode() == 1 || process.exitCode() == 3, process.err()); // the connection was lost, or it saw itself behind
    }

    // More than 300,000 commands/s, if the machine can.
    void busyServer_isRefused()
    {
        const auto program = QStandardPaths::findExecutable(u"redis-benchmark"_s);
        if (program.isEmpty())
            QSKIP("redis-benchmark is not installed (Debian: redis-tools)");
        Benchmark load(program, m_server->endpoint());
        QVERIFY(eventually([&] {
            return infoNumber(parseInfo(m_server->command({"INFO", "stats"}).text), "instantaneous_ops_per_sec") > 150'000;
        }));
        LockscopeProcess process({u"trace"_s, u"lock:a"_s, u"--yes"_s}, m_server->endpoint());
        QVERIFY(process.waitEnd());
        QCOMPARE(process.exitCode(), 3);
        QVERIFY2(process.err().contains("--max-load"), process.err());
        QVERIFY(m_server->command({"INFO", "commandstats"}).text.find("cmdstat_monitor") == std::string::npos);
    }

    void serverThatBecomesBusy_isLeft()
    {
        const auto program = QStandardPaths::findExecutable(u"redis-benchmark"_s);
        if (program.isEmpty())
            QSKIP("redis-benchmark is not installed (Debian: redis-tools)");
        LockscopeProcess process({u"trace"_s, u"lock:a"_s, u"--yes"_s, u"--for"_s, u"1m"_s}, m_server->endpoint());
        QVERIFY(traces(process));
        Benchmark load(program, m_server->endpoint());
        QVERIFY(process.waitEnd());
        QCOMPARE(process.exitCode(), 3);
        QVERIFY(eventually([&] { return m_server->command({"CLIENT", "LIST"}).text.find("flags=O") == std::string::npos; }));
    }

private:
    // Ends with this object.
    struct Benchmark
    {
        Benchmark(const QString &program, const Endpoint &endpoint)
        {
            process.setStandardOutputFile(QProcess::nullDevice());
            process.start(program, {u"-s"_s, QString::fromStdString(endpoint.path), u"-t"_s, u"set"_s, u"-n"_s, u"1000000000"_s, u"-P"_s,
                                    u"100"_s, u"-c"_s, u"10"_s, u"-q"_s});
            process.waitForStarted();
        }
        ~Benchmark()
        {
            process.kill();
            process.waitForFinished();
        }
        QProcess process;
    };

    void useTcp()
    {
        RedisServerOptions options;
        options.tcp = true;
        options.config = {u"protected-mode no"_s};
        m_server = std::make_unique<RedisServer>(std::move(options));
    }

    QString tcpUrl() const { return u"redis://127.0.0.1:%1"_s.arg(m_server->tcpEndpoint().port); }

    // Waits until the trace runs and its first looks are taken.
    bool traces(LockscopeProcess &process)
    {
        const bool runs = process.waitFor([&] {
            const auto info = m_server->command({"INFO", "everything"}).text;
            return info.find("tracking_clients:1") != std::string::npos && info.find("cmdstat_exec") != std::string::npos;
        });
        QTest::qWait(80);
        return runs;
    }

    std::unique_ptr<RedisServer> m_server;
};

LOCKSCOPE_TEST(TraceCommandTest)
#include "tst_trace_command.moc"
