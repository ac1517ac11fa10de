// SPDX-License-Identifier: MIT
#include "support/test_program.h"

#include "lockcore/lab/scenario/built_in_scenarios.h"
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

class TestTour final : public QObject
{
    Q_OBJECT

private slots:
    void init();

    void steps_haveScenariosAndOneRightAnswer();
    void tour_isOfferedOnce();
    void ownRun_declinesTheOfferAndEndsNoTour();
    void tour_reachesItsEnd();
    void wrongAnswer_isExplainedAndOthersStay();
    void keys_answerAndEnd();
    void otherRun_asksNothing();

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
    QCOMPARE(tourSteps().size(), 3);
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
    QCOMPARE(m_panel->stage(), TourPanel::Stage::Before);
}

void TestTour::ownRun_declinesTheOfferAndEndsNoTour()
{
    m_panel->offerOnce();
    m_panel->noteOwnRun();
    QVERIFY(m_panel->isHidden());
    m_panel->begin();
    m_panel->noteOwnRun();
    QCOMPARE(m_panel->stage(), TourPanel::Stage::Before);
}

void TestTour::tour_reachesItsEnd()
{
    QSignalSpy scenarios(m_panel.get(), &TourPanel::wantsScenario), plays(m_panel.get(), &TourPanel::wantsPlay);
    QSignalSpy ended(m_panel.get(), &TourPanel::ended);
    m_panel->offerOnce();
    press();
    for (const auto &step : tourSteps()) {
        QCOMPARE(scenarios.last().first().toString(), step.scenario);
        press();
        QCOMPARE(m_panel->stage(), TourPanel::Stage::Playing);
        m_panel->notePlayed();
        QCOMPARE(m_panel->stage(), TourPanel::Stage::Question);
        QVERIFY(button(u"tourMain"_s)->isHidden()); // without an answer, the tour can only be ended
        const auto right = std::find_if(step.answers.begin(), step.answers.end(), [](const auto &answer) { return answer.right; });
        button(u"tourAnswer%1"_s.arg(right - step.answers.begin() + 1))->click();
        QCOMPARE(m_panel->stage(), TourPanel::Stage::Answered);
        QCOMPARE(m_panel->findChild<QTextEdit *>(u"tourWhy"_s)->toPlainText(), right->why);
        press();
    }
    QCOMPARE(scenarios.size(), 3);
    QCOMPARE(plays.size(), 3);
    QCOMPARE(m_panel->stage(), TourPanel::Stage::Done);
    press();
    QCOMPARE(ended.size(), 1);
    QVERIFY(m_panel->isHidden());
}

void TestTour::wrongAnswer_isExplainedAndOthersStay()
{
    m_panel->begin();
    press();
    m_panel->notePlayed();
    button(u"tourAnswer2"_s)->click();
    QCOMPARE(m_panel->stage(), TourPanel::Stage::Question);
    QCOMPARE(m_panel->findChild<QTextEdit *>(u"tourWhy"_s)->toPlainText(), tourSteps().front().answers[1].why);
    QVERIFY(!button(u"tourAnswer2"_s)->isEnabled());
    QVERIFY(button(u"tourAnswer1"_s)->isEnabled() && button(u"tourAnswer3"_s)->isEnabled());
}

void TestTour::keys_answerAndEnd()
{
    m_panel->begin();
    press();
    m_panel->notePlayed();
    QTest::keyClick(m_panel.get(), Qt::Key_2);
    QVERIFY(!button(u"tourAnswer2"_s)->isEnabled());
    QTest::keyClick(m_panel.get(), Qt::Key_1);
    QCOMPARE(m_panel->stage(), TourPanel::Stage::Answered);
    QTest::keyClick(m_panel.get(), Qt::Key_Escape);
    QCOMPARE(m_panel->stage(), TourPanel::Stage::Away);
}

void TestTour::otherRun_asksNothing()
{
    m_panel->notePlayed();
    QVERIFY(m_panel->isHidden());
    m_panel->begin();
    m_panel->notePlayed(); // the tour has not asked for it yet
    QCOMPARE(m_panel->stage(), TourPanel::Stage::Before);
}

LOCKSCOPE_TEST(TestTour)
#include "tst_tour.moc"
