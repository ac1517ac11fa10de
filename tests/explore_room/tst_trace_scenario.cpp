// SPDX-License-Identifier: MIT
// What the Explorer finds, the Lab plays with real processes, and its judge finds it, too.
#include "support/lockscope_process.h"
#include "support/test_program.h"
#include "ui/explore/lab/trace_scenario.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace lockcore::test;
using namespace Qt::StringLiterals;
namespace ex = lockcore::explorer;

namespace {

struct Ended
{
    int exitCode = -1;
    QByteArray out, err;
};

Ended ran(const QStringList &words)
{
    LockscopeProcess process(words);
    if (!process.waitEnd())
        return {};
    return {process.exitCode(), process.out(), process.err()};
}

} // namespace

class TraceScenarioTest : public QObject
{
    Q_OBJECT

private slots:
    void counterexample_isPlayedByTheLab_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<QByteArray>("expected");
        const auto row = [](const char *name, const QStringList &arguments, const QByteArray &expected) {
            QTest::newRow(name) << arguments << expected;
        };
        row("a lost reply", {u"set-nx-del"_s, u"--faults"_s, u"lost-reply=1"_s}, "\"mutual-exclusion\": \"violated\"");
        row("a crash", {u"setnx-expire"_s, u"--faults"_s, u"crash=1"_s}, "\"no-immortal-lock\": \"violated\"");
        row("a pause", {u"token"_s, u"--rounds"_s, u"1"_s, u"--faults"_s, u"pause=15ms"_s}, "\"lease-outlived\": \"outlived\"");
        row("long work", {u"token"_s, u"--work"_s, u"30ms"_s, u"--faults"_s, u"none"_s}, "\"lease-outlived\": \"outlived\"");
        row("a server that forgets", {u"token"_s, u"--faults"_s, u"server-forgets=1"_s}, "\"mutual-exclusion\": \"violated\"");
        row("an operator's DEL", {u"hash-reentrant"_s, u"--faults"_s, u"force-release=1"_s}, "\"mutual-exclusion\": \"violated\"");
    }
    void counterexample_isPlayedByTheLab()
    {
        QFETCH(const QStringList, arguments);
        QFETCH(const QByteArray, expected);
        QTemporaryDir folder;
        const auto file = folder.filePath(u"found.json"_s);
        const auto found = ran(QStringList{u"explore"_s} + arguments + QStringList{u"--scenario"_s, file});
        QCOMPARE(found.exitCode, 1);
        QVERIFY2(found.err.isEmpty(), found.err.constData());
        QFile written(file);
        QVERIFY(written.open(QIODevice::ReadOnly));
        const auto text = written.readAll();
        QVERIFY2(text.contains(expected), text.constData());
        const auto played = ran({u"lab"_s, file});
        QVERIFY2(played.exitCode == 0, (text + played.out + played.err).constData()); // each verdict is as expected
    }

    void whatTheLabHasNot_isSaid_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<QByteArray>("sentence");
        QTest::newRow("nothing found") << QStringList{u"token"_s, u"--faults"_s, u"none"_s} << QByteArray("nothing is violated");
        QTest::newRow("several servers") << QStringList{u"redlock"_s, u"--faults"_s, u"pause=15ms"_s} << QByteArray("on several servers");
        QTest::newRow("a careful driver") << QStringList{u"token"_s, u"--driver"_s, u"careful"_s, u"--faults"_s, u"pause=15ms"_s}
                                          << QByteArray("heeds the validity");
    }
    void whatTheLabHasNot_isSaid()
    {
        QFETCH(const QStringList, arguments);
        QFETCH(const QByteArray, sentence);
        QTemporaryDir folder;
        const auto file = folder.filePath(u"found.json"_s);
        const auto found = ran(QStringList{u"explore"_s} + arguments + QStringList{u"--scenario"_s, file});
        QVERIFY2(found.err.toLower().contains(sentence.toLower()), (found.out + found.err).constData());
        QVERIFY(!QFile::exists(file));
        QVERIFY(!found.out.isEmpty());
    }
};

LOCKSCOPE_TEST(TraceScenarioTest)
#include "tst_trace_scenario.moc"
