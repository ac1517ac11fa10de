// SPDX-License-Identifier: MIT
// The words of the enumerators in histories and verdicts, in their order. A table serves both directions: `wordsOf<entry::Mode>`.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace lockcore {

/// Specialised for each enumeration whose words are written to files: as many words as enumerators, in the same order.
template <class Enum>
inline constexpr std::array<std::string_view, 0> wordsOf{};

template <class Enum>
concept HasWords = wordsOf<Enum>
.size() > 0;

template <HasWords Enum>
constexpr std::string_view wordOf(Enum value)
{
    return wordsOf<Enum>.at(static_cast<std::size_t>(value));
}

template <HasWords Enum>
constexpr std::optional<Enum> fromWord(std::string_view text)
{
    for (std::size_t i = 0; i < wordsOf<Enum>.size(); ++i) {
        if (wordsOf<Enum>[i] == text)
            return static_cast<Enum>(i);
    }
    return std::nullopt;
}

/// For sentences that name the choice: `x, r, w`.
template <HasWords Enum>
std::string listOfWords()
{
    std::string text;
    for (const auto word : wordsOf<Enum>)
        text.append(text.empty() ? "" : ", ").append(word);
    return text;
}

} // namespace lockcore
