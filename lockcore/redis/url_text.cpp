// SPDX-License-Identifier: MIT
#include "lockcore/redis/url_text.h"

#include "lockcore/base/bytes.h"

namespace lockcore {

namespace {

constexpr std::string_view plainCharacters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~";

int hexValue(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

} // namespace

Cut cutAtFirst(std::string_view text, char separator)
{
    const auto at = text.find(separator);
    if (at == std::string_view::npos)
        return {text, {}, false};
    return {text.substr(0, at), text.substr(at + 1), true};
}

Result<std::string> percentDecoded(std::string_view text, const char *part)
{
    std::string out;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] != '%') {
            out += text[i];
            continue;
        }
        const int high = i + 2 < text.size() ? hexValue(text[i + 1]) : -1;
        const int low = i + 2 < text.size() ? hexValue(text[i + 2]) : -1;
        if (high < 0 || low < 0)
            return refused(std::string("a % in the ") + part
                           + " is not followed by two hexadecimal digits; write %25 for the character % itself");
        out += static_cast<char>(high * 16 + low);
        i += 2;
    }
    if (out.find('\0') != std::string::npos)
        return refused(std::string("%00 is not allowed in the ") + part);
    return out;
}

std::string percentEncoded(std::string_view text, std::string_view alsoPlain)
{
    std::string out;
    for (const char c : text) {
        if (plainCharacters.find(c) != std::string_view::npos || alsoPlain.find(c) != std::string_view::npos)
            out += c;
        else
            out += '%' + toHex(std::string_view(&c, 1));
    }
    return out;
}

bool isPlain(std::string_view text) { return !text.empty() && text.find_first_not_of(plainCharacters) == std::string_view::npos; }

std::optional<std::int64_t> digits(std::string_view text)
{
    if (text.empty() || text.find_first_not_of("0123456789") != std::string_view::npos)
        return std::nullopt; // parseInteger alone would accept a minus sign
    return parseInteger(text);
}

Error refused(std::string text) { return {ErrorKind::Refused, std::move(text), {}}; }

} // namespace lockcore
