// SPDX-License-Identifier: MIT
#include "support/fake_changes.h"
#include "support/test_program.h"
#include "ui/fake_window.h"

#include "ui/monitor/details_panel.h"
#include "ui/monitor/lock_model.h"
#include "ui/monitor/monitor_page.h"
#include "ui/widgets/theme.h"
#include "ui/window/connection_page.h"
#include "ui/window/keys_dialog.h"
#include "ui/window/main_window.h"
#include "ui/window/window_geometry.h"

#include <QApplication>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QMenuBar>
#include <QPushButton>
#include <QScreen>
#include <QSettings>
#include <QSplitter>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>

using namespace lockcore;
using namespace lockscope;
using namespace Qt::Literals::StringLiterals;

class MainWindowTest final : public QObject
{
    Q_OBJECT

private slots:
    void init()
    {
        m_demo = Result<Endpoint>(Endpoint{});
        open();
    }

    void cleanup()
    {
        m_window.reset();
        QFile::remove(settingsFile());
    }

    void connectionPage_focusIsOnTheAddress_offersTheDemo()
    {
        m_window->askForServer();
        QVERIFY(m_window->connectionPage()->isVisible());
        QTRY_COMPARE(QApplication::focusWidget(), url());
        QTest::keyClick(demo(), Qt::Key_Space);
        QCOMPARE(m_sources.size(), 1);
        QVERIFY(m_sources.front()->started());
        QVERIFY(m_window->monitorPage()->isVisible());
        QVERIFY(m_window->windowTitle().startsWith(u"Demo"_s));
    }

    void disconnected_stopsWatching()
    {
        m_window->startDemo();
        choose(u"Disconnect"_s);
        QVERIFY(m_sources.isEmpty());
        QVERIFY(m_window->connectionPage()->isVisible());
        QCOMPARE(m_window->windowTitle(), u"Lockscope"_s);
        choose(u"Monitor"_s); // there is no connection to return to
        QVERIFY(m_window->connectionPage()->isVisible());
        m_window->startDemo();
        QCOMPARE(m_sources.size(), 1);
        QVERIFY(m_window->monitorPage()->isVisible());
    }

    void connectingAndTheFirstSweep_canBeCancelled_data()
    {
        QTest::addColumn<MonitorState::Phase>("phase");
        QTest::newRow("connecting") << MonitorState::Phase::Connecting;
        QTest::newRow("first sweep") << MonitorState::Phase::FirstSweep;
    }

    void connectingAndTheFirstSweep_canBeCancelled()
    {
        QFETCH(MonitorState::Phase, phase);
        m_window->startDemo();
        m_sources.front()->tell(phase);
        QPushButton *cancel = nullptr;
        for (auto *button : m_window->monitorPage()->findChildren<QPushButton *>()) {
            if (button->text().remove(u'&') == u"Cancel"_s && button->isVisible())
                cancel = button;
        }
        QVERIFY(cancel);
        QTest::mouseClick(cancel, Qt::LeftButton);
        QVERIFY(m_sources.isEmpty());
        QVERIFY(m_window->connectionPage()->isVisible());
    }

    void selectedLock_showsItsStoryOnlyInTheDemo()
    {
        m_window->startDemo();
        QVERIFY(detailsOfFirstLock().contains(u"The story of "_s));
        m_window->connectTo({});
        const auto details = detailsOfFirstLock();
        QVERIFY(details.contains(u"db 0"_s));
        QVERIFY(!details.contains(u"The story of "_s));
    }

    void demoCannotStart_reasonIsShownUnderTheField()
    {
        m_demo = Result<Endpoint>(Error{ErrorKind::Refused, "redis-server is not installed: install the package redis-server", {}});
        m_window->startDemo();
        QCOMPARE(m_window->connectionPage()->complaint(), u"Redis-server is not installed: install the package redis-server."_s);
        QVERIFY(m_sources.isEmpty());
    }

    void wrongUrl_isRefusedWithoutConnecting()
    {
        m_window->askForServer();
        url()->setText(u"redis://:secret@host:99999"_s);
        QTest::keyClick(url(), Qt::Key_Return);
        QVERIFY(!m_window->connectionPage()->complaint().isEmpty());
        QVERIFY(!m_window->connectionPage()->complaint().contains(u"secret"_s));
        QVERIFY(m_sources.isEmpty());
        QTest::keyClicks(url(), u"x"_s);
        QVERIFY(m_window->connectionPage()->complaint().isEmpty());
    }

