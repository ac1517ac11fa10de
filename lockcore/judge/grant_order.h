// SPDX-License-Identifier: MIT
// Decides whether the grants have an order in which they exclude each other: a search over orders that remembers failed states.
#pragma once

#include "lockcore/judge/second_judge.h"

namespace lockcore::detail {

/// A grant takes effect at a moment between `sent` and `answered`, and does not end before `end`.
struct Window
{
    std::uint64_t sent = 0;
    std::uint64_t answered = 0;
    std::uint64_t end = 0;
    bool shared = false; ///< a reader's
};

enum class OrderFound { Yes, No, GaveUp };

OrderFound findOrder(std::vector<Window> windows, const SecondJudgeLimits &limits);

} // namespace lockcore::detail
