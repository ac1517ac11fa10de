// SPDX-License-Identifier: MIT
// A filter as parsed: terms, joined by "and" and "or". Used only by the parser and the matcher.
#pragma once

#include "lockcore/monitor/filter/filter.h"

namespace lockcore {

/// A comparison with an unknown value is neither true nor false, and negation does not change this.
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
        Level,
        Event,
        Client,
        Node,
        Db, // a glob
        Ttl,
        Held,
        Lease, // milliseconds
        Count,
        Waiters,
        Renewals,
        Confidence, // a number
    };
    enum class Comparison { Less, LessOrEqual, Equal, GreaterOrEqual, Greater, None };

    Field field = Field::Text;
    bool negated = false;
    Bytes pattern;                             ///< globs: in globMatches' language
    Bytes literal;                             ///< Text: as it was written, if the pattern would read it differently
    Comparison comparison = Comparison::Equal; ///< for the other fields; None: the value does not exist
    std::int64_t number = 0;
};

/// A term, or several parts. A minus before brackets is moved to the terms inside, so that only terms are negated.
struct Filter::Expression
{
    enum class Join { And, Or };

    std::string written; ///< in the filter's language, with minus, brackets and quotes
    std::optional<Term> term;
    Join join = Join::And;
    std::vector<Expression> parts;
};

} // namespace lockcore
