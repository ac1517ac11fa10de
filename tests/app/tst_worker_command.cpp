// SPDX-License-Identifier: MIT
// `lockscope worker` as the Lab and as the author of a worker run it.
#include "lockcore/lab/protocol/worker_process.h"
#include "lockcore/locks/catalogue.h"
#include "support/eventually.h"
#include "support/installed.h"
#include "support/lockscope_process.h"
#include "support/node_modules.h"
#include "support/redis_server.h"
#include "support/sanitized.h"
#include "support/test_program.h"
#include "support/zookeeper_installed.h"

#include <QFile>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include <set>

#include <sys/wait.h>

using namespace lockcore;
using namespace lockcore::test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

const QString workersFolder = QStringLiteral(WORKERS_FOLDER "/");
const QString brokenWorker = QStringLiteral(BROKEN_WORKER);
const QString python = u"/usr/bin/python3"_s;

/// The built-in worker, and what it wrote.
struct BuiltIn
{
    explicit BuiltIn(std::vector<std::string> words)
        : process({with(std::move(words))})
    {
        QObject::connect(&process, &WorkerProcess::received, &process,
                         [this](const worker::Message &message) { messages.push_back(message); });
        QObject::connect(&process, &WorkerProcess::failed, &process, [this](const Error &error) { failure = error.text; });
        QObject::connect(&process, &WorkerProcess::ended, &process, [this](int status) { ended = status; });
    }

    static std::vector<std::string> with(std::vector<std::string> words)
    {
        words.insert(words.begin(), {LOCKSCOPE_BINARY, "worker"});
        return words;
    }

    static worker::Hello helloFor(const RedisServer &server)
    {
        const auto endpoint = server.endpoint();
        worker::Hello hello;
        hello.worker = "A";
        hello.servers.push_back({"unix://" + endpoint.path});
        return hello;
    }

    bool start(const worker::Hello &hello)
    {
        return process.start(hello).ok()
               && eventually([this] { return process.state() == WorkerProcess::State::Ready || !process.isRunning(); })
               && process.state() == WorkerProcess::State::Ready;
    }
    bool start(const RedisServer &server) { return start(helloFor(server)); }

    template <class Kind>
    const Kind *answer(worker::Id id) const
    {
        for (const auto &message : messages) {
            const auto *any = std::get_if<worker::Answer>(&message);
            const auto *one = any ? std::get_if<Kind>(any) : nullptr;
            if (one && one->re == id)
                return one;
        }
        return nullptr;
    }
    template <class Kind>
    const Kind *await(worker::Id id)
    {
        eventually([&] { return answer<Kind>(id) || !process.isRunning(); });
        return answer<Kind>(id);
    }
    template <class Kind>
    std::vector<Kind> events() const
    {
        std::vector<Kind> found;
        for (const auto &message : messages) {
            const auto *any = std::get_if<worker::Event>(&message);
            if (const auto *one = any ? std::get_if<Kind>(any) : nullptr)
                found.push_back(*one);
        }
        return found;
    }
    std::vector<worker::ResourceCall> calls() const
    {
        std::vector<worker::ResourceCall> found;
        for (const auto &message : messages) {
            if (const auto *call = std::get_if<worker::ResourceCall>(&message))
                found.push_back(*call);
        }
        return found;
    }

    std::optional<bool> believes(const std::string &lock, const std::string &owner = {})
    {
        process.send(worker::Probe{++lastProbe, lock, owner});
        const auto *held = await<worker::Held>(lastProbe);
        return held ? std::optional(held->holding) : std::nullopt;
    }

    std::vector<worker::Message> messages;
    std::string failure;
    std::optional<int> ended;
    worker::Id lastProbe = 1'000'000;
    WorkerProcess process;
};

worker::Acquire tryOf(worker::Id id, Milliseconds lease = 60s) { return {id, "stock", {}, 0ms, lease, entry::Mode::Exclusive}; }

} // namespace

class WorkerCommandTest final : public QObject
{
    Q_OBJECT

private slots:
    void wrongUsage_exitsWithTwo_data();
    void wrongUsage_exitsWithTwo();
    void everyProtocol_passesTheSelftest_data();
    void everyProtocol_passesTheSelftest();
    void example_passesTheSelftest_data();
    void example_passesTheSelftest();
    void memcachedExample_passesTheSelftest();
    void etcdExample_passesTheSelftest_data();
    void etcdExample_passesTheSelftest();
    void kazooExample_passesTheSelftest();
    void curatorExample_passesTheSelftest();
    void unknownStore_isRefused();
    void mistake_isReportedInOneSentence_data();
    void mistake_isReportedInOneSentence();
    void unnamedHolding_isWarnedOf();
    void flawedLock_failsOnlyForItsProbe_data();
    void flawedLock_failsOnlyForItsProbe();

