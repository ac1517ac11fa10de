// SPDX-License-Identifier: MIT
#include "lockcore/monitor/formats/text_shapes.h"

#include "lockcore/base/ascii.h"
#include "lockcore/base/iso_time.h"
#include "lockcore/monitor/formats/string_locks.h"

#include <algorithm>
#include <charconv>

namespace lockcore {

namespace {

using Facts = std::vector<OwnerFact>;

bool consistsOf(std::string_view text, bool (*isPart)(char)) { return std::ranges::all_of(text, isPart); }
bool isHostPart(char c) { return isDigit(c) || isLetter(c) || std::string_view("-._:").find(c) != std::string_view::npos; }
bool isBase64UrlPart(char c) { return isDigit(c) || isLetter(c) || c == '-' || c == '_'; }

bool isText(std::string_view) { return true; }
bool isHost(std::string_view text) { return consistsOf(text, isHostPart); }
bool isPid(std::string_view text) { return grammar::isDigits(text, 1, 10); }
bool isNumber(std::string_view text) { return grammar::isDigits(text, 1, 19); }

// Random letters of this length contain both cases. Words and hex digits do not.
bool isDrawnAlnum(std::string_view text) { return grammar::isAlnum(text, text.size()) && stringlock::hasBothCases(text); }
bool isDrawnBase64(std::string_view text) { return consistsOf(text, grammar::isBase64Digit) && stringlock::hasBothCases(text); }
bool isDrawnBase64Url(std::string_view text) { return consistsOf(text, isBase64UrlPart) && stringlock::hasBothCases(text); }

// Without a digit, a word with dashes would match.
bool isDrawnBase64UrlOf16(std::string_view text)
{
    return grammar::isBase64UrlOf16(text) && stringlock::hasBothCases(text) && text.find_first_of("0123456789") != text.npos;
}

// 2026-11-21T11:59:30.250Z, with or without a fraction of any length
bool isIsoTime(std::string_view text)
{
    constexpr std::string_view shape = "dddd-dd-ddTdd:dd:dd";
    if (text.size() <= shape.size() || !text.ends_with('Z'))
        return false;
    for (std::size_t i = 0; i < shape.size(); ++i) {
        if (shape[i] == 'd' ? !isDigit(text[i]) : text[i] != shape[i])
            return false;
    }
    const auto fraction = text.substr(shape.size(), text.size() - shape.size() - 1);
    return fraction.empty() || (fraction.front() == '.' && grammar::isDigits(fraction.substr(1), 1, 9));
}

std::uint64_t hexNumberIn(std::string_view digits)
{
    std::uint64_t value = 0;
    std::from_chars(digits.data(), digits.data() + digits.size(), value, 16);
    return value;
}

// PHP's uniqid(): eight hex digits of seconds, five of microseconds.
bool revealsUniqid(std::string_view text, const std::string &, const KeySnapshot &look, Facts &facts)
{
    constexpr std::size_t secondsLength = 8;
    if (!grammar::isHex(text, text.size()))
        return false;
    const auto microseconds = hexNumberIn(text.substr(secondsLength));
    const ServerTime drawn(std::chrono::seconds(hexNumberIn(text.substr(0, secondsLength))) + Microseconds(microseconds));
    if (microseconds >= 1'000'000 || drawn > look.at + std::chrono::days(1) || drawn < look.at - std::chrono::days(366))
        return false;
    facts.push_back({"drawn at", isoTime(drawn)});
    return true;
}

bool revealsSecond(std::string_view text, const std::string &part, const KeySnapshot &look, Facts &facts)
{
    const auto time = grammar::plausibleTime(text, look.at);
    if (time)
        facts.push_back({part, isoTime(*time)});
    return time.has_value();
}

// The second at which the TTL ends.
bool revealsDeadline(std::string_view text, const std::string &, const KeySnapshot &look, Facts &)
{
    constexpr std::chrono::seconds cut(2); // the end is written in whole seconds
    const auto end = grammar::timeFromSeconds(text);
    return end && look.deadline && std::chrono::abs(*look.deadline - *end) <= cut;
}

template <std::optional<grammar::Uuid1> (*uuid1In)(std::string_view text, ServerTime now)>
bool revealsUuid1(std::string_view text, const std::string &, const KeySnapshot &look, Facts &facts)
{
    const auto uuid = uuid1In(text, look.at);
    if (uuid)
        std::ranges::copy(grammar::factsOf(*uuid), std::back_inserter(facts));
    return uuid.has_value();
}

// 16 bytes, but not a time-based UUID.
bool revealsBase64Of16(std::string_view text, const std::string &, const KeySnapshot &look, Facts &)
{
    return grammar::isBase64Of16(text) && !grammar::uuid1InBase64(text, look.at);
}

constexpr TextShape shapes[] = {
    {"text", 0, isText},
    {"host", 0, isHost},
    {"pid", 0, isPid},
    {"number", 0, isNumber},
    {"count", 0, grammar::isSmallCount},
    {"iso-time", 0, isIsoTime},
    {"deadline", 0, nullptr, revealsDeadline},
    {"seconds", 10, nullptr, revealsSecond},
    {"uniqid", 13, nullptr, revealsUniqid},
    {"uuid4", 36, grammar::isUuid4},
    {"uuid4-hex", 32, grammar::isUuid4Hex},
    {"uuid1", 36, nullptr, revealsUuid1<grammar::uuid1Dashed>},
    {"uuid1-hex", 32, nullptr, revealsUuid1<grammar::uuid1Hex>},
    {"uuid1-base64", 24, nullptr, revealsUuid1<grammar::uuid1InBase64>},
    {"base64-of-16-bytes", 24, nullptr, revealsBase64Of16},
    {"base64url-of-16-bytes", 22, isDrawnBase64UrlOf16},
};

// Shapes whose name ends with the length: `hex32`.
constexpr TextShape sizedShapes[] = {
    {"digits", 0, isNumber},
    {"hex", 0, [](std::string_view text) { return grammar::isHex(text, text.size()); }},
    {"alnum", 0, isDrawnAlnum},
    {"base64-", 0, isDrawnBase64},
    {"base64url-", 0, isDrawnBase64Url},
    {"bytes", 0, isText},
    {"random-bytes", 0, grammar::isRandomBytes},
};

} // namespace

std::optional<TextShape> textShape(std::string_view name)
{
    if (const auto *found = std::ranges::find(shapes, name, &TextShape::name); found != std::end(shapes))
        return *found;
    constexpr std::int64_t longest = Value::mostTextBytes;
    const auto digits = name.find_last_not_of("0123456789") + 1;
    const auto size = parseInteger(name.substr(digits));
    const auto *found = std::ranges::find(sizedShapes, name.substr(0, digits), &TextShape::name);
    if (found == std::end(sizedShapes) || !size || *size < 1 || *size > longest)
        return std::nullopt;
    auto shape = *found;
    shape.size = static_cast<std::size_t>(*size);
    return shape;
}

} // namespace lockcore
