// SPDX-License-Identifier: MIT
// The states that a search has met, in the order in which it met them, each as a few numbers and with the state before it.
#pragma once

#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

namespace lockcore::explorer {

class StateStore
{
public:
    using Number = std::uint32_t;

    explicit StateStore(std::size_t width)
        : m_width(width)
        , m_table(1 << 12)
    { }

    std::size_t size() const { return m_before.size(); }
    std::span<const Number> operator[](std::size_t state) const { return {m_numbers.data() + state * m_width, m_width}; }
    std::size_t before(std::size_t state) const { return m_before[state]; }

    /// False: it is known.
    bool insert(std::span<const Number> numbers, std::size_t before)
    {
        if ((size() + 1) * 3 > m_table.size() * 2)
            grow();
        auto &place = placeOf(numbers);
        if (place != 0)
            return false;
        m_numbers.insert(m_numbers.end(), numbers.begin(), numbers.end());
        m_before.push_back(static_cast<Number>(before));
        place = static_cast<Number>(size());
        return true;
    }

private:
    static std::size_t hashOf(std::span<const Number> numbers)
    {
        std::uint64_t hash = 0x9e3779b97f4a7c15;
        for (const auto number : numbers) {
            hash = (hash ^ number) * 0xff51afd7ed558ccd;
            hash ^= hash >> 32;
        }
        return hash;
    }

    Number &placeOf(std::span<const Number> numbers) // its number + 1, or 0 where it belongs
    {
        auto place = hashOf(numbers) & (m_table.size() - 1);
        while (m_table[place] != 0 && std::memcmp((*this)[m_table[place] - 1].data(), numbers.data(), numbers.size_bytes()) != 0)
            place = (place + 1) & (m_table.size() - 1);
        return m_table[place];
    }

    void grow()
    {
        m_table.assign(m_table.size() * 2, 0);
        for (std::size_t state = 0; state < size(); ++state)
            placeOf((*this)[state]) = static_cast<Number>(state + 1);
    }

    std::size_t m_width;
    std::vector<Number> m_numbers;
    std::vector<Number> m_before;
    std::vector<Number> m_table; // a power of two
};

} // namespace lockcore::explorer
