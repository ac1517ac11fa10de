// SPDX-License-Identifier: MIT
#include "lockcore/base/iso_time.h"

#include "lockcore/base/ascii.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdio>

namespace lockcore {

namespace {

/// Reads a text from its front, pattern by pattern. After the first pattern that does not match, it reads nothing more.
class IsoReader
{
public:
    explicit IsoReader(std::string_view text)
        : m_text(text)
    { }

    bool isRead() const { return m_good && m_text.empty(); }
    bool isAt(std::string_view all) const { return !m_text.empty() && all.find(m_text.front()) != all.npos; }

    int number(std::size_t digits, int most = 9999)
    {
        const auto text = m_text.substr(0, digits);
        take(text.size() == digits && std::ranges::all_of(text, isDigit), digits);
        int value = 0;
        if (m_good)
            std::from_chars(text.data(), text.data() + digits, value);
        m_good = m_good && value <= most;
        return value;
    }

    char oneOf(std::string_view all)
    {
        const char c = m_text.empty() ? '\0' : m_text.front();
        take(isAt(all), 1);
        return c;
    }

    Microseconds fraction()
    {
        Microseconds value{0};
        oneOf(".,");
        for (int unit = 100'000; !m_text.empty() && isDigit(m_text.front()); unit /= 10)
            value += Microseconds(number(1) * unit);
        return value;
    }

    /// The zone's offset: how far its clocks are ahead of UTC.
    Microseconds zone()
    {
        const char sign = oneOf("ZzU+-");
        if (sign != '+' && sign != '-') {
            if (sign == 'U') {
                oneOf("T");
                oneOf("C");
            }
            return {};
        }
        Microseconds ahead = std::chrono::hours(number(2, 23));
        if (!m_text.empty()) {
            if (isAt(":"))
                oneOf(":");
            ahead += std::chrono::minutes(number(2, 59));
        }
        return sign == '+' ? ahead : -ahead;
    }

private:
    void take(bool fits, std::size_t size)
    {
        m_good = m_good && fits;
        m_text.remove_prefix(m_good ? size : m_text.size());
    }

    std::string_view m_text;
    bool m_good = true;
};

// Java writes `Z[UTC]`, Go writes `+0000 UTC m=+1.5`.
std::string_view withoutZoneName(std::string_view text)
{
    const auto bracket = text.find('[');
    if (bracket != text.npos && text.ends_with(']'))
        return text.substr(0, bracket);
    const auto offset = text.find_first_of("+-", text.find(':') == text.npos ? text.size() : text.find(':'));
    const auto name = text.find(' ', offset == text.npos ? text.size() : offset);
    return text.substr(0, name);
}

} // namespace

std::string isoTime(ServerTime time)
{
    const auto day = std::chrono::floor<std::chrono::days>(time);
    const std::chrono::year_month_day date{day};
    const std::chrono::hh_mm_ss clock{std::chrono::floor<Milliseconds>(time - day)};
    std::array<char, 48> text{};
    std::snprintf(text.data(), text.size(), "%04d-%02u-%02uT%02d:%02d:%02d.%03dZ", static_cast<int>(date.year()),
                  static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()), static_cast<int>(clock.hours().count()),
                  static_cast<int>(clock.minutes().count()), static_cast<int>(clock.seconds().count()),
                  static_cast<int>(clock.subseconds().count()));
    return text.data();
}

std::optional<ServerTime> timeFromIso(std::string_view text)
{
    IsoReader reader(withoutZoneName(text));
    const std::chrono::year year(reader.number(4));
    const bool basic = !reader.isAt("-");
    const auto separator = [&](std::string_view all) {
        if (!basic)
            reader.oneOf(all);
    };
    separator("-");
    const std::chrono::month month(static_cast<unsigned>(reader.number(2)));
    separator("-");
    const std::chrono::day day(static_cast<unsigned>(reader.number(2)));
    reader.oneOf("Tt ");
    Microseconds ofDay = std::chrono::hours(reader.number(2));
    separator(":");
    ofDay += std::chrono::minutes(reader.number(2));
    separator(":");
    ofDay += std::chrono::seconds(reader.number(2));
    if (reader.isAt(".,"))
        ofDay += reader.fraction();
    if (reader.isAt(" "))
        reader.oneOf(" ");
    ofDay -= reader.zone();
    const auto date = year / month / day;
    return reader.isRead() && date.ok() ? std::optional(ServerTime(std::chrono::sys_days(date)) + ofDay) : std::nullopt;
}

} // namespace lockcore
