// SPDX-License-Identifier: MIT
// A second opinion from the clients' side alone: requests and answers, without the server's record. Each grant takes effect at a moment
// between its request and its `ok`. The second judge searches for an order of the grants that explains all answers. It shares no code with
// the first judge: where both decide, they must agree.
#pragma once

#include "lockcore/judge/history.h"

#include <cstddef>

namespace lockcore {

enum class Opinion {
    None,     ///< the checker has no opinion
    Held,     ///< no two claims overlap in any reading of the history
    Violated, ///< no order exists, even if each grant ends as early as its lease or its release allows
};

struct SecondOpinion
{
    Opinion mutualExclusion = Opinion::None;
    Opinion tokenOrder = Opinion::None;
    std::string why;                   ///< one sentence: what contradicts, or why there is no opinion
    std::vector<std::uint64_t> events; ///< of a violation: requests and answers of grants that fit no order
    bool operator==(const SecondOpinion &) const = default;
};

struct SecondJudgeLimits
{
    std::size_t windows = 12; ///< acquires that are in flight at the same time
    std::size_t states = 1'000'000;
    Milliseconds time{2000};
};

SecondOpinion secondJudge(const History &history, SecondJudgeLimits limits = {});

std::string toString(const SecondOpinion &opinion);

template <>
inline constexpr std::array<std::string_view, 3> wordsOf<Opinion>{"none", "held", "violated"};

/// A sentence if both judges decide and disagree; otherwise empty. A disagreement is a bug of one of the judges: report it with both
/// proofs.
std::string disagreement(const std::vector<Verdict> &verdicts, const SecondOpinion &second);

} // namespace lockcore
