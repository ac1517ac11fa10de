// SPDX-License-Identifier: MIT
// Help, Challenges: what is chosen is played by the engine, its verdict decides, and the progress is kept.
#include "support/test_program.h"
#include "told_engine.h"

#include "lockcore/lab/challenge/challenge_file.h"
#include "ui/challenges/challenge_words.h"
#include "ui/lab/challenge/challenges_dialog.h"
#include "ui/nameless_controls.h"
#include "ui/widgets/list_delegate.h"

#include <QApplication>
#include <QLabel>
#include <QListWidget>
#include <QPushButton>
#include <QSettings>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QTextEdit>

using namespace lockcore;
using namespace lockscope;
using namespace lockscope::test;
using namespace Qt::Literals::StringLiterals;

namespace {

class AskedEngine final : public ToldEngine
{
public:
    int play(LabOrder order) override
    {
        orders.push_back(order.scenario);
        return m_run = ToldEngine::play(std::move(order));
    }
    void stop(int run) override { stopped << run; }

    /// The run ends with this verdict on the property.
    void end(Property property, Outcome outcome)
    {
        RunReport report;
        report.history = plainDelHistory();
        Verdict verdict;
        verdict.property = property;
        verdict.outcome = outcome;
        verdict.sentence = "it is so";
        report.verdicts = {verdict};
        emit ended(m_run, shared(std::make_unique<ShownRun>(std::move(report))));
    }

    std::vector<Scenario> orders;
    QList<int> stopped;

private:
    int m_run = 0;
};

} // namespace

class ChallengesDialogTest final : public QObject
{
    Q_OBJECT

private slots:
    void init()
    {
        QVERIFY(m_folder.emplace().isValid());
        m_settings = std::make_unique<QSettings>(m_folder->filePath(u"settings.ini"_s), QSettings::IniFormat);
        m_engine = std::make_unique<AskedEngine>();
        open();
    }

    void cleanup() { m_dialog.reset(); }

    void question_isAskedAndEveryControlHasAName()
    {
        QCOMPARE(list()->count(), 20);
        QCOMPARE(text("challengeQuestion"), QString::fromStdString(m_challenges[0].question));
        QVERIFY(!answer(1)->text().isEmpty() && answer(5)->isVisible() && !answer(6)->isVisible());
        QVERIFY(!button("challengePicture")->isEnabled());
        QVERIFY2(nameless(*m_dialog).isEmpty(), qPrintable(nameless(*m_dialog).join(u", "_s)));
    }

