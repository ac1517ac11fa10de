// SPDX-License-Identifier: MIT
// What the answer to one LookRequest means. The rules for everything that reads until a look is complete. Pure.
#pragma once

#include "lockcore/monitor/reading/look_request.h"

#include <variant>

namespace lockcore {

/// Ask again at once.
struct LookAgain
{
    LookRequest request;
    bool plain = false; ///< from now on, send this and every other request without a transaction
    bool operator==(const LookAgain &) const = default;
};

/// A complete look, perhaps at a key that is gone; or how to continue; or why the key cannot be read: asking again at once would not help.
using LookStep = std::variant<Look, LookAgain, Error>;

/// Takes the replies that answer `request`, as it was asked `way`, off the front of `replies`.
LookStep afterAnswer(const LookRequest &request, std::span<const Reply> &replies, LookRequest::Way way, const Classifier &classifier);

} // namespace lockcore
