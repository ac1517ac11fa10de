// SPDX-License-Identifier: MIT
// From a profile or a URL to a connection, with the passwords on the way: the real window, a fake keychain, no server.
#include "support/fake_changes.h"
#include "support/test_program.h"
#include "ui/fake_window.h"

#include "ui/monitor/connection_rights.h"
#include "ui/monitor/header_bar.h"
#include "ui/monitor/monitor_page.h"
#include "ui/profiles/profile_file.h"
#include "ui/widgets/pill.h"
#include "ui/widgets/state_panel.h"
#include "ui/window/connection_page.h"
#include "ui/window/ending_question.h"
#include "ui/window/main_window.h"
#include "ui/window/password_dialog.h"
#include "ui/window/profile_editor.h"

#include <QAbstractItemModelTester>
#include <QAction>
#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QMessageBox>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSettings>
#include <QSpinBox>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>

using namespace lockcore;
using namespace lockscope;
using namespace Qt::Literals::StringLiterals;

using Phase = MonitorState::Phase;

class ConnectingTest final : public QObject
{
    Q_OBJECT

private slots:
    void init()
    {
        QVERIFY(m_folder.emplace().isValid());
        m_secrets = std::make_shared<fake::Secrets>();
    }

    void cleanup()
    {
        m_tester.reset();
        m_window.reset();
        QVERIFY(m_sources.isEmpty());
        QVERIFY(!everythingStored().contains("s3cr3t"));
    }

    void noProfiles_namesTheNextStep()
    {
        open();
        QVERIFY(list()->isHidden() || !list()->isVisible());
        QVERIFY(url()->hasFocus());
        QVERIFY(!button(u"back"_s)->isVisible()); // there is nothing to go back to
        QVERIFY(m_window->findChild<QPushButton *>(u"saveAs"_s)->isVisible());
    }

    void profileByReturn_connectsWithItsSettings()
    {
        auto profile = made(u"prod"_s);
        profile.patterns = QStringList{u"jobs:*"_s};
        profile.deep = profile.production = true;
        save(profile);
        open();
        QTRY_VERIFY(list()->hasFocus());
        QTest::keyClick(list(), Qt::Key_Return);
        QCOMPARE(m_sources.size(), 1);
        const auto &target = m_sources.front()->target();
        QCOMPARE(target.patterns.size(), 1u);
        QVERIFY(target.deep && target.production);
        QVERIFY(m_window->windowTitle().startsWith(u"prod"_s));
    }

    void connected_isLastUsedFirst()
    {
        save(made(u"a"_s));
        save(made(u"b"_s));
        open();
        list()->setCurrentIndex(list()->model()->index(1, 0));
        trigger(0);
        QCOMPARE(name(0), u"a"_s); // not before the server has accepted the connection
        m_sources.front()->tell(Phase::Live);
        QCOMPARE(name(0), u"b"_s);
    }

    void passwordInTheKeychain_isUsed()
    {
        const auto profile = save(made(u"prod"_s, PasswordPlace::Keychain));
        m_secrets->kept[profile.id] = "s3cr3t";
        open();
        trigger(0);
        QTRY_COMPARE(m_sources.size(), 1);
        QCOMPARE(m_sources.front()->endpoint().password, std::string("s3cr3t"));
        QVERIFY(!dialog<PasswordDialog>());
    }

    void noKeychain_asksEachTimeAndExplains()
    {
        save(made(u"prod"_s, PasswordPlace::Keychain));
        m_secrets->refusal = SecretAnswer::Outcome::NoKeychain;
        open();
        trigger(0);
        QTRY_VERIFY(dialog<PasswordDialog>());
        QVERIFY(said(dialog<PasswordDialog>()).contains(u"The fake keychain is shut."_s));
        answer(u"s3cr3t"_s, false);
        QCOMPARE(m_sources.front()->endpoint().password, std::string("s3cr3t"));
        m_sources.front()->tell(Phase::Live);
        QVERIFY(m_secrets->kept.isEmpty());
    }

