// SPDX-License-Identifier: MIT
// Is there an order of grants that excludes each other? A search over orders with memory.
#pragma once

#include "lockcore/judge/second_judge.h"

namespace lockcore::detail {

/// A grant takes effect at a position from `sent` to `answered`, and ends no earlier than `end`.
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
