// SPDX-License-Identifier: MIT
#include "ui/monitor/trace_host.h"

#include "lockcore/monitor/release/home_search.h"

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

void TraceHost::begin(RequestId id)
{
    drop();
    m_id = id;
}

void TraceHost::plan(RequestId id, const TraceOptions &wish)
{
    begin(id);
    m_running.start(planOnly(wish));
}

void TraceHost::run(RequestId id, const TraceOptions &wish)
{
    begin(id);
    m_isRun = true;
    m_running.start(planAndRun(wish));
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

// Of a cluster, for the node that has the first lock: the others are those of its neighbours there, as far as the wish knows.
Task<Result<TracePlan>> TraceHost::makePlan(TraceOptions wish)
{
    std::vector<Bytes> first(wish.keys.begin(), wish.keys.begin() + (wish.keys.empty() ? 0 : 1));
    const auto home = co_await homeOfAll(m_endpoint, std::move(first), wish.timeout, m_loop, m_clock);
    if (!home)
        co_return home.error();
    m_tracer = std::make_unique<Tracer>(*home, std::move(wish), m_loop, m_clock);
    connect(m_tracer.get(), &Tracer::started, this, [this] { m_hasBegun = true; });
    connect(m_tracer.get(), &Tracer::found, this, &TraceHost::hand);
    connect(m_tracer.get(), &Tracer::status, this, [this](const TraceStatus &status) { emit this->status(m_id, status); });
    auto plan = co_await m_tracer->plan();
    if (plan && m_endpoint.cluster)
        plan->node = toString(HostPort{home->host, home->port});
    co_return plan;
}

Task<void> TraceHost::planOnly(TraceOptions wish)
{
    const auto plan = co_await makePlan(std::move(wish));
    m_tracer.reset();
    if (plan) {
        m_node = plan->node;
        emit planned(m_id, *plan);
    } else {
        emit failed(m_id, plan.error());
    }
}

// The question may have been open for long, so the load is asked for again; and a slot may have moved to a node that nobody agreed to.
Task<void> TraceHost::planAndRun(TraceOptions wish)
{
    const auto plan = co_await makePlan(std::move(wish));
    const bool isToBeAsked = plan && (plan->hindrance != TraceHindrance::None || plan->node != m_node);
    if (!plan || isToBeAsked) {
        m_isRun = false;
        m_tracer.reset();
        if (isToBeAsked) {
            m_node = plan->node;
            emit planned(m_id, *plan);
        } else {
            emit failed(m_id, plan.error());
        }
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
