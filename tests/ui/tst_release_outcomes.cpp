// SPDX-License-Identifier: MIT
// The outcome of a release and what happens to the lock afterwards, as the dialog and the window report it.
#include "support/test_program.h"

#include "ui/release_window_case.h"

#include "ui/monitor/release_panel.h"

#include <QScrollBar>
#include <QTreeWidget>

#include <map>

using namespace lockcore;
using namespace lockscope;
using namespace Qt::Literals::StringLiterals;
using namespace std::chrono_literals;

class ReleaseOutcomesTest final : public ReleaseWindowCase
{
    Q_OBJECT

private slots:
    void init()
    {
        open();
        startWithLocks();
    }

    void cleanup() { close(); }

    void release_runsExactlyWhatWasShown()
    {
        ask({"order:{4711}"});
        const auto shown = fake::planOf(m_source->releases.wishes.back(), lock("order:{4711}")).order;
        carryOut();
        QCOMPARE(m_source->releases.orders.size(), std::size_t(1));
        QVERIFY(m_source->releases.orders.back() == shown);
    }

    void outcome_isShownWithoutRetry_data()
    {
        QTest::addColumn<ReleaseOutcome>("outcome");
        QTest::addColumn<QString>("said");
        QTest::addColumn<bool>("lookAgain");
        QTest::newRow("released") << ReleaseOutcome::Released << u"is released"_s << false;
        QTest::newRow("untold") << ReleaseOutcome::ReleasedUntold << u"may keep waiting"_s << false;
        QTest::newRow("changed") << ReleaseOutcome::Changed << u"has changed since Lockscope looked at it"_s << true;
        QTest::newRow("not there") << ReleaseOutcome::NotThere << u"is not there"_s << true;
        QTest::newRow("not permitted") << ReleaseOutcome::NotPermitted << u"Nothing was changed"_s << true;
        QTest::newRow("unknown") << ReleaseOutcome::Unknown << u"may or may not be released"_s << true;
    }

    void outcome_isShownWithoutRetry()
    {
        QFETCH(ReleaseOutcome, outcome);
        QFETCH(QString, said);
        QFETCH(bool, lookAgain);
        ask({"order:{4711}"});
        carryOut();
        QVERIFY(!button(u"carryOut"_s)->isVisible());
        QTest::keyClick(dialog(), Qt::Key_Escape);
        QVERIFY2(dialog() && dialog()->isVisible(), "closed before the answer was there");
        m_source->releases.report(outcome);
        const auto text = dialog()->text();
        QVERIFY2(text.contains(said), qPrintable(text));
        QVERIFY2(text.contains(u"Recorded in /home/ann/.local/state/lockscope/releases.jsonl."_s), qPrintable(text));
        QCOMPARE(button(u"lookAgain"_s)->isVisible(), lookAgain);
        QVERIFY(!button(u"carryOut"_s)->isVisible());
        QCOMPARE(m_source->releases.orders.size(), std::size_t(1));
        QCOMPARE(m_source->releases.wishes.size(), std::size_t(1));
    }

    void outcome_isInSightOfWhoReadToTheEnd()
    {
        ask({"order:{4711}"});
        dialog()->resize(dialog()->width(), 400);
        auto *bar = dialog()->findChild<ReleasePanel *>()->verticalScrollBar();
        QTRY_VERIFY(bar->maximum() > 0);
        bar->setValue(bar->maximum());
        carryOut();
        m_source->releases.report(ReleaseOutcome::Released);
        QCOMPARE(bar->value(), 0);
    }

