// SPDX-License-Identifier: MIT
// Help, Pitfalls: every pitfall, the search, and the way to its stories.
#include "support/test_program.h"

#include "lockcore/lab/scenario/built_in_scenarios.h"
#include "lockcore/report/pitfall.h"
#include "ui/lab/pitfalls/pitfalls_dialog.h"
#include "ui/nameless_controls.h"
#include "ui/report/pitfall_words.h"

#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>
#include <QTextEdit>

using namespace lockcore;
using namespace lockscope;
using namespace Qt::Literals::StringLiterals;

class PitfallsDialogTest final : public QObject
{
    Q_OBJECT

private slots:
    void init()
    {
        m_dialog = std::make_unique<PitfallsDialog>(builtInScenarios(), nullptr);
        m_dialog->show();
        QVERIFY(QTest::qWaitForWindowActive(m_dialog.get()));
    }

    void everyPitfall_isShownWithItsStories()
    {
        QCOMPARE(list()->count(), std::ssize(pitfalls()));
        const auto stories = builtInScenarios();
        for (const auto &pitfall : pitfalls()) {
            m_dialog->goTo(codeText(pitfall));
            QVERIFY(title().startsWith(codeText(pitfall)));
            QCOMPARE(text("pitfallHappens"), happensText(pitfall));
            QCOMPARE(text("pitfallFix"), fixText(pitfall));
            QCOMPARE(text("pitfallAnswers"), answersText(pitfall));
            for (const auto &story : storiesAbout(pitfall, stories))
                QVERIFY2(play(story.name), story.name.c_str());
        }
        QVERIFY2(nameless(*m_dialog).isEmpty(), qPrintable(nameless(*m_dialog).join(u", "_s)));
    }

    void search_findsWordsCodesAndStories_data()
    {
        QTest::addColumn<QString>("words");
        QTest::addColumn<QString>("first");
        QTest::newRow("code") << u"E8"_s << u"E8"_s;
        QTest::newRow("words of the text") << u"stands STILL garbage"_s << u"L8"_s;
        QTest::newRow("story") << u"get-then-del"_s << u"R2"_s;
        QTest::newRow("who answers") << u"operator. orphan"_s << u"R11"_s;
    }

    void search_findsWordsCodesAndStories()
    {
        QFETCH(QString, words);
        QFETCH(QString, first);
        QTest::keyClicks(search(), words);
        QVERIFY2(title().startsWith(first + u"  "_s), qPrintable(title()));
        QVERIFY(shown() < 12);
    }

    void search_withoutAMatch_saysSo()
    {
        QTest::keyClicks(search(), u"zebra"_s);
        QCOMPARE(shown(), 0);
        QVERIFY(m_dialog->findChild<QLabel *>(u"pitfallNothing"_s)->isVisible());
        search()->clear();
        QCOMPARE(shown(), list()->count());
    }

    void arrows_moveThroughWhatIsFound()
    {
        QTest::keyClicks(search(), u"watchdog"_s);
        const auto before = title();
        QTest::keyClick(search(), Qt::Key_Down);
        QVERIFY(title() != before);
        QVERIFY(!list()->currentItem()->isHidden());
        QTest::keyClick(search(), Qt::Key_Up);
        QCOMPARE(title(), before);
    }

    void play_namesTheStory()
    {
        const QSignalSpy played(m_dialog.get(), &PitfallsDialog::playWanted);
        m_dialog->goTo(u"R2"_s);
        QTest::keyClick(list(), Qt::Key_Return);
        QCOMPARE(played.size(), 0);
        play("get-then-del")->setFocus();
        QTest::keyClick(play("get-then-del"), Qt::Key_Return);
        QCOMPARE(played.size(), 1);
        QCOMPARE(played[0][0].toString(), u"get-then-del"_s);
    }

private:
    QListWidget *list() const { return m_dialog->findChild<QListWidget *>(u"pitfallList"_s); }
    QLineEdit *search() const { return m_dialog->findChild<QLineEdit *>(u"pitfallSearch"_s); }
    QString title() const { return m_dialog->findChild<QLabel *>(u"pitfallTitle"_s)->text(); }
    QString text(const char *name) const { return m_dialog->findChild<QTextEdit *>(QString::fromLatin1(name))->toPlainText(); }
    QPushButton *play(const std::string &story) const
    {
        return m_dialog->findChild<QPushButton *>(u"pitfallPlay-"_s + QString::fromStdString(story));
    }
    int shown() const
    {
        int count = 0;
        for (int row = 0; row < list()->count(); ++row)
            count += list()->item(row)->isHidden() ? 0 : 1;
        return count;
    }

    std::unique_ptr<PitfallsDialog> m_dialog;
};

LOCKSCOPE_TEST(PitfallsDialogTest)
#include "tst_pitfalls_dialog.moc"
