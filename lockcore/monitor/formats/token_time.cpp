// SPDX-License-Identifier: MIT
#include "lockcore/monitor/formats/token_time.h"

#include "lockcore/base/ascii.h"
#include "lockcore/monitor/formats/grammar.h"

#include <algorithm>
#include <array>

namespace lockcore {

namespace {

constexpr std::size_t longestOwner = 512; // a longer text is data, not a token

std::optional<std::uint64_t> numberOf(std::string_view digits, std::string_view alphabet)
{
    std::uint64_t number = 0;
    for (const char digit : digits) {
        const auto value = alphabet.find(digit);
        if (value == alphabet.npos)
            return std::nullopt;
        number = number * alphabet.size() + value;
    }
    return number;
}

std::optional<ServerTime> inUuid7(std::string_view text)
{
    std::string digits(text);
    const bool dashed = text.size() == 36 && text[8] == '-' && text[13] == '-' && text[18] == '-' && text[23] == '-';
    if (dashed)
        std::erase(digits, '-');
    constexpr std::string_view variants = "89ab";
    if (!grammar::isHex(digits, 32) || digits[12] != '7' || variants.find(digits[16]) == variants.npos)
        return std::nullopt;
    const auto time = numberOf(std::string_view(digits).substr(0, 12), "0123456789abcdef");
    return ServerTime(Milliseconds(static_cast<std::int64_t>(*time)));
}

std::optional<ServerTime> inUlid(std::string_view text)
{
    constexpr std::string_view alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
    constexpr std::size_t timeDigits = 10;
    if (text.size() != 26 || text.front() > '7' || !numberOf(text.substr(timeDigits), alphabet)) // the rest is only checked
        return std::nullopt;
    const auto time = numberOf(text.substr(0, timeDigits), alphabet);
    return time ? std::optional(ServerTime(Milliseconds(static_cast<std::int64_t>(*time)))) : std::nullopt;
}

// 20 bytes in base 62, of which the first four are the time. The number is divided by 2^128 digit by digit.
std::optional<ServerTime> inKsuid(std::string_view text)
{
    constexpr std::string_view alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
    constexpr std::string_view greatest = "aWgEPTl1tmebfsQzFP4bxwgy80V"; // 2^160 - 1
    constexpr std::int64_t epoch = 1'400'000'000;
    if (text.size() != greatest.size() || text > greatest)
        return std::nullopt;
    std::array<std::uint32_t, 5> words{}; // the most significant first
    for (const char digit : text) {
        std::uint64_t carry = alphabet.find(digit);
        if (carry == alphabet.npos)
            return std::nullopt;
        for (auto word = words.rbegin(); word != words.rend(); ++word) {
            carry += std::uint64_t{*word} * alphabet.size();
            *word = static_cast<std::uint32_t>(carry);
            carry >>= 32;
        }
    }
    return ServerTime(std::chrono::seconds(epoch + words.front()));
}

std::optional<ServerTime> inUuid1(std::string_view text, ServerTime now)
{
    for (auto *const find : {&grammar::uuid1Dashed, &grammar::uuid1Hex, &grammar::uuid1InBase64}) {
        if (const auto uuid = find(text, now))
            return uuid->drawnAt;
    }
    return std::nullopt;
}

bool isPlausible(ServerTime drawn, ServerTime now) { return drawn > now - std::chrono::days(366) && drawn < now + std::chrono::days(1); }

std::optional<ServerTime> inToken(std::string_view text, ServerTime now)
{
    for (const auto &drawn : {inUuid1(text, now), inUuid7(text), inUlid(text), inKsuid(text)}) {
        if (drawn && isPlausible(*drawn, now))
            return drawn;
    }
    return std::nullopt;
}

} // namespace

std::optional<ServerTime> tokenTime(std::string_view owner, ServerTime now)
{
    if (owner.size() > longestOwner)
        return std::nullopt;
    if (const auto whole = inToken(owner, now))
        return whole;
    // Dashes are in a UUID, so a part ends at other bytes only.
    const auto isPart = [](char c) { return isDigit(c) || isLetter(c) || c == '-'; };
    for (auto begin = owner.begin(); begin != owner.end();) {
        begin = std::find_if(begin, owner.end(), isPart);
        const auto end = std::find_if_not(begin, owner.end(), isPart);
        if (const auto drawn = inToken({begin, end}, now))
            return drawn;
        begin = end;
    }
    return std::nullopt;
}

} // namespace lockcore