    void changedInBetween_looksAgainOnlyWhenAsked()
    {
        ask({"order:{4711}"});
        carryOut();
        auto report = fake::reportOf(m_source->releases.orders.back(), ReleaseOutcome::Changed);
        report.changed = Difference::Owner;
        report.now = report.order.look;
        report.holdersNow = {{"somebody-else:3", 1, Mode::Exclusive, {}, {}}};
        m_source->releases.report(report);
        QVERIFY2(dialog()->text().contains(u"Now it is held by somebody-else:3"_s), qPrintable(dialog()->text()));
        QCOMPARE(m_source->releases.wishes.size(), std::size_t(1));
        m_source->releases.locks.front().holders.front().owner = "somebody-else:3";
        QTest::mouseClick(button(u"lookAgain"_s), Qt::LeftButton);
        QCOMPARE(m_source->releases.wishes.size(), std::size_t(2));
        QVERIFY(button(u"carryOut"_s)->isEnabled());
        QVERIFY(dialog()->text().contains(u"HGET order:{4711} somebody-else:3"_s));
        QCOMPARE(m_source->releases.orders.size(), std::size_t(1));
    }

    void otherAttemptsAnswer_isIgnored()
    {
        ask({"order:{4711}"});
        carryOut();
        const auto foreign = fake::reportOf(m_source->releases.orders.back(), ReleaseOutcome::Released);
        emit m_source->releases.reported(newRequestId(), foreign);
        QVERIFY(!dialog()->text().contains(u"is released"_s));
    }

    // The same request twice: only the second look is as new as requested.
    void earlierLooksAnswer_isNotShown()
    {
        m_source->releases.answersPlans = false;
        ReleaseRequest wish;
        wish.id = {0, "order:{4711}"};
        ReleaseAttempt attempt(&m_source->releases, wish);
        attempt.look();
        attempt.look();
        m_source->releases.answerPlan(0);
        QVERIFY(attempt.stage() == ReleaseAttempt::Stage::Looking);
        QVERIFY(!attempt.plan());
        m_source->releases.answerPlan(1);
        QVERIFY(attempt.stage() == ReleaseAttempt::Stage::Shown);
    }

    void severalLocks_haveTheirOwnRequestsAndOutcomes()
    {
        ask({"order:{4711}", "lock_sale_42", "sync:{9}"});
        auto *list = dialog()->findChild<QTreeWidget *>(u"attempts"_s);
        QCOMPARE(list->topLevelItemCount(), 3);
        QCOMPARE(button(u"carryOut"_s)->text(), u"Release 2 of 3 locks"_s);
        const auto unnamed = list->findItems(u"lock_sale_42"_s, Qt::MatchExactly).front();
        QCOMPARE(unnamed->text(1), u"type its name"_s);
        list->setCurrentItem(unnamed);
        QTest::keyClicks(dialog()->findChild<QLineEdit *>(u"confirm"_s), u"lock_sale_42"_s);
        QCOMPARE(button(u"carryOut"_s)->text(), u"Release 3 locks"_s);
        carryOut();
        QCOMPARE(m_source->releases.orders.size(), std::size_t(3));
        const std::array outcomes = {ReleaseOutcome::Released, ReleaseOutcome::Changed, ReleaseOutcome::NotPermitted};
        for (std::size_t i = 0; i < outcomes.size(); ++i)
            m_source->releases.report(i, outcomes[i]);
        QStringList words;
        for (int i = 0; i < 3; ++i)
            words << list->topLevelItem(i)->text(1);
        QCOMPARE(words, (QStringList{u"released, watching …"_s, u"refused: it changed"_s, u"not permitted"_s}));
    }

    void watched_showsAftermath_data()
    {
        QTest::addColumn<Aftermath>("how");
        QTest::addColumn<QString>("said");
        QTest::newRow("still free") << Aftermath::StillFree << u"Nobody was seen acquiring"_s;
        QTest::newRow("new owner") << Aftermath::NewOwner << u"has a new owner"_s;
        QTest::newRow("resurrected") << Aftermath::Resurrected << u"is held again under the same owner"_s;
    }

    void watched_showsAftermath()
    {
        QFETCH(Aftermath, how);
        QFETCH(QString, said);
        ask({"order:{4711}"});
        carryOut();
        m_source->releases.report(ReleaseOutcome::Released);
        QVERIFY2(dialog()->text().contains(u"Watching for 20.0 s"_s), qPrintable(dialog()->text()));
        m_source->releases.watch(how);
        QVERIFY2(dialog()->text().contains(said), qPrintable(dialog()->text()));
        QVERIFY(!dialog()->text().contains(u"Watching for"_s));
        QVERIFY(!banner()->isVisible()); // the dialog has already shown it
    }

