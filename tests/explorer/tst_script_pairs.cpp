// SPDX-License-Identifier: MIT
// Locks of a user's own, with faults that are known: each is judged rightly, with the fewest faults.
#include "explorer/oracle_case.h"
#include "lockcore/explorer/exploration.h"
#include "lockcore/oracle/trace_replay.h"
#include "support/test_program.h"

#include <QTest>

using namespace lockcore;
using namespace lockcore::explorer;

namespace {

const auto right = QStringLiteral("if redis.call('set', KEYS[1], ARGV[1], 'NX', 'PX', ARGV[2]) then return 1 end return 0");
const auto rightRelease = QStringLiteral("if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('del', KEYS[1]) end return 0");
const auto rightRenewal =
    QStringLiteral("if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('pexpire', KEYS[1], ARGV[2]) end return 0");

// The end of the lease is in the value, by the server's clock, of which `now` is made.
QString byTheClock(const char *now)
{
    return QStringLiteral("local time = redis.call('TIME') local now = %1 local value = redis.call('GET', KEYS[1]) "
                          "if value and tonumber(string.match(value, '^%d+')) > now then return 0 end "
                          "redis.call('SET', KEYS[1], (now + ARGV[2]) .. ' ' .. ARGV[1]) return 1")
        .arg(QString::fromLatin1(now));
}
const auto releaseByOwner = QStringLiteral("local value = redis.call('GET', KEYS[1]) if value and string.match(value, ' (.*)$') == ARGV[1] "
                                           "then return redis.call('DEL', KEYS[1]) end return 0");

QString told(const Finding &finding)
{
    if (finding.verdict == Verdict::NotExercised)
        return QStringLiteral("not-exercised");
    return finding.violation ? QString::fromStdString(toString(finding.violation->faults, {})) : QStringLiteral("held");
}

} // namespace

class ScriptPairsTest : public test::OracleCase
{
    Q_OBJECT

private slots:
    void initTestCase() { startOracle(); }

