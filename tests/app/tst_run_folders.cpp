// SPDX-License-Identifier: MIT
// The folder of a run that a command left, as the window reads it: whole, damaged, and hostile.
#include "support/lockscope_process.h"
#include "support/test_program.h"

#include "lockcore/lab/record/history_file.h"
#include "ui/runs/kept_runs.h"
#include "ui/runs/run_folder.h"
#include "ui/runs/run_reading.h"
#include "ui/runs/verdict_json.h"

#include <QDir>
#include <QFile>
#include <QJsonDocument>
#include <QTest>

#include <algorithm>

#include <sys/stat.h>

using namespace lockcore;
using namespace lockscope;
using lockcore::test::LockscopeProcess;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

QByteArray contentOf(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

bool put(const QString &path, const QByteArray &bytes)
{
    QDir().mkpath(QFileInfo(path).path());
    QFile file(path);
    return file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size();
}

QString sentenceOf(const Result<RunReport> &report) { return report.ok() ? QString() : QString::fromStdString(report.error().text); }

} // namespace

class TestRunFolders final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void init();
    void report_matchesTheRun();
    void report_isJudgedFromTheHistory();
    void oldVerdicts_areReadWithoutNewFields();
    void damagedFile_isNamedWithItsLine_data();
    void damagedFile_isNamedWithItsLine();
    void missingFile_isNamed_data();
    void missingFile_isNamed();
    void links_areNotFollowed_data();
    void links_areNotFollowed();
    void pipe_doesNotBlock();
    void sources_staySmall_andInside();
    void condition_isReadBack();
    void verdict_keepsItsTimesToTheMicrosecond();
    void keptRuns_areTheNewestFirst();
    void keptRuns_skipOtherFolders();

private:
    QString path(const QString &name) const { return m_folder + u'/' + name; }
    bool replaceIn(const QString &name, const QByteArray &from, const QByteArray &to) const;

    std::unique_ptr<QTemporaryDir> m_played; ///< by the command, once
    std::unique_ptr<QTemporaryDir> m_runs;
    QString m_folder; ///< a copy for each test
};

void TestRunFolders::initTestCase()
{
    constexpr int mostPlays = 5; // a machine that stalls leaves a run open
    for (int plays = 1;; ++plays) {
        m_played = std::make_unique<QTemporaryDir>();
        LockscopeProcess lab({u"lab"_s, u"unlock-in-finally"_s, u"--seed"_s, u"7"_s, u"--runs"_s, m_played->path()});
        QVERIFY(lab.waitEnd());
        if (lab.exitCode() == 0)
            break;
        QVERIFY2(plays < mostPlays, lab.out() + lab.err());
    }
}

void TestRunFolders::init()
{
    m_runs = std::make_unique<QTemporaryDir>();
    m_folder = m_runs->filePath(u"unlock-in-finally-7"_s);
    const QDir from(m_played->filePath(u"unlock-in-finally-7"_s));
    for (const auto &file : {u"scenario.json"_s, u"history.jsonl"_s, u"verdict.json"_s, u"sources/lockcore/locks/set_nx_del.cpp"_s})
        QVERIFY(put(path(file), contentOf(from.filePath(file))));
}

bool TestRunFolders::replaceIn(const QString &name, const QByteArray &from, const QByteArray &to) const
{
    auto content = contentOf(path(name));
    const auto at = content.indexOf(from);
    return at >= 0 && put(path(name), content.replace(at, from.size(), to));
}

void TestRunFolders::report_matchesTheRun()
{
    const auto report = readRunReport(m_folder);
    QVERIFY2(report.ok(), qPrintable(sentenceOf(report)));
    QCOMPARE(report->scenario.name, std::string("unlock-in-finally"));
    QCOMPARE(report->history.header.seed, 7u);
    QVERIFY(report->expects);
    QVERIFY(report->library.starts_with("lockscope"));
    QVERIFY(report->server.starts_with("redis "));
    QVERIFY(matchOf(*report) == Match::AsExpected);
    QCOMPARE(conclusionOf(*report), u"as expected"_s);
    QVERIFY(!report->error && report->disagreement.empty());
    QCOMPARE(report->sources.size(), 1u);
    QCOMPARE(report->sources[0].path, u"lockcore/locks/set_nx_del.cpp"_s);
    QVERIFY(report->sources[0].text.contains("SPDX"));
    // verdict.json contains what both judges find in the history.
    const auto said = resultFrom(contentOf(path(u"verdict.json"_s)), u"verdict.json"_s);
    QVERIFY(said.ok());
    QCOMPARE(said->verdicts.size(), report->verdicts.size());
    for (std::size_t i = 0; i < said->verdicts.size(); ++i) {
        QVERIFY(said->verdicts[i].property == report->verdicts[i].property);
        QVERIFY(said->verdicts[i].outcome == report->verdicts[i].outcome);
        QVERIFY(said->verdicts[i].importance == report->verdicts[i].importance);
    }
    QVERIFY(said->premises == report->premises);
}

