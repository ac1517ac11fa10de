// SPDX-License-Identifier: MIT
// The pseudocode of each protocol, and what Redis runs for it: both belong to the protocol's own source. That each story follows them is in
// tst_scenarios.
#include "support/history_builder.h"
#include "support/test_program.h"

#include "lockcore/locks/catalogue.h"
#include "lockcore/report/redis_text.h"

#include <QDir>
#include <QFile>
#include <QTest>

using namespace lockcore;
using namespace lockcore::test;
using namespace Qt::Literals::StringLiterals;

namespace {

std::string resourceText(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll().toStdString() : std::string();
}

Pseudocode ofProtocol(const std::string &name)
{
    auto pseudocode = pseudocodeOf(resourceText(u":/pseudocode/%1.txt"_s.arg(QString::fromStdString(name))));
    return pseudocode ? *std::move(pseudocode) : Pseudocode();
}

std::string joined(const std::vector<RedisText::Line> &lines)
{
    std::string text;
    for (const auto &line : lines)
        text += line.text + '\n';
    return text;
}

} // namespace

class TestPseudocode final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void wrongLine_isNamed_data();
    void wrongLine_isNamed();
    void everyPlace_isInItsSource();
    void everyFile_isAProtocols();
    void everyScript_hasItsLua();
    void script_isThatOfItsOwnFile();
    void worker_isAtItsLastStep();
    void foreignWorkers_areShownByTheirCommands();

private:
    SourceTexts m_sources;
};

void TestPseudocode::initTestCase()
{
    for (const auto &file : QDir(u":/lockcore/locks"_s).entryInfoList(QDir::Files))
        m_sources["lockcore/locks/" + file.fileName().toStdString()] = linesOf(resourceText(file.filePath()));
}

void TestPseudocode::wrongLine_isNamed_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("sentence");
    QTest::newRow("purpose") << u"take  SET key @ a.cpp SET\ngrab  GET key @ a.cpp GET\n"_s
                             << u"line 2 begins with no purpose (take, wait, work, renew, free)"_s;
    QTest::newRow("text") << u"take @ a.cpp SET\n"_s << u"line 1 says nothing"_s;
    QTest::newRow("place") << u"take  SET key\n"_s << u"line 1 names no place in a source (\" @ FILE PART\")"_s;
    QTest::newRow("part") << u"take  SET key @ a.cpp\n"_s << u"line 1 names no part of a line of a.cpp"_s;
    QTest::newRow("length") << u"work  read @ work\n"_s.repeated(13) << u"line 13 is one too many"_s;
}

void TestPseudocode::wrongLine_isNamed()
{
    QFETCH(QString, text);
    QFETCH(QString, sentence);
    const auto read = pseudocodeOf(text.toStdString());
    QVERIFY(!read);
    QCOMPARE(QString::fromStdString(read.error().text), sentence);
}

void TestPseudocode::everyPlace_isInItsSource()
{
    for (const auto &protocol : protocols()) {
        const auto pseudocode = ofProtocol(std::string(protocol.name));
        QVERIFY2(!pseudocode.lines.empty() && pseudocode.lines.size() <= 12, protocol.name.data());
        for (const auto &line : pseudocode.lines) {
            for (const auto &place : line.places) {
                const auto file = m_sources.find("lockcore/locks/" + place.file);
                const auto isHere = [&](const std::string &text) { return isAt(place, file->first, text); };
                const bool found = place.part.empty() || (file != m_sources.end() && std::ranges::any_of(file->second, isHere));
                QVERIFY2(found, (std::string(protocol.name) + ": " + place.file + ' ' + place.part).c_str());
            }
        }
    }
}

void TestPseudocode::everyFile_isAProtocols()
{
    for (const auto &file : QDir(u":/pseudocode"_s).entryInfoList())
        QVERIFY2(findProtocol(file.completeBaseName().toStdString()), qPrintable(file.fileName()));
}

void TestPseudocode::everyScript_hasItsLua()
{
    for (const auto &protocol : protocols()) {
        const auto redis = redisTextOf({}, ofProtocol(std::string(protocol.name)), m_sources);
        QVERIFY2(!redis.lines.empty(), protocol.name.data());
        for (std::size_t i = 0; i < redis.lines.size(); ++i) {
            if (redis.lines[i].text.starts_with("EVAL "))
                QVERIFY2(i + 1 < redis.lines.size() && redis.lines[i + 1].text.starts_with("    "), redis.lines[i].text.c_str());
        }
    }
}

