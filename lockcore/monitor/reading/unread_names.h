// SPDX-License-Identifier: MIT
// Counts the keys that sweeps met and could not read, each key once, by reason. No I/O.
#pragma once

#include "lockcore/monitor/model/coverage.h"

#include <map>
#include <string_view>
#include <unordered_set>

namespace lockcore {

class UnreadNames
{
public:
    /// `suspect`: it may be a lock. `said`: the server's answer.
    void add(UnreadKeys::Why why, std::string_view key, bool suspect, std::string_view said);

    /// Of the current sweep or of the one before, whichever met more.
    std::vector<UnreadKeys> counts() const;

    void sweepEnds();

private:
    static constexpr std::size_t mostDistinct = 200'000; ///< further ones count again each time they are met

    using Counts = std::map<UnreadKeys::Why, UnreadKeys>;

    Counts m_counts;
    Counts m_countsBefore;
    std::unordered_set<std::size_t> m_met; ///< in the current sweep; hashes of names
};

} // namespace lockcore
