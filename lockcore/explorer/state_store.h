// SPDX-License-Identifier: MIT
// The states that a search has met, in the order in which it met them, each as a few numbers and with the state before it.
#pragma once

#include "lockcore/explorer/hash.h"
#include "lockcore/explorer/huge_pages.h"

#include <algorithm>

namespace lockcore::explorer {

class StateStore
{
public:
    using Number = std::uint32_t;
    static constexpr std::size_t most = 60'000'000;
    static constexpr std::size_t widest = 8; // numbers of a state

    StateStore(std::size_t width, std::size_t mostStates)
        : m_width(width)
        , m_most(mostStates)
        , m_table(1 << 12)
    { }

    std::size_t size() const { return m_before.size(); }
    bool isFull() const { return size() == m_most; }
    std::span<const Number> operator[](std::size_t state) const { return {m_numbers.data() + state * m_width, m_width}; }
    std::size_t before(std::size_t state) const { return m_before[state]; }

    /// How many bytes more it may need soon: it doubles its tables.
    std::size_t growth() const
    {
        constexpr std::size_t soon = 1 << 17; // states
        std::size_t numbers = 0;
        if (m_before.capacity() - m_before.size() < soon)
            numbers += 2 * m_before.capacity();
        if (m_numbers.capacity() - m_numbers.size() < soon * m_width)
            numbers += 2 * m_numbers.capacity();
        if (m_table.size() * 2 - size() * 3 < soon * 3)
            numbers += 2 * m_table.size();
        return numbers * sizeof(Number);
    }

    /// False: it is known, or there is no room.
    bool insert(std::span<const Number> numbers, std::size_t before) { return insert(numbers, before, hashOf(numbers)); }

    /// Inserts it soon, or with flush(). Several wait together, because what each of them is compared with is far away in memory: it is
    /// fetched for all of them at once.
    void add(std::span<const Number> numbers, std::size_t before)
    {
        auto &waiting = m_waiting[m_waits++];
        std::ranges::copy(numbers, waiting.numbers.begin());
        waiting.before = before;
        waiting.hash = hashOf(numbers);
        __builtin_prefetch(&m_table[waiting.hash & (m_table.size() - 1)]);
        if (m_waits == m_waiting.size())
            flush();
    }

    void flush()
    {
        for (std::size_t i = 0; i < m_waits; ++i) {
            if (const auto entry = m_table[m_waiting[i].hash & (m_table.size() - 1)]; entry != 0)
                __builtin_prefetch(m_numbers.data() + ((entry & numberMask) - 1) * m_width);
        }
        for (std::size_t i = 0; i < m_waits; ++i) {
            const auto &waiting = m_waiting[i];
            insert({waiting.numbers.data(), m_width}, waiting.before, waiting.hash);
        }
        m_waits = 0;
    }

private:
    struct Waiting
    {
        std::array<Number, widest> numbers;
        std::size_t before;
        std::uint64_t hash;
    };

    bool insert(std::span<const Number> numbers, std::size_t before, std::uint64_t hash)
    {
        if (isFull())
            return false;
        if ((size() + 1) * 3 > m_table.size() * 2)
            grow();
        auto *const place = placeOf(numbers, hash);
        if (*place != 0)
            return false;
        m_numbers.insert(m_numbers.end(), numbers.begin(), numbers.end());
        m_before.push_back(static_cast<Number>(before));
        *place = static_cast<Number>(size()) | tagOf(hash);
        return true;
    }

    // A place in the table: the state's number + 1 (0: free) below, some bits of its hash above: most others are told apart without a look at
    // their numbers.
    static constexpr int numberBits = 26;
    static constexpr Number numberMask = (Number(1) << numberBits) - 1;

    static std::uint64_t hashOf(std::span<const Number> numbers) { return Hash(numbers).value(); }
    static Number tagOf(std::uint64_t hash) { return static_cast<Number>(hash >> 32) & ~numberMask; }

    Number *placeOf(std::span<const Number> numbers, std::uint64_t hash) // where it is, or belongs
    {
        const auto tag = tagOf(hash);
        auto place = hash & (m_table.size() - 1);
        while (m_table[place] != 0 && !((m_table[place] & ~numberMask) == tag && isAt((m_table[place] & numberMask) - 1, numbers)))
            place = (place + 1) & (m_table.size() - 1);
        return &m_table[place];
    }

    bool isAt(std::size_t state, std::span<const Number> numbers) const
    {
        const auto *const known = m_numbers.data() + state * m_width;
        for (std::size_t i = 0; i < m_width; ++i) {
            if (known[i] != numbers[i])
                return false;
        }
        return true;
    }

    void grow()
    {
        m_table.assign(m_table.size() * 2, 0);
        std::array<std::uint64_t, 64> hashes;
        for (std::size_t begin = 0; begin < size(); begin += hashes.size()) {
            const auto end = std::min(size(), begin + hashes.size());
            for (auto state = begin; state < end; ++state) {
                hashes[state - begin] = hashOf((*this)[state]);
                __builtin_prefetch(&m_table[hashes[state - begin] & (m_table.size() - 1)]);
            }
            for (auto state = begin; state < end; ++state) {
                const auto hash = hashes[state - begin];
                auto place = hash & (m_table.size() - 1);
                while (m_table[place] != 0)
                    place = (place + 1) & (m_table.size() - 1);
                m_table[place] = static_cast<Number>(state + 1) | tagOf(hash);
            }
        }
    }

    std::size_t m_width, m_most;
    Table<Number> m_numbers;
    Table<Number> m_before;
    Table<Number> m_table; // a power of two
    std::array<Waiting, 64> m_waiting;
    std::size_t m_waits = 0;
};

} // namespace lockcore::explorer