void TestRunFolders::report_isJudgedFromTheHistory()
{
    QVERIFY(replaceIn(u"verdict.json"_s, "\"verdict\": \"violated\"", "\"verdict\": \"held\""));
    const auto report = readRunReport(m_folder);
    QVERIFY(report.ok());
    const auto isViolated = [](const Verdict &verdict) { return verdict.outcome == Outcome::Violated; };
    QVERIFY(std::any_of(report->verdicts.begin(), report->verdicts.end(), isViolated));
}

void TestRunFolders::oldVerdicts_areReadWithoutNewFields()
{
    QVERIFY(replaceIn(u"verdict.json"_s, "\"waited_ms\"", "\"other\""));
    const auto report = readRunReport(m_folder);
    QVERIFY(report.ok());
    QVERIFY(report->premises.waited == 0us);
}

void TestRunFolders::damagedFile_isNamedWithItsLine_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QByteArray>("from");
    QTest::addColumn<QByteArray>("to");
    QTest::addColumn<QString>("part");
    const auto history = u"history.jsonl"_s;
    QTest::newRow("no history") << history << QByteArray("\"e\":\"history\"") << QByteArray("\"e\":\"x\"")
                                << u"history.jsonl, line 1: this is not the history of a run"_s;
    QTest::newRow("an entry") << history << QByteArray("{\"n\":3,") << QByteArray("{\"n\":3 ")
                              << u"history.jsonl, line 4: this entry of the history is damaged"_s;
    QTest::newRow("a number") << history << QByteArray("{\"n\":3,") << QByteArray("{\"n\":30,")
                              << u"history.jsonl, line 4: this entry of the history is damaged"_s;
    QTest::newRow("a time") << history << QByteArray("{\"n\":3,\"t\":") << QByteArray("{\"n\":3,\"t\":9")
                            << u": this entry of the history is damaged"_s;
    QTest::newRow("the scenario") << u"scenario.json"_s << QByteArray("\"title\"") << QByteArray("\"titel\"") << u"scenario.json, line "_s;
    QTest::newRow("the verdicts") << u"verdict.json"_s << QByteArray(",\n") << QByteArray("\n") << u"verdict.json, line "_s;
    QTest::newRow("other JSON") << u"verdict.json"_s << QByteArray("\"verdicts\"") << QByteArray("\"other\"")
                                << u"verdict.json, line 1: these are not the verdicts on a run"_s;
}

void TestRunFolders::damagedFile_isNamedWithItsLine()
{
    QFETCH(QString, name);
    QFETCH(QByteArray, from);
    QFETCH(QByteArray, to);
    QFETCH(QString, part);
    QVERIFY(replaceIn(name, from, to));
    const auto report = readRunReport(m_folder);
    QVERIFY2(sentenceOf(report).contains(part), qPrintable(sentenceOf(report)));
    QVERIFY(!sentenceOf(report).contains(u'\n'));
}

void TestRunFolders::missingFile_isNamed_data()
{
    QTest::addColumn<QString>("name");
    for (const auto &name : {u"scenario.json"_s, u"history.jsonl"_s, u"verdict.json"_s})
        QTest::newRow(qPrintable(name)) << name;
}

void TestRunFolders::missingFile_isNamed()
{
    QFETCH(QString, name);
    QVERIFY(QFile::remove(path(name)));
    QVERIFY2(sentenceOf(readRunReport(m_folder)).contains(name + u" cannot be read: "_s), qPrintable(sentenceOf(readRunReport(m_folder))));
}

void TestRunFolders::links_areNotFollowed_data()
{
    missingFile_isNamed_data();
    QTest::newRow("sources") << u"sources"_s;
    QTest::newRow("a folder of sources") << u"sources/lockcore"_s;
    QTest::newRow("a source") << u"sources/lockcore/locks/set_nx_del.cpp"_s;
}

void TestRunFolders::links_areNotFollowed()
{
    QFETCH(QString, name);
    const auto outside = m_runs->filePath(u"outside"_s);
    QVERIFY(QFile::rename(path(name), outside));
    QVERIFY(QFile::link(outside, path(name)));
    const auto report = readRunReport(m_folder);
    if (name.startsWith(u"sources"_s))
        QVERIFY2(report.ok() && report->sources.empty(), qPrintable(sentenceOf(report)));
    else
        QVERIFY2(sentenceOf(report).contains(u"is a symbolic link"_s), qPrintable(sentenceOf(report)));
}