    void greeting_listsCapabilities();
    void noServer_isRefused();
    void holding_isNamedInRedis();
    void body_stallsWhileProbesAreAnswered();
    void thrownBody_leavesItsWatchdog();
    void release_isTriedWithoutHolding();
    void write_usesAnEarlierRead();
    void secondRequest_isBusy();
    void readers_shareAndWritersDoNot();
    void loss_isReportedOnce();
    void waiting_isReportedOnce();
    void clockSkew_reachesTheStamp();
    void seed_givesEachIncarnationDifferentTokens();
    void line_isReportedBeforeItsCommand();
    void inputEnd_endsTheWorker();
    void bye_endsWaitingRequests();
};

void WorkerCommandTest::wrongUsage_exitsWithTwo_data()
{
    QTest::addColumn<QStringList>("words");
    QTest::addColumn<QString>("sentence");
    QTest::newRow("nothing") << QStringList{} << u"Give a protocol, or --selftest and a command."_s;
    QTest::newRow("protocol") << QStringList{u"nope"_s} << u"There is no protocol \"nope\"."_s;
    QTest::newRow("word") << QStringList{u"token"_s, u"lease"_s} << u"Write NAME=VALUE, not \"lease\"."_s;
    QTest::newRow("option") << QStringList{u"--fast"_s} << u"There is no option \"--fast\"."_s;
    QTest::newRow("value") << QStringList{u"token"_s, u"lease=0s"_s} << u"Option lease: it must be more than 0 and at most a year."_s;
    QTest::newRow("no command") << QStringList{u"--selftest"_s} << u"--selftest: give the command that starts your worker."_s;
}

void WorkerCommandTest::wrongUsage_exitsWithTwo()
{
    QFETCH(const QStringList, words);
    QFETCH(const QString, sentence);
    LockscopeProcess process(QStringList{u"worker"_s} + words);
    QVERIFY(process.waitEnd());
    QCOMPARE(process.exitCode(), 2);
    QCOMPARE(QString::fromUtf8(process.err()), u"lockscope: "_s + sentence + u"\nTry: lockscope worker --help\n"_s);
    QVERIFY(process.out().isEmpty());
}

namespace {

// Qt cuts a long message, and what is right comes first.
QByteArray fromFirstMistake(const LockscopeProcess &process)
{
    return process.out().mid(std::max<qsizetype>(process.out().indexOf("WRONG"), 0)) + process.err();
}

} // namespace

void WorkerCommandTest::everyProtocol_passesTheSelftest_data()
{
    QTest::addColumn<QString>("protocol");
    for (const auto &protocol : protocols())
        QTest::newRow(std::string(protocol.name).c_str()) << QString::fromStdString(std::string(protocol.name));
}

void WorkerCommandTest::everyProtocol_passesTheSelftest()
{
    QFETCH(const QString, protocol);
    LockscopeProcess process({u"worker"_s, u"--selftest"_s, QStringLiteral(LOCKSCOPE_BINARY), u"worker"_s, protocol});
    QVERIFY(process.waitEnd());
    QVERIFY2(process.exitCode() == 0, fromFirstMistake(process).constData());
    QVERIFY(process.out().contains("\nThe worker keeps every rule that was checked."));
}

void WorkerCommandTest::example_passesTheSelftest_data()
{
    QTest::addColumn<QString>("program");
    QTest::addColumn<QStringList>("script");
    QTest::newRow("redis-py") << python << QStringList{u"redis_py_worker.py"_s};
    QTest::newRow("redlock") << u"node"_s << QStringList{u"redlock_worker.mjs"_s};
    QTest::newRow("redis-semaphore") << u"node"_s << QStringList{u"redis_semaphore_worker.mjs"_s};
    QTest::newRow("symfony") << u"php"_s << QStringList{u"symfony_worker.php"_s};
    QTest::newRow("symfony on predis") << u"php"_s << QStringList{u"symfony_worker.php"_s, u"client=predis"_s};
}

