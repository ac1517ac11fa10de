// SPDX-License-Identifier: MIT
#include "lockcore/monitor/statistics/queues_seen.h"

#include <algorithm>

namespace lockcore {

std::optional<Milliseconds> QueuesSeen::apply(const LockEvent &event)
{
    const auto queue = m_queues.find(event.id);
    if (queue == m_queues.end() || (event.type != EventType::Acquired && event.type != EventType::TakenOver))
        return std::nullopt;
    const auto waiter = queue->second.find(event.owner);
    if (waiter == queue->second.end())
        return std::nullopt;
    const auto since = waiter->second;
    queue->second.erase(waiter);
    return since ? std::optional(std::chrono::duration_cast<Milliseconds>(event.time - *since)) : std::nullopt;
}

void QueuesSeen::apply(const LockInfo &lock, ServerTime now)
{
    const auto &waiters = lock.waiters;
    if (waiters.knowledge != Waiters::Knowledge::Exact || static_cast<std::int64_t>(waiters.ids.size()) != waiters.count)
        return;
    const auto known = m_queues.find(lock.id);
    if (known == m_queues.end() && m_queues.size() >= mostQueues)
        return;
    const auto since = known == m_queues.end() ? std::nullopt : std::optional(now);
    auto &queue = m_queues[lock.id];
    std::erase_if(queue, [&](const auto &waiter) { return std::ranges::find(waiters.ids, waiter.first) == waiters.ids.end(); });
    for (const auto &id : waiters.ids)
        queue.try_emplace(id, since);
}

} // namespace lockcore
