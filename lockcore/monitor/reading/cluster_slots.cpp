// SPDX-License-Identifier: MIT
#include "lockcore/monitor/reading/cluster_slots.h"

namespace lockcore {

void ClusterSlots::elsewhere(std::string_view key) { m_slots[slotOf(key)] = away; }

// A smaller number also counts as a change: the server was restarted, or its counters were reset.
void ClusterSlots::setImports(std::int64_t calls)
{
    if (m_imports && calls != *m_imports)
        m_importing = sweepsUntilKnown;
    m_imports = calls;
}

bool ClusterSlots::mayHaveCome(std::string_view key)
{
    if (!m_cluster)
        return false;
    auto &slot = m_slots[slotOf(key)];
    if (slot == unknown)
        slot = m_importing > 0 ? sweepsUntilKnown : settled;
    else if (slot == away)
        slot = sweepsUntilKnown;
    return slot != settled;
}

void ClusterSlots::sweepEnds()
{
    for (auto &slot : m_slots) {
        if (slot != unknown && slot != settled && slot != away)
            slot = slot == 1 ? settled : static_cast<std::uint8_t>(slot - 1);
    }
    if (m_importing > 0)
        --m_importing;
}

} // namespace lockcore