void WorkerCommandTest::example_passesTheSelftest()
{
    QFETCH(const QString, program);
    QFETCH(const QStringList, script);
    if (isSanitized && program != python)
        QSKIP("for the sanitizers, one example is enough");
    if (program == python && !hasRedisPy())
        QSKIP("redis-py is not installed (Debian: python3-redis)");
    if (program == u"php"_s && !QFile::exists(u"/usr/share/php/Symfony/Component/Lock/autoload.php"_s))
        QSKIP("Symfony's locks are not installed (Debian: php-cli php-redis php-symfony-lock)");
    if (script.size() > 1 && !QFile::exists(u"/usr/share/php/Predis/autoload.php"_s))
        QSKIP("Predis is not installed (Debian: php-predis)");
    if (program == u"node"_s) {
        const auto node = installNodeModules();
        if (!node.possible)
            QSKIP(qPrintable(node.failure));
        QVERIFY2(node.failure.isEmpty(), qPrintable(node.failure));
        qputenv("NODE_PATH", node.folder.toLocal8Bit());
    }
    LockscopeProcess process(QStringList{u"worker"_s, u"--selftest"_s, program, workersFolder + script[0]} + script.mid(1));
    QVERIFY(process.waitEnd());
    QVERIFY2(process.exitCode() == 0, fromFirstMistake(process).constData());
}

void WorkerCommandTest::memcachedExample_passesTheSelftest()
{
    if (!isInstalled("memcached") || !hasPythonModule("pymemcache"))
        QSKIP("memcached or pymemcache is not installed (Debian: memcached python3-pymemcache)");
    LockscopeProcess process(
        {u"worker"_s, u"--selftest"_s, u"--store"_s, u"memcached"_s, python, workersFolder + u"pymemcache_worker.py"_s});
    QVERIFY(process.waitEnd());
    QVERIFY2(process.exitCode() == 0, fromFirstMistake(process).constData());
    QVERIFY2(process.out().contains("has fencing tokens that grow"), process.out().constData());
    LockscopeProcess onRedis({u"worker"_s, u"--selftest"_s, python, workersFolder + u"pymemcache_worker.py"_s});
    QVERIFY(onRedis.waitEnd());
    QVERIFY2(onRedis.exitCode() == 1 && onRedis.out().contains("give --store memcached"), onRedis.out().constData());
}

void WorkerCommandTest::etcdExample_passesTheSelftest_data()
{
    QTest::addColumn<QString>("way");
    QTest::newRow("recipe") << u"lock=mutex"_s;
    QTest::newRow("it looks at its key") << u"believes=key"_s;
    QTest::newRow("the library's own") << u"lock=etcd3"_s;
}

void WorkerCommandTest::etcdExample_passesTheSelftest()
{
    QFETCH(const QString, way);
    if (isSanitized && way != u"lock=mutex"_s)
        QSKIP("for the sanitizers, one example is enough");
    if (!isInstalled("etcd") || !hasPythonModule("etcd3"))
        QSKIP("etcd or python-etcd3 is not installed (Debian: etcd-server python3-etcd3)");
    LockscopeProcess process({u"worker"_s, u"--selftest"_s, u"--store"_s, u"etcd"_s, python, workersFolder + u"etcd_worker.py"_s, way});
    QVERIFY(process.waitEnd());
    QVERIFY2(process.exitCode() == 0, fromFirstMistake(process).constData());
}

namespace {

void passesOnZookeeper(const QStringList &command)
{
    LockscopeProcess process(QStringList{u"worker"_s, u"--selftest"_s, u"--store"_s, u"zookeeper"_s} + command);
    QVERIFY(process.waitEnd());
    QVERIFY2(process.exitCode() == 0, fromFirstMistake(process).constData());
    QVERIFY2(process.out().contains("has fencing tokens that grow"), process.out().constData());
    QVERIFY2(process.out().contains("a lock lasts as long as its worker's session"), process.out().constData());
}

} // namespace

void WorkerCommandTest::kazooExample_passesTheSelftest()
{
    if (const auto missing = whatZookeeperLacks(); !missing.isEmpty())
        QSKIP(qPrintable(missing));
    if (!hasPythonModule("kazoo"))
        QSKIP("kazoo is not installed (Debian: python3-kazoo)");
    passesOnZookeeper({python, workersFolder + u"kazoo_worker.py"_s});
}

