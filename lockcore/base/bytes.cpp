// SPDX-License-Identifier: MIT
#include "lockcore/base/bytes.h"

#include "lockcore/base/shown_json.h"

#include <algorithm>
#include <array>
#include <charconv>

namespace lockcore {

namespace {

constexpr std::string_view hexDigits = "0123456789abcdef";

struct CodePoint
{
    std::uint32_t value = 0;
    std::size_t length = 0; // 0: not well-formed
};

CodePoint decodeFirst(std::string_view bytes)
{
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(bytes[i]); };
    const auto lead = byte(0);
    if (lead < 0x80)
        return {lead, 1};
    const std::size_t length = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
    if (lead < 0xc2 || lead > 0xf4 || bytes.size() < length)
        return {};
    std::uint32_t value = lead & (0xffu >> (length + 1));
    for (std::size_t i = 1; i < length; ++i) {
        if ((byte(i) & 0xc0) != 0x80)
            return {};
        value = value << 6 | (byte(i) & 0x3fu);
    }
    constexpr std::array<std::uint32_t, 5> least = {0, 0, 0x80, 0x800, 0x10000};
    const bool surrogate = value >= 0xd800 && value <= 0xdfff;
    if (value < least[length] || surrogate || value > 0x10ffff)
        return {};
    return {value, length};
}

struct Range
{
    std::uint32_t first;
    std::uint32_t last;
};

// Characters that are invisible (Unicode's Default_Ignorable_Code_Point, the blank Braille pattern …), look like a blank, reorder the text
// around them, or control a terminal (C1): with them a key could disguise itself. Sorted.
constexpr std::array<Range, 24> treacherous = {{
    {0x80, 0xa0},       {0xad, 0xad},       {0x34f, 0x34f},     {0x61c, 0x61c},     {0x115f, 0x1160},   {0x1680, 0x1680},
    {0x17b4, 0x17b5},   {0x180b, 0x180f},   {0x2000, 0x200f},   {0x2028, 0x202f},   {0x205f, 0x206f},   {0x2800, 0x2800},
    {0x3000, 0x3000},   {0x3164, 0x3164},   {0xfe00, 0xfe0f},   {0xfeff, 0xfeff},   {0xffa0, 0xffa0},   {0xfff0, 0xfffb},
    {0x13430, 0x1343f}, {0x16fe4, 0x16fe4}, {0x1bca0, 0x1bca3}, {0x1d159, 0x1d159}, {0x1d173, 0x1d17a}, {0xe0000, 0xe0fff},
}};

bool isTreacherous(std::uint32_t c)
{
    const auto range = std::ranges::lower_bound(treacherous, c, {}, &Range::last);
    return range != treacherous.end() && c >= range->first;
}

void appendEscapedByte(std::string &out, unsigned char byte)
{
    switch (byte) {
    case '\\': out += "\\\\"; return;
    case '\n': out += "\\n"; return;
    case '\r': out += "\\r"; return;
    case '\t': out += "\\t"; return;
    default:
        out += "\\x";
        out += hexDigits[byte >> 4];
        out += hexDigits[byte & 15];
    }
}

void appendCodePoint(std::string &out, std::uint32_t c)
{
    const auto tail = [&](unsigned shift) { out += static_cast<char>(0x80 | (c >> shift & 0x3f)); };
    if (c < 0x80) {
        out += static_cast<char>(c);
    } else if (c < 0x800) {
        out += static_cast<char>(0xc0 | c >> 6);
        tail(0);
    } else if (c < 0x10000) {
        out += static_cast<char>(0xe0 | c >> 12);
        tail(6);
        tail(0);
    } else {
        out += static_cast<char>(0xf0 | c >> 18);
        tail(12);
        tail(6);
        tail(0);
    }
}

std::optional<std::uint32_t> parseHex(std::string_view digits)
{
    std::uint32_t value = 0;
    const auto *end = digits.data() + digits.size();
    const auto [at, error] = std::from_chars(digits.data(), end, value, 16);
    if (digits.empty() || error != std::errc{} || at != end)
        return std::nullopt;
    return value;
}

} // namespace

bool isUtf8(std::string_view bytes)
{
    while (!bytes.empty()) {
        const auto length = decodeFirst(bytes).length;
        if (length == 0)
            return false;
        bytes.remove_prefix(length);
    }
    return true;
}

std::string escaped(std::string_view bytes)
{
    std::string out;
    out.reserve(bytes.size());
    const auto isPlain = [](char c) { return c >= ' ' && c <= '~' && c != '\\'; };
    while (!bytes.empty()) {
        const auto plain = static_cast<std::size_t>(std::ranges::find_if_not(bytes, isPlain) - bytes.begin());
        out.append(bytes.substr(0, plain)); // most of the text needs no escape, and appending it at once is much faster
        bytes.remove_prefix(plain);
        if (bytes.empty())
            break;
        const auto c = decodeFirst(bytes);
        const auto byte = static_cast<unsigned char>(bytes.front());
        if (c.length == 0 || (c.length == 1 && (byte < 0x20 || byte == 0x7f || byte == '\\'))) {
            appendEscapedByte(out, byte);
        } else if (isTreacherous(c.value)) {
            std::array<char, 8> digits{};
            const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), c.value, 16).ptr;
            out += "\\u{";
            out.append(digits.data(), end);
            out += '}';
        } else {
            out.append(bytes.substr(0, c.length));
        }
        bytes.remove_prefix(c.length == 0 ? 1 : c.length);
    }
    return out;
}

