// SPDX-License-Identifier: MIT
#include "locks/option_reader.h"

#include "base/duration.h"

#include <algorithm>

namespace lockcore {

Milliseconds OptionReader::duration(const std::string &name, Milliseconds otherwise)
{
    const auto option = m_options.find(name);
    if (option == m_options.end())
        return otherwise;
    const auto parsed = parseDuration(option->second);
    if (parsed.ok())
        return *parsed;
    refuse(name, parsed.error().text);
    return otherwise;
}

Milliseconds OptionReader::lease(const std::string &name, Milliseconds otherwise)
{
    const auto parsed = duration(name, otherwise);
    if (parsed > Milliseconds::zero() && parsed <= Lock::longestLease)
        return parsed;
    refuse(name, "it must be more than 0 and at most a year");
    return otherwise;
}

std::size_t OptionReader::choice(const std::string &name, std::initializer_list<std::string_view> words)
{
    const auto option = m_options.find(name);
    if (option == m_options.end())
        return 0;
    const auto word = std::find(words.begin(), words.end(), option->second);
    if (word != words.end())
        return static_cast<std::size_t>(word - words.begin());
    std::string known;
    for (const auto candidate : words)
        known += (known.empty() ? "" : ", ") + std::string(candidate);
    refuse(name, '"' + escaped(option->second) + "\" is none of: " + known);
    return 0;
}

void OptionReader::refuse(const std::string &name, std::string why)
{
    if (!m_error)
        m_error = Error{ErrorKind::Refused, "option " + name + ": " + std::move(why), name};
}

} // namespace lockcore
