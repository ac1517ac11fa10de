// SPDX-License-Identifier: MIT
// Every built-in scenario on real servers with real workers, four at a time, with a new seed, which is printed. LAB_PLAYS is how
// often (otherwise once), LAB_SEED repeats a seed. On a slow machine a few may stay inconclusive; none may contradict its scenario.
#include "lab/played_run.h"
#include "support/test_program.h"

#include "lockcore/judge/judge.h"
#include "lockcore/lab/run/run_pool.h"
#include "lockcore/lab/scenario/scenario_file.h"
#include "lockcore/locks/catalogue.h"
#include "lockcore/report/redis_text.h"

#include <QDir>
#include <QFile>
#include <QRandomGenerator>
#include <QTest>

#include <set>

using namespace lockcore;
using namespace lockcore::test;
using namespace std::chrono_literals;

namespace {

constexpr int atOnce = 4;
constexpr int triesAlone = 3;  ///< of a scenario that stayed inconclusive among others
constexpr auto testLimit = 3s; ///< for the rounds and the fresh worker of one play
constexpr int concludingPercent = 90;

struct Play
{
    std::uint64_t seed = 0;
    std::unique_ptr<Arriving<PlayedRun>> coming;
    std::optional<PlayedRun> run; ///< once it is here
    Match match = Match::Open;
};

struct Plays
{
    Scenario scenario;
    std::vector<Play> plays;

    int count(Match match) const
    {
        return int(std::count_if(plays.begin(), plays.end(), [=](const Play &play) { return play.run && play.match == match; }));
    }
    bool concluded() const { return count(Match::AsExpected) > 0; }
};

std::string textOf(const Play &play)
{
    auto text = "seed " + std::to_string(play.seed);
    const auto &run = *play.run;
    for (const auto &verdict : run.verdicts)
        text += '\n' + toString(verdict);
    for (const auto &condition : run.played->unmet)
        text += "\ndid not happen: " + toString(condition);
    return text + '\n' + toString(run.played->history);
}

// Qt Test cuts its messages at some kilobytes.
void failWith(const std::string &what, const Play &play)
{
    std::fputs((what + '\n' + textOf(play) + '\n').c_str(), stderr);
    QFAIL((what + ", seed " + std::to_string(play.seed)).c_str());
}

bool expects(const Scenario &scenario, Property property, Outcome outcome)
{
    const auto found = scenario.expected.find(property);
    return found != scenario.expected.end() && found->second == outcome;
}

// A property that the original violates holds in the twin.
std::vector<Property> curedBy(const Scenario &twin, const Scenario &original)
{
    std::vector<Property> cured;
    for (const auto &[property, outcome] : original.expected) {
        if (outcome == Outcome::Violated && expects(twin, property, Outcome::Held))
            cured.push_back(property);
    }
    return cured;
}

// Whether the lock itself is at fault: not an operator or a server. The resource is not counted, because any lease may fail to protect it.
bool isOwnFault(const Scenario &scenario, Property property)
{
    return expects(scenario, property, Outcome::Violated) && scenario.importance != Importance::Informative
           && property != Property::Resource && property != Property::LeaseOutlived;
}

std::string resourceText(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll().toStdString() : std::string();
}

SourceTexts protocolSources()
{
    SourceTexts sources;
    for (const auto &file : QDir(QStringLiteral(":/lockcore/locks")).entryInfoList(QDir::Files))
        sources["lockcore/locks/" + file.fileName().toStdString()] = linesOf(resourceText(file.filePath()));
    return sources;
}

/// The pseudocode of a protocol, and what the runs so far have shown of it.
struct Followed
{
    Pseudocode pseudocode;
    std::set<std::size_t> lit;
};

} // namespace

class TestScenarios final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void scenario_getsExpectedVerdict_data() { addScenarios(); }
    void scenario_getsExpectedVerdict();
    void twin_holdsWhatTheOriginalViolates_data() { addScenarios(); }
    void twin_holdsWhatTheOriginalViolates();
    void pseudocode_isFollowedByEveryStory();
    void inconclusiveRuns_areFew();
    void cleanupTestCase();

