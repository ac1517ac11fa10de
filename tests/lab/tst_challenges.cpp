// SPDX-License-Identifier: MIT
// Every answer of every challenge is played with real workers on real servers, two at a time, and the judge must agree with what the
// challenge says. CHALLENGE names one of them, CHALLENGE_SEED repeats a seed.
#include "lab/played_run.h"
#include "support/test_program.h"

#include "lockcore/judge/judge.h"
#include "lockcore/lab/challenge/challenge_file.h"
#include "lockcore/lab/run/run_pool.h"
#include "lockcore/lab/scenario/built_in_scenarios.h"
#include "lockcore/lab/scenario/scenario_file.h"
#include "lockcore/lab/scenario/scenario_text.h"
#include "lockcore/lab/search/sweep_scenario.h"
#include "lockcore/locks/catalogue.h"

#include <QFile>
#include <QRandomGenerator>
#include <QTest>

#include <set>

using namespace lockcore;
using namespace lockcore::test;
using namespace Qt::StringLiterals;

namespace {

constexpr int runsAtOnce = 2;
constexpr int mostPlaysOfAnAnswer = 8; ///< on a machine that is late; each after the others

struct PlayedAnswer
{
    std::size_t challenge = 0, answer = 0;
    std::unique_ptr<Arriving<PlayedRun>> coming;
    std::optional<PlayedRun> run;
    AnswerVerdict verdict = AnswerVerdict::Open;
};

constexpr auto goodFile = R"({
    "lockscope_challenges": 1,
    "challenges": [
        {
            "name": "one",
            "title": "T",
            "question": "Q",
            "kind": "break-it",
            "property": "ownership",
            "protocol": "token",
            "answers": [
                {"request": "work", "fault": "pause", "right": true, "why": "W"},
                {"request": "acquire", "command": "SET", "at": "before", "fault": "kill", "why": "W"}
            ]
        }
    ]
})"_L1;

} // namespace

class TestChallenges final : public QObject
{
    Q_OBJECT

private slots:
    void file_isRead();
    void wrongFile_isRefused_data();
    void wrongFile_isRefused();
    void builtIn_areTwentyOfAllKinds();
    void strikes_areCellsOfTheSweep();
    void mendedStory_saysWhatItPlays();
    void verdicts_decide();
    void everyAnswer_getsTheVerdictThatItsChallengeSays();

private:
    void begin(PlayedAnswer &play);
    void await(PlayedAnswer &play);
    const Challenge &of(const PlayedAnswer &play) const { return m_challenges[play.challenge]; }

    const std::vector<Scenario> m_stories = builtInScenarios();
    const std::vector<Challenge> m_challenges = builtInChallenges();
    EventLoop m_loop;
    RunPool m_pool{runsAtOnce};
    std::uint64_t m_seed = 1 + QRandomGenerator::system()->generate();
};

void TestChallenges::file_isRead()
{
    const auto challenges = challengesOf(QString(goodFile).toStdString(), "f", m_stories);
    QVERIFY2(challenges.ok(), challenges.ok() ? "" : challenges.error().text.c_str());
    QCOMPARE(challenges->size(), std::size_t(1));
    const auto &one = challenges->front();
    QCOMPARE(one.answers.size(), std::size_t(2));
    QCOMPARE(one.answers[1].text, std::string("A dies before the SET of its acquire"));
    QCOMPARE(nameOf(std::get<SweepCell>(one.answers[1].plays)), std::string("acquire-before-SET-kill"));
    QCOMPARE(scenarioOf(one, 1).protocol, std::string("token"));
}

void TestChallenges::wrongFile_isRefused_data()
{
    QTest::addColumn<QString>("from");
    QTest::addColumn<QString>("to");
    QTest::addColumn<QString>("sentence");
    const auto row = [](const char *name, QString from, QString to, QString sentence) { QTest::newRow(name) << from << to << sentence; };
    row("version", u"challenges\": 1"_s, u"challenges\": 2"_s, u"line 2: \"lockscope_challenges\" must be a whole number from 1 to 1"_s);
    row("kind", u"break-it"_s, u"win-it"_s, u"line 8: \"kind\" cannot be \"win-it\"; it is one of guess, break-it, mend-it"_s);
    row("property", u"ownership"_s, u"luck"_s, u"line 9: \"property\" cannot be \"luck\"; it is one of mutual-exclusion"_s);
    row("protocol", u": \"token"_s, u": \"tokens"_s, u"line 10: there is no protocol \"tokens\""_s);
    row("field", u"\"title"_s, u"\"tittle"_s, u"line 4: a challenge needs the field \"title\""_s);
    row("more", u"\"title"_s, u"\"colour\": 1, \"title"_s, u"line 6: a challenge has no field \"colour\""_s);
    row("name", u"\"one"_s, u"\"One"_s, u"line 5: a name has small letters, digits and hyphens, and at least one letter"_s);
    row("empty", u"\"Q"_s, u"\""_s, u"line 7: \"question\" must not be empty"_s);
    row("all right", u"\"kill\","_s, u"\"kill\", \"right\": true,"_s, u"line 4: some answers must be right, and some wrong"_s);
    row("no right", u"\"right\": true,"_s, u""_s, u"line 4: some answers must be right, and some wrong"_s);
    row("fault", u"\"pause"_s, u"\"tickle"_s, u"line 12: \"fault\" cannot be \"tickle\"; it is one of kill, pause"_s);
    row("at", u"\"before"_s, u"\"amid"_s, u"line 13: \"at\" is before or done"_s);
    row("twice", u"\"acquire\", \"command\": \"SET\", \"at\": \"before\", \"fault\": \"kill"_s, u"\"work\", \"fault\": \"pause"_s,
        u"line 4: two answers are the same: A is paused in its critical section"_s);
    row("story", u"break-it"_s, u"mend-it"_s, u"line 4: a challenge needs the field \"story\""_s);
    row("no story", u"\"break-it"_s, u"\"guess\", \"story\": \"x"_s, u"line 8: there is no story \"x\""_s);
    row("change", u"\"protocol\": \"token\",\n"_s, u"\"story\": \"herd\",\n"_s, u"line 4: a challenge needs the field \"protocol\""_s);
    row("syntax", u"\"Q\","_s, u"\"Q\""_s, u"this is not valid JSON"_s);
}

