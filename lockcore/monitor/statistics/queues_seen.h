// SPDX-License-Identifier: MIT
// Who waits since when, where a library keeps its waiters in a queue that can be read. No I/O, no clock; one thread.
#pragma once

#include "lockcore/monitor/model/monitor_state.h"

#include <map>
#include <unordered_map>

namespace lockcore {

class QueuesSeen
{
public:
    /// How long the new holder waited. None: it was not seen in a queue, or was in it when the queue was first seen.
    std::optional<Milliseconds> apply(const LockEvent &event);
    void apply(const LockInfo &lock, ServerTime now); ///< after the events of the same change

private:
    static constexpr std::size_t mostQueues = 10'000; ///< with more, waits of further locks are not measured

    using Queue = std::map<Bytes, std::optional<ServerTime>>; ///< none: it waits since before the queue was first seen

    std::unordered_map<LockId, Queue> m_queues; ///< a queue lives longer than its lock, which is gone between two holders
};

} // namespace lockcore
