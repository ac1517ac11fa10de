// SPDX-License-Identifier: MIT
// The pitfalls of Redis locks, by the codes that verdicts and scenarios use: their titles, who answers for each, what can keep a lock
// from it, what goes wrong, and the fix. docs/pitfalls.md shows the same; a test compares them. Any thread.
#pragma once

#include "lockcore/judge/enum_words.h"

#include <span>

namespace lockcore {

/// Who has to do something about a pitfall.
enum class Answering { Library, Application, Operator, Deployment };

/// What can prevent it.
enum class KeptBy {
    Lock,
    Fencing, ///< no lock can: it happens after the lease, or without a trace in the lock. A resource that checks fencing tokens makes it harmless
    Use, ///< no lock can, and no token: only how the lock is used or its server is run
};

struct Pitfall
{
    std::string_view code; ///< `R1`
    std::string_view title;
    Answering answering = Answering::Library;
    KeptBy keptBy = KeptBy::Lock;
    std::string_view happens; ///< what goes wrong, in one to three sentences
    std::string_view fix;
};

std::span<const Pitfall> pitfalls(); ///< in the order of the catalogue
const Pitfall *findPitfall(std::string_view code);
std::string_view pitfallTitle(std::string_view code); ///< `R1`: `Deleting another's lock`; empty for an unknown code

template <>
inline constexpr std::array<std::string_view, 4> wordsOf<Answering>{"library", "application", "operator", "deployment"};
template <>
inline constexpr std::array<std::string_view, 3> wordsOf<KeptBy>{"lock", "fencing", "use"};

} // namespace lockcore
