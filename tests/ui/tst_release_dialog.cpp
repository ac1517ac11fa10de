// SPDX-License-Identifier: MIT
// The release dialog in the real window, driven as a person does, with a source whose answers the test gives.
#include "support/fake_changes.h"
#include "support/fake_releases.h"

#include "monitor/banner.h"
#include "monitor/connection_rights.h"
#include "monitor/lock_sort_filter.h"
#include "monitor/monitor_page.h"
#include "monitor/release_facts.h"
#include "monitor/releases.h"
#include "window/main_window.h"

#include <QAction>
#include <QApplication>
#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QContextMenuEvent>
#include <QLineEdit>
#include <QMenu>
#include <QMenuBar>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QScrollArea>
#include <QSettings>
#include <QSpinBox>
#include <QTableView>
#include <QTemporaryDir>
#include <QTimer>
#include <QTest>
#include <QToolButton>
#include <QTreeWidget>

#include <map>

using namespace lockcore;
using namespace lockscope;
using namespace Qt::Literals::StringLiterals;
using namespace std::chrono_literals;

class ReleaseDialogTest final : public QObject
{
    Q_OBJECT

private slots:
    void init()
    {
        auto settings = std::make_unique<QSettings>(m_folder.filePath(u"settings.ini"_s), QSettings::IniFormat);
        WindowServices services;
        services.watch = [this](const auto &) {
            auto source = std::make_unique<fake::ReleaseSource>();
            m_source = source.get();
            return source;
        };
        services.startDemo = [] { return Result<Endpoint>(Endpoint{}); };
        m_window = std::make_unique<MainWindow>(std::move(services), std::move(settings));
        m_window->resize(1280, 720);
        m_window->show();
        QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
        m_window->startDemo();
        auto first = fake::Scene().first();
        m_source->locks = first.changed;
        emit m_source->changed(first);
    }

