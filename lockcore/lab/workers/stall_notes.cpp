// SPDX-License-Identifier: MIT
#include "lockcore/lab/workers/stall_notes.h"

#include <algorithm>

namespace lockcore {

namespace {

constexpr Milliseconds beatEvery{10};
constexpr Milliseconds noticeable{10};

} // namespace

StallNotes::StallNotes(RunContext &context, const RunServers &servers, const RunWorkers &workers)
    : m_context(context)
    , m_servers(servers)
    , m_workers(workers)
{ }

Task<void> StallNotes::watch()
{
    for (;;) {
        const auto since = m_context.log.now();
        const auto begin = m_context.clock.now();
        auto pause = m_context.clock.after(beatEvery);
        co_await pause;
        const auto late = std::chrono::duration_cast<Microseconds>(m_context.clock.now() - begin - beatEvery);
        m_context.premises.waited += std::max(late, Microseconds(0));
        if (late > noticeable)
            note({entry::Place::Lab, {}, 0, since, late});
        measure(since);
        if (const auto flushed = m_context.log.flush(); !flushed)
            m_context.stop(flushed.error());
    }
}

void StallNotes::measure(Microseconds since)
{
    for (const auto &worker : m_workers.all()) {
        if (!worker->isReady() || worker->isPaused())
            continue;
        const auto waited = m_watch.waited(worker->pid());
        m_context.premises.waited += waited;
        if (waited > noticeable)
            note({entry::Place::Worker, worker->incarnation(), 0, beginOf(since, waited), waited});
    }
    for (std::size_t i = 0; i < m_servers.size(); ++i) {
        const auto number = static_cast<std::int64_t>(i);
        const auto pid = static_cast<pid_t>(m_servers.at(number).pid());
        const auto waited = pid > 0 ? m_watch.waited(pid) : Microseconds(0);
        m_context.premises.waited += waited;
        if (waited > noticeable)
            note({entry::Place::Server, {}, m_servers.numberOf(number), beginOf(since, waited), waited});
    }
}

// The kernel adds a wait to its count when the wait ends, so the wait may have begun several beats earlier.
Microseconds StallNotes::beginOf(Microseconds since, Microseconds waited) const
{
    return std::max(std::min(since, m_context.log.now() - waited), Microseconds(0));
}

void StallNotes::note(entry::Stalled stall)
{
    m_context.premises.worstStall = std::max(m_context.premises.worstStall, stall.length);
    m_context.log.add(std::move(stall));
}

} // namespace lockcore
