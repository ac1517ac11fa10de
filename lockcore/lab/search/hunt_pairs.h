// SPDX-License-Identifier: MIT
// What a scenario of a hunt brings together, two by two. A library is often right with each thing alone, and wrong with two of them: an
// extension, and an inner release. Pure; any thread.
#pragma once

#include "lockcore/lab/scenario/scenario.h"

namespace lockcore {

/// Two things that one worker does; a fault, and what the worker does that it hits; a fault and its moment; two faults. For tests and for
/// counting: the words are not for people. Sorted, each once.
std::vector<std::string> pairsOf(const Scenario &scenario);

} // namespace lockcore
