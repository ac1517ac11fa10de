// SPDX-License-Identifier: MIT
// A room of the test's own joins the real window next to the Monitor, as the Lab and the Explorer will.
#include "support/fake_changes.h"
#include "support/test_program.h"
#include "ui/fake_window.h"

#include "ui/monitor/monitor_page.h"
#include "ui/window/connection_page.h"
#include "ui/window/keys_dialog.h"
#include "ui/window/main_window.h"
#include "ui/window/room.h"

#include <QAction>
#include <QApplication>
#include <QLabel>
#include <QLineEdit>
#include <QMenuBar>
#include <QSettings>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>

using namespace lockcore;
using namespace lockscope;
using namespace Qt::Literals::StringLiterals;

namespace {

class Workshop final : public Room
{
public:
    explicit Workshop(QWidget *window)
        : Room(window)
        , field(new QLineEdit(m_page = new QWidget(window)))
        , run(new QAction(u"&Run"_s, this))
    {
        run->setShortcut(Qt::CTRL | Qt::Key_R);
        connect(run, &QAction::triggered, this, [this] { ++runs; });
    }

    QString name() const override { return u"Workshop"_s; }
    QString symbol() const override { return u"monitor"_s; }
    QWidget *page() const override { return m_page; }
    RoomActions actions() const override { return {{}, {}, {}, u"&Work"_s, {run}}; }
    QList<KeyHelp> keys() const override { return {{u"W"_s, u"Work on"_s}}; }
    void save(QSettings &settings) const override { settings.setValue(u"workshop/text"_s, field->text()); }
    void restore(QSettings &settings) override { field->setText(settings.value(u"workshop/text"_s).toString()); }

    bool mayLeave(std::function<void()> leave) override
    {
        asked = std::move(leave);
        return !busy;
    }

private:
    QWidget *m_page;

public:
    QLineEdit *field;
    QAction *run;
    int runs = 0;
    bool busy = false;
    std::function<void()> asked;
};

} // namespace

class RoomsTest final : public QObject
{
    Q_OBJECT

private slots:
    void init()
    {
        QVERIFY(m_folder.emplace().isValid());
        open();
    }

    void cleanup() { m_window.reset(); }

    void withoutServer_onlyMonitorAsksForOne()
    {
        QVERIFY(m_window->connectionPage()->isVisible());
        goTo(Qt::Key_2);
        QVERIFY(m_room->page()->isVisible());
        goTo(Qt::Key_1);
        QVERIFY(m_window->connectionPage()->isVisible());
        m_window->connectTo(targetAt({}));
        QVERIFY(m_window->monitorPage()->isVisible());
    }

    void connectedElsewhere_monitorIsRaised()
    {
        goTo(Qt::Key_2);
        m_window->startDemo();
        QVERIFY(m_window->monitorPage()->isVisible());
        QVERIFY(entry(u"Monitor"_s)->isChecked() && !entry(u"Workshop"_s)->isChecked());
    }

