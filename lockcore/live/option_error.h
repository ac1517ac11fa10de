// SPDX-License-Identifier: MIT
// Are these options of a protocol right? Asked without any server.
#pragma once

#include "lockcore/base/error.h"
#include "lockcore/locks/catalogue.h"

#include <optional>

namespace lockcore {

/// Refused: an unknown option (the error lists the known ones), or an invalid value. None: they are right. Needs a QCoreApplication.
std::optional<Error> optionError(const Protocol &protocol, const ProtocolOptions &options);

} // namespace lockcore
