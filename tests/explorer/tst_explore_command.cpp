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

// The word after --replay.
QString traceIn(const QByteArray &out)
{
    const auto begin = out.indexOf("--replay ") + 9;
    return QString::fromUtf8(out.mid(begin, out.indexOf('\n', begin) - begin));
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
            QVERIFY2(line.contains("--replay ") || QString::fromUtf8(line).size() <= 80, line.constData());
    }

    // Most ways to a violation begin like another one.
    void violationsWithTheSameBeginning_areToldOnce()
    {
        const auto run = explored({u"set-nx-del"_s});
        QCOMPARE(run.exitCode, 1);
        QVERIFY2(run.out.contains("How: ownership\n  Above, at step 5 of: mutual exclusion."), run.out.constData());
        QVERIFY(run.out.contains("How: no lost update\n  Steps 1 to 7 as above (mutual exclusion), then:\n  8    10 ms"));
        QCOMPARE(run.out.count("THE REPLY IS LOST"), 1);
        QCOMPARE(run.out.count("--replay "), 3);
        for (const auto &line : run.out.split('\n'))
            QVERIFY2(line.contains("--replay ") || QString::fromUtf8(line).size() <= 80, line.constData());
    }

    void clockOfTheServer_mayBeRead()
    {
        QTemporaryDir folder;
        const auto write = [&](const QString &name, const QByteArray &text) {
            QFile file(folder.filePath(name));
            return file.open(QIODevice::WriteOnly) && file.write(text) == text.size();
        };
        QVERIFY(write(u"a.lua"_s, "local now = redis.call('TIME')[1] if now < (redis.call('GET', KEYS[1]) or '0') then return 0 end "
                                  "redis.call('SET', KEYS[1], string.format('%d', now + ARGV[2] / 1000)) return 1"));
        QVERIFY(write(u"b.lua"_s, "return redis.call('DEL', KEYS[1])"));
        const QStringList files = {u"--acquire"_s, folder.filePath(u"a.lua"_s), u"--release"_s, folder.filePath(u"b.lua"_s)};
        const auto seconds = explored(files
                                      + QStringList{u"--tick"_s, u"1s"_s, u"--lease"_s, u"20s"_s, u"--work"_s, u"10s"_s, u"--poll"_s,
                                                    u"6s"_s, u"--faults"_s, u"pause=11s"_s});
        QCOMPARE(seconds.exitCode, 1);
        QVERIFY2(seconds.out.contains("mutual exclusion    violated, with pause=11000ms"), seconds.out.constData());
        const auto again = explored(files + QStringList{u"--replay"_s, traceIn(seconds.out)});
        QCOMPARE(again.exitCode, 1);
        QVERIFY(again.out.contains("the same replies, the same keys"));
        const auto inRealTime = explored(files + QStringList{u"--replay"_s, traceIn(seconds.out), u"--real-time"_s});
        QCOMPARE(inRealTime.exitCode, 2);
        QVERIFY2(inRealTime.err.contains("read the server's clock"), inRealTime.err.constData());
    }

    void soundLock_heldIsZeroAndWhatElseBreaksItIsShown()
    {
        const auto run = explored({u"get-then-del-watch"_s});
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
        QVERIFY(write(u"failing.lua"_s, "return redis.call('nosuch')"));
        const auto files = [&](const QString &acquire) {
            return QStringList{u"--acquire"_s, folder.filePath(acquire), u"--release"_s, folder.filePath(u"b.lua"_s)};
        };
        const auto right = explored(files(u"a.lua"_s) + QStringList{u"--preset"_s, u"redisson"_s});
        QCOMPARE(right.exitCode, 0);
        QVERIFY(right.out.contains("mutual exclusion    held"));
        const auto never = explored(files(u"never.lua"_s));
        QCOMPARE(never.exitCode, 3);
        QVERIFY(never.out.contains("not put to the test"));
        QVERIFY2(never.out.contains("the script answers 0"), never.out.constData());
        QVERIFY(!never.out.contains("What else breaks it")); // nothing was put to the test
        const auto failing = explored(files(u"failing.lua"_s));
        QVERIFY2(failing.out.contains("nosuch") || failing.out.contains("Unknown"), failing.out.constData());
    }

    void counterexample_canBeReplayed()
    {
        const auto run = explored({u"set-nx-del"_s, u"--faults"_s, u"lost-reply=1"_s});
        const auto trace = traceIn(run.out);
        QVERIFY(trace.startsWith(u"1:set-nx-del:"_s));
        for (const auto &arguments : {QStringList{u"set-nx-del"_s, u"--replay"_s, trace}, QStringList{u"--replay"_s, trace}}) {
            const auto replay = explored(arguments);
            QCOMPARE(replay.exitCode, 1);
            QVERIFY2(replay.out.contains("THE REPLY IS LOST"), replay.out.constData());
            QVERIFY(replay.out.contains("mutual exclusion: violated"));
            QVERIFY(replay.out.contains("On a fresh server: the same replies, the same keys."));
        }
        const auto json = QJsonDocument::fromJson(explored({u"--replay"_s, trace, u"--json"_s}).out).object();
        QCOMPARE(json[u"same_in_replay"].toBool(), true);
        QVERIFY(json[u"violated"].toArray().contains(u"mutual-exclusion"_s));
        const auto steps = json[u"trace"].toArray();
        QVERIFY(steps.last()[u"why"].toString().contains(u"inside at once"_s));
        QCOMPARE(steps[1][u"command"].toString().left(8), u"SET lock"_s);
        QCOMPARE(steps[1][u"reply"].toString(), u"OK"_s);
        QCOMPARE(steps[1][u"file"].toString(), u"lockcore/locks/set_nx_del.cpp"_s);
        QVERIFY(steps[1][u"line"].toInt() > 0);
        QVERIFY(steps[1][u"changes_keys"].toBool());
    }

    void replayInRealTime_isPrintedAsItHappens()
    {
        const auto trace = traceIn(explored({u"set-nx-del"_s, u"--rounds"_s, u"1"_s, u"--faults"_s, u"pause=11ms"_s}).out);
        const auto replay = explored({u"--replay"_s, trace, u"--real-time"_s});
        QVERIFY2(replay.out.contains("50-fold"), replay.err.constData());
        QVERIFY(replay.out.contains("IS PAUSED"));
        const bool isTooSlow = replay.out.contains("too slow");
        QCOMPARE(replay.exitCode, isTooSlow ? 3 : 1);
        QVERIFY(isTooSlow || replay.out.contains("whose clock nobody holds: the same replies"));
    }

    void eitherWork_isSaid()
    {
        const auto run = explored({u"token"_s, u"--work"_s, u"10ms,30ms"_s, u"--faults"_s, u"none"_s});
        QCOMPARE(run.exitCode, 1);
        QVERIFY(run.out.contains("work 10 or 30 ms"));
        QVERIFY(run.out.contains("has worked for 30 ms") || run.out.contains("still inside"));
    }

    void hugeSearch_isRefusedWithoutATerminal()
    {
        const auto run = explored({u"token"_s, u"--workers"_s, u"3"_s, u"--rounds"_s, u"4"_s, u"--lease"_s, u"100ms"_s, u"--work"_s,
                                   u"50ms"_s, u"--faults"_s, u"crash=2,lost-reply=2,late-request=2"_s});
        QCOMPARE(run.exitCode, 2);
        QVERIFY2(run.err.contains("states") && run.err.contains("--yes"), run.err.constData());
        QVERIFY(run.out.isEmpty());
    }

    void tooLittleMemory_isNotComplete()
    {
        const auto run = explored({u"token"_s, u"--memory"_s, u"1MB"_s, u"--faults"_s, u"none"_s});
        QCOMPARE(run.exitCode, 3);
        QVERIFY(run.out.contains("Not complete"));
        QVERIFY(run.out.contains("--memory"));
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
        QTest::newRow("lease") << QStringList{u"token"_s, u"--lease"_s, u"31s"_s} << QByteArray("each tick of it is examined");
        QTest::newRow("workers") << QStringList{u"token"_s, u"--workers"_s, u"0"_s} << QByteArray("--workers: give a number from 1 to 3");
        QTest::newRow("three works") << QStringList{u"token"_s, u"--work"_s, u"1ms,2ms,3ms"_s} << QByteArray("give one time, or two");
        QTest::newRow("skew of none") << QStringList{u"token"_s, u"--skew"_s, u"5ms"_s} << QByteArray("token reads no clock of a worker");
        QTest::newRow("memory") << QStringList{u"token"_s, u"--memory"_s, u"much"_s} << QByteArray("like 512MB or 8GB");
        QTest::newRow("no trace") << QStringList{u"--replay"_s, u"token"_s} << QByteArray("This is no trace");
        QTest::newRow("damaged trace") << QStringList{u"--replay"_s, u"1:token:w2r2l20k10p6:none:Aax:0000"_s}
                                       << QByteArray("The trace is damaged");
        QTest::newRow("another version") << QStringList{u"--replay"_s, u"7:token:w2:none:A:0000"_s} << QByteArray("of version 7");
        QTest::newRow("replay with bounds") << QStringList{u"--replay"_s, u"1:x"_s, u"--lease"_s, u"20ms"_s}
                                            << QByteArray("leave out --lease");
        QTest::newRow("real time of nothing") << QStringList{u"token"_s, u"--real-time"_s} << QByteArray("give a trace with --replay");
        QTest::newRow("driver") << QStringList{u"token"_s, u"--driver"_s, u"bold"_s} << QByteArray("naive or careful");
        QTest::newRow("one script") << QStringList{u"--acquire"_s, u"/dev/null"_s} << QByteArray("has two scripts");
        QTest::newRow("both") << QStringList{u"token"_s, u"--acquire"_s, u"a"_s, u"--release"_s, u"b"_s} << QByteArray("not both");
        QTest::newRow("table with bounds") << QStringList{u"--table"_s, u"--lease"_s, u"30ms"_s} << QByteArray("leave out --lease");
        QTest::newRow("another server") << QStringList{u"token"_s, u"--profile"_s, u"prod"_s} << QByteArray("leave out --profile");
        QTest::newRow("no file") << QStringList{u"--acquire"_s, u"/nowhere"_s, u"--release"_s, u"b"_s}
                                 << QByteArray("/nowhere cannot be read");
        QTest::newRow("reading without scripts")
            << QStringList{u"token"_s, u"--acquired-when"_s, u"1"_s} << QByteArray("about scripts of your own");
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
