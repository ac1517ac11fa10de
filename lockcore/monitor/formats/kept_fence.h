// SPDX-License-Identifier: MIT
// How a hash without a TTL is released if it holds a fencing token: the key stays with it.
#pragma once

#include "lockcore/monitor/model/release_recipe.h"

namespace lockcore::record {

inline void keepFence(ReleaseRecipe &recipe)
{
    recipe.noLease =
        "its fencing token would be gone when the lease ended, and if the next one is counted up from it, it would begin again";
    recipe.warnings = {{ReleaseWarning::Kind::FenceStays, {}}};
}

} // namespace lockcore::record