void WorkerCommandTest::curatorExample_passesTheSelftest()
{
    if (isSanitized)
        QSKIP("for the sanitizers, one example is enough");
    if (const auto missing = whatZookeeperLacks(); !missing.isEmpty())
        QSKIP(qPrintable(missing));
    QStringList jars;
    for (const auto *name :
         {"curator-recipes", "curator-framework", "curator-client", "zookeeper", "jackson-databind", "guava", "slf4j-nop"})
        jars << u"/usr/share/java/"_s + QString::fromLatin1(name) + u".jar"_s;
    if (!isInstalled("javac") || !QFile::exists(jars.front()))
        QSKIP("there is no JDK, or no Curator (Debian: openjdk-17-jdk-headless libcurator-recipes-java)");
    const QTemporaryDir classes;
    const auto path = jars.join(u':');
    const QStringList words{u"-d"_s, classes.path(), u"-cp"_s, path, workersFolder + u"CuratorWorker.java"_s};
    QCOMPARE(QProcess::execute(u"javac"_s, words), 0);
    passesOnZookeeper(
        {u"java"_s, u"-XX:TieredStopAtLevel=1"_s, u"-XX:-UsePerfData"_s, u"-cp"_s, classes.path() + u':' + path, u"CuratorWorker"_s});
}

void WorkerCommandTest::unknownStore_isRefused()
{
    LockscopeProcess process({u"worker"_s, u"--selftest"_s, u"--store"_s, u"chubby"_s, u"true"_s});
    QVERIFY(process.waitEnd());
    QCOMPARE(process.exitCode(), 2);
    QVERIFY2(process.err().contains("there is no store \"chubby\"; there are redis, memcached"), process.err().constData());
}

void WorkerCommandTest::mistake_isReportedInOneSentence_data()
{
    QTest::addColumn<QString>("mistake");
    QTest::addColumn<QString>("sentence");
    const auto row = [](const char *mistake, const QString &sentence) { QTest::newRow(mistake) << QString::fromUtf8(mistake) << sentence; };
    row("none", {});
    row("logs", u"The worker wrote a line that is not a JSON object: \"lock taken\". Logs belong on stderr."_s);
    row("dies", u"The worker ended with exit code 1 before it answered \"hello\". Its last line on stderr: \"no module named locks\"."_s);
    row("mute", u"The worker did not answer \"hello\" within 10.0 s."_s);
    row("never-answers", u"The worker did not answer \"acquire\" in time (5.0 s)."_s);
    row("any-version", u"A \"hello\" with another \"proto\" must be answered by \"err\""_s);
    row("without-re", u"\"re\" is missing."_s);
    row("never-locks", u"It says that it holds the lock, but it sent no command: it never used the address that \"hello\" gave."_s);
    row("locks-nothing", u"It says that it holds the lock, but there is no key in Redis."_s);
    row("shares", u"A second worker must answer \"no\" while the first holds the lock"_s);
    row("keeps-the-key", u"It did not acquire a lock that is free"_s);
    row("waits-for-ever", u"The worker did not answer \"acquire\" with wait_ms 0"_s);
    row("long-line", u"The worker wrote a line of more than 1 MiB: \"xxx"_s);
    row("deaf", u"The worker did not answer \"probe\" while it waits for \"res_ok\" in time (5.0 s)."_s);
    row("blind-write", u"\"write\" must carry the value that \"read\" got, 7, but the worker's carries none."_s);
    row("ignores-refusal", u"The worker went on after a \"res\" that was refused: "_s);
    row("works-not", u"The worker answered \"work\" by \"ok\" after 0 of its 4 steps."_s);
    row("other-work", u"The worker wrote a \"res\" for a \"work\" that is not open: "_s);
    row("answers-twice", u"The worker answered \"acquire\" twice; the second time: "_s);
    row("without-token", u"The worker has the capability \"fencing\", but its \"ok\" to an \"acquire\" has no \"token\": "_s);
    row("false-count", u"After its only release it must hold nothing, count: 0 or none, but it answered "_s);
    row("false-key", u"It says that its holding is in the key \"selftest:1!\", but Redis has no such key."_s);
    row("false-mark", u"It says that its holding in the key \"selftest:1\" is \""_s);
    row("seconds", u"It was asked for a lease of 60.0 s, but its key \"selftest:1\" has a TTL of 16 h "_s);
    row("extends-not", u"It says that it extended the lock to 2 m 00 s, but its key has a TTL of "_s);
    row("renews-not", u"It wrote \"renewed\", but the TTL of its key has only run down, from "_s);
    row("loses-silently", u"It has the capability \"lost\", but did not write \"lost\" after its key was deleted"_s);
    row("excludes-readers", u"A second reader must get the lock beside the first, but it answered "_s);
    row("slow-probe", u"It answered \"probe\" while it holds the lock after 1.2 s, but it must answer from memory, at once."_s);
    row("ignores-unknown", u"A request that it does not know must be answered by \"err\""_s);
    row("flies", u"It names a capability that does not exist: \"fly\"."_s);
    row("stays", u"It did not end within 5.0 s after \"bye\"."_s);
    row("exit-code", u"After \"bye\" it must end with exit code 0, but it ended with exit code 3."_s);
    row("detached", u"SIGSTOP does not stop it: it answered \"probe\" while it was stopped. Is it in a container?"_s);
    row("grandchild", u"SIGKILL does not end it: a process that it has started escaped and holds its standard output open."_s);
}