void TestRunFolders::pipe_doesNotBlock()
{
    QVERIFY(QFile::remove(path(u"verdict.json"_s)));
    QCOMPARE(::mkfifo(QFile::encodeName(path(u"verdict.json"_s)).constData(), 0600), 0);
    QVERIFY2(sentenceOf(readRunReport(m_folder)).contains(u"it is not a file"_s), qPrintable(sentenceOf(readRunReport(m_folder))));
    QVERIFY(keptRuns(m_runs->path()).isEmpty());
}

void TestRunFolders::sources_staySmall_andInside()
{
    const auto source = path(u"sources/lockcore/locks/set_nx_del.cpp"_s);
    QVERIFY(put(source, QByteArray(512 * 1024 + 1, 'x')));
    auto report = readRunReport(m_folder);
    QVERIFY(report.ok() && report->sources.empty());
    QVERIFY(put(source, QByteArray("a\0b", 3)));
    report = readRunReport(m_folder);
    QVERIFY(report.ok() && report->sources.empty());
    // A worker of somebody's own may have named it from elsewhere.
    QVERIFY(put(path(u"sources/locks/set_nx_del.cpp"_s), "near"));
    QVERIFY(QFile::remove(source));
    report = readRunReport(m_folder);
    QVERIFY(report.ok() && report->sources.size() == 1u);
    QCOMPARE(report->sources[0].text, QByteArray("near"));
}

void TestRunFolders::condition_isReadBack()
{
    for (std::size_t i = 0; i < wordsOf<Happening>.size(); ++i) {
        const auto what = static_cast<Happening>(i);
        for (const int nth : {1, 3}) {
            const Condition condition{what, what >= Happening::LockFree ? "" : "A", nth};
            QVERIFY2(conditionFrom(toString(condition)) == condition, toString(condition).c_str());
        }
    }
    for (const auto *wrong : {"", "A", "A flies", "inside", "A start", "A inside #0", "A inside #x", "#1"})
        QVERIFY2(!conditionFrom(wrong), wrong);
}

void TestRunFolders::verdict_keepsItsTimesToTheMicrosecond()
{
    LabResult result;
    result.scenario.name = "one";
    result.premises.worstStall = Microseconds(1001); // 1.001 · 1000 < 1001
    const auto read = resultFrom(verdictJson(result), {});
    QVERIFY(read.ok());
    QCOMPARE(read->premises.worstStall.count(), 1001);
}

void TestRunFolders::keptRuns_areTheNewestFirst()
{
    const auto older = m_runs->filePath(u"older"_s);
    QVERIFY(put(older + u"/verdict.json"_s,
                R"({"scenario": "of\u0007me", "seed": 3, "library": "mylock 1", "server": "redis 7", "complete": true,
                      "verdicts": [{"property": "ownership", "verdict": "held", "importance": "must"}]})"));
    QFile file(older + u"/verdict.json"_s);
    QVERIFY(file.open(QIODevice::ReadWrite));
    QVERIFY(file.setFileTime(QDateTime::fromSecsSinceEpoch(1'000'000'000), QFileDevice::FileModificationTime));
    file.close();
    const auto runs = keptRuns(m_runs->path());
    QCOMPARE(runs.size(), 2);
    QCOMPARE(runs[0].folder, m_folder);
    QCOMPARE(runs[0].scenario, u"unlock-in-finally"_s);
    QCOMPARE(runs[0].protocol, u"set-nx-del"_s);
    QVERIFY(!runs[0].title.isEmpty());
    QCOMPARE(runs[0].seed, 7u);
    QVERIFY(runs[0].outcome == Outcome::Violated);
    QVERIFY(!runs[0].failed && !runs[0].byHand);
    QCOMPARE(runs[1].scenario, u"of\\x07me"_s);
    QCOMPARE(runs[1].protocol, QString());
    QVERIFY(runs[1].property == Property::Ownership);
    QCOMPARE(runs[1].time, QDateTime::fromSecsSinceEpoch(1'000'000'000, Qt::UTC));
    QCOMPARE(keptRuns(m_runs->path(), 1).size(), 1);
}

void TestRunFolders::keptRuns_skipOtherFolders()
{
    QVERIFY(QDir(m_runs->path()).mkdir(u"empty"_s));
    QVERIFY(put(m_runs->filePath(u"broken/verdict.json"_s), "{"));
    QVERIFY(put(m_runs->filePath(u"verdict.json"_s), "{}"));
    QVERIFY(QFile::link(m_folder, m_runs->filePath(u"link"_s)));
    const auto runs = keptRuns(m_runs->path());
    QCOMPARE(runs.size(), 1);
    QCOMPARE(runs[0].folder, m_folder);
    QVERIFY(keptRuns(m_runs->filePath(u"nowhere"_s)).isEmpty());
}

LOCKSCOPE_TEST(TestRunFolders)
#include "tst_run_folders.moc"