    void back_returnsToThePreviousRoom()
    {
        m_window->connectTo(targetAt({}));
        goTo(Qt::Key_2);
        m_room->field->setFocus();
        m_window->askForServer();
        QTRY_VERIFY(m_window->connectionPage()->isVisible());
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Escape);
        QTRY_VERIFY(m_room->field->hasFocus());
    }

    void menusAndKeys_belongToTheCurrentRoom()
    {
        m_window->connectTo(targetAt({}));
        emit m_sources.front()->changed(fake::Scene().first());
        QCOMPARE(menus(), (QStringList{u"Server"_s, u"Edit"_s, u"Lock"_s, u"View"_s, u"Help"_s}));
        QTest::keyClick(m_window.get(), Qt::Key_R, Qt::ControlModifier);
        QCOMPARE(m_room->runs, 0);
        auto *freeze = m_window->monitorPage()->viewActions().front();
        QVERIFY(freeze->isVisible() && freeze->isEnabled());
        goTo(Qt::Key_2);
        QCOMPARE(menus(), (QStringList{u"Server"_s, u"Edit"_s, u"Work"_s, u"View"_s, u"Help"_s}));
        QTest::keyClick(m_window.get(), Qt::Key_R, Qt::ControlModifier);
        QCOMPARE(m_room->runs, 1);
        QVERIFY(!freeze->isVisible() && !freeze->isEnabled());
        emit m_sources.front()->changed(fake::Scene().first()); // whatever happens in the Monitor meanwhile
        QVERIFY(!freeze->isVisible() && !freeze->isEnabled());
        goTo(Qt::Key_1);
        QVERIFY(freeze->isVisible() && freeze->isEnabled());
    }

    void exports_belongToTheCurrentRoom()
    {
        auto *exports = menu(u"Export"_s)->menuAction();
        QVERIFY(exports->isVisible());
        goTo(Qt::Key_2);
        QVERIFY(!exports->isVisible());
    }

    void f1_listsKeysOfCurrentRoomThenOfAll()
    {
        const auto workshop = QStringList{u"\nCtrl+R\nRun\n"_s, u"\nW\nWork on\n"_s};
        const auto monitor = QStringList{u"Copy the selected lock's owner\n"_s};
        goTo(Qt::Key_2);
        auto text = keysSaid();
        for (const auto &key : workshop + QStringList{u"\nCtrl+2\nWorkshop\n"_s, u"\nF1\nKeys\n"_s})
            QVERIFY2(text.count(key) == 1, qPrintable(text));
        for (const auto &key : monitor)
            QVERIFY2(!text.contains(key), qPrintable(text));
        QVERIFY(text.indexOf(workshop.last()) < text.indexOf(u"\nF1\n"_s));
        goTo(Qt::Key_1);
        text = keysSaid();
        for (const auto &key : monitor)
            QVERIFY2(text.count(key) == 1, qPrintable(text));
        for (const auto &key : workshop)
            QVERIFY2(!text.contains(key), qPrintable(text));
    }

    void workInProgress_windowAsksBeforeClosing()
    {
        m_room->busy = true;
        QVERIFY(!m_window->close());
        QVERIFY(m_window->isVisible());
        m_room->busy = false; // agreed
        m_room->asked();
        QVERIFY(!m_window->isVisible());
    }

    void settings_areKept()
    {
        m_room->field->setText(u"as I left it"_s);
        m_window->close();
        open();
        QCOMPARE(m_room->field->text(), u"as I left it"_s);
    }

    // F5 once had nothing to retry.
    void demoThatDoesNotStart_canBeTriedAgain()
    {
        m_window->startDemo();
        m_demo = Error{ErrorKind::Refused, "no redis-server", {}};
        m_window->startDemo();
        QVERIFY(m_sources.isEmpty());
        QTest::keyClick(m_window.get(), Qt::Key_F5);
        QCOMPARE(m_sources.size(), 1);
    }

private:
    void open()
    {
        WindowServices services;
        services.watch = [this](const Target &target) { return std::make_unique<fake::Source>(target, &m_sources); };
        services.startDemo = [this] { return m_demo; };
        services.profilesFile = m_folder->filePath(u"profiles.json"_s);
        m_window = std::make_unique<MainWindow>(services,
                                                std::make_unique<QSettings>(m_folder->filePath(u"settings.ini"_s), QSettings::IniFormat));
        m_window->addRoom(m_room = new Workshop(m_window.get()));
        m_window->show();
        m_window->askForServer();
        m_window->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
    }

    QString keysSaid()
    {
        QString text(u'\n');
        QTimer::singleShot(0, this, [&text] {
            auto *dialog = qobject_cast<KeysDialog *>(QApplication::activeModalWidget());
            QVERIFY(dialog);
            for (const auto *label : dialog->findChildren<QLabel *>())
                text += label->text() + u'\n';
            dialog->reject();
        });
        QTest::keyClick(m_window.get(), Qt::Key_F1);
        m_window->activateWindow(); // some platforms leave that to us
        return QTest::qWaitForWindowActive(m_window.get()) ? text : QString();
    }

    void goTo(Qt::Key number) const { QTest::keyClick(m_window.get(), number, Qt::ControlModifier); }

    QAction *entry(const QString &name) const
    {
        const auto actions = menu(u"View"_s)->actions();
        return *std::ranges::find(actions, name, [](const QAction *action) { return action->text(); });
    }

    QMenu *menu(const QString &title) const
    {
        const auto all = m_window->menuBar()->findChildren<QMenu *>();
        return *std::ranges::find(all, title, [](const QMenu *menu) { return menu->title().remove(u'&'); });
    }

    QStringList menus() const
    {
        QStringList titles;
        for (const auto *action : m_window->menuBar()->actions()) {
            if (action->isVisible())
                titles << action->text().remove(u'&');
        }
        return titles;
    }

    std::optional<QTemporaryDir> m_folder;
    QList<fake::Source *> m_sources;
    Result<Endpoint> m_demo{Endpoint{}};
    std::unique_ptr<MainWindow> m_window;
    Workshop *m_room = nullptr;
};

LOCKSCOPE_TEST(RoomsTest)
#include "tst_rooms.moc"
