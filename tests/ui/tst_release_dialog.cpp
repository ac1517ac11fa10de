// SPDX-License-Identifier: MIT
// How a user asks for a release, and what is shown before it is confirmed: the real window, used as a user does.
#include "support/test_program.h"

#include "ui/release_window_case.h"

#include "ui/monitor/release_facts.h"

#include <QAction>
#include <QClipboard>
#include <QComboBox>
#include <QContextMenuEvent>
#include <QMenu>
#include <QMenuBar>
#include <QPlainTextEdit>
#include <QScrollArea>
#include <QSpinBox>
#include <QTimer>
#include <QToolButton>
#include <QTreeWidget>

using namespace lockcore;
using namespace lockscope;
using namespace Qt::Literals::StringLiterals;
using namespace std::chrono_literals;

class ReleaseDialogTest final : public ReleaseWindowCase
{
    Q_OBJECT

private slots:
    void init()
    {
        open();
        startWithLocks();
    }

    void cleanup() { close(); }

    void nothingSelected_nothingToRelease()
    {
        QVERIFY(!releases()->releaseAction()->isEnabled());
        select({"order:{4711}"});
        QVERIFY(releases()->releaseAction()->isEnabled());
    }

    void deleteKey_opensAndShowsWhatWillRun()
    {
        select({"order:{4711}"});
        table()->setFocus();
        QTest::keyClick(table(), Qt::Key_Delete);
        QVERIFY(dialog());
        QVERIFY(!dialog()->isModal());
        QCOMPARE(m_source->releases.wishes.size(), std::size_t(1));
        const auto text = dialog()->text();
        for (const auto &said :
             {u"order:{4711}"_s, u"alive"_s, u"mutual exclusion"_s, u"PEXPIRETIME order:{4711}"_s,
              u"HGET order:{4711} 9f3ac21e-4b7d-4e0a-9c55-0d1e2f3a4b5c:17  must be  2"_s, u"DEL order:{4711}"_s,
              u"PUBLISH redisson_lock__channel:order:{4711} 0"_s, u"redisson_lock_token"_s, u"10.0 s"_s, u"There is no undo."_s})
            QVERIFY2(text.contains(said), qPrintable(said + u" is not in:\n"_s + text));
        QCOMPARE(button(u"carryOut"_s)->text(), u"Release order:{4711}"_s);
        QVERIFY(button(u"cancel"_s)->isDefault());
        QVERIFY(m_source->releases.orders.empty());
    }

    void rowMenu_offersRelease()
    {
        select({"sync:{9}"});
        QStringList offered;
        QTimer::singleShot(0, this, [&offered] {
            auto *menu = qobject_cast<QMenu *>(QApplication::activePopupWidget());
            if (!menu)
                return;
            for (const auto *candidate : menu->actions()) {
                if (candidate->isVisible())
                    offered << candidate->iconText();
            }
            menu->close();
        });
        const auto where = table()->visualRect(table()->selectionModel()->selectedRows().front()).center();
        QContextMenuEvent event(QContextMenuEvent::Mouse, where, table()->viewport()->mapToGlobal(where));
        QApplication::sendEvent(table()->viewport(), &event);
        QVERIFY2(offered.contains(u"Release…"_s) && offered.contains(u"Give a lease…"_s), qPrintable(offered.join(u'|')));
        QVERIFY(!offered.contains(u"Drop the first waiter…"_s));
    }

    void menuBar_offersRelease()
    {
        const auto menus = window()->menuBar()->actions();
        const bool has = std::ranges::any_of(
            menus, [this](const QAction *menu) { return menu->menu() && menu->menu()->actions().contains(releases()->releaseAction()); });
        QVERIFY(has);
    }

    void deleteKeyInTheFilter_deletesACharacter()
    {
        select({"order:{4711}"});
        auto *filter = window()->findChild<QLineEdit *>(u"filter"_s);
        filter->setFocus();
        QTest::keyClicks(filter, u"x"_s);
        QTest::keyClick(filter, Qt::Key_Home);
        QTest::keyClick(filter, Qt::Key_Delete);
        QVERIFY(filter->text().isEmpty());
        QVERIFY(!dialog());
    }

