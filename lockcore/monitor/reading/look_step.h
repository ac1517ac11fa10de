// SPDX-License-Identifier: MIT
// Decides what to do after the answer to one LookRequest. The rules for everything that repeats reads until a look is complete: the Looker,
// for the Prober and for a release, and the WatchList, for the Feed, which also checks each answer against the key's generation. Pure.
#pragma once

#include "lockcore/monitor/reading/look_request.h"

#include <variant>

namespace lockcore {

/// Send this request immediately.
struct LookAgain
{
    LookRequest request;
    bool plain = false; ///< from now on, send all requests without a transaction
    bool apart = false; ///< from now on, send each request in its own transaction
    bool operator==(const LookAgain &) const = default;
};

/// A complete look, perhaps at a missing key; or the next request; or the reason why the key cannot be read, if repeating the read would
/// not help.
using LookStep = std::variant<KeySnapshot, LookAgain, Error>;

/// `answer` belongs to `request`, which was sent in this `way`.
LookStep stepAfter(const LookRequest &request, Result<KeySnapshot> answer, LookRequest::Way way, const Classifier &classifier);

} // namespace lockcore
