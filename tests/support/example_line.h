// SPDX-License-Identifier: MIT
// One line of an example file: its first word, then more words or a sentence. Every error becomes an ExampleError that names file and line.
#pragma once

#include "lockcore/base/bytes.h"
#include "lockcore/base/clock.h"

#include <map>
#include <stdexcept>
#include <string>

namespace lockcore::test {

/// An error in the text; what() begins with "file:line: ".
struct ExampleError : std::runtime_error
{
    using std::runtime_error::runtime_error;
};

class ExampleLine
{
public:
    /// Every error begins with `where`: "file:line: ".
    ExampleLine(std::string where, std::string_view text);

    const std::string &word() const { return m_word; } ///< the first one
    [[noreturn]] void fail(const std::string &problem) const;

    bool hasMore() const { return !m_rest.empty(); }
    std::string sentence(); ///< the rest of the line
    Bytes next(const char *what);
    std::int64_t nextNumber();
    Microseconds nextDuration(); ///< 30s, 7851ms
    ServerTime nextTime();       ///< now, now+7851ms, now-1s

    template <class T>
    T nextOf(const std::map<std::string, T> &choices)
    {
        const auto text = next("a word");
        if (const auto choice = choices.find(text); choice != choices.end())
            return choice->second;
        std::string known;
        for (const auto &[name, value] : choices)
            known += (known.empty() ? "" : ", ") + name;
        fail(text + " is not known after " + m_word + "; there are " + known);
    }

    void finish() const; ///< fails if unread text is left

private:
    Microseconds durationIn(const std::string &text) const;

    std::string m_where;
    std::string m_word;
    std::string m_rest;
};

/// The values of an enumeration, from the first one to `last`, by their toString().
template <class Enum>
std::map<std::string, Enum> namesUpTo(Enum last)
{
    std::map<std::string, Enum> names;
    for (int i = 0; i <= static_cast<int>(last); ++i)
        names.emplace(toString(static_cast<Enum>(i)), static_cast<Enum>(i));
    return names;
}

} // namespace lockcore::test
