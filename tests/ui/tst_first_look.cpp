// SPDX-License-Identifier: MIT
// What a person sees who has selected nothing yet: what a lock is, what needs attention, what the signs mean, and where the words lead.
#include "support/test_program.h"

#include "ui/release_window_case.h"

#include "ui/monitor/details_panel.h"
#include "ui/monitor/legend.h"
#include "ui/monitor/lock_columns.h"
#include "ui/monitor/overview_panel.h"
#include "ui/widgets/glossary.h"
#include "ui/widgets/link_button.h"
#include "ui/words/tone.h"

#include <QLabel>
#include <QLineEdit>
#include <QScrollBar>
#include <QTextBlock>
#include <QTextBrowser>

using namespace lockcore;
using namespace lockscope;
using namespace Qt::Literals::StringLiterals;
using namespace std::chrono_literals;

class FirstLookTest final : public ReleaseWindowCase
{
    Q_OBJECT

private slots:
    void init()
    {
        open([](const Bytes &key) { return QString::fromStdString("The story of " + key); });
    }
    void cleanup() { close(); }

    void nothingSelected_overviewNamesWhatNeedsAttention()
    {
        connectWithLocks();
        QTRY_COMPARE(links().mid(0, 2), (QStringList{u"sync:{9} · immortal"_s, u"fair:gate · renewal overdue"_s}));
        QVERIFY(overview()->isVisible());
        QTest::mouseClick(link(u"fair:gate · renewal overdue"_s), Qt::LeftButton);
        QCOMPARE(m_window->currentId().key, Bytes("fair:gate"));
        QVERIFY(!overview()->isVisible());
        QVERIFY(panel()->text().startsWith(u"fair:gate"_s));
        table()->clearSelection();
        QTRY_VERIFY(overview()->isVisible());
    }

    void nothingInTrouble_overviewSaysSo()
    {
        window()->connectTo({});
        emit m_source->changed(changeOf(fake::lock("quiet", 30s)));
        QTRY_VERIFY(overview()->isVisible());
        QTRY_COMPARE(links(), QStringList{u"All words: glossary"_s});
    }

    // The list is as long as it must be, never longer than the panel.
    void manyInTrouble_areCounted()
    {
        window()->connectTo({});
        auto change = changeOf(fake::lock("quiet", 30s));
        for (int i = 0; i < 40; ++i) {
            change.changed.push_back(fake::lock("stuck:" + std::to_string(i), 30s));
            change.changed.back().state = LockState::HeldTooLong;
        }
        emit m_source->changed(change);
        QTRY_COMPARE(links().size(), 6);
        const auto labels = overview()->findChildren<QLabel *>();
        QVERIFY(std::ranges::any_of(labels, [](const QLabel *label) { return label->isVisible() && label->text() == u"and 35 more"_s; }));
    }

    void overview_fitsIntoTheSmallWindow()
    {
        connectWithLocks();
        QCOMPARE(window()->size(), QSize(1280, 720));
        QTRY_VERIFY(links().size() > 1);
        const auto *glossary = link(u"All words: glossary"_s);
        QTRY_VERIFY(glossary->mapTo(panel()->viewport(), QPoint(0, glossary->height())).y() <= panel()->viewport()->height());
        QVERIFY(panel()->width() <= 260);
    }

    // A word without a meaning would lead nowhere.
    void everySign_hasAMeaning()
    {
        connectWithLocks();
        const auto entries = overview()->findChild<Legend *>()->findChildren<QWidget *>();
        QVERIFY(entries.size() > 15);
        for (const auto *entry : entries) {
            if (entry->accessibleName() != u"gone"_s)
                QVERIFY2(entry->toolTip().size() > 10, qPrintable(entry->accessibleName()));
        }
    }

    // With a lock selected, the overview is gone, but the signs are still there.
    void signs_canBeLookedUpAtAnyTime()
    {
        connectWithLocks();
        table()->setCurrentIndex(m_window->rowOf({0, "sync:{9}"}));
        QVERIFY(!overview()->isVisible());
        window()->findChild<QAction *>(u"showSigns"_s)->trigger();
        auto *signs = window()->findChild<QWidget *>(u"signs"_s);
        QVERIFY(signs && signs->isVisible());
        QVERIFY(signs->findChild<Legend *>()->isVisible());
        QTest::keyClick(signs, Qt::Key_Escape);
        QTRY_VERIFY(!window()->findChild<QWidget *>(u"signs"_s));
    }

    void everyState_isInTheGlossary()
    {
        for (const auto state : {LockState::Held, LockState::Contended, LockState::Expiring, LockState::Immortal, LockState::Stale,
                                 LockState::RenewalOverdue, LockState::HeldTooLong, LockState::TakenOver, LockState::UnknownOwner})
            QVERIFY2(!meaningOf(stateText(state)).isEmpty(), qPrintable(stateText(state)));
        for (const auto type : allEventTypes())
            QVERIFY2(!meaningOf(eventText(type)).isEmpty(), qPrintable(eventText(type)));
        QVERIFY(meaningOf(u"token"_s).contains(u"random"_s));
        QVERIFY(!meaningOf(u"possible lock"_s).contains(u'['));
        QVERIFY(meaningOf(u"kind of name"_s).contains(u"shop:visitor:*"_s));
    }

