// SPDX-License-Identifier: MIT
// Parts of the sentences in verdicts.
#pragma once

#include "lockcore/judge/ending.h"

namespace lockcore::detail {

std::string nameOf(const Attempt &attempt);               ///< the worker, and its owner if it has a name: `A`, `B#2/o1`
std::string milliseconds(Microseconds length);            ///< `212 ms`
std::string leftText(std::optional<Milliseconds> left);   ///< `, which had 212 ms left`, or nothing
std::string commandAt(const Run &run, Number turn);       ///< `DEL`, or `command`
std::string faultText(const Run &run, Number fault);      ///< `a pause of A`, `a restart without data`, …
std::string pitfallOfFault(const Run &run, Number fault); ///< code, or empty

/// The pitfall in the catalogue for a command with which another worker, or the owner itself, removed or changed a holding.
std::string pitfallOfRemoval(const Run &run, const Claim &victim, const Ending &ending);

/// `B's DEL removed A's lock, which had 212 ms left`, or what else ended it.
std::string endingText(const Run &run, const Claim &claim, const Ending &ending);

} // namespace lockcore::detail
