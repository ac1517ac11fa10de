// SPDX-License-Identifier: MIT
#include "support/test_program.h"

#include "lockcore/lab/scenario/built_in_scenarios.h"
#include "ui/lab/question/guess.h"
#include "ui/lab/question/tour.h"

#include <QPushButton>
#include <QSettings>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QTextEdit>

#include <algorithm>

using namespace lockscope;
using namespace Qt::Literals::StringLiterals;

namespace {

const lockcore::Scenario *scenarioNamed(const std::string &name)
{
    static const auto all = lockcore::builtInScenarios();
    const auto found = std::find_if(all.begin(), all.end(), [&](const auto &one) { return one.name == name; });
    return found == all.end() ? nullptr : &*found;
}

} // namespace

class TestTour final : public QObject
{
    Q_OBJECT

private slots:
    void init();

    void steps_haveScenariosAndOneRightAnswer();
    void tour_isOfferedOnce();
    void ownRun_declinesTheOfferAndEndsNoTour();
    void tour_reachesItsEnd();
    void wrongGuess_isExplainedOnceItWasPlayed();
    void withoutAGuess_theAnswerIsRevealed();
    void keys_guessAndEnd();
    void otherRun_revealsNothing();
    void oneQuestion_isNoTour();
    void guess_isAboutWhatTheStoryBreaks();
    void guess_isDecidedByTheVerdicts();

private:
    QPushButton *button(const QString &name) const { return m_panel->findChild<QPushButton *>(name); }
    void press() const { button(u"tourMain"_s)->click(); }

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<QSettings> m_settings;
    std::unique_ptr<TourPanel> m_panel;
};

void TestTour::init()
{
    m_panel.reset();
    m_settings.reset();
    m_folder = std::make_unique<QTemporaryDir>();
    m_settings = std::make_unique<QSettings>(m_folder->filePath(u"x.ini"_s), QSettings::IniFormat);
    m_panel = std::make_unique<TourPanel>(m_settings.get());
}

void TestTour::steps_haveScenariosAndOneRightAnswer()
{
    const auto all = lockcore::builtInScenarios();
    QCOMPARE(tourSteps().size(), 5);
    QCOMPARE(tourSteps().back().scenario, u"pause-with-fencing"_s);
    QCOMPARE(tourSteps()[3].scenario, u"pause-without-fencing"_s); // the fault comes before its cure
    for (const auto &step : tourSteps()) {
        QVERIFY2(std::any_of(all.begin(), all.end(), [&](const auto &one) { return one.name == step.scenario.toStdString(); }),
                 qPrintable(step.scenario));
        QCOMPARE(step.answers.size(), 3);
        QCOMPARE(std::count_if(step.answers.begin(), step.answers.end(), [](const lockscope::Answer &answer) { return answer.right; }), 1);
        for (const auto &answer : step.answers)
            QVERIFY(!answer.why.isEmpty());
    }
}

void TestTour::tour_isOfferedOnce()
{
    QVERIFY(m_panel->isHidden());
    m_panel->offerOnce();
    QCOMPARE(m_panel->stage(), TourPanel::Stage::Offer);
    QSignalSpy ended(m_panel.get(), &TourPanel::ended);
    m_panel->end();
    QCOMPARE(ended.size(), 1);
    m_panel->offerOnce();
    QVERIFY(m_panel->isHidden());
    m_panel->begin(); // from the menu, always
    QCOMPARE(m_panel->stage(), TourPanel::Stage::Question);
}

void TestTour::ownRun_declinesTheOfferAndEndsNoTour()
{
    m_panel->offerOnce();
    m_panel->noteOwnRun();
    QVERIFY(m_panel->isHidden());
    m_panel->begin();
    m_panel->noteOwnRun(); // without a guess
    QCOMPARE(m_panel->stage(), TourPanel::Stage::Playing);
}

void TestTour::tour_reachesItsEnd()
{
    QSignalSpy scenarios(m_panel.get(), &TourPanel::wantsScenario), plays(m_panel.get(), &TourPanel::wantsPlay);
    QSignalSpy ended(m_panel.get(), &TourPanel::ended);
    m_panel->offerOnce();
    press();
    for (const auto &step : tourSteps()) {
        QCOMPARE(scenarios.last().first().toString(), step.scenario);
        QCOMPARE(m_panel->stage(), TourPanel::Stage::Question); // before it is played
        QVERIFY(m_panel->coversStory());
        const auto right = std::find_if(step.answers.begin(), step.answers.end(), [](const auto &answer) { return answer.right; });
        const auto name = u"tourAnswer%1"_s.arg(right - step.answers.begin() + 1);
        const auto before = plays.size();
        button(name)->click();
        QCOMPARE(plays.size(), before + 1); // the guess plays it
        QCOMPARE(m_panel->stage(), TourPanel::Stage::Playing);
        QVERIFY(button(name)->text().contains(right->text));
        QVERIFY(!button(name)->text().contains(u'✓')); // not yet
        QVERIFY(m_panel->findChild<QTextEdit *>(u"tourWhy"_s)->isHidden() && m_panel->coversStory());
        m_panel->notePlayed();
        QCOMPARE(m_panel->stage(), TourPanel::Stage::Answered);
        QVERIFY(button(name)->text().contains(u'✓') && !m_panel->coversStory());
        QCOMPARE(m_panel->findChild<QTextEdit *>(u"tourWhy"_s)->toPlainText(), right->why);
        press();
    }
    QCOMPARE(scenarios.size(), 5);
    QCOMPARE(m_panel->stage(), TourPanel::Stage::Done);
    press();
    QCOMPARE(ended.size(), 1);
    QVERIFY(m_panel->isHidden());
}