void WorkerCommandTest::mistake_isReportedInOneSentence()
{
    QFETCH(const QString, mistake);
    QFETCH(const QString, sentence);
    LockscopeProcess process({u"worker"_s, u"--selftest"_s, python, brokenWorker, mistake});
    QVERIFY(process.waitEnd());
    const auto out = QString::fromUtf8(process.out());
    QStringList wrong;
    for (const auto &line : out.split(u'\n')) {
        if (line.startsWith(u"WRONG  "))
            wrong << line.mid(7);
    }
    QVERIFY2(wrong.size() == (sentence.isEmpty() ? 0 : 1), qPrintable(out));
    QCOMPARE(process.exitCode(), static_cast<int>(wrong.size()));
    if (!wrong.isEmpty())
        QVERIFY2(wrong[0].contains(sentence), qPrintable(wrong[0]));
    QCOMPARE(process.err(), QByteArray());
}

void WorkerCommandTest::unnamedHolding_isWarnedOf()
{
    LockscopeProcess process({u"worker"_s, u"--selftest"_s, python, brokenWorker, u"unnamed"_s});
    QVERIFY(process.waitEnd());
    const auto out = QString::fromUtf8(process.out());
    QVERIFY2(out.contains(u"warn   its \"ok\" names no \"key\" and \"mark\": if no format knows the key, "_s), qPrintable(out));
    QCOMPARE(process.exitCode(), 0);
}

void WorkerCommandTest::flawedLock_failsOnlyForItsProbe_data()
{
    QTest::addColumn<QString>("flaw");
    QTest::addColumn<QString>("sentence");
    for (const auto *flaw : {"none", "renews-anybody", "claims-after-time-out"}) // what a lock does wrong, the Lab finds out
        QTest::newRow(flaw) << QString::fromUtf8(flaw) << QString();
    QTest::newRow("believes-for-ever") << u"believes-for-ever"_s
                                       << u"WRONG  The worker answered \"probe\" of \"selftest:1\" by holding: true, but it cannot hold "
                                          "that lock: its \"release\" was answered by \"ok\".\n"_s;
}

void WorkerCommandTest::flawedLock_failsOnlyForItsProbe()
{
    QFETCH(const QString, flaw);
    QFETCH(const QString, sentence);
    LockscopeProcess process({u"worker"_s, u"--selftest"_s, python, QStringLiteral(FLAWED_WORKER), flaw});
    QVERIFY(process.waitEnd());
    const auto out = QString::fromUtf8(process.out());
    QCOMPARE(process.exitCode(), sentence.isEmpty() ? 0 : 1);
    QCOMPARE(out.count(u"WRONG  "_s), sentence.isEmpty() ? 0 : 1);
    QVERIFY2(out.contains(sentence), qPrintable(out));
}

void WorkerCommandTest::greeting_listsCapabilities()
{
    const RedisServer server;
    BuiltIn redisson({"redisson-fair", "lease=300ms"});
    QVERIFY(redisson.start(server));
    const auto &greeting = redisson.process.greeting();
    QCOMPARE(greeting.library, std::string("lockscope/redisson-fair"));
    QVERIFY(greeting.capabilities
            == (std::vector<std::string>{"try", "extend", "reentrant", "watchdog", "lost", "fair", "concurrent", "stall", "throw", "skew",
                                         "cluster"}));
    QCOMPARE(greeting.defaultLease, std::optional<Milliseconds>(300ms));
    QCOMPARE(greeting.renewEvery, std::optional<Milliseconds>(100ms));

    BuiltIn plain({"set-nx-del"});
    auto hello = BuiltIn::helloFor(server);
    hello.options.defaultLease = 700ms;
    QVERIFY(plain.start(hello));
    QVERIFY(plain.process.greeting().capabilities == (std::vector<std::string>{"try", "concurrent", "stall", "throw", "cluster"}));
    QCOMPARE(plain.process.greeting().defaultLease, std::optional<Milliseconds>(700ms));
    QVERIFY(!plain.process.greeting().renewEvery);
    plain.process.send(worker::Extend{1, "stock", {}, 1s});
    const auto *err = plain.await<worker::Err>(1);
    QVERIFY(err);
    QCOMPARE(err->code, std::string("unsupported"));
    QVERIFY(err->definite);
}

