// SPDX-License-Identifier: MIT
// What the answer to one LookRequest means. The rules for everything that reads until a look is complete: Looker, for the Prober and for a
// release; and for the Feed the WatchList, which also checks each answer against the key's generation. Pure.
#pragma once

#include "lockcore/monitor/reading/look_request.h"

#include <variant>

namespace lockcore {

/// Ask again at once.
struct LookAgain
{
    LookRequest request;
    bool plain = false; ///< from now on, send this and every other request without a transaction
    bool apart = false; ///< or each in a transaction of its own
    bool operator==(const LookAgain &) const = default;
};

/// A complete look, perhaps at a key that is gone; or how to continue; or why the key cannot be read: asking again at once would not help.
using LookStep = std::variant<Look, LookAgain, Error>;

/// After this answer to `request`, as it was asked `way`.
LookStep stepAfter(const LookRequest &request, Result<Look> answer, LookRequest::Way way, const Classifier &classifier);

} // namespace lockcore
