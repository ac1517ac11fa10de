// SPDX-License-Identifier: MIT
// `lockscope lab --challenges`, `--challenge` and `--pitfalls` as a person runs them.
#include "support/lockscope_process.h"
#include "support/test_program.h"

#include "lockcore/lab/challenge/challenge_file.h"
#include "lockcore/report/pitfall.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>

using namespace lockcore;
using namespace lockcore::test;
using namespace Qt::StringLiterals;

class TestChallengeCommand final : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void cleanupTestCase() { qunsetenv("XDG_CONFIG_HOME"); }
    void list_showsWhatIsSolved();
    void question_doesNotTellTheAnswer();
    void terminal_asksUntilTheAnswerIsRight();
    void withoutAnAnswer_isWrongUsage();
    void missingServer_isNoTry();
    void wrongWords_areRefused_data();
    void wrongWords_areRefused();
    void pitfall_isShownWithItsStories();
    void pitfalls_areListed();

private:
    QJsonObject json(const QStringList &words, int exitCode = 0);
    QJsonObject listed(int challenge) { return json({u"--challenges"_s})[u"challenges"_s].toArray()[challenge].toObject(); }

    std::optional<QTemporaryDir> m_config; ///< of the person, for all processes of a test
};

void TestChallengeCommand::init()
{
    QVERIFY(m_config.emplace().isValid());
    qputenv("XDG_CONFIG_HOME", m_config->path().toUtf8());
}

QJsonObject TestChallengeCommand::json(const QStringList &words, int exitCode)
{
    LockscopeProcess process(QStringList{u"lab"_s} + words + QStringList{u"--json"_s});
    if (!process.waitEnd() || process.exitCode() != exitCode)
        qWarning().noquote() << process.exitCode() << process.out() << process.err();
    return process.exitCode() == exitCode ? QJsonDocument::fromJson(process.out()).object() : QJsonObject();
}

// One answer of one challenge: tst_challenges plays all of them.
void TestChallengeCommand::list_showsWhatIsSolved()
{
    QCOMPARE(listed(2)[u"challenge"_s].toString(), u"late-delete"_s);
    QCOMPARE(listed(2)[u"tries"_s].toInt(-1), 0);
    const auto wrong = json({u"--challenge"_s, u"late-delete"_s, u"--answer"_s, u"1"_s}, 1);
    QCOMPARE(wrong[u"result"_s].toString(), u"wrong"_s);
    QVERIFY(!wrong[u"why"_s].toString().isEmpty() && !wrong[u"verdicts"_s].toArray().isEmpty());
    QCOMPARE(listed(2)[u"tries"_s].toInt(), 1);
    QCOMPARE(listed(2)[u"solved"_s].toBool(true), false);
    const auto right = json({u"--challenge"_s, u"3"_s, u"--answer"_s, u"2"_s});
    QCOMPARE(right[u"result"_s].toString(), u"right"_s);
    QCOMPARE(right[u"tries"_s].toInt(), 2);
    QVERIFY(listed(2)[u"solved"_s].toBool());
    QCOMPARE(listed(2)[u"solved_by"_s].toInt(), 2);
    LockscopeProcess again({u"lab"_s, u"--challenge"_s, u"3"_s});
    again.closeInput();
    QVERIFY(again.waitEnd());
    QVERIFY2(again.out().contains("✓ 2 It is gone") && again.out().contains("  1 It stays"), again.out().constData());
    LockscopeProcess list({u"lab"_s, u"--challenges"_s});
    QVERIFY(list.waitEnd());
    QVERIFY2(list.out().contains("✓ 3 late-delete") && list.out().contains("solved in 2 tries, par 1")
                 && list.out().contains("1 of 20 solved"),
             list.out().constData());
}

void TestChallengeCommand::question_doesNotTellTheAnswer()
{
    for (const auto &challenge : builtInChallenges()) {
        const auto asked = json({u"--challenge"_s, QString::fromStdString(challenge.name)});
        QCOMPARE(asked[u"answers"_s].toArray().size(), std::ssize(challenge.answers));
        QVERIFY(!asked.contains(u"right"_s) && !asked.contains(u"result"_s));
        const auto text = QJsonDocument(asked).toJson();
        for (const auto &answer : challenge.answers)
            QVERIFY2(!text.contains(answer.why.c_str()), answer.why.c_str());
    }
}

