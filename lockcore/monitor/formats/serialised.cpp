// SPDX-License-Identifier: MIT
#include "lockcore/monitor/formats/serialised.h"

#include <algorithm>
#include <array>

namespace lockcore::serialised {

namespace {

using namespace std::string_view_literals;

template <std::size_t size>
bool isOneOf(std::string_view bytes, const std::array<std::string_view, size> &all)
{
    return std::find(all.begin(), all.end(), bytes) != all.end();
}

// What a pickle holds, between its frame and its end: an opcode and its argument, perhaps memoised (\x94, or q and a byte).
Meaning meaningOfPickled(std::string_view inside)
{
    constexpr std::array free = {"K\0"sv, "\x89"sv, "N"sv, "]"sv, "}"sv, ")"sv, "\x8c\0"sv};
    if (inside.ends_with('\x94'))
        inside.remove_suffix(1);
    else if (inside.size() > 2 && inside[inside.size() - 2] == 'q')
        inside.remove_suffix(2);
    if (isOneOf(inside, free))
        return Meaning::Free;
    if (inside.empty())
        return Meaning::Data;
    const auto length = [&](std::size_t i) { return static_cast<std::size_t>(static_cast<unsigned char>(inside[i])); };
    switch (inside.front()) {
    case '\x88': return inside.size() == 1 ? Meaning::Mark : Meaning::Data;
    case 'K': return inside.size() == 2 ? Meaning::Mark : Meaning::Data;
    case 'M': return inside.size() == 3 ? Meaning::Mark : Meaning::Data;
    case 'J': return inside.size() == 5 ? Meaning::Mark : Meaning::Data;
    case 'G': return inside.size() == 9 ? Meaning::Mark : Meaning::Data;
    case '\x8a':
    case '\x8c':
    case 'C': return inside.size() > 1 && inside.size() == 2 + length(1) ? Meaning::Mark : Meaning::Data;
    case 'X': return inside.size() > 4 && inside.size() == 5 + length(1) ? Meaning::Mark : Meaning::Data;
    default: return Meaning::Data;
    }
}

Meaning pickle(std::string_view bytes)
{
    constexpr std::size_t frame = 9; // \x95 and eight bytes of length
    if (bytes.starts_with('!'))
        bytes.remove_prefix(1);
    if (bytes.size() < 4 || bytes[0] != '\x80' || bytes[1] < 2 || bytes[1] > 5 || bytes.back() != '.')
        return Meaning::Plain;
    auto inside = bytes.substr(2, bytes.size() - 3);
    if (inside.front() == '\x95' && inside.size() > frame)
        inside.remove_prefix(frame);
    return meaningOfPickled(inside);
}

Meaning marshal(std::string_view bytes)
{
    if (!bytes.starts_with("\x04\x08"sv) || bytes.size() < 3)
        return Meaning::Plain;
    constexpr std::array free = {"F"sv, "0"sv, "i\0"sv, "[\0"sv, "{\0"sv};
    const auto inside = bytes.substr(2);
    if (isOneOf(inside, free))
        return Meaning::Free;
    return "Tif\":I"sv.find(inside.front()) != std::string_view::npos && !inside.starts_with("Io") ? Meaning::Mark : Meaning::Data;
}

Meaning php(std::string_view bytes)
{
    constexpr std::array free = {"b:0;"sv, "i:0;"sv, "N;"sv, "a:0:{}"sv, "s:0:\"\";"sv};
    if (isOneOf(bytes, free))
        return Meaning::Free;
    if (bytes.size() < 4 || bytes[1] != ':')
        return Meaning::Plain;
    if ("bids"sv.find(bytes[0]) != std::string_view::npos && bytes.back() == ';')
        return Meaning::Mark;
    return "aOC"sv.find(bytes[0]) != std::string_view::npos && bytes.back() == '}' ? Meaning::Data : Meaning::Plain;
}

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
    const auto next = json.find_first_not_of(" \t\r\n", i);
    return next == json.npos ? json.size() : next;
}

bool isAt(std::string_view json, std::size_t i, char c) { return i < json.size() && json[i] == c; }

} // namespace

Meaning meaningOf(std::string_view bytes)
{
    constexpr std::array free = {"null"sv, "[]"sv, "{}"sv, "\"\""sv, "\x90"sv, "\x80"sv, "\xc0"sv, "\xc2"sv};
    if (isOneOf(bytes, free))
        return Meaning::Free;
    for (const auto read : {pickle, marshal, php}) {
        if (const auto meaning = read(bytes); meaning != Meaning::Plain)
            return meaning;
    }
    const bool list = bytes.size() > 2 && bytes.front() == '[' && bytes.back() == ']';
    return list ? Meaning::Data : Meaning::Plain;
}

std::optional<std::vector<Member>> jsonMembers(std::string_view json)
{
    std::vector<Member> members;
    auto i = skipBlanks(json, 0);
    if (!isAt(json, i, '{') || json.back() != '}')
        return std::nullopt;
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
        const bool text = json[value] == '"';
        members.push_back({Bytes(json.substr(name + 1, nameEnd - name - 2)),
                           Bytes(text ? json.substr(value + 1, valueEnd - value - 2) : json.substr(value, valueEnd - value))});
        i = skipBlanks(json, valueEnd);
        if (!isAt(json, i, ',') && !isAt(json, i, '}'))
            return std::nullopt;
    }
    return i + 1 == json.size() ? std::optional(std::move(members)) : std::nullopt;
}

} // namespace lockcore::serialised