private:
    void addScenarios();
    void begin(Plays &of);
    void await(Plays &of);
    void check(const Scenario &scenario, const Play &play);
    void checkProof(const Scenario &scenario, const Play &play);
    void checkCodes(const Scenario &scenario, const Play &play);
    void follow(Followed &followed, const History &history) const;

    const SourceTexts m_sources = protocolSources();
    EventLoop m_loop;
    RunPool m_pool{atOnce};
    std::map<std::string, Plays> m_all;
    int m_plays = 1;
    std::uint64_t m_seed = 0;
};

void TestScenarios::initTestCase()
{
    m_plays = qEnvironmentVariableIsSet("LAB_PLAYS") ? qEnvironmentVariableIntValue("LAB_PLAYS") : 1;
    QVERIFY2(m_plays > 0, "LAB_PLAYS is how often each scenario is played");
    m_seed =
        qEnvironmentVariableIsSet("LAB_SEED") ? qEnvironmentVariable("LAB_SEED").toULongLong() : 1 + QRandomGenerator::system()->generate();
    qInfo("seed %llu", static_cast<unsigned long long>(m_seed));
    for (const auto &file : QDir(QStringLiteral(":/scenarios")).entryInfoList()) {
        auto scenario = readScenario(file.filePath().toStdString());
        QVERIFY2(scenario.ok(), qPrintable(file.filePath()));
        auto &plays = m_all[scenario->name];
        plays.scenario = *std::move(scenario);
    }
    for (auto &[name, plays] : m_all) {
        for (int i = 0; i < m_plays; ++i)
            begin(plays);
    }
}

void TestScenarios::addScenarios()
{
    QTest::addColumn<QString>("name");
    for (const auto &[name, plays] : m_all)
        QTest::newRow(name.c_str()) << QString::fromStdString(name);
}

void TestScenarios::begin(Plays &of)
{
    auto &play = of.plays.emplace_back();
    play.seed = m_seed++;
    RunOptions options;
    options.program = LOCKSCOPE_BINARY;
    options.seed = play.seed;
    play.coming = std::make_unique<Arriving<PlayedRun>>(m_loop, m_pool.play({of.scenario, std::move(options)}));
}

void TestScenarios::await(Plays &of)
{
    for (auto &play : of.plays) {
        if (play.run)
            continue;
        while (!play.coming->here())
            QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
        play.run = play.coming->get();
        play.coming.reset();
        if (play.run->played && play.run->played->skips.empty())
            play.match = matchOf(of.scenario, play.run->verdicts, play.run->played->premises);
    }
}

void TestScenarios::scenario_getsExpectedVerdict()
{
    QFETCH(QString, name);
    auto &of = m_all.at(name.toStdString());
    await(of);
    for (int i = 0; i < triesAlone && m_plays == 1 && !of.concluded(); ++i) {
        begin(of);
        await(of);
    }
    for (const auto &play : of.plays) {
        check(of.scenario, play);
        if (QTest::currentTestFailed())
            return;
    }
    if (m_plays > 1)
        QVERIFY2(of.count(Match::AsExpected) * 100 >= m_plays * concludingPercent,
                 qPrintable(QStringLiteral("%1 of %2 concluded").arg(of.count(Match::AsExpected)).arg(m_plays)));
}