    void digit_playsTheAnswer_andTheJudgeDecides()
    {
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_1); // what the file calls wrong
        QCOMPARE(m_engine->orders.size(), std::size_t(1));
        QCOMPARE(m_engine->orders[0], scenarioOf(m_challenges[0], 0));
        QVERIFY(!answer(2)->isEnabled());
        QTest::keyClick(m_dialog.get(), Qt::Key_2);
        QCOMPARE(m_engine->orders.size(), std::size_t(1)); // one at a time
        m_engine->end(m_challenges[0].property, Outcome::Violated);
        QCOMPARE(label("challengeVerdict"), u"✓ Right"_s);
        QCOMPARE(text("challengeJudge"), u"The judge on “no immortal lock”: violated. It is so."_s);
        QVERIFY(button("challengeNext")->hasFocus());
    }

    void wrong_triesAgain_rightGoesOn()
    {
        QTest::keyClick(list(), Qt::Key_1);
        m_engine->end(m_challenges[0].property, Outcome::Held);
        QCOMPARE(label("challengeVerdict"), u"✗ Wrong"_s);
        QCOMPARE(text("challengeWhy"), QString::fromStdString(m_challenges[0].answers[0].why));
        QVERIFY(!answer(1)->isEnabled() && answer(2)->isEnabled());
        QTest::keyClick(m_dialog.get(), Qt::Key_2);
        m_engine->end(m_challenges[0].property, Outcome::Violated);
        QVERIFY(label("challengeCaption").contains(u"solved in 2 tries, par 1"_s));
        QCOMPARE(label("challengeCount"), u"1 of 20 solved"_s);
        QCOMPARE(list()->item(0)->data(ListDelegate::MarkRole).toString(), u"✓ 1"_s);
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Return);
        QCOMPARE(text("challengeQuestion"), QString::fromStdString(m_challenges[1].question));
        open(); // begins with the first that is not solved
        QCOMPARE(list()->currentRow(), 1);
        list()->setCurrentRow(0); // and what was solved shows how
        QVERIFY(answer(2)->text().startsWith(u"✓"_s) && !answer(1)->text().startsWith(u"✗"_s));
        QCOMPARE(label("challengeVerdict"), u"✓ Right"_s);
        QCOMPARE(text("challengeWhy"), QString::fromStdString(m_challenges[0].answers[1].why));
        QVERIFY(answer(1)->isEnabled()); // all can be played
    }

    void solutionOfOtherAnswers_isNotShown()
    {
        m_settings->setValue(u"challenges/for-ever/solved"_s, true);
        for (const auto &kept : {QVariant(), QVariant(1), QVariant(17), QVariant(u"x"_s)}) {
            m_settings->setValue(u"challenges/for-ever/answer"_s, kept);
            QCOMPARE(ChallengeProgress(m_settings.get()).of(m_challenges[0]).right, std::nullopt);
        }
        m_settings->setValue(u"challenges/for-ever/answer"_s, 2);
        QCOMPARE(ChallengeProgress(m_settings.get()).of(m_challenges[0]).right, std::optional<std::size_t>(1));
    }

    void undecided_isNoTry()
    {
        QTest::keyClick(m_dialog.get(), Qt::Key_2);
        for (int plays = 1; plays <= mostPlaysOfAnswer; ++plays) { // by itself
            QCOMPARE(m_engine->orders.size(), std::size_t(plays));
            m_engine->end(m_challenges[0].property, Outcome::Inconclusive);
        }
        QCOMPARE(m_engine->orders.size(), std::size_t(mostPlaysOfAnswer));
        QCOMPARE(label("challengeVerdict"), u"? Not decided"_s);
        QVERIFY(answer(2)->isEnabled());
        QCOMPARE(ChallengeProgress(m_settings.get()).of(m_challenges[0]), ChallengeState());
    }

    void picture_opensTheRun()
    {
        const QSignalSpy wanted(m_dialog.get(), &ChallengesDialog::runWanted);
        QTest::keyClick(m_dialog.get(), Qt::Key_2);
        m_engine->end(m_challenges[0].property, Outcome::Violated);
        button("challengePicture")->click();
        QCOMPARE(wanted.size(), 1);
        QVERIFY(wanted[0][0].value<ShownRunPtr>());
    }

    void anotherQuestion_dropsTheRun()
    {
        QTest::keyClick(m_dialog.get(), Qt::Key_2);
        list()->setCurrentRow(4);
        QCOMPARE(m_engine->stopped.size(), 1);
        m_engine->end(m_challenges[0].property, Outcome::Violated);
        QVERIFY(!m_dialog->findChild<QLabel *>(u"challengeVerdict"_s)->isVisible());
        QVERIFY(answer(1)->isEnabled());
        QCOMPARE(ChallengeProgress(m_settings.get()).of(m_challenges[0]), ChallengeState());
    }

    void blocked_saysWhy()
    {
        m_dialog->setBlocked(u"Another run is under way."_s);
        QTest::keyClick(m_dialog.get(), Qt::Key_2);
        list()->setFocus();
        QTest::keyClick(list(), Qt::Key_Return);
        QVERIFY(m_engine->orders.empty());
        QCOMPARE(label("challengeVerdict"), u"Another run is under way."_s);
        m_dialog->setBlocked({});
        QTest::keyClick(m_dialog.get(), Qt::Key_2);
        QCOMPARE(m_engine->orders.size(), std::size_t(1));
    }

    void beginAgain_forgets()
    {
        QTest::keyClick(m_dialog.get(), Qt::Key_2);
        m_engine->end(m_challenges[0].property, Outcome::Violated);
        m_dialog->findChild<QAbstractButton *>(u"challengesForget"_s)->click();
        QCOMPARE(label("challengeCount"), u"0 of 20 solved"_s);
        QVERIFY(label("challengeCaption").contains(u"par 1"_s) && !label("challengeCaption").contains(u"solved"_s));
    }

private:
    void open()
    {
        m_dialog = std::make_unique<ChallengesDialog>(m_engine.get(), m_settings.get(), builtInChallenges(), nullptr);
        m_dialog->show();
        QVERIFY(QTest::qWaitForWindowActive(m_dialog.get()));
    }
    QListWidget *list() const { return m_dialog->findChild<QListWidget *>(u"challengeList"_s); }
    QPushButton *answer(int number) const { return m_dialog->findChild<QPushButton *>(u"challengeAnswer%1"_s.arg(number)); }
    QPushButton *button(const char *name) const { return m_dialog->findChild<QPushButton *>(QString::fromLatin1(name)); }
    QString label(const char *name) const { return m_dialog->findChild<QLabel *>(QString::fromLatin1(name))->text(); }
    QString text(const char *name) const { return m_dialog->findChild<QTextEdit *>(QString::fromLatin1(name))->toPlainText(); }

    const std::vector<Challenge> m_challenges = builtInChallenges();
    std::optional<QTemporaryDir> m_folder;
    std::unique_ptr<QSettings> m_settings;
    std::unique_ptr<AskedEngine> m_engine;
    std::unique_ptr<ChallengesDialog> m_dialog;
};

LOCKSCOPE_TEST(ChallengesDialogTest)
#include "tst_challenges_dialog.moc"
