// SPDX-License-Identifier: MIT
#include "lockcore/locks/option_reader.h"

#include "lockcore/base/duration.h"

#include <algorithm>

namespace lockcore {

Milliseconds OptionReader::duration(const std::string &name, Milliseconds fallback)
{
    const auto *option = find(name);
    if (!option)
        return fallback;
    const auto parsed = parseDuration(*option);
    if (parsed.ok())
        return *parsed;
    refuse(name, parsed.error().text);
    return fallback;
}

Milliseconds OptionReader::lease(const std::string &name, Milliseconds fallback)
{
    const auto parsed = duration(name, fallback);
    if (parsed > Milliseconds::zero() && parsed <= Lock::longestLease)
        return parsed;
    refuse(name, "it must be more than 0 and at most a year");
    return fallback;
}

std::size_t OptionReader::choice(const std::string &name, std::initializer_list<std::string_view> words, std::size_t fallback)
{
    const auto *option = find(name);
    if (!option)
        return fallback;
    const auto word = std::find(words.begin(), words.end(), *option);
    if (word != words.end())
        return static_cast<std::size_t>(word - words.begin());
    std::string known;
    for (const auto candidate : words)
        known += (known.empty() ? "" : ", ") + std::string(candidate);
    refuse(name, '"' + escaped(*option) + "\" is none of: " + known);
    return fallback;
}

std::optional<Error> OptionReader::error() const
{
    if (m_error)
        return m_error;
    for (const auto &[name, value] : m_options) {
        if (m_known.contains(name))
            continue;
        std::string known;
        for (const auto &candidate : m_known)
            known += (known.empty() ? "" : ", ") + candidate;
        return Error{ErrorKind::Refused, "this protocol has no option \"" + escaped(name) + "\", only: " + known, name};
    }
    return std::nullopt;
}

const std::string *OptionReader::find(const std::string &name)
{
    m_known.insert(name);
    const auto option = m_options.find(name);
    return option == m_options.end() ? nullptr : &option->second;
}

void OptionReader::refuse(const std::string &name, std::string why)
{
    if (!m_error)
        m_error = Error{ErrorKind::Refused, "option " + name + ": " + std::move(why), name};
}

} // namespace lockcore
