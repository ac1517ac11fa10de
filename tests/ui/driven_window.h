// SPDX-License-Identifier: MIT
// The real window with settings of its own, used like a user would: keys go to the widget that has the focus.
#pragma once

#include "ui/monitor/lock_sort_filter.h"
#include "ui/monitor/monitor_page.h"
#include "ui/monitor/release_dialog.h"
#include "ui/monitor/releases.h"
#include "ui/widgets/banner.h"
#include "ui/window/main_window.h"

#include <QAction>
#include <QApplication>
#include <QHeaderView>
#include <QLineEdit>
#include <QPushButton>
#include <QSettings>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>

namespace lockscope {

class DrivenWindow final
{
public:
    explicit DrivenWindow(WindowServices services)
    {
        services.profilesFile = m_folder.filePath(QStringLiteral("profiles.json"));
        services.formatsFile = formatsFile();
        m_window = std::make_unique<MainWindow>(
            std::move(services), std::make_unique<QSettings>(m_folder.filePath(QStringLiteral("settings.ini")), QSettings::IniFormat));
        m_window->resize(1280, 720);
        m_window->show();
        activate();
    }

    QString formatsFile() const { return m_folder.filePath(QStringLiteral("formats.json")); }

    MainWindow *operator->() const { return m_window.get(); }
    MainWindow *get() const { return m_window.get(); }

    /// As a window manager does when a dialog has gone.
    void activate() const
    {
        m_window->activateWindow();
        if (!QTest::qWaitForWindowActive(m_window.get()))
            qFatal("the window does not become active");
    }

    static QWidget *focus() { return QApplication::focusWidget(); }

    void press(Qt::Key key, Qt::KeyboardModifiers modifiers = Qt::NoModifier) const
    {
        auto *target = focus();
        QTest::keyClick(target ? target : m_window.get(), key, modifiers);
    }

    /// Switches the connection to read-write, and says yes.
    void allowReleasing() const
    {
        press(Qt::Key_L, Qt::ControlModifier);
        auto *allow = m_window->findChild<QPushButton *>(QStringLiteral("allowWriting"));
        if (!allow)
            qFatal("nothing is asked");
        QTest::mouseClick(allow, Qt::LeftButton);
        if (!QTest::qWaitFor([this] { return !m_window->findChild<QPushButton *>(QStringLiteral("allowWriting")); }))
            qFatal("the question stays");
        activate();
    }

    void type(const QString &text) const { QTest::keyClicks(focus(), text); }

    /// Presses Tab; false: the widget is not reached.
    bool tabTo(const QWidget *wanted) const
    {
        for (int i = 0; i < 40 && focus() != wanted; ++i)
            press(Qt::Key_Tab);
        return focus() == wanted;
    }

    QTableView *table() const { return m_window->findChild<QTableView *>(QStringLiteral("locks")); }
    QLineEdit *filter() const { return m_window->findChild<QLineEdit *>(QStringLiteral("filter")); }
    LockSortFilter *rows() const { return m_window->monitorPage()->rows(); }
    Releases *releases() const { return m_window->monitorPage()->releases(); }
    Banner *releaseBanner() const { return m_window->findChild<Banner *>(QStringLiteral("releaseBanner")); }

    QStringList names() const
    {
        QStringList names;
        for (int row = 0; row < rows()->rowCount(); ++row)
            names << rows()->index(row, LockModel::Name).data().toString();
        return names;
    }

    QModelIndex rowOf(const lockcore::LockId &id) const
    {
        return rows()->mapFromSource(rows()->locks()->index(rows()->locks()->rowOf(id), 0));
    }

    lockcore::LockId currentId() const
    {
        const auto *row = rows()->rowAt(table()->currentIndex());
        return row ? row->lock.id : lockcore::LockId{};
    }

    void select(const std::vector<std::string> &keys) const
    {
        table()->clearSelection();
        for (int row = 0; row < rows()->rowCount(); ++row) {
            const auto index = rows()->index(row, 0);
            if (std::ranges::find(keys, rows()->rowAt(index)->lock.id.key) != keys.end())
                table()->selectionModel()->select(index, QItemSelectionModel::Select | QItemSelectionModel::Rows);
        }
    }

    /// The dialog that was opened last.
    ReleaseDialog *dialog() const
    {
        const auto all = m_window->findChildren<ReleaseDialog *>();
        return all.isEmpty() ? nullptr : all.back();
    }

    ReleaseDialog *ask(const std::vector<std::string> &keys) const
    {
        select(keys);
        releases()->releaseAction()->trigger();
        return dialog();
    }

    QPushButton *button(const QString &name) const { return dialog()->findChild<QPushButton *>(name); }
    void carryOut() const { QTest::mouseClick(button(QStringLiteral("carryOut")), Qt::LeftButton); }

private:
    QTemporaryDir m_folder;
    std::unique_ptr<MainWindow> m_window;
};

} // namespace lockscope
