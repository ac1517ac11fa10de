// SPDX-License-Identifier: MIT
#include "monitor/monitor_thread.h"

namespace lockscope {

using lockcore::Monitor;
using lockcore::MonitorChange;

MonitorThread::MonitorThread(lockcore::Endpoint endpoint, lockcore::MonitorOptions options, QObject *parent)
    : MonitorSource(parent)
    , m_endpoint(std::move(endpoint))
    , m_options(std::move(options))
{
    qRegisterMetaType<MonitorChange>();
    m_thread.setObjectName(QStringLiteral("monitor"));
}

MonitorThread::~MonitorThread()
{
    m_thread.quit();
    m_thread.wait();
}

void MonitorThread::start()
{
    if (m_thread.isRunning())
        return;
    // Its sockets and timers belong to the thread that makes it, so it is made and destroyed there.
    connect(&m_thread, &QThread::started, &m_thread, [this] {
        auto *monitor = new Monitor(m_endpoint, m_options);
        connect(monitor, &Monitor::changed, this, &MonitorThread::changed, Qt::QueuedConnection);
        connect(&m_thread, &QThread::finished, monitor, &Monitor::deleteLater);
        monitor->start();
    }, Qt::DirectConnection);
    m_thread.start();
}

} // namespace lockscope

// Here and not among the other meta objects: whoever feeds a page from elsewhere does not link the Monitor and its network.
#include "moc_monitor_thread.cpp"
