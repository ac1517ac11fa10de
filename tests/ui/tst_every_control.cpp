// SPDX-License-Identifier: MIT
// Walks the real window and its dialogs: every control has a name, and every action can be reached.
#include "support/fake_changes.h"
#include "support/test_program.h"
#include "ui/fake_window.h"
#include "ui/nameless_controls.h"

#include "ui/monitor/monitor_page.h"
#include "ui/monitor/notice_banner.h"
#include "ui/profiles/profile_file.h"
#include "ui/window/connection_page.h"
#include "ui/window/keys_dialog.h"
#include "ui/window/main_window.h"
#include "ui/window/password_dialog.h"
#include "ui/window/profile_editor.h"
#include "ui/window/profile_keeper.h"

#include <QAbstractButton>
#include <QAction>
#include <QApplication>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QSettings>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>
#include <QTextEdit>
#include <QTimer>
#include <QToolButton>

using namespace lockcore;
using namespace lockscope;
using namespace Qt::Literals::StringLiterals;

namespace {

void collect(const QMenu &menu, QSet<QAction *> &actions)
{
    for (auto *action : menu.actions()) {
        if (action->menu())
            collect(*action->menu(), actions);
        else if (!action->isSeparator())
            actions.insert(action);
    }
}

} // namespace

class EveryControlTest final : public QObject
{
    Q_OBJECT

private slots:
    void init()
    {
        QVERIFY(m_folder.emplace().isValid());
        auto profile = newProfile();
        profile.name = u"prod"_s;
        QVERIFY(ProfileFile(file()).put(profile));
        WindowServices services;
        services.watch = [this](const Target &target) { return std::make_unique<fake::Source>(target, &m_sources); };
        services.startDemo = [] { return Result<Endpoint>(Endpoint{}); };
        services.profilesFile = file();
        m_window = std::make_unique<MainWindow>(std::move(services),
                                                std::make_unique<QSettings>(m_folder->filePath(u"settings.ini"_s), QSettings::IniFormat));
        m_window->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_window.get()));
    }

    void cleanup() { m_window.reset(); }

    void window_everyControlHasAName()
    {
        m_window->askForServer(u"Something is wrong."_s);
        QVERIFY2(nameless(*m_window).isEmpty(), qPrintable(nameless(*m_window).join(u", "_s)));
        m_window->connectTo(targetAt({}));
        auto change = fake::Scene().first();
        change.state.notices = {{Notice::Kind::EvictsLocks, "allkeys-lru"}, {Notice::Kind::NoPersistence, {}}};
        emit m_sources.front()->changed(change);
        m_window->findChild<QTableView *>(u"locks"_s)->selectRow(0);
        QTRY_VERIFY(m_window->findChild<NoticeBanner *>()->isVisible()); // what is painted four times a second has been painted
        QVERIFY2(nameless(*m_window).isEmpty(), qPrintable(nameless(*m_window).join(u", "_s)));
    }

    void dialogs_everyControlHasAName()
    {
        ProfileKeeper keeper(file(), nullptr);
        ProfileEditor editor(&keeper, keeper.profiles().front(), {});
        QVERIFY2(nameless(editor).isEmpty(), qPrintable(nameless(editor).join(u", "_s)));
        PasswordDialog password(targetAt({}), u"Because."_s);
        QVERIFY2(nameless(password).isEmpty(), qPrintable(nameless(password).join(u", "_s)));
        KeysDialog keys({{u"Monitor"_s, m_window->findChildren<QAction *>(), {}}});
        QVERIFY2(nameless(keys).isEmpty(), qPrintable(nameless(keys).join(u", "_s)));
    }

    void everyAction_hasAKeyOrAMenuEntry()
    {
        QSet<QAction *> inMenus;
        for (const auto *menu : m_window->menuBar()->findChildren<QMenu *>())
            collect(*menu, inMenus);
        QVERIFY(inMenus.size() > 10);
        for (auto *action : m_window->findChildren<QAction *>()) {
            const auto *field = qobject_cast<QLineEdit *>(action->parent()); // its picture, or Qt's own clear button
            if (action->menu() || action->isSeparator() || field || action->objectName().startsWith(u"_q_"_s))
                continue;
            QVERIFY2(!action->shortcut().isEmpty() || inMenus.contains(action), qPrintable(action->text() + u'|' + action->objectName()));
        }
    }

    void noKeyMeansTwoThings()
    {
        QHash<QString, QString> taken;
        for (auto *action : m_window->findChildren<QAction *>()) {
            if (action->shortcut().isEmpty() || action->shortcutContext() != Qt::WindowShortcut)
                continue;
            const auto key = action->shortcut().toString();
            QVERIFY2(!taken.contains(key), qPrintable(u"%1: %2 and %3"_s.arg(key, action->text(), taken.value(key))));
            taken.insert(key, action->text());
        }
    }

    void keysDialog_listsEveryKey()
    {
        QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
        QStringList said;
        QTimer::singleShot(0, this, [&] {
            auto *dialog = qobject_cast<KeysDialog *>(QApplication::activeModalWidget());
            if (!dialog)
                return;
            for (const auto *label : dialog->findChildren<QLabel *>())
                said << label->text();
            dialog->reject();
        });
        QTest::keyClick(m_window.get(), Qt::Key_F1);
        for (auto *action : m_window->findChildren<QAction *>()) {
            const auto key = action->shortcut().toString(QKeySequence::NativeText);
            if (!key.isEmpty() && !qobject_cast<QLineEdit *>(action->parent()))
                QVERIFY2(said.contains(key), qPrintable(key + u": "_s + action->text()));
        }
    }

private:
    QString file() const { return m_folder->filePath(u"profiles.json"_s); }

    std::optional<QTemporaryDir> m_folder;
    QList<fake::Source *> m_sources;
    std::unique_ptr<MainWindow> m_window;
};

LOCKSCOPE_TEST(EveryControlTest)
#include "tst_every_control.moc"