    void cleanup() { m_window.reset(); }

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
        QCOMPARE(m_source->wishes.size(), std::size_t(1));
        const auto text = dialog()->text();
        for (const auto &said : {u"order:{4711}"_s, u"alive"_s, u"mutual exclusion"_s, u"PEXPIRETIME order:{4711}"_s,
                                 u"HGET order:{4711} 9f3ac21e-4b7d-4e0a-9c55-0d1e2f3a4b5c:17  must be  2"_s, u"DEL order:{4711}"_s,
                                 u"PUBLISH redisson_lock__channel:order:{4711} 0"_s, u"redisson_lock_token"_s, u"10.0 s"_s,
                                 u"There is no undo."_s})
            QVERIFY2(text.contains(said), qPrintable(said + u" is not in:\n"_s + text));
        QCOMPARE(button(u"carryOut"_s)->text(), u"Release order:{4711}"_s);
        QVERIFY(button(u"cancel"_s)->isDefault());
        QVERIFY(m_source->orders.empty());
    }

    void menuOfARow_offersIt()
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

    void menuBar_offersIt()
    {
        const auto menus = m_window->menuBar()->actions();
        const bool has = std::ranges::any_of(menus, [this](const QAction *menu) {
            return menu->menu() && menu->menu()->actions().contains(releases()->releaseAction());
        });
        QVERIFY(has);
    }

    void deleteKeyInTheFilter_deletesACharacter()
    {
        select({"order:{4711}"});
        auto *filter = m_window->findChild<QLineEdit *>(u"filter"_s);
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
        QCOMPARE(m_source->wishes.size(), std::size_t(1));
        QVERIFY(ask({"sync:{9}"}) != first);
    }

    void enterAtOnce_cancels()
    {
        ask({"order:{4711}"});
        QTest::keyClick(dialog(), Qt::Key_Return);
        QTRY_VERIFY(!dialog());
        QVERIFY(m_source->orders.empty());
    }

    void escape_closes()
    {
        ask({"order:{4711}"});
        QTest::keyClick(dialog(), Qt::Key_Escape);
        QTRY_VERIFY(!dialog());
    }

    void keyboardOnly_releases()
    {
        select({"order:{4711}"});
        table()->setFocus();
        QTest::keyClick(table(), Qt::Key_Delete);
        QVERIFY(QTest::qWaitForWindowActive(dialog()));
        QCOMPARE(dialog()->focusWidget(), button(u"cancel"_s));
        QTest::keyClick(dialog()->focusWidget(), Qt::Key_Tab);
        QCOMPARE(dialog()->focusWidget(), button(u"carryOut"_s));
        QTest::keyClick(dialog()->focusWidget(), Qt::Key_Space);
        QCOMPARE(m_source->orders.size(), std::size_t(1));
        m_source->report(ReleaseOutcome::Released);
        m_source->watched(Aftermath::StillFree);
        QTRY_COMPARE(dialog()->focusWidget(), button(u"cancel"_s));
        QTest::keyClick(dialog()->focusWidget(), Qt::Key_Return);
        QTRY_VERIFY(!dialog());
    }

    void ordered_isExactlyWhatWasShown()
    {
        ask({"order:{4711}"});
        const auto shown = fake::planOf(m_source->wishes.back(), lock("order:{4711}")).order;
        carryOut();
        QCOMPARE(m_source->orders.size(), std::size_t(1));
        QVERIFY(m_source->orders.back() == shown);
    }

    void outcome_isSaidAndStopsThere_data()
    {
        QTest::addColumn<ReleaseOutcome>("outcome");
        QTest::addColumn<QString>("said");
        QTest::addColumn<bool>("lookAgain");
        QTest::newRow("released") << ReleaseOutcome::Released << u"is released"_s << false;
        QTest::newRow("untold") << ReleaseOutcome::ReleasedUntold << u"may sleep on"_s << false;
        QTest::newRow("changed") << ReleaseOutcome::Changed << u"has changed since it was looked at"_s << true;
        QTest::newRow("not there") << ReleaseOutcome::NotThere << u"is not there"_s << true;
        QTest::newRow("not permitted") << ReleaseOutcome::NotPermitted << u"Nothing was changed"_s << true;
        QTest::newRow("unknown") << ReleaseOutcome::Unknown << u"is not known"_s << true;
    }

    void outcome_isSaidAndStopsThere()
    {
        QFETCH(ReleaseOutcome, outcome);
        QFETCH(QString, said);
        QFETCH(bool, lookAgain);
        ask({"order:{4711}"});
        carryOut();
        QVERIFY(!button(u"carryOut"_s)->isVisible());
        QTest::keyClick(dialog(), Qt::Key_Escape);
        QVERIFY2(dialog() && dialog()->isVisible(), "closed before the answer was there");
        m_source->report(outcome);
        const auto text = dialog()->text();
        QVERIFY2(text.contains(said), qPrintable(text));
        QVERIFY2(text.contains(u"Written down in /home/ann/.local/state/lockscope/releases.jsonl."_s), qPrintable(text));
        QCOMPARE(button(u"lookAgain"_s)->isVisible(), lookAgain);
        QVERIFY(!button(u"carryOut"_s)->isVisible());
        QCOMPARE(m_source->orders.size(), std::size_t(1));
        QCOMPARE(m_source->wishes.size(), std::size_t(1));
    }

    void changedInBetween_looksAgainOnlyWhenAsked()
    {
        ask({"order:{4711}"});
        carryOut();
        auto report = fake::reportOf(m_source->orders.back(), ReleaseOutcome::Changed);
        report.changed = Difference::Owner;
        report.now = report.order.look;
        report.holdersNow = {{"somebody-else:3", 1, Mode::Exclusive, {}, {}}};
        emit m_source->releaseReported(report);
        QVERIFY2(dialog()->text().contains(u"Now it is held by somebody-else:3"_s), qPrintable(dialog()->text()));
        QCOMPARE(m_source->wishes.size(), std::size_t(1));
        m_source->locks.front().holders.front().owner = "somebody-else:3";
        QTest::mouseClick(button(u"lookAgain"_s), Qt::LeftButton);
        QCOMPARE(m_source->wishes.size(), std::size_t(2));
        QVERIFY(button(u"carryOut"_s)->isEnabled());
        QVERIFY(dialog()->text().contains(u"HGET order:{4711} somebody-else:3"_s));
        QCOMPARE(m_source->orders.size(), std::size_t(1));
    }

    void answerOfAnotherAttempt_isNotTakenForOurs()
    {
        ask({"order:{4711}"});
        carryOut();
        auto foreign = fake::reportOf(m_source->orders.back(), ReleaseOutcome::Released);
        foreign.order.wish.evenIfRenewed = true;
        emit m_source->releaseReported(foreign);
        QVERIFY(!dialog()->text().contains(u"is released"_s));
    }

    void renewedWhileShown_saysSoAndWouldNotAsk()
    {
        ask({"order:{4711}"});
        auto renewed = lock("order:{4711}");
        renewed.deadline = *renewed.deadline + 10s;
        emit m_source->changed(changeOf(renewed));
        QVERIFY2(dialog()->text().contains(u"Its deadline has moved"_s), qPrintable(dialog()->text()));
        QVERIFY(!button(u"carryOut"_s)->isEnabled());
        auto *even = dialog()->findChild<QCheckBox *>(u"evenIfRenewed"_s);
        QVERIFY(even->isVisible());
        even->click();
        QCOMPARE(m_source->wishes.size(), std::size_t(2));
        QVERIFY(m_source->wishes.back().evenIfRenewed);
        QVERIFY(!dialog()->text().contains(u"PEXPIRETIME"_s));
        QVERIFY(button(u"carryOut"_s)->isEnabled());
    }

    void goneWhileShown_saysSo()
    {
        ask({"order:{4711}"});
        auto change = changeOf(lock("order:{4711}"));
        change.changed.clear();
        change.gone = {{lock("order:{4711}"), EventType::Released}};
        emit m_source->changed(change);
        QVERIFY2(dialog()->text().contains(u"It has gone"_s), qPrintable(dialog()->text()));
        QVERIFY(!button(u"carryOut"_s)->isEnabled());
    }

    void nobodyRenews_evenIfRenewedIsNotOffered()
    {
        ask({"report:2026-11"});
        QVERIFY(!dialog()->findChild<QCheckBox *>(u"evenIfRenewed"_s)->isVisible());
        QVERIFY2(dialog()->text().contains(u"Nothing shows whether the holder is alive"_s), qPrintable(dialog()->text()));
    }

    void severalHolders_allOrOne()
    {
        ask({"{inv}:rw"});
        auto *holders = dialog()->findChild<QComboBox *>(u"holders"_s);
        QVERIFY(holders->isVisible());
        QCOMPARE(holders->count(), 3);
        QTest::keyClick(holders, Qt::Key_Down);
        QTest::keyClick(holders, Qt::Key_Down);
        QCOMPARE(m_source->wishes.back().owners, std::vector<Bytes>{"deadbeef-1111-4222-8333-444455556666:12"});
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
        QVERIFY(m_source->wishes.back().lease == 45s);
        QVERIFY2(dialog()->text().contains(u"PEXPIRE sync:{9} 45000"_s), qPrintable(dialog()->text()));
        QCOMPARE(button(u"carryOut"_s)->text(), u"Give sync:{9} a lease of 45.0 s"_s);
        carryOut();
        m_source->report(ReleaseOutcome::Released);
        QVERIFY2(dialog()->text().contains(u"sync:{9} has a lease of 45.0 s now."_s), qPrintable(dialog()->text()));
    }

    void fairQueue_offersToDropTheFirstWaiter()
    {
        select({"order:{4711}"});
        QVERIFY(!action(u"Drop the first waiter…"_s)->isVisible());
        select({"fair:gate"});
        QVERIFY(action(u"Drop the first waiter…"_s)->isVisible());
        action(u"Drop the first waiter…"_s)->trigger();
        QVERIFY(m_source->wishes.back().action == ReleaseAction::DropDeadHead);
        QVERIFY(m_source->wishes.back().owners.empty());
    }

    void littleSpeaksForALock_nameIsTyped()
    {
        ask({"lock_sale_42"});
        QVERIFY(!button(u"carryOut"_s)->isEnabled());
        auto *typing = dialog()->findChild<QLineEdit *>(u"confirm"_s);
        QTRY_COMPARE(dialog()->focusWidget(), typing);
        QTest::keyClicks(typing, u"lock_sale_4"_s);
        QTest::keyClick(typing, Qt::Key_Return);
        QVERIFY2(dialog()->isVisible() && m_source->orders.empty(), "Enter in the field is not the default button");
        QVERIFY(!button(u"carryOut"_s)->isEnabled());
        QTest::keyClicks(typing, u"2"_s);
        QVERIFY(button(u"carryOut"_s)->isEnabled());
        QTest::keyClick(typing, Qt::Key_Return);
        QVERIFY(m_source->orders.empty());
        QCOMPARE(dialog()->focusWidget(), button(u"carryOut"_s));
    }

    void production_nameIsTypedAndAgainAfterALook()
    {
        releases()->setRights({{}, true});
        ask({"order:{4711}"});
        QVERIFY(dialog()->text().contains(u"This is production. To confirm, type the lock's name: order:{4711}"_s));
        auto *typing = dialog()->findChild<QLineEdit *>(u"confirm"_s);
        QTest::keyClicks(typing, u"order:{4711}"_s);
        QVERIFY(button(u"carryOut"_s)->isEnabled());
        QTest::mouseClick(button(u"lookAgain"_s), Qt::LeftButton);
        QVERIFY(typing->text().isEmpty());
        QVERIFY(!button(u"carryOut"_s)->isEnabled());
    }

    void readOnly_showsAllButDoesNothing()
    {
        releases()->setRights({u"This connection is read-only."_s, false});
        ask({"order:{4711}"});
        QVERIFY(dialog()->text().contains(u"DEL order:{4711}"_s));
        QVERIFY(dialog()->text().contains(u"This connection is read-only."_s));
        QVERIFY(!button(u"carryOut"_s)->isEnabled());
        releases()->setRights({});
        QVERIFY(button(u"carryOut"_s)->isEnabled());
    }

    // In the dialog's own window, by its button and by the key that the sentence names.
    void readOnly_isSwitchedWhereItIsSaid()
    {
        watchAs({});
        ask({"order:{4711}"});
        QVERIFY(!button(u"carryOut"_s)->isEnabled());
        QVERIFY(button(u"permit"_s)->isVisible());
        button(u"permit"_s)->setFocus();
        QTest::keyClick(button(u"permit"_s), Qt::Key_Space);
        QVERIFY(button(u"carryOut"_s)->isEnabled());
        QVERIFY(!button(u"permit"_s)->isVisible());
        QCOMPARE(dialog()->focusWidget(), button(u"cancel"_s));
        m_window->rights()->setMayWrite(false);
        QVERIFY(button(u"permit"_s)->isVisible());
        QTRY_VERIFY(dialog()->isActiveWindow());
        QTest::keyClick(dialog(), Qt::Key_L, Qt::ControlModifier);
        QTRY_VERIFY(button(u"carryOut"_s)->isEnabled());
    }

    void readOnlyProfile_cannotBeSwitchedHere()
    {
        Target target;
        target.readOnly = true;
        watchAs(target);
        ask({"order:{4711}"});
        QVERIFY2(dialog()->text().contains(u"marked read-only"_s), qPrintable(dialog()->text()));
        QVERIFY(!button(u"permit"_s)->isVisible());
    }

    void serverOfOthers_isReadOnlyAtFirst()
    {
        m_window->connectTo({});
        emit m_source->changed(fake::Scene().first());
        m_source->locks = fake::Scene().first().changed;
        ask({"order:{4711}"});
        QVERIFY(!button(u"carryOut"_s)->isEnabled());
        QVERIFY(dialog()->text().contains(u"read-only"_s));
    }

    void connectionLost_disabledWithTheReason()
    {
        ask({"order:{4711}"});
        auto change = changeOf(lock("order:{4711}"));
        change.state.phase = MonitorState::Phase::Lost;
        emit m_source->changed(change);
        QVERIFY(!button(u"carryOut"_s)->isEnabled());
        QVERIFY2(dialog()->text().contains(u"The connection is lost"_s), qPrintable(dialog()->text()));
        QVERIFY(!releases()->releaseAction()->isEnabled());
        QVERIFY(releases()->releaseAction()->toolTip().contains(u"lost"_s));
    }

    void connectedElsewhere_openDialogEnds()
    {
        ask({"order:{4711}"});
        m_window->connectTo({});
        QVERIFY2(dialog()->text().contains(u"The connection was closed"_s), qPrintable(dialog()->text()));
        QVERIFY(!button(u"carryOut"_s)->isVisible());
        QVERIFY(!button(u"lookAgain"_s)->isVisible());
    }

    void severalLocks_eachItsOwnOrderAndOutcome()
    {
        ask({"order:{4711}", "lock_sale_42", "sync:{9}"});
        auto *list = dialog()->findChild<QTreeWidget *>(u"attempts"_s);
        QCOMPARE(list->topLevelItemCount(), 3);
        QCOMPARE(button(u"carryOut"_s)->text(), u"Release 2 of 3 locks"_s);
        const auto unnamed = list->findItems(u"lock_sale_42"_s, Qt::MatchExactly).front();
        QCOMPARE(unnamed->text(1), u"its name is to be typed"_s);
        list->setCurrentItem(unnamed);
        QTest::keyClicks(dialog()->findChild<QLineEdit *>(u"confirm"_s), u"lock_sale_42"_s);
        QCOMPARE(button(u"carryOut"_s)->text(), u"Release 3 locks"_s);
        carryOut();
        QCOMPARE(m_source->orders.size(), std::size_t(3));
        const std::array outcomes = {ReleaseOutcome::Released, ReleaseOutcome::Changed, ReleaseOutcome::NotPermitted};
        for (std::size_t i = 0; i < outcomes.size(); ++i)
            emit m_source->releaseReported(fake::reportOf(m_source->orders[i], outcomes[i]));
        QStringList words;
        for (int i = 0; i < 3; ++i)
            words << list->topLevelItem(i)->text(1);
        QCOMPARE(words, (QStringList{u"released, watching …"_s, u"refused: it changed"_s, u"not permitted"_s}));
    }

    void watched_saysWhatBecameOfIt_data()
    {
        QTest::addColumn<Aftermath>("how");
        QTest::addColumn<QString>("said");
        QTest::newRow("still free") << Aftermath::StillFree << u"nobody was seen to take"_s;
        QTest::newRow("new owner") << Aftermath::NewOwner << u"has a new owner"_s;
        QTest::newRow("resurrected") << Aftermath::Resurrected << u"is held again under the same name"_s;
    }

    void watched_saysWhatBecameOfIt()
    {
        QFETCH(Aftermath, how);
        QFETCH(QString, said);
        ask({"order:{4711}"});
        carryOut();
        m_source->report(ReleaseOutcome::Released);
        QVERIFY2(dialog()->text().contains(u"Watching for 20.0 s"_s), qPrintable(dialog()->text()));
        m_source->watched(how);
        QVERIFY2(dialog()->text().contains(said), qPrintable(dialog()->text()));
        QVERIFY(!dialog()->text().contains(u"Watching for"_s));
        QVERIFY(!banner()->isVisible()); // the dialog has said it
    }

    // Released, taken by another and released from that one, too, within the twenty seconds.
    void twoWatchesOfOneLock_eachHasItsOwnAnswer()
    {
        const LockId id{0, "order:{4711}"};
        ReleaseWish wish;
        wish.id = id;
        std::vector<std::unique_ptr<ReleaseAttempt>> attempts;
        for (int i = 0; i < 2; ++i) {
            attempts.push_back(std::make_unique<ReleaseAttempt>(m_source, wish));
            attempts.back()->look();
            attempts.back()->carryOut();
            m_source->report(ReleaseOutcome::Released);
            QVERIFY(attempts.back()->stage() == ReleaseAttempt::Stage::Watching);
            for (auto &lock : m_source->locks) {
                if (lock.id == id)
                    lock.holders.front().owner = "0d2e4f60-1a2b-4c3d-9e8f-a0b1c2d3e4f5:31";
            }
        }
        m_source->watched(Aftermath::StillFree); // of the second
        QVERIFY(attempts[0]->stage() == ReleaseAttempt::Stage::Watching);
        QVERIFY(attempts[1]->stage() == ReleaseAttempt::Stage::Ended);
    }

    void closedWhileWatched_bannerTells()
    {
        ask({"order:{4711}"});
        carryOut();
        m_source->report(ReleaseOutcome::Released);
        QTest::keyClick(dialog(), Qt::Key_Escape);
        QTRY_VERIFY(!dialog());
        QVERIFY(!banner()->isVisible());
        m_source->watched(Aftermath::Resurrected);
        QVERIFY(banner()->isVisible());
        QVERIFY2(banner()->text().contains(u"order:{4711}: released, resurrected"_s), qPrintable(banner()->text()));
        QTest::mouseClick(banner()->findChild<QPushButton *>(), Qt::LeftButton);
        QVERIFY(!banner()->isVisible());
    }

    void severalClosedWhileWatched_bannerTellsAll()
    {
        ask({"order:{4711}", "{inv}:rw", "cart:{77}"});
        carryOut();
        const auto orders = m_source->orders;
        QCOMPARE(orders.size(), std::size_t(3));
        for (const auto &order : orders)
            emit m_source->releaseReported(fake::reportOf(order, ReleaseOutcome::Released));
        QTest::keyClick(dialog(), Qt::Key_Escape);
        QTRY_VERIFY(!dialog());
        const std::map<std::string, Aftermath> hows = {
            {"order:{4711}", Aftermath::Resurrected}, {"{inv}:rw", Aftermath::StillFree}, {"cart:{77}", Aftermath::NewOwner}};
        for (const auto &order : orders)
            emit m_source->releaseWatched(aftermathOf(order, hows.at(order.wish.id.key)));
        const auto said = banner()->text();
        for (const auto &brief : {u"3 releases"_s, u"order:{4711}: released, resurrected"_s, u"{inv}:rw: released, still free"_s,
                                  u"cart:{77}: released, new owner"_s})
            QVERIFY2(said.contains(brief), qPrintable(said));
        QTest::mouseClick(banner()->findChild<QPushButton *>(), Qt::LeftButton);
        QVERIFY(!banner()->isVisible());
    }

    void connectedElsewhereAfterwards_isNotToldAgain()
    {
        ask({"order:{4711}"});
        carryOut();
        m_source->report(ReleaseOutcome::NotThere);
        m_window->connectTo({});
        QVERIFY(!banner()->isVisible());
        QVERIFY2(dialog()->text().contains(u"is not there"_s), qPrintable(dialog()->text()));
        QVERIFY(!button(u"lookAgain"_s)->isVisible());
    }

    void script_isFoldedAndCopiedWhole()
    {
        ask({"order:{4711}"});
        auto *script = dialog()->findChild<QPlainTextEdit *>();
        QVERIFY(!script->isVisible());
        dialog()->findChild<QToolButton *>(u"script"_s)->click();
        QTRY_VERIFY2(script->visibleRegion().boundingRect().height() > script->height() / 2, "not scrolled into sight");
        const auto plan = fake::planOf(m_source->wishes.back(), lock("order:{4711}"));
        QVERIFY(script->toPlainText().contains(QString::fromStdString(plan.script).trimmed()));
        for (auto *tool : dialog()->findChildren<QToolButton *>()) {
            if (tool->accessibleName().contains(u"one command"_s))
                tool->click();
        }
        QCOMPARE(QApplication::clipboard()->text(), QString::fromStdString(redisCliLine(plan.command())));
    }

    void endlessBinaryName_layoutHolds()
    {
        auto odd = fake::lock("tenant:\xe2\x80\xae" + std::string(10'000, 'x') + "&:\x01\xff:end", 9s);
        m_source->locks = {odd};
        emit m_source->changed(changeOf(odd));
        auto *asked = releases()->ask(ReleaseAction::Release, {odd});
        QVERIFY(asked->width() < m_window->width());
        QVERIFY(asked->height() < m_window->height());
        QVERIFY2(!asked->text().contains(QChar(0x202e)), "a right-to-left mark got through");
        QVERIFY(button(u"carryOut"_s)->geometry().right() < asked->width());
        releases()->setRights({{}, true});
        auto *typing = asked->findChild<QLineEdit *>(u"confirm"_s);
        QTest::keyClicks(typing, confirmationOf(odd.id));
        QVERIFY(confirmationOf(odd.id).size() <= 12);
        QVERIFY(button(u"carryOut"_s)->isEnabled());
    }

    // Also of what is made anew when the dialog has more to say.
    void tab_goesFromAboveToBelow()
    {
        ask({"order:{4711}", "{inv}:rw"});
        carryOut();
        m_source->report(ReleaseOutcome::Changed);
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
            seen << u"%1 \"%2\" at %3"_s.arg(QString::fromLatin1(here->metaObject()->className()), here->accessibleName()).arg(place.second);
            QVERIFY2(place >= above, qPrintable(seen.join(u'\n')));
            above = place;
            QTest::keyClick(here, Qt::Key_Tab);
        } while (dialog()->focusWidget() != list);
        QVERIFY2(seen.size() > 15, qPrintable(seen.join(u'\n')));
        QVERIFY2(seen.constLast().contains(u"QPushButton"_s), qPrintable(seen.join(u'\n')));
    }

    void ampersandInAName_isNoKey()
    {
        const auto odd = fake::lock("a&b", 9s);
        m_source->locks = {odd};
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

    void windowClosedWithOpenDialog_endsCleanly()
    {
        ask({"order:{4711}"});
        carryOut();
        m_window.reset();
        m_source = nullptr;
    }

private:
    Releases *releases() const { return m_window->monitorPage()->releases(); }
    QTableView *table() const { return m_window->findChild<QTableView *>(u"locks"_s); }
    Banner *banner() const { return m_window->findChild<Banner *>(u"releaseBanner"_s); }

    // The one that was opened last.
    ReleaseDialog *dialog() const
    {
        const auto all = m_window->findChildren<ReleaseDialog *>();
        return all.isEmpty() ? nullptr : all.back();
    }

    QPushButton *button(const QString &name) const { return dialog()->findChild<QPushButton *>(name); }
    void carryOut() const { QTest::mouseClick(button(u"carryOut"_s), Qt::LeftButton); }

    QAction *action(const QString &text) const
    {
        for (auto *candidate : releases()->actions()) {
            if (candidate->iconText() == text)
                return candidate;
        }
        return nullptr;
    }

    LockInfo lock(const std::string &key) const { return *std::ranges::find(m_source->locks, LockId{0, key}, &LockInfo::id); }

    void watchAs(const Target &target) const
    {
        m_window->connectTo(target);
        const auto change = fake::Scene().first();
        m_source->locks = change.changed;
        emit m_source->changed(change);
    }

    static ReleaseAftermath aftermathOf(const ReleaseOrder &order, Aftermath how)
    {
        ReleaseAftermath aftermath;
        aftermath.order = order;
        aftermath.how = how;
        return aftermath;
    }

    static MonitorChange changeOf(const LockInfo &lock)
    {
        MonitorChange change;
        change.state = fake::liveState();
        change.serverNow = fake::serverTime({});
        change.at = Moment(1000s);
        change.changed = {lock};
        return change;
    }

    void select(const std::vector<std::string> &keys) const
    {
        table()->clearSelection();
        const auto *rows = m_window->monitorPage()->rows();
        for (int row = 0; row < rows->rowCount(); ++row) {
            const auto index = rows->index(row, 0);
            if (std::ranges::find(keys, rows->rowAt(index)->lock.id.key) != keys.end())
                table()->selectionModel()->select(index, QItemSelectionModel::Select | QItemSelectionModel::Rows);
        }
    }

    ReleaseDialog *ask(const std::vector<std::string> &keys) const
    {
        select(keys);
        releases()->releaseAction()->trigger();
        return dialog();
    }

    QTemporaryDir m_folder;
    fake::ReleaseSource *m_source = nullptr;
    std::unique_ptr<MainWindow> m_window;
};

QTEST_MAIN(ReleaseDialogTest)
#include "tst_release_dialog.moc"