    void askEachTime_cancelled_staysOnThePage()
    {
        save(made(u"prod"_s, PasswordPlace::Ask));
        open();
        trigger(0);
        QVERIFY(dialog<PasswordDialog>());
        dialog<PasswordDialog>()->reject();
        QVERIFY(m_sources.isEmpty());
        QVERIFY(m_window->connectionPage()->isVisible());
    }

    void ampersandInTheName_isShownWhenAsked()
    {
        save(made(u"R&D"_s, PasswordPlace::Ask));
        open();
        trigger(0);
        const auto labels = dialog<PasswordDialog>()->findChildren<QLabel *>();
        const auto question = std::ranges::find_if(labels, [](const QLabel *label) { return label->buddy(); });
        QVERIFY(question != labels.end());
        QVERIFY2((*question)->text().startsWith(u"&Password"_s) && (*question)->text().contains(u" at R&&D "_s),
                 qPrintable((*question)->text()));
        dialog<PasswordDialog>()->reject();
    }

    void passwordRequired_isAskedAndStoredOnlyIfItWorks()
    {
        const auto profile = save(made(u"prod"_s));
        open();
        trigger(0);
        m_sources.front()->tell(Phase::Failed, serverError("NOAUTH Authentication required."));
        QVERIFY(said(dialog<PasswordDialog>()).contains(u"wants a password"_s));
        answer(u"wrong"_s, true);
        QCOMPARE(m_sources.front()->endpoint().password, std::string("wrong"));
        m_sources.front()->tell(Phase::Failed, serverError("WRONGPASS invalid username-password pair or user is disabled."));
        QVERIFY(said(dialog<PasswordDialog>()).contains(u"does not accept"_s));
        QVERIFY(m_secrets->kept.isEmpty());
        answer(u"s3cr3t"_s, true);
        m_sources.front()->tell(Phase::Live);
        QTRY_COMPARE(m_secrets->kept.value(profile.id), std::string("s3cr3t"));
        QTRY_VERIFY(ProfileFile(file()).named(u"prod"_s)->password == PasswordPlace::Keychain);
    }

    void declined_isNotAskedAgainUntilTriedAgain()
    {
        open();
        m_window->connectTo(targetAt({}));
        m_sources.front()->tell(Phase::Failed, serverError("NOAUTH Authentication required."));
        QVERIFY(!dialog<PasswordDialog>()->findChild<QCheckBox *>()->isVisible()); // a URL has no place in the keychain
        dialog<PasswordDialog>()->reject();
        QTRY_VERIFY(!dialog<PasswordDialog>());
        const auto *panel = m_window->findChild<StatePanel *>();
        QTRY_COMPARE(panel->explanation(), u"127.0.0.1:6379/0 wants a password, and none was given."_s); // not the text for commands
        auto *next = qobject_cast<QPushButton *>(m_window->focusWidget());
        QVERIFY(next);
        QCOMPARE(next->text(), u"Enter the password…"_s);
        int right = -1; // no widget overlaps its neighbour
        for (const auto *step : panel->findChildren<QPushButton *>()) {
            if (!step->isVisible())
                continue;
            QVERIFY2(step->x() > right, qPrintable(step->text()));
            right = step->geometry().right();
        }
        m_sources.front()->tell(Phase::Failed, serverError("NOAUTH Authentication required."));
        QVERIFY(!dialog<PasswordDialog>());
        emit m_window->monitorPage()->retryWanted();
        QVERIFY(dialog<PasswordDialog>());
    }

    void keychainLockedWhenStoring_isReported()
    {
        save(made(u"prod"_s, PasswordPlace::Ask));
        open();
        trigger(0);
        answer(u"s3cr3t"_s, true);
        m_secrets->refusal = SecretAnswer::Outcome::Failed;
        m_sources.front()->tell(Phase::Live);
        auto *message = m_window->findChild<QLabel *>(u"message"_s);
        QTRY_VERIFY2(message->text().contains(u"not kept: The fake keychain is shut."_s), qPrintable(message->text()));
        QVERIFY(ProfileFile(file()).named(u"prod"_s)->password == PasswordPlace::Ask);
    }

