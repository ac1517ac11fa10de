// SPDX-License-Identifier: MIT
// What a protocol keeps within its bounds, and what breaks it: the least faults, and the shortest pause.
#pragma once

#include "lockcore/explorer/search.h"

namespace lockcore::explorer {

/// Every choice of at most these faults, the smaller ones first.
std::vector<FaultBudget> choicesOf(const FaultBudget &faults);

/// No fault, and each single one of those that any lock meets: a crash, a lost reply, a lost request, a late request.
std::vector<FaultBudget> usualFaults();

struct Exploration
{
    Bounds bounds; ///< with the most faults of each kind
    std::map<Property, Finding> findings;
    std::int64_t states = 0;
    std::int64_t transitions = 0;
    bool complete = true;
    bool cancelled = false;
};

/// Searches once for each of these sets of faults, in their order. A violation is that of the first set which leads to one. Errors as
/// search().
Result<Exploration> explore(const Bounds &bounds, const std::vector<FaultBudget> &faults, Oracle &oracle, Control &control);

/// The shortest pause of a worker that breaks mutual exclusion, with the other faults of the bounds; none: not even one of `most`.
struct ShortestPause
{
    std::optional<Milliseconds> pause;
    bool complete = true; ///< otherwise a shorter one may break it
};
Result<ShortestPause> shortestPause(const Bounds &bounds, Milliseconds most, Oracle &oracle, Control &control);

/// What else could happen.
struct FrontierRow
{
    enum class What {
        Nothing,
        Crash,
        LostReply,
        LostReplyNoticedLate,
        LostRequest,
        LateRequest,
        Pause,
        LongWork,
        Exception,
        ServerForgets,
        ForceRelease
    };

    What what = What::Nothing;
    Bounds bounds;
    std::map<Property, Finding> findings;
    std::optional<Milliseconds> shortestPause; ///< of Pause
    bool complete = true;
};

inline constexpr std::array beyondUsual = {
    FrontierRow::What::LongWork,  FrontierRow::What::Pause,         FrontierRow::What::LostReplyNoticedLate,
    FrontierRow::What::Exception, FrontierRow::What::ServerForgets, FrontierRow::What::ForceRelease};

Result<FrontierRow> frontier(const Bounds &bounds, FrontierRow::What what, Oracle &oracle, Control &control);

} // namespace lockcore::explorer