    void pair_isJudged_data()
    {
        QTest::addColumn<QString>("acquire");
        QTest::addColumn<QString>("release");
        QTest::addColumn<QString>("renew");
        QTest::addColumn<QString>("acquiredWhen");
        QTest::addColumn<QString>("exclusion"); // held, not-exercised, or the faults with which it is violated: "none", "crash=1" …
        QTest::addColumn<QString>("mortality");
        const auto row = [](const char *name, const QString &acquire, const QString &release, const QString &exclusion,
                            const QString &mortality, const QString &acquiredWhen = QStringLiteral("1"), const QString &renew = {}) {
            QTest::newRow(name) << acquire << release << renew << acquiredWhen << exclusion << mortality;
        };
        const auto held = QStringLiteral("held");
        const auto none = QStringLiteral("none");
        const auto untested = QStringLiteral("not-exercised");
        row("right", right, rightRelease, held, held);
        row("right, renewed", right, rightRelease, held, held, QStringLiteral("1"), rightRenewal);
        row("answers OK", QStringLiteral("return redis.call('set', KEYS[1], ARGV[1], 'NX', 'PX', ARGV[2])"), rightRelease, held, held,
            QStringLiteral("OK"));
        row("answers nil, else the PTTL",
            QStringLiteral(
                "if redis.call('set', KEYS[1], ARGV[1], 'NX', 'PX', ARGV[2]) then return nil end return redis.call('pttl', KEYS[1])"),
            rightRelease, held, held, QStringLiteral("nil"));
        row("cjson value",
            QStringLiteral("if redis.call('exists', KEYS[1]) == 1 then return 0 end redis.call('set', KEYS[1], "
                           "cjson.encode({o = ARGV[1]}), 'PX', ARGV[2]) return 1"),
            QStringLiteral(
                "local v = redis.call('get', KEYS[1]) if v and cjson.decode(v).o == ARGV[1] then return redis.call('del', KEYS[1]) end return 0"),
            held, held);
        row("hash",
            QStringLiteral("if redis.call('exists', KEYS[1]) == 1 then return 0 end redis.call('hset', KEYS[1], ARGV[1], 1) "
                           "redis.call('pexpire', KEYS[1], ARGV[2]) return 1"),
            QStringLiteral("if redis.call('hexists', KEYS[1], ARGV[1]) == 1 then return redis.call('del', KEYS[1]) end return 0"), held,
            held);
        row("no lock at all", QStringLiteral("return 1"), QStringLiteral("return 1"), none, held);
        row("does not ask", QStringLiteral("redis.call('set', KEYS[1], ARGV[1], 'PX', ARGV[2]) return 1"), rightRelease, none, held);
        row("asks a missing key for nil", // of a missing key GET is false, not nil
            QStringLiteral(
                "if redis.call('get', KEYS[1]) == nil then redis.call('set', KEYS[1], ARGV[1], 'PX', ARGV[2]) return 1 end return 0"),
            rightRelease, untested, untested);
        row("0 is true in Lua",
            QStringLiteral(
                "if redis.call('exists', KEYS[1]) then return 0 end redis.call('set', KEYS[1], ARGV[1], 'PX', ARGV[2]) return 1"),
            rightRelease, untested, untested);
        row("plain DEL", right, QStringLiteral("return redis.call('del', KEYS[1])"), QStringLiteral("lost-reply=1"), held);
        row("no deadline", QStringLiteral("return redis.call('setnx', KEYS[1], ARGV[1])"), rightRelease, held, QStringLiteral("crash=1"));
        row("a deadline only for whoever holds it already",
            QStringLiteral(
                "local n = redis.call('setnx', KEYS[1], ARGV[1]) if n == 0 then redis.call('pexpire', KEYS[1], ARGV[2]) end return n"),
            rightRelease, held, QStringLiteral("crash=1"));
        row("lease of a tenth",
            QStringLiteral("if redis.call('set', KEYS[1], ARGV[1], 'NX', 'PX', math.ceil(ARGV[2] / 10)) then return 1 end return 0"),
            rightRelease, none, held);
        row("refreshes whoever holds it",
            QStringLiteral(
                "if redis.call('set', KEYS[1], ARGV[1], 'NX', 'PX', ARGV[2]) then return 1 end redis.call('pexpire', KEYS[1], ARGV[2]) return 0"),
            rightRelease, held, QStringLiteral("crash=1"));
        row("releases by another's value", right,
            QStringLiteral("if redis.call('get', KEYS[1]) then return redis.call('del', KEYS[1]) end return 0"),
            QStringLiteral("lost-reply=1"), held);
        row("never releases", right, QStringLiteral("return 1"), held, held);
        row("renewal that makes the key again", right, rightRelease, held, held, QStringLiteral("1"),
            QStringLiteral("redis.call('set', KEYS[1], ARGV[1], 'PX', ARGV[2]) return 1"));
        row("reads the reply the wrong way round", right, rightRelease, none, held, QStringLiteral("0"));
        row("by the server's clock", byTheClock("time[1] * 1000 + math.floor(time[2] / 1000)"), releaseByOwner, held, held);
        row("by a second that begins in between", byTheClock("time[1] * 1000"), releaseByOwner, none, held);
        row("by a part of the clock that begins at 0 again", byTheClock("math.floor(time[2] / 1000)"), releaseByOwner, held,
            QStringLiteral("crash=1"));
        row("always fails", QStringLiteral("return redis.call('nosuch')"), rightRelease, untested, untested);
        row("fails on the second key", QStringLiteral("return redis.error_reply('no')"), rightRelease, untested, untested);
    }

    void pair_isJudged()
    {
        QFETCH(const QString, acquire);
        QFETCH(const QString, release);
        QFETCH(const QString, renew);
        QFETCH(const QString, acquiredWhen);
        QFETCH(const QString, exclusion);
        QFETCH(const QString, mortality);
        ScriptPair scripts;
        scripts.acquire = acquire.toStdString();
        scripts.release = release.toStdString();
        scripts.renew = renew.toStdString();
        scripts.acquiredWhen = acquiredWhen.toStdString();
        const auto bounds = usualBounds(scripts);
        const auto found = explore(bounds, usualFaults(), *m_oracle, m_control);
        QVERIFY2(found.ok(), found.ok() ? "" : found.error().text.c_str());
        QVERIFY(found->complete);
        QCOMPARE(told(found->findings.at(Property::MutualExclusion)), exclusion);
        QCOMPARE(told(found->findings.at(Property::NoImmortalLock)), mortality);
    }

