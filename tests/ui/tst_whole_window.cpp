// SPDX-License-Identifier: MIT
// The window as a whole: a thousand locks that come and go under a selection, and a lock that is freed without a mouse.
#include "support/fake_changes.h"
#include "support/fake_releases.h"

#include "monitor/details_panel.h"
#include "monitor/lock_sort_filter.h"
#include "monitor/monitor_page.h"
#include "monitor/release_dialog.h"
#include "window/main_window.h"

#include <QApplication>
#include <QLineEdit>
#include <QPushButton>
#include <QScrollBar>
#include <QSettings>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>

using namespace lockcore;
using namespace lockscope;
using namespace Qt::Literals::StringLiterals;
using namespace std::chrono_literals;

class WholeWindowTest final : public QObject
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
    }

    void cleanup()
    {
        m_window.reset();
        m_source = nullptr;
    }

    // Half of two thousand goes and as many others come, some at each step, while one is selected in the midst of them.
    void thousandRowsComeAndGo_selectionAndPlaceStay()
    {
        m_window->startDemo();
        auto all = fake::many(2000);
        emit m_source->changed(all);
        QTRY_COMPARE(rows()->rowCount(), 2000);
        QTRY_VERIFY(table()->verticalScrollBar()->maximum() > 1000);
        const auto chosen = all.changed[1555].id; // odd ones stay
        const auto index = rowOf(chosen);
        table()->setFocus();
        table()->setCurrentIndex(index);
        table()->scrollTo(index, QAbstractItemView::PositionAtCenter);
        const int place = table()->visualRect(rowOf(chosen)).top();
        QVERIFY(table()->verticalScrollBar()->value() > 0);
        for (std::size_t step = 0; step < 20; ++step) {
            MonitorChange change;
            change.state = all.state;
            change.at = all.at + std::chrono::seconds(step + 1);
            change.serverNow = all.serverNow + std::chrono::seconds(step + 1);
            for (std::size_t i = 0; i < 50; ++i) {
                change.gone.push_back({all.changed[(step * 50 + i) * 2], EventType::Released});
                change.changed.push_back(fake::lock("come:" + std::to_string(step * 50 + i), 30s));
            }
            emit m_source->changed(change);
            QCoreApplication::processEvents();
            QCOMPARE(currentId(), chosen);
            QCOMPARE(table()->visualRect(table()->currentIndex()).top(), place); // those that are gone linger in their rows
        }
        QTRY_COMPARE_WITH_TIMEOUT(rows()->rowCount(), 2000, 15'000); // then they leave
        QCOMPARE(currentId(), chosen);
        QCOMPARE(table()->selectionModel()->selectedRows().size(), 1);
        QVERIFY(table()->viewport()->rect().intersects(table()->visualRect(table()->currentIndex())));
    }

    // What is pressed goes to whatever has the focus then, as it does for a person.
    void keyboardOnly_fromTheAddressToAFreedLock()
    {
        m_window->askForServer();
        auto *address = m_window->findChild<QLineEdit *>(u"url"_s);
        QVERIFY(address);
        for (int i = 0; i < 20 && focus() != address; ++i)
            press(Qt::Key_Tab);
        QCOMPARE(focus(), address);
        QTest::keyClicks(address, u"redis://127.0.0.1:6379"_s);
        press(Qt::Key_Return);
        QTRY_VERIFY(m_source);
        const auto first = fake::Scene().first();
        m_source->locks = first.changed;
        emit m_source->changed(first);
        QVERIFY(m_window->monitorPage()->isVisible());

        press(Qt::Key_F, Qt::ControlModifier);
        QTest::keyClicks(focus(), u"order"_s);
        press(Qt::Key_Return);
        QTRY_COMPARE(rows()->rowCount(), 1);
        for (int i = 0; i < 20 && focus() != table(); ++i)
            press(Qt::Key_Tab);
        QCOMPARE(focus(), table());
        press(Qt::Key_Down);
        QCOMPARE(currentId().key, Bytes("order:{4711}"));

        press(Qt::Key_Delete); // read-only as yet: it is shown, and cannot be done
        QTRY_VERIFY(dialog());
        QVERIFY(QTest::qWaitForWindowActive(dialog()));
        QTRY_VERIFY(focus() && focus()->window() == dialog());
        QVERIFY(!button(u"carryOut"_s)->isEnabled());
        press(Qt::Key_Escape);
        QTRY_VERIFY(!dialog());
        m_window->activateWindow(); // a window manager does that
        QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
        QTRY_COMPARE(focus(), table());
        press(Qt::Key_L, Qt::ControlModifier);

        press(Qt::Key_Delete);
        QTRY_VERIFY(dialog());
        QVERIFY(QTest::qWaitForWindowActive(dialog()));
        QTRY_VERIFY(focus() && focus()->window() == dialog());
        QTRY_VERIFY(button(u"carryOut"_s)->isEnabled());
        for (int i = 0; i < 20 && focus() != button(u"carryOut"_s); ++i)
            press(Qt::Key_Tab);
        press(Qt::Key_Space);
        QCOMPARE(m_source->orders.size(), std::size_t(1));
        QCOMPARE(m_source->orders.front().wish.id.key, Bytes("order:{4711}"));
        m_source->report(ReleaseOutcome::Released);
        m_source->watched(Aftermath::StillFree);
        press(Qt::Key_Return);
        QTRY_VERIFY(!dialog());
    }

    // Without a question to the server: from what the Monitor knows already.
    void selectedLock_detailsTellWhatAReleaseWouldRun()
    {
        m_window->connectTo({});
        const auto first = fake::Scene().first();
        m_source->locks = first.changed;
        emit m_source->changed(first);
        const auto found = std::ranges::find(first.changed, Bytes("order:{4711}"), [](const LockInfo &lock) { return lock.id.key; });
        table()->setCurrentIndex(rowOf(found->id));
        QTRY_VERIFY(details().contains(u"DEL order:{4711}"_s));
        QVERIFY2(details().contains(u"PUBLISH redisson_lock__channel:order:{4711} 0"_s), qPrintable(details()));
        QVERIFY(details().contains(u"This connection is read-only"_s));
        QVERIFY(m_source->wishes.empty());
        press(Qt::Key_L, Qt::ControlModifier);
        QTRY_VERIFY(!details().contains(u"This connection is read-only"_s));
    }

private:
    QTableView *table() const { return m_window->findChild<QTableView *>(u"locks"_s); }
    LockSortFilter *rows() const { return m_window->monitorPage()->rows(); }
    QString details() const { return m_window->findChild<DetailsPanel *>()->text(); }
    static QWidget *focus() { return QApplication::focusWidget(); }

    void press(Qt::Key key, Qt::KeyboardModifiers modifiers = Qt::NoModifier) const
    {
        auto *target = focus();
        QTest::keyClick(target ? target : m_window.get(), key, modifiers);
    }

    QModelIndex rowOf(const LockId &id) const
    {
        return rows()->mapFromSource(rows()->locks()->index(rows()->locks()->rowOf(id), 0));
    }

    LockId currentId() const
    {
        const auto *row = rows()->rowAt(table()->currentIndex());
        return row ? row->lock.id : LockId{};
    }

    ReleaseDialog *dialog() const { return m_window->findChild<ReleaseDialog *>(); }
    QPushButton *button(const QString &name) const { return dialog()->findChild<QPushButton *>(name); }

    QTemporaryDir m_folder;
    fake::ReleaseSource *m_source = nullptr;
    std::unique_ptr<MainWindow> m_window;
};

QTEST_MAIN(WholeWindowTest)
#include "tst_whole_window.moc"
