// SPDX-License-Identifier: MIT
// Presses each key that the menus name, with the focus in each part of the Monitor: every listed key must work everywhere.
#include "support/fake_changes.h"
#include "support/test_program.h"
#include "ui/fake_window.h"

#include "ui/monitor/connection_rights.h"
#include "ui/monitor/details_panel.h"
#include "ui/monitor/monitor_page.h"
#include "ui/widgets/link_button.h"
#include "ui/widgets/timeline_view.h"
#include "ui/widgets/wrapped_text.h"
#include "ui/window/main_window.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QHeaderView>
#include <QLineEdit>
#include <QMenu>
#include <QMenuBar>
#include <QSettings>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>

using namespace lockcore;
using namespace lockscope;
using namespace Qt::Literals::StringLiterals;

class KeysTest final : public QObject
{
    Q_OBJECT

private slots:
    void init()
    {
        QVERIFY(m_folder.emplace().isValid());
        makeWindow();
        m_window->findChild<QAction *>(u"showEvents"_s)->setChecked(true);
        connectTo({});
    }

    void cleanup() { m_window.reset(); }

    void menuKey_worksInEachPart_data()
    {
        QTest::addColumn<QString>("part");
        for (const auto *part : {"locks", "timeline", "timelineTable", "events", "details"})
            QTest::newRow(part) << QString::fromLatin1(part);
    }

    void menuKey_worksInEachPart()
    {
        QFETCH(QString, part);
        if (part == u"timelineTable"_s)
            actionWithKey(Qt::Key_T)->setChecked(true);
        int pressed = 0;
        for (auto *action : menuActions()) {
            const auto key = action->shortcut();
            // Keys about one lock do not work in the events, where the selected line may be about another lock. F1's dialog has a test of
            // its own.
            const bool aboutLock = key == QKeySequence(QKeySequence::Delete);
            if (key.isEmpty() || !action->isEnabled() || key == QKeySequence(Qt::Key_F1)
                || (aboutLock && (part == u"events"_s || part == u"timelineTable"_s)))
                continue;
            auto *widget = focus(part);
            QTRY_COMPARE(QApplication::focusWidget(), widget);
            bool triggered = false;
            action->disconnect(SIGNAL(triggered(bool)));
            const auto noted = connect(action, &QAction::triggered, this, [&triggered] { triggered = true; });
            QTest::keyClick(widget, static_cast<Qt::Key>(key[0].key()), key[0].keyboardModifiers());
            QVERIFY2(triggered, qPrintable(u"%1: %2"_s.arg(part, key.toString())));
            disconnect(noted);
            if (key == QKeySequence(Qt::Key_T)) // back again
                QTest::keyClick(focus(part), Qt::Key_T);
            ++pressed;
        }
        QVERIFY2(pressed >= 14, qPrintable(QString::number(pressed)));
        auto *freeze = m_window->monitorPage()->viewActions().front();
        QTest::keyClick(focus(part), Qt::Key_Space);
        QVERIFY(freeze->isChecked());
        QTest::keyClick(focus(part), Qt::Key_Space);
        QVERIFY(!freeze->isChecked());
    }

    void keysInTheFilter_areTyped()
    {
        const auto checked = [this] {
            QList<bool> checked;
            for (const auto *action : m_window->monitorPage()->viewActions())
                checked << action->isChecked();
            return checked;
        };
        m_window->findChild<QAction *>(u"showEvents"_s)->setChecked(false);
        const auto before = checked();
        auto *filter = m_window->findChild<QLineEdit *>(u"filter"_s);
        filter->setFocus();
        QTest::keyClicks(filter, u"tef n,."_s);
        QTest::keyClick(filter, Qt::Key_Home);
        QTest::keyClick(filter, Qt::Key_Delete);
        QCOMPARE(filter->text(), u"ef n,."_s);
        QCOMPARE(checked(), before);
        QVERIFY(!QApplication::activeModalWidget());
    }

    void connected_focusIsInTheMonitor() { QVERIFY(m_window->monitorPage()->isAncestorOf(QApplication::focusWidget())); }

    void readOnlyNote_isSwitchedWithTheKeyboard()
    {
        const auto *note = readOnlyLink();
        QTRY_VERIFY(note->isVisible());
        QVERIFY(note->isEnabled());
        QVERIFY(note->focusPolicy() & Qt::TabFocus);
        QTest::keyClick(readOnlyLink(), Qt::Key_Return);
        auto *allow = m_window->findChild<QPushButton *>(u"allowWriting"_s);
        QVERIFY(allow);
        QTest::keyClick(allow, Qt::Key_Space);
        QVERIFY(m_window->rights()->mayWrite());
        QVERIFY(!note->isVisible());
        m_window->rights()->setMayWrite(false);
        QVERIFY(note->isVisible());
    }

