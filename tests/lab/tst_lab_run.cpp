// SPDX-License-Identifier: MIT
// Runs on real servers with real workers. What the scenarios come to is in tst_scenarios.cpp.
#include "lab/played_run.h"
#include "support/test_program.h"

#include "lockcore/lab/history_file.h"

#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

using namespace lockcore;
using namespace lockcore::test;
using namespace std::chrono_literals;

class TestLabRun final : public QObject
{
    Q_OBJECT

private slots:
    void history_isOnDisk_andJudgedTheSame();
    void missingCapability_isSkipped();
    void missingServer_isAnError();
    void brokenWorker_isRefusedWithASentence_data();
    void brokenWorker_isRefusedWithASentence();
    void unplayedCondition_isReported();
    void deadWorkersWork_doesNotHoldUpTheRun();
    void lostMessage_isNoted();
    void unknownAcquire_isReleasedAndTriedAgain();
};

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

void TestLabRun::unknownAcquire_isReleasedAndTriedAgain()
{
    auto scenario = builtIn("lost-reply");
    scenario.workers.resize(1);
    scenario.workers[0].tries = 50;
    scenario.script[0].action = Action::CutReply;
    const auto played = playedRun(scenario);
    QVERIFY2(played.ok(), sentenceOf(played).c_str());
    std::vector<entry::Request> asked; // what is tried again at once, because it could not be sent, counts once
    const auto &entries = played->history.entries;
    const auto isBegin = [](const auto &entry) { return std::holds_alternative<entry::Begun>(entry.what); };
    for (auto entry = std::ranges::find_if(entries, isBegin); entry != entries.end(); ++entry) {
        const auto *sent = std::get_if<entry::Sent>(&entry->what);
        if (sent && (asked.empty() || asked.back() != sent->request))
            asked.push_back(sent->request);
    }
    using enum entry::Request;
    QVERIFY2((asked == std::vector{Acquire, Release, Acquire, Work, Release, Bye}), toString(played->history).c_str());
}

LOCKSCOPE_TEST(TestLabRun)
#include "tst_lab_run.moc"
