// SPDX-License-Identifier: MIT
// Prints the fields of a struct that lists them in each(): `who=A id=7 lock=stock`. Empty fields are left out.
#pragma once

#include "lockcore/judge/entry.h"

namespace lockcore::detail {

inline std::string textOf(bool value) { return value ? "yes" : "no"; }
inline std::string textOf(std::int64_t value) { return std::to_string(value); }
inline std::string textOf(std::uint64_t value) { return std::to_string(value); }
inline std::string textOf(Milliseconds value) { return std::to_string(value.count()); }
inline std::string textOf(Microseconds value) { return std::to_string(value.count()); }
inline std::string textOf(const std::string &value) { return escaped(value); }
inline std::string textOf(const Incarnation &value) { return toString(value); }

template <HasWords Enum>
std::string textOf(Enum value)
{
    return std::string(wordOf(value));
}

template <class First, class Second>
std::string textOf(const std::pair<First, Second> &value)
{
    return textOf(value.first) + ':' + textOf(value.second);
}

template <class T>
std::string textOf(const std::optional<T> &value)
{
    return value ? textOf(*value) : std::string();
}

template <class T>
std::string textOf(const std::vector<T> &values)
{
    std::string text;
    for (const auto &value : values)
        text += (text.empty() ? "" : ",") + textOf(value);
    return text;
}

template <class T>
std::string fieldsOf(const T &value)
{
    std::string text;
    T::each(value, [&](std::string_view name, const auto &field) {
        if (field != std::remove_cvref_t<decltype(field)>{})
            text.append(text.empty() ? "" : " ").append(name).append("=").append(textOf(field));
    });
    return text;
}

} // namespace lockcore::detail
