// SPDX-License-Identifier: MIT
// `lockscope lab` as a person runs it.
#include "support/lockscope_process.h"
#include "support/redis_server.h"
#include "support/test_program.h"

#include <QDir>
#include <QFile>
#include <QProcess>
#include <QScopeGuard>
#include <QTemporaryDir>
#include <QTest>

#include <sys/stat.h>

using namespace lockcore::test;
using namespace Qt::StringLiterals;

namespace {

struct Ran
{
    int code = -1;
    QString out, err;
};

Ran lab(const QStringList &words)
{
    LockscopeProcess process(QStringList{u"lab"_s} + words);
    if (!process.waitEnd())
        return {};
    return {process.exitCode(), QString::fromUtf8(process.out()), QString::fromUtf8(process.err())};
}

QByteArray contentOf(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

void write(const QString &path, const QByteArray &bytes)
{
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(bytes);
}

} // namespace

class TestLabCommand final : public QObject
{
    Q_OBJECT

private slots:
    void list_namesTheScenarios();
    void wrongWords_areRefused_data();
    void wrongWords_areRefused();
    void run_printsTheProofAndLeavesAFolder();
    void replay_playsTheSameScriptAgain();
    void replay_readsOnlyWithinTheFolder();
    void junit_hasACasePerProperty();
    void ownWorkers_areJudgedByPromises();
    void damagedHistory_isNamedWithItsLine();
    void wrongScenario_isNamedWithItsLine();
    void unplayableScenario_exitsWithTwo();
    void lostOutput_exitsWithTwo_data();
    void lostOutput_exitsWithTwo();
    void pipe_isWrittenToNotReplaced();
    void foreignServer_isPlayedOn();
    void missingProgram_exitsWithTwo();
};

void TestLabCommand::list_namesTheScenarios()
{
    const auto ran = lab({u"--list"_s});
    QCOMPARE(ran.code, 0);
    QVERIFY(ran.out.contains(u"  plain-del-after-expiry  "_s));
    QVERIFY(ran.out.startsWith(u"Two commands\n"_s));
    QVERIFY(ran.out.indexOf(u"\nWhose lock\n"_s) < ran.out.indexOf(u"plain-del-after-expiry"_s));
}

void TestLabCommand::wrongWords_areRefused_data()
{
    QTest::addColumn<QStringList>("words");
    QTest::addColumn<QString>("sentence");
    QTest::newRow("nothing") << QStringList{} << u"Give a scenario; `lockscope lab --list` shows them."_s;
    QTest::newRow("unknown") << QStringList{u"fun"_s} << u"There is no scenario \"fun\"; --list shows them."_s;
    QTest::newRow("option") << QStringList{u"--fun"_s} << u"There is no option \"--fun\"."_s;
    QTest::newRow("seed") << QStringList{u"--seed"_s, u"0"_s} << u"--seed: write a whole number from 1 to 9007199254740992."_s;
    QTest::newRow("two ways")
        << QStringList{u"--list"_s, u"--suite"_s}
        << u"Choose one of --list, --judge, --suite, --sweep, --hunt, --check, --replay, --compare, --compare-stores, --lesson, --pitfalls, --challenges and --challenge."_s;
    QTest::newRow("no value") << QStringList{u"--judge"_s} << u"--judge needs a value."_s;
    QTest::newRow("baseline alone") << QStringList{u"x"_s, u"--baseline"_s, u"b"_s} << u"--baseline belongs to --suite, before it."_s;
    QTest::newRow("no file") << QStringList{u"--write-baseline"_s, u"--suite"_s} << u"--write-baseline needs --baseline FILE."_s;
    QTest::newRow("no baseline") << QStringList{u"--baseline"_s, u"/no/b.json"_s, u"--suite"_s}
                                 << u"There is no baseline /no/b.json; write it with --write-baseline."_s;
    QTest::newRow("unknown store") << QStringList{u"--store"_s, u"chubby"_s, u"flush"_s}
                                   << u"--store: there is no store \"chubby\"; there are %1."_s.arg(
                                          QString::fromStdString(listOfWords<Store>()));
    QTest::newRow("store of a sweep of a protocol")
        << QStringList{u"--store"_s, u"memcached"_s, u"--sweep"_s, u"token"_s}
        << u"Lockscope's own protocols speak to Redis only: give the command of a worker that speaks to memcached, for example python3 resources/workers/pymemcache_worker.py."_s;
    QTest::newRow("store of a replay") << QStringList{u"--store"_s, u"memcached"_s, u"--replay"_s, u"run"_s}
                                       << u"--store belongs to scenarios, to --list, --suite, --sweep, --hunt and --check, before it."_s;
    QTest::newRow("store of a URL") << QStringList{u"--store"_s, u"memcached"_s, u"--url"_s, u"localhost"_s, u"flush"_s}
                                    << u"--url names a Redis server; of another store the Lab starts one of its own."_s;
    QTest::newRow("nothing played") << QStringList{u"--list"_s, u"--junit"_s, u"f"_s}
                                    << u"--junit belongs to scenarios, to --suite, to --check or to --replay."_s;
    QTest::newRow("seed of a replay") << QStringList{u"--replay"_s, u"f"_s, u"--seed"_s, u"3"_s}
                                      << u"--replay takes the seed of the run."_s;
    QTest::newRow("a foreign server's sweep") << QStringList{
        u"--url"_s, u"redis://localhost"_s, u"--sweep"_s,
        u"token"_s} << u"--check, --sweep, --hunt, --lesson and --challenge use private servers only: they take no --url."_s;
    QTest::newRow("two servers") << QStringList{u"--server"_s, u"s"_s, u"--url"_s, u"redis://localhost"_s, u"random-token"_s}
                                 << u"Choose either --server or --url."_s;
    QTest::newRow("a protocol's option") << QStringList{u"--sweep"_s, u"token"_s, u"foo=1"_s}
                                         << u"This protocol has no option \"foo\", only: after-time-out, lease, token."_s;
    QTest::newRow("its value") << QStringList{u"--hunt"_s, u"5s"_s, u"set-nx-del"_s, u"lease=abc"_s}
                               << u"Option lease: \"abc\" is not a duration: write a number and a unit, like 300ms, 30s, 5m, 2h or 1d."_s;
    QTest::newRow("no run") << QStringList{u"--replay"_s, u"/no/run"_s} << u"There is no run in /no/run."_s;
    QTest::newRow("no command") << QStringList{u"x"_s, u"--"_s} << u"After -- comes the command that starts a worker."_s;
}

void TestLabCommand::wrongWords_areRefused()
{
    QFETCH(QStringList, words);
    QFETCH(QString, sentence);
    const auto ran = lab(words);
    QCOMPARE(ran.code, 2);
    QCOMPARE(ran.err.section(u'\n', 0, 0), u"lockscope: "_s + sentence);
}

void TestLabCommand::run_printsTheProofAndLeavesAFolder()
{
    const QTemporaryDir runs;
    const auto home = qgetenv("HOME"); // HOME is the root directory in some containers
    qputenv("HOME", runs.path().toUtf8());
    const auto back = qScopeGuard([&] { qputenv("HOME", home); });
    const auto ran = lab({u"unlock-in-finally"_s, u"--seed"_s, u"7"_s, u"--runs"_s, runs.path()});
    QVERIFY2(ran.code == 0, qPrintable(ran.out + ran.err));
    QVERIFY2(ran.out.contains(u"B's DEL removed A's lock, which had "_s), qPrintable(ran.out));
    QVERIFY2(ran.out.contains(u"proof: entries "_s), qPrintable(ran.out));
    QVERIFY2(ran.out.contains(u"seed 7"_s), qPrintable(ran.out));

    const auto folder = runs.filePath(u"unlock-in-finally-7"_s);
    QCOMPARE(QDir(folder).entryList(QDir::Files),
             (QStringList{u"history.jsonl"_s, u"report.html"_s, u"scenario.json"_s, u"timeline.svg"_s, u"verdict.json"_s}));
    QVERIFY(contentOf(folder + u"/verdict.json"_s).contains("\"R5\""));
    QVERIFY(contentOf(folder + u"/history.jsonl"_s).split('\n')[0].contains("\"sources\":[[\"lockcore/locks/set_nx_del.cpp\","));
    QVERIFY(contentOf(folder + u"/sources/lockcore/locks/set_nx_del.cpp"_s).contains("SPDX"));
    const auto report = contentOf(folder + u"/report.html"_s);
    QVERIFY(report.contains("B's DEL removed A's lock"));
    QVERIFY(report.contains("lockcore/locks/set_nx_del.cpp"));
    QVERIFY(!report.contains(runs.path().toUtf8()));

    const auto judged = lab({u"--judge"_s, folder + u"/history.jsonl"_s});
    QCOMPARE(judged.code, 1);
    QVERIFY2(judged.out.contains(u"B's DEL removed A's lock, which had "_s), qPrintable(judged.out));

    // The scenario of the folder is played again, and has a folder of its own.
    const auto again = lab({folder + u"/scenario.json"_s, u"--seed"_s, u"7"_s, u"--runs"_s, runs.path()});
    QVERIFY2(again.code == 0, qPrintable(again.out + again.err));
    QVERIFY(QDir(runs.filePath(u"scenario-7"_s)).exists());
}

void TestLabCommand::replay_playsTheSameScriptAgain()
{
    const QTemporaryDir runs;
    const auto first = lab({u"unlock-in-finally"_s, u"--seed"_s, u"7"_s, u"--runs"_s, runs.path()});
    QVERIFY2(first.code == 0, qPrintable(first.out + first.err));
    const auto again = lab({u"--replay"_s, runs.filePath(u"unlock-in-finally-7"_s), u"--runs"_s, runs.path()});
    QVERIFY2(again.code == 0, qPrintable(again.out + again.err));
    QVERIFY2(again.out.startsWith(u"The same scenario, seed and faults again; never the same interleaving."_s), qPrintable(again.out));
    QVERIFY(again.out.contains(u"seed 7"_s));
    const auto folder = runs.filePath(u"unlock-in-finally-7-2"_s);
    QCOMPARE(contentOf(folder + u"/scenario.json"_s), contentOf(runs.filePath(u"unlock-in-finally-7/scenario.json"_s)));
    QVERIFY(contentOf(folder + u"/verdict.json"_s).contains("\"replay_of\": \"unlock-in-finally-7\""));
    QVERIFY(contentOf(folder + u"/report.html"_s).contains("Played again after unlock-in-finally-7"));
    QVERIFY(!again.out.contains(u"by hand"_s));
    auto verdict = contentOf(folder + u"/verdict.json"_s);
    QFile byHand(folder + u"/verdict.json"_s);
    QVERIFY(byHand.open(QIODevice::WriteOnly) && byHand.write(verdict.replace(0, 1, "{\"by_hand\": true,")) > 0);
    byHand.close();
    const auto withoutHand = lab({u"--replay"_s, folder, u"--runs"_s, runs.path()});
    QVERIFY2(withoutHand.out.contains(u"by hand: what was done to its workers is not repeated."_s), qPrintable(withoutHand.out));
}

void TestLabCommand::replay_readsOnlyWithinTheFolder()
{
    const QTemporaryDir folder;
    QVERIFY(QDir(folder.path()).mkdir(u"run"_s));
    write(folder.filePath(u"outside.json"_s), "{}");
    QVERIFY(QFile::link(folder.filePath(u"outside.json"_s), folder.filePath(u"run/scenario.json"_s)));
    const auto linked = lab({u"--replay"_s, folder.filePath(u"run"_s)});
    QCOMPARE(linked.code, 2);
    QVERIFY2(linked.err.contains(u"scenario.json is a symbolic link, and a run is read only within its folder"_s), qPrintable(linked.err));
}

void TestLabCommand::junit_hasACasePerProperty()
{
    const QTemporaryDir runs;
    const auto file = runs.filePath(u"results.xml"_s);
    const auto ran = lab({u"unlock-in-finally"_s, u"--junit"_s, file, u"--runs"_s, runs.path(), u"--"_s, QStringLiteral(LOCKSCOPE_BINARY),
                          u"worker"_s, u"set-nx-del"_s});
    QCOMPARE(ran.code, 1);
    const auto xml = contentOf(file);
    QVERIFY2(xml.contains(
                 "<testcase classname=\"lockscope.lab.unlock-in-finally\" name=\"ownership\">\n            <failure message=\"violated: "
                 "B's DEL removed A's lock"),
             xml.constData());
}

void TestLabCommand::ownWorkers_areJudgedByPromises()
{
    const QTemporaryDir runs;
    const auto with = [&](const QString &protocol) {
        return lab({u"unlock-in-finally"_s, u"--runs"_s, runs.path(), u"--"_s, QStringLiteral(LOCKSCOPE_BINARY), u"worker"_s, protocol});
    };
    const auto sound = with(u"token"_s);
    QVERIFY2(sound.code == 0, qPrintable(sound.out + sound.err));
    const auto broken = with(u"set-nx-del"_s);
    QVERIFY2(broken.code == 1, qPrintable(broken.out + broken.err));
    const auto none = lab({u"unlock-in-finally"_s, u"--runs"_s, runs.path(), u"--"_s, u"/no/such/worker"_s});
    QCOMPARE(none.code, 2);
    QVERIFY2(none.out.contains(u"/no/such/worker"_s), qPrintable(none.out));
}

void TestLabCommand::damagedHistory_isNamedWithItsLine()
{
    const QTemporaryDir folder;
    const auto file = folder.filePath(u"h.jsonl"_s);
    write(file, "{\"e\":\"history\",\"version\":1}\n{\"n\":1,\"t\":0,\"e\":\"begin\"}\nxxx\n");
    const auto damaged = lab({u"--judge"_s, file});
    QCOMPARE(damaged.code, 3);
    QVERIFY2(damaged.out.contains(u"damaged at line 3"_s), qPrintable(damaged.out));
    QVERIFY2(damaged.err.contains(u"h.jsonl, line 3: this entry of the history is damaged."_s), qPrintable(damaged.err));
    write(file, "{\"e\":\"history\",\"version\":1}\n{\"n\":1,\"t\":0,\"e\":\"begin\"}\n"
                "{\"n\":2,\"t\":0,\"e\":\"key\",\"server\":0,\"key\":\"k\",\"event\":\"created\",\"cause\":99999}\n"
                "{\"n\":3,\"t\":0,\"e\":\"end\"}\n");
    const auto astray = lab({u"--judge"_s, file});
    QCOMPARE(astray.code, 3);
    QVERIFY2(astray.err.contains(u"h.jsonl, line 3: this entry of the history is damaged."_s), qPrintable(astray.err));
    write(file, "hello\n");
    const auto other = lab({u"--judge"_s, file});
    QCOMPARE(other.code, 2);
    QVERIFY2(other.err.contains(u"h.jsonl, line 1: this is not the history of a run"_s), qPrintable(other.err));
}

void TestLabCommand::wrongScenario_isNamedWithItsLine()
{
    const QTemporaryDir folder;
    const auto file = folder.filePath(u"s.json"_s);
    write(file, "{\"lockscope_scenario\": 1,\n\"titel\": \"x\"}");
    const auto ran = lab({file});
    QCOMPARE(ran.code, 2);
    QVERIFY2(ran.err.contains(u"s.json, line 1: a scenario needs the field \"title\""_s), qPrintable(ran.err));
}

void TestLabCommand::unplayableScenario_exitsWithTwo()
{
    const QTemporaryDir folder;
    const auto file = folder.filePath(u"s.json"_s);
    write(file,
          "{\"lockscope_scenario\": 1, \"title\": \"t\", \"protocol\": \"external\", \"workers\": [{\"name\": \"A\"}], \"expect\": {}}");
    const auto external = lab({u"--runs"_s, folder.path(), file});
    QVERIFY2(external.out.contains(u"This scenario needs workers of yours: give their command after --."_s), qPrintable(external.out));
    QCOMPARE(external.code, 2);

    const auto noFolder = lab({u"--runs"_s, file, u"random-token"_s});
    QVERIFY2(noFolder.out.contains(u"The folder of the run cannot be made in "_s), qPrintable(noFolder.out));
    QCOMPARE(noFolder.code, 2);

    write(file, QByteArray(2 * 1024 * 1024, ' '));
    const auto large = lab({file});
    QVERIFY2(large.err.contains(u"s.json is larger than 1 MiB: it is no scenario."_s), qPrintable(large.err));
    QCOMPARE(large.code, 2);
}

void TestLabCommand::lostOutput_exitsWithTwo_data()
{
    QTest::addColumn<QStringList>("what");
    QTest::newRow("run") << QStringList{u"random-token"_s};
    QTest::newRow("sweep") << QStringList{u"--sweep"_s, u"set-nx-del"_s};
}

void TestLabCommand::lostOutput_exitsWithTwo()
{
    QFETCH(const QStringList, what);
    const QTemporaryDir folder;
    QProcess process;
    process.setStandardOutputFile(u"/dev/full"_s);
    process.start(QStringLiteral(LOCKSCOPE_BINARY), QStringList{u"lab"_s, u"--runs"_s, folder.path()} + what);
    QVERIFY(process.waitForFinished(-1));
    const auto complaint = QString::fromUtf8(process.readAllStandardError());
    QVERIFY2(complaint.contains(u"lockscope: the result cannot be written: No space left on device"_s), qPrintable(complaint));
    QCOMPARE(process.exitCode(), 2);
}

void TestLabCommand::pipe_isWrittenToNotReplaced()
{
    const QTemporaryDir folder;
    const auto pipe = folder.filePath(u"junit"_s);
    QCOMPARE(::mkfifo(QFile::encodeName(pipe).constData(), 0600), 0);
    QProcess reader;
    reader.start(u"cat"_s, {pipe});
    const auto ran = lab({u"--runs"_s, folder.path(), u"--junit"_s, pipe, u"random-token"_s});
    QVERIFY2(ran.code == 0, qPrintable(ran.err));
    QVERIFY(!QFileInfo(pipe).isFile());
    QVERIFY(reader.state() == QProcess::NotRunning || reader.waitForFinished(-1));
    QVERIFY(reader.readAllStandardOutput().contains("<testsuite"));
}

void TestLabCommand::foreignServer_isPlayedOn()
{
    const RedisServer redis;
    const QTemporaryDir folder;
    const auto url = u"unix://"_s + QString::fromStdString(redis.endpoint().path);
    const auto ran = lab({u"--runs"_s, folder.path(), u"--url"_s, url, u"herd"_s, u"count-outlives-lease"_s});
    QVERIFY2(ran.err.isEmpty() && ran.out.count(u"as expected"_s) == 2, qPrintable(ran.err + ran.out));
    QCOMPARE(ran.code, 0);
}

void TestLabCommand::missingProgram_exitsWithTwo()
{
    const QTemporaryDir folder;
    const auto ran = lab({u"--runs"_s, folder.path(), u"random-token"_s, u"--"_s, u"/no/such/worker"_s});
    QVERIFY2(ran.out.contains(u"cannot run /no/such/worker: No such file or directory"_s), qPrintable(ran.out));
    QCOMPARE(ran.code, 2);
    const auto suite = lab({u"--runs"_s, folder.path(), u"--suite"_s, u"/no/such/worker"_s});
    QCOMPARE(suite.out.count(u"cannot run"_s), 1);
    QVERIFY2(suite.err.contains(u"would end the same way, and were not played"_s), qPrintable(suite.err));
    QCOMPARE(suite.code, 2);
    const auto silent = lab({u"--runs"_s, folder.path(), u"--server"_s, u"true"_s, u"random-token"_s});
    QVERIFY2(silent.out.contains(u"The private redis-server ended while it started, and said nothing."_s), qPrintable(silent.out));
    QCOMPARE(silent.code, 69);
}

LOCKSCOPE_TEST(TestLabCommand)
#include "tst_lab_command.moc"