void TestChallenges::wrongFile_isRefused()
{
    QFETCH(QString, from);
    QFETCH(QString, to);
    QFETCH(QString, sentence);
    QString text(goodFile);
    QVERIFY(text.contains(from));
    const auto read = challengesOf(text.replace(from, to).toStdString(), "f", m_stories);
    QVERIFY(!read.ok());
    const auto said = QString::fromStdString(read.error().text);
    QVERIFY2(said.startsWith(u"f, line "_s) && said.contains(sentence), qPrintable(said));
}

void TestChallenges::builtIn_areTwentyOfAllKinds()
{
    QFile file(u":/challenges.json"_s);
    QVERIFY(file.open(QIODevice::ReadOnly));
    const auto read = challengesOf(file.readAll().toStdString(), "challenges.json", m_stories);
    QVERIFY2(read.ok(), read.ok() ? "" : read.error().text.c_str());
    QCOMPARE(m_challenges.size(), std::size_t(20));
    for (const auto kind : {ChallengeKind::Guess, ChallengeKind::BreakIt, ChallengeKind::MendIt})
        QVERIFY(std::ranges::count(m_challenges, kind, &Challenge::kind) >= 4);
    for (const auto &challenge : m_challenges) {
        QVERIFY2(challenge.kind != ChallengeKind::MendIt || challenge.answers.size() == 3, challenge.name.c_str());
        for (const auto &answer : challenge.answers)
            QVERIFY2(answer.why.ends_with('.'), answer.why.c_str());
    }
}

// The grid of the protocol, as runs without faults show it.
void TestChallenges::strikes_areCellsOfTheSweep()
{
    for (const auto &challenge : m_challenges) {
        if (challenge.kind != ChallengeKind::BreakIt)
            continue;
        std::map<SweepPart, DryRun> learned;
        for (const auto part : {SweepPart::GivenLease, SweepPart::OwnLease}) {
            RunOptions options;
            options.program = LOCKSCOPE_BINARY;
            options.seed = 1;
            Arriving<PlayedRun> coming(m_loop, m_pool.play({dryRunScenario(challenge.subject, part), std::move(options)}));
            while (!coming.here())
                QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
            const auto run = coming.get();
            QVERIFY2(run.played.ok(), challenge.name.c_str());
            learned[part] = dryRunOf(run.played->history, sweepVictim);
        }
        std::set<std::string> grid;
        for (const auto &cell : sweepCells({.given = learned[SweepPart::GivenLease], .own = learned[SweepPart::OwnLease]}))
            grid.insert(nameOf(cell));
        for (const auto &answer : challenge.answers) {
            const auto name = nameOf(std::get<SweepCell>(answer.plays));
            QVERIFY2(grid.contains(name), (challenge.name + ": " + name).c_str());
        }
    }
}

void TestChallenges::mendedStory_saysWhatItPlays()
{
    for (const auto &challenge : m_challenges) {
        if (challenge.kind != ChallengeKind::MendIt)
            continue;
        for (std::size_t answer = 0; answer < challenge.answers.size(); ++answer) {
            const auto scenario = scenarioOf(challenge, answer);
            QCOMPARE(scenario.title, challenge.answers[answer].text); // the title of the story is about what is changed
            QCOMPARE(scenario.story, challenge.answers[answer].why);
            const auto again = scenarioOf(textOf(scenario), "x.json"); // it is kept in the folder of the run
            QVERIFY2(again.ok(), again.ok() ? "" : again.error().text.c_str());
        }
    }
}

