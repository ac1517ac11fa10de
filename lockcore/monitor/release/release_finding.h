// SPDX-License-Identifier: MIT
// What a look shows to a user who wants to release the lock. Pure.
#pragma once

#include "lockcore/monitor/reading/classifier.h"
#include "lockcore/monitor/release/release.h"

namespace lockcore {

/// What the Classifier recognises. In addition, for DropDeadHead: a queue that outlived its lock; and a string whose exact content the wish
/// names as the owner: only the user says that it is a lock, but not of what is known to be none.
Finding releaseFinding(const ReleaseWish &wish, const Look &look, const Surroundings &around, const Classifier &classifier);

} // namespace lockcore
