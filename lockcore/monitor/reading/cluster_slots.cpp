// SPDX-License-Identifier: MIT
#include "lockcore/monitor/reading/cluster_slots.h"

namespace lockcore {

namespace {

// CRC16-CCITT (XMODEM): polynomial 0x1021, initial value 0.
std::uint16_t crc16(std::string_view text)
{
    unsigned crc = 0;
    for (const char c : text) {
        crc ^= static_cast<unsigned>(static_cast<unsigned char>(c)) << 8;
        for (int bit = 0; bit < 8; ++bit)
            crc = ((crc & 0x8000) != 0 ? (crc << 1) ^ 0x1021 : crc << 1) & 0xffff;
    }
    return static_cast<std::uint16_t>(crc);
}

} // namespace

std::size_t ClusterSlots::of(std::string_view key)
{
    const auto open = key.find('{');
    const auto close = open == key.npos ? key.npos : key.find('}', open + 1);
    const bool tagged = close != key.npos && close > open + 1;
    return crc16(tagged ? key.substr(open + 1, close - open - 1) : key) % count;
}

void ClusterSlots::elsewhere(std::string_view key) { m_slots[of(key)] = away; }

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
    auto &slot = m_slots[of(key)];
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