void TestTour::wrongGuess_isExplainedOnceItWasPlayed()
{
    m_panel->begin();
    button(u"tourAnswer2"_s)->click();
    button(u"tourAnswer1"_s)->click(); // a guess is a guess
    m_panel->notePlayed();
    QVERIFY(button(u"tourAnswer1"_s)->text().contains(u'✓'));
    QVERIFY(button(u"tourAnswer2"_s)->text().contains(u'✗'));
    QCOMPARE(m_panel->findChild<QTextEdit *>(u"tourWhy"_s)->toPlainText(), tourSteps().front().answers[1].why);
}

void TestTour::withoutAGuess_theAnswerIsRevealed()
{
    QSignalSpy seen(m_panel.get(), &TourPanel::endOfStoryWanted);
    m_panel->begin();
    press();
    QCOMPARE(m_panel->stage(), TourPanel::Stage::Playing);
    press();
    QCOMPARE(seen.size(), 1);
    m_panel->notePlayed();
    QVERIFY(button(u"tourAnswer1"_s)->text().contains(u'✓'));
    QCOMPARE(m_panel->findChild<QTextEdit *>(u"tourWhy"_s)->toPlainText(), tourSteps().front().answers[0].why);
}

void TestTour::keys_guessAndEnd()
{
    m_panel->QWidget::show();
    m_panel->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(m_panel.get()));
    m_panel->begin();
    QTest::keyClick(m_panel.get(), Qt::Key_2);
    QCOMPARE(m_panel->stage(), TourPanel::Stage::Playing);
    QVERIFY(button(u"tourAnswer2"_s)->isEnabled() && !button(u"tourAnswer1"_s)->isEnabled());
    QTest::keyClick(m_panel.get(), Qt::Key_Escape);
    QCOMPARE(m_panel->stage(), TourPanel::Stage::Away);
}

void TestTour::otherRun_revealsNothing()
{
    m_panel->notePlayed();
    QVERIFY(m_panel->isHidden());
    m_panel->begin();
    m_panel->notePlayed(); // the tour has not asked for it yet
    QCOMPARE(m_panel->stage(), TourPanel::Stage::Question);
}

void TestTour::oneQuestion_isNoTour()
{
    const auto *const scenario = scenarioNamed("get-then-del");
    m_panel->ask(guessAbout(*scenario));
    QCOMPARE(m_panel->stage(), TourPanel::Stage::Question);
    QVERIFY(!m_panel->isTour());
    QCOMPARE(m_panel->scenario(), u"get-then-del"_s);
    button(u"tourAnswer3"_s)->click();
    m_panel->notePlayed(judgedGuess(*scenario, {}));
    QCOMPARE(m_panel->stage(), TourPanel::Stage::Answered);
    press();
    QVERIFY(m_panel->isHidden());
    m_panel->begin();
    m_panel->ask(guessAbout(*scenario)); // not during the tour
    QVERIFY(m_panel->isTour());
    m_panel->dropQuestion();
    QCOMPARE(m_panel->stage(), TourPanel::Stage::Question);
}

void TestTour::guess_isAboutWhatTheStoryBreaks()
{
    for (const auto &scenario : lockcore::builtInScenarios()) {
        const auto step = guessAbout(scenario);
        QCOMPARE(step.answers.size(), 3);
        QSet<QString> texts;
        for (const auto &answer : step.answers)
            texts << answer.text;
        QCOMPARE(texts.size(), 3);
        std::vector<lockcore::Verdict> asExpected;
        for (const auto &[property, outcome] : scenario.expected) {
            lockcore::Verdict verdict;
            verdict.property = property;
            verdict.outcome = outcome;
            verdict.sentence = "so it was";
            asExpected.push_back(verdict);
        }
        const auto judged = judgedGuess(scenario, asExpected);
        const auto rights = std::count_if(judged.begin(), judged.end(), [](const lockscope::Answer &answer) { return answer.right; });
        const bool isOpen = std::any_of(asExpected.begin(), asExpected.end(),
                                        [](const auto &verdict) { return verdict.outcome == lockcore::Outcome::Inconclusive; });
        QVERIFY2(rights == 1 || (isOpen && rights == 0), scenario.name.c_str());
        for (qsizetype i = 0; i < judged.size(); ++i)
            QCOMPARE(judged[i].text, step.answers[i].text); // what was guessed is what is judged
    }
}

void TestTour::guess_isDecidedByTheVerdicts()
{
    const auto *const scenario = scenarioNamed("plain-del-after-expiry");
    lockcore::Verdict verdict;
    verdict.property = lockcore::Property::Ownership;
    verdict.outcome = lockcore::Outcome::Violated;
    verdict.sentence = "A's DEL removed B's lock";
    const auto broken = judgedGuess(*scenario, {verdict});
    const auto right = std::find_if(broken.begin(), broken.end(), [](const lockscope::Answer &answer) { return answer.right; });
    QVERIFY(right != broken.end() && right->why.startsWith(u"Yes. A's DEL removed B's lock"_s));
    QVERIFY(broken.back().why.startsWith(u"No. A's DEL removed"_s));
    verdict.outcome = lockcore::Outcome::Held;
    const auto held = judgedGuess(*scenario, {verdict});
    QVERIFY(held.back().right);
    verdict.outcome = lockcore::Outcome::Inconclusive;
    const auto open = judgedGuess(*scenario, {verdict});
    QVERIFY(std::none_of(open.begin(), open.end(), [](const lockscope::Answer &answer) { return answer.right; }));
}

LOCKSCOPE_TEST(TestTour)
#include "tst_tour.moc"
