// SPDX-License-Identifier: MIT
#include "support/test_program.h"

#include "ui/monitor/filter_bar.h"

#include "ui/monitor/term_pill.h"

#include <QAccessible>
#include <QApplication>
#include <QClipboard>
#include <QLabel>
#include <QLineEdit>
#include <QTest>

using namespace lockcore;
using namespace lockscope;
using namespace Qt::Literals::StringLiterals;

/// The real field, used with keys and the pointer; the filters that it applies are recorded.
class FilterBarTest final : public QObject
{
    Q_OBJECT

private slots:
    void init()
    {
        m_bar = std::make_unique<FilterBar>();
        m_text = m_bar->findChild<QLineEdit *>(u"filter"_s);
        m_applied.clear();
        connect(m_bar.get(), &FilterBar::filterChanged, this, [this](const Filter &filter) {
            m_filter = filter;
            m_applied = QString::fromStdString(filter.text());
        });
        m_bar->resize(1220, m_bar->sizeHint().height());
        m_bar->show();
        m_bar->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(m_bar.get()));
        m_bar->focusField();
    }

    void cleanup() { m_bar.reset(); }

    void enter_turnsTextIntoPills()
    {
        QTest::keyClicks(m_text, u"ttl<90s -kind:semaphore"_s);
        QVERIFY(shown().isEmpty());
        QTest::keyClick(m_text, Qt::Key_Return);
        QCOMPARE(shown(), (QStringList{u"ttl<90s"_s, u"-kind:semaphore"_s}));
        QCOMPARE(m_text->text(), QString());
        QCOMPARE(m_bar->text(), u"ttl<90s -kind:semaphore"_s);
        QCOMPARE(m_applied, u"ttl<90s -kind:semaphore"_s);
        QTest::keyClicks(m_text, u"order"_s); // and what is typed now also applies
        QTRY_COMPARE(m_applied, u"ttl<90s -kind:semaphore order"_s);
    }

    void pill_describesItselfAndItsRemoval()
    {
        m_bar->setText(u"ttl<90s"_s);
        const auto *interface = QAccessible::queryAccessibleInterface(pill(0));
        QCOMPARE(interface->text(QAccessible::Name), u"Filter term ttl<90s, press Delete to remove"_s);
        m_bar->setText(u"name:<b>*"_s);
        QVERIFY2(pill(0)->toolTip().contains(u"name:&lt;b&gt;*"_s), qPrintable(pill(0)->toolTip()));
    }

    void ampersandInPill_isShown()
    {
        m_bar->setText(u"name:R&D*"_s);
        QCOMPARE(shown(), QStringList{u"name:R&D*"_s});
        QVERIFY(pill(0)->shortcut().isEmpty());
    }

    void wrongTerm_isKeptAsTextAndNotApplied()
    {
        m_bar->setText(u"ttl<90s"_s);
        QTest::keyClicks(m_text, u"state:hold"_s);
        QTest::keyClick(m_text, Qt::Key_Return);
        QVERIFY(m_bar->isWrong());
        QVERIFY2(m_bar->complaint().contains(u"hold"_s), qPrintable(m_bar->complaint()));
        QCOMPARE(m_text->text(), u"state:hold"_s);
        QCOMPARE(m_applied, u"ttl<90s"_s);
        m_bar->addTerm(u"-name:cart:*"_s); // by a click, meanwhile: it applies, and the typed text stays
        QCOMPARE(m_applied, u"ttl<90s -name:cart:*"_s);
        QCOMPARE(m_text->text(), u"state:hold"_s);
        QTest::keyClick(pill(0), Qt::Key_Delete);
        QCOMPARE(m_applied, u"-name:cart:*"_s);
        QVERIFY(m_bar->isWrong());
        QCOMPARE(m_bar->text(), u"-name:cart:* state:hold"_s);
    }

    void wrongText_setFromOutside_staysText()
    {
        m_bar->setText(u"ttl<90s state:hold"_s);
        QVERIFY(shown().isEmpty());
        QCOMPARE(m_text->text(), u"ttl<90s state:hold"_s);
        QVERIFY(m_bar->isWrong());
    }

    void reopenedWhileWrong_stillApplies()
    {
        m_bar->setText(u"ttl<90s"_s);
        QTest::keyClicks(m_text, u"state:hold"_s);
        QTest::keyClick(m_text, Qt::Key_Return);
        QTest::mouseClick(pill(0), Qt::LeftButton, {}, {5, 5});
        QCOMPARE(m_text->text(), u"ttl<90s state:hold"_s);
        m_bar->addTerm(u"held>1s"_s);
        QCOMPARE(m_applied, u"held>1s ttl<90s"_s);
    }

    void backspaceAtStart_editsTheLastPill()
    {
        m_bar->setText(u"ttl<90s held>1s"_s);
        QTest::keyClick(m_text, Qt::Key_Backspace);
        QCOMPARE(shown(), QStringList{u"ttl<90s"_s});
        QCOMPARE(m_text->text(), u"held>1s"_s);
        QCOMPARE(m_applied, u"ttl<90s held>1s"_s); // nothing has changed yet
        QTest::keyClick(m_text, Qt::Key_Backspace);
        QTest::keyClicks(m_text, u"0s"_s);
        QTRY_COMPARE(m_applied, u"ttl<90s held>10s"_s);
    }

    void leftArrow_movesToThePills()
    {
        m_bar->setText(u"ttl<90s held>1s count>1"_s);
        QTest::keyClick(m_text, Qt::Key_Left);
        QVERIFY(pill(2)->hasFocus());
        QTest::keyClick(pill(2), Qt::Key_Left);
        QTest::keyClick(pill(1), Qt::Key_Delete);
        QCOMPARE(m_applied, u"ttl<90s count>1"_s);
        QVERIFY(pill(1)->hasFocus());
        QTest::keyClick(pill(1), Qt::Key_C, Qt::ControlModifier);
        QCOMPARE(QApplication::clipboard()->text(), u"count>1"_s);
        QTest::keyClick(pill(1), Qt::Key_Home);
        QTest::keyClick(pill(0), Qt::Key_Return); // to change it
        QVERIFY(m_text->hasFocus());
        QCOMPARE(m_text->text(), u"ttl<90s"_s);
        QTest::keyClick(m_text, Qt::Key_Home);
        QTest::keyClick(m_text, Qt::Key_Left);
        QTest::keyClick(pill(0), Qt::Key_Right);
        QVERIFY(m_text->hasFocus());
        QCOMPARE(m_text->cursorPosition(), 0);
    }

    void characterOnAPill_isTyped()
    {
        m_bar->setText(u"ttl<90s"_s);
        QTest::keyClick(m_text, Qt::Key_Left);
        QTest::keyClick(pill(0), Qt::Key_T);
        QVERIFY(m_text->hasFocus());
        QCOMPARE(m_text->text(), u"t"_s);
    }

    void pointer_changesAndRemovesPills()
    {
        m_bar->setText(u"ttl<90s held>1s count>1"_s);
        QTest::mouseClick(pill(1), Qt::LeftButton, {}, QPoint(pill(1)->width() - 8, pill(1)->height() / 2));
        QCOMPARE(m_applied, u"ttl<90s count>1"_s);
        QTest::mouseClick(pill(1), Qt::MiddleButton);
        QCOMPARE(m_applied, u"ttl<90s"_s);
        QTest::keyClicks(m_text, u"order"_s);
        QTest::mouseClick(pill(0), Qt::LeftButton, {}, {5, 5});
        QVERIFY(shown().isEmpty());
        QCOMPARE(m_text->text(), u"ttl<90s order"_s);
        QCOMPARE(m_text->cursorPosition(), 7);
    }

    void wholeFilter_isCopiedAndPasted()
    {
        m_bar->setText(u"ttl<90s held>1s"_s);
        QTest::keyClicks(m_text, u"order"_s);
        QTest::keyClick(m_text, Qt::Key_C, Qt::ControlModifier);
        QCOMPARE(QApplication::clipboard()->text(), u"ttl<90s held>1s order"_s);
        QTest::keyClick(m_text, Qt::Key_A, Qt::ControlModifier);
        QVERIFY(shown().isEmpty());
        QCOMPARE(m_text->selectedText(), u"ttl<90s held>1s order"_s);
        QApplication::clipboard()->setText(u"count>1 -state:held"_s);
        QTest::keyClick(m_text, Qt::Key_V, Qt::ControlModifier);
        QTest::keyClick(m_text, Qt::Key_Return);
        QCOMPARE(shown(), (QStringList{u"count>1"_s, u"-state:held"_s}));
        QCOMPARE(m_applied, u"count>1 -state:held"_s);
    }

    void selectedAll_escapeTurnsTextIntoPills()
    {
        m_bar->setText(u"ttl<90s held>1s"_s);
        QTest::keyClick(m_text, Qt::Key_A, Qt::ControlModifier);
        QTest::keyClick(m_text, Qt::Key_Escape);
        QCOMPARE(shown(), (QStringList{u"ttl<90s"_s, u"held>1s"_s}));
        QCOMPARE(m_applied, u"ttl<90s held>1s"_s);
    }

    void escape_clearsTextThenAllAndUndoRestores()
    {
        m_bar->setText(u"ttl<90s"_s);
        QTest::keyClicks(m_text, u"order"_s);
        QTest::keyClick(m_text, Qt::Key_Escape);
        QCOMPARE(m_bar->text(), u"ttl<90s"_s);
        QTest::keyClick(m_text, Qt::Key_Escape);
        QCOMPARE(m_bar->text(), QString());
        QCOMPARE(m_applied, QString());
        QTest::keyClick(m_text, Qt::Key_Z, Qt::ControlModifier);
        QTRY_COMPARE(m_applied, u"ttl<90s"_s);
    }

    void pastedKey_isSearchedAsTextAndFieldShowsIt()
    {
        QApplication::clipboard()->setText(u"lock:order:77776"_s);
        QTest::keyClick(m_text, Qt::Key_V, Qt::ControlModifier);
        QTRY_COMPARE(m_applied, u"lock:order:77776"_s);
        QVERIFY(!m_bar->isWrong());
        QVERIFY(m_filter.matches(lockNamed("lock:order:77776"), {}));
        QVERIFY(!m_filter.matches(lockNamed("lock:order:77777"), {}));
        auto *note = m_bar->findChild<QLabel *>(u"note"_s);
        QVERIFY(note->isVisible());
        QVERIFY2(note->text().contains(u"searched for as text, because there is no field \"lock\""_s), qPrintable(note->text()));
        QVERIFY(m_text->toolTip().contains(u"no field &quot;lock&quot;"_s) || m_text->toolTip().contains(u"no field \"lock\""_s));
        QTest::keyClick(m_text, Qt::Key_Return);
        QCOMPARE(shown(), QStringList{u"\"lock:order:77776\""_s}); // what a command understands too
        QVERIFY(!note->isVisible());
        QVERIFY(m_filter.matches(lockNamed("lock:order:77776"), {}));
        QTest::keyClicks(m_text, u"state:imortal"_s); // a wrong value is no text
        QTest::keyClick(m_text, Qt::Key_Return);
        QVERIFY(m_bar->isWrong());
        QVERIFY(!note->isVisible());
        QVERIFY(m_bar->findChild<QWidget *>(u"complaint"_s)->isVisible());
    }

    void or_isOnePill()
    {
        QTest::keyClicks(m_text, u"state:immortal or ttl:none"_s);
        QTest::keyClick(m_text, Qt::Key_Return);
        QCOMPARE(shown(), QStringList{u"(state:immortal or ttl:none)"_s});
        QTest::keyClicks(m_text, u"-db:1 -(a b)"_s);
        QTest::keyClick(m_text, Qt::Key_Return);
        QCOMPARE(shown(), (QStringList{u"(state:immortal or ttl:none)"_s, u"-db:1"_s, u"-(a b)"_s}));
        QCOMPARE(m_applied, u"(state:immortal or ttl:none) -db:1 -(a b)"_s);
        QTest::mouseClick(pill(0), Qt::LeftButton, {}, {5, 5});
        QCOMPARE(m_text->text(), u"(state:immortal or ttl:none)"_s);
    }

    // What is typed narrows what the pills select, also if it is an "or".
    void orNextToPills_getsBrackets()
    {
        m_bar->setText(u"db:0"_s);
        QTest::keyClicks(m_text, u"state:immortal or ttl:none"_s);
        QTRY_COMPARE(m_applied, u"db:0 (state:immortal or ttl:none)"_s);
        QCOMPARE(m_text->text(), u"state:immortal or ttl:none"_s);
        m_bar->addTerm(u"count=1"_s);
        QCOMPARE(m_applied, u"db:0 count=1 (state:immortal or ttl:none)"_s);
        QTest::mouseClick(pill(0), Qt::LeftButton, {}, {5, 5});
        QCOMPARE(m_text->text(), u"db:0 (state:immortal or ttl:none)"_s);
        QTest::keyClick(m_text, Qt::Key_A, Qt::ControlModifier);
        QCOMPARE(m_text->text(), u"count=1 db:0 (state:immortal or ttl:none)"_s);
    }

    void addedTwice_isThereOnce()
    {
        m_bar->addTerm(u"ttl<90s"_s);
        m_bar->addTerm(u"ttl<90s"_s);
        QCOMPARE(shown(), QStringList{u"ttl<90s"_s});
    }

    void manyTerms_wrapAndRestBecomesOnePill()
    {
        const int line = m_bar->sizeHint().height();
        QStringList terms;
        for (int i = 0; i < 20; ++i)
            terms << u"-name:with-a-rather-long-name:%1:*"_s.arg(i);
        m_bar->setText(terms.join(u' '));
        QCOMPARE(shown().size(), 12);
        QCOMPARE(shown().back(), u"and 9 more"_s);
        QVERIFY(m_bar->heightForWidth(1220) > line);
        QVERIFY(m_bar->heightForWidth(1220) < 5 * line);
        QTest::mouseClick(pill(11), Qt::LeftButton, {}, {5, 5});
        QCOMPARE(m_text->text(), terms.join(u' '));
        QTest::keyClick(m_text, Qt::Key_Return);
        QTest::keyClick(pill(11), Qt::Key_Delete);
        QCOMPARE(m_applied, terms.first(11).join(u' '));
    }

private:
    static LockInfo lockNamed(const char *name)
    {
        LockInfo lock;
        lock.id.key = name;
        return lock;
    }

    QList<TermPill *> pills() const
    {
        QList<TermPill *> found;
        for (auto *pill : m_bar->findChildren<TermPill *>()) {
            if (pill->isVisible())
                found << pill;
        }
        return found;
    }

    TermPill *pill(int index) const { return pills().at(index); }

    QStringList shown() const
    {
        QStringList texts;
        for (const auto *pill : pills())
            texts << pill->text();
        return texts;
    }

    std::unique_ptr<FilterBar> m_bar;
    QLineEdit *m_text = nullptr;
    QString m_applied;
    Filter m_filter;
};

LOCKSCOPE_TEST(FilterBarTest)
#include "tst_filter_bar.moc"
