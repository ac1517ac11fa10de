// SPDX-License-Identifier: MIT
// A driven window whose source answers as the test says. The base of the tests of releases.
#pragma once

#include "support/fake_changes.h"
#include "support/fake_releases.h"
#include "ui/driven_window.h"

#include "ui/monitor/connection_rights.h"

#include <optional>

namespace lockscope {

class ReleaseWindowCase : public QObject
{
protected:
    void open(LockStory demoStory = {})
    {
        WindowServices services;
        services.demoStory = std::move(demoStory);
        services.watch = [this](const auto &) {
            auto source = std::make_unique<fake::ReleaseSource>();
            m_source = source.get();
            return source;
        };
        services.startDemo = [] { return lockcore::Result<lockcore::Endpoint>(lockcore::Endpoint{}); };
        m_window.emplace(std::move(services));
    }

    void close()
    {
        m_window.reset();
        m_source = nullptr;
    }

    /// A server of our own: its locks may be freed.
    void startWithLocks()
    {
        window()->startDemo();
        const auto first = fake::Scene().first();
        m_source->releases.locks = first.changed;
        emit m_source->changed(first);
        QTRY_VERIFY(m_window->table()->isVisible());
    }

    MainWindow *window() const { return m_window->get(); }
    QTableView *table() const { return m_window->table(); }
    Releases *releases() const { return m_window->releases(); }
    ConnectionRights *rights() const { return window()->rights(); }
    Banner *banner() const { return m_window->releaseBanner(); }
    ReleaseDialog *dialog() const { return m_window->dialog(); }
    QPushButton *button(const QString &name) const { return m_window->button(name); }
    void select(const std::vector<std::string> &keys) const { m_window->select(keys); }
    ReleaseDialog *ask(const std::vector<std::string> &keys) const { return m_window->ask(keys); }
    void carryOut() const { m_window->carryOut(); }

    void markAsProduction() const
    {
        Target target;
        target.own = true;
        target.production = true;
        rights()->mark(target);
    }

    lockcore::LockInfo lock(const std::string &key) const
    {
        return *std::ranges::find(m_source->releases.locks, lockcore::LockId{0, key}, &lockcore::LockInfo::id);
    }

    static lockcore::MonitorChange changeOf(const lockcore::LockInfo &lock)
    {
        lockcore::MonitorChange change;
        change.state = fake::liveState();
        change.serverNow = fake::serverTime({});
        change.at = lockcore::Moment(std::chrono::seconds(1000));
        change.changed = {lock};
        return change;
    }

    fake::ReleaseSource *m_source = nullptr;
    std::optional<DrivenWindow> m_window;
};

} // namespace lockscope
