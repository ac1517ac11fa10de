// SPDX-License-Identifier: MIT
// `lockscope lab --compare` as a person runs it.
#include "support/lockscope_process.h"
#include "support/test_program.h"

#include <QDir>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>

using namespace lockcore::test;
using namespace Qt::StringLiterals;

namespace {

QStringList compare(const QString &protocols, const QString &scenario, const QTemporaryDir &runs)
{
    return {u"lab"_s, u"--compare"_s, protocols, scenario, u"--runs"_s, runs.path(), u"--seed"_s, u"7"_s};
}

} // namespace

class TestLabCompareCommand final : public QObject
{
    Q_OBJECT

private slots:
    void protocols_haveOneRowEach();
    void json_hasRowsAlignedAtTheFault();
    void brokenPromise_exitsWithOne();
    void missingServer_exitsWithItsCode();
    void wrongWords_areRefused_data();
    void wrongWords_areRefused();
};

void TestLabCompareCommand::protocols_haveOneRowEach()
{
    const QTemporaryDir runs;
    LockscopeProcess process(compare(u"set-nx-del,token,fenced"_s, u"plain-del-after-expiry"_s, runs));
    QVERIFY(process.waitEnd());
    QVERIFY2(process.exitCode() == 0, process.err());
    const auto lines = QString::fromUtf8(process.out()).split(u'\n');
    QCOMPARE(lines.value(0), u"plain-del-after-expiry: A plain DEL removes somebody else's lock"_s);
    QVERIFY(lines.value(1).startsWith(u"protocol    holds  fault"_s));
    const auto row = [&](int at) { return lines.value(at).simplified(); };
    QCOMPARE(row(2), u"set-nx-del A B A's lock “stock” has expired – ownership R1, resource L1 ✗ violated"_s);
    QCOMPARE(row(3), u"token A B A's lock “stock” has expired A's release resource L1 ✗ violated"_s);
    QCOMPARE(row(4), u"fenced A B A's lock “stock” has expired A's write, A's release – ✓ held"_s);
    const auto folder = runs.filePath(u"compare-plain-del-after-expiry-7"_s);
    QCOMPARE(lines.value(5), u"  ownership R1: One removes or renews the lock of another"_s);
    QCOMPARE(lines.value(6), u"  resource L1: An update is lost"_s); // once for both
    QCOMPARE(lines.value(7), u"The runs: "_s + folder);
    QCOMPARE(QDir(folder).entryList(QDir::Dirs | QDir::NoDotAndDotDot, QDir::Name),
             (QStringList{u"fenced"_s, u"set-nx-del"_s, u"token"_s}));
    QVERIFY(QFile::exists(folder + u"/fenced/report.html"_s));
}

void TestLabCompareCommand::json_hasRowsAlignedAtTheFault()
{
    const QTemporaryDir runs;
    LockscopeProcess process(compare(u"token,fenced,set-nx-del"_s, u"pause-without-fencing"_s, runs) << u"--json"_s);
    QVERIFY(process.waitEnd());
    const auto all = QJsonDocument::fromJson(process.out()).object()[u"runs"_s].toArray();
    QCOMPARE(all.size(), 3);
    const auto kinds = [&](int run) {
        QStringList kinds;
        for (const auto &mark : all[run][u"row"_s][u"marks"_s].toArray())
            kinds << mark[u"kind"_s].toString();
        return kinds;
    };
    for (int i = 0; i < all.size(); ++i) {
        const auto marks = all[i][u"row"_s][u"marks"_s].toArray();
        QCOMPARE(marks.first()[u"kind"_s].toString(), u"fault"_s);
        QCOMPARE(marks.first()[u"at_ms"_s].toDouble(-1), 0.0);
        QCOMPARE(marks.first()[u"worker"_s].toString(), u"A"_s);
        const auto holds = all[i][u"row"_s][u"holds"_s].toArray();
        QCOMPARE(holds.size(), 2);
        QVERIFY(holds[0][u"from_ms"_s].toDouble() < 0 && holds[1][u"from_ms"_s].toDouble() >= 300);
        QVERIFY(QDir(all[i][u"folder"_s].toString()).exists());
    }
    QCOMPARE(all[0][u"protocol"_s].toString(), u"token"_s);
    QVERIFY(kinds(0).contains(u"violation"_s) && !kinds(0).contains(u"refusal"_s));
    QVERIFY(kinds(1).contains(u"refusal"_s) && !kinds(1).contains(u"violation"_s));
}

// The story's own protocol, token, keeps what these do not.
void TestLabCompareCommand::brokenPromise_exitsWithOne()
{
    const QTemporaryDir runs;
    LockscopeProcess process(compare(u"set-nx-del,get-then-del"_s, u"compare-and-delete"_s, runs));
    QVERIFY(process.waitEnd());
    QVERIFY2(process.exitCode() == 1, process.out());
    QVERIFY2(QString::fromUtf8(process.out()).contains(u"ownership R"_s), process.out());
}

void TestLabCompareCommand::missingServer_exitsWithItsCode()
{
    const QTemporaryDir runs;
    LockscopeProcess process(compare(u"token,fenced"_s, u"flush"_s, runs) << u"--server"_s << u"/nowhere/redis-server"_s);
    QVERIFY(process.waitEnd());
    QCOMPARE(process.exitCode(), 69);
}

void TestLabCompareCommand::wrongWords_areRefused_data()
{
    QTest::addColumn<QStringList>("words");
    QTest::addColumn<QString>("sentence");
    const auto few = u"--compare: give 2 to 6 protocols, for example set-nx-del,token,fenced."_s;
    QTest::newRow("nothing") << QStringList{} << u"--compare needs a value."_s;
    QTest::newRow("one") << QStringList{u"token"_s, u"flush"_s} << few;
    QTest::newRow("seven") << QStringList{u"token,fenced,redlock,redisson,set-nx-del,get-then-del,setnx-expire"_s, u"flush"_s} << few;
    QTest::newRow("unknown") << QStringList{u"token,tokn"_s, u"flush"_s}
                             << u"--compare: there is no protocol \"tokn\"; `lockscope lock --help` lists them."_s;
    QTest::newRow("twice") << QStringList{u"token,token"_s, u"flush"_s} << u"--compare: token is there twice."_s;
    QTest::newRow("no scenario") << QStringList{u"token,fenced"_s} << u"Give a scenario; `lockscope lab --list` shows them."_s;
    QTest::newRow("two scenarios") << QStringList{u"token,fenced"_s, u"flush"_s, u"eviction"_s} << u"--compare takes one scenario."_s;
    QTest::newRow("command") << QStringList{u"token,fenced"_s, u"flush"_s, u"--"_s, u"./worker"_s}
                             << u"--compare and --lesson play Lockscope's own workers: they take no command."_s;
}

void TestLabCompareCommand::wrongWords_areRefused()
{
    QFETCH(QStringList, words);
    QFETCH(QString, sentence);
    const auto refusal = refusalOf(QStringList{u"lab"_s, u"--compare"_s} + words);
    QCOMPARE(refusal.exitCode, 2);
    QCOMPARE(refusal.sentence, u"lockscope: "_s + sentence);
}

LOCKSCOPE_TEST(TestLabCompareCommand)
#include "tst_lab_compare_command.moc"
