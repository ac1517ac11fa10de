// SPDX-License-Identifier: MIT
// Counts the keys that sweeps met and could not read, by reason; each key once. No I/O.
#pragma once

#include "lockcore/monitor/model/coverage.h"

#include <map>
#include <string_view>
#include <unordered_set>

namespace lockcore {

class UnreadNames
{
public:
    /// `suspect`: the key may be a lock. `said`: the server's answer.
    void add(UnreadKeys::Why why, std::string_view key, bool suspect, std::string_view said);

    /// The counts of the current sweep or of the previous one, whichever are higher.
    std::vector<UnreadKeys> counts() const;

    void sweepEnds();

private:
    static constexpr std::size_t mostDistinct = 200'000; ///< further keys are counted each time they are met

    using Counts = std::map<UnreadKeys::Why, UnreadKeys>;

    Counts m_counts;
    Counts m_countsBefore;
    std::unordered_set<std::size_t> m_met; ///< hashes of the names in the current sweep
};

} // namespace lockcore