    // Scripts that count: right but for a lost reply, after which nobody knows the count; and a release that forgets to count.
    void countingPair_isJudgedForReentry_data()
    {
        QTest::addColumn<QString>("release");
        QTest::addColumn<QString>("stillHeldWhen");
        QTest::addColumn<QString>("reentry"); // empty: not examined
        const auto counting = QStringLiteral("if redis.call('hexists', KEYS[1], ARGV[1]) == 0 then return nil end "
                                             "if redis.call('hincrby', KEYS[1], ARGV[1], -1) > 0 then return 0 end "
                                             "redis.call('del', KEYS[1]) return 1");
        QTest::newRow("counts") << counting << QStringLiteral("0") << QStringLiteral("held");
        QTest::newRow("frees at the first release")
            << QStringLiteral("if redis.call('hexists', KEYS[1], ARGV[1]) == 0 then return nil end redis.call('del', KEYS[1]) return 1")
            << QStringLiteral("0") << QStringLiteral("none");
        QTest::newRow("nobody says that it counts") << counting << QString() << QString();
    }
    void countingPair_isJudgedForReentry()
    {
        QFETCH(const QString, release);
        QFETCH(const QString, stillHeldWhen);
        QFETCH(const QString, reentry);
        ScriptPair scripts;
        scripts.acquire = "if redis.call('exists', KEYS[1]) == 1 and redis.call('hexists', KEYS[1], ARGV[1]) == 0 then return 0 end "
                          "redis.call('hincrby', KEYS[1], ARGV[1], 1) redis.call('pexpire', KEYS[1], ARGV[2]) return 1";
        scripts.release = release.toStdString();
        scripts.stillHeldWhen = stillHeldWhen.toStdString();
        const auto found = explore(usualBounds(scripts), {FaultBudget()}, *m_oracle, m_control);
        QVERIFY2(found.ok(), found.ok() ? "" : found.error().text.c_str());
        QCOMPARE(found->findings.contains(Property::Reentry), !reentry.isEmpty());
        if (!reentry.isEmpty())
            QCOMPARE(told(found->findings.at(Property::Reentry)), reentry);
        QCOMPARE(told(found->findings.at(Property::MutualExclusion)), QStringLiteral("held"));
    }

    void whatCannotBeJudged_isRefused_data()
    {
        QTest::addColumn<QString>("acquire");
        QTest::addColumn<QString>("why");
        QTest::newRow("draws at random") << QStringLiteral(
            "redis.call('set', KEYS[1], redis.call('time')[2] .. math.random()) return redis.call('randomkey')")
                                         << QString();
        QTest::newRow("reads the clock, but does not say so")
            << QStringLiteral("local now = tonumber(redis.call('ti' .. 'me')[1]) local ends = tonumber(redis.call('get', KEYS[1]) or '0') "
                              "if ends > now then return 0 end redis.call('set', KEYS[1], now + 10) return 1")
            << QStringLiteral("reads the server's clock");
        QTest::newRow("does not end") << QStringLiteral("while true do end") << QStringLiteral("does not end");
    }
    void whatCannotBeJudged_isRefused()
    {
        QFETCH(const QString, acquire);
        QFETCH(const QString, why);
        auto own = ServerOracle::start({"redis-server", LOCKSCOPE_BINARY});
        QVERIFY(own.ok());
        ScriptPair scripts;
        scripts.acquire = acquire.toStdString();
        scripts.release = rightRelease.toStdString();
        const auto result = search(usualBounds(scripts), **own, m_control);
        if (why.isEmpty()) {
            QVERIFY(!result.ok() || result->findings.at(Property::MutualExclusion).verdict != Verdict::Held);
            return;
        }
        QVERIFY(!result.ok());
        QVERIFY2(result.error().text.find(why.toStdString()) != std::string::npos, result.error().text.c_str());
    }

private:
    Control m_control;
};

LOCKSCOPE_TEST(ScriptPairsTest)
#include "tst_script_pairs.moc"
