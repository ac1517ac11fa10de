// SPDX-License-Identifier: MIT
#include "lockcore/monitor/monitor.h"

#include "lockcore/monitor/cluster_monitor.h"

namespace lockcore {

namespace {

std::unique_ptr<MonitorEngine> engineFor(Endpoint endpoint, MonitorOptions options, EventLoop &loop, Clock &clock)
{
    if (endpoint.cluster)
        return std::make_unique<ClusterMonitor>(std::move(endpoint), std::move(options), loop, clock);
    return std::make_unique<ServerMonitor>(std::move(endpoint), std::move(options), loop, clock);
}

} // namespace

Monitor::Monitor(Endpoint endpoint, MonitorOptions options, QObject *parent)
    : QObject(parent)
    , m_engine(engineFor(std::move(endpoint), std::move(options), m_loop, m_clock))
{
    connect(m_engine.get(), &MonitorEngine::changed, this, &Monitor::changed);
    connect(m_engine.get(), &MonitorEngine::tried, this, &Monitor::tried);
    connect(m_engine.get(), &MonitorEngine::lookedUp, this, &Monitor::lookedUp);
}

Monitor::~Monitor() { m_engine->stop(); }

ReleaseDesk &Monitor::desk() { return m_engine->desk(); }

void Monitor::start() { m_engine->start(); }

void Monitor::stop() { m_engine->stop(); }

void Monitor::retryNow() { m_engine->retryNow(); }

void Monitor::select(const std::optional<LockId> &id) { m_engine->select(id); }

void Monitor::setAttentionAfter(Milliseconds after) { m_engine->setAttentionAfter(after); }

void Monitor::setPatterns(const std::vector<UserPattern> &patterns) { m_engine->setPatterns(patterns); }

void Monitor::tryFormat(RequestId id, const FormatRow &row, const Bytes &first) { m_engine->tryFormat(id, row, first); }

void Monitor::endTrial() { m_engine->endTrial(); }

void Monitor::lookUp(RequestId id, const Bytes &key) { m_engine->lookUp(id, key); }

} // namespace lockcore