    void readOnlyProfile_noteExplainsWhyItStays()
    {
        Target target = targetAt({});
        target.readOnly = true;
        connectTo(target);
        QTRY_VERIFY(readOnlyLink()->isVisible());
        QVERIFY(!readOnlyLink()->isEnabled());
        QVERIFY2(readOnlyLink()->toolTip().contains(u"marked read-only"_s), qPrintable(readOnlyLink()->toolTip()));
    }

    void address_isCopied()
    {
        actionWithKey(QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_C))->trigger();
        QCOMPARE(QApplication::clipboard()->text(), u"127.0.0.1:6379/0"_s);
    }

    void copy_copiesWholeSelection()
    {
        auto *locks = m_window->findChild<QTableView *>(u"locks"_s);
        locks->selectAll();
        QTest::keyClick(locks, Qt::Key_C, Qt::ControlModifier);
        QCOMPARE(QApplication::clipboard()->text().split(u'\n').size(), locks->model()->rowCount());
        auto *events = m_window->findChild<QTableView *>(u"events"_s);
        events->selectRow(0);
        QTest::keyClick(events, Qt::Key_C, Qt::ControlModifier);
        const auto columns = QApplication::clipboard()->text().split(u'\t');
        QCOMPARE(columns.size(), events->model()->columnCount() - 1); // without a trace nobody knows by whom
        QCOMPARE(columns.at(2), events->model()->index(0, 2).data().toString());
    }

    void sortingAndTimelineTable_areKept()
    {
        actionWithKey(Qt::Key_T)->setChecked(true);
        m_window->findChild<QTableView *>(u"locks"_s)->sortByColumn(3, Qt::DescendingOrder);
        m_window->close();
        makeWindow();
        const auto *header = m_window->findChild<QTableView *>(u"locks"_s)->horizontalHeader();
        QCOMPARE(header->sortIndicatorSection(), 3);
        QCOMPARE(header->sortIndicatorOrder(), Qt::DescendingOrder);
        QVERIFY(actionWithKey(Qt::Key_T)->isChecked());
    }

private:
    void makeWindow()
    {
        WindowServices services;
        services.watch = [this](const Target &target) { return std::make_unique<fake::Source>(target, &m_sources); };
        services.startDemo = [] { return Result<Endpoint>(Endpoint{}); };
        services.profilesFile = m_folder->filePath(u"profiles.json"_s);
        m_window = std::make_unique<MainWindow>(std::move(services),
                                                std::make_unique<QSettings>(m_folder->filePath(u"settings.ini"_s), QSettings::IniFormat));
        m_window->show();
        m_window->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
    }

    void connectTo(const Target &target)
    {
        m_window->connectTo(target);
        fake::Scene scene;
        const auto first = scene.first();
        m_sources.front()->releases.locks = first.changed;
        emit m_sources.front()->changed(first);
        auto change = scene.advance(Milliseconds(900));
        emit m_sources.front()->changed(change);
        auto *locks = m_window->findChild<QTableView *>(u"locks"_s);
        locks->selectRow(0);
    }

    LinkButton *readOnlyLink() const { return m_window->findChild<LinkButton *>(u"allowReleasing"_s); }

    QWidget *focus(const QString &part)
    {
        QWidget *widget = part == u"timeline"_s  ? m_window->findChild<TimelineView *>()
                          : part == u"details"_s ? m_window->findChild<DetailsPanel *>()->findChild<WrappedText *>()
                                                 : m_window->findChild<QWidget *>(part);
        m_window->activateWindow();
        widget->setFocus();
        return widget;
    }

    QList<QAction *> menuActions() const
    {
        QList<QAction *> actions;
        for (const auto *menu : m_window->menuBar()->findChildren<QMenu *>())
            actions << menu->actions();
        return actions;
    }

    QAction *actionWithKey(const QKeySequence &key) const
    {
        for (auto *action : menuActions()) {
            if (action->shortcut() == key)
                return action;
        }
        return nullptr;
    }

    std::optional<QTemporaryDir> m_folder;
    QList<fake::Source *> m_sources;
    std::unique_ptr<MainWindow> m_window;
};

LOCKSCOPE_TEST(KeysTest)
#include "tst_keys.moc"
