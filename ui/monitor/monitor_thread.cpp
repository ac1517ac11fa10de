// SPDX-License-Identifier: MIT
#include "ui/monitor/monitor_thread.h"

#include "lockcore/monitor/monitor.h"
#include "ui/monitor/trace_host.h"

namespace lockscope {

using namespace lockcore;

namespace {

/// A desk for this thread that forwards requests to the Monitor's desk on its thread.
class DistantDesk final : public ReleaseDesk
{
public:
    explicit DistantDesk(MonitorThread *source)
        : m_source(source)
    { }

    void plan(RequestId id, const ReleaseRequest &wish) override
    {
        emit m_source->requested([=](Monitor &monitor) { monitor.desk().plan(id, wish); });
    }

    void preview(RequestId id, const LockId &lock) override
    {
        emit m_source->requested([=](Monitor &monitor) { monitor.desk().preview(id, lock); });
    }

    void release(RequestId id, const ReleasePlanInput &order) override
    {
        emit m_source->requested([=](Monitor &monitor) { monitor.desk().release(id, order); });
    }

private:
    MonitorThread *m_source;
};

class Thread final : public QThread
{
public:
    Thread(MonitorThread *source, Endpoint endpoint, MonitorOptions options)
        : m_source(source)
        , m_endpoint(std::move(endpoint))
        , m_options(std::move(options))
    {
        setObjectName(QStringLiteral("monitor"));
    }

protected:
    // The Monitor's sockets and timers belong to the thread that creates them. The Monitor is destroyed before the thread ends; the thread
    // then processes the objects left for deferred deletion.
    void run() override
    {
        Monitor monitor(m_endpoint, m_options);
        connect(
            m_source, &MonitorThread::requested, &monitor, [&](const auto &request) { request(monitor); }, Qt::QueuedConnection);
        connect(&monitor, &Monitor::changed, m_source, &MonitorThread::changed, Qt::QueuedConnection);
        connect(&monitor, &Monitor::tried, m_source, &MonitorThread::tried, Qt::QueuedConnection);
        connect(&monitor, &Monitor::lookedUp, m_source, &MonitorThread::lookedUp, Qt::QueuedConnection);
        connect(&monitor.desk(), &ReleaseDesk::planned, m_source->desk(), &ReleaseDesk::planned, Qt::QueuedConnection);
        connect(&monitor.desk(), &ReleaseDesk::reported, m_source->desk(), &ReleaseDesk::reported, Qt::QueuedConnection);
        connect(&monitor.desk(), &ReleaseDesk::watched, m_source->desk(), &ReleaseDesk::watched, Qt::QueuedConnection);
        TraceHost traces(m_endpoint);
        connect(
            m_source, &MonitorThread::traceRequested, &traces, [&](const auto &request) { request(traces); }, Qt::QueuedConnection);
        connect(&traces, &TraceDesk::planned, m_source->traces(), &TraceDesk::planned, Qt::QueuedConnection);
        connect(&traces, &TraceDesk::failed, m_source->traces(), &TraceDesk::failed, Qt::QueuedConnection);
        connect(&traces, &TraceDesk::found, m_source->traces(), &TraceDesk::found, Qt::QueuedConnection);
        connect(&traces, &TraceDesk::status, m_source->traces(), &TraceDesk::status, Qt::QueuedConnection);
        connect(&traces, &TraceDesk::ended, m_source->traces(), &TraceDesk::ended, Qt::QueuedConnection);
        monitor.start();
        exec();
    }

private:
    MonitorThread *m_source;
    Endpoint m_endpoint;
    MonitorOptions m_options;
};

} // namespace

/// The same for traces. It adds what the Monitor knows: the person's formats, and the time limit.
class DistantTraces final : public TraceDesk
{
public:
    explicit DistantTraces(MonitorThread *source)
        : m_source(source)
    { }

    void plan(RequestId id, const TraceOptions &wish) override
    {
        emit m_source->traceRequested([id, wish = completed(wish)](TraceDesk &desk) { desk.plan(id, wish); });
    }

    void run(RequestId id, const TraceOptions &wish) override
    {
        emit m_source->traceRequested([id, wish = completed(wish)](TraceDesk &desk) { desk.run(id, wish); });
    }

    void stop() override
    {
        emit m_source->traceRequested([](TraceDesk &desk) { desk.stop(); });
    }

private:
    TraceOptions completed(TraceOptions wish) const
    {
        wish.patterns = m_source->m_options.patterns;
        wish.timeout = m_source->m_options.timeout;
        return wish;
    }

    MonitorThread *m_source;
};

MonitorThread::MonitorThread(Endpoint endpoint, MonitorOptions options, QObject *parent)
    : MonitorSource(parent)
    , m_endpoint(std::move(endpoint))
    , m_options(std::move(options))
    , m_desk(std::make_unique<DistantDesk>(this))
    , m_traces(std::make_unique<DistantTraces>(this))
{ }

MonitorThread::~MonitorThread()
{
    if (!m_thread)
        return;
    m_thread->quit();
    m_thread->wait();
}

void MonitorThread::start()
{
    m_thread = std::make_unique<Thread>(this, m_endpoint, m_options);
    m_thread->start();
}

void MonitorThread::select(const std::optional<LockId> &id)
{
    emit requested([id](Monitor &monitor) { monitor.select(id); });
}

void MonitorThread::setAttentionAfter(Milliseconds after)
{
    m_options.attentionAfter = after;
    emit requested([after](Monitor &monitor) { monitor.setAttentionAfter(after); });
}

void MonitorThread::setPatterns(const std::vector<UserPattern> &patterns)
{
    m_options.patterns = patterns;
    emit requested([patterns](Monitor &monitor) { monitor.setPatterns(patterns); });
}

void MonitorThread::tryFormat(RequestId id, const FormatRow &row, const Bytes &first)
{
    emit requested([id, row, first](Monitor &monitor) { monitor.tryFormat(id, row, first); });
}

void MonitorThread::endTrial()
{
    emit requested([](Monitor &monitor) { monitor.endTrial(); });
}

void MonitorThread::lookUp(RequestId id, const Bytes &key)
{
    emit requested([id, key](Monitor &monitor) { monitor.lookUp(id, key); });
}

void MonitorThread::retryNow()
{
    emit requested([](Monitor &monitor) { monitor.retryNow(); });
}

} // namespace lockscope

// Included here so that code that feeds a page in another way does not link the Monitor and its network.
#include "moc_monitor_thread.cpp"
