// SPDX-License-Identifier: MIT
#include "ui/monitor/trace_host.h"

#include "ui/words/refused.h"
#include "ui/words/trace_words.h"

namespace lockscope {

using namespace lockcore;

TraceHost::TraceHost(Endpoint endpoint, QObject *parent)
    : TraceDesk(parent)
    , m_endpoint(std::move(endpoint))
    , m_running(m_loop)
{ }

TraceHost::~TraceHost() { drop(); }

void TraceHost::drop()
{
    m_running.cancel();
    m_tracer.reset();
    m_isRun = m_hasBegun = false;
}

void TraceHost::begin(RequestId id, const TraceOptions &wish)
{
    drop();
    m_id = id;
    m_tracer = std::make_unique<Tracer>(m_endpoint, wish, m_loop, m_clock);
}

void TraceHost::plan(RequestId id, const TraceOptions &wish)
{
    if (m_endpoint.cluster) {
        emit failed(id, refused(traceOfACluster()));
        return;
    }
    begin(id, wish);
    m_running.start(planOnly());
}

void TraceHost::run(RequestId id, const TraceOptions &wish)
{
    begin(id, wish);
    m_isRun = true;
    connect(m_tracer.get(), &Tracer::started, this, [this] { m_hasBegun = true; });
    connect(m_tracer.get(), &Tracer::found, this, &TraceHost::hand);
    connect(m_tracer.get(), &Tracer::status, this, [this](const TraceStatus &status) { emit this->status(m_id, status); });
    m_running.start(planAndRun());
}

void TraceHost::stop()
{
    if (m_hasBegun)
        return m_tracer->stop();
    const bool wasRun = m_isRun;
    drop();
    if (!wasRun)
        return;
    TraceReport nothing;
    nothing.end = TraceEnd::Stopped;
    emit ended(m_id, nothing);
}

// What other clients sent does not leave this thread.
void TraceHost::hand(std::vector<TraceItem> items)
{
    for (auto &item : items) {
        if (auto *traced = std::get_if<TracedChange>(&item)) {
            traced->change.line.reset();
            traced->change.perhaps.clear();
        }
    }
    emit found(m_id, items);
}

Task<void> TraceHost::planOnly()
{
    const auto plan = co_await m_tracer->plan();
    m_tracer.reset();
    if (plan)
        emit planned(m_id, *plan);
    else
        emit failed(m_id, plan.error());
}

// The question may have been open for long, so the load is asked for again.
Task<void> TraceHost::planAndRun()
{
    const auto plan = co_await m_tracer->plan();
    const bool isHindered = plan && plan->hindrance != TraceHindrance::None;
    if (!plan || isHindered) {
        m_isRun = false;
        m_tracer.reset();
        if (isHindered)
            emit planned(m_id, *plan);
        else
            emit failed(m_id, plan.error());
        co_return;
    }
    const auto report = co_await m_tracer->run(*plan);
    m_isRun = m_hasBegun = false;
    m_tracer.reset();
    if (report)
        emit ended(m_id, *report);
    else
        emit failed(m_id, report.error());
}

} // namespace lockscope