    void sameLockAgain_raisesTheOpenDialog()
    {
        auto *first = ask({"order:{4711}"});
        QCOMPARE(ask({"order:{4711}"}), first);
        QCOMPARE(m_source->releases.wishes.size(), std::size_t(1));
        QVERIFY(ask({"sync:{9}"}) != first);
    }

    void enterAtOnce_cancels()
    {
        ask({"order:{4711}"});
        QTest::keyClick(dialog(), Qt::Key_Return);
        QTRY_VERIFY(!dialog());
        QVERIFY(m_source->releases.orders.empty());
    }

    void escape_closes()
    {
        ask({"order:{4711}"});
        QTest::keyClick(dialog(), Qt::Key_Escape);
        QTRY_VERIFY(!dialog());
    }

    void severalHolders_allOrOneCanBeFreed()
    {
        ask({"{inv}:rw"});
        auto *holders = dialog()->findChild<QComboBox *>(u"holders"_s);
        QVERIFY(holders->isVisible());
        QCOMPARE(holders->count(), 3);
        QTest::keyClick(holders, Qt::Key_Down);
        QTest::keyClick(holders, Qt::Key_Down);
        QCOMPARE(m_source->releases.wishes.back().owners, std::vector<Bytes>{"deadbeef-1111-4222-8333-444455556666:12"});
        QVERIFY2(dialog()->text().contains(u"One other holder stays"_s), qPrintable(dialog()->text()));
        QVERIFY(!dialog()->text().contains(u"\nDEL {inv}:rw"_s));
    }

    void immortal_canBeGivenALease()
    {
        select({"order:{4711}"});
        QVERIFY(!action(u"Give a lease…"_s)->isVisible());
        select({"sync:{9}"});
        QVERIFY(action(u"Give a lease…"_s)->isVisible());
        action(u"Give a lease…"_s)->trigger();
        auto *lease = dialog()->findChild<QSpinBox *>(u"lease"_s);
        lease->setValue(45);
        QVERIFY(m_source->releases.wishes.back().lease == 45s);
        QVERIFY2(dialog()->text().contains(u"PEXPIRE sync:{9} 45000"_s), qPrintable(dialog()->text()));
        QCOMPARE(button(u"carryOut"_s)->text(), u"Give sync:{9} a lease of 45.0 s"_s);
        carryOut();
        m_source->releases.report(ReleaseOutcome::Released);
        QVERIFY2(dialog()->text().contains(u"sync:{9} has a lease of 45.0 s now."_s), qPrintable(dialog()->text()));
    }

    void fairQueue_offersToDropTheFirstWaiter()
    {
        select({"order:{4711}"});
        QVERIFY(!action(u"Drop the first waiter…"_s)->isVisible());
        select({"fair:gate"});
        QVERIFY(action(u"Drop the first waiter…"_s)->isVisible());
        action(u"Drop the first waiter…"_s)->trigger();
        QVERIFY(m_source->releases.wishes.back().action == ReleaseAction::DropDeadHead);
        QVERIFY(m_source->releases.wishes.back().owners.empty());
    }

    void script_isCollapsedAndCopiedWhole()
    {
        ask({"order:{4711}"});
        auto *script = dialog()->findChild<QPlainTextEdit *>();
        QVERIFY(!script->isVisible());
        dialog()->findChild<QToolButton *>(u"script"_s)->click();
        QTRY_VERIFY2(script->visibleRegion().boundingRect().height() > script->height() / 2, "not scrolled into sight");
        const auto plan = fake::planOf(m_source->releases.wishes.back(), lock("order:{4711}"));
        QVERIFY(script->toPlainText().contains(QString::fromStdString(plan.script).trimmed()));
        for (auto *tool : dialog()->findChildren<QToolButton *>()) {
            if (tool->accessibleName().contains(u"one command"_s))
                tool->click();
        }
        QCOMPARE(QApplication::clipboard()->text(), QString::fromStdString(redisCliLine(plan.command())));
    }

