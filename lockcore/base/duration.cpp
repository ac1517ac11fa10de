// SPDX-License-Identifier: MIT
#include "lockcore/base/duration.h"

#include "lockcore/base/bytes.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdio>

namespace lockcore {

Result<Milliseconds> parseDuration(std::string_view text)
{
    struct Unit
    {
        std::string_view name;
        double milliseconds;
    };
    static constexpr std::array<Unit, 5> units = {{{"ms", 1}, {"s", 1e3}, {"m", 60e3}, {"h", 3600e3}, {"d", 86400e3}}};
    constexpr double longest = 10 * 366 * 86400e3;

    double number = 0;
    const auto *end = text.data() + text.size();
    const auto [at, error] = std::from_chars(text.data(), end, number, std::chars_format::fixed);
    const std::string_view unit(at, static_cast<std::size_t>(end - at));
    if (error == std::errc{} && !std::signbit(number) && std::isfinite(number)) {
        for (const auto &[name, milliseconds] : units) {
            if (unit == name && number * milliseconds <= longest)
                return Milliseconds(std::llround(number * milliseconds));
        }
    }
    return Error{
        ErrorKind::Refused, "\"" + escaped(text) + "\" is not a duration: write a number and a unit, like 300ms, 30s, 5m, 2h or 1d", {}};
}

std::string durationText(Milliseconds duration)
{
    if (duration < Milliseconds::zero())
        return "-" + durationText(-std::max(duration, -Milliseconds::max()));
    const auto ms = duration.count();
    const auto s = ms / 1000;
    std::array<char, 40> text{};
    const auto print = [&](const char *format, auto... values) { std::snprintf(text.data(), text.size(), format, values...); };
    if (ms < 1000 * 100)
        print("%lld.%lld s", static_cast<long long>(s), static_cast<long long>(ms % 1000 / 100));
    else if (s < 600)
        print("%lld m %02lld s", static_cast<long long>(s / 60), static_cast<long long>(s % 60));
    else if (s < 3600)
        print("%lld m", static_cast<long long>(s / 60));
    else if (s < 86400)
        print("%lld h %02lld m", static_cast<long long>(s / 3600), static_cast<long long>(s % 3600 / 60));
    else if (s >= 36525 * 86400LL) // above about 100 years a count of days is hard to read
        return "over 100 years";
    else
        print("%lld d %lld h", static_cast<long long>(s / 86400), static_cast<long long>(s % 86400 / 3600));
    return text.data();
}

} // namespace lockcore
