// SPDX-License-Identifier: MIT
#include "lockcore/monitor/reading/user_format_proposal.h"

#include "lockcore/base/ascii.h"
#include "lockcore/monitor/formats/text_template.h"
#include "lockcore/monitor/model/lock_words.h"
#include "lockcore/monitor/reading/kind_of_name.h"

#include <algorithm>

namespace lockcore {

namespace {

// The character `changing` becomes a star; '\0': none does.
std::string globOf(std::string_view text, char changing)
{
    const bool isText = isUtf8(text);
    std::string glob;
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (changing && c == changing)
            glob += '*';
        else if (byte < 0x20 || byte == 0x7f || (byte >= 0x80 && !isText))
            glob += '?';
        else
            glob.append(std::string_view("*?[\\").find(c) == std::string_view::npos ? 0 : 1, '\\') += c;
    }
    return glob;
}

// What a piece between two separators is; nothing: a text without a shape.
std::optional<std::string> partFor(std::string_view piece)
{
    constexpr std::size_t shortestToken = 16;
    if (grammar::isDigits(piece, 1, 15))
        return "{number}";
    if (grammar::isUuid4(piece))
        return "{token:uuid4}";
    if (piece.size() >= shortestToken && grammar::isHex(piece, piece.size()))
        return "{token:hex" + std::to_string(piece.size()) + '}';
    return std::nullopt;
}

// The first word of the key, but for those that only say that it is a lock.
std::string wordFor(std::string_view key)
{
    constexpr std::size_t longestWord = 30;
    std::string first;
    for (std::size_t begin = 0; begin < key.size();) {
        const auto isOfWord = [](char c) { return isLetter(c) || isDigit(c); };
        const auto end = std::find_if_not(key.begin() + static_cast<std::ptrdiff_t>(begin), key.end(), isOfWord) - key.begin();
        const auto word = key.substr(begin, std::min(static_cast<std::size_t>(end) - begin, longestWord));
        begin = static_cast<std::size_t>(end) + 1;
        if (word.empty() || !isLetter(word.front()))
            continue;
        if (!hasLockWord(word))
            return std::string(word);
        if (first.empty())
            first = word;
    }
    return first.empty() ? "mine" : first;
}

// And a number if that name is in use.
std::string nameFor(std::string_view key, std::span<const UserFormat> taken)
{
    const auto word = wordFor(key);
    const auto isFree = [&](const std::string &name) {
        UserFormat format;
        format.name = name;
        format.keys = {"a"};
        return rowOf(format).ok() && std::ranges::find(taken, name, &UserFormat::name) == taken.end();
    };
    auto name = word;
    for (int number = 2; !isFree(name); ++number)
        name = word + '-' + std::to_string(number);
    return name;
}

} // namespace

std::string globForKeysLike(std::string_view key)
{
    const auto kind = kindOf(key); // ends with a star unless a part is a `#`
    const auto general = kind.find('#') != kind.npos ? globOf(kind, '#') : globOf(kind, '*');
    return hasLiteralPart(general) ? general : globOf(key, '\0');
}

std::string templateForValuesLike(std::string_view value)
{
    constexpr std::string_view separators = ":|/,;@ ";
    std::string text;
    bool hasToken = false;
    for (std::size_t begin = 0; begin <= value.size();) {
        const auto piece = value.substr(begin, value.find_first_of(separators, begin) - begin);
        const auto part = partFor(piece);
        hasToken = hasToken || (part && part->starts_with("{token"));
        text += part.value_or(piece.empty() ? "" : begin == 0 ? "{host}" : "{text}");
        begin += piece.size();
        text += value.substr(std::min(begin++, value.size()), 1);
    }
    KeySnapshot look;
    const auto parsed = TextTemplate::parse(text);
    return hasToken && isUtf8(text) && parsed && parsed->read(value, look) ? text : std::string();
}

UserFormat formatForKeysLike(const LockInfo &lock, std::span<const UserFormat> taken)
{
    UserFormat format;
    format.name = nameFor(lock.id.key, taken);
    format.keys = {globForKeysLike(lock.id.key)};
    format.type = lock.structure.starts_with("hash") ? "hash" : lock.structure.starts_with("sorted set") ? "zset" : "string";
    const bool isNamed = !lock.holders.empty() && !lock.holders.front().owner.empty();
    if (lock.kind == LockKind::Timestamp)
        format.owner = "timestamp";
    else if (!isNamed && format.type == "string")
        format.owner = "anonymous";
    else if (format.type == "string")
        format.value = templateForValuesLike(lock.holders.front().owner);
    return format;
}

} // namespace lockcore
