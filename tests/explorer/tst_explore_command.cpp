// SPDX-License-Identifier: MIT
// `lockscope explore` as a person and a program use it.
#include "support/lockscope_process.h"
#include "support/test_program.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>

using namespace lockcore;
using namespace lockcore::test;
using namespace Qt::StringLiterals;

namespace {

struct Run
{
    int exitCode = -1; // -1: it did not end
    QByteArray out, err;
};

Run explored(const QStringList &arguments)
{
    LockscopeProcess process(QStringList{u"explore"_s} + arguments);
    if (!process.waitEnd())
        return {};
    return {process.exitCode(), process.out(), process.err()};
}

} // namespace

class ExploreCommandTest : public QObject
{
    Q_OBJECT

private slots:
    void violation_isShownStepByStepWithItsPlaceInTheSource()
    {
        const auto run = explored({u"setnx-expire"_s, u"--faults"_s, u"crash=1"_s});
        QCOMPARE(run.exitCode, 1);
        QVERIFY(run.out.contains("no immortal lock    violated, with crash=1"));
        QVERIFY(run.out.contains("SETNX lock token-Aa"));
        QVERIFY(run.out.contains("(setnx_expire.cpp:"));
        QVERIFY(run.out.contains("A  CRASHES"));
        QVERIFY(run.out.contains("the same replies, the same"));
        QVERIFY(!run.out.contains("What else breaks it"));
        for (const auto &line : run.out.split('\n'))
            QVERIFY2(QString::fromUtf8(line).size() <= 80, line.constData());
    }

    void soundLock_heldIsZeroAndWhatElseBreaksItIsShown()
    {
        const auto run = explored({u"hash-reentrant"_s});
        QCOMPARE(run.exitCode, 0);
        QVERIFY(run.out.contains("mutual exclusion    held"));
        QVERIFY(run.out.contains("What else breaks it"));
        QVERIFY(run.out.contains("a pause of 11 ms or more"));
    }

    void json_hasBoundsVerdictsAndTrace()
    {
        const auto run = explored({u"set-nx-del"_s, u"--rounds"_s, u"1"_s, u"--faults"_s, u"pause=11ms"_s, u"--json"_s});
        QCOMPARE(run.exitCode, 1);
        const auto json = QJsonDocument::fromJson(run.out).object();
        QCOMPARE(json[u"protocol"].toString(), u"set-nx-del"_s);
        QCOMPARE(json[u"bounds"][u"rounds"].toInt(), 1);
        QCOMPARE(json[u"complete"].toBool(), true);
        QCOMPARE(json[u"same_in_replay"].toBool(), true);
        QCOMPARE(json[u"bounds"][u"faults_at_once"].toInt(), 1);
        QVERIFY(json[u"states"].toInteger() > 100);
        const auto exclusion = json[u"properties"][0].toObject();
        QCOMPARE(exclusion[u"name"].toString(), u"mutual-exclusion"_s);
        QCOMPARE(exclusion[u"verdict"].toString(), u"violated"_s);
        QCOMPARE(exclusion[u"faults"].toString(), u"pause=11ms"_s);
        const auto last = exclusion[u"trace"].toArray().last().toObject();
        QCOMPARE(last[u"inside"].toArray().size(), 2);
    }

    void ownScripts_areJudged()
    {
        QTemporaryDir folder;
        const auto write = [&](const QString &name, const QByteArray &text) {
            QFile file(folder.filePath(name));
            return file.open(QIODevice::WriteOnly) && file.write(text) == text.size();
        };
        QVERIFY(write(u"a.lua"_s, "if redis.call('set', KEYS[1], ARGV[2], 'NX', 'PX', ARGV[1]) then return nil end return 7"));
        QVERIFY(write(u"b.lua"_s, "if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('del', KEYS[1]) end return 0"));
        QVERIFY(write(u"never.lua"_s, "return 0"));
        const auto files = [&](const QString &acquire) {
            return QStringList{u"--acquire"_s, folder.filePath(acquire), u"--release"_s, folder.filePath(u"b.lua"_s)};
        };
        const auto right = explored(files(u"a.lua"_s) + QStringList{u"--preset"_s, u"redisson"_s});
        QCOMPARE(right.exitCode, 0);
        QVERIFY(right.out.contains("mutual exclusion    held"));
        const auto never = explored(files(u"never.lua"_s));
        QCOMPARE(never.exitCode, 3);
        QVERIFY(never.out.contains("not put to the test"));
        QVERIFY(never.out.contains("does --acquired-when say"));
    }

    void wrongUsage_isExplained_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<QByteArray>("sentence");
        QTest::newRow("nothing") << QStringList{} << QByteArray("Name one protocol");
        QTest::newRow("unknown protocol") << QStringList{u"tokn"_s} << QByteArray("There is no protocol \"tokn\"; there are ");
        QTest::newRow("unknown fault") << QStringList{u"token"_s, u"--faults"_s, u"flood"_s} << QByteArray("there is no fault \"flood\"");
        QTest::newRow("pause without length") << QStringList{u"token"_s, u"--faults"_s, u"pause=2"_s} << QByteArray("like pause=15ms");
        QTest::newRow("too many") << QStringList{u"token"_s, u"--faults"_s, u"crash=9"_s} << QByteArray("from 1 to 3");
        QTest::newRow("lease") << QStringList{u"token"_s, u"--lease"_s, u"30s"_s} << QByteArray("each millisecond is examined");
        QTest::newRow("workers") << QStringList{u"token"_s, u"--workers"_s, u"0"_s} << QByteArray("--workers: give a number from 1 to 3");
        QTest::newRow("driver") << QStringList{u"token"_s, u"--driver"_s, u"bold"_s} << QByteArray("naive or careful");
        QTest::newRow("one script") << QStringList{u"--acquire"_s, u"/dev/null"_s} << QByteArray("has two scripts");
        QTest::newRow("both") << QStringList{u"token"_s, u"--acquire"_s, u"a"_s, u"--release"_s, u"b"_s} << QByteArray("not both");
        QTest::newRow("table with bounds") << QStringList{u"--table"_s, u"--lease"_s, u"30ms"_s} << QByteArray("leave out --lease");
        QTest::newRow("no file") << QStringList{u"--acquire"_s, u"/nowhere"_s, u"--release"_s, u"b"_s}
                                 << QByteArray("/nowhere cannot be read");
        QTest::newRow("reading without scripts")
            << QStringList{u"token"_s, u"--acquired-when"_s, u"1"_s} << QByteArray("about scripts of your own");
        QTest::newRow("cannot be examined") << QStringList{u"get-then-del-watch"_s} << QByteArray("cannot be examined");
        QTest::newRow("no server") << QStringList{u"token"_s, u"--redis"_s, u"/nowhere/redis-server"_s}
                                   << QByteArray("/nowhere/redis-server");
    }
    void wrongUsage_isExplained()
    {
        QFETCH(const QStringList, arguments);
        QFETCH(const QByteArray, sentence);
        const auto run = explored(arguments);
        QCOMPARE(run.exitCode, 2);
        QVERIFY2(run.err.contains(sentence), run.err.constData());
        QVERIFY(run.out.isEmpty());
    }
};

LOCKSCOPE_TEST(ExploreCommandTest)
#include "tst_explore_command.moc"