void TestChallenges::verdicts_decide()
{
    const auto find = [this](ChallengeKind kind) { return *std::ranges::find(m_challenges, kind, &Challenge::kind); };
    const auto verdict = [](const Challenge &of, bool right, Outcome outcome, Premises premises = {}) {
        const auto answer = std::ranges::find(of.answers, right, &ChallengeAnswer::right) - of.answers.begin();
        Verdict said;
        said.property = of.property;
        said.outcome = outcome;
        return answerVerdict(of, static_cast<std::size_t>(answer), {said}, premises);
    };
    using enum AnswerVerdict;
    const auto breakIt = find(ChallengeKind::BreakIt), mendIt = find(ChallengeKind::MendIt);
    QCOMPARE(verdict(breakIt, true, Outcome::Violated), Right);
    QCOMPARE(verdict(breakIt, true, Outcome::Held), Wrong);
    QCOMPARE(verdict(breakIt, true, Outcome::NotExercised), Wrong);
    QCOMPARE(verdict(breakIt, true, Outcome::Inconclusive), Open);
    QCOMPARE(verdict(breakIt, false, Outcome::Violated), Right); // the judge decides, not the file
    QCOMPARE(verdict(mendIt, true, Outcome::Held), Right);
    QCOMPARE(verdict(mendIt, true, Outcome::Violated), Wrong);
    QCOMPARE(verdict(mendIt, true, Outcome::NotExercised), Open);
    QCOMPARE(verdict(mendIt, true, Outcome::Skipped), Open);
    const Premises late{true, Microseconds(10'000'000), {}}, cutOff{false, {}, {}};
    QCOMPARE(verdict(breakIt, false, Outcome::Violated, late), Open); // the stall may have done it
    QCOMPARE(verdict(breakIt, true, Outcome::Violated, late), Right);
    QCOMPARE(verdict(breakIt, false, Outcome::Held, cutOff), Open);
    auto another = Verdict();
    another.property = Property::ReentryCount;
    another.outcome = Outcome::Violated;
    auto held = Verdict();
    held.property = mendIt.property;
    held.outcome = Outcome::Held;
    const auto right = std::ranges::find(mendIt.answers, true, &ChallengeAnswer::right) - mendIt.answers.begin();
    QCOMPARE(answerVerdict(mendIt, static_cast<std::size_t>(right), {held, another}, {}), Wrong); // it mends one thing and breaks another
}

void TestChallenges::begin(PlayedAnswer &play)
{
    RunOptions options;
    options.program = LOCKSCOPE_BINARY;
    options.seed = m_seed++;
    play.coming = std::make_unique<Arriving<PlayedRun>>(m_loop, m_pool.play({scenarioOf(of(play), play.answer), std::move(options)}));
}

void TestChallenges::await(PlayedAnswer &play)
{
    while (!play.coming->here())
        QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
    play.run = play.coming->get();
    play.coming.reset();
    play.verdict = AnswerVerdict::Open;
    if (play.run->played && play.run->played->skips.empty())
        play.verdict = answerVerdict(of(play), play.answer, play.run->verdicts, play.run->played->premises);
}

void TestChallenges::everyAnswer_getsTheVerdictThatItsChallengeSays()
{
    if (qEnvironmentVariableIsSet("CHALLENGE_SEED"))
        m_seed = qEnvironmentVariable("CHALLENGE_SEED").toULongLong();
    qInfo("seed %llu", static_cast<unsigned long long>(m_seed));
    const auto only = qEnvironmentVariable("CHALLENGE").toStdString();
    std::vector<PlayedAnswer> plays;
    for (std::size_t i = 0; i < m_challenges.size(); ++i) {
        for (std::size_t answer = 0; answer < m_challenges[i].answers.size(); ++answer) {
            if (only.empty() || m_challenges[i].name == only)
                plays.push_back({i, answer, nullptr, std::nullopt, AnswerVerdict::Open});
        }
    }
    QVERIFY(!plays.empty());
    for (auto &play : plays)
        begin(play);
    for (auto &play : plays)
        await(play);
    int wrong = 0;
    for (auto &play : plays) {
        for (int i = 1; i < mostPlaysOfAnAnswer && play.verdict == AnswerVerdict::Open; ++i) {
            begin(play);
            await(play);
        }
        const auto &answer = of(play).answers[play.answer];
        const auto said = answer.right ? AnswerVerdict::Right : AnswerVerdict::Wrong;
        QVERIFY2(play.run->disagreement.empty(), play.run->disagreement.c_str());
        // A wrong answer to break-it breaks nothing else either: nobody could call it right.
        const bool breaksMore =
            of(play).kind == ChallengeKind::BreakIt && !answer.right && std::ranges::any_of(play.run->verdicts, breaksAPromise);
        if (play.verdict == said && !breaksMore)
            continue;
        ++wrong;
        auto text = of(play).name + ", answer " + std::to_string(play.answer + 1) + " (" + answer.text
                    + "): " + std::string(wordOf(play.verdict)) + (play.run->played ? "" : '\n' + play.run->played.error().text);
        for (const auto &verdict : play.run->verdicts)
            text += '\n' + toString(verdict);
        qWarning("%s", text.c_str());
    }
    QCOMPARE(wrong, 0);
}

LOCKSCOPE_TEST(TestChallenges)
#include "tst_challenges.moc"
