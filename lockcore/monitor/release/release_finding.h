// SPDX-License-Identifier: MIT
// What a look shows to a user who wants to release the lock. Pure.
#pragma once

#include "lockcore/monitor/reading/classifier.h"
#include "lockcore/monitor/release/release.h"

namespace lockcore {

/// The Classifier's match. In addition, for DropDeadHead: a queue that outlived its lock; and a string whose exact content the request
/// names as the owner. Only the user claims that such a string is a lock, so it is refused if it is known to be something else.
LockMatch releaseFinding(const ReleaseRequest &wish, const KeySnapshot &look, const RecognitionContext &around,
                         const Classifier &classifier);

} // namespace lockcore