void WorkerCommandTest::noServer_isRefused()
{
    BuiltIn built({"token"});
    worker::Hello hello;
    hello.servers.push_back({"unix:///nowhere/redis.sock"});
    QVERIFY(!built.start(hello));
    QVERIFY2(built.failure.starts_with("The worker refused \"hello\": "), built.failure.c_str());
    hello.servers.clear();
    QVERIFY(!built.start(hello));
    QCOMPARE(built.failure, std::string("The worker refused \"hello\": hello names no Redis server."));
}

void WorkerCommandTest::holding_isNamedInRedis()
{
    RedisServer server;
    BuiltIn built({"fenced"});
    QVERIFY(built.start(server));
    built.process.send(tryOf(1));
    const auto *ok = built.await<worker::Ok>(1);
    QVERIFY(ok);
    QCOMPARE(ok->token, std::optional<std::int64_t>(1));
    QVERIFY(ok->validity && *ok->validity > 50s && *ok->validity <= 60s);
    QCOMPARE(server.command({"GET", ok->key}).text, ok->mark);
    built.process.send(worker::Release{2, "stock", {}});
    QVERIFY(built.await<worker::Ok>(2));
    QCOMPARE(built.answer<worker::Ok>(2)->count, std::optional<std::int64_t>(0));
    QCOMPARE(server.command({"EXISTS", "stock"}).toInteger(), std::optional<std::int64_t>(0));
}

void WorkerCommandTest::body_stallsWhileProbesAreAnswered()
{
    const RedisServer server;
    BuiltIn built({"token-watchdog", "lease=1s"});
    QVERIFY(built.start(server));
    auto acquire = tryOf(1);
    acquire.lease.reset();
    built.process.send(acquire);
    QVERIFY(built.await<worker::Ok>(1));
    built.process.send(worker::Stall{2, 1h});
    QVERIFY(built.await<worker::Ok>(2));
    built.process.send(worker::Release{3, "stock", {}});
    const auto renewals = built.events<worker::Renewed>().size();
    QVERIFY(eventually([&] { return built.events<worker::Renewed>().size() > renewals + 3; })); // longer than the lease
    QCOMPARE(built.believes("stock"), std::optional<bool>(true));
    QVERIFY(!built.answer<worker::Ok>(3));
    built.process.send(worker::Bye());
    QVERIFY(eventually([&] { return built.ended.has_value(); }));
    QCOMPARE(*built.ended, 0);
}

void WorkerCommandTest::thrownBody_leavesItsWatchdog()
{
    RedisServer server;
    BuiltIn built({"token-watchdog", "lease=1s"});
    QVERIFY(built.start(server));
    auto acquire = tryOf(1);
    acquire.lease.reset();
    built.process.send(acquire);
    QVERIFY(built.await<worker::Ok>(1));
    built.process.send(worker::Work{2, "stock", {}, {entry::Step::Enter}});
    QVERIFY(eventually([&] { return built.calls().size() == 1; }));
    built.process.send(worker::Throw{3});
    QVERIFY(built.await<worker::Ok>(3));
    QVERIFY(built.await<worker::Err>(2));
    QCOMPARE(built.answer<worker::Err>(2)->code, std::string("thrown"));
    built.process.send(worker::Release{4, "stock", {}});
    QVERIFY(built.await<worker::Err>(4));
    QCOMPARE(built.answer<worker::Err>(4)->code, std::string("dead"));
    const auto renewals = built.events<worker::Renewed>().size();
    QVERIFY(eventually([&] { return built.events<worker::Renewed>().size() > renewals + 3; }));
    QCOMPARE(server.command({"EXISTS", "stock"}).toInteger(), std::optional<std::int64_t>(1));
}

