// SPDX-License-Identifier: MIT
// Keys and values are bytes. They are shown escaped, never decoded silently.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace lockcore {

using Bytes = std::string;

/// Is it well-formed UTF-8 (no overlong forms, no surrogates, nothing above U+10FFFF)?
bool isUtf8(std::string_view bytes);

/// For display: valid UTF-8 stays, except control characters, the backslash and the characters that reorder text
/// or are invisible (U+200B…200F, U+202A…202E, U+2060…2069, U+FEFF); all else as `\n \r \t \\ \xNN` or `\u{NNNN}`.
std::string escaped(std::string_view bytes);

/// The inverse of escaped(). nullopt for an unknown escape sequence.
std::optional<Bytes> unescaped(std::string_view text);

std::string toBase64(std::string_view bytes);
std::optional<Bytes> fromBase64(std::string_view text);

/// Lower-case hexadecimal.
std::string toHex(std::string_view bytes);

/// All of the text as a decimal number with optional minus sign; nullopt for anything else or out of range.
std::optional<std::int64_t> parseInteger(std::string_view text);

/// `text` cut in the middle to at most `characters` UTF-8 characters, with an ellipsis in the gap.
std::string elidedInMiddle(std::string_view text, std::size_t characters);

} // namespace lockcore
