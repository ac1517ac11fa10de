// SPDX-License-Identifier: MIT
#include "lockcore/monitor/reading/user_pattern.h"

#include <algorithm>

namespace lockcore {

namespace {

constexpr int byPattern = 3;

Error refused(std::string text) { return {ErrorKind::Refused, std::move(text), {}}; }

// A comma belongs to the glob unless `name=…` follows it. `\,` always belongs to the glob.
std::size_t startOfOption(std::string_view text)
{
    const auto comma = text.rfind(',');
    if (comma == text.npos || (comma > 0 && text[comma - 1] == '\\'))
        return text.npos;
    const auto option = text.substr(comma + 1);
    const auto equals = option.find('=');
    const auto isLetter = [](char c) { return c >= 'a' && c <= 'z'; };
    const bool named =
        equals != option.npos && equals > 0 && std::all_of(option.begin(), option.begin() + static_cast<std::ptrdiff_t>(equals), isLetter);
    return named ? comma : text.npos;
}

std::optional<RowOwner> ownerFrom(std::string_view text)
{
    if (text == "owner")
        return RowOwner::Unknown;
    if (text == "anonymous")
        return RowOwner::Anonymous;
    if (text == "timestamp")
        return RowOwner::Timestamp;
    return std::nullopt;
}

Result<void> applyOption(std::string_view option, std::optional<ValueType> &type, std::optional<RowOwner> &owner)
{
    const auto equals = option.find('=');
    const auto name = option.substr(0, equals);
    const auto value = option.substr(equals + 1);
    if (name == "type") {
        if (type)
            return refused("a pattern has one type, this one has two");
        type = valueTypeFrom(value);
        if (type != ValueType::String && type != ValueType::Hash && type != ValueType::Zset)
            return refused('"' + escaped(value) + "\" is not a type for a pattern: write string, hash or zset");
        return {};
    }
    if (name == "value") {
        if (owner)
            return refused("a pattern has one value=…, this one has two");
        owner = ownerFrom(value);
        if (!owner)
            return refused('"' + escaped(value) + "\" is not a kind of value: write owner, anonymous or timestamp");
        return {};
    }
    return refused('"' + escaped(name) + "\" is not an option of a pattern: the options are type and value");
}

} // namespace

Result<UserPattern> parseUserPattern(std::string_view text)
{
    std::optional<ValueType> type;
    std::optional<RowOwner> owner;
    for (auto start = startOfOption(text); start != text.npos; start = startOfOption(text)) {
        if (const auto done = applyOption(text.substr(start + 1), type, owner); !done)
            return done.error();
        text = text.substr(0, start);
    }
    if (text.empty())
        return refused("a pattern begins with the names that it matches, like lock:* or job-*,type=string");
    UserPattern pattern;
    pattern.library = unknownLibrary;
    pattern.variant = "your pattern";
    pattern.keys = {std::string(text)};
    pattern.types = type ? std::vector{*type} : std::vector{ValueType::String, ValueType::Hash, ValueType::Zset};
    pattern.owner = owner.value_or(RowOwner::Unknown);
    pattern.kind = pattern.owner == RowOwner::Anonymous ? LockKind::Anonymous : LockKind::Lock;
    pattern.confidence = byPattern;
    pattern.lease = LeaseRule::CallersChoice;
    pattern.waiters = {};
    return pattern;
}

LockMatch withPattern(std::optional<LockMatch> recognised, LockMatch declared, const UserPattern &pattern)
{
    const bool isKnown = recognised && recognised->confidence >= byPattern && recognised->library != unknownLibrary;
    const bool isFormat = pattern.library != unknownLibrary;
    const auto rule = "it matches your " + std::string(isFormat ? "format" : "pattern") + " \""
                      + escaped(isFormat ? pattern.library : pattern.keys.front()) + '"';
    auto match = isKnown ? *std::move(recognised) : std::move(declared);
    match.why.push_back(isKnown ? rule : "declared by you: " + rule);
    return match;
}

} // namespace lockcore
