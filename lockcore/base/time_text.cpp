// SPDX-License-Identifier: MIT
#include "lockcore/base/time_text.h"

#include "lockcore/base/ascii.h"

#include <algorithm>
#include <array>
#include <vector>

namespace lockcore {

namespace {

constexpr std::size_t longest = 80;

// Written in full or as their first three letters.
constexpr std::array<std::string_view, 12> months = {"january", "february", "march",     "april",   "may",      "june",
                                                     "july",    "august",   "september", "october", "november", "december"};
constexpr std::array<std::string_view, 7> days = {"monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"};
// Other words of a time. `m` is the reading of a monotonic clock, which Go adds.
constexpr std::array<std::string_view, 6> others = {"t", "z", "am", "pm", "m", "at"};

template <std::size_t size>
bool isOneOf(std::string_view word, const std::array<std::string_view, size> &words)
{
    return std::ranges::any_of(words, [&](std::string_view one) {
        return equalsIgnoringCase(word, one) || (word.size() == 3 && equalsIgnoringCase(word, one.substr(0, 3)));
    });
}

// `UTC`, `CEST`, `KST`: no list of zones would be complete.
bool mayBeZone(std::string_view word)
{
    return word.size() >= 3 && word.size() <= 5 && std::ranges::all_of(word, [](char c) { return c >= 'A' && c <= 'Z'; });
}

bool isYear(std::string_view number) { return number.size() == 4 && number.starts_with("20"); }

// `20261126`
bool isDay(std::string_view number)
{
    const auto within = [&](std::size_t at, std::string_view least, std::string_view most) {
        const auto part = number.substr(at, 2);
        return part >= least && part <= most;
    };
    return number.size() == 8 && number.starts_with("20") && within(4, "01", "12") && within(6, "01", "31");
}

/// What was found in a text. As soon as anything else is found, the text is not a time.
struct Parts
{
    std::vector<std::string_view> numbers;
    bool month = false;
    bool clock = false; ///< `03:30`
    int zones = 0;
    bool fits = true;
};

// Removes a name in brackets from the front: it is the name of a zone.
std::string_view behindBrackets(std::string_view text)
{
    const auto end = text.find(text.front() == '(' ? ')' : ']');
    return end == text.npos ? std::string_view() : text.substr(end + 1);
}

Parts partsOf(std::string_view text)
{
    constexpr std::string_view separators = " :/-.,+=";
    constexpr std::string_view narrowBlank = "\u202f"; // before AM and PM
    Parts parts;
    while (!text.empty() && parts.fits) {
        if (isDigit(text.front()) || isLetter(text.front())) {
            const bool number = isDigit(text.front());
            const auto end = std::ranges::find_if_not(text, number ? isDigit : isLetter);
            const auto size = static_cast<std::size_t>(end - text.begin());
            const auto part = text.substr(0, size);
            text.remove_prefix(size);
            if (number) {
                parts.numbers.push_back(part);
                parts.clock = parts.clock || (part.size() <= 2 && text.size() > 2 && text.front() == ':' && isDigit(text[1]));
            } else {
                const bool month = isOneOf(part, months);
                const bool known = month || isOneOf(part, days) || isOneOf(part, others);
                parts.month = parts.month || month;
                parts.zones += known ? 0 : 1;
                parts.fits = known || (parts.clock && mayBeZone(part)); // a zone follows the clock: `12:30:55 KST`
            }
        } else if (text.starts_with(narrowBlank)) {
            text.remove_prefix(narrowBlank.size());
        } else if (text.front() == '(' || text.front() == '[') {
            const auto rest = behindBrackets(text);
            parts.fits = rest.data() != nullptr;
            text = rest;
        } else {
            parts.fits = separators.find(text.front()) != separators.npos;
            text.remove_prefix(1);
        }
    }
    return parts;
}

// `2026-11`, `2026-W48`, `2026-W48-4`
bool isMonthOrWeek(std::string_view text)
{
    constexpr std::size_t shortest = 7;
    if (text.size() < shortest || !isYear(text.substr(0, 4)) || text[4] != '-')
        return false;
    const auto rest = text.substr(5);
    const auto isPart = [](std::string_view number, std::string_view most) {
        return std::ranges::all_of(number, isDigit) && number.size() == 2 && number >= "01" && number <= most;
    };
    if (rest.front() != 'W')
        return isPart(rest, "12");
    return isPart(rest.substr(1, 2), "53") && (rest.size() == 3 || (rest.size() == 5 && rest[3] == '-' && isDigit(rest[4])));
}

// PHP's microtime(): a fraction, then the seconds since 1970.
bool isMicrotime(std::string_view text, const std::vector<std::string_view> &numbers)
{
    return numbers.size() == 3 && text.starts_with("0.") && numbers[1].size() == 8 && numbers[2].size() == 10 && text[10] == ' ';
}

} // namespace

bool isTimeText(std::string_view text)
{
    if (text.empty() || text.size() > longest || !(isDigit(text.front()) || isLetter(text.front())))
        return false;
    if (isMonthOrWeek(text))
        return true;
    const auto [numbers, month, clock, zones, fits] = partsOf(text);
    if (!fits || numbers.empty() || zones > 2) // `GMT+0000 (UTC)`
        return false;
    if (isMicrotime(text, numbers))
        return true;
    const auto &first = numbers.front();
    if (first.size() == text.size())
        return false;
    if (isDay(first)) // `20261126T033055Z`
        return numbers.size() >= 2 && numbers[1].size() == 6;
    if (clock && !month && numbers.size() <= 4 && first.size() <= 2) // `03:30:55.123`
        return numbers.size() >= 3 && numbers[1].size() == 2 && numbers[2].size() == 2 && text.find_first_of("/-") == text.npos;
    const auto isBrief = [](std::string_view number) { return number.size() <= 2; };
    const bool dashed = text.find_first_of("/-") != text.npos;
    if (clock && dashed && numbers.size() >= 5 && std::ranges::all_of(numbers, isBrief)) // `11/26/26 03:30:55`
        return true;
    const bool year = std::ranges::any_of(numbers, isYear);
    const bool day = month ? numbers.size() >= 2 : numbers.size() >= 3;
    return year && day && (clock || numbers.size() <= 3);
}

} // namespace lockcore
