// SPDX-License-Identifier: MIT
// When a release may be confirmed: what changes meanwhile, names that must be typed, rights, a lost connection.
#include "support/test_program.h"

#include "ui/release_window_case.h"

#include "ui/monitor/connection_rights.h"
#include "ui/words/release_words.h"

#include <QCheckBox>

using namespace lockcore;
using Kind = lockcore::ReleaseWarning::Kind;
using namespace lockscope;
using namespace Qt::Literals::StringLiterals;
using namespace std::chrono_literals;

class ReleaseConsentTest final : public ReleaseWindowCase
{
    Q_OBJECT

private slots:
    void init()
    {
        open();
        startWithLocks();
    }

    void cleanup() { close(); }

    void renewedWhileShown_isReportedWithoutQuestion()
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
        QCOMPARE(m_source->releases.wishes.size(), std::size_t(2));
        QVERIFY(m_source->releases.wishes.back().evenIfRenewed);
        QVERIFY(!dialog()->text().contains(u"PEXPIRETIME"_s));
        QVERIFY(button(u"carryOut"_s)->isEnabled());
    }

    // The same judgement in the list of changes and in the warning.
    void renewedWhileShown_isJudgedOnce()
    {
        const auto judgements = [this] {
            QStringList said;
            for (const auto kind : {Kind::HolderRenews, Kind::HolderExtended, Kind::HolderStopped, Kind::HolderMayBeAlive}) {
                for (auto i = dialog()->text().count(lifeText(kind)); i > 0; --i)
                    said << lifeText(kind);
            }
            return said;
        };
        ask({"report:2026-11"});
        QCOMPARE(judgements(), QStringList{lifeText(Kind::HolderMayBeAlive)});
        auto later = lock("report:2026-11");
        later.deadline = *later.deadline + 10s; // by an unknown client
        emit m_source->changed(changeOf(later));
        QVERIFY2(dialog()->text().contains(u"Its deadline has moved since this was shown."_s), qPrintable(dialog()->text()));
        QCOMPARE(judgements(), QStringList(2, lifeText(Kind::HolderExtended)));
        later.renewals.count = 1;
        emit m_source->changed(changeOf(later));
        QCOMPARE(judgements(), QStringList(2, lifeText(Kind::HolderRenews)));
        QVERIFY2(!dialog()->text().contains(u"none seen"_s), qPrintable(dialog()->text())); // the renewals
        later.deadline = *lock("report:2026-11").deadline - 1s;                             // shortened by an unknown client
        later.renewals = {};
        emit m_source->changed(changeOf(later));
        QCOMPARE(judgements(), QStringList{lifeText(Kind::HolderMayBeAlive)});
    }

    void goneWhileShown_isReported()
    {
        ask({"order:{4711}"});
        auto change = changeOf(lock("order:{4711}"));
        change.changed.clear();
        change.gone = {{lock("order:{4711}"), EventType::Released}};
        emit m_source->changed(change);
        QVERIFY2(dialog()->text().contains(u"It has ended"_s), qPrintable(dialog()->text()));
        QVERIFY(!button(u"carryOut"_s)->isEnabled());
    }

    void nobodyRenews_evenIfRenewedIsHidden()
    {
        ask({"report:2026-11"});
        QVERIFY(!dialog()->findChild<QCheckBox *>(u"evenIfRenewed"_s)->isVisible());
        QVERIFY2(dialog()->text().contains(u"Nothing shows whether the holder is alive"_s), qPrintable(dialog()->text()));
    }

    void lowConfidence_nameMustBeTyped()
    {
        ask({"lock_sale_42"});
        QVERIFY(!button(u"carryOut"_s)->isEnabled());
        auto *typing = dialog()->findChild<QLineEdit *>(u"confirm"_s);
        QTRY_COMPARE(dialog()->focusWidget(), typing);
        QTest::keyClicks(typing, u"lock_sale_4"_s);
        QTest::keyClick(typing, Qt::Key_Return);
        QVERIFY2(dialog()->isVisible() && m_source->releases.orders.empty(), "Enter in the field is not the default button");
        QVERIFY(!button(u"carryOut"_s)->isEnabled());
        QVERIFY(!dialog()->text().contains(u"What you typed is not its name."_s)); // not yet
        QTest::keyClicks(typing, u"7"_s);
        QVERIFY(dialog()->text().contains(u"What you typed is not its name."_s));
        QTest::keyClick(typing, Qt::Key_Backspace);
        QTest::keyClicks(typing, u"2"_s);
        QVERIFY(button(u"carryOut"_s)->isEnabled());
        QTest::keyClick(typing, Qt::Key_Return);
        QVERIFY(m_source->releases.orders.empty());
        QCOMPARE(dialog()->focusWidget(), button(u"carryOut"_s));
        auto *reason = dialog()->findChild<QLineEdit *>(u"reason"_s);
        reason->setFocus();
        QTest::keyClick(reason, Qt::Key_Return);
        QVERIFY(m_source->releases.orders.empty() && dialog()->isVisible());
        QCOMPARE(dialog()->focusWidget(), button(u"carryOut"_s));
    }

    void production_nameMustBeTypedAgainAfterEachLook()
    {
        markAsProduction();
        ask({"order:{4711}"});
        QVERIFY(dialog()->text().contains(u"This is production. To confirm, type the lock's name: order:{4711}"_s));
        auto *typing = dialog()->findChild<QLineEdit *>(u"confirm"_s);
        QTest::keyClicks(typing, u"order:{4711}"_s);
        QVERIFY(button(u"carryOut"_s)->isEnabled());
        QTest::mouseClick(button(u"lookAgain"_s), Qt::LeftButton);
        QVERIFY(typing->text().isEmpty());
        QVERIFY(!button(u"carryOut"_s)->isEnabled());
    }

    void readOnly_showsEverythingAndChangesNothing()
    {
        rights()->setMayWrite(false);
        ask({"order:{4711}"});
        QVERIFY(dialog()->text().contains(u"DEL order:{4711}"_s));
        QVERIFY(dialog()->text().contains(u"This connection is read-only."_s));
        QVERIFY(!button(u"carryOut"_s)->isEnabled());
        rights()->setMayWrite(true);
        QVERIFY(button(u"carryOut"_s)->isEnabled());
    }

    // Whoever has read where to type clicks there, whatever changes meanwhile.
    void readOnlyIsSwitchedOff_fieldsStayWhereTheyAre()
    {
        watchAs({});
        ask({"lock_sale_42"});
        const auto *typing = dialog()->findChild<QLineEdit *>(u"confirm"_s);
        const auto *reason = dialog()->findChild<QLineEdit *>(u"reason"_s);
        QTRY_VERIFY(typing->isVisible() && reason->isVisible() && button(u"permit"_s)->isVisible());
        const auto places = [&] { return std::pair(typing->mapTo(dialog(), QPoint()).y(), reason->mapTo(dialog(), QPoint()).y()); };
        QTest::qWait(50); // the layout
        const auto before = places();
        rights()->setMayWrite(true);
        QTest::qWait(50);
        QVERIFY(!button(u"permit"_s)->isVisible());
        QCOMPARE(places(), before);
        QTest::keyClicks(dialog()->findChild<QLineEdit *>(u"confirm"_s), u"lock_sale_42"_s);
        QTest::qWait(50);
        QVERIFY(dialog()->text().contains(u"There is no undo."_s));
        QCOMPARE(places(), before);
    }

    // In the dialog's own window, by its button and by the key that the sentence names.
    void readOnly_isSwitchedNextToItsNote()
    {
        watchAs({});
        ask({"order:{4711}"});
        QVERIFY(!button(u"carryOut"_s)->isEnabled());
        QVERIFY(button(u"permit"_s)->isVisible());
        button(u"permit"_s)->setFocus();
        QTest::keyClick(button(u"permit"_s), Qt::Key_Space);
        allow();
        QVERIFY(button(u"carryOut"_s)->isEnabled());
        QVERIFY(!button(u"permit"_s)->isVisible());
        QCOMPARE(dialog()->focusWidget(), button(u"cancel"_s));
        rights()->setMayWrite(false);
        QVERIFY(button(u"permit"_s)->isVisible());
        QTRY_VERIFY(dialog()->isActiveWindow());
        QTest::keyClick(dialog(), Qt::Key_L, Qt::ControlModifier);
        allow();
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

    void foreignServer_startsReadOnly()
    {
        watchAs({});
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
        window()->connectTo({});
        QVERIFY2(dialog()->text().contains(u"The connection was closed"_s), qPrintable(dialog()->text()));
        QVERIFY(!button(u"carryOut"_s)->isVisible());
        QVERIFY(!button(u"lookAgain"_s)->isVisible());
    }

private:
    // The question is over the release: its window is the active one.
    void allow() const
    {
        auto *yes = window()->findChild<QPushButton *>(u"allowWriting"_s);
        QVERIFY(yes && !button(u"carryOut"_s)->isEnabled());
        QTest::mouseClick(yes, Qt::LeftButton);
        QTRY_VERIFY(!window()->findChild<QPushButton *>(u"allowWriting"_s));
        dialog()->activateWindow();
    }

    void watchAs(const Target &target) const
    {
        window()->connectTo(target);
        const auto first = fake::Scene().first();
        m_source->releases.locks = first.changed;
        emit m_source->changed(first);
    }
};

LOCKSCOPE_TEST(ReleaseConsentTest)
#include "tst_release_consent.moc"