    // Released, acquired by another owner, and released from that one as well, within the twenty seconds.
    void twoWatchesOfOneLock_haveTheirOwnAnswers()
    {
        const LockId id{0, "order:{4711}"};
        ReleaseRequest wish;
        wish.id = id;
        std::vector<std::unique_ptr<ReleaseAttempt>> attempts;
        for (int i = 0; i < 2; ++i) {
            attempts.push_back(std::make_unique<ReleaseAttempt>(&m_source->releases, wish));
            attempts.back()->look();
            attempts.back()->carryOut();
            m_source->releases.report(ReleaseOutcome::Released);
            QVERIFY(attempts.back()->stage() == ReleaseAttempt::Stage::Watching);
            for (auto &lock : m_source->releases.locks) {
                if (lock.id == id)
                    lock.holders.front().owner = "0d2e4f60-1a2b-4c3d-9e8f-a0b1c2d3e4f5:31";
            }
        }
        m_source->releases.watch(Aftermath::StillFree); // the answer to the second watch
        QVERIFY(attempts[0]->stage() == ReleaseAttempt::Stage::Watching);
        QVERIFY(attempts[1]->stage() == ReleaseAttempt::Stage::Ended);
    }

    void closedWhileWatched_bannerShowsAftermath()
    {
        ask({"order:{4711}"});
        carryOut();
        m_source->releases.report(ReleaseOutcome::Released);
        QTest::keyClick(dialog(), Qt::Key_Escape);
        QTRY_VERIFY(!dialog());
        QVERIFY(!banner()->isVisible());
        m_source->releases.watch(Aftermath::Resurrected);
        QVERIFY(banner()->isVisible());
        QVERIFY2(banner()->text().contains(u"order:{4711}: released, resurrected"_s), qPrintable(banner()->text()));
        QTest::mouseClick(banner()->findChild<QPushButton *>(), Qt::LeftButton);
        QVERIFY(!banner()->isVisible());
    }

    void severalClosedWhileWatched_bannerShowsAll()
    {
        ask({"order:{4711}", "{inv}:rw", "cart:{77}"});
        carryOut();
        const auto orders = m_source->releases.orders;
        QCOMPARE(orders.size(), std::size_t(3));
        for (std::size_t i = 0; i < orders.size(); ++i)
            m_source->releases.report(i, ReleaseOutcome::Released);
        QTest::keyClick(dialog(), Qt::Key_Escape);
        QTRY_VERIFY(!dialog());
        const std::map<std::string, Aftermath> hows = {
            {"order:{4711}", Aftermath::Resurrected}, {"{inv}:rw", Aftermath::StillFree}, {"cart:{77}", Aftermath::NewOwner}};
        for (std::size_t i = 0; i < orders.size(); ++i)
            m_source->releases.watch(i, hows.at(orders[i].wish.id.key));
        const auto said = banner()->text();
        for (const auto &brief : {u"3 releases"_s, u"order:{4711}: released, resurrected"_s, u"{inv}:rw: released, still free"_s,
                                  u"cart:{77}: released, new owner"_s})
            QVERIFY2(said.contains(brief), qPrintable(said));
        QTest::mouseClick(banner()->findChild<QPushButton *>(), Qt::LeftButton);
        QVERIFY(!banner()->isVisible());
    }

    void connectedElsewhereAfterwards_isNotReportedAgain()
    {
        ask({"order:{4711}"});
        carryOut();
        m_source->releases.report(ReleaseOutcome::NotThere);
        window()->connectTo({});
        QVERIFY(!banner()->isVisible());
        QVERIFY2(dialog()->text().contains(u"is not there"_s), qPrintable(dialog()->text()));
        QVERIFY(!button(u"lookAgain"_s)->isVisible());
    }

    void windowClosedWithOpenDialog_endsCleanly()
    {
        ask({"order:{4711}"});
        carryOut();
        close();
    }
};

LOCKSCOPE_TEST(ReleaseOutcomesTest)
#include "tst_release_outcomes.moc"
