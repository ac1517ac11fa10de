// SPDX-License-Identifier: MIT
// Real servers, real workers: every built-in scenario once, with a new seed, which is printed.
#include "lab/played_run.h"
#include "support/test_program.h"

#include "lockcore/judge/second_judge.h"
#include "lockcore/lab/assessment.h"
#include "lockcore/lab/history_file.h"

#include <QDir>
#include <QRandomGenerator>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

using namespace lockcore;
using namespace lockcore::test;
using namespace std::chrono_literals;

namespace {

struct Judged
{
    std::uint64_t seed = 0;
    LabRun::Played played;
    std::vector<Verdict> verdicts;
};

std::string textOf(const Judged &judged)
{
    auto text = "seed " + std::to_string(judged.seed);
    for (const auto &verdict : judged.verdicts)
        text += '\n' + toString(verdict);
    for (const auto &condition : judged.played.unmet)
        text += "\ndid not happen: " + toString(condition);
    return text + '\n' + toString(judged.played.history);
}

} // namespace

class TestLabRun final : public QObject
{
    Q_OBJECT

private slots:
    void scenario_isJudgedAsExpected_data();
    void scenario_isJudgedAsExpected();
    void history_isOnDisk_andJudgedTheSame();
    void missingCapability_isSkipped();
    void missingServer_isAnError();
    void brokenWorker_isRefusedWithASentence_data();
    void brokenWorker_isRefusedWithASentence();
    void unplayedCondition_isReported();
    void deadWorkersWork_doesNotHoldUpTheRun();
    void lostMessage_isNoted();

private:
    Result<Judged> judged(const Scenario &scenario);
    void playMany(const Scenario &scenario, int plays);
    void checkProof(const Scenario &scenario, const Judged &judged);
};

// A run that a stalled machine left inconclusive is played again.
Result<Judged> TestLabRun::judged(const Scenario &scenario)
{
    constexpr int mostPlays = 5;
    Judged judged;
    for (int i = 0; i < mostPlays; ++i) {
        judged.seed = 1 + QRandomGenerator::global()->generate();
        LabRun::Options options;
        options.seed = judged.seed;
        auto played = playedRun(scenario, std::move(options));
        if (!played)
            return played.error();
        judged.played = *std::move(played);
        judged.verdicts = judge(judged.played.history);
        qInfo("%s, seed %llu", scenario.name.c_str(), static_cast<unsigned long long>(judged.seed));
        if (matchOf(scenario, judged.verdicts, judged.played.premises) != Match::Open)
            break;
    }
    return judged;
}

void TestLabRun::scenario_isJudgedAsExpected_data()
{
    QTest::addColumn<QString>("name");
    for (const auto &file : QDir(QStringLiteral(":/scenarios")).entryInfoList())
        QTest::newRow(qPrintable(file.completeBaseName())) << file.completeBaseName();
}

void TestLabRun::scenario_isJudgedAsExpected()
{
    QFETCH(QString, name);
    const auto scenario = builtIn(name.toStdString());
    if (const int plays = qEnvironmentVariableIntValue("LAB_PLAYS"))
        return playMany(scenario, plays);
    const auto result = judged(scenario);
    QVERIFY2(result.ok(), result.ok() ? "" : result.error().text.c_str());
    QVERIFY2(result->played.skips.empty(), "a capability is missing");
    QVERIFY2(matchOf(scenario, result->verdicts, result->played.premises) == Match::AsExpected, textOf(*result).c_str());
    QVERIFY2(result->played.premises.complete, textOf(*result).c_str());
    const auto second = secondJudge(result->played.history);
    QCOMPARE(disagreement(result->verdicts, second), std::string());
    checkProof(scenario, *result);
}

// `./dev soak lab`: beside spinners a run may be inconclusive, but no run contradicts what is expected, and nine of ten conclude.
void TestLabRun::playMany(const Scenario &scenario, int plays)
{
    int open = 0;
    for (int i = 0; i < plays; ++i) {
        Judged judged;
        judged.seed = 1 + QRandomGenerator::global()->generate();
        LabRun::Options options;
        options.seed = judged.seed;
        auto played = playedRun(scenario, std::move(options));
        QVERIFY2(played.ok(), sentenceOf(played).c_str());
        judged.played = *std::move(played);
        judged.verdicts = judge(judged.played.history);
        const auto match = matchOf(scenario, judged.verdicts, judged.played.premises);
        QVERIFY2(match != Match::Contradicted, textOf(judged).c_str());
        open += match == Match::Open ? 1 : 0;
    }
    qInfo("%s: %d of %d conclude", scenario.name.c_str(), plays - open, plays);
    QVERIFY2(open * 10 <= plays, "too few conclude");
}

// Without the events that prove it, there is no such verdict.
void TestLabRun::checkProof(const Scenario &scenario, const Judged &judged)
{
    for (const auto &[property, outcome] : scenario.expected) {
        const auto &verdict = verdictOn(judged.verdicts, property);
        if (outcome != Outcome::Violated)
            continue;
        QVERIFY2(!verdict.events.empty() && !verdict.sentence.empty(), textOf(judged).c_str());
        const auto rest = without(judged.played.history, {verdict.events.begin(), verdict.events.end()});
        QVERIFY2(verdictOn(judge(rest), property) != verdict, textOf(judged).c_str());
    }
}

