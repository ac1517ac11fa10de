// SPDX-License-Identifier: MIT
#include "lockcore/monitor/formats/serialised.h"

#include "lockcore/base/ascii.h"
#include "lockcore/monitor/formats/json_members.h"
#include "lockcore/monitor/formats/message_pack.h"
#include "lockcore/monitor/formats/wrapped_text.h"

#include <algorithm>
#include <array>

namespace lockcore::serialised {

namespace {

using namespace std::string_view_literals;

constexpr std::size_t longestText = 64; // a longer one is an entry of a cache

template <std::size_t size>
bool isOneOf(std::string_view bytes, const std::array<std::string_view, size> &all)
{
    return std::find(all.begin(), all.end(), bytes) != all.end();
}

// Nobody holds a lock with such a value: libraries that never delete it leave it behind. In any case, with blanks around them and in the quotes
// of JSON. Blanks alone say the same; nothing at all may be a mark.
constexpr std::array freeTexts = {
    "0"sv,    "false"sv, "no"sv,      "off"sv,       "unlock"sv, "unlocked"sv, "released"sv, "free"sv, "none"sv,
    "null"sv, "nil"sv,   "expired"sv, "available"sv, "idle"sv,   "inactive"sv, "[]"sv,       "{}"sv,
};

constexpr auto longestFreeText = std::ranges::max(freeTexts, {}, &std::string_view::size).size();

bool isFreeText(std::string_view bytes)
{
    auto text = withoutFrame(bytes);
    if (text.size() > 1 && text.front() == '"' && text.back() == '"')
        text = withoutBlanks(text.substr(1, text.size() - 2));
    if (text.empty())
        return !bytes.empty();
    return text.size() <= longestFreeText && equalsOneIgnoringCase(text, freeTexts);
}

constexpr std::array freeBytes = {"\x90"sv, "\x80"sv, "\xc0"sv, "\xc2"sv}; // MessagePack

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
    // The time at which it was taken, or a UUID; the older protocols write the names of classes as lines.
    constexpr std::array classes = {"\x8c\x08"
                                    "datetime\x94\x8c\x08"
                                    "datetime\x94"sv,
                                    "\x8c\x04uuid\x94\x8c\x04UUID\x94"sv, "cdatetime\ndatetime\n"sv, "cuuid\nUUID\n"sv};
    if (std::ranges::any_of(classes, [&](std::string_view name) { return inside.starts_with(name); }))
        return Meaning::Mark;
    const auto length = [&](std::size_t i) { return static_cast<std::size_t>(static_cast<unsigned char>(inside[i])); };
    switch (inside.front()) {
    case '\x88': return inside.size() == 1 ? Meaning::Mark : Meaning::Data;
    case 'K': return inside.size() == 2 ? Meaning::Mark : Meaning::Data;
    case 'M': return inside.size() == 3 ? Meaning::Mark : Meaning::Data;
    case 'J': return inside.size() == 5 ? Meaning::Mark : Meaning::Data;
    case 'G': return inside.size() == 9 ? Meaning::Mark : Meaning::Data;
    case '\x8a':
    case '\x8c':
    case 'C': return inside.size() > 1 && inside.size() == 2 + length(1) && length(1) <= longestText ? Meaning::Mark : Meaning::Data;
    case 'X': return inside.size() > 4 && inside.size() == 5 + length(1) && length(1) <= longestText ? Meaning::Mark : Meaning::Data;
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

// The value of an entry that Rails' cache has written: its members follow in a fixed order.
std::string_view valueOfRailsEntry(std::string_view inside)
{
    constexpr auto head = "o: ActiveSupport::Cache::Entry"sv;
    constexpr auto before = ":\x0b@value"sv;
    constexpr auto behind = ":\x0d@version"sv;
    const auto value = inside.find(before);
    const auto end = inside.rfind(behind);
    if (!inside.starts_with(head) || value != head.size() + 1 || end == inside.npos || end < value + before.size())
        return inside;
    return inside.substr(value + before.size(), end - value - before.size());
}

Meaning marshal(std::string_view bytes)
{
    if (!bytes.starts_with("\x04\x08"sv) || bytes.size() < 3)
        return Meaning::Plain;
    constexpr std::array free = {"F"sv, "0"sv, "i\0"sv, "[\0"sv, "{\0"sv};
    const auto inside = valueOfRailsEntry(bytes.substr(2));
    if (isOneOf(inside, free))
        return Meaning::Free;
    if (inside.empty() || inside.size() > longestText)
        return Meaning::Data;
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

// An object of Java: its class, then that class's description, then its fields, which end the stream.
Meaning java(std::string_view bytes)
{
    constexpr auto nothing = "\xac\xed\x00\x05p"sv;
    constexpr auto object = "\xac\xed\x00\x05sr\x00"sv;
    constexpr std::array scalars = {"java.lang.Boolean"sv, "java.lang.Byte"sv, "java.lang.Integer"sv, "java.lang.Long"sv,
                                    "java.lang.Short"sv,   "java.time.Ser"sv,  "java.util.Date"sv,    "java.util.UUID"sv};
    if (bytes == nothing)
        return Meaning::Free;
    if (!bytes.starts_with(object))
        return bytes.starts_with(nothing.substr(0, 4)) ? Meaning::Data : Meaning::Plain;
    bytes.remove_prefix(object.size());
    if (bytes.empty() || !isOneOf(bytes.substr(1, static_cast<unsigned char>(bytes.front())), scalars))
        return Meaning::Data;
    const auto description = bytes.find("xp"sv); // its end
    const auto number = description == bytes.npos ? std::string_view() : bytes.substr(description + 2);
    const bool zero = !number.empty() && number.find_first_not_of('\0') == number.npos;
    return zero ? Meaning::Free : Meaning::Mark;
}

Meaning igbinary(std::string_view bytes)
{
    constexpr auto header = "\0\0\0\x02"sv;
    if (!bytes.starts_with(header) || bytes.size() == header.size())
        return Meaning::Plain;
    constexpr std::array free = {"\0"sv, "\x04"sv, "\x06\0"sv, "\x0d"sv, "\x14\0"sv}; // null, false, 0, an empty text or array
    constexpr auto scalars = "\x05\x06\x07\x08\x09\x0a\x0b\x0c\x0e\x11\x12\x20\x21"sv;
    const auto inside = bytes.substr(header.size());
    if (isOneOf(inside, free))
        return Meaning::Free;
    return scalars.find(inside.front()) != scalars.npos ? Meaning::Mark : Meaning::Data;
}

// HyperLogLog, images, archives, and what compresses: zlib's heads are short, but no text begins with them.
bool isFile(std::string_view bytes)
{
    constexpr std::array heads = {"HYLL\0"sv,
                                  "HYLL\x01"sv,
                                  "\x89PNG"sv,
                                  "\xff\xd8\xff"sv,
                                  "GIF87a"sv,
                                  "GIF89a"sv,
                                  "%PDF-"sv,
                                  "PK\3\4"sv,
                                  "\x1f\x8b\x08"sv,
                                  "BZh9"sv,
                                  "\xfd"
                                  "7zXZ\0"sv,
                                  "\x28\xb5\x2f\xfd"sv,
                                  "\x04\x22\x4d\x18"sv};
    constexpr std::array zlib = {"\x78\x01"sv, "\x78\x5e"sv, "\x78\x9c"sv, "\x78\xda"sv};
    const auto begins = [&](std::string_view head) { return bytes.starts_with(head); };
    return std::ranges::any_of(heads, begins) || (std::ranges::any_of(zlib, begins) && !isUtf8(bytes));
}

} // namespace

Meaning meaningOf(std::string_view bytes)
{
    if (isFreeText(bytes) || isOneOf(bytes, freeBytes))
        return Meaning::Free;
    if (const auto inner = unwrapped(bytes)) {
        const auto meaning = meaningOf(inner->text);
        if (meaning != Meaning::Plain)
            return meaning;
        return inner->text.size() <= longestText ? Meaning::Mark : Meaning::Data;
    }
    for (const auto read : {pickle, marshal, php, java, igbinary}) {
        if (const auto meaning = read(bytes); meaning != Meaning::Plain)
            return meaning;
    }
    const bool list = bytes.size() > 2 && bytes.front() == '[' && bytes.back() == ']';
    return list || isFile(bytes) || isMessagePackMap(bytes) ? Meaning::Data : Meaning::Plain;
}

} // namespace lockcore::serialised
