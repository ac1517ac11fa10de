// SPDX-License-Identifier: MIT
// What the resource of one lock contains, by the calls that it accepted, in their order. Pure; one thread.
#pragma once

#include "lockcore/judge/entry.h"

#include <map>

namespace lockcore::detail {

inline constexpr std::int64_t mostStock = 1'000'000'000'000; // so that sums of numbers from a file do not overflow

struct ResourceContent
{
    std::int64_t version = 0;
    std::map<std::int64_t, std::int64_t> values; ///< by version, for the known versions
    std::int64_t sold = 0;                       ///< the total that the writers subtracted from the values that they had read

    void read(const entry::Accessed &call);
    bool sell(const entry::Accessed &call); ///< for a write, called before write(); false: the amount is not known
    void write(const entry::Accessed &call);
};

} // namespace lockcore::detail
