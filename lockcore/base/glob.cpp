// SPDX-License-Identifier: MIT
#include "base/glob.h"

namespace lockcore {

namespace {

struct OneMatch
{
    bool matches = false;
    std::size_t length = 0; // of the pattern's element
};

// `[...]` with ranges and negation. An unclosed one ends with the pattern, as in Redis.
OneMatch matchClass(std::string_view pattern, char c)
{
    std::size_t i = 1;
    const bool negated = i < pattern.size() && pattern[i] == '^';
    i += negated ? 1 : 0;
    bool found = false;
    const auto wanted = static_cast<unsigned char>(c);
    while (i < pattern.size() && pattern[i] != ']') {
        if (pattern[i] == '\\' && i + 1 < pattern.size())
            ++i;
        auto low = static_cast<unsigned char>(pattern[i]);
        auto high = low;
        if (i + 2 < pattern.size() && pattern[i + 1] == '-' && pattern[i + 2] != ']') {
            high = static_cast<unsigned char>(pattern[i + 2]);
            if (low > high)
                std::swap(low, high);
            i += 2;
        }
        found = found || (wanted >= low && wanted <= high);
        ++i;
    }
    return {found != negated, i < pattern.size() ? i + 1 : i};
}

OneMatch matchOne(std::string_view pattern, char c)
{
    switch (pattern.front()) {
    case '?':
        return {true, 1};
    case '[':
        return matchClass(pattern, c);
    case '\\':
        if (pattern.size() > 1)
            return {pattern[1] == c, 2};
        [[fallthrough]];
    default:
        return {pattern.front() == c, 1};
    }
}

} // namespace

bool globMatches(std::string_view pattern, std::string_view text)
{
    // On a mismatch only the last star needs to give way: it can take any text that an earlier one could.
    std::size_t p = 0;
    std::size_t t = 0;
    std::size_t afterStar = std::string_view::npos;
    std::size_t starText = 0;
    while (t < text.size()) {
        if (p < pattern.size() && pattern[p] == '*') {
            afterStar = ++p;
            starText = t;
            continue;
        }
        const auto one = p < pattern.size() ? matchOne(pattern.substr(p), text[t]) : OneMatch{};
        if (one.matches) {
            p += one.length;
            ++t;
        } else if (afterStar != std::string_view::npos) {
            p = afterStar;
            t = ++starText;
        } else {
            return false;
        }
    }
    while (p < pattern.size() && pattern[p] == '*')
        ++p;
    return p == pattern.size();
}

bool isGlob(std::string_view pattern)
{
    return pattern.find_first_of("*?[\\") != pattern.npos;
}

} // namespace lockcore
