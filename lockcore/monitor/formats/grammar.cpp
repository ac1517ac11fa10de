// SPDX-License-Identifier: MIT
#include "lockcore/monitor/formats/grammar.h"
#include "lockcore/base/ascii.h"
#include "lockcore/base/iso_time.h"
#include "lockcore/monitor/formats/serialised.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdio>

namespace lockcore::grammar {

namespace {

using std::chrono::days;
using std::chrono::sys_days;
using std::chrono::year;

bool isHexDigit(char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); }
bool isAlnumDigit(char c) { return isDigit(c) || isLetter(c); }
bool isBase64UrlDigit(char c) { return isAlnumDigit(c) || c == '-' || c == '_'; }
bool isVariant(char c) { return c == '8' || c == '9' || c == 'a' || c == 'b'; }
bool contains(std::string_view letters, char c) { return letters.find(c) != letters.npos; }

constexpr std::string_view lastOf16 = "AQgw";
constexpr std::string_view lastOf32 = "AEIMQUYcgkosw048";

bool isUuidHex(std::string_view text, char version) { return isHex(text, 32) && text[12] == version && isVariant(text[16]); }

bool isDashedUuid(std::string_view text, char version)
{
    if (text.size() != 36 || text[14] != version || !isVariant(text[19]))
        return false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const bool dash = i == 8 || i == 13 || i == 18 || i == 23;
        if (dash ? text[i] != '-' : !isHexDigit(text[i]))
            return false;
    }
    return true;
}

std::uint64_t hexNumber(std::string_view digits)
{
    std::uint64_t value = 0;
    std::from_chars(digits.data(), digits.data() + digits.size(), value, 16);
    return value;
}

std::optional<double> parseScore(std::string_view text)
{
    double value = 0;
    const auto *end = text.data() + text.size();
    const auto [at, error] = std::from_chars(text.data(), end, value);
    if (text.empty() || error != std::errc{} || at != end || !std::isfinite(value) || value < 0)
        return std::nullopt;
    return value;
}

std::optional<ServerTime> timeFrom(std::string_view score, double microsecondsPerUnit)
{
    constexpr double latest = 7'258'118'400e6; // the year 2200
    const auto number = parseScore(score);
    if (!number || *number * microsecondsPerUnit > latest)
        return std::nullopt;
    return ServerTime(Microseconds(std::llround(*number * microsecondsPerUnit)));
}

} // namespace

bool isBase64Digit(char c) { return isAlnumDigit(c) || c == '+' || c == '/'; }

bool isHex(std::string_view text, std::size_t length) { return text.size() == length && std::all_of(text.begin(), text.end(), isHexDigit); }

bool isDigits(std::string_view text, std::size_t least, std::size_t most)
{
    return text.size() >= least && text.size() <= most && std::all_of(text.begin(), text.end(), isDigit);
}

bool isAlnum(std::string_view text, std::size_t length)
{
    return text.size() == length && std::all_of(text.begin(), text.end(), isAlnumDigit);
}

bool isUuid4(std::string_view text) { return isDashedUuid(text, '4'); }

bool isUuid4Hex(std::string_view text) { return isUuidHex(text, '4'); }

bool isBase64Of16(std::string_view text)
{
    return text.size() == 24 && text.ends_with("==") && contains(lastOf16, text[21])
           && std::all_of(text.begin(), text.begin() + 21, isBase64Digit);
}

bool isBase64Of32(std::string_view text)
{
    return text.size() == 44 && text.ends_with('=') && contains(lastOf32, text[42])
           && std::all_of(text.begin(), text.begin() + 42, isBase64Digit);
}

bool isBase64Of18(std::string_view text)
{
    if (text.size() != 24 || !std::all_of(text.begin(), text.end(), isBase64Digit))
        return false;
    const auto bytes = fromBase64(text);
    const auto isPrintable = [](char c) { return (c >= ' ' && c <= '~') || contains(blanks, c); };
    return bytes && !std::ranges::all_of(*bytes, isPrintable);
}

bool isBase64UrlOf16(std::string_view text)
{
    return text.size() == 22 && contains(lastOf16, text[21]) && std::all_of(text.begin(), text.begin() + 21, isBase64UrlDigit);
}

bool isRandomBytes(std::string_view text)
{
    constexpr std::size_t shortest = 16;
    constexpr std::size_t longest = 64;
    return text.size() >= shortest && text.size() <= longest && !isUtf8(text) && !isSerialised(text);
}

bool isSmallCount(std::string_view text)
{
    constexpr std::int64_t most = 1000;
    return isDigits(text, 1, 4) && text.front() != '0' && parseInteger(text) <= most;
}

