// SPDX-License-Identifier: MIT
// Sets the fields of a struct that lists them in each(), by name and from the text that the printer writes: `ttl_ms` `300`. The reverse of
// lockcore/judge/entry_text.h.
#pragma once

#include "lockcore/judge/history.h"

namespace lockcore::test {

std::optional<Incarnation> incarnationOf(std::string_view text); ///< `A`, `A#2`

inline bool readField(std::string_view text, std::string &field)
{
    const auto bytes = unescaped(text);
    field = bytes.value_or("");
    return bytes.has_value();
}

inline bool readField(std::string_view text, bool &field)
{
    field = text == "yes";
    return field || text == "no";
}

inline bool readField(std::string_view text, std::int64_t &field)
{
    const auto number = parseInteger(text);
    field = number.value_or(0);
    return number.has_value();
}

inline bool readField(std::string_view text, std::uint64_t &field)
{
    const auto number = parseInteger(text);
    field = std::uint64_t(number.value_or(0));
    return number.value_or(-1) >= 0;
}

template <class Period>
bool readField(std::string_view text, std::chrono::duration<std::int64_t, Period> &field)
{
    std::int64_t number = 0;
    const bool good = readField(text, number);
    field = std::chrono::duration<std::int64_t, Period>(number);
    return good;
}

inline bool readField(std::string_view text, Incarnation &field)
{
    const auto who = incarnationOf(text);
    field = who.value_or(Incarnation());
    return who.has_value();
}

inline bool readField(std::string_view, std::pair<std::string, std::string> &) { return false; }

template <HasWords Enum>
bool readField(std::string_view text, Enum &field)
{
    const auto value = fromWord<Enum>(text);
    field = value.value_or(Enum());
    return value.has_value();
}

template <class T>
bool readField(std::string_view text, std::optional<T> &field)
{
    if (text == "none") {
        field.reset();
        return true;
    }
    return readField(text, field.emplace());
}

template <class T>
bool readField(std::string_view text, std::vector<T> &fields)
{
    fields.clear();
    bool good = true;
    while (good && !text.empty()) {
        const auto end = std::min(text.find(','), text.size());
        good = readField(text.substr(0, end), fields.emplace_back());
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return good;
}

/// False: there is no such field, or the text is not a value of its type.
template <class T>
bool setField(T &object, std::string_view name, std::string_view text)
{
    bool good = false;
    T::each(object, [&](std::string_view known, auto &field) {
        if (known == name)
            good = readField(text, field);
    });
    return good;
}

} // namespace lockcore::test