    void typedPassword_isClearedAndOfferedToKeychain()
    {
        open();
        auto *url = m_window->findChild<QLineEdit *>(u"url"_s);
        url->setText(u"redis://ops:s3cr3t@prod-9:7001/2"_s);
        QTest::mouseClick(m_window->findChild<QPushButton *>(u"saveAs"_s), Qt::LeftButton);
        QCOMPARE(url->text(), u"redis://ops@prod-9:7001/2"_s);
        auto *editor = dialog<ProfileEditor>();
        QCOMPARE(field(u"name"_s)->text(), u"prod-9"_s);
        QCOMPARE(field(u"address"_s)->text(), u"redis://ops@prod-9:7001"_s);
        QCOMPARE(editor->findChild<QSpinBox *>(u"db"_s)->value(), 2);
        QCOMPARE(field(u"password"_s)->text(), u"s3cr3t"_s);
        QCOMPARE(editor->findChild<QComboBox *>(u"place"_s)->currentText(), u"in the keychain"_s);
        press(u"save"_s);
        QTRY_COMPARE(list()->model()->rowCount(), 1);
        const auto profile = ProfileFile(file()).named(u"prod-9"_s);
        QVERIFY(profile);
        QCOMPARE(m_secrets->kept.value(profile->id), std::string("s3cr3t"));
        QCOMPARE(profile->endpoint.db, 2);
    }

    void connectedByUrl_canBeSavedWithItsPassword()
    {
        open();
        m_window->connectTo(targetAt(*Endpoint::parse("redis://:s3cr3t@prod-9")));
        action(u"Save this connection as a profile…"_s)->trigger();
        QCOMPARE(field(u"password"_s)->text(), u"s3cr3t"_s);
        press(u"save"_s);
        QTRY_COMPARE(m_secrets->kept.size(), 1);
    }

    void pastedUrl_fillsTheEditorFields()
    {
        open();
        action(u"New profile…"_s)->trigger();
        QVERIFY(!field(u"ca"_s)->isEnabled());
        field(u"address"_s)->setText(u"rediss://ops:s3cr3t@h:1/5?ca=/ca.pem&cert=/c.pem&key=/k.pem&server-name=x"_s);
        emit field(u"address"_s)->editingFinished();
        QCOMPARE(field(u"address"_s)->text(), u"rediss://ops@h:1?server-name=x"_s);
        QCOMPARE(dialog<ProfileEditor>()->findChild<QSpinBox *>(u"db"_s)->value(), 5);
        QCOMPARE(field(u"ca"_s)->text(), u"/ca.pem"_s);
        QCOMPARE(field(u"password"_s)->text(), u"s3cr3t"_s);
        QVERIFY(field(u"ca"_s)->isEnabled());
        field(u"name"_s)->setText(u"n"_s);
        press(u"save"_s);
        QTRY_COMPARE(list()->model()->rowCount(), 1);
        QCOMPARE(lockcore::toString(ProfileFile(file()).named(u"n"_s)->endpoint),
                 std::string("rediss://ops@h:1/5?ca=/ca.pem&cert=/c.pem&key=/k.pem&server-name=x"));
    }

    void wrongEntries_areReportedAndNotSaved()
    {
        open();
        action(u"New profile…"_s)->trigger();
        press(u"save"_s);
        QVERIFY2(complaint().contains(u"name"_s), qPrintable(complaint()));
        field(u"name"_s)->setText(u"n"_s);
        field(u"address"_s)->setText(u"redis://h:99999"_s);
        press(u"save"_s);
        QVERIFY2(complaint().contains(u"65535"_s), qPrintable(complaint()));
        field(u"address"_s)->setText(u"rediss://h"_s);
        field(u"cert"_s)->setText(u"/c.pem"_s);
        press(u"save"_s);
        QVERIFY2(complaint().contains(u"key"_s), qPrintable(complaint()));
        field(u"cert"_s)->clear();
        dialog<ProfileEditor>()->findChild<QPlainTextEdit *>()->setPlainText(u"a:*\na,type=stream"_s);
        press(u"save"_s);
        QVERIFY2(complaint().contains(u"\"a,type=stream\""_s), qPrintable(complaint()));
        QCOMPARE(list()->model()->rowCount(), 0);
        dialog<ProfileEditor>()->reject();
    }

