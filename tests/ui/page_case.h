// SPDX-License-Identifier: MIT
// The Monitor's page with its real widgets, changes made by the test, and a clock that the test sets. The base of the tests of the page.
#pragma once

#include "support/fake_changes.h"

#include "ui/monitor/lock_sort_filter.h"
#include "ui/monitor/monitor_page.h"

#include <QAction>
#include <QLineEdit>
#include <QTableView>
#include <QTest>

namespace lockscope {

class PageCase : public QObject
{
protected:
    void open()
    {
        m_now = lockcore::Moment(std::chrono::seconds(1000));
        m_page = std::make_unique<MonitorPage>(nullptr, [this] { return m_now; });
        m_page->resize(1280, 720);
        m_page->findChild<QAction *>(QStringLiteral("showEvents"))->setChecked(true);
        m_page->showServer({});
        m_page->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_page.get()));
        m_table = m_page->findChild<QTableView *>(QStringLiteral("locks"));
        m_field = m_page->findChild<QLineEdit *>(QStringLiteral("filter"));
    }

    void apply(const lockcore::MonitorChange &change)
    {
        m_now = change.at;
        m_page->apply(change);
    }

    lockcore::MonitorChange changeWith(std::vector<lockcore::LockInfo> locks) const
    {
        lockcore::MonitorChange change;
        change.state = fake::liveState();
        change.serverNow = m_page->locks()->used() == 0 ? fake::serverTime({}) : m_page->locks()->serverNow();
        change.at = m_now;
        change.changed = std::move(locks);
        return change;
    }

    QStringList names() const
    {
        QStringList names;
        for (int row = 0; row < m_page->rows()->rowCount(); ++row)
            names << m_page->rows()->index(row, LockModel::Name).data().toString();
        return names;
    }

    lockcore::Moment m_now{};
    std::unique_ptr<MonitorPage> m_page;
    QTableView *m_table = nullptr;
    QLineEdit *m_field = nullptr;
};

} // namespace lockscope
