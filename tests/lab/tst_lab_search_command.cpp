// SPDX-License-Identifier: MIT
// `lockscope lab --sweep` and `--hunt` as a person runs them.
#include "support/lockscope_process.h"
#include "support/test_program.h"

#include "lockcore/lab/scenario/scenario_file.h"

#include <QDir>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>

using namespace lockcore;
using namespace lockcore::test;
using namespace Qt::StringLiterals;

class TestLabSearchCommand final : public QObject
{
    Q_OBJECT

private slots:
    void wrongWords_areRefused_data();
    void wrongWords_areRefused();
    void sweep_findsTheImmortalLock();
    void interruptedSweep_printsPartialTable();
    void brokenWorker_endsTheSweep();
    void missingServer_endsBoth();
    void hunt_printsItsBounds();
    void hunt_savesWhatItFinds();

private:
    QJsonObject json(LockscopeProcess &process);
};

QJsonObject TestLabSearchCommand::json(LockscopeProcess &process)
{
    auto read = process.waitEnd() ? QJsonDocument::fromJson(process.out()).object() : QJsonObject();
    if (read.isEmpty())
        qWarning().noquote() << process.out() << process.err();
    return read;
}

void TestLabSearchCommand::wrongWords_areRefused_data()
{
    QTest::addColumn<QStringList>("words");
    QTest::addColumn<QString>("sentence");
    const auto either = u"Give either a protocol of `lockscope lock --help`, or the command that starts a worker."_s;
    QTest::newRow("nothing") << QStringList{u"--sweep"_s} << either;
    QTest::newRow("both") << QStringList{u"--sweep"_s, u"token"_s, u"--"_s, u"x"_s} << either;
    QTest::newRow("no time") << QStringList{u"--hunt"_s} << u"--hunt needs a value."_s;
    QTest::newRow("no duration") << QStringList{u"--hunt"_s, u"token"_s} << u"--hunt: write how long, from 1s to 24h, for example 5m."_s;
    QTest::newRow("too short") << QStringList{u"--hunt"_s, u"10ms"_s, u"token"_s}
                               << u"--hunt: write how long, from 1s to 24h, for example 5m."_s;
    QTest::newRow("store without a worker")
        << QStringList{u"--store"_s, u"etcd"_s, u"--sweep"_s, u"token"_s}
        << u"Lockscope's own protocols speak to Redis only: give the command of a worker that speaks to etcd, for example python3 resources/workers/etcd_worker.py."_s;
    QTest::newRow("scenario")
        << QStringList{u"eviction"_s, u"--sweep"_s, u"token"_s}
        << u"\"eviction\" is out of place: a sweep, a hunt and a check take no scenario, and their command stands right after --sweep, --hunt TIME or --check, or last, after --."_s;
    QTest::newRow("command after an option")
        << QStringList{u"--check"_s, u"--json"_s, u"out.json"_s, u"./worker"_s}
        << u"\"./worker\" is out of place: a sweep, a hunt and a check take no scenario, and their command stands right after --sweep, --hunt TIME or --check, or last, after --."_s;
    QTest::newRow("two ways")
        << QStringList{u"--hunt"_s, u"1s"_s, u"token"_s, u"--sweep"_s}
        << u"Choose one of --list, --judge, --suite, --sweep, --hunt, --check, --replay, --compare, --compare-stores, --lesson, --pitfalls, --challenges and --challenge."_s;
    QTest::newRow("json")
        << QStringList{u"eviction"_s, u"--json"_s}
        << u"--json belongs to --suite, --compare, --compare-stores, --sweep, --hunt, --pitfalls, --challenges and --challenge; --check takes --json FILE."_s;
}

void TestLabSearchCommand::wrongWords_areRefused()
{
    QFETCH(QStringList, words);
    QFETCH(QString, sentence);
    const auto refusal = refusalOf(QStringList{u"lab"_s} + words);
    QCOMPARE(refusal.exitCode, 2);
    QCOMPARE(refusal.sentence, u"lockscope: "_s + sentence);
}

void TestLabSearchCommand::sweep_findsTheImmortalLock()
{
    const QTemporaryDir runs;
    LockscopeProcess process({u"lab"_s, u"--sweep"_s, u"setnx-expire"_s, u"--json"_s, u"--seed"_s, u"5"_s, u"--runs"_s, runs.path()});
    const auto all = json(process);
    QCOMPARE(process.exitCode(), 1);
    const auto cells = all[u"cells"_s].toArray();
    QCOMPARE(cells.size(), all[u"planned"_s].toInt());
    bool found = false;
    for (const auto &value : cells) {
        const auto cell = value.toObject();
        const auto folder = cell[u"folder"_s].toString();
        QVERIFY2(folder.startsWith(runs.filePath(u"sweep-setnx-expire-5/"_s)), qPrintable(folder));
        QVERIFY2(QDir(folder).exists(), qPrintable(folder));
        const bool isTheFirst = cell[u"command"_s] == u"SETNX"_s && cell[u"at"_s] == u"done"_s && cell[u"fault"_s] == u"kill"_s;
        found = found || (isTheFirst && cell[u"found"_s] == u"never"_s);
        if (cell[u"error"_s].isString())
            continue;
        const auto read = readScenario((folder + u"/scenario.json"_s).toStdString());
        QVERIFY2(read.ok(), read.ok() ? "" : read.error().text.c_str());
    }
    QVERIFY2(found, process.out().constData());
}