    void keychainLocked_editorStaysOpenAndSavesNothing()
    {
        open();
        m_secrets->refusal = SecretAnswer::Outcome::NoKeychain;
        m_window->connectionPage()->saveAsProfile(*Endpoint::parse("redis://:s3cr3t@h"));
        press(u"save"_s);
        QTRY_VERIFY2(complaint().contains(u"ask each time"_s), qPrintable(complaint()));
        QCOMPARE(list()->model()->rowCount(), 0);
        auto *place = dialog<ProfileEditor>()->findChild<QComboBox *>(u"place"_s);
        place->setCurrentIndex(2);
        press(u"save"_s);
        QTRY_COMPARE(list()->model()->rowCount(), 1);
    }

    void keys_editDuplicateDelete()
    {
        auto prod = made(u"prod"_s, PasswordPlace::Keychain);
        prod.formats.resize(1);
        prod.formats.front().name = "ledger";
        prod.formats.front().keys = {"ledger:*"};
        const auto profile = save(prod);
        m_secrets->kept[profile.id] = "s3cr3t";
        open();
        QTRY_VERIFY(list()->hasFocus());
        QTest::keyClick(list(), Qt::Key_F2);
        field(u"name"_s)->setText(u"prod-7"_s);
        press(u"save"_s);
        QTRY_COMPARE(name(0), u"prod-7"_s);
        QVERIFY(ProfileFile(file()).named(u"prod-7"_s)->formats == profile.formats); // which the editor does not show
        QCOMPARE(m_secrets->kept.value(profile.id), std::string("s3cr3t"));          // a new name does not make a new profile
        list()->setFocus();
        QTRY_VERIFY(!dialog<ProfileEditor>());
        QTest::keyClick(list(), Qt::Key_D, Qt::ControlModifier);
        QCOMPARE(field(u"name"_s)->text(), u"prod-7 2"_s);
        press(u"save"_s);
        QTRY_COMPARE(list()->model()->rowCount(), 2);
        QTRY_VERIFY(!dialog<ProfileEditor>());
        list()->setCurrentIndex(list()->model()->index(0, 0));
        QTest::keyClick(list(), Qt::Key_Delete);
        auto *question = dialog<QMessageBox>();
        QVERIFY(question && question->text().contains(u"prod-7"_s));
        for (auto *button : question->buttons()) {
            if (question->buttonRole(button) == QMessageBox::AcceptRole)
                QTest::mouseClick(button, Qt::LeftButton);
        }
        QTRY_COMPARE(list()->model()->rowCount(), 1);
        QTRY_VERIFY(m_secrets->kept.isEmpty());
    }

    // The first one. Before, the address had the focus.
    void savedProfile_isConnectedByEnter()
    {
        open();
        QTRY_VERIFY(url()->hasFocus());
        QTest::keyClick(m_window.get(), Qt::Key_N, Qt::ControlModifier);
        field(u"name"_s)->setText(u"prod"_s);
        field(u"address"_s)->setText(u"redis://prod-7"_s);
        press(u"save"_s);
        QTRY_VERIFY(!dialog<ProfileEditor>());
        QTRY_VERIFY(list()->hasFocus());
        QTest::keyClick(list(), Qt::Key_Return);
        QTRY_COMPARE(m_sources.size(), 1);
        QCOMPARE(m_sources.front()->endpoint().host, std::string("prod-7"));
    }

