// SPDX-License-Identifier: MIT
// A run as one row: who holds the lock when, who is inside, the faults, what was refused, and what was violated. Rows of the same story are
// aligned where the fault happens. Pure; any thread.
#pragma once

#include "lockcore/report/lanes.h"

namespace lockcore {

class Moments;

/// The moment at which two runs of a story are laid one above the other.
struct RunAnchor
{
    Microseconds at{0};
    std::uint64_t entry = 0; ///< 0: the beginning of the run
    bool operator==(const RunAnchor &) const = default;
};

/// The first fault of the scenario (`faults`: as of faultsOf()); an unplanned stall does not count, because it comes at another time in each
/// run. Without a fault: the first expired lease that a verdict names, else the first event that a verdict names.
RunAnchor anchorOf(std::span<const HistoryEntry> entries, const Lanes &lanes, const std::vector<std::uint64_t> &faults);

struct CompactRow
{
    struct Span
    {
        std::size_t worker = 0; ///< index of `workers`
        Microseconds begin{0}, end{0};
        bool operator==(const Span &) const = default;
    };

    struct Mark
    {
        enum class Kind { Fault, Refusal, Violation };
        Kind kind = Kind::Fault;
        Microseconds at{0};
        std::uint64_t number = 0;
        std::optional<std::size_t> worker; ///< none: it is about no worker
        bool operator==(const Mark &) const = default;
    };

    std::vector<std::string> workers;
    std::vector<Span> holds; ///< in Redis, on as many servers as a lock needs; as the workers believe, if there is no record of the servers
    std::vector<Span> inside; ///< in the critical section
    std::vector<Mark> marks;  ///< ascending; of a violation: the entry that completes its proof
    Microseconds begin{0}, end{0};
    RunAnchor anchor;
    bool operator==(const CompactRow &) const = default;
};

/// All must be of the same run.
CompactRow compactRowOf(const HistoryIndex &history, const std::vector<Verdict> &verdicts, const Lanes &lanes, const Moments &moments);

template <>
inline constexpr std::array<std::string_view, 3> wordsOf<CompactRow::Mark::Kind>{"fault", "refusal", "violation"};

} // namespace lockcore