std::optional<UuidAndNumber> uuidAndNumber(std::string_view text)
{
    constexpr std::size_t uuidLength = 36;
    if (text.size() < uuidLength + 2 || text[uuidLength] != ':')
        return std::nullopt;
    const auto uuid = text.substr(0, uuidLength);
    const auto number = text.substr(uuidLength + 1);
    const auto digits = number.front() == '-' ? number.substr(1) : number;
    if (!isUuid4(uuid) || !isDigits(digits, 1, 19))
        return std::nullopt;
    return UuidAndNumber{uuid, number};
}

bool isUuidPair(std::string_view text)
{
    return text.size() == 73 && text[36] == ':' && isUuid4(text.substr(0, 36)) && isUuid4(text.substr(37));
}

std::optional<Uuid1> uuid1Hex(std::string_view text, ServerTime now)
{
    if (!isUuidHex(text, '1'))
        return std::nullopt;
    constexpr std::uint64_t unixEpoch = 0x01b21dd213814000u; // in 100 ns since 1582-10-15
    const auto ticks = hexNumber(text.substr(13, 3)) << 48 | hexNumber(text.substr(8, 4)) << 32 | hexNumber(text.substr(0, 8));
    if (ticks < unixEpoch)
        return std::nullopt;
    const ServerTime drawnAt(Microseconds((ticks - unixEpoch) / 10));
    if (drawnAt < sys_days{year{2020} / 1 / 1} || drawnAt > now + days(1))
        return std::nullopt;
    const auto node = hexNumber(text.substr(20, 12));
    return Uuid1{drawnAt, node, (node >> 40 & 1) != 0};
}

std::optional<Uuid1> uuid1Dashed(std::string_view text, ServerTime now)
{
    if (!isDashedUuid(text, '1'))
        return std::nullopt;
    std::array<char, 32> digits{};
    std::copy_if(text.begin(), text.end(), digits.begin(), isHexDigit);
    return uuid1Hex({digits.data(), digits.size()}, now);
}

std::optional<Uuid1> uuid1InBase64(std::string_view text, ServerTime now)
{
    const auto bytes = isBase64Of16(text) ? fromBase64(text) : std::nullopt;
    return bytes ? uuid1Hex(toHex(*bytes), now) : std::nullopt;
}

std::vector<OwnerFact> factsOf(const Uuid1 &uuid)
{
    std::string node;
    for (int shift = 40; shift >= 0; shift -= 8) {
        std::array<char, 4> octet{};
        std::snprintf(octet.data(), octet.size(), "%02x", static_cast<unsigned>(uuid.node >> shift & 0xff));
        node += node.empty() ? "" : ":";
        node += octet.data();
    }
    return {{"drawn at", isoTime(uuid.drawnAt)}, {uuid.nodeIsRandom ? "node" : "machine", node}};
}

bool isNear(ServerTime time, ServerTime now) { return time >= now - days(366) && time <= now + days(366); }

std::optional<ServerTime> plausibleTime(std::string_view text, ServerTime now)
{
    const auto dot = text.find('.');
    std::optional<ServerTime> time;
    const bool fraction = dot == text.npos || isDigits(text.substr(dot + 1), 1, 9);
    if (isDigits(text.substr(0, dot), 13, 13) && fraction)
        time = timeFromMilliseconds(text);
    else if (isDigits(text, 16, 16))
        time = timeFrom(text, 1);
    else if (isDigits(text, 19, 19))
        time = timeFrom(text, 1e-3);
    else if (isDigits(text, 18, 18)) // ticks of .NET: 100 ns each, since the year 1
        time = ServerTime(Microseconds(*parseInteger(text) / 10) - Microseconds(62'135'596'800'000'000));
    else if (isDigits(text.substr(0, dot), 10, 10) && fraction)
        time = timeFromSeconds(text);
    return time && isNear(*time, now) ? time : std::nullopt;
}

std::optional<ServerTime> timeFromMilliseconds(std::string_view score) { return timeFrom(score, 1e3); }

std::optional<ServerTime> timeFromSeconds(std::string_view score) { return timeFrom(score, 1e6); }

std::optional<Milliseconds> ttlOf(const KeySnapshot &look)
{
    if (!look.deadline)
        return std::nullopt;
    return std::chrono::floor<Milliseconds>(*look.deadline - look.at);
}

LockMatch bookkeeping(std::string_view library, std::string_view variant)
{
    LockMatch match;
    match.library = library;
    match.variant = variant;
    match.confidence = 0;
    match.ownerScope = OwnerScope::Nobody;
    return match;
}

const Value *companion(const KeySnapshot &look, std::string_view key)
{
    const auto found = look.companions.find(Bytes(key));
    return found != look.companions.end() && found->second.exists() ? &found->second : nullptr;
}

} // namespace lockcore::grammar
