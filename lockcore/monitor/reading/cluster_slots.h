// SPDX-License-Identifier: MIT
// Which slots of its cluster a node has had for a while. A lock that is met in another one may have come with its slot, and was not acquired
// then. What is known about a slot: the node said that another one serves it (MOVED, ASK), or a lock was met there. And INFO counts the keys
// that were moved here (RESTORE-ASKING). No I/O.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace lockcore {

class ClusterSlots
{
public:
    static constexpr std::size_t count = 16'384;

    /// CRC16 of the key, or of what is between its first braces. Source: the cluster specification of Redis.
    static std::size_t of(std::string_view key);

    void setCluster(bool cluster) { m_cluster = cluster; } ///< else nothing comes with a slot

    void elsewhere(std::string_view key); ///< another node serves its slot
    void setImports(std::int64_t calls);  ///< so many keys were moved here since the server was started

    bool isSettled(std::string_view key) const { return !m_cluster || m_slots[of(key)] == settled; }

    /// A lock was met there that is not known: may it have come with its slot, since the sweep before the last one began?
    bool mayHaveCome(std::string_view key);

    void sweepEnds();

private:
    // Otherwise: it has come, and for so many more sweeps what is found there may have come with it.
    static constexpr std::uint8_t unknown = 0;
    static constexpr std::uint8_t settled = 255;
    static constexpr std::uint8_t away = 254;
    static constexpr std::uint8_t sweepsUntilKnown = 2; // the one in which it comes may have passed some of its names

    bool m_cluster = false;
    std::array<std::uint8_t, count> m_slots{};
    std::optional<std::int64_t> m_imports;
    int m_importing = 0; ///< so many more sweeps may find what was moved here
};

} // namespace lockcore