void TestScenarios::check(const Scenario &scenario, const Play &play)
{
    const auto &played = play.run->played;
    QVERIFY2(played.ok(), played.ok() ? "" : (played.error().text + ", seed " + std::to_string(play.seed)).c_str());
    QVERIFY2(played->skips.empty(), "a capability is missing");
    if (!play.run->disagreement.empty())
        return failWith(play.run->disagreement, play);
    if (play.match == Match::Contradicted)
        return failWith("the run contradicts its scenario", play);
    const bool late = !onTime(scenario, played->premises);
    const bool stalled = played->premises.worstStall > Microseconds(0); // the judge takes each unplanned stall for a possible reason
    if (play.match == Match::Open && !late && !stalled)
        return failWith("the run is inconclusive, and no stall explains it", play);
    if (!played->premises.complete && !late)
        return failWith("the run was cut off", play);
    const auto &entries = played->history.entries;
    const auto begun = std::find_if(entries.begin(), entries.end(),
                                    [](const HistoryEntry &entry) { return std::holds_alternative<entry::Begun>(entry.what); });
    if (!late && entries.back().at - begun->at > testLimit)
        return failWith("the run took too long", play);
    checkProof(scenario, play);
    checkCodes(scenario, play);
}

// The code of each broken property is one of the story's, and a story without a pitfall has none.
void TestScenarios::checkCodes(const Scenario &scenario, const Play &play)
{
    for (const auto &[property, outcome] : scenario.expected) {
        const auto verdict = verdictOn(play.run->verdicts, property);
        const bool isBroken = verdict.outcome == Outcome::Violated || verdict.outcome == Outcome::Outlived;
        const auto &codes = scenario.pitfalls;
        const bool isCode = std::find(codes.begin(), codes.end(), verdict.pitfall) != codes.end();
        const bool isRight = !isBroken ? verdict.pitfall.empty() : codes.empty() ? verdict.pitfall.empty() : isCode;
        if (verdict.outcome == outcome && !isRight)
            return failWith("not a code of this story: " + toString(verdict), play);
    }
}

// Without its proof, and without events that prove it again, the verdict must be another one.
void TestScenarios::checkProof(const Scenario &scenario, const Play &play)
{
    for (const auto &[property, outcome] : scenario.expected) {
        auto verdict = verdictOn(play.run->verdicts, property);
        if (outcome != Outcome::Violated || verdict.outcome != outcome)
            continue;
        auto rest = play.run->played->history;
        for (auto proofs = verdict.more + 1; proofs > 0 && verdict.outcome == outcome; --proofs) {
            if (verdict.events.empty() || verdict.sentence.empty())
                return failWith("a violation without proof", play);
            rest = without(rest, {verdict.events.begin(), verdict.events.end()});
            verdict = verdictOn(judge(rest), property);
        }
        if (verdict.outcome == outcome)
            return failWith("without its proof it is still " + toString(verdict) + " in\n" + toString(rest), play);
    }
}

void TestScenarios::twin_holdsWhatTheOriginalViolates()
{
    QFETCH(QString, name);
    const auto &original = m_all.at(name.toStdString()).scenario;
    const auto found = m_all.find(original.twin);
    const auto twin = found == m_all.end() ? Scenario() : found->second.scenario;
    const bool violates = std::any_of(original.expected.begin(), original.expected.end(),
                                      [](const auto &expected) { return expected.second == Outcome::Violated; });
    const auto cured = curedBy(twin, original);
    const bool isTheCure = !curedBy(original, twin).empty();
    QVERIFY2(!violates || isTheCure || !cured.empty(), "nothing that it violates holds in its twin");
    for (const auto &[property, outcome] : original.expected)
        QVERIFY2(!isOwnFault(original, property) || expects(twin, property, Outcome::Held), wordOf(property).data());
    if (cured.empty())
        return;
    for (const auto &play : found->second.plays) {
        for (const auto property : cured) {
            if (play.match != Match::AsExpected)
                continue;
            const auto verdict = verdictOn(play.run->verdicts, property);
            QCOMPARE(verdict.outcome, Outcome::Held);
            QCOMPARE(verdict.pitfall, std::string());
        }
    }
}

