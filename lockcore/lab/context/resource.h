// SPDX-License-Identifier: MIT
// The resources that the locks of a run protect: hosted by the Lab, one per lock, so that all calls have one order. Each write makes a
// version, and each sale subtracts one from the stock that its writer had read. The resource records each worker that is inside, permitted
// or not: it does not lock. Pure; one thread.
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
        std::optional<std::int64_t> stock; ///< the number of items to sell
    };

    explicit Resource(Options options);

    /// Fills in the resource's answer: `refused`, `reason`, `value`, `version`. `call.based` is the version on which a write is based.
    void answer(entry::Accessed &call);

    /// The workers inside this lock's critical section, each with its owner, in the order of their `enter`.
    std::vector<std::pair<Incarnation, std::string>> inside(const std::string &lock) const;
    void leave(const Incarnation &who); ///< all its owners leave all critical sections

private:
    struct Content
    {
        std::int64_t version = 0;
        std::map<std::int64_t, std::int64_t> values; ///< by version
        std::optional<std::int64_t> newestToken;
        std::vector<std::pair<Incarnation, std::string>> inside;
    };

    Content &contentOf(const std::string &lock);
    void write(Content &content, entry::Accessed &call) const;

    const Options m_options;
    std::map<std::string, Content> m_contents;
};

} // namespace lockcore