    void backFromConnectionPage_focusReturns()
    {
        open();
        m_window->connectTo(targetAt({}));
        MonitorChange change = fake::Scene().first();
        emit m_sources.front()->changed(change);
        auto *table = m_window->findChild<QTableView *>(u"locks"_s);
        table->setFocus();
        QTRY_VERIFY(table->hasFocus());
        QTest::keyClick(m_window.get(), Qt::Key_O, Qt::ControlModifier);
        QTRY_VERIFY(m_window->connectionPage()->isVisible());
        QVERIFY(!table->hasFocus());
        QTest::keyClick(m_window.get(), Qt::Key_1, Qt::ControlModifier);
        QTRY_VERIFY(table->hasFocus());
    }

    // Ctrl+O, Enter once ended the connection and started the demo.
    void liveConnection_endsOnlyAfterConfirmation()
    {
        open();
        m_window->connectTo(targetAt({}));
        emit m_sources.front()->changed(fake::Scene().first());
        const auto *watching = m_sources.front();
        QTest::keyClick(m_window.get(), Qt::Key_O, Qt::ControlModifier);
        QTRY_VERIFY(url()->hasFocus());
        QTest::keyClick(url(), Qt::Key_Return);
        QTRY_VERIFY(dialog<EndingQuestion>());
        QVERIFY2(dialog<EndingQuestion>()->text().contains(u"127.0.0.1:6379/0"_s), qPrintable(dialog<EndingQuestion>()->text()));
        QTest::keyClick(dialog<EndingQuestion>(), Qt::Key_Return); // what users press without reading
        QTRY_VERIFY(!dialog<EndingQuestion>());
        QCOMPARE(m_sources.front(), watching);
        QTest::mouseClick(button(u"demo"_s), Qt::LeftButton);
        QTRY_VERIFY(dialog<EndingQuestion>());
        QCOMPARE(m_sources.front(), watching);
        QTest::mouseClick(dialog<EndingQuestion>()->findChild<QPushButton *>(u"endConnection"_s), Qt::LeftButton);
        QTRY_VERIFY(m_window->windowTitle().startsWith(u"Demo"_s));
        QCOMPARE(m_sources.size(), 1);
        emit m_sources.front()->changed(fake::Scene().first());
        QTest::keyClick(m_window.get(), Qt::Key_O, Qt::ControlModifier);
        QTest::keyClick(url(), Qt::Key_Return); // ending the demo loses nothing
        QTRY_VERIFY(!m_window->windowTitle().startsWith(u"Demo"_s));
        QVERIFY(!dialog<EndingQuestion>());
    }

    void connectionPage_goesBackByEscapeAndByButton()
    {
        save(made(u"prod"_s));
        open();
        m_window->connectTo(targetAt({}));
        emit m_sources.front()->changed(fake::Scene().first());
        auto *table = m_window->findChild<QTableView *>(u"locks"_s);
        table->setFocus();
        for (QWidget *from : std::initializer_list<QWidget *>{url(), list(), button(u"demo"_s)}) {
            QTest::keyClick(m_window.get(), Qt::Key_O, Qt::ControlModifier);
            QTRY_VERIFY(url()->hasFocus()); // and not the profiles, where Enter would connect
            from->setFocus();
            QTest::keyClick(from, Qt::Key_Escape);
            QTRY_VERIFY(table->hasFocus());
        }
        QTest::keyClick(m_window.get(), Qt::Key_O, Qt::ControlModifier);
        QTest::mouseClick(button(u"back"_s), Qt::LeftButton);
        QTRY_VERIFY(table->hasFocus());
        QCOMPARE(m_sources.size(), 1);
        action(u"Disconnect"_s)->trigger();
        QVERIFY(!button(u"back"_s)->isVisible());
    }