void TestPseudocode::script_isThatOfItsOwnFile()
{
    const auto textOf = [this](const char *name) { return joined(redisTextOf({}, ofProtocol(name), m_sources).lines); };
    const auto fenced = textOf("fenced"), redisson = textOf("redisson"), fair = textOf("redisson-fair"), hash = textOf("hash-reentrant");
    QVERIFY(fenced.starts_with("EVAL acquireScript 2 key counter token lease\n    if redis.call('EXISTS', KEYS[1]) == 1 then\n"));
    QVERIFY(redisson.starts_with("EVAL acquireScript 1 key lease owner\n    local free = redis.call('EXISTS', KEYS[1]) == 0\n"));
    QVERIFY(redisson.find("SUBSCRIBE name\n") != redisson.npos);
    QVERIFY(fair.starts_with("EVAL fairAcquireScript 3 key queue timeouts lease owner queueTimeout now inLine ? 1 : 0\n"));
    QVERIFY(hash.find("    -- releaseScript\n") != hash.npos && hash.find("    -- uncheckedRelease\n") != hash.npos); // it has two
    QCOMPARE(textOf("set-nx-del"), std::string("SET key token NX PX lease\n\nDEL key\n"));
}

void TestPseudocode::worker_isAtItsLastStep()
{
    const auto lineOf = [this](const std::string &part) {
        const auto &lines = m_sources.at("lockcore/locks/token.cpp");
        const auto found = std::ranges::find_if(lines, [&](const auto &line) { return line.find(part) != line.npos; });
        return static_cast<std::int64_t>(found - lines.begin()) + 1;
    };
    const auto located = [](std::int64_t line) { return entry::Located{{"A", 1}, "lockcore/locks/token.cpp", line}; };
    HistoryBuilder story{Milliseconds(300)};
    story.worker("A").at(3).add(located(lineOf("\"SET\""))); // of the warm-up
    story.at(5).add(entry::Begun{});
    story.at(10).add(located(lineOf("\"SET\""))).gets("A");
    const auto taken = story.last();
    story.at(15).enter("A").at(20).add(located(lineOf("context.uniqueToken"))).exit("A"); // is in no line: it stays
    const auto worked = story.last();
    story.at(30).add(located(lineOf("compareAndDelete"))).release("A");
    const auto history = story.end();
    const auto pseudocode = ofProtocol("token");
    const auto steps = stepsOf(history, pseudocode, m_sources);
    const auto redis = redisTextOf(history, pseudocode, m_sources);
    const auto purposeAt = [&](std::uint64_t entry) {
        const auto at = steps.at("A", entry);
        return at ? pseudocode.lines[*at].purpose : std::string("none");
    };
    QCOMPARE(purposeAt(1), std::string("none"));
    QCOMPARE(purposeAt(taken), std::string("take"));
    QCOMPARE(purposeAt(worked), std::string("work"));
    QCOMPARE(redis.lines.at(*redis.steps.at("A", worked)).text, std::string("SET key token NX PX lease")); // the last that it has sent
    QCOMPARE(purposeAt(history.entries.size()), std::string("free"));
    QCOMPARE(redis.lines.at(*redis.steps.at("A", history.entries.size())).text, std::string("EVAL compareAndDelete 1 key token"));
    QVERIFY(!steps.at("B", history.entries.size()));
}

void TestPseudocode::foreignWorkers_areShownByTheirCommands()
{
    HistoryBuilder story{Milliseconds(300)};
    story.worker("A").worker("B").at(5).add(entry::Begun{});
    story.at(10).gets("A").at(20).givesBack("A").at(30).gets("B").at(40).givesBack("B");
    const auto history = story.end();
    const auto redis = redisTextOf(history);
    QCOMPARE(redis.lines.size(), 2u); // each command once
    QCOMPARE(redis.lines[0].purpose, std::string("take"));
    QCOMPARE(redis.lines[1].purpose, std::string("free"));
    QCOMPARE(*redis.steps.at("A", history.entries.size()), 1u);
    QVERIFY(!redis.steps.at("B", 10));
}

LOCKSCOPE_TEST(TestPseudocode)
#include "tst_pseudocode.moc"
