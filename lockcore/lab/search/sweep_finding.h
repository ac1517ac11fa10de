// SPDX-License-Identifier: MIT
// What one run of the sweep shows: when the other worker got the lock, what freed it, and what was violated. A pure reading of its
// history and of the verdicts; any thread.
#pragma once

#include "lockcore/lab/search/sweep_plan.h"

namespace lockcore {

struct SweepFinding
{
    enum class Access {
        AtOnce,   ///< nothing was in its way
        After,    ///< it waited
        Late,     ///< only one who came later got it: its patience had ended
        Never,    ///< the judge calls the lock immortal
        NotYet,   ///< nobody got it, and the run was too short to call it immortal
        NotTried, ///< the fault did not meet its command
    };
    enum class Freed {
        Unknown,
        Lease,
        Release, ///< by the worker that met the fault
        Taken,   ///< by the one who wanted it
    };
    enum class Tone { Good, Waits, Warns, Bad, Open };

    Access access = Access::NotTried;
    Milliseconds after{0}; ///< from the fault to the lock; of Late and After
    Freed freed = Freed::Unknown;
    std::vector<Verdict> broken; ///< what must hold or is promised, and is violated
    std::vector<Verdict> open;   ///< what must hold, and could not be judged
    bool outlived = false;       ///< both were inside, after the lease: no protocol can prevent that
    Tone tone = Tone::Open;
    bool operator==(const SweepFinding &) const = default;
};

SweepFinding sweepFinding(const SweepCell &cell, const History &history, const std::vector<Verdict> &verdicts);

/// The verdicts of the run as expectations: what came out is what its scenario says from then on.
std::map<Property, Outcome> expectationOf(const std::vector<Verdict> &verdicts);

template <>
inline constexpr std::array<std::string_view, 6> wordsOf<SweepFinding::Access>{"at-once", "after", "late", "never", "not-yet", "not-tried"};
template <>
inline constexpr std::array<std::string_view, 4> wordsOf<SweepFinding::Freed>{"unknown", "lease", "release", "taken"};
template <>
inline constexpr std::array<std::string_view, 5> wordsOf<SweepFinding::Tone>{"good", "waits", "warns", "bad", "open"};

} // namespace lockcore