void TestLabSearchCommand::interruptedSweep_printsPartialTable()
{
    const QTemporaryDir runs;
    LockscopeProcess process({u"lab"_s, u"--sweep"_s, u"token"_s, u"--seed"_s, u"5"_s, u"--runs"_s, runs.path()});
    const QDir folder(runs.filePath(u"sweep-token-5"_s));
    QVERIFY(process.waitFor([&] { return !folder.entryList({u"*-kill"_s}, QDir::Dirs).isEmpty(); }));
    process.interrupt();
    QVERIFY(process.waitEnd());
    QCOMPARE(process.exitCode(), 3);
    const auto out = QString::fromUtf8(process.out());
    QVERIFY2(out.contains(u"before SET"_s) && out.contains(u"(not played)"_s) && out.contains(u" of 39 runs in "_s), qPrintable(out));
}

void TestLabSearchCommand::brokenWorker_endsTheSweep()
{
    const QTemporaryDir runs;
    LockscopeProcess process({u"lab"_s, u"--runs"_s, runs.path(), u"--sweep"_s, u"/bin/sh"_s, u"-c"_s, u"exit 3"_s});
    QVERIFY(process.waitEnd());
    QCOMPARE(process.exitCode(), 1);
    QVERIFY2(process.out().contains("ended with exit code 3"), process.out().constData());
}

void TestLabSearchCommand::missingServer_endsBoth()
{
    const QTemporaryDir runs;
    for (const auto &words : {QStringList{u"--sweep"_s, u"token"_s}, QStringList{u"--hunt"_s, u"10s"_s, u"token"_s}}) {
        LockscopeProcess process(QStringList{u"lab"_s} + words
                                 + QStringList{u"--server"_s, u"no-such-redis-server"_s, u"--runs"_s, runs.path()});
        QVERIFY(process.waitEnd());
        QCOMPARE(process.exitCode(), 69);
        QVERIFY2(process.out().contains("no-such-redis-server"), process.out().constData());
    }
}

void TestLabSearchCommand::hunt_printsItsBounds()
{
    const QTemporaryDir runs;
    LockscopeProcess process({u"lab"_s, u"--hunt"_s, u"2s"_s, u"token"_s, u"--seed"_s, u"5"_s, u"--runs"_s, runs.path()});
    QVERIFY(process.waitEnd());
    const auto out = QString::fromUtf8(process.out());
    QVERIFY2(process.exitCode() == 0 || process.exitCode() == 3, qPrintable(out)); // 3: no run succeeded, on a busy machine
    QVERIFY2(out.contains(u"seed 5"_s) && out.contains(u"This is not a proof"_s) && out.contains(u"leases of 250 ms"_s)
                 && out.contains(u"worst stall"_s),
             qPrintable(out));
}

void TestLabSearchCommand::hunt_savesWhatItFinds()
{
    const QTemporaryDir runs;
    LockscopeProcess process({u"lab"_s, u"--hunt"_s, u"4m"_s, u"set-nx-del"_s, u"--seed"_s, u"7"_s, u"--runs"_s, runs.path(), u"--json"_s});
    const QString file = runs.filePath(u"hunt-set-nx-del-7/counterexample.json"_s);
    QVERIFY(process.waitFor([&] { return QFile::exists(file); })); // from then on the scenario only becomes smaller
    process.interrupt();
    const auto found = json(process)[u"found"_s].toObject();
    QCOMPARE(process.exitCode(), 1);
    const auto pitfall = found[u"pitfall"_s].toString();
    // Its plain DEL is R1 or R5, and no code where that is unsure; which comes first is a matter of time.
    QVERIFY2(pitfall.isEmpty() || pitfall == u"R1"_s || pitfall == u"R5"_s, qPrintable(pitfall));
    QVERIFY(QDir(found[u"folder"_s].toString()).exists());
    const auto read = readScenario(found[u"scenario"_s].toString().toStdString());
    QVERIFY2(read.ok(), read.ok() ? "" : read.error().text.c_str());
    QCOMPARE(read->protocol, std::string("set-nx-del"));
    QVERIFY(read->expected.begin()->second == Outcome::Violated);
}

LOCKSCOPE_TEST(TestLabSearchCommand)
#include "tst_lab_search_command.moc"
