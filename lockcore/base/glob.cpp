// SPDX-License-Identifier: MIT
#include "lockcore/base/glob.h"

#include <algorithm>

namespace lockcore {

namespace {

struct OneMatch
{
    bool matches = false;
    std::size_t length = 0; // of the pattern's element
};

// `[...]` with ranges and negation, exactly as Redis matches it: an unclosed set ends with the pattern, `]` may end a range
// (`[a-]` is unclosed), an escaped character starts no range, and bytes from 0x80 on sort before all others in a range.
OneMatch matchClass(std::string_view pattern, char c)
{
    std::size_t i = 1;
    const bool negated = i < pattern.size() && pattern[i] == '^';
    i += negated ? 1 : 0;
    bool found = false;
    const auto order = [](char byte) { return static_cast<signed char>(byte); };
    for (; i < pattern.size(); ++i) {
        const auto left = pattern.size() - i;
        if (left >= 2 && pattern[i] == '\\') {
            ++i;
            found = found || pattern[i] == c;
        } else if (pattern[i] == ']') {
            return {found != negated, i + 1};
        } else if (left >= 3 && pattern[i + 1] == '-') {
            const auto [low, high] = std::minmax({order(pattern[i]), order(pattern[i + 2])});
            found = found || (order(c) >= low && order(c) <= high);
            i += 2;
        } else {
            found = found || pattern[i] == c;
        }
    }
    return {found != negated, pattern.size()};
}

OneMatch matchOne(std::string_view pattern, char c)
{
    switch (pattern.front()) {
    case '?': return {true, 1};
    case '[': return matchClass(pattern, c);
    case '\\':
        if (pattern.size() > 1)
            return {pattern[1] == c, 2};
        [[fallthrough]];
    default: return {pattern.front() == c, 1};
    }
}

} // namespace

bool globMatches(std::string_view pattern, std::string_view text)
{
    // On a mismatch only the last star needs to take more text: it can match any text that an earlier star could.
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

bool isGlob(std::string_view pattern) { return pattern.find_first_of("*?[\\") != pattern.npos; }

} // namespace lockcore
