// SPDX-License-Identifier: MIT
// What a look shows to somebody who wants to release. Pure.
#pragma once

#include "lockcore/monitor/reading/classifier.h"
#include "lockcore/monitor/release/release.h"

namespace lockcore {

/// Besides what the Classifier recognises: a queue that outlived its lock, for DropDeadHead; and a string whose exact content the
/// wish names as the owner, because only the person says that it is a lock.
Finding releaseFinding(const ReleaseWish &wish, const Look &look, const Surroundings &around, const Classifier &classifier);

} // namespace lockcore
