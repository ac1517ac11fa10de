// SPDX-License-Identifier: MIT
#include "lockcore/monitor/formats/json_members.h"

#include "lockcore/base/ascii.h"

#include <algorithm>
#include <charconv>
#include <cstdint>

namespace lockcore {

namespace {

std::size_t endOfString(std::string_view json, std::size_t i)
{
    for (++i; i < json.size(); ++i) {
        if (json[i] == '\\')
            ++i;
        else if (json[i] == '"')
            return i + 1;
    }
    return json.npos;
}

// The end of the value that begins at `i`: of a string, of a list or an object with what is inside, or of a number or word.
std::size_t endOfValue(std::string_view json, std::size_t i)
{
    int depth = 0;
    while (i < json.size()) {
        const char c = json[i];
        if (c == '"') {
            i = endOfString(json, i);
            if (i == json.npos || depth == 0)
                return i;
            continue;
        }
        if (depth == 0 && (c == ',' || c == '}'))
            return i;
        if (c == '{' || c == '[')
            ++depth;
        if ((c == '}' || c == ']') && --depth == 0)
            return i + 1;
        ++i;
    }
    return json.npos;
}

std::size_t skipBlanks(std::string_view json, std::size_t i)
{
    const auto next = json.find_first_not_of(blanks, i);
    return next == json.npos ? json.size() : next;
}

// Of two members of one name the later one counts, as for nearly all that read JSON.
void add(std::vector<JsonMember> &members, JsonMember member)
{
    const auto same = std::ranges::find(members, member.name, &JsonMember::name);
    if (same == members.end())
        members.push_back(std::move(member));
    else
        same->text = std::move(member.text);
}

// The four hex digits of `\u006f`; nothing: there are none.
std::optional<char32_t> codeUnit(std::string_view text)
{
    constexpr std::string_view begin = "\\u";
    constexpr std::size_t length = 6;
    if (!text.starts_with(begin) || text.size() < length)
        return std::nullopt;
    std::uint32_t value = 0;
    const auto *end = text.data() + length;
    const auto [at, error] = std::from_chars(text.data() + begin.size(), end, value, 16);
    return at == end && error == std::errc() ? std::optional<char32_t>(value) : std::nullopt;
}

void appendUtf8(Bytes &text, char32_t c)
{
    const auto add = [&](char32_t byte) { text += static_cast<char>(static_cast<unsigned char>(byte)); };
    if (c < 0x80)
        return add(c);
    if (c < 0x800)
        add(0xc0u | c >> 6);
    else if (c < 0x10000)
        add(0xe0u | c >> 12);
    else
        add(0xf0u | c >> 18);
    if (c >= 0x10000)
        add(0x80u | (c >> 12 & 0x3fu));
    if (c >= 0x800)
        add(0x80u | (c >> 6 & 0x3fu));
    add(0x80u | (c & 0x3fu));
}

// What the escape sequence at the beginning of `text` stands for, and how long it is.
std::optional<std::pair<char32_t, std::size_t>> escapeAt(std::string_view text)
{
    constexpr std::string_view letters = "\"\\/bfnrt";
    constexpr std::string_view meanings = "\"\\/\b\f\n\r\t";
    if (text.size() < 2)
        return std::nullopt;
    if (const auto letter = letters.find(text[1]); letter != letters.npos)
        return std::pair(static_cast<char32_t>(meanings[letter]), std::size_t(2));
    const auto first = codeUnit(text);
    if (!first || *first < 0xd800 || *first > 0xdfff)
        return first ? std::optional(std::pair(*first, std::size_t(6))) : std::nullopt;
    const auto second = codeUnit(text.substr(6)); // a pair for what is beyond U+FFFF
    if (*first > 0xdbff || !second || *second < 0xdc00 || *second > 0xdfff)
        return std::nullopt;
    return std::pair(0x10000 + ((*first - 0xd800) << 10) + (*second - 0xdc00), std::size_t(12));
}

// A name that is escaped is the same name. One that is not escaped rightly stays as it is.
Bytes decoded(std::string_view inside)
{
    Bytes text;
    for (auto rest = inside; !rest.empty();) {
        const auto plain = std::min(rest.find('\\'), rest.size());
        text += rest.substr(0, plain);
        rest.remove_prefix(plain);
        if (rest.empty())
            break;
        const auto escape = escapeAt(rest);
        if (!escape)
            return Bytes(inside);
        appendUtf8(text, escape->first);
        rest.remove_prefix(escape->second);
    }
    return text;
}

bool isAt(std::string_view json, std::size_t i, char c) { return i < json.size() && json[i] == c; }

} // namespace

std::string_view withoutFrame(std::string_view text)
{
    constexpr std::string_view mark = "\xef\xbb\xbf";
    return withoutBlanks(text.substr(text.starts_with(mark) ? mark.size() : 0));
}

bool isJsonObject(std::string_view text)
{
    const auto json = withoutFrame(text);
    if (!json.starts_with('{') || !json.ends_with('}'))
        return false;
    return json.find('"') != json.npos || withoutBlanks(json.substr(1)) == "}";
}

std::optional<std::vector<JsonMember>> jsonMembers(std::string_view text)
{
    const auto json = withoutFrame(text);
    if (!json.starts_with('{') || !json.ends_with('}'))
        return std::nullopt;
    std::vector<JsonMember> members;
    std::size_t i = 0;
    while (i < json.size() && !isAt(json, i, '}')) {
        const auto name = skipBlanks(json, i + 1); // behind the brace or the comma
        if (isAt(json, name, '}') && members.empty())
            return members;
        const auto nameEnd = isAt(json, name, '"') ? endOfString(json, name) : json.npos;
        if (nameEnd == json.npos)
            return std::nullopt;
        const auto colon = skipBlanks(json, nameEnd);
        if (!isAt(json, colon, ':'))
            return std::nullopt;
        const auto value = skipBlanks(json, colon + 1);
        const auto valueEnd = endOfValue(json, value);
        if (valueEnd == json.npos || valueEnd == value)
            return std::nullopt;
        const bool quoted = json[value] == '"';
        add(members,
            {decoded(json.substr(name + 1, nameEnd - name - 2)),
             quoted ? decoded(json.substr(value + 1, valueEnd - value - 2)) : Bytes(withoutBlanks(json.substr(value, valueEnd - value)))});
        i = skipBlanks(json, valueEnd);
        if (!isAt(json, i, ',') && !isAt(json, i, '}'))
            return std::nullopt;
    }
    return i + 1 == json.size() ? std::optional(std::move(members)) : std::nullopt;
}

} // namespace lockcore