    void signAndLabel_leadToTheirPlaceInTheGlossary()
    {
        connectWithLocks();
        const auto entries = overview()->findChild<Legend *>()->findChildren<QWidget *>();
        const auto found = std::ranges::find(entries, u"immortal"_s, &QWidget::accessibleName);
        QVERIFY(found != entries.end());
        QTest::mouseClick(*found, Qt::LeftButton);
        QVERIFY(glossary() && glossary()->isVisible());
        QVERIFY2(inSight(u"immortal"_s), qPrintable(topText()));
        glossary()->close();
        table()->setCurrentIndex(m_window->rowOf({0, "sync:{9}"}));
        const auto labels = panel()->findChildren<QLabel *>();
        const auto label = std::ranges::find_if(labels, [](const QLabel *one) { return one->isVisible() && one->text() == u"renewals"_s; });
        QVERIFY(label != labels.end());
        QVERIFY2((*label)->toolTip().contains(u"deadline"_s), qPrintable((*label)->toolTip()));
        QTest::mouseClick(*label, Qt::LeftButton);
        QVERIFY(glossary()->isVisible());
        QVERIFY(inSight(u"renewal"_s));
    }

    void glossary_isInTheHelpMenu()
    {
        connectWithLocks();
        m_window->press(Qt::Key_F1, Qt::ShiftModifier);
        QTRY_VERIFY(glossary() && glossary()->isVisible());
        const auto text = glossary()->findChild<QTextBrowser *>()->toPlainText();
        QVERIFY(text.startsWith(u"The lock"_s));
        QVERIFY(!text.contains(u"**"_s) && !text.contains(u"]("_s));
    }

    void glossary_isSearched()
    {
        connectWithLocks();
        m_window->press(Qt::Key_F1, Qt::ShiftModifier);
        QTRY_VERIFY(glossary() && glossary()->isVisible());
        auto *search = glossary()->findChild<QLineEdit *>(u"glossarySearch"_s);
        const auto text = [this] { return glossary()->findChild<QTextBrowser *>()->toPlainText(); };
        const auto all = text();
        QVERIFY(search->hasFocus() || glossary()->focusWidget() == search);
        QTest::keyClicks(search, u"WATCHDOG"_s);
        QVERIFY(text().size() < all.size() / 2);
        QVERIFY2(text().contains(u"watchdog"_s) && !text().contains(u"fencing token"_s), qPrintable(text()));
        QTest::keyClick(search, Qt::Key_Return); // does not close it
        QVERIFY(glossary()->isVisible());
        search->setText(u"<b>"_s);
        QCOMPARE(text().trimmed(), u"No entry contains \"<b>\"."_s);
        QTest::keyClick(search, Qt::Key_Escape); // first ends the search
        QVERIFY(glossary()->isVisible());
        QCOMPARE(text(), all);
        QTest::keyClick(search, Qt::Key_PageDown);
        QTRY_VERIFY(glossary()->findChild<QTextBrowser *>()->verticalScrollBar()->value() > 0);
        search->setText(u"watchdog"_s);
        GlossaryDialog::open(window(), u"immortal"_s); // a term is shown among all
        QVERIFY(search->text().isEmpty());
        QTest::keyClick(search, Qt::Key_Escape);
        QTRY_VERIFY(!glossary()->isVisible());
    }

    // The lock that is stuck, as soon as there is one; but never in place of one that the person chose.
    void demo_selectsTheWorstLockOnce()
    {
        const auto stuck = Bytes("sync:{9}");
        startDemo();
        QTRY_COMPARE(m_window->currentId().key, stuck);
        QTRY_COMPARE(m_window->rowOf({0, stuck}).row(), 0); // the suggestion does not pause the order
        table()->clearSelection();
        emit m_source->changed(changeOf(lock(stuck)));
        QVERIFY(!table()->selectionModel()->hasSelection());
    }

    void demo_keepsWhatThePersonChose()
    {
        window()->startDemo();
        emit m_source->changed(changeOf(fake::lock("quiet", 30s)));
        table()->setCurrentIndex(m_window->rowOf({0, "quiet"}));
        const auto first = fake::Scene().first();
        emit m_source->changed(first);
        QCOMPARE(m_window->currentId().key, Bytes("quiet"));
    }

    void realServer_selectsNothing()
    {
        connectWithLocks();
        QVERIFY(!table()->selectionModel()->hasSelection());
    }

private:
    DetailsPanel *panel() const { return window()->findChild<DetailsPanel *>(); }
    OverviewPanel *overview() const { return window()->findChild<OverviewPanel *>(); }
    GlossaryDialog *glossary() const { return window()->findChild<GlossaryDialog *>(); }

    void connectWithLocks()
    {
        window()->connectTo({});
        show();
    }

    void startDemo()
    {
        window()->startDemo();
        show();
    }

    void show()
    {
        const auto first = fake::Scene().first();
        m_source->releases.locks = first.changed;
        emit m_source->changed(first);
        QTRY_VERIFY(table()->isVisible());
    }

    QStringList links() const
    {
        QStringList texts;
        for (const auto *one : overview()->findChildren<LinkButton *>()) {
            if (one->isVisible())
                texts << one->text();
        }
        std::ranges::stable_partition(texts, [](const QString &text) { return text.contains(u'·'); });
        return texts;
    }

    LinkButton *link(const QString &text) const
    {
        const auto all = overview()->findChildren<LinkButton *>();
        const auto found = std::ranges::find(all, text, &LinkButton::text);
        return found == all.end() ? nullptr : *found;
    }

    QString topText() const
    {
        const auto *page = glossary()->findChild<QTextBrowser *>();
        return page->cursorForPosition({8, 2}).block().text() + u'\n' + page->cursorForPosition({8, 40}).block().text();
    }

    bool inSight(const QString &term) const { return topText().contains(term); }
};

LOCKSCOPE_TEST(FirstLookTest)
#include "tst_first_look.moc"
