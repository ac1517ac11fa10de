// SPDX-License-Identifier: MIT
// One object of a scenario's file, field by field. Each mistake is thrown as json::Wrong, with its line. Any thread.
#pragma once

#include "lockcore/base/clock.h"
#include "lockcore/judge/enum_words.h"
#include "lockcore/lab/json/located_json.h"

#include <optional>
#include <set>

namespace lockcore::json {

/// Reads one object, and refuses the fields that nobody asked for.
class Fields final
{
public:
    static constexpr Milliseconds longest = std::chrono::minutes(10);

    Fields(const Located &object, std::string what); ///< `what` is its name in sentences: `a worker`

    const Located *find(const char *name);
    const Located &need(const char *name);

    // Each leaves the value as it is if there is no such field.
    void text(const char *name, std::string &value);
    void texts(const char *name, std::vector<std::string> &values);
    void flag(const char *name, bool &value);
    void number(const char *name, std::int64_t &value, std::int64_t least, std::int64_t most);
    void number(const char *name, std::optional<std::int64_t> &value, std::int64_t least, std::int64_t most);
    void time(const char *name, Milliseconds &value, Milliseconds least = {}, Milliseconds most = longest);
    void time(const char *name, std::optional<Milliseconds> &value, Milliseconds least = {});
    template <HasWords Enum>
    void word(const char *name, Enum &value)
    {
        const auto *const found = find(name);
        if (!found)
            return;
        const auto read = fromWord<Enum>(found->text(name));
        if (!read)
            found->fail("\"" + std::string(name) + "\" cannot be " + found->shown() + "; it is one of " + listOfWords<Enum>());
        value = *read;
    }

    void refuseOthers() const;

private:
    const Located &m_object;
    const std::string m_what;
    std::set<std::string> m_known;
};

} // namespace lockcore::json
