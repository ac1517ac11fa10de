// SPDX-License-Identifier: MIT
// The elements in Redis that are shown as a lock: those that a format recognises as the holding. If no format recognises any, those of a
// key that a worker has named in an `ok`. Pure; any thread.
#pragma once

#include "lockcore/judge/run.h"

namespace lockcore::detail {

struct HeldElement
{
    const Element *element = nullptr; ///< of the run
    std::string lock;
};

std::vector<HeldElement> heldElements(const Run &run); ///< in the order in which they were made

} // namespace lockcore::detail