    void veryLongBinaryName_keepsLayout()
    {
        auto odd = fake::lock("tenant:\xe2\x80\xae" + std::string(10'000, 'x') + "&:\x01\xff:end", 9s);
        m_source->releases.locks = {odd};
        emit m_source->changed(changeOf(odd));
        auto *asked = releases()->ask(ReleaseAction::Release, {odd});
        QVERIFY(asked->width() < window()->width());
        QVERIFY(asked->height() < window()->height());
        QVERIFY2(!asked->text().contains(QChar(0x202e)), "a right-to-left mark got through");
        QVERIFY(button(u"carryOut"_s)->geometry().right() < asked->width());
        markAsProduction();
        auto *typing = asked->findChild<QLineEdit *>(u"confirm"_s);
        QTest::keyClicks(typing, confirmationOf(odd.id));
        QVERIFY(confirmationOf(odd.id).size() <= 12);
        QVERIFY(button(u"carryOut"_s)->isEnabled());
    }

    // Also for widgets that are created when the dialog has more to show.
    void tab_movesFromTopToBottom()
    {
        ask({"order:{4711}", "{inv}:rw"});
        carryOut();
        m_source->releases.report(ReleaseOutcome::Changed);
        auto *list = dialog()->findChild<QTreeWidget *>();
        const auto *content = dialog()->findChild<QScrollArea *>()->widget();
        list->setFocus();
        std::pair<int, int> above(-1, 0);
        QStringList seen;
        do {
            auto *here = dialog()->focusWidget();
            const bool scrolls = content->isAncestorOf(here);
            const int part = here == list ? 0 : here == content->parentWidget()->parentWidget() ? 1 : scrolls ? 2 : 3;
            const std::pair<int, int> place(part, scrolls ? here->mapTo(content, QPoint()).y() : here->mapTo(dialog(), QPoint()).y());
            seen
                << u"%1 \"%2\" at %3"_s.arg(QString::fromLatin1(here->metaObject()->className()), here->accessibleName()).arg(place.second);
            QVERIFY2(place >= above, qPrintable(seen.join(u'\n')));
            above = place;
            QTest::keyClick(here, Qt::Key_Tab);
        } while (dialog()->focusWidget() != list);
        QVERIFY2(seen.size() > 15, qPrintable(seen.join(u'\n')));
        QVERIFY2(seen.constLast().contains(u"QPushButton"_s), qPrintable(seen.join(u'\n')));
    }

    void ampersandInName_isNotAShortcut()
    {
        const auto odd = fake::lock("a&b", 9s);
        m_source->releases.locks = {odd};
        releases()->ask(ReleaseAction::Release, {odd});
        QCOMPARE(button(u"carryOut"_s)->text(), u"Release a&&b"_s);
        QVERIFY(button(u"carryOut"_s)->shortcut().isEmpty());
    }

    void everyControl_hasAName()
    {
        ask({"order:{4711}", "lock_sale_42"});
        for (const auto *widget : dialog()->findChildren<QWidget *>()) {
            if (!widget->isVisible() || !(widget->focusPolicy() & Qt::TabFocus))
                continue;
            const auto *control = qobject_cast<const QAbstractButton *>(widget);
            QVERIFY2(!widget->accessibleName().isEmpty() || (control && !control->text().isEmpty()),
                     qPrintable(QString::fromLatin1(widget->metaObject()->className()) + u' ' + widget->objectName()));
        }
    }

    void tooManySelected_saysHowMany()
    {
        emit m_source->changed(fake::many(60));
        table()->selectAll();
        QVERIFY(!releases()->releaseAction()->isEnabled());
        QVERIFY(releases()->releaseAction()->toolTip().contains(u"50"_s));
    }

private:
    QAction *action(const QString &text) const
    {
        for (auto *candidate : releases()->actions()) {
            if (candidate->iconText() == text)
                return candidate;
        }
        return nullptr;
    }
};

LOCKSCOPE_TEST(ReleaseDialogTest)
#include "tst_release_dialog.moc"
