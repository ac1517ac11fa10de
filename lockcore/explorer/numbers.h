// SPDX-License-Identifier: MIT
// Numbers for values: equal values have the same number, from 0 on.
#pragma once

#include "lockcore/explorer/hash.h"

namespace lockcore::explorer {

template <class Value>
class Numbers
{
public:
    struct Number
    {
        int number;
        bool isNew;
    };

    Number intern(const Value &value)
    {
        if ((m_values.size() + 1) * 3 > m_table.size() * 2)
            grow();
        const auto hash = Hash(value).value();
        auto place = placeOf(hash);
        for (; m_table[place].next != 0; place = following(place)) {
            const int number = m_table[place].next - 1;
            if (m_table[place].tag == tagOf(hash) && (*this)[number] == value)
                return {number, false};
        }
        m_values.push_back(value);
        m_table[place] = {tagOf(hash), static_cast<int>(m_values.size())};
        return {static_cast<int>(m_values.size()) - 1, true};
    }
    int operator()(const Value &value) { return intern(value).number; }
    const Value &operator[](int number) const { return m_values[static_cast<std::size_t>(number)]; } ///< until the next one comes

private:
    struct Entry
    {
        std::uint32_t tag = 0; // most others are told apart without a look at them
        int next = 0;          // the number + 1; 0: free
    };

    static std::uint32_t tagOf(std::uint64_t hash) { return static_cast<std::uint32_t>(hash >> 32); }
    std::size_t placeOf(std::uint64_t hash) const { return hash & (m_table.size() - 1); }
    std::size_t following(std::size_t place) const { return (place + 1) & (m_table.size() - 1); }

    void grow()
    {
        m_table.assign(m_table.size() * 2, {});
        for (std::size_t i = 0; i < m_values.size(); ++i) {
            const auto hash = Hash(m_values[i]).value();
            auto place = placeOf(hash);
            while (m_table[place].next != 0)
                place = following(place);
            m_table[place] = {tagOf(hash), static_cast<int>(i) + 1};
        }
    }

    std::vector<Value> m_values;
    std::vector<Entry> m_table = std::vector<Entry>(1 << 6); // a power of two
};

} // namespace lockcore::explorer
