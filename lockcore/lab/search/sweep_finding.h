// SPDX-License-Identifier: MIT
// What one run of the sweep shows: when the other worker got the lock, what freed it, and what was violated. Computed from its history and
// the verdicts. Pure; any thread.
#pragma once

#include "lockcore/lab/search/sweep_plan.h"

namespace lockcore {

struct SweepFinding
{
    enum class Access {
        AtOnce,   ///< without waiting
        After,    ///< it waited
        Late,     ///< the contender had given up; only a worker that came later got it
        Never,    ///< the judge calls the lock immortal
        NotYet,   ///< nobody got it, and the run was too short to call the lock immortal
        NotTried, ///< the fault did not meet its command
    };
    enum class Freed {
        Unknown,
        Lease,
        Release, ///< by the worker that met the fault
        Taken,   ///< by the contender
    };
    enum class Tone { Good, Waits, Warns, Bad, Open };

    Access access = Access::NotTried;
    Milliseconds after{0}; ///< from the fault until the lock was acquired; for Late and After
    Freed freed = Freed::Unknown;
    std::vector<Verdict> broken; ///< violated properties that must hold or are promised
    std::vector<Verdict> open;   ///< properties that must hold and could not be judged
    bool outlived = false;       ///< both were inside after the lease had ended: no protocol can prevent this
    Tone tone = Tone::Open;
    bool operator==(const SweepFinding &) const = default;
};

SweepFinding sweepFinding(const SweepCell &cell, const History &history, const std::vector<Verdict> &verdicts);

/// Turns the verdicts of the run into expectations for later runs of its scenario.
std::map<Property, Outcome> expectationOf(const std::vector<Verdict> &verdicts);

template <>
inline constexpr std::array<std::string_view, 6> wordsOf<SweepFinding::Access>{"at-once", "after", "late", "never", "not-yet", "not-tried"};
template <>
inline constexpr std::array<std::string_view, 4> wordsOf<SweepFinding::Freed>{"unknown", "lease", "release", "taken"};
template <>
inline constexpr std::array<std::string_view, 5> wordsOf<SweepFinding::Tone>{"good", "waits", "warns", "bad", "open"};

} // namespace lockcore
