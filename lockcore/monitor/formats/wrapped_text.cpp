// SPDX-License-Identifier: MIT
#include "lockcore/monitor/formats/wrapped_text.h"

namespace lockcore {

namespace {

// Java object serialisation: magic, version 5, TC_STRING, two bytes of length.
std::optional<Bytes> fromJdk(std::string_view bytes)
{
    constexpr std::string_view header("\xac\xed\x00\x05t", 5);
    if (!bytes.starts_with(header) || bytes.size() < header.size() + 2)
        return std::nullopt;
    const auto byte = [&](std::size_t i) { return static_cast<std::size_t>(static_cast<unsigned char>(bytes[i])); };
    const auto length = byte(5) << 8 | byte(6);
    const auto text = bytes.substr(7);
    return text.size() == length ? std::optional(Bytes(text)) : std::nullopt;
}

// igbinary of PHP: version 2, a string of less than 256 bytes.
std::optional<Bytes> fromIgbinary(std::string_view bytes)
{
    constexpr std::string_view header("\0\0\0\x02\x11", 5);
    if (!bytes.starts_with(header) || bytes.size() < header.size() + 1)
        return std::nullopt;
    const auto text = bytes.substr(header.size() + 1);
    return text.size() == static_cast<unsigned char>(bytes[header.size()]) ? std::optional(Bytes(text)) : std::nullopt;
}

// `s:5:"hello";`
std::optional<Bytes> fromPhp(std::string_view bytes)
{
    const auto colon = bytes.find(':', 2);
    if (!bytes.starts_with("s:") || colon == bytes.npos || !bytes.ends_with("\";"))
        return std::nullopt;
    const auto length = parseInteger(bytes.substr(2, colon - 2));
    const auto rest = bytes.substr(colon + 1);
    if (!length || rest.size() < 3 || rest.front() != '"' || *length != static_cast<std::int64_t>(rest.size()) - 3)
        return std::nullopt;
    return Bytes(rest.substr(1, rest.size() - 3));
}

// Only what a serialiser writes for a token: no `\u` escapes, because no token needs them.
std::optional<Bytes> fromJson(std::string_view bytes)
{
    if (bytes.size() < 2 || bytes.front() != '"' || bytes.back() != '"')
        return std::nullopt;
    Bytes text;
    const auto inside = bytes.substr(1, bytes.size() - 2);
    for (std::size_t i = 0; i < inside.size(); ++i) {
        if (inside[i] == '"' || static_cast<unsigned char>(inside[i]) < 0x20)
            return std::nullopt;
        if (inside[i] == '\\') {
            ++i;
            if (i == inside.size() || std::string_view("\"\\/").find(inside[i]) == std::string_view::npos)
                return std::nullopt;
        }
        text += inside[i];
    }
    return text;
}

// `["java.lang.Long",17]`, `["java.util.UUID","5f1c…"]`: Jackson with the names of types, as Spring writes it.
std::optional<Bytes> fromJackson(std::string_view bytes)
{
    const auto comma = bytes.find("\",");
    if (comma == bytes.npos || !bytes.ends_with(']') || !(bytes.starts_with("[\"java.lang.") || bytes.starts_with("[\"java.util.")))
        return std::nullopt;
    const auto value = bytes.substr(comma + 2, bytes.size() - comma - 3);
    return parseInteger(value) ? std::optional(Bytes(value)) : fromJson(value);
}

} // namespace

std::optional<Unwrapped> unwrapped(std::string_view bytes)
{
    if (auto text = fromJdk(bytes))
        return Unwrapped{std::move(*text), "JDK-serialised"};
    if (auto text = fromIgbinary(bytes))
        return Unwrapped{std::move(*text), "igbinary-serialised"};
    if (auto text = fromPhp(bytes))
        return Unwrapped{std::move(*text), "PHP-serialised"};
    if (auto text = fromJson(bytes))
        return Unwrapped{std::move(*text), "a JSON string"};
    if (auto text = fromJackson(bytes))
        return Unwrapped{std::move(*text), "a JSON value with its Java type"};
    return std::nullopt;
}

} // namespace lockcore