// A release after a failed acquire, as in a careless `finally`: with DEL it frees another worker's lock.
void WorkerCommandTest::release_isTriedWithoutHolding()
{
    RedisServer server;
    server.command({"SET", "stock", "another's"});
    BuiltIn safe({"token"});
    QVERIFY(safe.start(server));
    safe.process.send(worker::Release{1, "stock", {}});
    QVERIFY(safe.await<worker::No>(1));
    BuiltIn careless({"set-nx-del"});
    QVERIFY(careless.start(server));
    careless.process.send(worker::Release{1, "stock", {}});
    QVERIFY(careless.await<worker::Ok>(1));
    QCOMPARE(server.command({"EXISTS", "stock"}).toInteger(), std::optional<std::int64_t>(0));
}

// A check outside of the lock: what the worker reads there, it writes inside.
void WorkerCommandTest::write_usesAnEarlierRead()
{
    const RedisServer server;
    BuiltIn built({"token"});
    QVERIFY(built.start(server));
    built.process.send(worker::Work{1, "stock", {}, {entry::Step::Read}});
    QVERIFY(eventually([&] { return built.calls().size() == 1; }));
    built.process.send(worker::ResourceAnswer{built.calls().front().id, true, 7, {}});
    QVERIFY(built.await<worker::Ok>(1));
    built.process.send(worker::Work{2, "stock", {}, {entry::Step::Write}});
    QVERIFY(eventually([&] { return built.calls().size() == 2; }));
    QCOMPARE(built.calls().back().value, std::optional<std::int64_t>(7));
}

void WorkerCommandTest::secondRequest_isBusy()
{
    const RedisServer server;
    BuiltIn built({"token"});
    QVERIFY(built.start(server));
    built.process.send(worker::Work{1, "stock", {}, {entry::Step::Enter}});
    built.process.send(tryOf(2));
    QVERIFY(built.await<worker::Err>(2));
    QCOMPARE(built.answer<worker::Err>(2)->code, std::string("busy"));
    auto other = tryOf(3);
    other.owner = "second";
    built.process.send(other);
    QVERIFY(built.await<worker::Ok>(3));
}

void WorkerCommandTest::readers_shareAndWritersDoNot()
{
    const RedisServer server;
    BuiltIn built({"redisson-readwrite"});
    QVERIFY(built.start(server));
    worker::Id id = 0;
    const auto takes = [&](const char *owner, entry::Mode mode) {
        auto acquire = tryOf(++id);
        acquire.owner = owner;
        acquire.mode = mode;
        built.process.send(acquire);
        eventually([&] { return built.answer<worker::Ok>(id) || built.answer<worker::No>(id); });
        return built.answer<worker::Ok>(id) != nullptr;
    };
    const auto releases = [&](const char *owner) {
        built.process.send(worker::Release{++id, "stock", owner});
        const auto *ok = built.await<worker::Ok>(id);
        return ok ? ok->count : std::nullopt;
    };
    using entry::Mode;
    const std::optional<std::int64_t> nothing = 0;
    QVERIFY(takes("a", Mode::Read));
    QVERIFY(takes("b", Mode::Read));
    QVERIFY(!takes("c", Mode::Write));
    QCOMPARE(releases("a"), nothing);
    QCOMPARE(releases("b"), nothing);
    QVERIFY(takes("c", Mode::Write));
    QVERIFY(takes("c", Mode::Read)); // a writer may read
    QVERIFY(!takes("a", Mode::Read));
    QVERIFY(releases("c"));
    QVERIFY(releases("c"));
    QVERIFY(takes("a", Mode::Exclusive)); // it wants to write
    QVERIFY(!takes("b", Mode::Read));
}

void WorkerCommandTest::loss_isReportedOnce()
{
    RedisServer server;
    BuiltIn built({"token-watchdog", "lease=900ms"});
    QVERIFY(built.start(server));
    auto acquire = tryOf(1);
    acquire.lease.reset();
    built.process.send(acquire);
    QVERIFY(built.await<worker::Ok>(1));
    server.command({"DEL", "stock"});
    QVERIFY(eventually([&] { return !built.events<worker::Lost>().empty(); }));
    QCOMPARE(built.believes("stock"), std::optional<bool>(false));
    acquire.id = 2;
    built.process.send(acquire);
    QVERIFY(built.await<worker::Ok>(2));
    QCOMPARE(built.believes("stock"), std::optional<bool>(true));
    QCOMPARE(built.events<worker::Lost>().size(), std::size_t(1));
    server.command({"DEL", "stock"});
    QVERIFY(eventually([&] { return built.events<worker::Lost>().size() == 2; }));
}

