// SPDX-License-Identifier: MIT
// The Lab's entries of the Help menu in the real window: pitfalls and challenges, and their ways to the page.
#include "support/test_program.h"
#include "told_engine.h"

#include "lockcore/lab/scenario/built_in_scenarios.h"
#include "ui/lab/challenge/challenges_dialog.h"
#include "ui/lab/page/lab_desk.h"
#include "ui/lab/page/lab_page.h"
#include "ui/lab/pitfalls/pitfalls_dialog.h"
#include "ui/lab/player/run_player.h"
#include "ui/window/main_window.h"
#include "ui/window/window_services.h"

#include <QAbstractButton>
#include <QApplication>
#include <QLabel>
#include <QListWidget>
#include <QSettings>
#include <QTemporaryDir>
#include <QTest>

using namespace lockcore;
using namespace lockscope;
using namespace lockscope::test;
using namespace Qt::Literals::StringLiterals;

class LabHelpTest final : public QObject
{
    Q_OBJECT

private slots:
    void init()
    {
        QVERIFY(m_home.emplace().isValid());
        WindowServices services;
        services.profilesFile = m_home->filePath(u"profiles.json"_s);
        services.lab = [this] {
            auto engine = std::make_unique<ToldEngine>();
            m_engine = engine.get();
            return engine;
        };
        m_window = std::make_unique<MainWindow>(std::move(services),
                                                std::make_unique<QSettings>(m_home->filePath(u"settings.ini"_s), QSettings::IniFormat));
        m_window->show();
        QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
    }

    void cleanup() { m_window.reset(); }

    void pitfalls_playAStoryInTheLab()
    {
        QTest::keyClick(m_window.get(), Qt::Key_F1, Qt::ControlModifier);
        auto *dialog = m_window->findChild<PitfallsDialog *>();
        QVERIFY(dialog && dialog->isVisible() && !page()->isVisible());
        dialog->goTo(u"R2"_s);
        dialog->findChild<QAbstractButton *>(u"pitfallPlay-get-then-del"_s)->click();
        QVERIFY(page()->isVisible() && !dialog->isVisible());
        QVERIFY(page()->desk()->isBusy());
    }

    void codeOfAStory_opensThePitfall()
    {
        QTest::keyClick(m_window.get(), Qt::Key_2, Qt::ControlModifier);
        const auto links = page()->findChildren<QAbstractButton *>();
        const auto link = std::ranges::find_if(links, [](const auto *button) { return button->text().startsWith(u"R1  "_s); });
        QVERIFY(link != links.end());
        (*link)->click();
        auto *dialog = m_window->findChild<PitfallsDialog *>();
        QVERIFY(dialog && dialog->isVisible());
        QCOMPARE(dialog->findChild<QLabel *>(u"pitfallTitle"_s)->text(), u"R1  Deleting another's lock"_s);
    }

    void challenge_showsItsRunInTheLab()
    {
        QTest::keyClick(m_window.get(), Qt::Key_H, Qt::ControlModifier | Qt::ShiftModifier);
        auto *dialog = m_window->findChild<ChallengesDialog *>();
        QVERIFY(dialog && dialog->isVisible());
        dialog->activateWindow();
        QTRY_COMPARE(QApplication::activeWindow(), dialog);
        QTest::keyClick(dialog, Qt::Key_2);
        QVERIFY(!page()->desk()->isBusy()); // the page keeps what it shows
        const auto run = plainDel();
        m_engine->end(run);
        dialog->findChild<QAbstractButton *>(u"challengePicture"_s)->click();
        QVERIFY(page()->isVisible() && !dialog->isVisible());
        QCOMPARE(page()->desk()->upper(), run);
        QVERIFY(page()->player()->isPlaying());
    }

    void runOfThePage_blocksTheChallenge()
    {
        QTest::keyClick(m_window.get(), Qt::Key_H, Qt::ControlModifier | Qt::ShiftModifier);
        auto *dialog = m_window->findChild<ChallengesDialog *>();
        auto *first = dialog->findChild<QAbstractButton *>(u"challengeAnswer1"_s);
        QVERIFY(first->isEnabled());
        LabOrder order;
        order.scenario = builtInScenarios().front();
        page()->desk()->play(std::move(order));
        QVERIFY(!first->isEnabled());
        m_engine->end();
        QVERIFY(first->isEnabled());
    }

private:
    LabPage *page() const { return m_window->labPage(); }

    std::optional<QTemporaryDir> m_home;
    ToldEngine *m_engine = nullptr;
    std::unique_ptr<MainWindow> m_window;
};

LOCKSCOPE_TEST(LabHelpTest)
#include "tst_lab_help.moc"