    void connected_watchesAndNeverStoresThePassword()
    {
        m_window->askForServer();
        url()->setText(u"redis://user:s3cr3t-word@127.0.0.1:7001/2"_s);
        QTest::mouseClick(m_window->findChild<QPushButton *>(u"connect"_s), Qt::LeftButton);
        QCOMPARE(m_sources.size(), 1);
        QCOMPARE(m_sources.front()->endpoint().password, std::string("s3cr3t-word"));
        QVERIFY(!m_window->windowTitle().contains(u"s3cr3t"_s));
        m_window->close();
        QFile file(settingsFile());
        QVERIFY(file.open(QIODevice::ReadOnly));
        const auto stored = file.readAll();
        QVERIFY(stored.contains("7001"));
        QVERIFY(!stored.contains("s3cr3t-word"));
    }

    void window_isNeverLargerThanTheScreen()
    {
        const auto available = QGuiApplication::primaryScreen()->availableGeometry();
        QWidget first;
        restoreGeometryOf(&first, {}, available.size() + QSize(300, 300));
        QVERIFY(first.width() <= available.width() && first.height() < available.height()); // the frame needs room too
        QWidget large;                                                                      // as if the screen had been larger
        large.setGeometry(available.adjusted(100, 100, 400, 400));
        QWidget again;
        restoreGeometryOf(&again, large.saveGeometry(), {100, 100});
        QVERIFY(available.contains(again.geometry()));
        QVERIFY(again.width() > 100);
        QWidget small;
        small.setGeometry(QRect(available.topLeft() + QPoint(60, 70), QSize(200, 150)));
        restoreGeometryOf(&again, small.saveGeometry(), {100, 100});
        QCOMPARE(again.geometry(), small.geometry());
    }

    void nothingRefused_retryIsDisabled()
    {
        m_window->connectTo(targetAt({}));
        QAction *retry = nullptr;
        for (auto *action : m_window->findChildren<QAction *>()) {
            if (action->shortcut() == QKeySequence(Qt::Key_F5))
                retry = action;
        }
        QVERIFY(retry);
        MonitorChange change;
        change.state = fake::liveState();
        emit m_sources.front()->changed(change);
        QVERIFY(!retry->isEnabled());
        change.state.feed = MonitorState::Feed::Polling;
        change.state.feedReason = "NOPERM this user has no permissions to run the 'subscribe' command";
        emit m_sources.front()->changed(change);
        QVERIFY(retry->isEnabled());
        retry->trigger();
        QCOMPARE(m_sources.front()->retries(), 1);
        change.state.phase = MonitorState::Phase::Lost;
        emit m_sources.front()->changed(change);
        QVERIFY(retry->isEnabled());
    }

    void retryWhileLost_continuesTheSameWatch()
    {
        m_window->connectTo(targetAt({}));
        MonitorChange change;
        change.state.phase = MonitorState::Phase::Lost;
        change.state.error = Error{ErrorKind::Transport, "closed", "closed"};
        m_window->monitorPage()->apply(change);
        emit m_window->monitorPage()->retryWanted();
        QCOMPARE(m_sources.size(), 1);
        QCOMPARE(m_sources.front()->retries(), 1);
    }

    void reconnecting_endsTheOldWatchAndForgetsItsLocks()
    {
        m_window->connectTo(targetAt({}));
        emit m_sources.front()->changed(fake::Scene().first());
        QCOMPARE(m_window->monitorPage()->locks()->used(), 12);
        Endpoint other;
        other.port = 7002;
        m_window->connectTo(targetAt(other));
        QCOMPARE(m_sources.size(), 1);
        QCOMPARE(m_sources.front()->endpoint().port, 7002);
        QCOMPARE(m_window->monitorPage()->locks()->used(), 0);
    }

    void closedAndOpenedAgain_stateIsKept()
    {
        m_window->connectTo(targetAt({}));
        emit m_sources.front()->changed(fake::Scene().first());
        const QSize size(QGuiApplication::primaryScreen()->availableSize().width() - 23, 640); // a larger one would not come back
        m_window->resize(size);
        choose(u"Dark"_s);
        const auto dark = QApplication::palette().color(QPalette::Window);
        m_window->close();
        m_window.reset();
        applyAppearance(Appearance::Light);
        open();
        QCOMPARE(m_window->size(), size);
        QCOMPARE(QApplication::palette().color(QPalette::Window), dark);
    }

