// SPDX-License-Identifier: MIT
// Parts of the sentences in verdicts.
#pragma once

#include "lockcore/judge/ending.h"

namespace lockcore::detail {

inline constexpr auto unknownKey = "unknown key: no format names the holding, and neither does the worker (`key`, `mark`)";

std::string noRecordText(const Run &run);                             ///< why there is no record of the server
std::string nameOf(const Incarnation &who, const std::string &owner); ///< with the owner, if it has another name: `A`, `B#2/o1`
std::string nameOf(const Attempt &attempt);
std::string milliseconds(Microseconds length);                                         ///< `212 ms`
std::string counted(std::uint64_t count, std::string_view one, std::string_view many); ///< `1 write`, `2 writes`
std::string leftText(std::optional<Milliseconds> left);                                ///< `, which had 212 ms left`, or nothing
std::string commandAt(const Run &run, Number turn);                                    ///< `DEL`, or `command`
std::string faultText(const Run &run, Number fault);                                   ///< `a pause of A`, `a restart without data`, …

/// `B's DEL removed A's lock, which had 212 ms left`, or what else ended it.
std::string endingText(const Run &run, const Claim &claim, const Ending &ending);

} // namespace lockcore::detail
