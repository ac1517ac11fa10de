// SPDX-License-Identifier: MIT
// The formats by value type: a key that may be a lock is shown only to the formats that know its type.
#pragma once

#include "lockcore/monitor/model/format.h"

namespace lockcore {

/// The formats whose locks' keys are of this type, in the order of formats(). Any thread.
std::span<const Format *const> formatsOf(ValueType type);

} // namespace lockcore
