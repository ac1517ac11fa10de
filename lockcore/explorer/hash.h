// SPDX-License-Identifier: MIT
// One hash for all tables of a search: of numbers, of texts, and of values that are made of them.
#pragma once

#include "lockcore/base/bytes.h"

#include <array>
#include <concepts>
#include <cstdint>
#include <functional>
#include <span>
#include <type_traits>
#include <vector>

namespace lockcore::explorer {

class Hash
{
public:
    template <class... Part>
    explicit Hash(const Part &...parts)
    {
        (add(parts), ...);
    }
    std::uint64_t value() const { return m_value; }

private:
    template <class Part>
    requires std::integral<Part> || std::is_enum_v<Part>
    void add(Part part)
    {
        m_value = (m_value ^ static_cast<std::uint64_t>(part)) * 0xff51afd7ed558ccd;
        m_value ^= m_value >> 32;
    }
    void add(const Bytes &text) { add(std::hash<Bytes>()(text)); }
    template <class Part, std::size_t size>
    void add(const std::array<Part, size> &parts)
    {
        for (const auto &part : parts)
            add(part);
    }
    template <class Part>
    void add(std::span<const Part> parts)
    {
        for (const auto &part : parts)
            add(part);
    }
    template <class Part>
    void add(const std::vector<Part> &parts)
    {
        add(std::span<const Part>(parts));
    }
    template <class Value>
    requires requires(const Value &value) { value.hash(); }
    void add(const Value &value) { add(value.hash().value()); }

    std::uint64_t m_value = 0x9e3779b97f4a7c15;
};

} // namespace lockcore::explorer
