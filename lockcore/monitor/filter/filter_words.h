// SPDX-License-Identifier: MIT
// The words that a filter's fields accept. A misspelt word would never match anything, and its alert would never fire.
#pragma once

#include "lockcore/monitor/filter/filter_term.h"

#include <array>
#include <set>

namespace lockcore {

struct FieldName
{
    std::string_view name;
    Filter::Term::Field field;
};

inline constexpr std::array<FieldName, 17> fieldNames = {{
    {"name", Filter::Term::Field::Name},
    {"owner", Filter::Term::Field::Owner},
    {"kind", Filter::Term::Field::Kind},
    {"library", Filter::Term::Field::Library},
    {"state", Filter::Term::Field::State},
    {"level", Filter::Term::Field::Level},
    {"event", Filter::Term::Field::Event},
    {"client", Filter::Term::Field::Client},
    {"node", Filter::Term::Field::Node},
    {"db", Filter::Term::Field::Db},
    {"ttl", Filter::Term::Field::Ttl},
    {"held", Filter::Term::Field::Held},
    {"lease", Filter::Term::Field::Lease},
    {"count", Filter::Term::Field::Count},
    {"waiters", Filter::Term::Field::Waiters},
    {"renewals", Filter::Term::Field::Renewals},
    {"confidence", Filter::Term::Field::Confidence},
}};

/// Can this term's value occur? Returns an empty text, or a sentence that says what to write. Makes words lower-case.
std::string checkWord(Filter::Term &term);

/// The words that this field accepts without a wildcard; empty: it accepts any text.
std::set<std::string> wordsOf(Filter::Term::Field field);

std::string inQuotes(std::string_view text); ///< also escaped, for a sentence
std::string joined(const std::set<std::string> &words);

} // namespace lockcore