void TestLabRun::history_isOnDisk_andJudgedTheSame()
{
    const QTemporaryDir folder;
    LabRun::Options options;
    options.historyFile = folder.filePath(QStringLiteral("history.jsonl")).toStdString();
    const auto played = playedRun(builtIn("unlock-in-finally"), options);
    QVERIFY2(played.ok(), sentenceOf(played).c_str());
    const auto read = readHistory(options.historyFile);
    QVERIFY(read.ok());
    QCOMPARE(toString(read->header), toString(played->history.header));
    QCOMPARE(read->entries.size(), played->history.entries.size());
    for (std::size_t i = 0; i < read->entries.size(); ++i)
        QCOMPARE(QByteArray::fromStdString(toString(read->entries[i])), QByteArray::fromStdString(toString(played->history.entries[i])));
    QVERIFY(judge(*read) == judge(played->history));

    // The password is 64 hex digits.
    QFile file(QString::fromStdString(options.historyFile));
    QVERIFY(file.open(QIODevice::ReadOnly));
    static const QRegularExpression password(QStringLiteral("[0-9a-f]{64}"));
    QVERIFY(!QString::fromUtf8(file.readAll()).contains(password));
}

void TestLabRun::missingCapability_isSkipped()
{
    auto scenario = builtIn("timestamp-skew");
    scenario.protocol = "token";
    scenario.needs = {"fair"};
    const auto played = playedRun(scenario);
    QVERIFY2(played.ok(), sentenceOf(played).c_str());
    QCOMPARE(played->skips, (std::vector<std::string>{"fair"}));
    QVERIFY(played->history.entries.empty());
}

void TestLabRun::missingServer_isAnError()
{
    LabRun::Options options;
    options.server = "no-such-redis-server";
    const auto played = playedRun(builtIn("unlock-in-finally"), options);
    QVERIFY(!played.ok());
    QVERIFY2(played.error().text.find("no-such-redis-server") != std::string::npos, played.error().text.c_str());
}

void TestLabRun::brokenWorker_isRefusedWithASentence_data()
{
    const QByteArray hello =
        R"(read -r hello; echo '{"type":"hello_ok","proto":1,"library":"x","version":"1","language":"sh","caps":["try"]}'; )";
    QTest::addColumn<QByteArray>("script");
    QTest::addColumn<QByteArray>("part");
    QTest::newRow("dies at hello") << QByteArray("exit 3") << QByteArray("ended with exit code 3");
    QTest::newRow("prints logs") << QByteArray("echo starting; cat") << QByteArray("starting");
    QTest::newRow("other version") << QByteArray(R"(echo '{"type":"hello_ok","proto":9,"library":"x"}'; cat >/dev/null)")
                                   << QByteArray("version 9");
    QTest::newRow("never used the address")
        << hello
               + R"(while read -r line; do id=$(echo "$line" | sed 's/.*"id":\([0-9]*\).*/\1/'); echo "{\"type\":\"ok\",\"re\":$id}"; done)"
        << QByteArray("never used the address");
}

void TestLabRun::brokenWorker_isRefusedWithASentence()
{
    QFETCH(QByteArray, script);
    QFETCH(QByteArray, part);
    LabRun::Options options;
    options.command = {"/bin/sh", "-c", script.toStdString()};
    const auto played = playedRun(builtIn("unlock-in-finally"), options);
    QVERIFY(!played.ok());
    QVERIFY2(played.error().text.find(part.toStdString()) != std::string::npos, played.error().text.c_str());
}

void TestLabRun::unplayedCondition_isReported()
{
    auto scenario = builtIn("unlock-in-finally");
    scenario.workers[1].after = {{Happening::Lost, "A", 1}};
    scenario.limit = 300ms;
    const auto played = playedRun(scenario);
    QVERIFY2(played.ok(), sentenceOf(played).c_str());
    QVERIFY(std::find(played->unmet.begin(), played->unmet.end(), Condition{Happening::Lost, "A", 1}) != played->unmet.end());
    QVERIFY(std::holds_alternative<entry::Ended>(played->history.entries.back().what));
}

void TestLabRun::deadWorkersWork_doesNotHoldUpTheRun()
{
    auto scenario = builtIn("unlock-in-finally");
    scenario.workers.resize(1);
    scenario.workers[0].workUntil = {{Happening::Lost, "A", 1}}; // never
    scenario.script = {{{{Happening::ReadIt, "A", 1}}, 0ms, Action::Kill, "A", 0, Purpose::Any, {}, 0ms}};
    scenario.limit = 10min;
    const auto played = playedRun(scenario);
    QVERIFY2(played.ok(), sentenceOf(played).c_str());
    QVERIFY(played->premises.complete && played->unmet.empty());
}

void TestLabRun::lostMessage_isNoted()
{
    const auto played = playedRun(builtIn("lost-wake-up"));
    QVERIFY2(played.ok(), sentenceOf(played).c_str());
    const auto &entries = played->history.entries;
    const entry::NetworkFaulted lost{{"B", 1}, entry::NetworkFault::OneWayLoss};
    QVERIFY(std::any_of(entries.begin(), entries.end(), [&](const auto &entry) { return entry.what == What(lost); }));
}

LOCKSCOPE_TEST(TestLabRun)
#include "tst_lab_run.moc"
