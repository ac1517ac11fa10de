// SPDX-License-Identifier: MIT
// What the locks of a run protect: hosted by the Lab, one per lock, so that its calls have one order. Each write makes a version,
// and each sale takes one from the stock that its writer had read. Whoever is inside is written down, allowed or not: the resource
// does not lock. Pure; one thread.
#pragma once

#include "lockcore/judge/entry.h"

#include <map>

namespace lockcore {

class Resource final
{
public:
    struct Options
    {
        bool fenced = false;               ///< refuses calls with a token that is older than one it has seen
        std::optional<std::int64_t> stock; ///< how much there is to sell
    };

    explicit Resource(Options options);

    /// Fills in what the resource answers: `refused`, `reason`, `value`, `version`. `call.based` is the version that a write
    /// builds on.
    void answer(entry::Accessed &call);

    /// Those inside this lock's critical section, in the order of their `enter`.
    std::vector<Incarnation> inside(const std::string &lock) const;
    void leave(const Incarnation &who);                           ///< dead: it is inside nowhere any more
    void leave(const Incarnation &who, const std::string &owner); ///< this owner of it is

private:
    struct Content
    {
        std::int64_t version = 0;
        std::map<std::int64_t, std::int64_t> values; ///< by version
        std::optional<std::int64_t> newestToken;
        std::vector<std::pair<Incarnation, std::string>> inside; ///< and its owner
    };

    Content &contentOf(const std::string &lock);
    void write(Content &content, entry::Accessed &call) const;

    const Options m_options;
    std::map<std::string, Content> m_contents;
};

} // namespace lockcore
