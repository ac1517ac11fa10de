// SPDX-License-Identifier: MIT
// The letters and blanks of ASCII in bytes of any kind, whatever the locale. Pure; any thread.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>

namespace lockcore {

constexpr char toLowerCase(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c | 0x20) : c; }

constexpr bool isDigit(char c) { return c >= '0' && c <= '9'; }
constexpr bool isLetter(char c) { return toLowerCase(c) >= 'a' && toLowerCase(c) <= 'z'; }

/// Other bytes are left unchanged.
inline std::string asciiLower(std::string_view text)
{
    std::string lower(text);
    std::ranges::transform(lower, lower.begin(), toLowerCase);
    return lower;
}

constexpr bool equalsIgnoringCase(std::string_view text, std::string_view lowerCase)
{
    if (text.size() != lowerCase.size())
        return false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (toLowerCase(text[i]) != lowerCase[i])
            return false;
    }
    return true;
}

template <class Words>
constexpr bool equalsOneIgnoringCase(std::string_view text, const Words &lowerCase)
{
    return std::ranges::any_of(lowerCase, [&](std::string_view word) { return equalsIgnoringCase(text, word); });
}

constexpr std::string_view blanks = " \t\r\n"; ///< those of JSON

constexpr std::string_view withoutBlanks(std::string_view text)
{
    const auto first = text.find_first_not_of(blanks);
    return first == text.npos ? std::string_view() : text.substr(first, text.find_last_not_of(blanks) + 1 - first);
}

} // namespace lockcore
