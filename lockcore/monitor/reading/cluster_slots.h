// SPDX-License-Identifier: MIT
// Which slots of its cluster a node has served for a while. A lock found in another slot may have moved here together with the slot, and
// then it was not acquired at that moment. Sources: the node has answered that another node serves a slot (MOVED, ASK); a lock was found in
// a slot; and INFO counts the keys that were moved to this node (RESTORE-ASKING). No I/O.
#pragma once

#include "lockcore/redis/key_slot.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace lockcore {

class ClusterSlots
{
public:
    void setCluster(bool cluster) { m_cluster = cluster; } ///< without a cluster, keys never move with a slot

    void elsewhere(std::string_view key);                                 ///< another node serves this key's slot
    void comes(std::size_t slot) { m_slots.at(slot) = sweepsUntilKnown; } ///< the cluster says that this node serves it now
    void setImports(std::int64_t calls); ///< number of keys that were moved to this node since the server's start

    bool isSettled(std::string_view key) const { return !m_cluster || m_slots[slotOf(key)] == settled; }

    /// Whether an unknown lock that was found now may have moved here with its slot since the beginning of the sweep before last.
    bool mayHaveCome(std::string_view key);

    void sweepEnds();

private:
    // Other values: the slot was moved here. For this many more sweeps, locks found in it may have moved with it.
    static constexpr std::uint8_t unknown = 0;
    static constexpr std::uint8_t settled = 255;
    static constexpr std::uint8_t away = 254;
    static constexpr std::uint8_t sweepsUntilKnown = 2; // the sweep during which the slot moves may already have passed some of its names

    bool m_cluster = false;
    std::array<std::uint8_t, slotCount> m_slots{};
    std::optional<std::int64_t> m_imports;
    int m_importing = 0; ///< for this many more sweeps, moved keys may be found
};

} // namespace lockcore
