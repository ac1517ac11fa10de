// SPDX-License-Identifier: MIT
#include "lockcore/lab/resp/inline_words.h"

namespace lockcore {

namespace {

bool isSpace(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

std::optional<int> hexDigit(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    const char lower = static_cast<char>(c | 0x20);
    return lower >= 'a' && lower <= 'f' ? std::optional(lower - 'a' + 10) : std::nullopt;
}

// The character for an escape sequence after a backslash inside "…". Removes the sequence from `rest`.
char unescapedOf(std::string_view &rest)
{
    const char c = rest.front();
    if (c == 'x' && rest.size() > 2) {
        const auto high = hexDigit(rest[1]);
        const auto low = hexDigit(rest[2]);
        if (high && low) {
            rest.remove_prefix(3);
            return static_cast<char>(*high * 16 + *low);
        }
    }
    rest.remove_prefix(1);
    switch (c) {
    case 'n': return '\n';
    case 'r': return '\r';
    case 't': return '\t';
    case 'b': return '\b';
    case 'a': return '\a';
    default: return c;
    }
}

// Reads up to the closing quote, which must end the word.
bool readQuoted(std::string_view &rest, char quote, Bytes &word)
{
    while (!rest.empty()) {
        const char c = rest.front();
        rest.remove_prefix(1);
        if (c == quote)
            return rest.empty() || isSpace(rest.front());
        if (c == '\\' && !rest.empty() && (quote == '"' || rest.front() == '\''))
            word += quote == '"' ? unescapedOf(rest) : (rest.remove_prefix(1), '\'');
        else
            word += c;
    }
    return false;
}

} // namespace

std::optional<std::vector<Bytes>> inlineWords(std::string_view line)
{
    std::vector<Bytes> words;
    for (;;) {
        while (!line.empty() && isSpace(line.front()))
            line.remove_prefix(1);
        if (line.empty())
            return words;
        auto &word = words.emplace_back();
        while (!line.empty() && !isSpace(line.front())) {
            const char c = line.front();
            line.remove_prefix(1);
            if (c != '"' && c != '\'')
                word += c;
            else if (!readQuoted(line, c, word))
                return std::nullopt;
        }
    }
}

} // namespace lockcore
