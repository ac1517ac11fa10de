// SPDX-License-Identifier: MIT
// Numbers for pairs of numbers: a table without pointers, because a search asks it for each of its steps.
#pragma once

#include "lockcore/explorer/hash.h"
#include "lockcore/explorer/huge_pages.h"

namespace lockcore::explorer {

class PairMap
{
public:
    static constexpr int unknown = -1; // no other number is below 0

    int find(int first, int second) const { return m_table[placeOf(keyOf(first, second))].value; }

    /// It will be asked for these soon.
    void prefetch(int first, int second) const { __builtin_prefetch(&m_table[hashOf(keyOf(first, second)) & (m_table.size() - 1)]); }

    void insert(int first, int second, int value)
    {
        if (++m_size * 3 > m_table.size() * 2)
            grow();
        const auto key = keyOf(first, second);
        m_table[placeOf(key)] = {key, value};
    }

private:
    struct Entry
    {
        std::uint64_t key = 0;
        int value = unknown;
    };

    static std::uint64_t keyOf(int first, int second)
    {
        return static_cast<std::uint64_t>(first) << 32 | static_cast<std::uint32_t>(second);
    }

    static std::uint64_t hashOf(std::uint64_t key) { return Hash(key).value(); }

    std::size_t placeOf(std::uint64_t key) const
    {
        auto place = hashOf(key) & (m_table.size() - 1);
        while (m_table[place].value != unknown && m_table[place].key != key)
            place = (place + 1) & (m_table.size() - 1);
        return place;
    }

    void grow()
    {
        const auto before = std::move(m_table);
        m_table = Table<Entry>(before.size() * 2);
        for (const auto &entry : before) {
            if (entry.value != unknown)
                m_table[placeOf(entry.key)] = entry;
        }
    }

    Table<Entry> m_table = Table<Entry>(1 << 8); // a power of two
    std::size_t m_size = 0;
};

} // namespace lockcore::explorer