    void attentionAfter_isSetInMenuAndKept()
    {
        using namespace std::chrono_literals;
        m_window->connectTo(targetAt({}));
        QCOMPARE(m_sources.front()->attentionAfter.value(), Milliseconds(10min));
        choose(u"After 1 hour"_s);
        QCOMPARE(m_sources.front()->attentionAfter.value(), Milliseconds(1h));
        m_window->close();
        m_window.reset();
        open();
        m_window->connectTo(targetAt({}));
        QCOMPARE(m_sources.front()->attentionAfter.value(), Milliseconds(1h));
    }

    // The source then always asks for its waiters.
    void selectedLock_isPassedToTheSource()
    {
        m_window->connectTo(targetAt({}));
        emit m_sources.front()->changed(fake::Scene().first());
        auto *table = m_window->findChild<QTableView *>(u"locks"_s);
        table->selectRow(3);
        const auto name = table->model()->index(3, LockModel::Name).data().toString();
        QCOMPARE(QString::fromStdString(m_sources.front()->selected.value().key), name);
        table->clearSelection();
        QVERIFY(!m_sources.front()->selected);
    }

    void controlF_focusesTheFilter()
    {
        m_window->connectTo(targetAt({}));
        emit m_sources.front()->changed(fake::Scene().first());
        m_window->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
        QTest::keyClick(m_window.get(), Qt::Key_F, Qt::ControlModifier);
        QTRY_COMPARE(QApplication::focusWidget(), m_window->findChild<QLineEdit *>(u"filter"_s));
    }

    void f1_listsTheKeys()
    {
        QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
        QString text;
        QTimer::singleShot(0, this, [&] {
            auto *dialog = qobject_cast<KeysDialog *>(QApplication::activeModalWidget());
            if (!dialog)
                return;
            for (const auto *label : dialog->findChildren<QLabel *>())
                text += label->text() + u'\n';
            dialog->reject();
        });
        QTest::keyClick(m_window.get(), Qt::Key_F1);
        QVERIFY2(text.contains(u"Ctrl+F"_s) && text.contains(u"Ctrl+1"_s), qPrintable(text));
    }

    void everyAppearance_textIsReadable()
    {
        for (const auto appearance : {Appearance::Light, Appearance::Dark, Appearance::HighContrastLight, Appearance::HighContrastDark}) {
            const auto palette = paletteOf(appearance);
            const auto &shades = shadesOf(palette);
            const auto base = palette.color(QPalette::Base);
            for (const auto &ground : {base, shades.selected, shades.pill}) {
                for (const auto &colour : {palette.color(QPalette::Text), shades.secondary, shades.warning, shades.danger, shades.accent}) {
                    const auto ratio = contrastRatio(colour, ground);
                    QVERIFY2(ratio >= 4.5,
                             qPrintable(u"%1: %2 on %3 is %4"_s.arg(toString(appearance), colour.name(), ground.name()).arg(ratio)));
                }
            }
            QVERIFY(contrastRatio(shades.faint, base) >= 3.0);
        }
    }

private:
    QString settingsFile() const { return m_folder.filePath(u"settings.ini"_s); }

    void open()
    {
        WindowServices services;
        services.watch = [this](const Target &target) { return std::make_unique<fake::Source>(target, &m_sources); };
        services.profilesFile = m_folder.filePath(u"profiles.json"_s);
        services.startDemo = [this] { return m_demo; };
        services.demoStory = [](const Bytes &key) { return u"The story of "_s + QString::fromStdString(key); };
        m_window = std::make_unique<MainWindow>(std::move(services), std::make_unique<QSettings>(settingsFile(), QSettings::IniFormat));
        m_window->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_window.get()));
    }

    void choose(const QString &action)
    {
        for (auto *candidate : m_window->findChildren<QAction *>()) {
            if (candidate->text().remove(u'&') == action)
                return candidate->trigger();
        }
        QFAIL("no such action");
    }

    QString detailsOfFirstLock() const
    {
        m_window->monitorPage()->apply(fake::Scene().first());
        m_window->findChild<QTableView *>(u"locks"_s)->selectRow(0);
        return m_window->findChild<DetailsPanel *>()->text();
    }

    QPushButton *demo() const { return m_window->findChild<QPushButton *>(u"demo"_s); }
    QLineEdit *url() const { return m_window->findChild<QLineEdit *>(u"url"_s); }

    QTemporaryDir m_folder;
    QList<fake::Source *> m_sources;
    Result<Endpoint> m_demo{Endpoint{}};
    std::unique_ptr<MainWindow> m_window;
};

LOCKSCOPE_TEST(MainWindowTest)
#include "tst_main_window.moc"
