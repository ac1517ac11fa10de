// SPDX-License-Identifier: MIT
// A counterexample as one word: it names the protocol and the bounds, and says which event came after which. What came of each is found by
// going the way once more, so the word is short, and shows what this version of Lockscope and of the server does.
//
//     1:set-nx-del:w2r2l20k10p6c15u30:lost-reply=1:AasxrBaslx:6d1f
//
// The version, the protocol, the bounds (letters and milliseconds), the faults, the events, and a check sum. Of the events, a capital is who
// acts from now on (A to C; V to X: the first to the third server), a small letter what happens, `_` the worker's companion, and a number how
// many milliseconds pass. A shell needs no quotes for it.
#pragma once

#include "lockcore/explorer/route.h"

#include <string>

namespace lockcore::explorer {

struct TracedRoute
{
    Bounds bounds; ///< its faults are those of the trace
    Route route;
};

/// `bounds` with the faults and times of the search that found it.
std::string traceText(const Bounds &bounds, const FaultBudget &faults, const Route &route);

/// `scripts`: the user's own, if the trace is about some. Error: Refused; it is damaged, of another version, or not about these scripts.
Result<TracedRoute> traceFrom(std::string_view text, const std::optional<ScriptPair> &scripts);

/// Whether a trace is about scripts of the user, which it does not contain.
bool isTraceOfScripts(std::string_view text);

} // namespace lockcore::explorer
