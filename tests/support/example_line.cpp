// SPDX-License-Identifier: MIT
#include "support/example_line.h"

#include "support/example_looks.h"

#include <charconv>

namespace lockcore::test {

ExampleLine::ExampleLine(std::string where, std::string_view text)
    : m_where(std::move(where))
{
    const auto end = std::min(text.find(' '), text.size());
    m_word = text.substr(0, end);
    m_rest = text.substr(std::min(end + 1, text.size()));
}

void ExampleLine::fail(const std::string &problem) const { throw ExampleError(m_where + problem); }

std::string ExampleLine::sentence() { return std::exchange(m_rest, {}); }

Bytes ExampleLine::next(const char *what)
{
    if (m_rest.empty())
        fail(m_word + " lacks " + what);
    const bool quoted = m_rest.front() == '"';
    const auto end = m_rest.find(quoted ? '"' : ' ', 1);
    if (quoted && end == m_rest.npos)
        fail("the quotes are not closed");
    const auto text = quoted ? m_rest.substr(1, end - 1) : m_rest.substr(0, end);
    m_rest = end == m_rest.npos ? std::string() : m_rest.substr(quoted ? end + 1 : end);
    if (!m_rest.empty() && m_rest.front() != ' ')
        fail("a blank is missing behind the quotes");
    m_rest.erase(0, m_rest.find_first_not_of(' '));
    const auto bytes = unescaped(text);
    if (!bytes)
        fail("unknown backslash sequence in " + text);
    return *bytes;
}

std::int64_t ExampleLine::nextNumber()
{
    const auto text = next("a number");
    const auto number = parseInteger(text);
    if (!number)
        fail(text + " is not a number");
    return *number;
}

Microseconds ExampleLine::nextDuration() { return durationIn(next("a duration")); }

ServerTime ExampleLine::nextTime()
{
    const auto text = next("a time");
    if (text == "now")
        return example::now;
    if (!text.starts_with("now+") && !text.starts_with("now-"))
        fail(text + " is not a time: write now, now+30s or now-1ms");
    const auto distance = durationIn(text.substr(4));
    return text[3] == '+' ? example::now + distance : example::now - distance;
}

void ExampleLine::finish() const
{
    if (hasMore())
        fail(m_word + " has too many words: " + m_rest);
}

// Exact to the microsecond, which parseDuration() is not.
Microseconds ExampleLine::durationIn(const std::string &text) const
{
    static const std::map<std::string, Microseconds> units = {{"us", Microseconds(1)},
                                                              {"ms", Milliseconds(1)},
                                                              {"s", std::chrono::seconds(1)},
                                                              {"h", std::chrono::hours(1)},
                                                              {"d", std::chrono::days(1)}};
    std::int64_t number = 0;
    const auto *const last = text.data() + text.size();
    const auto [end, error] = std::from_chars(text.data(), last, number);
    const auto unit = units.find(std::string(end, last));
    if (error != std::errc{} || unit == units.end())
        fail(text + " is not a duration: write a whole number and us, ms, s, h or d");
    return number * unit->second;
}

} // namespace lockcore::test
