// SPDX-License-Identifier: MIT
// The decisive moments of a run, in which its story happens: what a verdict names, what the lock or the resource prevented, and the faults
// and checks that led there. All views number and list the same ones. Pure; any thread.
#pragma once

#include "lockcore/judge/run.h"
#include "lockcore/judge/verdict.h"

namespace lockcore {

enum class Decisive {
    Finding,    ///< a verdict names it: violated, outlived or inconclusive
    Protection, ///< the lock or the resource prevented harm
    Cause,      ///< a fault, or a check that was no longer true when its worker acted on it
};

struct DecisiveMoment
{
    std::uint64_t number = 0;
    Microseconds at{0};
    Decisive kind = Decisive::Finding;
    Outcome outcome = Outcome::Held; ///< of a finding: the most severe verdict that names it
    std::string text;                ///< of a protection or a cause, a phrase: `refused: fencing token 1 < 2`, `a pause of A`. Locale-free
    std::string lock = {};           ///< of a protection: the lock, or the one whose resource it is
    bool operator==(const DecisiveMoment &) const = default;
};

/// Ascending. Causes only before the last finding or protection, and no more than the last `mostCauses`.
std::vector<DecisiveMoment> decisiveMoments(const HistoryIndex &history, const std::vector<Verdict> &verdicts);

inline constexpr std::size_t mostCauses = 8;

template <>
inline constexpr std::array<std::string_view, 3> wordsOf<Decisive>{"finding", "protection", "cause"};

} // namespace lockcore
