// SPDX-License-Identifier: MIT
// One term of a filter, as parsed. Used only by the parser and the matcher.
#pragma once

#include "lockcore/monitor/filter/filter.h"

namespace lockcore {

/// A comparison with something unknown is neither true nor false, and negation does not change that.
enum class Truth { No, Yes, Unknown };

struct Filter::Term
{
    enum class Field {
        Text,
        Name,
        Owner,
        Kind,
        Library,
        State,
        Db, // a glob
        Ttl,
        Held,
        Lease, // milliseconds
        Count,
        Waiters,
        Renewals,
        Confidence, // a number
    };
    enum class Comparison { Less, LessOrEqual, Equal, GreaterOrEqual, Greater };

    std::string written; ///< in the filter's language, with its minus and quotes
    Field field = Field::Text;
    bool negated = false;
    Bytes pattern;                             ///< globs: in globMatches' language
    Comparison comparison = Comparison::Equal; ///< the others
    std::int64_t number = 0;
};

} // namespace lockcore
