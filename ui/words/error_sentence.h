// SPDX-License-Identifier: MIT
// An Error as text for people: what happened, why, and what to do next. Never contains a password.
#pragma once

#include "lockcore/base/clock.h"
#include "lockcore/redis/endpoint.h"

#include <QString>

namespace lockscope {

inline constexpr lockcore::Milliseconds usualTimeout{5000};

/// One to three sentences. `timeout` is the current limit, for an Error of kind Timeout.
QString errorSentence(const lockcore::Error &error, const lockcore::Endpoint &endpoint, lockcore::Milliseconds timeout = usualTimeout);

} // namespace lockscope