    void savedAsProduction_theRunningConnectionIsMarked()
    {
        open();
        m_window->connectTo(targetAt(*Endpoint::parse("redis://:s3cr3t@prod-9")));
        emit m_sources.front()->changed(fake::Scene().first());
        m_window->rights()->setMayWrite(true);
        action(u"Save this connection as a profile…"_s)->trigger();
        field(u"name"_s)->setText(u"shop"_s);
        dialog<ProfileEditor>()->findChild<QCheckBox *>(u"production"_s)->setChecked(true);
        press(u"save"_s);
        QTRY_VERIFY(m_window->rights()->production());
        QVERIFY(m_window->rights()->mayWrite()); // the permission for this connection remains
        const auto pills = m_window->monitorPage()->header()->findChildren<Pill *>();
        QVERIFY(std::ranges::any_of(pills, [](const Pill *pill) { return pill->isVisible() && pill->text() == u"production"_s; }));
        QVERIFY2(m_window->windowTitle().startsWith(u"shop"_s), qPrintable(m_window->windowTitle()));
        QVERIFY(!action(u"Save this connection as a profile…"_s)->isEnabled());
        QCOMPARE(m_sources.size(), 1); // the same watch continues
        trigger(1);
        dialog<ProfileEditor>()->findChild<QCheckBox *>(u"production"_s)->setChecked(false);
        press(u"save"_s);
        QTRY_VERIFY(!m_window->rights()->production());
    }

    void savedAsReadOnly_theRunningConnectionIsReadOnly()
    {
        open();
        m_window->connectTo(targetAt(*Endpoint::parse("redis://prod-9")));
        m_window->rights()->setMayWrite(true);
        action(u"Save this connection as a profile…"_s)->trigger();
        dialog<ProfileEditor>()->findChild<QCheckBox *>(u"readOnly"_s)->setChecked(true);
        press(u"save"_s);
        QTRY_VERIFY(!m_window->rights()->mayWrite());
        QVERIFY(!m_window->rights()->canSwitch());
    }

    void savedForAnotherServer_theRunningConnectionIsNotMarked()
    {
        open();
        m_window->connectTo(targetAt(*Endpoint::parse("redis://prod-9")));
        action(u"Save this connection as a profile…"_s)->trigger();
        field(u"address"_s)->setText(u"redis://prod-10"_s);
        dialog<ProfileEditor>()->findChild<QCheckBox *>(u"production"_s)->setChecked(true);
        press(u"save"_s);
        QTRY_COMPARE(list()->model()->rowCount(), 1);
        QVERIFY(!m_window->rights()->production());
    }

    // A locked keychain keeps what it has.
    void remainingPassword_isReported()
    {
        const auto profile = save(made(u"prod"_s, PasswordPlace::Keychain));
        m_secrets->kept[profile.id] = "s3cr3t";
        m_secrets->refusal = SecretAnswer::Outcome::Failed;
        open();
        trigger(3);
        for (auto *button : dialog<QMessageBox>()->buttons()) {
            if (dialog<QMessageBox>()->buttonRole(button) == QMessageBox::AcceptRole) {
                QTest::mouseClick(button, Qt::LeftButton);
                break;
            }
        }
        QTRY_COMPARE(list()->model()->rowCount(), 0);
        QTRY_VERIFY(dialog<QMessageBox>());
        QVERIFY2(dialog<QMessageBox>()->text().contains(u"\"prod\" was not removed"_s), qPrintable(dialog<QMessageBox>()->text()));
    }

    void readOnlyProfile_isShownBeforePasswordQuestion()
    {
        auto profile = made(u"prod"_s, PasswordPlace::Ask);
        save(profile);
        open();
        trigger(0);
        QVERIFY(!shown(dialog<PasswordDialog>()).contains(u"read-only"_s));
        dialog<PasswordDialog>()->reject();
        trigger(1);
        dialog<ProfileEditor>()->findChild<QCheckBox *>(u"readOnly"_s)->setChecked(true);
        press(u"save"_s);
        QTRY_VERIFY(!dialog<ProfileEditor>());
        trigger(0);
        QVERIFY(shown(dialog<PasswordDialog>()).contains(u"release none"_s));
    }