std::string shownJson(std::string_view json)
{
    std::string out;
    out.reserve(json.size());
    const auto append = [&](std::uint32_t unit) {
        out += "\\u";
        for (const unsigned shift : {12u, 8u, 4u, 0u})
            out += hexDigits[unit >> shift & 15];
    };
    while (!json.empty()) {
        const auto [value, length] = decodeFirst(json);
        if (length == 0 || (value != 0x7f && !isTreacherous(value))) {
            out.append(json.substr(0, std::max<std::size_t>(1, length)));
        } else if (value < 0x10000) {
            append(value);
        } else {
            append(0xd800 + ((value - 0x10000) >> 10));
            append(0xdc00 + ((value - 0x10000) & 0x3ff));
        }
        json.remove_prefix(std::max<std::size_t>(1, length));
    }
    return out;
}

std::optional<Bytes> unescaped(std::string_view text)
{
    Bytes out;
    out.reserve(text.size());
    while (!text.empty()) {
        if (text.front() != '\\') {
            out += text.front();
            text.remove_prefix(1);
            continue;
        }
        if (text.size() < 2)
            return std::nullopt;
        const char kind = text[1];
        std::size_t length = 2;
        if (kind == 'n' || kind == 'r' || kind == 't' || kind == '\\') {
            out += kind == 'n' ? '\n' : kind == 'r' ? '\r' : kind == 't' ? '\t' : '\\';
        } else if (kind == 'x') {
            const auto value = text.size() < 4 ? std::nullopt : parseHex(text.substr(2, 2));
            if (!value)
                return std::nullopt;
            out += static_cast<char>(*value);
            length = 4;
        } else if (kind == 'u' && text.size() > 2 && text[2] == '{') {
            const auto close = text.find('}');
            const auto value = close == text.npos ? std::nullopt : parseHex(text.substr(3, close - 3));
            if (!value || *value > 0x10ffff || (*value >= 0xd800 && *value <= 0xdfff))
                return std::nullopt;
            appendCodePoint(out, *value);
            length = close + 1;
        } else {
            return std::nullopt;
        }
        text.remove_prefix(length);
    }
    return out;
}

namespace {
constexpr std::string_view base64Digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
}

std::string toBase64(std::string_view bytes)
{
    std::string out;
    out.reserve((bytes.size() + 2) / 3 * 4);
    for (std::size_t i = 0; i < bytes.size(); i += 3) {
        const auto n = std::min<std::size_t>(3, bytes.size() - i);
        std::uint32_t group = 0;
        for (std::size_t k = 0; k < 3; ++k)
            group = group << 8 | (k < n ? static_cast<unsigned char>(bytes[i + k]) : 0u);
        for (std::size_t k = 0; k < 4; ++k)
            out += k <= n ? base64Digits[group >> (18 - 6 * k) & 63] : '=';
    }
    return out;
}

std::optional<Bytes> fromBase64(std::string_view text)
{
    if (text.size() % 4 != 0)
        return std::nullopt;
    const std::size_t padding = text.ends_with("==") ? 2 : text.ends_with('=') ? 1 : 0;
    text.remove_suffix(padding);
    Bytes out;
    std::uint32_t bits = 0;
    unsigned have = 0;
    for (const char c : text) {
        const auto digit = base64Digits.find(c);
        if (digit == base64Digits.npos)
            return std::nullopt;
        bits = bits << 6 | static_cast<std::uint32_t>(digit);
        have += 6;
        if (have >= 8) {
            have -= 8;
            out += static_cast<char>(bits >> have & 0xff);
        }
    }
    if ((bits & ((1u << have) - 1)) != 0) // toBase64 writes zeros here; with other bits accepted, the same bytes would have several texts
        return std::nullopt;
    return out;
}

std::string toHex(std::string_view bytes)
{
    std::string out;
    out.reserve(bytes.size() * 2);
    for (const char c : bytes) {
        const auto byte = static_cast<unsigned char>(c);
        out += hexDigits[byte >> 4];
        out += hexDigits[byte & 15];
    }
    return out;
}

std::optional<std::int64_t> parseInteger(std::string_view text)
{
    std::int64_t value = 0;
    const auto *end = text.data() + text.size();
    const auto [at, error] = std::from_chars(text.data(), end, value);
    if (text.empty() || error != std::errc{} || at != end)
        return std::nullopt;
    return value;
}

std::string elidedInMiddle(std::string_view text, std::size_t characters)
{
    // A byte outside any character counts as one character; otherwise a text of only such bytes would never be cut.
    const auto step = [&](std::size_t at) { return std::max<std::size_t>(1, decodeFirst(text.substr(at)).length); };
    std::size_t count = 0;
    for (std::size_t at = 0; at < text.size(); at += step(at))
        ++count;
    if (count <= characters)
        return std::string(text);
    if (characters == 0)
        return {};
    const std::size_t head = characters / 2;
    const std::size_t tail = characters - head - 1;
    std::size_t headEnd = 0;
    std::size_t tailBegin = 0;
    for (std::size_t i = 0, at = 0; i < count - tail; ++i) {
        at += step(at);
        (i < head ? headEnd : tailBegin) = at;
    }
    return std::string(text.substr(0, headEnd)) + "…" + std::string(text.substr(tailBegin));
}

} // namespace lockcore