void TestChallengeCommand::terminal_asksUntilTheAnswerIsRight()
{
    LockscopeProcess process({u"lab"_s, u"--challenge"_s, u"late-delete"_s});
    QVERIFY(process.waitFor([&] { return process.out().contains("Your answer, 1 to 2: "); }));
    QVERIFY(process.out().contains("2 It is gone"));
    process.type("3\nx\n1\n2\n");
    QVERIFY(process.waitEnd());
    QCOMPARE(process.exitCode(), 0);
    QCOMPARE(process.out().count("Your answer"), 4);
    QVERIFY(process.out().indexOf("✗ Wrong") < process.out().indexOf("✓ Right"));
    QVERIFY(process.out().contains("The judge on “ownership”: violated. A's DEL removed B's lock"));
}

void TestChallengeCommand::withoutAnAnswer_isWrongUsage()
{
    LockscopeProcess process({u"lab"_s, u"--challenge"_s, u"1"_s});
    process.closeInput();
    QVERIFY(process.waitEnd());
    QCOMPARE(process.exitCode(), 2);
    QVERIFY(process.err().contains("--answer N"));
}

void TestChallengeCommand::missingServer_isNoTry()
{
    LockscopeProcess process({u"lab"_s, u"--server"_s, u"/no/server"_s, u"--challenge"_s, u"1"_s, u"--answer"_s, u"2"_s});
    QVERIFY(process.waitEnd());
    QCOMPARE(process.exitCode(), 69);
    QCOMPARE(listed(0)[u"tries"_s].toInt(-1), 0);
}

void TestChallengeCommand::wrongWords_areRefused_data()
{
    QTest::addColumn<QStringList>("words");
    QTest::addColumn<QString>("sentence");
    QTest::newRow("no such challenge") << QStringList{u"--challenge"_s, u"0"_s}
                                       << u"There is no challenge \"0\"; --challenges lists them."_s;
    QTest::newRow("no such answer") << QStringList{u"--challenge"_s, u"1"_s, u"--answer"_s, u"6"_s}
                                    << u"--answer: write a number from 1 to 5."_s;
    QTest::newRow("no name") << QStringList{u"--challenge"_s} << u"--challenge needs a value."_s;
    QTest::newRow("answer alone") << QStringList{u"eviction"_s, u"--answer"_s, u"1"_s} << u"--answer belongs to --challenge."_s;
    QTest::newRow("command") << QStringList{u"--challenges"_s, u"--"_s, u"x"_s} << u"Pitfalls and challenges take no command."_s;
    QTest::newRow("server") << QStringList{u"--challenge"_s, u"1"_s, u"--url"_s, u"localhost"_s}
                            << u"--check, --sweep, --hunt, --lesson and --challenge use private servers only: they take no --url."_s;
    QTest::newRow("no such pitfall") << QStringList{u"--pitfalls"_s, u"Z9"_s} << u"There is no pitfall \"Z9\"; --pitfalls lists them."_s;
}

void TestChallengeCommand::wrongWords_areRefused()
{
    QFETCH(QStringList, words);
    QFETCH(QString, sentence);
    const auto refusal = refusalOf(QStringList{u"lab"_s} + words);
    QCOMPARE(refusal.exitCode, 2);
    QCOMPARE(refusal.sentence, u"lockscope: "_s + sentence);
}

void TestChallengeCommand::pitfall_isShownWithItsStories()
{
    LockscopeProcess process({u"lab"_s, u"--pitfalls"_s, u"r2"_s});
    QVERIFY(process.waitEnd());
    QCOMPARE(process.exitCode(), 0);
    const auto *pitfall = findPitfall("R2");
    for (const auto part : {pitfall->title, pitfall->happens, pitfall->fix, std::string_view("lockscope lab get-then-del\n")})
        QVERIFY2(process.out().contains(QByteArrayView(part.data(), std::ssize(part))), part.data());
}

void TestChallengeCommand::pitfalls_areListed()
{
    LockscopeProcess process({u"lab"_s, u"--pitfalls"_s});
    QVERIFY(process.waitEnd());
    QCOMPARE(process.out().count('\n'), std::ssize(pitfalls()));
    const auto all = json({u"--pitfalls"_s})[u"pitfalls"_s].toArray();
    QCOMPARE(all.size(), std::ssize(pitfalls()));
    QCOMPARE(all[0].toObject()[u"answers"_s].toString(), u"library"_s);
    QCOMPARE(all[0].toObject()[u"stories"_s].toArray()[0].toString(), u"crash-before-expire"_s);
}

LOCKSCOPE_TEST(TestChallengeCommand)
#include "tst_challenge_command.moc"