// Each place in the source that sends a command is in one line, and each command finds its worker at a line.
void TestScenarios::follow(Followed &followed, const History &history) const
{
    const auto steps = stepsOf(history, followed.pseudocode, m_sources);
    const auto redis = redisTextOf(history, followed.pseudocode, m_sources);
    std::set<std::string> workers;
    bool isPlayed = false;
    for (const auto &entry : history.entries) {
        if (const auto *started = std::get_if<entry::Started>(&entry.what))
            workers.insert(started->who.worker);
        isPlayed |= std::holds_alternative<entry::Begun>(entry.what);
        const auto *turn = std::get_if<entry::Turn>(&entry.what);
        if (const auto *located = std::get_if<entry::Located>(&entry.what); located && isPlayed) {
            const auto &line = m_sources.at(located->file).at(static_cast<std::size_t>(located->line - 1));
            const auto count = std::ranges::count_if(followed.pseudocode.lines, [&](const auto &one) {
                return std::ranges::any_of(one.places, [&](const auto &place) { return isAt(place, located->file, line); });
            });
            const bool sends = line.find(".command(") != line.npos || line.find(".subscribe(") != line.npos;
            QVERIFY2(sends ? count == 1 : count <= 1, (line + " is in " + std::to_string(count) + " lines").c_str());
        } else if (turn && turn->who && isPlayed) {
            QVERIFY2(steps.at(turn->who->worker, entry.number), toString(entry).c_str());
            const auto at = redis.steps.at(turn->who->worker, entry.number);
            QVERIFY2(at && !redis.lines.at(*at).text.empty(), toString(entry).c_str());
        }
        for (const auto &worker : workers) {
            if (const auto at = steps.at(worker, entry.number))
                followed.lit.insert(*at);
        }
    }
}

void TestScenarios::pseudocode_isFollowedByEveryStory()
{
    std::map<std::string, Followed> all;
    for (const auto &protocol : protocols()) {
        const std::string name(protocol.name);
        auto pseudocode = pseudocodeOf(resourceText(QStringLiteral(":/pseudocode/%1.txt").arg(QString::fromStdString(name))));
        QVERIFY2(pseudocode && !pseudocode->lines.empty(), (name + ": " + (pseudocode ? "none" : pseudocode.error().text)).c_str());
        all[name].pseudocode = *std::move(pseudocode);
    }
    std::vector<Plays> others; // a protocol that has no story of its own plays those of another one
    for (const auto *story : {"compare-and-delete", "random-token"}) {
        others.push_back({m_all.at(story).scenario, {}});
        others.back().scenario.protocol = "get-then-del-watch";
        others.back().scenario.options.clear();
        begin(others.back());
    }
    for (auto &of : others)
        await(of);
    const auto take = [&](const Plays &of) {
        for (const auto &play : of.plays) {
            if (play.run && play.run->played)
                follow(all.at(of.scenario.protocol), play.run->played->history);
        }
    };
    for (auto &[name, of] : m_all) {
        await(of);
        take(of);
    }
    for (const auto &of : others)
        take(of);
    std::string unlit;
    for (const auto &[protocol, followed] : all) {
        for (std::size_t line = 0; line < followed.pseudocode.lines.size(); ++line) {
            if (!followed.lit.contains(line))
                unlit += '\n' + protocol + ": " + followed.pseudocode.lines[line].text;
        }
    }
    QVERIFY2(unlit.empty(), ("no story is at" + unlit).c_str());
}

void TestScenarios::inconclusiveRuns_areFew()
{
    const auto open = std::count_if(m_all.begin(), m_all.end(), [](const auto &plays) { return !plays.second.concluded(); });
    QVERIFY2(open * 4 <= std::ptrdiff_t(m_all.size()), qPrintable(QStringLiteral("%1 scenarios stayed inconclusive").arg(open)));
}

void TestScenarios::cleanupTestCase()
{
    qInfo("concluded, contradicted, inconclusive:");
    for (const auto &[name, plays] : m_all)
        qInfo("%3d %3d %3d  %s", plays.count(Match::AsExpected), plays.count(Match::Contradicted), plays.count(Match::Open), name.c_str());
}

LOCKSCOPE_TEST(TestScenarios)
#include "tst_scenarios.moc"