    void passwordNoLongerStored_isDeletedFromKeychain()
    {
        const auto profile = save(made(u"prod"_s, PasswordPlace::Keychain));
        m_secrets->kept[profile.id] = "s3cr3t";
        open();
        trigger(1);
        dialog<ProfileEditor>()->findChild<QComboBox *>(u"place"_s)->setCurrentIndex(2);
        press(u"save"_s);
        QTRY_VERIFY(m_secrets->kept.isEmpty());
    }

    void badFile_isReportedOnThePage()
    {
        QFile bad(file());
        QVERIFY(bad.open(QIODevice::WriteOnly));
        bad.write("{ oops");
        bad.close();
        open();
        auto *complaint = m_window->findChild<QTextEdit *>(u"fileComplaint"_s);
        QVERIFY(complaint->isVisible());
        QVERIFY2(complaint->toPlainText().contains(u"profiles.json.unreadable"_s), qPrintable(complaint->toPlainText()));
    }

    void rights_readOnlyUntilSwitchedForThisConnection()
    {
        open();
        const auto *rights = m_window->rights();
        QVERIFY(!rights->mayWrite() && !rights->canSwitch() && !rights->reason().isEmpty());
        m_window->connectTo(targetAt({}));
        auto *button = header(u"Read-only"_s);
        QVERIFY(button && button->isEnabled());
        QTest::keyClick(m_window.get(), Qt::Key_L, Qt::ControlModifier);
        QVERIFY(!rights->mayWrite());
        allowWriting();
        QTRY_VERIFY(rights->mayWrite());
        QVERIFY(rights->reason().isEmpty());
        QVERIFY(header(u"Read-write"_s));
        QTest::mouseClick(header(u"Read-write"_s), Qt::LeftButton);
        QVERIFY(!rights->mayWrite());
        QTest::mouseClick(header(u"Read-only"_s), Qt::LeftButton);
        allowWriting();
        QVERIFY(rights->mayWrite());
        m_window->connectTo(targetAt({}));
        QVERIFY(!rights->mayWrite());
    }

    void rights_profileMarkedReadOnly_cannotBeSwitched()
    {
        auto profile = made(u"prod"_s);
        profile.readOnly = true;
        save(profile);
        open();
        trigger(0);
        auto *button = header(u"Read-only"_s);
        QVERIFY(!button->isEnabled());
        QVERIFY2(button->toolTip().contains(u"marked read-only"_s), qPrintable(button->toolTip()));
        QVERIFY(m_window->rights()->reason().contains(u"marked read-only"_s));
        QTest::keyClick(m_window.get(), Qt::Key_L, Qt::ControlModifier);
        QVERIFY(!m_window->rights()->mayWrite());
    }

    void rights_profileMarkedWhileConnected_areWithdrawn()
    {
        save(made(u"prod"_s));
        open();
        trigger(0);
        m_window->rights()->setMayWrite(true);
        trigger(1);
        dialog<ProfileEditor>()->findChild<QCheckBox *>(u"readOnly"_s)->setChecked(true);
        press(u"save"_s);
        QTRY_VERIFY(!m_window->rights()->mayWrite());
        QVERIFY(!m_window->rights()->canSwitch());
    }

    void rights_ownServer_isNotReadOnly()
    {
        open();
        m_window->startDemo();
        QVERIFY(m_window->rights()->mayWrite());
    }

private:
    QString file() const { return m_folder->filePath(u"profiles.json"_s); }

    static Profile made(const QString &name, PasswordPlace place = PasswordPlace::None)
    {
        auto profile = newProfile();
        profile.name = name;
        profile.endpoint.host = "prod-7";
        profile.password = place;
        return profile;
    }

    Profile save(const Profile &profile) const
    {
        if (!ProfileFile(file()).put(profile))
            qFatal("not saved");
        return profile;
    }

