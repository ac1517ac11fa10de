// SPDX-License-Identifier: MIT
// Checks the options of a protocol without a server.
#pragma once

#include "lockcore/base/error.h"
#include "lockcore/locks/catalogue.h"

#include <optional>

namespace lockcore {

/// Refused: an unknown option (the error lists the known ones), or an invalid value. nullopt: the options are valid. Needs a
/// QCoreApplication.
std::optional<Error> optionError(const Protocol &protocol, const ProtocolOptions &options);

} // namespace lockcore
