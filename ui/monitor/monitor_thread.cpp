// SPDX-License-Identifier: MIT
#include "ui/monitor/monitor_thread.h"

namespace lockscope {

using lockcore::Monitor;
using lockcore::MonitorChange;

namespace {

class Thread final : public QThread
{
public:
    Thread(MonitorThread *source, lockcore::Endpoint endpoint, lockcore::MonitorOptions options)
        : m_source(source)
        , m_endpoint(std::move(endpoint))
        , m_options(std::move(options))
    {
        setObjectName(QStringLiteral("monitor"));
    }

protected:
    // Its sockets and timers belong to the thread that creates it. It ends before the thread does, and the thread then
    // processes the objects that it left for deferred deletion.
    void run() override
    {
        Monitor monitor(m_endpoint, m_options);
        connect(&monitor, &Monitor::changed, m_source, &MonitorThread::changed, Qt::QueuedConnection);
        connect(m_source, &MonitorThread::retryWanted, &monitor, &Monitor::retryNow, Qt::QueuedConnection);
        connect(m_source, &MonitorThread::planWanted, &monitor, &Monitor::planRelease, Qt::QueuedConnection);
        connect(m_source, &MonitorThread::previewWanted, &monitor, &Monitor::previewRelease, Qt::QueuedConnection);
        connect(m_source, &MonitorThread::releaseWanted, &monitor, &Monitor::release, Qt::QueuedConnection);
        connect(&monitor, &Monitor::releasePlanned, m_source, &MonitorThread::releasePlanned, Qt::QueuedConnection);
        connect(&monitor, &Monitor::releasePreviewed, m_source, &MonitorThread::releasePreviewed, Qt::QueuedConnection);
        connect(&monitor, &Monitor::releaseReported, m_source, &MonitorThread::releaseReported, Qt::QueuedConnection);
        connect(&monitor, &Monitor::releaseWatched, m_source, &MonitorThread::releaseWatched, Qt::QueuedConnection);
        monitor.start();
        exec();
    }

private:
    MonitorThread *m_source;
    lockcore::Endpoint m_endpoint;
    lockcore::MonitorOptions m_options;
};

} // namespace

MonitorThread::MonitorThread(lockcore::Endpoint endpoint, lockcore::MonitorOptions options, QObject *parent)
    : MonitorSource(parent)
    , m_thread(std::make_unique<Thread>(this, std::move(endpoint), std::move(options)))
{
    qRegisterMetaType<MonitorChange>();
    qRegisterMetaType<lockcore::LockId>();
    qRegisterMetaType<lockcore::ReleaseWish>();
    qRegisterMetaType<lockcore::ReleaseOrder>();
    qRegisterMetaType<lockcore::ReleasePlan>();
    qRegisterMetaType<lockcore::ReleaseReport>();
    qRegisterMetaType<lockcore::ReleaseAftermath>();
}

MonitorThread::~MonitorThread()
{
    m_thread->quit();
    m_thread->wait();
}

void MonitorThread::start() { m_thread->start(); }

void MonitorThread::retryNow() { emit retryWanted(); }

void MonitorThread::planRelease(const lockcore::ReleaseWish &wish) { emit planWanted(wish); }

void MonitorThread::previewRelease(const lockcore::LockId &id) { emit previewWanted(id); }

void MonitorThread::release(const lockcore::ReleaseOrder &order) { emit releaseWanted(order); }

} // namespace lockscope

// Defined here: code that feeds a page from elsewhere does not link the Monitor and its network.
#include "moc_monitor_thread.cpp"
