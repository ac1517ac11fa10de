// SPDX-License-Identifier: MIT
// The words that name enumerators in JSON, in filters and in tests. One table serves both directions.
#pragma once

#include <array>
#include <optional>
#include <string_view>
#include <utility>

namespace lockcore {

template <class Enum, std::size_t size>
using Words = std::array<std::pair<Enum, std::string_view>, size>;

template <class Enum, std::size_t size>
constexpr std::string_view wordOf(const Words<Enum, size> &words, Enum value)
{
    for (const auto &[each, word] : words) {
        if (each == value)
            return word;
    }
    return {};
}

template <class Enum, std::size_t size>
constexpr std::optional<Enum> fromWord(const Words<Enum, size> &words, std::string_view text)
{
    for (const auto &[each, word] : words) {
        if (word == text)
            return each;
    }
    return std::nullopt;
}

} // namespace lockcore