void WorkerCommandTest::waiting_isReportedOnce()
{
    RedisServer server;
    server.command({"SET", "stock", "another's"});
    BuiltIn built({"token"});
    auto hello = BuiltIn::helloFor(server);
    hello.options.retry = 5ms;
    QVERIFY(built.start(hello));
    auto acquire = tryOf(1);
    acquire.wait.reset();
    built.process.send(acquire);
    const auto tries = [&] {
        const auto lines = built.events<worker::At>();
        return std::count_if(lines.begin(), lines.end(), [](const auto &at) { return at.file.ends_with("token.cpp"); });
    };
    QVERIFY(eventually([&] { return tries() > 6; }));
    QCOMPARE(built.events<worker::Waits>().size(), std::size_t(1));
    server.command({"DEL", "stock"});
    QVERIFY(built.await<worker::Ok>(1));
}

void WorkerCommandTest::clockSkew_reachesTheStamp()
{
    RedisServer server;
    BuiltIn built({"timestamp-taken"});
    auto hello = BuiltIn::helloFor(server);
    hello.options.clockSkew = -1h;
    QVERIFY(built.start(hello));
    QVERIFY(built.process.greeting().can("skew"));
    built.process.send(tryOf(1));
    QVERIFY(built.await<worker::Ok>(1));
    const auto stamp = QByteArray::fromStdString(server.command({"GET", "stock"}).text).toLongLong();
    const auto ago = QDateTime::currentMSecsSinceEpoch() - stamp;
    QVERIFY(ago >= Milliseconds(1h).count() && ago < Milliseconds(2h).count());
}

void WorkerCommandTest::seed_givesEachIncarnationDifferentTokens()
{
    RedisServer server;
    std::set<std::string> tokens;
    for (const std::int64_t incarnation : {1, 1, 2}) {
        BuiltIn built({"token"});
        auto hello = BuiltIn::helloFor(server);
        hello.seed = 42;
        hello.incarnation = incarnation;
        QVERIFY(built.start(hello));
        built.process.send(tryOf(1));
        const auto *ok = built.await<worker::Ok>(1);
        QVERIFY(ok);
        tokens.insert(ok->mark);
        server.command({"DEL", "stock"});
    }
    QCOMPARE(tokens.size(), std::size_t(2));
}

void WorkerCommandTest::line_isReportedBeforeItsCommand()
{
    RedisServer server;
    BuiltIn built({"set-nx-del"});
    QVERIFY(built.start(server));
    server.pause();
    built.process.send(tryOf(1));
    QVERIFY(eventually([&] { return built.events<worker::At>().size() == 2; })); // the token, then SET
    const auto lines = built.events<worker::At>();
    QCOMPARE(lines[1].file, std::string("lockcore/locks/set_nx_del.cpp"));
    QVERIFY(lines[1].line > lines[0].line);
    QVERIFY(!built.answer<worker::Ok>(1));
    server.resume();
    QVERIFY(built.await<worker::Ok>(1));
}

// When Lockscope is gone, what the worker holds ends with its lease, as after a crash.
void WorkerCommandTest::inputEnd_endsTheWorker()
{
    RedisServer server;
    QProcess process;
    process.start(QStringLiteral(LOCKSCOPE_BINARY), {u"worker"_s, u"token"_s});
    process.write(QByteArray::fromStdString(worker::lineOf(worker::Request(BuiltIn::helloFor(server)))));
    const auto isHeld = [&] { return server.command({"EXISTS", "stock"}).toInteger() == 1; };
    process.waitForStarted();
    while (!process.readAllStandardOutput().contains("hello_ok"))
        QVERIFY(process.waitForReadyRead());
    process.write(QByteArray::fromStdString(worker::lineOf(worker::Request(tryOf(1)))));
    QVERIFY(eventually(isHeld));
    process.closeWriteChannel();
    QVERIFY(process.waitForFinished());
    QCOMPARE(process.exitCode(), 0);
    QVERIFY(isHeld());
}

void WorkerCommandTest::bye_endsWaitingRequests()
{
    RedisServer server;
    server.command({"SET", "stock", "another's"});
    BuiltIn built({"token"});
    QVERIFY(built.start(server));
    auto acquire = tryOf(1);
    acquire.wait.reset();
    built.process.send(acquire);
    QVERIFY(eventually([&] { return !built.events<worker::Waits>().empty(); }));
    built.process.send(worker::Bye());
    QVERIFY(eventually([&] { return built.ended.has_value(); }));
    QCOMPARE(*built.ended, 0);
    QVERIFY(built.answer<worker::No>(1));
}

LOCKSCOPE_TEST(WorkerCommandTest)
#include "tst_worker_command.moc"
