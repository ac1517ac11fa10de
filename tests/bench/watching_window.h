// SPDX-License-Identifier: MIT
// The real window, which watches a server and shows all its locks. It leaves no file on the disk.
#pragma once

#include "ui/monitor/lock_model.h"
#include "ui/monitor/monitor_page.h"
#include "ui/monitor/monitor_thread.h"
#include "ui/window/main_window.h"

#include <QSettings>
#include <QTemporaryDir>
#include <QTest>

namespace lockcore::bench {

class WatchingWindow final
{
public:
    WatchingWindow(const Endpoint &server, QSize size)
        : m_window(services(), std::make_unique<QSettings>(m_home.filePath(QStringLiteral("lockscope.ini")), QSettings::IniFormat))
    {
        m_window.resize(size);
        m_window.show();
        m_window.connectTo(lockscope::targetAt(server));
    }

    /// Ends the program if the locks do not appear within half a minute.
    void awaitLocks(int least) const
    {
        if (!QTest::qWaitFor([&] { return locks() >= least; }, 30'000))
            qFatal("the window does not show the locks");
    }

    int locks() const { return m_window.monitorPage()->locks()->rowCount(); }
    lockscope::MainWindow *operator->() { return &m_window; }

private:
    lockscope::WindowServices services() const
    {
        lockscope::WindowServices services;
        services.watch = [](const lockscope::Target &target) { return std::make_unique<lockscope::MonitorThread>(target.endpoint); };
        services.profilesFile = m_home.filePath(QStringLiteral("profiles.json"));
        services.startDemo = [] { return Result<Endpoint>(Error{}); };
        return services;
    }

    const QTemporaryDir m_home;
    lockscope::MainWindow m_window;
};

} // namespace lockcore::bench
