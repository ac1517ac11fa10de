// SPDX-License-Identifier: MIT
// What a look shows to a user who wants to release the lock. Pure.
#pragma once

#include "lockcore/monitor/reading/classifier.h"
#include "lockcore/monitor/release/release.h"

namespace lockcore {

/// The Classifier's finding. In addition, for DropDeadHead: a queue that outlived its lock; and a string whose exact content the wish names
/// as the owner. Only the user says that such a string is a lock, so it is refused if it is known to be something else.
Finding releaseFinding(const ReleaseWish &wish, const Look &look, const Surroundings &around, const Classifier &classifier);

} // namespace lockcore