    void open()
    {
        m_tester.reset();
        WindowServices services;
        services.watch = [this](const Target &target) { return std::make_unique<fake::Source>(target, &m_sources); };
        services.startDemo = [] { return Result<Endpoint>(Endpoint{}); };
        services.profilesFile = file();
        services.secrets = m_secrets;
        m_window = std::make_unique<MainWindow>(std::move(services),
                                                std::make_unique<QSettings>(m_folder->filePath(u"settings.ini"_s), QSettings::IniFormat));
        m_window->show();
        m_window->askForServer();
        m_window->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
        m_tester.emplace(list()->model(), QAbstractItemModelTester::FailureReportingMode::QtTest);
    }

    template <class Dialog>
    Dialog *dialog() const // a closed dialog exists until the event loop runs
    {
        for (auto *candidate : m_window->findChildren<Dialog *>()) {
            if (candidate->isVisible())
                return candidate;
        }
        return nullptr;
    }

    QLineEdit *url() const { return m_window->findChild<QLineEdit *>(u"url"_s); }
    QPushButton *button(const QString &name) const { return m_window->findChild<QPushButton *>(name); }
    QListView *list() const { return m_window->findChild<QListView *>(u"profiles"_s); }
    QString name(int row) const { return list()->model()->index(row, 0).data().toString(); }
    void trigger(int number) const { list()->actions().at(number)->trigger(); } // connect, edit, duplicate, delete
    QLineEdit *field(const QString &name) const { return dialog<ProfileEditor>()->findChild<QLineEdit *>(name); }
    QString complaint() const { return dialog<ProfileEditor>()->complaint(); }

    void allowWriting() const
    {
        QTest::mouseClick(m_window->findChild<QPushButton *>(u"allowWriting"_s), Qt::LeftButton);
        QTRY_VERIFY(!m_window->findChild<QPushButton *>(u"allowWriting"_s));
    }

    void press(const QString &button) const
    {
        QTest::mouseClick(dialog<ProfileEditor>()->findChild<QPushButton *>(button), Qt::LeftButton);
    }

    void answer(const QString &password, bool keep) const
    {
        auto *asked = dialog<PasswordDialog>();
        QTRY_VERIFY(asked->findChild<QLineEdit *>()->hasFocus());
        asked->findChild<QLineEdit *>()->setText(password);
        asked->findChild<QCheckBox *>()->setChecked(keep);
        QTest::keyClick(asked->findChild<QLineEdit *>(), Qt::Key_Return);
        QVERIFY(!m_sources.isEmpty());
    }

    static QString shown(const QWidget *widget)
    {
        QString text;
        for (const auto *label : widget->findChildren<QLabel *>()) {
            if (!label->isHidden())
                text += label->text() + u'\n';
        }
        return text;
    }

    static QString said(const QWidget *widget)
    {
        QString text;
        for (const auto *label : widget->findChildren<QLabel *>())
            text += label->text() + u'\n';
        return text;
    }

    QAction *action(const QString &text) const
    {
        for (auto *candidate : m_window->findChildren<QAction *>()) {
            if (candidate->text().remove(u'&') == text)
                return candidate;
        }
        return nullptr;
    }

    QPushButton *header(const QString &text) const
    {
        for (auto *button : m_window->monitorPage()->findChildren<QPushButton *>()) {
            if (button->text() == text)
                return button;
        }
        return nullptr;
    }

    QByteArray everythingStored() const
    {
        QByteArray all;
        for (const auto &name : QDir(m_folder->path()).entryList(QDir::Files | QDir::Hidden)) {
            QFile file(m_folder->filePath(name));
            if (file.open(QIODevice::ReadOnly))
                all += file.readAll();
        }
        return all;
    }

    std::optional<QTemporaryDir> m_folder;
    QList<fake::Source *> m_sources;
    std::shared_ptr<fake::Secrets> m_secrets;
    std::unique_ptr<MainWindow> m_window;
    std::optional<QAbstractItemModelTester> m_tester;
};

LOCKSCOPE_TEST(ConnectingTest)
#include "tst_connecting.moc"
